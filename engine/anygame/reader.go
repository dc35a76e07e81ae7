package anygame

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/expr-lang/expr"

	"consigliere/engine"
	"consigliere/engine/document"
	"consigliere/engine/language"
)

// Bounds of a script.
const (
	maxSeats   = engine.MaxSeats
	minSeats   = 2
	maxPhases  = 1000 // gone through without an ask
	mostPhases = 100  // in a file
	mostVars   = 40
	mostWords  = 120
	mostDecks  = 100
	mostCards  = 200
	longest    = 160 // letters of a text
	longestDay = 24 * 60 * 60
)

// languages are those in which a script can speak.
var languages = language.Tags()

// A reader reads a script and gathers its mistakes.
type reader struct {
	doc   *document.Reader
	root  *document.Node
	lines []string // of the text, to find columns; nil where there is no text
	wrong []engine.Mistake
	// dry: only which names there are is of interest.
	dry bool

	names    map[string]shape   // variables and words
	results  map[string][]field // by phase
	broken   map[string]bool    // phases whose tool cannot be read
	speaks   map[string]bool    // languages in which anything is written
	lacks    []engine.Mistake
	given    map[string]bool   // words
	worth    map[string]int    // what words are worth, where it is not 0
	solution map[string]string // which answer to a question is right
	counted  map[string]bool   // numbers that are compared with seats
	texted   map[string]bool   // variables that texts show
	compile  [16][]expr.Option
	choice   kind   // of choice, in what is read now
	told     int    // messages so far
	formulas int    // expressions so far
	where    string // the phase that is read
	script   *Script
	deckAt   map[string]int
	phaseAt  map[string]int
}

// Read reads a script written as YAML. It returns all mistakes that it finds, by line.
func Read(text []byte) (*Script, []engine.Mistake) {
	tree, err := document.YAML(text)
	if err != nil {
		return nil, []engine.Mistake{syntaxMistake(err)}
	}
	return read(tree, strings.Split(string(text), "\n"))
}

// readJSON reads the canonical form of a script.
func readJSON(data []byte) (*Script, []engine.Mistake) {
	tree, err := document.JSON(data)
	if err != nil {
		return nil, []engine.Mistake{syntaxMistake(err)}
	}
	return read(tree, nil)
}

func syntaxMistake(err error) engine.Mistake {
	m := engine.Mistake{Path: "$", Why: engine.Say("refuse.script_unreadable").Thing(err.Error())}
	if e, ok := err.(*document.SyntaxError); ok {
		m.Line, m.Column, m.Why = e.Line, e.Column, engine.Say("refuse.script_unreadable").Thing(e.Reason)
		if strings.Contains(e.Reason, "mapping values") {
			m.Why = engine.Say("refuse.script_colon")
		}
	}
	return m
}

func read(tree *document.Node, lines []string) (*Script, []engine.Mistake) {
	written := tree
	tree = unpack(tree)
	r := &reader{root: tree, lines: lines, dry: true, names: map[string]shape{}, results: map[string][]field{}, broken: map[string]bool{}, speaks: map[string]bool{}, given: map[string]bool{}, worth: map[string]int{}, solution: map[string]string{}, counted: map[string]bool{}, texted: map[string]bool{}}
	for range 2 { // first which names there are, then what is said of them
		r.doc, r.wrong, r.lacks, r.told = document.NewReader(tree), nil, nil, 0
		r.script = &Script{Names: map[string]map[string]string{}, Untitled: map[string]string{}, answers: map[string][]string{}, json: written.AppendJSON(nil)}
		for _, l := range languages {
			r.script.Names[l] = map[string]string{}
		}
		r.deckAt, r.phaseAt = map[string]int{}, map[string]int{}
		r.whole(r.doc.Root())
		r.dry = false
	}
	if len(r.wrong) == 0 && len(r.doc.Mistakes()) == 0 {
		r.circles()
	}
	wrong := r.wrong
	for _, m := range r.doc.Mistakes() {
		wrong = append(wrong, engine.Mistake{Path: m.Path, Line: m.Line, Column: m.Column, Why: wordOf(m)})
	}
	if len(wrong) > 0 {
		slices.SortStableFunc(wrong, func(a, b engine.Mistake) int { return cmp.Or(a.Line-b.Line, a.Column-b.Column) })
		return nil, wrong
	}
	r.script.Warnings = r.lacks
	return r.script, nil
}

