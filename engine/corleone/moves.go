package corleone

import (
	"slices"
	"strconv"
	"strings"

	"consigliere/engine"
)

// The moves of the game, as section 8 of the ledger has them. The verb use has a struct for
// each kind of ability.
type (
	// Open puts tiles face up: the setup's, or an act's one.
	Open struct {
		Tiles IDs `arg:"tiles"`
	}
	// DealJobs lays public jobs open.
	DealJobs struct {
		Jobs IDs `arg:"jobs"`
	}
	// DealAllies lays allies open.
	DealAllies struct {
		Allies IDs `arg:"allies"`
	}
	// First says who begins.
	First struct {
		Player engine.Seat `arg:"player"`
	}
	// Adjust corrects what the box knows, or carries out what no ability can express.
	Adjust struct {
		Of       engine.SeatOrNone `arg:"of,optional"`
		Lose     Cards             `arg:"lose,optional"`
		Gain     Cards             `arg:"gain,optional"`
		Unstash  Notes             `arg:"unstash,optional"`
		Stash    Notes             `arg:"stash,optional"`
		Kill     string            `arg:"kill,optional"`
		Relocate FromTo            `arg:"relocate,optional"`
	}
	// Next ends a phase of light tracking.
	Next struct{}
	// Horse says who took the horse head, in light tracking.
	Horse struct {
		Player engine.Seat `arg:"player"`
	}
	// Influence is the influence in one turf, in light tracking.
	Influence struct {
		Turf    Turf   `arg:"turf"`
		Of      Forces `arg:"of"`
		Neutral uint8  `arg:"neutral,optional"`
	}
	// Stack replaces the markers of a turf, in light tracking.
	Stack struct {
		Turf    Turf    `arg:"turf"`
		Markers Markers `arg:"markers"`
	}
	// Count is what a suitcase holds at the end, in light tracking.
	Count struct {
		Of    engine.Seat `arg:"of"`
		Money int         `arg:"money"`
		Jobs  Colours     `arg:"jobs"`
	}
	// Thug places a thug on a front.
	Thug struct {
		Business string     `arg:"business,listed"`
		First    Controller `arg:"first,optional"`
	}
	// Family places a family member on a circle.
	Family struct {
		Space string `arg:"space,listed"`
	}
	// Job does a job.
	Job struct {
		From  Source `arg:"from"`
		Job   string `arg:"job,listed"`
		Pay   Goods  `arg:"pay"`
		Money Last   `arg:"money,optional"`
	}
	// Ally plays an ally.
	Ally struct {
		Ally string `arg:"ally,listed"`
	}
	// Pass leaves the phase, where no figure has a free space.
	Pass struct{}
	// UseStash puts a note into the suitcase.
	UseStash struct {
		Note uint8 `arg:"note"`
	}
	// UseDraw draws two jobs. Each is an identifier or "unknown"; Discard is "" where only one
	// could be drawn. Where the box draws both are "".
	UseDraw struct {
		Keep    string `arg:"keep,optional"`
		Discard string `arg:"discard,optional"`
	}
	// UseSwap discards cards for notes.
	UseSwap struct {
		Ability Swap  `arg:"ability"`
		Cards   Cards `arg:"cards"`
	}
	// UseSmuggle discards a card for a good.
	UseSmuggle struct {
		Card Card `arg:"card"`
		Good Good `arg:"good"`
	}
	// UseHorse takes the horse head.
	UseHorse struct{}
	// UseFront shakes down a front without a figure.
	UseFront struct {
		Business string     `arg:"business,listed"`
		First    Controller `arg:"first,optional"`
	}
	// UseBack shakes down a back without a figure.
	UseBack struct {
		Business string `arg:"business,listed"`
	}
	// UseKill kills the figure at a place, or the Police Chief.
	UseKill struct {
		Ability Kill   `arg:"ability"`
		At      string `arg:"at,listed"`
	}
	// UseMoveThug moves one of the seat's own thugs and uses the front there.
	UseMoveThug struct {
		From  string     `arg:"from,listed"`
		To    string     `arg:"to,listed"`
		First Controller `arg:"first,optional"`
	}
	// UseMoveFamily moves one of the seat's own family members and uses the backs there.
	UseMoveFamily struct {
		From string `arg:"from,listed"`
		To   string `arg:"to,listed"`
	}
	// UseMoveRival moves another player's figure.
	UseMoveRival struct {
		From string `arg:"from,listed"`
		To   string `arg:"to,listed"`
	}
	// UseMayor places or moves the Mayor.
	UseMayor struct {
		To string `arg:"to,listed"`
	}
	// UseUnion places or moves the Union Boss.
	UseUnion struct {
		To    string     `arg:"to,listed"`
		First Controller `arg:"first,optional"`
	}
	// UsePolice places or moves the Police Chief.
	UsePolice struct {
		To Turf `arg:"to"`
	}
	// UseManual says that the text of a card was carried out by hand.
	UseManual struct{}
	// Done gives up the abilities that are left.
	Done struct{}
	// Marker lifts one of the seat's own markers for the turf that was won.
	Marker struct {
		From  Turf  `arg:"from"`
		Index uint8 `arg:"index"` // 0 is the lowest
	}
	// NoMarker declines; its verb is marker.
	NoMarker struct {
		From None `arg:"from"`
	}
	// BidNotes is a bid out of the suitcase; its verb is bid.
	BidNotes struct {
		Notes Notes `arg:"notes"`
		Auto  bool  `arg:"auto,optional"` // sealed by the host
	}
	// BidAmount is a bid in light tracking; its verb is bid.
	BidAmount struct {
		Amount int  `arg:"amount"`
		Auto   bool `arg:"auto,optional"`
	}
	// Recruit takes an ally out of the row.
	Recruit struct {
		Ally string `arg:"ally"`
	}
	// Tribute discards down to the hand limit.
	Tribute struct {
		Cards Cards `arg:"cards"`
	}
	// Keep keeps one of two jobs that the box has drawn.
	Keep struct {
		Job string `arg:"job"`
	}
)

