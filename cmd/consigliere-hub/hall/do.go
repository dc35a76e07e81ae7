package hall

import (
	"encoding/csv"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"consigliere/cmd/consigliere-hub/broker"
	"consigliere/engine"
	"consigliere/engine/event"
	"consigliere/hw/post/wire"
)

// A Command is what an organiser tells the hub. Do says what it is; the rest depends on it.
type Command struct {
	Do      string            `json:"do"`
	Box     string            `json:"box"`
	Text    string            `json:"text"`
	Texts   map[string]string `json:"texts"`
	Table   int               `json:"table"`
	Round   int               `json:"round"` // counted from 1
	Name    string            `json:"name"`
	Game    string            `json:"game"`
	Least   int               `json:"least"`
	Most    int               `json:"most"`
	Then    []event.TieBreak  `json:"then"`
	Players string            `json:"players"` // one a line, or a club's list as CSV
	Places  []int             `json:"places"`
	Tables  []event.Table     `json:"tables"`
	Byes    []string          `json:"byes"`
}

// errNoEvent is the error of what needs an event.
var errNoEvent = event.Wrong("no_event", "no event is running; begin one first")

// Do does a command.
func (h *Hall) Do(c *Command) error {
	switch c.Do {
	case "admit":
		return h.broker.Set(c.Box, broker.In)
	case "revoke":
		return h.broker.Set(c.Box, broker.Revoked)
	case "table":
		if c.Table < 0 || c.Table > 9999 {
			return event.Wrong("table_number", "table %d: table numbers are 1 to 9999", c.Table)
		}
		err := h.broker.SetTable(c.Box, c.Table)
		h.Touch()
		h.seatAll()
		return err
	case "plan":
		plan, err := readPlan(c.Text)
		if err == nil {
			err = h.broker.SetPlan(plan)
		}
		h.Touch()
		return err
	case "say":
		return h.announce(c)
	case "start":
		return h.begin(c)
	case "judge":
		return h.answerCall(c)
	case "event":
		return h.newEvent(c)
	case "no_event":
		return h.endEvent()
	}
	err := h.change(c)
	if err == nil {
		h.seatAll()
	}
	return err
}

// readPlan reads where tables stand in the hall: a row a line, with the numbers of tables, and dots or dashes where there is none.
func readPlan(text string) (string, error) {
	var plan []string
	seen := map[string]bool{}
	for line := range strings.Lines(text) {
		var row []string
		for _, word := range strings.Fields(line) {
			n, err := strconv.ParseUint(word, 10, 16)
			switch {
			case strings.Trim(word, ".-") == "":
				row = append(row, slices.Repeat([]string{"."}, len(word))...)
			case err != nil || n == 0 || n > 9999:
				return "", event.Wrong("plan_word", "%q is not the number of a table; write a dot where there is none", word)
			default:
				word = strconv.FormatUint(n, 10)
				if seen[word] {
					return "", event.Wrong("table_twice", "table %s is there twice", word)
				}
				seen[word] = true
				row = append(row, word)
			}
		}
		if len(row) > maxRow || len(plan) >= maxRow {
			return "", event.Wrong("plan_size", "a hall has at most %d rows of %d places", maxRow, maxRow)
		}
		plan = append(plan, strings.Join(row, " "))
	}
	return strings.Trim(strings.Join(plan, "\n"), "\n"), nil
}

// maxRow is how many places a row of the hall has at most.
const maxRow = 40

// announce has a text said at all tables, or one.
func (h *Hall) announce(c *Command) error {
	o := wire.Order{T: "say", Text: broker.Plain(c.Text, wire.MaxText), Texts: map[string]string{}}
	for l, text := range c.Texts {
		if text = broker.Plain(text, wire.MaxText); text != "" {
			o.Texts[l] = text
		}
	}
	if o.Text == "" && len(o.Texts) == 0 {
		return event.Wrong("no_words", "an announcement has no words")
	}
	if c.Box == "" {
		h.mu.Lock()
		h.say = o.Text
		h.touch()
		h.mu.Unlock()
	}
	return h.Send(c.Box, o)
}

// startAhead is how long the moment that all tables share lies ahead, so that every box has heard of it.
const startAhead = 2 * time.Second

func (h *Hall) begin(c *Command) error {
	at := time.Now().Add(startAhead)
	h.mu.Lock()
	h.start, h.startIs = at.UnixMilli(), broker.Plain(c.Text, wire.MaxName)
	name := h.startIs
	h.touch()
	h.mu.Unlock()
	return h.Send("", wire.Order{T: "start", At: at.UnixNano(), Text: name})
}

// answerCall tells a table that a judge comes, or closes its call.
func (h *Hall) answerCall(c *Command) error {
	if c.Text != "coming" && c.Text != "closed" {
		return event.Wrong("call_answer", "a call is answered by coming or closed, not %q", c.Text)
	}
	h.mu.Lock()
	t := h.tables[c.Box]
	if t == nil || t.Called == 0 {
		h.mu.Unlock()
		return event.Wrong("no_call", "this table has not called")
	}
	if _, is := h.coming[c.Box]; !is {
		h.coming[c.Box] = time.Now()
	}
	h.mu.Unlock()
	return h.Send(c.Box, wire.Order{T: "judge", Text: c.Text})
}