// spoken notes in which languages a text is written, and which it lacks that others have.
func (r *reader) spoken(v document.Value, said map[string]string) {
	for _, l := range languages {
		switch _, ok := said[l]; {
		case ok:
			r.speaks[l] = true
		case !r.dry && r.speaks[l]:
			shown := languages[slices.IndexFunc(languages, func(l string) bool { _, ok := said[l]; return ok })]
			n := r.root.At(v.Path())
			r.lacks = append(r.lacks, engine.Mistake{Path: v.Path(), Line: n.Line, Column: n.Column, Why: engine.Say("refuse.script_language").Thing(l).Thing(shown)})
		}
	}
}

// wordOf says what a document has wrong.
func wordOf(m document.Mistake) engine.Text {
	name := strings.TrimPrefix(strings.TrimPrefix(m.Path, "$"), ".")
	if name == "" {
		name = "$"
	}
	switch m.Problem {
	case document.Missing:
		return engine.Say("refuse.script_missing").Thing(m.Word)
	case document.Unknown, document.NotWord:
		key, near := "refuse.script_key", "refuse.script_key_near"
		if m.Problem == document.NotWord {
			key, near = "refuse.script_word", "refuse.script_word_near"
		}
		if m.Near != "" {
			return engine.Say(near).Thing(m.Word).Thing(m.Near)
		}
		return engine.Say(key).Thing(m.Word).Thing(strings.Join(m.Known, ", "))
	case document.NotObject:
		return engine.Say("refuse.script_object").Thing(name)
	case document.NotList:
		return engine.Say("refuse.script_list").Thing(name)
	case document.NotNumber:
		return engine.Say("refuse.script_number").Number(m.Least).Number(m.Most).Thing(name)
	case document.NotText:
		return engine.Say("refuse.script_text").Thing(name)
	case document.NotBool:
		return engine.Say("refuse.script_bool").Thing(name)
	}
	return engine.Say(m.Problem).Thing(m.Word)
}

// refuse notes what is wrong with a value.
func (r *reader) refuse(v document.Value, why engine.Text) { r.refuseAt(v, "", 0, 0, why) }

// refuseAt notes what is wrong at a character of a text, which is at an offset in the value.
func (r *reader) refuseAt(v document.Value, text string, at, from int, why engine.Text) {
	if r.dry || len(r.wrong) >= document.MaxMistakes {
		return
	}
	n := r.root.At(v.Path())
	m := engine.Mistake{Path: v.Path(), Line: n.Line, Column: n.Column, Why: why}
	if text != "" && n.Line > 0 && n.Line <= len(r.lines) {
		// The tree tells where the key is; the text is found in the line.
		line := r.lines[n.Line-1]
		if why.Key == "refuse.script_expression" && strings.Contains(line, " #") && !strings.Contains(text, "#") {
			m.Why = engine.Say("refuse.script_hash") // YAML has taken the rest for a comment
		}
		start := min(max(n.Column-1, 0), len(line))
		if i := strings.Index(line[start:], text); i >= 0 {
			m.Column = start + i + len(string([]rune(text)[:min(from, len([]rune(text)))])) + 1
		}
	}
	if !slices.Contains(r.wrong, m) {
		r.wrong = append(r.wrong, m)
	}
}

// isWord reports whether a name is a word.
func (r *reader) isWord(name string) bool { return r.given[name] }

// Identifier is what a name in a script looks like.
var Identifier = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

// reserved are the names that a script cannot give.
var reserved = append([]string{
	"players", "nobody", "nothing", "seat", "seats", "choice", "after", "end", "tally", "names", "true", "false", "nil", "not", "and", "or", "in", "let", "if", "else", "table", "round", "none", "worth", "solution",
}, builtins...)