// moves is how they stand in records. The rule that an argument breaks which is missing, too
// many or not a word of the game is the one that says what the argument must be.
var moves = engine.Declare(
	engine.Plays[Open]("open", "COR-4.1"),
	engine.Plays[DealJobs]("deal_jobs", "COR-1.6"),
	engine.Plays[DealAllies]("deal_allies", "COR-1.7"),
	engine.Plays[First]("first", "COR-1.13"),
	engine.Plays[Adjust]("adjust", "COR-11.12"),
	engine.Plays[Next]("next", "COR-3.2"),
	engine.Plays[Horse]("horse", "COR-11.9"),
	engine.Plays[Influence]("influence", "COR-13.2"),
	engine.Plays[Stack]("stack", "COR-13.6"),
	engine.Plays[Count]("count", "COR-17.3"),
	engine.Plays[Thug]("thug", "COR-6.1"),
	engine.Plays[Family]("family", "COR-7.1"),
	engine.Plays[Job]("job", "COR-8.1"),
	engine.Plays[Ally]("ally", "COR-10.1"),
	engine.Plays[Pass]("pass", "COR-5.3"),
	engine.Plays[UseStash]("use", "COR-11.3").Fixed("ability", "stash"),
	engine.Plays[UseDraw]("use", "COR-11.4").Fixed("ability", "job_draw"),
	engine.Plays[UseSwap]("use", "COR-11.5"),
	engine.Plays[UseSmuggle]("use", "COR-11.6").Fixed("ability", "smuggle"),
	engine.Plays[UseHorse]("use", "COR-11.9").Fixed("ability", "horse_head"),
	engine.Plays[UseFront]("use", "COR-11.11").Fixed("ability", "shake_front"),
	engine.Plays[UseBack]("use", "COR-11.12").Fixed("ability", "shake_back"),
	engine.Plays[UseKill]("use", "COR-9.4"),
	engine.Plays[UseMoveThug]("use", "COR-11.12").Fixed("ability", "move_thug_shake"),
	engine.Plays[UseMoveFamily]("use", "COR-11.12").Fixed("ability", "move_family_shake"),
	engine.Plays[UseMoveRival]("use", "COR-11.12").Fixed("ability", "move_rival"),
	engine.Plays[UseMayor]("use", "COR-10.5").Fixed("ability", "mayor"),
	engine.Plays[UseUnion]("use", "COR-10.5").Fixed("ability", "union_boss"),
	engine.Plays[UsePolice]("use", "COR-10.5").Fixed("ability", "police_chief"),
	engine.Plays[UseManual]("use", "COR-11.12").Fixed("ability", "manual"),
	engine.Plays[Done]("done", "COR-11.1"),
	engine.Plays[Marker]("marker", "COR-13.8"),
	engine.Plays[NoMarker]("marker", "COR-13.8"),
	engine.Plays[BidNotes]("bid", "COR-14.2"),
	engine.Plays[BidAmount]("bid", "COR-14.2"),
	engine.Plays[Recruit]("recruit", "COR-14.5"),
	engine.Plays[Tribute]("tribute", "COR-15.2"),
	engine.Plays[Keep]("keep", "COR-11.4"),
)

