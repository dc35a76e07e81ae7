package engine

import "fmt"

// A Refusal says why a move, or a header, is illegal. It changes nothing.
//
// It holds no words: a console, a phone or the command line tells Why in its own language,
// with the messages of the title or of this package (messages.en.toml and so on).
type Refusal struct {
	Rule string // number of the rule that forbids it, such as "NARO-4.2"; "" if no rule does
	Why  Text   // the reason; its keys begin with "refuse."
}

// Refuse returns the refusal by rule with the message of the reason and what it names: seats, whole
// numbers (int) and things (string), each kind in its order, as in a [Text].
//
//	engine.Refuse("NIM-2.1", "refuse.list_long", "cards", most, given)
//
// It panics where an argument is something else.
func Refuse(rule, key string, args ...any) *Refusal {
	why := Say(key)
	for _, a := range args {
		switch a := a.(type) {
		case Seat:
			why.AddSeat(a)
		case int:
			why.AddNumber(a)
		case string:
			why.AddThing(a)
		default:
			panic(fmt.Sprintf("engine: a refusal cannot name a %T", a))
		}
	}
	return &Refusal{Rule: rule, Why: why}
}

// Error returns the rule and the key of the reason, for logs and tests. People are shown
// the message instead.
func (r *Refusal) Error() string {
	s := r.Why.Key
	for _, thing := range r.Why.Things() {
		s += " (" + thing + ")"
	}
	if r.Rule == "" {
		return s
	}
	return r.Rule + ": " + s
}