// name takes a name for a variable, a word, a deck or a phase.
func (r *reader) name(v document.Value, name string) bool {
	switch {
	case !Identifier.MatchString(name) || len(name) > 24:
		r.refuse(v, engine.Say("refuse.script_identifier").Thing(name))
		return false
	case slices.Contains(reserved, name):
		r.refuse(v, engine.Say("refuse.script_reserved").Thing(name))
		return false
	}
	return true
}

// declare gives a name its shape.
func (r *reader) declare(v document.Value, name string, s shape) {
	if r.name(v, name) && r.dry {
		r.names[name] = s
	}
}

// twice refuses a name that something else has.
func (r *reader) twice(v document.Value, name string, seen map[string]bool) {
	if seen[name] {
		r.refuse(v, engine.Say("refuse.script_twice").Thing(name))
	}
	seen[name] = true
}

// toolWords are words that every script has.
var toolWords = []string{"yes", "no", "abstain"}

// whole reads a script.
func (r *reader) whole(v document.Value) {
	if !v.Keys([]string{"script", "title", "phases"}, []string{"about", "seats", "note", "ending", "variables", "words", "questions", "decks", "score", "winners"}) {
		return
	}
	s := r.script
	if id := v.Key("script"); id.Node() != nil {
		if s.ID = id.FullText(); s.ID != "" && !regexp.MustCompile(`^[a-z][a-z0-9-]*$`).MatchString(s.ID) {
			r.refuse(id, engine.Say("refuse.script_identifier").Thing(s.ID))
		}
	}
	r.text(v.Key("title"), "game.script")
	if v.Key("about").Present() {
		r.text(v.Key("about"), "")
	}
	r.script.MinSeats, r.script.MaxSeats = seats(v.Key("seats"))
	seen := map[string]bool{}
	s.words = append(s.words, toolWords...)
	for _, w := range toolWords {
		r.given[w], seen[w] = true, true
		if r.dry {
			r.names[w] = shape{kind: word}
		}
	}
	r.wordList(v.Key("words"), seen)
	r.variables(v.Key("variables"), seen)
	r.decks(v.Key("decks"), seen)
	r.questions(v.Key("questions"), seen)
	r.phases(v.Key("phases"), seen)
	r.script.note = r.messages(v.Key("note"), 0, true) // after the phases: records know what is said by its number
	r.script.ending = r.messages(v.Key("ending"), 0, true)
	r.countedSeats(v.Key("variables"))
	if w := v.Key("winners"); w.Node() != nil {
		s.winners = r.formula(w, perSeat, truth)
		r.open(w, s.winners)
	}
	if v.Key("score").Node() != nil {
		r.score(v.Key("score"))
	}
	if r.dry {
		r.compile = [16][]expr.Option{}
	}
}

// open refuses an expression of what is hidden where the table sees what comes of it.
func (r *reader) open(v document.Value, f *formula) {
	if f != nil && f.secret != open {
		r.refuse(v, engine.Say("refuse.script_leak"))
	}
}

// private refuses an expression of what is hidden where one seat sees what comes of it.
func (r *reader) private(v document.Value, f *formula) {
	if f != nil && f.secret == hidden {
		r.refuse(v, engine.Say("refuse.script_leak"))
	}
}

// seats reads how many can play: a number, or the least and the most; anygame's where nothing is said.
func seats(v document.Value) (least, most int) {
	switch n := v.Node(); {
	case n == nil:
		return minSeats, maxSeats
	case n.Kind == document.List:
		list := v.List(2, 2)
		if len(list) != 2 {
			return minSeats, maxSeats
		}
		least = list[0].Int(minSeats, maxSeats)
		return least, list[1].Int(least, maxSeats)
	default:
		n := v.Int(minSeats, maxSeats)
		return n, n
	}
}

// text reads a text in one or several languages, and gives it the key of a message. Where a
// language is missing, English is shown, or what there is.
func (r *reader) text(v document.Value, key string) bool {
	n := v.Node()
	if n == nil {
		return false
	}
	said := map[string]string{}
	if n.Kind == document.Object {
		if !v.Keys(nil, languages) {
			return false
		}
		for _, l := range languages {
			if t := v.Key(l); t.Node() != nil {
				said[l] = r.plain(t)
			}
		}
		if len(n.Members) == 0 {
			r.refuse(v, engine.Say("refuse.script_text").Thing(v.Name()))
			return false
		}
		if len(said) > 0 {
			r.spoken(v, said)
		}
	} else {
		said["en"] = r.plain(v)
	}
	r.message(key, said)
	return true
}