// comma parts the elements of lists that are kept as one string, so that moves can be compared.
// No identifier has one.
const comma = ","

// IDs is a list of identifiers of the catalogue, parted by commas.
type IDs string

// List returns the identifiers.
func (l IDs) List() []string { return Split(string(l)) }

// Split returns the identifiers of a list as an argument holds it.
func Split(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, comma)
}

// ArgValue returns the list.
func (l IDs) ArgValue() engine.Value { return listValue(string(l)) }

// ParseArg returns the list that v means.
func (IDs) ParseArg(_ engine.Roster, v engine.Value) (any, bool) {
	s, ok := parseList(v, false)
	return IDs(s), ok
}

// Cards is a list of cards of a hand, parted by commas: notes by their value, goods by their
// words, "job:" and "ally:" with an identifier, and "job:unknown".
type Cards string

// ArgValue returns the list.
func (l Cards) ArgValue() engine.Value { return listValue(string(l)) }

// ParseArg returns the list that v means.
func (Cards) ParseArg(_ engine.Roster, v engine.Value) (any, bool) {
	s, ok := parseList(v, true)
	return Cards(s), ok
}

// A Card is one card of a hand, as in [Cards].
type Card string

// ArgValue returns a number or a word.
func (c Card) ArgValue() engine.Value { return cardValue(string(c)) }

// ParseArg returns the card that v means.
func (Card) ParseArg(_ engine.Roster, v engine.Value) (any, bool) {
	s, ok := parseCard(v, true)
	return Card(s), ok
}

func cardValue(s string) engine.Value {
	if n, err := strconv.Atoi(s); err == nil {
		return engine.IntOf(n)
	}
	return engine.WordOf(s)
}

func listValue(s string) engine.Value {
	v := engine.Value{Kind: engine.ListValue, Items: []engine.Arg{}}
	for _, c := range Split(s) {
		v.Items = append(v.Items, engine.Arg{Value: cardValue(c)})
	}
	return v
}

func parseCard(v engine.Value, numbers bool) (string, bool) {
	switch v.Kind {
	case engine.IntValue:
		if at := noteOf(v.Int); numbers && at >= 0 {
			return noteWords[at], true
		}
	case engine.WordValue: // a word of digits is not a note
		return v.Word, v.Word != "" && (v.Word[0] < '0' || v.Word[0] > '9') && !strings.Contains(v.Word, comma)
	}
	return "", false
}

func parseList(v engine.Value, numbers bool) (string, bool) {
	if v.Kind != engine.ListValue {
		return "", false
	}
	var b strings.Builder
	b.Grow(16 * len(v.Items))
	for i := range v.Items {
		s, ok := parseCard(v.Items[i].Value, numbers)
		if !ok {
			return "", false
		}
		if i > 0 {
			b.WriteString(comma)
		}
		b.WriteString(s)
	}
	return b.String(), true
}

// Notes is how many notes of each value there are, lowest first.
type Notes [len(NoteValues)]uint8

// Worth returns what the notes are worth.
func (n *Notes) Worth() int {
	return int(n[0])*NoteValues[0] + int(n[1])*NoteValues[1] + int(n[2])*NoteValues[2] + int(n[3])*NoteValues[3]
}

func (n *Notes) size() int { return int(n[0]) + int(n[1]) + int(n[2]) + int(n[3]) }

// has reports whether m is a part of n.
func (n *Notes) has(m *Notes) bool {
	return n[0] >= m[0] && n[1] >= m[1] && n[2] >= m[2] && n[3] >= m[3]
}

// move moves notes m from n to other.
func (n *Notes) move(other, m *Notes) {
	for i := range m {
		n[i] -= m[i]
		other[i] += m[i]
	}
}

// Values returns the values of the notes, lowest first.
func (n *Notes) Values() []int {
	list := make([]int, 0, n.size())
	for i, c := range n {
		for range c {
			list = append(list, NoteValues[i])
		}
	}
	return list
}

