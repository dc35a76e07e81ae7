package engine

// A Refusal says why a move, or a header, is illegal. It changes nothing.
//
// It holds no words: a console, a phone or the command line tells Why in its own language,
// with the messages of the title or of this package (messages.en.toml and so on).
type Refusal struct {
	Rule string // number of the rule that forbids it, such as "NARO-4.2"; "" if no rule does
	Why  Text   // the reason; its keys begin with "refuse."
}

// Refuse returns the refusal by rule with the reason why.
func Refuse(rule string, why Text) *Refusal { return &Refusal{Rule: rule, Why: why} }

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