// plain reads one text.
func (r *reader) plain(v document.Value) string {
	t := strings.Join(strings.Fields(v.FullText()), " ")
	if len([]rune(t)) > longest {
		r.refuse(v, engine.Say("refuse.script_long").Number(longest).Number(len([]rune(t))))
		return "" // nobody reads what is in its braces
	}
	return t
}

// message keeps a text under a key.
func (r *reader) message(key string, said map[string]string) {
	if key == "" {
		return
	}
	other := said[language.English]
	for _, l := range slices.Backward(languages) {
		other = cmp.Or(other, said[l])
	}
	for _, l := range languages {
		r.script.Names[l][key] = cmp.Or(said[l], other)
	}
}

func (r *reader) wordList(v document.Value, seen map[string]bool) {
	for _, e := range r.entries(v, mostWords) {
		name, w := e.Key, e.Value
		r.twice(w, name, seen)
		r.declare(w, name, shape{kind: word})
		r.given[name] = true
		r.script.words = append(r.script.words, name)
		hint, worth := w.Key("hint"), w.Key("worth")
		if n := w.Node(); n != nil && n.Kind == document.Object && (hint.Node() != nil || worth.Node() != nil) {
			w.Keys(nil, append([]string{"hint", "worth"}, languages...))
			r.text(hint, "hint.choice."+name)
			if worth.Node() != nil {
				r.worth[name] = worth.Int(-10_000, 10_000)
			}
			said := map[string]string{}
			for _, l := range languages {
				if t := w.Key(l); t.Node() != nil {
					said[l] = r.plain(t)
				}
			}
			if len(said) == 0 {
				r.refuse(w, engine.Say("refuse.script_text").Thing(name))
			}
			r.message("choice."+name, said)
			continue
		}
		r.text(w, "choice."+name)
	}
	if len(r.script.words) > mostWords {
		r.refuse(v, engine.Say("refuse.script_many").Number(mostWords))
	}
}

// entries returns what an object has under keys of its owner's choice, and refuses more than most.
func (r *reader) entries(v document.Value, most int) []document.Entry {
	list := v.Entries()
	if len(list) > most {
		r.refuse(v, engine.Say("refuse.script_many").Number(most))
		list = list[:most]
	}
	return list
}

// variables reads what a script keeps. Its round is always there.
func (r *reader) variables(v document.Value, seen map[string]bool) {
	s := r.script
	if r.dry {
		r.names["round"] = shape{kind: number}
	}
	s.vars = append(s.vars, variable{field: field{name: "round", shape: shape{kind: number}}, first: 1})
	for _, e := range r.entries(v, mostVars) {
		x := r.variable(e.Value, e.Key)
		r.twice(e.Value, e.Key, seen)
		r.declare(e.Value, e.Key, x.shape)
		s.vars = append(s.vars, x)
	}
	if len(s.vars) > mostVars {
		r.refuse(v, engine.Say("refuse.script_many").Number(mostVars))
	}
}

// secrecies are the words that say who knows a variable.
var secrecies = []string{"open", "own", "hidden"}

