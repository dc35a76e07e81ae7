package engine

// Secrecy says who may see what a seat is asked and what it answers.
type Secrecy string

// The kinds of secrecy.
const (
	Open    Secrecy = ""        // all see both
	Covered Secrecy = "covered" // the seat alone sees what it can choose; all see what it chooses
	Secret  Secrecy = "secret"  // the seat alone sees both
)

// Secrecy returns the secrecy of the ask.
func (a *Ask) Secrecy() Secrecy {
	switch {
	case a.Secret:
		return Secret
	case a.Covered:
		return Covered
	}
	return Open
}