// Games are the games that an event can be about, with the fewest and the most who can play at a table. The hub has no rules,
// so that it stays small; a test holds that these are theirs.
func Games() map[string][2]int {
	return map[string][2]int{"naro": {4, 8}, "derpate": {2, 4}, "corleone": {2, 5}, "khandan": {3, 5}}
}

// newEvent begins an event.
func (h *Hall) newEvent(c *Command) error {
	players, err := ReadPlayers(c.Players)
	if err != nil {
		return err
	}
	// A table that the boxes refuse would be found out when everybody sits there.
	if can, is := Games()[c.Game]; is && (c.Least < can[0] || c.Most > can[1]) {
		return event.Wrong("game_sizes", "%s is for %d to %d players at a table, not for %d to %d", c.Game, can[0], can[1], c.Least, c.Most)
	}
	if c.Then == nil {
		c.Then = []event.TieBreak{event.ByWins, event.ByPlace}
	}
	e := &event.Event{
		Name: broker.Plain(c.Name, wire.MaxName), Game: c.Game, Seed: rand.Uint64(), Players: players,
		Settings: event.Settings{Least: c.Least, Most: c.Most, Then: c.Then},
	}
	if err := e.Check(); err != nil {
		return err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.event != nil {
		return event.Wrong("event_is", "%q is being played; end it first", h.event.Name)
	}
	h.revision = 0
	return h.put(e)
}

// endEvent takes the event off the page, and keeps it in a file of its own.
func (h *Hall) endEvent() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.event == nil {
		return errNoEvent
	}
	if err := keepOld(h.broker.Shelf(), h.event); err != nil {
		return err
	}
	h.event, h.revision = nil, 0
	h.touch()
	return nil
}

// ReadPlayers reads names, one a line, or the first column of a club's list as CSV. A first line "name" is its heading.
func ReadPlayers(text string) ([]event.Player, error) {
	text = strings.TrimPrefix(text, "\ufeff")
	r := csv.NewReader(strings.NewReader(text))
	r.FieldsPerRecord, r.LazyQuotes, r.TrimLeadingSpace = -1, true, true
	if strings.Count(text, ";") > strings.Count(text, ",") {
		r.Comma = ';'
	}
	rows, err := r.ReadAll()
	if err != nil {
		return nil, event.Wrong("list", "the list of players: %w", err)
	}
	var players []event.Player
	for i, row := range rows {
		name := engine.NormalName(broker.Plain(row[0], wire.MaxName))
		if name == "" || i == 0 && slices.Contains([]string{"name", "player", "nome", "نام"}, strings.ToLower(name)) {
			continue
		}
		if slices.ContainsFunc(players, func(p event.Player) bool { return p.Name == name }) {
			return nil, event.Wrong("list_twice", "the list of players has %q twice", name)
		}
		players = append(players, event.Player{Name: name})
	}
	return players, nil
}

// change changes the event.
func (h *Hall) change(c *Command) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.update(func(e *event.Event) error { return apply(e, c) })
}

// apply does a command about an event.
func apply(e *event.Event, c *Command) error {
	player := func() (*event.Player, error) {
		name := engine.NormalName(c.Name)
		i := slices.IndexFunc(e.Players, func(p event.Player) bool { return p.Name == name })
		if i < 0 {
			return nil, event.Wrong("nobody", "nobody here is called %q", c.Name)
		}
		return &e.Players[i], nil
	}
	switch c.Do {
	case "pair":
		r, err := e.Pair()
		if err == nil {
			e.Rounds = append(e.Rounds, r)
		}
		return err
	case "unpair":
		n := len(e.Rounds)
		if n == 0 {
			return event.Wrong("no_round", "no round has begun")
		}
		if slices.ContainsFunc(e.Rounds[n-1].Tables, func(t event.Table) bool { return t.Places != nil }) {
			return event.Wrong("has_results", "round %d has results; take them back first", n)
		}
		e.Rounds = e.Rounds[:n-1]
	case "round":
		return e.SetRound(event.Round{Tables: c.Tables, Byes: c.Byes})
	case "result":
		return e.SetResult(c.Round-1, c.Table, c.Places, true)
	case "join":
		more, err := ReadPlayers(c.Players)
		for i := range more {
			more[i].From = len(e.Rounds) + 1
		}
		e.Players = append(e.Players, more...)
		return err
	case "drop":
		p, err := player()
		if err != nil {
			return err
		}
		p.Until = len(e.Rounds)
		if p.Until == 0 {
			p.Until = -1
		}
	case "back":
		p, err := player()
		if err != nil {
			return err
		}
		p.Until = 0
	default:
		return event.Wrong("command", "the hub does not know %q", c.Do)
	}
	return nil
}