func (r *reader) variable(v document.Value, name string) variable {
	x := variable{field: field{name: name}}
	first := v
	if n := v.Node(); n != nil && n.Kind == document.Object {
		v.Keys(nil, []string{"is", "each", "seat", "known", "label"})
		if at := v.Key("seat"); at.Node() != nil {
			x.label = r.text(v.Key("label"), "label."+name)
			x.kind, x.first = seat, at.Int(0, minSeats-1)
			return x
		}
		first = v.Key("is")
		if v.Key("each").Node() != nil {
			first, x.each = v.Key("each"), true
		}
		if first.Node() == nil {
			r.refuse(v, engine.Say("refuse.script_missing").Thing("is"))
		}
		if k := v.Key("known"); k.Node() != nil {
			x.secret = secrecy(max(0, k.Word(secrecies...)))
			if x.secret == own && !x.each {
				r.refuse(k, engine.Say("refuse.script_own"))
			}
		}
		x.label = r.text(v.Key("label"), "label."+name)
	}
	x.kind, x.first = number, 0
	n := first.Node()
	if n == nil {
		return x
	}
	switch n.Kind {
	case document.Number:
		x.first = first.Int(-limit, limit)
	case document.Bool:
		x.kind, x.first = truth, first.Bool()
	case document.Text:
		switch {
		case n.Text == "nobody":
			x.kind, x.first = seat, nobody
		case n.Text == "nothing":
			x.kind, x.first = word, ""
		default:
			if !r.dry && !r.isWord(n.Text) {
				r.refuse(first, r.noWord(n.Text))
			}
			x.kind, x.first = word, n.Text
		}
	default:
		r.refuse(first, engine.Say("refuse.script_value"))
	}
	return x
}

// noWord says that a script has no such word.
func (r *reader) noWord(w string) engine.Text {
	known := sortWords(append([]string{"nobody", "nothing"}, r.script.words...))
	if near := document.Nearest(w, known); near != "" {
		return engine.Say("refuse.script_word_near").Thing(w).Thing(near)
	}
	return engine.Say("refuse.script_word").Thing(w).Thing(strings.Join(r.script.words, ", "))
}

func sortWords(words []string) []string {
	slices.Sort(words)
	return words
}

func (r *reader) decks(v document.Value, seen map[string]bool) {
	for _, e := range r.entries(v, mostDecks) {
		name, in := e.Key, e.Value
		d := deck{name: name}
		r.name(in, name)
		r.twice(in, name, seen)
		d.cards = r.cards(in)
		r.deckAt[name] = len(r.script.decks)
		r.script.decks = append(r.script.decks, d)
	}
}

// cards reads a list of words, or words with how many there are.
func (r *reader) cards(v document.Value) []stack {
	n := v.Node()
	if n == nil {
		return nil
	}
	var list []stack
	if n.Kind == document.List {
		for _, item := range v.List(1, mostCards) {
			if w := r.word(item); w != "" {
				list = append(list, stack{card: w})
			}
		}
		return list
	}
	for _, e := range r.entries(v, mostCards) {
		if !r.isWord(e.Key) && !r.dry {
			r.refuse(e.Value, r.noWord(e.Key))
		}
		list = append(list, stack{e.Key, r.formula(e.Value, early, number)})
	}
	return list
}

// word reads a word of the script; "" where it isn't one.
func (r *reader) word(v document.Value) string {
	w := v.FullText()
	if w != "" && !r.dry && !r.isWord(w) {
		r.refuse(v, r.noWord(w))
		return ""
	}
	return w
}

// variableAt returns the place of a variable, or -1 where v names none.
func (r *reader) variableAt(v document.Value, name string) int {
	i := slices.IndexFunc(r.script.vars, func(x variable) bool { return x.name == name })
	if i < 0 && !r.dry {
		var known []string
		for _, x := range r.script.vars {
			known = append(known, x.name)
		}
		if near := document.Nearest(name, known); near != "" {
			r.refuse(v, engine.Say("refuse.script_variable_near").Thing(name).Thing(near))
		} else {
			r.refuse(v, engine.Say("refuse.script_variable").Thing(name))
		}
	}
	return i
}

// bySeat reads the name of a variable that has a number for each seat; -1 where it isn't one.
func (r *reader) bySeat(v document.Value) int {
	if v.Node() == nil || r.dry {
		return -1
	}
	i := r.variableAt(v, v.FullText())
	if i >= 0 && (!r.script.vars[i].each || r.script.vars[i].kind != number) {
		r.refuse(v, engine.Say("refuse.script_by_seat").Thing(v.FullText()))
		return -1
	}
	return i
}

