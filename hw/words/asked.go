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
	prompt, who := p.Text(l, a.Prompt), p.List(l, a.Seats)
	switch {
	case a.Secret && n > fewNames:
		return p.Text(l, engine.Say("ui.asked_secret").Number(n).Thing(prompt))
	case n > fewNames:
		who = p.Text(l, engine.Say("ui.players").Number(n))
	}
	return p.Text(l, engine.Say("ui.asked_all").Thing(who).Thing(prompt))
}