// words returns the word of each of the notes, lowest first.
func (n *Notes) words() []string {
	var list []string
	for i, c := range n {
		for range c {
			list = append(list, noteWords[i])
		}
	}
	return list
}

// ArgValue returns a list of values, lowest first.
func (n Notes) ArgValue() engine.Value {
	v := engine.Value{Kind: engine.ListValue, Items: []engine.Arg{}}
	for _, x := range n.Values() {
		v.Items = append(v.Items, engine.Arg{Value: engine.IntOf(x)})
	}
	return v
}

// ParseArg returns the notes that v lists.
func (n Notes) ParseArg(_ engine.Roster, v engine.Value) (any, bool) {
	n = Notes{}
	for i := range v.Items {
		it := &v.Items[i].Value
		at := noteOf(it.Int)
		if it.Kind != engine.IntValue || at < 0 || n[at] == 255 {
			return n, false
		}
		n[at]++
	}
	return n, v.Kind == engine.ListValue
}

// Goods is how many of each illegal good there are.
type Goods [goodCount]uint8

func (g *Goods) size() int { return int(g[0]) + int(g[1]) + int(g[2]) + int(g[3]) }

// has reports whether h is a part of g.
func (g *Goods) has(h *Goods) bool {
	return g[0] >= h[0] && g[1] >= h[1] && g[2] >= h[2] && g[3] >= h[3]
}

// Words returns the identifiers in the order of the ledger.
func (g *Goods) Words() []string {
	list := make([]string, 0, g.size())
	for i, c := range g {
		for range c {
			list = append(list, GoodWords[i])
		}
	}
	return list
}

// ArgValue returns a list of words in the order of the ledger.
func (g Goods) ArgValue() engine.Value {
	v := engine.Value{Kind: engine.ListValue, Items: []engine.Arg{}}
	for _, w := range g.Words() {
		v.Items = append(v.Items, engine.Arg{Value: engine.WordOf(w)})
	}
	return v
}

// ParseArg returns the goods that v lists.
func (g Goods) ParseArg(_ engine.Roster, v engine.Value) (any, bool) {
	g = Goods{}
	for i := range v.Items {
		it := &v.Items[i].Value
		at := slices.Index(GoodWords[:], it.Word)
		if it.Kind != engine.WordValue || at < 0 || g[at] == 255 {
			return g, false
		}
		g[at]++
	}
	return g, v.Kind == engine.ListValue
}

// Controller is whether the controller of a turf goes first.
type Controller bool

// ArgValue returns "controller" or "self".
func (c Controller) ArgValue() engine.Value {
	if c {
		return engine.WordOf("controller")
	}
	return engine.WordOf("self")
}

// ParseArg returns what v means.
func (Controller) ParseArg(_ engine.Roster, v engine.Value) (any, bool) {
	return Controller(v.Word == "controller"), v.Kind == engine.WordValue && (v.Word == "controller" || v.Word == "self")
}

// Last is whether the money of a job comes last.
type Last bool

// ArgValue returns "last" or "first".
func (l Last) ArgValue() engine.Value {
	if l {
		return engine.WordOf("last")
	}
	return engine.WordOf("first")
}

// ParseArg returns what v means.
func (Last) ParseArg(_ engine.Roster, v engine.Value) (any, bool) {
	return Last(v.Word == "last"), v.Kind == engine.WordValue && (v.Word == "last" || v.Word == "first")
}

// A Source is where a job comes from.
type Source uint8

// The sources of jobs.
const (
	FromHand Source = iota
	FromRow
)

// Words returns the identifiers of the ledger.
func (Source) Words() []string { return []string{"hand", "public"} }

// A Swap is one of the abilities that discard cards for money.
type Swap uint8

// Words returns the identifiers of the ledger.
func (Swap) Words() []string { return AbilityWords[Swap1 : Swap3+1] }

// A Kill is one of the abilities that kill.
type Kill uint8

// Words returns the identifiers of the ledger.
func (Kill) Words() []string { return AbilityWords[KillThug : KillFamilyChief+1] }

// None is null.
type None struct{}

// ArgValue returns null.
func (None) ArgValue() engine.Value { return engine.Value{Kind: engine.NullValue} }

// ParseArg reports whether v is null.
func (None) ParseArg(_ engine.Roster, v engine.Value) (any, bool) {
	return None{}, v.Kind == engine.NullValue
}