func (r *reader) score(v document.Value) {
	names := []document.Value{v}
	if v.Node().Kind == document.List {
		names = v.List(1, 6)
	}
	for _, n := range names {
		i := r.bySeat(n)
		if i < 0 {
			continue
		}
		if r.script.vars[i].secret != open {
			r.refuse(n, engine.Say("refuse.script_leak"))
		}
		if !r.script.vars[i].label {
			r.message("label."+r.script.vars[i].name, map[string]string{"en": r.script.vars[i].name})
		}
		r.script.score = append(r.script.score, i)
	}
}

// phaseKeys are the keys of a phase besides its tool.
var phaseKeys = []string{"title", "say", "ask", "hint", "if", "who", "among", "time", "late", "count", "night", "set", "reveal", "then", "next"}

func (r *reader) phases(v document.Value, seen map[string]bool) {
	list := v.List(1, mostPhases)
	for i, p := range list {
		if name := p.Key("phase"); name.Node() != nil && name.Node().Kind == document.Text {
			if _, known := r.phaseAt[name.Text()]; !known {
				r.phaseAt[name.Text()] = i
			}
		}
	}
	for _, p := range list {
		r.script.phases = append(r.script.phases, r.phase(p, seen))
	}
	r.script.results = make([][]field, len(r.script.phases))
	for i := range r.script.phases {
		if t := r.script.phases[i].tool; t != nil {
			r.script.results[i] = t.fields()
		}
	}
}

func (r *reader) phase(v document.Value, seen map[string]bool) phase {
	if !v.Keys([]string{"phase"}, slices.Concat(phaseKeys, toolNames())) {
		return phase{}
	}
	p := phase{name: v.Key("phase").FullText()}
	r.where = p.name
	if r.dry {
		r.name(v.Key("phase"), p.name)
	} else if p.name != "" && r.name(v.Key("phase"), p.name) {
		r.twice(v.Key("phase"), p.name, seen)
	}
	named := r.text(v.Key("title"), "phase."+p.name)
	p.when = r.formula(v.Key("if"), 0, truth)
	r.open(v.Key("if"), p.when)
	p.who = r.formula(v.Key("who"), perSeat, truth)
	p.among = r.formula(v.Key("among"), perSeat, truth)
	r.open(v.Key("among"), p.among)
	p.covered = p.who != nil && p.who.secret != open
	p.count = v.Key("count").Bool()
	p.night = v.Key("night").Bool()
	found := 0
	for _, k := range tools() {
		name := k.name
		if v.Key(name).Node() == nil {
			continue
		}
		if found++; found > 1 {
			r.refuse(v.Key(name), engine.Say("refuse.script_two_tools"))
			r.broken[p.name] = true
			continue
		}
		p.tool = r.tool(k, v.Key(name), &p)
		if r.dry && p.tool != nil {
			r.results[p.name] = p.tool.fields()
		}
		if !named {
			r.script.Untitled[p.name] = name
		}
	}
	misspelt := slices.ContainsFunc(v.Node().Members, func(m document.Member) bool {
		return m.Key != "phase" && !slices.Contains(phaseKeys, m.Key) && !slices.Contains(toolNames(), m.Key)
	})
	if misspelt && found == 0 { // its tool, most likely
		r.broken[p.name] = true
		return p
	}
	asks := p.tool != nil && p.tool.asks()
	if !named && found == 0 {
		r.script.Untitled[p.name] = "step"
	}
	for _, key := range []string{"who", "among", "time", "late", "ask", "hint", "count"} {
		if !asks && v.Key(key).Node() != nil && !(key == "who" && p.tool != nil) && !(key == "count" && p.tool != nil) {
			r.refuse(v.Key(key), engine.Say("refuse.script_nobody_asked").Thing(key))
		}
	}
	if p.covered && p.tool != nil {
		if s, ok := p.tool.(interface{ covers() bool }); !ok || !s.covers() {
			r.refuse(v.Key("who"), engine.Say("refuse.script_leak"))
		}
	}
	if t := v.Key("time"); t.Node() != nil {
		if t.Node().Kind == document.Number {
			t.Int(1, longestDay)
		}
		p.time = r.formula(t, 0, number)
		r.open(t, p.time)
	}
	if l := v.Key("late"); l.Node() != nil {
		p.late = l.Bool()
		if p.late && v.Key("time").Node() == nil {
			r.refuse(l, engine.Say("refuse.script_late"))
		}
	}
	p.say = r.messages(v.Key("say"), 0, true)
	p.ask = r.messages(v.Key("ask"), 0, true)
	p.hint = r.text(v.Key("hint"), "hint.phase."+p.name)
	p.reveals = r.settings(v.Key("reveal"), true)
	p.sets = r.settings(v.Key("set"), false)
	p.then = r.messages(v.Key("then"), 0, true)
	p.next = r.branches(v.Key("next"))
	if n := p.steps(r.script.vars); n > maxSteps {
		r.refuse(v, engine.Say("refuse.script_heavy").Number(n).Number(maxSteps))
	}
	return p
}

