package words

import (
	"consigliere/engine"
	"consigliere/hw/lang"
)

// An Asked is what the table waits for while several seats answer, or one in secret: of whom, and what, which all may know, never
// the choices. It asks nothing where Seats is 0.
type Asked struct {
	Seats  engine.SeatSet
	Secret bool
	Prompt engine.Text
}

// fewNames is how many of those who are asked are named; of more it is said how many they are.
const fewNames = 2

// Asked says who is asked what; "" where nobody is.
func (p *Play) Asked(l lang.Lang, a Asked) string {
	n := a.Seats.Len()
	if n == 0 {
		return ""
	}
	prompt, who, many := p.Text(l, a.Prompt), engine.Say("ui.names").Group(a.Seats), n > fewNames
	if many {
		who = engine.Say("ui.players").Number(n)
	}
	names := p.Text(l, who)
	switch {
	case !a.Secret || n == 1:
		return p.Text(l, engine.Say("ui.asked_all").Thing(names).Thing(prompt))
	case many:
		return p.Text(l, engine.Say("ui.asked_secret_all").Number(n).Thing(prompt))
	}
	return p.Text(l, engine.Say("ui.asked_secret").Thing(names).Thing(prompt))
}
