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
	// Hidden: what each of them is asked in the steps of the answer only he may see.
	Hidden bool
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
	if chosen := a.chosen(n); a.Hidden && p.Book.Has(l, chosen.Key) {
		text := p.Text(l, chosen.Thing(names))
		if a.Secret {
			return p.Text(l, engine.Say("ui.in_secret").Thing(text))
		}
		return text
	}
	switch {
	case !a.Secret || n == 1:
		return p.Text(l, engine.Say("ui.asked_all").Thing(names).Thing(prompt))
	case many:
		return p.Text(l, engine.Say("ui.asked_secret_all").Number(n).Thing(prompt))
	}
	return p.Text(l, engine.Say("ui.asked_secret").Thing(names).Thing(prompt))
}

// chosen returns what is said in place of the prompt where the answer takes several steps that only whoever answers may see, so that the table
// isn't asked one thing while he is asked another: the message "chosen." + that of the prompt, with the things of the prompt, then the names.
func (a *Asked) chosen(n int) engine.Text {
	t := engine.Say("chosen." + a.Prompt.Key).Number(n)
	for _, thing := range a.Prompt.Things() {
		t.AddThing(thing)
	}
	return t
}
