package command

import (
	"errors"

	"consigliere/hw/lang"
)

// Commands of a hub that the box reports to.
type (
	// HubState says how it stands with the hub.
	HubState struct {
		Trouble HubTrouble
		Since   string // the time of day
		Waiting int    // lines
		What    string // of [HubRefuses]
	}
	// Announce says something to the table, by language; "" stands for all others. Starts: it is the moment to begin.
	Announce struct {
		Texts  map[lang.Lang]string
		Starts bool
	}
	// CallJudge calls a judge to the table, or says that none is needed any more.
	CallJudge struct {
		On bool `json:"on"`
	}
	// Judge says what has become of the call: "coming", or "closed".
	Judge struct{ State string }
	// Propose says who plays what here next; no seats take it back. The menu of the box offers it.
	Propose struct {
		Table, Round int
		Game         string
		Seats        []string
	}
)

// A HubTrouble is what is wrong with a hub.
type HubTrouble uint8

// What can be wrong.
const (
	HubFine    HubTrouble = iota
	HubAway               // it is not reached
	HubNotIn              // it does not let the box in
	HubFull               // it has no room
	HubRefuses            // it says what
)

// ErrBusy is the error of an announcement between two counts of a reveal: it can be made a moment later.
var ErrBusy = errors.New("the box is counting")
