package khandan

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"consigliere/engine"
	"consigliere/engine/document"
	"consigliere/engine/language"
)

// A Pack is what a campaign tells: its house sheets, storylines and decisions (section 6.3 of
// the ledger). It does not change, and is safe for concurrent use.
type Pack struct {
	ID string

	tree      *document.Node
	sheets    []sheet
	lines     []storyline
	decisions []Decision
	sheetAt   map[string]int
	lineAt    map[string]int
	cardAt    map[string]int
	eventAt   map[string]eventRef
	Names     map[string]map[string]string
}

// A sheet is a house sheet.
type sheet struct {
	id           string
	achievements []achievement
	story        achievement // activated by the end of a storyline alone
	rewards      []reward
}

type achievement struct {
	id      string
	when    goal
	ability Ability
}

// A goal is what an achievement asks for.
type goal struct {
	stat     stat
	least    int
	resource int // -1: any
	sign     Polarity
	line     int // -1: any
	role     Role
}

type stat uint8

const (
	statWins stat = iota
	statPrestige
	statCrown
	statEvents
	statStory
	statRole
	statCoins
	statPower
)

var statWords = [...]string{"wins", "prestige", "crown", "events", "story_events", "role_count", "coins_left", "power_left"}

// A reward is paid when a house has held a role so often.
type reward struct {
	role  Role
	times int
	award
}

type storyline struct {
	id     string
	events []storyEvent
}

// An eventRef is where a story event is.
type eventRef struct{ line, at int }

type storyEvent struct {
	id      string
	after   []int // places in the line; none: it opens the line
	ability Ability
	ends    bool
	end     lineEnd
}

// A lineEnd is what the end of a storyline brings.
type lineEnd struct {
	division bool
	amount   int
	ability  Ability
	sheet    int // whose story achievement is activated
	award
}

// A Decision is a decision card of a pack.
type Decision struct {
	ID       string
	line     int // -1: none
	reign    int // not before this one
	requires []condition
	Shown    [2][]Omen
	Results  [2][]Result // of yes and of no
	byHand   bool
	opens    bool // its results open the line
}

// A condition is something that a decision requires.
type condition struct {
	kind conditionKind
	line int
	at   int  // the event in the line, or the decision
	flag bool // lineEnded: whether; usedSide: whether no
}

type conditionKind uint8

const (
	lineNewest conditionKind = iota
	lineHappened
	lineNotHappened
	lineEnded
	usedSide
)

// An Omen is a possible consequence: a resource that rises or falls, or a historical event.
type Omen struct {
	Resource Resource
	Slope    Slope // NoSlope: a historical event
	sign     Polarity
}

// A Result is what can come of a decision.
type Result struct {
	ID        string
	Chance    int // in percent
	expected  bool
	resources Changes
	history   Records
	story     int // place in the decision's line; -1: none
}

// brings reports whether what an omen says comes true in the result.
func (r *Result) brings(o Omen) bool {
	if o.Slope == NoSlope {
		for _, h := range r.history.List() {
			if h.Resource == o.Resource && h.Sign == o.sign {
				return true
			}
		}
		return false
	}
	base := r.resources[o.Resource]
	return o.Slope == Up && base > 0 || o.Slope == Down && base < 0
}

// omens returns all that could have been shown of the result.
func (r *Result) omens() []Omen {
	var list []Omen
	for i, base := range r.resources {
		switch {
		case base > 0:
			list = append(list, Omen{Resource: Resource(i), Slope: Up})
		case base < 0:
			list = append(list, Omen{Resource: Resource(i), Slope: Down})
		}
	}
	for _, h := range r.history.List() {
		list = append(list, Omen{Resource: h.Resource, sign: h.Sign})
	}
	return list
}

// The bounds of a pack, besides the limits of its text.
const (
	maxSheets    = 12
	maxEvents    = 40 // of a storyline
	maxDecisions = 400
	maxRequires  = 8
	maxOmens     = 8
	maxResults   = 6
	maxCount     = 99
)

