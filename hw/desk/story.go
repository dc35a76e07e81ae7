package desk

// A Entry is one thing that has happened.
type Entry struct {
	At   string `json:"at"` // the round and phase; "" where there are none
	Text string `json:"text"`
	More bool   `json:"more,omitempty"` // it came of the same move as the one before
}
