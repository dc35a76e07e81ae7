package drivers

// A Lack is the error of a device that cannot be used as the machine is set up. It says what to
// type.
type Lack struct {
	Reason  string
	Command string // for a shell; "" if nothing can be typed
}

// Error implements error. Whoever has no room for the command is told where it is.
func (l *Lack) Error() string {
	if l.Command == "" {
		return l.Reason
	}
	return l.Reason + "; consigliere doctor says what to type"
}
