package main

import (
	"fmt"
	"strings"

	"consigliere/hw/lang"
)

type rulesCommand struct {
	Game   string `arg:"" help:"The game's word; see: consigliere games."`
	Number string `arg:"" optional:"" help:"The number of one rule, such as NARO-4.2; all rules without it."`
	Lang   string `help:"Language: en (the ledger as it stands), fa or it (its rules)." placeholder:"en|fa|it" default:"en"`
}

// Help is shown with -h.
func (rulesCommand) Help() string {
	return `Every refusal shows the number of the rule that forbids the move. This prints the rule as
it stands in the ledger of the game, or the whole ledger.

Example:
  consigliere rules naro NARO-4.2
  consigliere rules --lang it derpate 6.2`
}

// Run prints the ledger or one rule.
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
		return fmt.Errorf("the ledger of %s has no rule %s%s", t.ID, c.Number, didYouMean(number, t.Numbers()))
	}
	if in, found := rules.Sentence(l, number); found == l && l != lang.English {
		text = in
	}
	_, err = fmt.Fprintf(s.out, "%s %s\n", number, text)
	return err
}
