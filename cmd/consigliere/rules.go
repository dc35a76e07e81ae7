package main

import (
	"fmt"
	"strings"
)

type rulesCommand struct {
	Game   string `arg:"" help:"The game's word; see: consigliere games."`
	Number string `arg:"" optional:"" help:"The number of one rule, such as NARO-4.2; all rules without it."`
}

// Help is shown with -h.
func (rulesCommand) Help() string {
	return `Every refusal shows the number of the rule that forbids the move. This prints the rule as
it stands in the ledger of the game, or the whole ledger.

Example:
  consigliere rules naro NARO-4.2`
}

// Run prints the ledger or one rule.
func (c *rulesCommand) Run(s streams) error {
	t, err := find(c.Game)
	if err != nil {
		return err
	}
	if c.Number == "" {
		_, err := fmt.Fprint(s.out, t.Rules)
		return err
	}
	number := strings.ToUpper(c.Number)
	if !strings.HasPrefix(number, t.Rule+"-") && !strings.Contains(number, "-") {
		number = t.Rule + "-" + number // "4.2" will do
	}
	text := t.Sentence(number)
	if text == "" {
		return fmt.Errorf("the ledger of %s has no rule %s%s", t.ID, c.Number, didYouMean(number, t.Numbers()))
	}
	_, err = fmt.Fprintf(s.out, "%s %s\n", number, text)
	return err
}