// FromTo is the two places of a figure that is put elsewhere.
type FromTo [2]string

// Keys returns the identifiers of the ledger.
func (FromTo) Keys() []string { return []string{"from", "to"} }

// Forces is the influence of each seat in a turf.
type Forces struct {
	Of [MaxSeats]uint8
	N  uint8 // number of seats
}

// NewForces returns the influence of the seats in their order.
func NewForces(of ...uint8) Forces {
	f := Forces{N: uint8(len(of))}
	copy(f.Of[:], of)
	return f
}

// ArgValue returns an object by seat.
func (f Forces) ArgValue() engine.Value {
	v := engine.Value{Kind: engine.MapValue, Items: make([]engine.Arg, f.N)}
	for i := range v.Items {
		v.Items[i] = engine.Arg{Of: engine.Seat(i), Value: engine.IntOf(int(f.Of[i]))}
	}
	return v
}

// ParseArg returns the forces that v means. Seats left out have 0.
func (f Forces) ParseArg(r engine.Roster, v engine.Value) (any, bool) {
	f = Forces{N: uint8(min(len(r), MaxSeats))}
	for i := range v.Items {
		it := &v.Items[i]
		s := it.Of
		if it.Key != "" {
			s = engine.Seat(slices.Index(r, it.Key))
		}
		if s < 0 || int(s) >= len(r) || it.Value.Kind != engine.IntValue || it.Value.Int < 0 || it.Value.Int > maxInfluence {
			return f, false
		}
		f.Of[s] = uint8(it.Value.Int)
	}
	return f, v.Kind == engine.MapValue
}

// Markers is a stack of control markers from bottom to top.
type Markers struct {
	n  uint8
	of [MaxSeats * markersEach]int8
}

// Seats returns whose the markers are, from bottom to top.
func (m *Markers) Seats() []int8 { return m.of[:m.n] }

// Top returns whose marker is on top, or NoSeat.
func (m *Markers) Top() engine.Seat {
	if m.n == 0 {
		return engine.NoSeat
	}
	return engine.Seat(m.of[m.n-1])
}

func (m *Markers) push(s engine.Seat) {
	m.of[m.n] = int8(s)
	m.n++
}

// lift takes the marker at a place out of the stack.
func (m *Markers) lift(at int) {
	copy(m.of[at:], m.of[at+1:m.n])
	m.n--
	m.of[m.n] = 0
}

// count returns how many markers of a seat there are.
func (m *Markers) count(s engine.Seat) int {
	n := 0
	for _, x := range m.Seats() {
		if engine.Seat(x) == s {
			n++
		}
	}
	return n
}

// ArgValue returns a list of seats.
func (m Markers) ArgValue() engine.Value {
	v := engine.Value{Kind: engine.ListValue, Items: make([]engine.Arg, m.n)}
	for i := range v.Items {
		v.Items[i].Value = engine.SeatOf(engine.Seat(m.of[i]))
	}
	return v
}

// ParseArg returns the stack that v lists.
func (m Markers) ParseArg(r engine.Roster, v engine.Value) (any, bool) {
	m = Markers{}
	if v.Kind != engine.ListValue || len(v.Items) > len(m.of) {
		return m, false
	}
	for i := range v.Items {
		s, ok := v.Items[i].Value.SeatIn(r)
		if !ok || s < 0 {
			return m, false
		}
		m.push(s)
	}
	return m, true
}

// Colours is how many jobs of each colour there are.
type Colours [colourCount]uint8

// ArgValue returns an object by colour.
func (c Colours) ArgValue() engine.Value {
	v := engine.Value{Kind: engine.MapValue, Items: make([]engine.Arg, colourCount)}
	for i, n := range c {
		v.Items[i] = engine.Arg{Key: ColourWords[i], Of: engine.NoSeat, Value: engine.IntOf(int(n))}
	}
	return v
}

// ParseArg returns the jobs that v counts. Colours left out have 0.
func (c Colours) ParseArg(_ engine.Roster, v engine.Value) (any, bool) {
	c = Colours{}
	for i := range v.Items {
		it := &v.Items[i]
		at := slices.Index(ColourWords[:], it.Key)
		if at < 0 || it.Value.Kind != engine.IntValue || it.Value.Int < 0 || it.Value.Int > maxJobsDone {
			return c, false
		}
		c[at] = uint8(it.Value.Int)
	}
	return c, v.Kind == engine.MapValue
}
