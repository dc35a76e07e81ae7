package main

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"consigliere/engine"
	"consigliere/hw/lang"
)

type rulesCommand struct {
	Game   string `arg:"" help:"The game's short name; see: consigliere games."`
	Number string `arg:"" optional:"" help:"A rule's number, such as NARO-4.2."`
	All    bool   `help:"Print all rules by number; in English also the decisions and the data."`
	Lang   string `help:"Language: ${lang_list}." placeholder:"${lang_values}" default:"en"`
}

// Help is shown with -h.
func (rulesCommand) Help() string {
	return `How a game is played: what it is about, a turn, what wins, and what each card, power and
die does. Every refusal shows the number of the rule that forbids the move; with a number
this prints the rule from the game's rule ledger, and with --all the whole ledger.

Example:
  consigliere rules naro
  consigliere rules naro NARO-4.2
  consigliere rules --lang it derpate 6.2`
}

// Run prints how a game is played, its ledger or one rule.
func (c *rulesCommand) Run(s streams) error {
	t, err := find(c.Game)
	if err != nil {
		return err
	}
	l, err := lang.Parse(c.Lang)
	if err != nil {
		return err
	}
	rules, err := lang.NewRules(t)
	if err != nil {
		return err
	}
	if c.Number == "" && !c.All {
		return howTo(s.out, t, l)
	}
	if c.Number == "" {
		if l == lang.English {
			_, err = fmt.Fprint(s.out, t.Rules)
			return err
		}
		for _, number := range t.RuleNumbers() {
			text, _ := rules.Sentence(l, number)
			if _, err := fmt.Fprintf(s.out, "%s %s\n", number, text); err != nil {
				return err
			}
		}
		return nil
	}
	number := strings.ToUpper(c.Number)
	if !strings.HasPrefix(number, t.Rule+"-") && !strings.Contains(number, "-") {
		number = t.Rule + "-" + number // "4.2" will do
	}
	text := t.Sentence(number)
	if text == "" {
		return fmt.Errorf("%s has no rule %s%s", t.ID, c.Number, didYouMean(number, t.Numbers()))
	}
	if in, found := rules.Sentence(l, number); found == l && l != lang.English {
		text = in
	}
	_, err = fmt.Fprintf(s.out, "%s %s\n", number, text)
	return err
}

// howTo prints the guide of a game.
func howTo(w io.Writer, t *engine.Title, l lang.Lang) error {
	guide, err := lang.NewGuide(t, l)
	if err != nil {
		return err
	}
	b, err := book(t, engine.Header{Game: t.ID})
	if err != nil {
		return err
	}
	title := b.Word(l, "game.title")
	fmt.Fprintf(w, "%s\n%s\n", title, strings.Repeat("=", utf8.RuneCountInString(title)))
	for _, section := range guide {
		fmt.Fprintf(w, "\n%s\n", section.Heading)
		for _, p := range section.Paragraphs {
			if _, err := fmt.Fprintf(w, "  %s\n", p); err != nil {
				return err
			}
		}
	}
	return nil
}