// The problems of packs besides those that any reader finds. They are messages.
const (
	packZero     = "refuse.pack_zero"
	packID       = "refuse.pack_id"
	packChances  = "refuse.pack_chances"
	packExpected = "refuse.pack_expected"
	packNever    = "refuse.pack_never"
	packHidden   = "refuse.pack_hidden"
	packNoTurn   = "refuse.pack_no_turn"
	packOneEvent = "refuse.pack_one_event"
	packNoLine   = "refuse.pack_no_line"
	packAfter    = "refuse.pack_after"
	packStuck    = "refuse.pack_stuck"
	packUnused   = "refuse.pack_unused"
	packEndings  = "refuse.pack_endings"
	packReward   = "refuse.pack_reward"
	packClosed   = "refuse.pack_closed"
	packByHand   = "refuse.pack_by_hand"
	packTangled  = "refuse.pack_tangled"
)

// NewPack reads a pack out of a document and checks it. The pack is good only if there is no
// mistake.
func NewPack(tree *document.Node) (*Pack, []document.Mistake) {
	r := document.NewReader(tree)
	p := &Pack{
		sheetAt: map[string]int{}, lineAt: map[string]int{}, cardAt: map[string]int{}, eventAt: map[string]eventRef{},
		Names: map[string]map[string]string{},
	}
	for _, l := range language.Tags() {
		p.Names[l] = map[string]string{}
	}
	pr := packReader{Pack: p, taken: map[string]bool{}}
	pr.read(r.Root())
	if len(r.Mistakes()) == 0 {
		pr.check(r.Root())
	}
	if wrong := r.Mistakes(); len(wrong) > 0 {
		return nil, wrong
	}
	p.tree = tree
	return p, nil
}

// JSON returns the pack as the value of the header option pack.
func (p *Pack) JSON() []byte { return p.tree.AppendJSON(nil) }

