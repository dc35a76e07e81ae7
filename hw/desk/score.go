package desk

// A Score is the result of a play that is over, and how it came about.
type Score struct {
	Columns []string   `json:"columns"` // what a score is made of
	Rows    []ScoreRow `json:"rows"`    // the best first
}

// A ScoreRow is the result of one seat.
type ScoreRow struct {
	Seat   string `json:"seat"`
	Place  string `json:"place"`  // "1.", or why it is not ranked
	Values []int  `json:"values"` // by column
	Total  int    `json:"total"`
	Winner bool   `json:"winner"`
	Rank   int    `json:"-"`      // from 1; 0 where it is not ranked
	Rounds []int  `json:"rounds"` // what it owned after each round; empty where nobody can tell
}

// A Stood is how many points a player had when a play was ended, or how it stood with the player in words.
type Stood struct {
	Seat  string `json:"seat"`
	Total int    `json:"total"`
	Ahead bool   `json:"ahead,omitempty"`
	Text  string `json:"text,omitempty"`
}