// steps returns how much the variables that a phase sets take at most at a full table. Most of what
// a phase computes is there; whatever comes on top is counted in the play.
func (p *phase) steps(vars []variable) int {
	sum := 0
	for _, s := range slices.Concat(p.reveals, p.sets) {
		n := s.f.steps
		if vars[s.to].each {
			n *= maxSeats
		}
		sum += n
	}
	return sum
}

// settings reads what variables are set to. Where it reveals, what is hidden may become open.
func (r *reader) settings(v document.Value, reveals bool) []setting {
	var list []setting
	for _, e := range r.entries(v, mostVars) {
		name, in := e.Key, e.Value
		i := r.variableAt(in, name)
		if i < 0 {
			continue
		}
		x := &r.script.vars[i]
		sc := scope(0)
		if x.each {
			sc = perSeat
		}
		f := r.formula(in, sc, x.kind)
		if f == nil {
			continue
		}
		switch {
		case reveals && x.secret != open:
			r.refuse(in, engine.Say("refuse.script_not_open").Thing(name))
		case !reveals && f.secret > x.secret:
			r.refuse(in, engine.Say("refuse.script_leak_set").Thing(name))
		}
		list = append(list, setting{i, f})
	}
	return list
}

// messages reads what is said: one text, or several with conditions.
func (r *reader) messages(v document.Value, sc scope, mustBeOpen bool) []message {
	n := v.Node()
	if n == nil {
		return nil
	}
	if n.Kind != document.List {
		return []message{r.said(v, sc, mustBeOpen)}
	}
	var list []message
	for _, item := range v.List(1, 20) {
		list = append(list, r.said(item, sc, mustBeOpen))
	}
	return list
}

var braces = regexp.MustCompile(`\{[^{}]*\}`)

// said reads a text in which expressions stand in braces.
func (r *reader) said(v document.Value, sc scope, mustBeOpen bool) message {
	m := message{key: fmt.Sprintf("say.%d", r.told)}
	r.told++
	n := v.Node()
	texts := map[string]document.Value{"en": v}
	if n.Kind == document.Object {
		v.Keys(nil, append([]string{"if"}, languages...))
		texts = map[string]document.Value{}
		for _, l := range languages {
			if v.Key(l).Node() != nil {
				texts[l] = v.Key(l)
			}
		}
		m.when = r.formula(v.Key("if"), sc, truth)
		if mustBeOpen {
			r.open(v.Key("if"), m.when)
		}
		if len(texts) == 0 {
			r.refuse(v, engine.Say("refuse.script_text").Thing(v.Name()))
		}
	}
	said := map[string]string{}
	t := teller{r: r, sc: sc, open: mustBeOpen, m: &m, at: map[string]string{}}
	for _, l := range languages {
		if v, ok := texts[l]; ok {
			said[l] = t.translate(v, r.plain(v))
		}
	}
	if n.Kind == document.Object && len(said) > 0 {
		r.spoken(v, said)
	}
	if r.dry {
		return m
	}
	// The arguments of a text stand by kind: seats, numbers, words.
	r.message(m.key, said)
	return m
}

// A teller puts the expressions of one text, in all languages, among the arguments of a message.
type teller struct {
	r      *reader
	sc     scope
	open   bool
	m      *message
	at     map[string]string // by expression: the name of the argument
	counts [4]int            // seats, numbers, words, groups
}

