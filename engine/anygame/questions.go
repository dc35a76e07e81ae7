package anygame

import (
	"cmp"
	_ "embed" // the quiz
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"consigliere/engine"
	"consigliere/engine/document"
)

// Bounds of questions.
const (
	mostQuestions = 200
	longQuestion  = engine.LongText // letters, for a small display shows it whole
	longAnswer    = 26
)

// questionDeck is the deck from which the questions of a script are drawn.
const questionDeck = "questions"

// quiz is the script that plays a pack of questions.
//
//go:embed quiz.yaml
var quiz []byte

var quizTree = sync.OnceValue(func() *document.Node {
	tree, err := document.YAML(quiz)
	if err != nil {
		panic(err) // a test reads it
	}
	return tree
})

// unpack returns the script that plays a pack: the quiz, with what the pack says in place of what the quiz says. Any other
// tree is a script already.
func unpack(tree *document.Node) *document.Node {
	pack := tree.Key("pack")
	if tree.Kind != document.Object || pack == nil {
		return tree
	}
	whole := *tree
	whole.Members = nil
	for _, m := range tree.Members {
		if m.Key == "pack" {
			m.Key = "script"
		}
		whole.Members = append(whole.Members, m)
	}
	for _, m := range quizTree().Members {
		if m.Key != "script" && m.Key != "title" && tree.Key(m.Key) == nil {
			whole.Members = append(whole.Members, document.Member{Key: m.Key, Value: standAt(m.Value, pack)})
		}
	}
	return &whole
}

// standAt returns a copy of a tree that stands where another node does: what is wrong with a part of the quiz is told at a
// line of the pack, for the reader has only that.
func standAt(tree, where *document.Node) *document.Node {
	n := *tree
	n.Line, n.Column = where.Line, where.Column
	n.Items, n.Members = slices.Clone(tree.Items), slices.Clone(tree.Members)
	for i := range n.Items {
		n.Items[i] = standAt(n.Items[i], where)
	}
	for i, m := range n.Members {
		n.Members[i].Value = standAt(m.Value, where)
	}
	return &n
}

// questions reads the questions of a script: each is a word, and so is each of its answers, of which the first is right. They
// are shown, and named, in the order of the alphabet, numbers by their size; so nothing tells which of them stood first.
func (r *reader) questions(v document.Value, seen map[string]bool) {
	if v.Node() == nil {
		return
	}
	d := deck{name: questionDeck}
	asked := map[string]bool{}
	for i, q := range v.List(1, mostQuestions) {
		if !q.Keys([]string{"ask", "answers"}, nil) {
			continue
		}
		name := "q" + strconv.Itoa(i+1)
		r.asWord(q.Key("ask"), name, longQuestion, seen)
		r.once(q.Key("ask"), asked)
		answers := q.Key("answers").List(2, 4)
		given := map[string]bool{}
		for _, a := range answers {
			r.once(a, given)
		}
		sorted := slices.SortedStableFunc(slices.Values(answers), func(a, b document.Value) int { return inOrder(written(a), written(b)) })
		for k, a := range sorted {
			word := fmt.Sprintf("%s_%d", name, k+1)
			r.asWord(a, word, longAnswer, seen)
			r.script.answers[name] = append(r.script.answers[name], word)
			if a == answers[0] {
				r.solution[name] = word
			}
		}
		d.cards = append(d.cards, stack{card: name})
	}
	r.twice(v, questionDeck, seen)
	r.deckAt[questionDeck] = len(r.script.decks)
	r.script.decks = append(r.script.decks, d)
}

// asWord reads a text that is a word of the script.
func (r *reader) asWord(v document.Value, name string, most int, seen map[string]bool) {
	r.twice(v, name, seen)
	r.declare(v, name, shape{kind: word})
	r.given[name] = true
	r.script.words = append(r.script.words, name)
	if n := v.Node(); n != nil && n.Kind == document.Number { // a year, or how many
		r.message("choice."+name, map[string]string{"en": n.Text})
		return
	}
	r.text(v, "choice."+name)
	for _, l := range languages {
		if n := len([]rune(r.script.Names[l]["choice."+name])); n > most {
			r.refuse(v, engine.Say("refuse.script_long").Number(most).Number(n))
		}
	}
}

// once refuses a text that stands there already.
func (r *reader) once(v document.Value, seen map[string]bool) {
	if text := written(v); text != "" {
		r.twice(v, text, seen)
	}
}

// written returns a text as it stands there, in one of its languages.
func written(v document.Value) string {
	n := v.Node()
	switch {
	case n == nil:
		return ""
	case n.Kind == document.Object && len(n.Members) > 0:
		return n.Members[0].Value.Text
	}
	return n.Text
}

// inOrder compares two answers: numbers by size, all else by the alphabet.
func inOrder(a, b string) int {
	n, wrongA := strconv.ParseFloat(western(a), 64)
	m, wrongB := strconv.ParseFloat(western(b), 64)
	if wrongA == nil && wrongB == nil {
		return cmp.Compare(n, m)
	}
	return cmp.Compare(strings.ToLower(a), strings.ToLower(b))
}

// western returns a number with the digits that every program reads.
func western(s string) string {
	return strings.Map(func(c rune) rune {
		switch {
		case c >= '۰' && c <= '۹':
			return c - '۰' + '0'
		case c == ',' || c == '٬' || c == '\'':
			return -1
		case c == '٫':
			return '.'
		}
		return c
	}, s)
}

// answersTo reads to which question the answers are, where answers are chosen.
func (r *reader) answersTo(c *choices, v document.Value) {
	of, to := v.Key("of"), v.Key("to")
	answers := of.Node() != nil && of.Node().Kind == document.Text && of.Node().Text == "answers"
	switch {
	case answers && to.Node() == nil:
		r.refuse(of, engine.Say("refuse.script_missing").Thing("to"))
	case answers:
		c.to = r.formula(to, 0, word)
		r.open(to, c.to)
	case to.Node() != nil:
		r.refuse(to, engine.Say("refuse.script_key").Thing("to").Thing("of, by, allow"))
	}
}