// Sum returns the fingerprint of the pack: the SHA-256 of what it says, however it is written
// down.
func (p *Pack) Sum() string {
	var b []byte
	var write func(n *document.Node)
	write = func(n *document.Node) {
		switch n.Kind {
		case document.List:
			b = append(b, '[')
			for _, item := range n.Items {
				write(item)
				b = append(b, ',')
			}
			b = append(b, ']')
		case document.Object:
			members := slices.Clone(n.Members)
			slices.SortFunc(members, func(x, y document.Member) int { return strings.Compare(x.Key, y.Key) })
			b = append(b, '{')
			for _, m := range members {
				b = append(strconv.AppendQuote(b, m.Key), ':')
				write(m.Value)
				b = append(b, ',')
			}
			b = append(b, '}')
		default:
			b = n.AppendJSON(b)
		}
	}
	write(p.tree)
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// A packReader fills a pack.
type packReader struct {
	*Pack
	taken map[string]bool // identifiers
}

// text reads a text as the messages of the given keys. English must be there, each other language may;
// where one is left out, English stands in.
func (r *packReader) text(v document.Value, keys ...string) {
	v.Keys([]string{language.English}, language.Others())
	english := v.Key(language.English).FullText()
	for _, l := range language.Tags() {
		s := english
		if given := v.Key(l); l != language.English && given.Present() {
			s = given.FullText()
		}
		if strings.TrimSpace(s) == "" && s != "" {
			v.Key(l).Refuse(document.NotText, "")
		}
		for _, k := range keys {
			r.Names[l][k] = strings.TrimSpace(s)
		}
	}
}

// plain reports whether s is small letters, digits and underscores, and begins with a letter.
func plain(s string) bool {
	for i := range len(s) {
		c := s[i]
		if (c < 'a' || c > 'z') && (i == 0 || c != '_' && (c < '0' || c > '9')) {
			return false
		}
	}
	return s != ""
}

// reservedIDs mean something else where a pack has identifiers.
var reservedIDs = []string{"none", "table", "absent", "unity", "division"}

// id reads an identifier that no other thing of the pack has.
func (r *packReader) id(v document.Value) string {
	s := v.FullText()
	switch {
	case s == "":
	case !plain(s) || slices.Contains(reservedIDs, s):
		v.Refuse(packID, s)
	case r.taken[s]:
		v.Refuse(engine.GivenTwice, s)
	}
	r.taken[s] = true
	return s
}

func (r *packReader) ability(v document.Value) Ability {
	var a Ability
	v.Keys(nil, abilityWords[:])
	for i, w := range abilityWords {
		a[i] = int8(v.Key(w).IntOr(0, -maxAbility, maxAbility))
	}
	return a
}

func (r *packReader) read(all document.Value) {
	if !all.Keys([]string{"pack", "format", "title", "houses", "storylines", "decisions"}, nil) {
		if all.Node() == nil || all.Node().Kind != document.Object {
			all.Refuse(document.NotObject, "")
		}
		return
	}
	r.ID = r.id(all.Key("pack"))
	all.Key("format").Int(1, 1)
	r.text(all.Key("title"), "pack.title")
	// Identifiers first, so that what comes earlier can name what comes later.
	houses := all.Key("houses").List(MaxSeats, maxSheets)
	for i, v := range houses {
		r.sheetAt[v.Key("id").Text()] = i
	}
	lines := all.Key("storylines").List(storylines, storylines)
	r.lines = make([]storyline, len(lines))
	for i, v := range lines {
		r.lineAt[v.Key("id").Text()] = i
	}
	for i, v := range lines {
		r.readLine(i, v)
	}
	r.readEvents(lines)
	r.sheets = make([]sheet, len(houses))
	for i, v := range houses {
		r.readSheet(&r.sheets[i], v)
	}
	decisions := all.Key("decisions").List(decisionsMin, maxDecisions)
	r.decisions = make([]Decision, len(decisions))
	for i, v := range decisions {
		r.cardAt[v.Key("id").Text()] = i
	}
	for i, v := range decisions {
		r.readDecision(&r.decisions[i], v)
	}
}

// one reads a name out of at, and returns what it stands for, or -1.
func one(v document.Value, at map[string]int) int {
	words := make([]string, 0, len(at))
	for w := range at {
		words = append(words, w)
	}
	slices.Sort(words)
	i := v.Word(words...)
	if i < 0 {
		return -1
	}
	return at[words[i]]
}

// eventIn reads the name of an event of a line, and returns its place, or -1.
func (r *packReader) eventIn(v document.Value, line int) int {
	if line < 0 {
		return -1
	}
	words := make([]string, len(r.lines[line].events))
	for i := range words {
		words[i] = r.lines[line].events[i].id
	}
	return v.Word(words...)
}

func (r *packReader) readLine(at int, v document.Value) {
	v.Keys([]string{"id", "title", "events"}, nil)
	l := &r.lines[at]
	l.id = r.id(v.Key("id"))
	r.text(v.Key("title"), "line."+l.id)
	events := v.Key("events").List(2, maxEvents)
	l.events = make([]storyEvent, len(events))
	for i, e := range events {
		e.Keys([]string{"id", "title", "text", "after", "ability"}, []string{"end"})
		l.events[i].id = r.id(e.Key("id"))
		r.eventAt[l.events[i].id] = eventRef{at, i}
		r.text(e.Key("title"), "event."+l.events[i].id, "story."+l.id+"."+l.events[i].id)
		r.text(e.Key("text"), "event_text."+l.events[i].id)
		l.events[i].ability = r.ability(e.Key("ability"))
	}
}

// readEvents reads what the events of the lines name.
func (r *packReader) readEvents(lines []document.Value) {
	for at, v := range lines {
		events := v.Key("events").List(2, maxEvents)
		for i, e := range events {
			ev := &r.lines[at].events[i]
			for _, a := range e.Key("after").List(0, maxEvents) {
				if k := r.eventIn(a, at); k >= 0 {
					if slices.Contains(ev.after, k) {
						a.Refuse(engine.GivenTwice, r.lines[at].events[k].id)
					}
					ev.after = append(ev.after, k)
				}
			}
			end := e.Key("end")
			if end.Node() == nil {
				continue
			}
			ev.ends = true
			end.Keys([]string{"level", "amount", "ability", "achievement", "reward"}, nil)
			ev.end.division = end.Key("level").Word("unity", "division") == 1
			ev.end.amount = end.Key("amount").Int(1, maxAmount)
			ev.end.ability = r.ability(end.Key("ability"))
			ev.end.sheet = one(end.Key("achievement"), r.sheetAt)
			reward := end.Key("reward")
			reward.Keys([]string{"prestige", "crown"}, nil)
			ev.end.award = award{reward.Key("prestige").Int(0, maxAmount), reward.Key("crown").Int(0, maxAmount)}
			if (ev.end.prestige == 0) == (ev.end.crown == 0) && reward.Present() {
				reward.Refuse(packReward, "")
			}
		}
	}
}

func (r *packReader) readSheet(s *sheet, v document.Value) {
	v.Keys([]string{"id", "title", "motto", "achievements", "story_achievement", "role_history"}, nil)
	s.id = r.id(v.Key("id"))
	r.text(v.Key("title"), "sheet."+s.id)
	r.text(v.Key("motto"), "motto."+s.id)
	for _, a := range v.Key("achievements").List(2, 4) {
		a.Keys([]string{"id", "title", "when", "ability"}, nil)
		s.achievements = append(s.achievements, achievement{r.achievementID(a), r.goal(a.Key("when")), r.ability(a.Key("ability"))})
	}
	a := v.Key("story_achievement")
	a.Keys([]string{"id", "title", "ability"}, nil)
	s.story = achievement{id: r.achievementID(a), ability: r.ability(a.Key("ability"))}
	for _, w := range v.Key("role_history").List(1, 3) {
		w.Keys([]string{"role", "times", "prestige", "crown"}, nil)
		role := Role(w.Key("role").Word(roleWords[1:]...) + 1)
		x := reward{role, w.Key("times").Int(2, 6), award{w.Key("prestige").Int(0, 2), w.Key("crown").Int(0, 2)}}
		if x.award == (award{}) {
			w.Refuse(packReward, "")
		}
		s.rewards = append(s.rewards, x)
	}
}

func (r *packReader) achievementID(v document.Value) string {
	id := r.id(v.Key("id"))
	r.text(v.Key("title"), "achievement."+id)
	return id
}

func (r *packReader) goal(v document.Value) goal {
	g := goal{resource: -1, line: -1}
	s := v.Key("stat").Word(statWords[:]...)
	must := []string{"stat", "at_least"}
	var may []string
	switch stat(max(s, 0)) {
	case statEvents:
		may = []string{"resource", "sign"}
	case statStory:
		may = []string{"line"}
	case statRole:
		must = append(must, "role")
	}
	v.Keys(must, may)
	g.stat, g.least = stat(max(s, 0)), v.Key("at_least").Int(1, maxCount)
	if x := v.Key("resource"); x.Present() {
		g.resource = x.Word(resourceWords[:]...)
	}
	if x := v.Key("sign"); x.Present() {
		g.sign = Polarity(x.Word(signWords[1:]...) + 1)
	}
	if x := v.Key("line"); x.Present() {
		g.line = one(x, r.lineAt)
	}
	if x := v.Key("role"); x.Present() {
		g.role = Role(x.Word(roleWords[1:]...) + 1)
	}
	return g
}

func (r *packReader) readDecision(d *Decision, v document.Value) {
	v.Keys([]string{"id", "title", "proposal", "shown"}, []string{"line", "min_reign", "requires", "results", "by_hand"})
	d.ID = r.id(v.Key("id"))
	r.text(v.Key("title"), "card."+d.ID)
	r.text(v.Key("proposal"), "proposal."+d.ID)
	d.line, d.reign = -1, v.Key("min_reign").IntOr(1, 1, 9)
	if l := v.Key("line"); l.Present() {
		d.line = one(l, r.lineAt)
	}
	if q := v.Key("requires"); q.Present() {
		for _, c := range q.List(0, maxRequires) {
			if c, ok := r.condition(c); ok {
				d.requires = append(d.requires, c)
			}
		}
	}
	d.byHand = v.Key("by_hand").Bool()
	shown := v.Key("shown")
	shown.Keys(ChoiceWords[Yes:Strengthen], nil)
	results := v.Key("results")
	switch {
	case results.Present() == d.byHand:
		v.Key("results").Refuse(packByHand, "")
	case !d.byHand:
		results.Keys(ChoiceWords[Yes:Strengthen], nil)
	}
	for side, w := range ChoiceWords[Yes:Strengthen] {
		for _, o := range shown.Key(w).List(0, maxOmens) {
			d.Shown[side] = append(d.Shown[side], r.omen(o, d.Shown[side]))
		}
		ids := map[string]bool{}
		for _, o := range results.Key(w).List(1, maxResults) {
			d.Results[side] = append(d.Results[side], r.result(d, ChoiceWords[int(Yes)+side], o, ids))
		}
	}
}

func (r *packReader) condition(v document.Value) (condition, bool) {
	if v.Key("used").Present() {
		v.Keys([]string{"used", "side"}, nil)
		return condition{kind: usedSide, line: -1, at: one(v.Key("used"), r.cardAt), flag: v.Key("side").Word("yes", "no") == 1}, true
	}
	what := -1
	kinds := []string{"newest", "happened", "not_happened", "ended"}
	for i, k := range kinds {
		if v.Key(k).Present() {
			what = i
			break
		}
	}
	if what < 0 {
		v.Keys([]string{"line", "newest"}, kinds)
		return condition{}, false
	}
	v.Keys([]string{"line", kinds[what]}, nil)
	c := condition{kind: conditionKind(what), line: one(v.Key("line"), r.lineAt)}
	if c.kind == lineEnded {
		c.flag = v.Key("ended").Bool()
	} else {
		c.at = r.eventIn(v.Key(kinds[what]), c.line)
	}
	return c, true
}

func (r *packReader) omen(v document.Value, before []Omen) Omen {
	var o Omen
	if v.Key("history").Present() {
		v.Keys([]string{"history", "sign"}, nil)
		o.Resource = Resource(max(v.Key("history").Word(resourceWords[:]...), 0))
		o.sign = Polarity(v.Key("sign").Word(signWords[1:]...) + 1)
	} else {
		v.Keys([]string{"resource", "dir"}, nil)
		o.Resource = Resource(max(v.Key("resource").Word(resourceWords[:]...), 0))
		o.Slope = Slope(v.Key("dir").Word(slopeWords[1:]...) + 1)
	}
	if slices.Contains(before, o) {
		v.Refuse(engine.GivenTwice, o.Resource.String())
	}
	return o
}

func (r *packReader) result(d *Decision, side string, v document.Value, ids map[string]bool) Result {
	v.Keys([]string{"id", "p", "expected", "text", "resources", "history", "story"}, nil)
	x := Result{story: -1}
	x.ID = v.Key("id").FullText()
	switch {
	case x.ID == "":
	case !plain(x.ID):
		v.Key("id").Refuse(packID, x.ID)
	case ids[x.ID]:
		v.Key("id").Refuse(engine.GivenTwice, x.ID)
	}
	ids[x.ID] = true
	x.Chance, x.expected = v.Key("p").Int(1, 100), v.Key("expected").Bool()
	key := d.ID + "." + side + "." + x.ID
	r.text(v.Key("text"), "result."+key, "result."+x.ID)
	res := v.Key("resources")
	res.Keys(nil, resourceWords[:])
	for i, w := range resourceWords {
		if c := res.Key(w); c.Node() != nil {
			if x.resources[i] = int8(c.Int(-3, 3)); x.resources[i] == 0 {
				c.Refuse(packZero, "")
			}
		}
	}
	for i, h := range v.Key("history").List(0, historyTyped) {
		h.Keys([]string{"resource", "sign", "title"}, nil)
		x.history = x.history.with(Record{
			Resource(max(h.Key("resource").Word(resourceWords[:]...), 0)), Polarity(h.Key("sign").Word(signWords[1:]...) + 1),
		})
		r.text(h.Key("title"), "history."+key+"."+strconv.Itoa(i))
	}
	for _, s := range v.Key("story").List(0, 1) {
		if d.line < 0 {
			s.Refuse(packNoLine, s.Text())
			continue
		}
		x.story = r.eventIn(s, d.line)
	}
	return x
}

// Size returns how many house sheets, storylines and decisions there are.
func (p *Pack) Size() (houses, lines, decisions int) {
	return len(p.sheets), len(p.lines), len(p.decisions)
}

// Tell puts what may come into a message.
func (o Omen) Tell(key string) engine.Text {
	what := "omen.plus"
	switch {
	case o.Slope == Up:
		what = "omen.up"
	case o.Slope == Down:
		what = "omen.down"
	case o.sign == Minus:
		what = "omen.minus"
	}
	return engine.Say(key).Thing(ResourceKeys[o.Resource]).Thing(what)
}