var argNames = [4][]string{{"{who}", "{whom}"}, {"{n}", "{m}", "{k}", "{l}"}, {"{what}", "{which}"}, {"{all}"}}

// translate returns the text with the names of arguments in place of the expressions.
func (t *teller) translate(v document.Value, text string) string {
	if rest := braces.ReplaceAllString(text, ""); strings.Contains(rest, "{") {
		t.r.refuse(v, engine.Say("refuse.script_brace"))
	}
	return braces.ReplaceAllStringFunc(text, func(in string) string {
		source := in[1 : len(in)-1]
		if name, known := t.at[strings.TrimSpace(source)]; known {
			return name
		}
		if t.r.dry {
			return in
		}
		f := t.r.expression(v, source, 0, t.sc, anyKind, false)
		if f == nil {
			return in
		}
		if f.kind == truth {
			t.r.refuseAt(v, source, 0, 0, engine.Say("refuse.script_not_shown"))
			return in
		}
		switch {
		case t.open && f.secret != open:
			t.r.refuseAt(v, source, 0, 0, engine.Say("refuse.script_leak"))
		}
		row := [...]int{seat: 0, number: 1, word: 2, people: 3}[f.kind]
		if t.counts[row] == len(argNames[row]) {
			t.r.refuse(v, engine.Say("refuse.script_arguments"))
			return in
		}
		name := argNames[row][t.counts[row]]
		t.counts[row]++
		t.m.args = append(t.m.args, f)
		t.at[strings.TrimSpace(source)] = name
		return name
	})
}

// branches reads where a play goes on.
func (r *reader) branches(v document.Value) []branch {
	n := v.Node()
	if n == nil {
		return nil
	}
	if n.Kind == document.Text {
		return []branch{{to: r.target(v)}}
	}
	var list []branch
	for _, item := range v.List(1, 20) {
		if n := item.Node(); n.Kind == document.Text {
			list = append(list, branch{to: r.target(item)})
			continue
		}
		if !item.Keys([]string{"to"}, []string{"if"}) {
			continue
		}
		b := branch{when: r.formula(item.Key("if"), 0, truth), to: r.target(item.Key("to"))}
		r.open(item.Key("if"), b.when)
		list = append(list, b)
	}
	return list
}

// target returns the phase that a value names.
func (r *reader) target(v document.Value) int {
	name := v.Text()
	if name == "end" {
		return ended
	}
	i, ok := r.phaseAt[name]
	if !ok && !r.dry {
		known := []string{"end"}
		for n := range r.phaseAt {
			known = append(known, n)
		}
		sortWords(known)
		if near := document.Nearest(name, known); near != "" {
			r.refuse(v, engine.Say("refuse.script_phase_near").Thing(name).Thing(near))
		} else {
			r.refuse(v, engine.Say("refuse.script_phase").Thing(name))
		}
	}
	return i
}

// circles refuses a circle of phases in which nobody is asked.
func (r *reader) circles() {
	phases := r.script.phases
	const unseen, open, done = 0, 1, 2
	state := make([]int, len(phases))
	var visit func(i int) bool
	visit = func(i int) bool {
		if i >= len(phases) || i == ended || state[i] == done {
			return false
		}
		p := &phases[i]
		if p.tool != nil && p.tool.asks() {
			return false // where it asks, the circle is broken
		}
		if state[i] == open {
			return true
		}
		state[i] = open
		for _, to := range r.following(i) {
			if visit(to) {
				v := r.doc.Root().Key("phases").List(0, 0)[i]
				if v.Key("next").Node() != nil {
					v = v.Key("next")
				}
				r.refuse(v, engine.Say("refuse.script_loop").Thing(p.name))
				state[i] = done
				return false
			}
		}
		state[i] = done
		return false
	}
	for i := range phases {
		visit(i)
	}
}

// following returns the phases that can come after one.
func (r *reader) following(i int) []int {
	p := &r.script.phases[i]
	var list []int
	always := false
	for _, b := range p.next {
		list = append(list, b.to)
		always = always || b.when == nil
	}
	if !always || p.when != nil {
		list = append(list, i+1)
	}
	return list
}
