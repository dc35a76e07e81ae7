package khandan

import (
	"slices"
	"unicode/utf8"

	"consigliere/engine"
)

// The moves of the game, as section 8.4 of the ledger has them. Where the box draws, the table's
// chance moves have no arguments, and a struct of their own.
type (
	// Slopes says which face each marker shows.
	Slopes struct {
		Army       Slope `arg:"army"`
		Wealth     Slope `arg:"wealth"`
		Legitimacy Slope `arg:"legitimacy"`
		Welfare    Slope `arg:"welfare"`
		Knowledge  Slope `arg:"knowledge"`
	}
	// DrawSlopes lets the box draw the slopes.
	DrawSlopes struct{}
	// Discard takes a secret role out of the draft, unseen by others.
	Discard struct {
		Role SecretRole `arg:"role,listed"`
	}
	// Take takes a secret role.
	Take struct {
		Role SecretRole `arg:"role,listed"`
	}
	// Keep keeps two of the public roles that a house stands with.
	Keep struct {
		Roles [rolesPerSeat]PublicRole `arg:"roles"`
	}
	// Lots says who drew which public role.
	Lots struct {
		Roles Lottery `arg:"roles"`
	}
	// DrawLots lets the box draw the lots.
	DrawLots struct{}
	// Propose opens a council phase with a decision.
	Propose struct {
		Card string `arg:"card,optional"`
	}
	// Vote is the vote of a seat.
	Vote struct {
		Choice Choice `arg:"choice"`
		Power  int    `arg:"power,choice=yes|no"`
	}
	// Add puts more power on an open vote.
	Add struct {
		Power int `arg:"power"`
	}
	// Done adds nothing more to an open vote.
	Done struct{}
	// Offer offers a deal.
	Offer struct {
		To   engine.Seat `arg:"to"`
		Give Terms       `arg:"give"`
		Get  Terms       `arg:"get"`
	}
	// Accept confirms a deal.
	Accept struct {
		Deal int `arg:"deal,listed"`
	}
	// Decline refuses a deal.
	Decline struct {
		Deal int `arg:"deal,listed"`
	}
	// Withdraw takes an offer back.
	Withdraw struct {
		Deal int `arg:"deal,listed"`
	}
	// Break breaks a tie.
	Break struct {
		Side Side `arg:"side"`
	}
	// PickLeader names one of the tied as leader.
	PickLeader struct {
		Leader engine.Seat `arg:"leader"`
	}
	// OutcomeOf names one of the results of a decision of the pack.
	OutcomeOf struct {
		Result string `arg:"result"`
	}
	// Outcome is the outcome typed in full; where the box draws it from a pack, it is empty.
	Outcome struct {
		Resources Changes `arg:"resources,optional"`
		History   Records `arg:"history,optional"`
		Story     Story   `arg:"story,optional"`
	}
	// Sign signs what the decision brings.
	Sign struct {
		For engine.SeatOrNone `arg:"for,optional"`
	}
	// Dies says whether the king dies.
	Dies struct {
		Dies bool `arg:"dies"`
	}
	// DrawDeath lets the box draw whether the king dies.
	DrawDeath struct{}
	// Reveal says which secret role a seat had.
	Reveal struct {
		Role SecretRole `arg:"role"`
	}
	// AdjustHouse corrects a house sheet, or what a character holds.
	AdjustHouse struct {
		House       engine.Seat `arg:"house"`
		Prestige    Amount      `arg:"prestige,optional"`
		Crown       Amount      `arg:"crown,optional"`
		Coins       Amount      `arg:"coins,optional"`
		Power       Amount      `arg:"power,optional"`
		Achievement string      `arg:"achievement,optional"`
		Ability     Ability     `arg:"ability,optional"`
	}
	// AdjustRealm corrects unity and division.
	AdjustRealm struct {
		Unity    Level `arg:"unity,optional"`
		Division Level `arg:"division,optional"`
	}
	// NextReign begins the next reign.
	NextReign struct{}
	// EndCampaign ends the campaign.
	EndCampaign struct{}
)

// moves is how they stand in records. The rule that an argument breaks which is missing or not
// a word of the game is the one that says what the argument must be.
var moves = engine.Declare(
	engine.Plays[Slopes]("slopes", "KHA-3.11"),
	engine.Plays[DrawSlopes]("slopes", "KHA-3.11"),
	engine.Plays[Discard]("discard", "KHA-5.2"),
	engine.Plays[Take]("take", "KHA-5.3"),
	engine.Plays[Keep]("keep", "KHA-6.6"),
	engine.Plays[Lots]("lots", "KHA-6.8"),
	engine.Plays[DrawLots]("lots", "KHA-6.8"),
	engine.Plays[Propose]("propose", "KHA-8.1"),
	engine.Plays[Vote]("vote", "KHA-9.1"),
	engine.Plays[Add]("add", "KHA-9.10"),
	engine.Plays[Done]("done", "KHA-9.12"),
	engine.Plays[Offer]("offer", "KHA-10.6").RuleOf(ruleOfOffer),
	engine.Plays[Accept]("accept", "KHA-10.2"),
	engine.Plays[Decline]("decline", "KHA-10.10"),
	engine.Plays[Withdraw]("withdraw", "KHA-10.10"),
	engine.Plays[Break]("break", "KHA-11.2"),
	engine.Plays[PickLeader]("pick_leader", "KHA-11.5"),
	engine.Plays[Outcome]("outcome", "KHA-13.2").RuleOf(ruleOfOutcome),
	engine.Plays[OutcomeOf]("outcome", "KHA-13.1"),
	engine.Plays[Sign]("sign", "KHA-13.6"),
	engine.Plays[Dies]("death", "KHA-16.3"),
	engine.Plays[DrawDeath]("death", "KHA-16.3"),
	engine.Plays[Reveal]("reveal", "KHA-5.7"),
	engine.Plays[AdjustHouse]("adjust", "KHA-2.3"),
	engine.Plays[AdjustRealm]("adjust", "KHA-15.4"),
	engine.Plays[NextReign]("next_reign", "KHA-20.1"),
	engine.Plays[EndCampaign]("end_campaign", "KHA-20.1"),
)

func ruleOfOffer(_ any, arg string) string {
	if arg == "to" {
		return "KHA-10.1"
	}
	return "KHA-10.5" // what is not in the list of terms cannot be given
}

func ruleOfOutcome(_ any, arg string) string {
	switch arg {
	case "history":
		return "KHA-14.1"
	case "story":
		return "KHA-15.1"
	}
	return ""
}

// A SecretRole is a secret role as an argument.
type SecretRole uint8

// Words returns the identifiers of the ledger.
func (SecretRole) Words() []string { return roleWords[:Marshal] }

// A PublicRole is a public role as an argument, from 1.
type PublicRole uint8

var publicWords = [...]string{
	"", "marshal", "sentinel", "merchant", "treasurer", "vizier", "judge", "counsellor", "steward", "sage", "high_priest",
}

// Words returns the identifiers of the ledger.
func (PublicRole) Words() []string { return publicWords[:] }

// Role returns the role that p stands for, or NoRole.
func (p PublicRole) Role() Role {
	if p == 0 {
		return NoRole
	}
	return Marshal + Role(p) - 1
}

// A Side is yes or no as an argument.
type Side uint8

// Words returns the identifiers of the ledger.
func (Side) Words() []string { return ChoiceWords[:Strengthen] }

// A Lottery lists the seats that drew the public roles, in the order of the roles.
type Lottery [publicRoles]engine.SeatOrNone

// ArgValue returns an object by role.
func (l Lottery) ArgValue() engine.Value {
	v := engine.Value{Kind: engine.MapValue, Items: []engine.Arg{}}
	for i, s := range l {
		if s != 0 {
			v.Items = append(v.Items, engine.Arg{Key: roleWords[int(Marshal)+i], Of: engine.NoSeat, Value: s.ArgValue()})
		}
	}
	return v
}

// ParseArg returns the lots that v means. "none" is for a role that stays out.
func (l Lottery) ParseArg(r engine.Roster, v engine.Value) (any, bool) {
	l = Lottery{}
	for i := range v.Items {
		it := &v.Items[i]
		at := slices.Index(roleWords[Marshal:], it.Key)
		s, ok := it.Value.SeatIn(r)
		if at < 0 || !ok {
			return l, false
		}
		if s >= 0 {
			l[at] = s.OrNone()
		}
	}
	return l, v.Kind == engine.MapValue
}

// An Amount is a number from -20 to 20, and not 0 where it is given.
type Amount int8

// ArgValue returns the number.
func (a Amount) ArgValue() engine.Value { return engine.IntOf(int(a)) }

// ParseArg returns the amount that v means.
func (Amount) ParseArg(_ engine.Roster, v engine.Value) (any, bool) {
	n, ok := within(v, maxAdjust)
	return Amount(n), ok && n != 0
}

// A Level is a number from -5 to 5, and not 0 where it is given.
type Level int8

// ArgValue returns the number.
func (l Level) ArgValue() engine.Value { return engine.IntOf(int(l)) }

// ParseArg returns the level that v means.
func (Level) ParseArg(_ engine.Roster, v engine.Value) (any, bool) {
	n, ok := within(v, maxLevel)
	return Level(n), ok && n != 0
}

// within returns a number from -most to most.
func within(v engine.Value, most int) (int, bool) {
	if v.Kind != engine.IntValue || v.Int < -most || v.Int > most {
		return 0, false
	}
	return v.Int, true
}

// An Ability is the four things that an ability can change, in the order of the ledger.
type Ability [4]int8

// The places of an [Ability].
const (
	StartCoins = iota
	StartPower
	AbstainCoins
	EndPoints
)

var abilityWords = [...]string{"start_coins", "start_power", "abstain_coins", "end_points"}

// Keys returns the identifiers of the ledger.
func (Ability) Keys() []string { return abilityWords[:] }

// ArgValue returns an object with what is not 0.
func (a Ability) ArgValue() engine.Value {
	v := engine.Value{Kind: engine.MapValue, Items: []engine.Arg{}}
	for i, n := range a {
		if n != 0 {
			v.Items = append(v.Items, engine.Arg{Key: abilityWords[i], Of: engine.NoSeat, Value: engine.IntOf(int(n))})
		}
	}
	return v
}

// ParseArg returns the ability that v means.
func (a Ability) ParseArg(_ engine.Roster, v engine.Value) (any, bool) {
	a = Ability{}
	for i := range v.Items {
		it := &v.Items[i]
		at := slices.Index(abilityWords[:], it.Key)
		n, ok := within(it.Value, maxAbility)
		if at < 0 || !ok {
			return a, false
		}
		a[at] = int8(n)
	}
	return a, v.Kind == engine.MapValue
}

// Changes is the base amounts by which resources change.
type Changes [ResourceCount]int8

// ArgValue returns an object with the resources that change.
func (c Changes) ArgValue() engine.Value {
	v := engine.Value{Kind: engine.MapValue, Items: []engine.Arg{}}
	for i, n := range c {
		if n != 0 {
			v.Items = append(v.Items, engine.Arg{Key: resourceWords[i], Of: engine.NoSeat, Value: engine.IntOf(int(n))})
		}
	}
	return v
}

// ParseArg returns the changes that v means. None is 0.
func (c Changes) ParseArg(_ engine.Roster, v engine.Value) (any, bool) {
	c = Changes{}
	for i := range v.Items {
		it := &v.Items[i]
		at := slices.Index(resourceWords[:], it.Key)
		if s, ok := it.Value.SeatIn(nil); ok && s == engine.NoSeat && at >= 0 {
			continue // "none", from a list
		}
		n, ok := within(it.Value, maxBase)
		if at < 0 || !ok || n == 0 {
			return c, false
		}
		c[at] = int8(n)
	}
	return c, v.Kind == engine.MapValue
}

// A Record is a historical event that an outcome brings.
type Record struct {
	Resource Resource
	Sign     Polarity
}

// Records is the historical events of one outcome, two at most.
type Records struct {
	of [historyTyped]Record
	n  uint8
}

// NewRecords returns the events in their order.
func NewRecords(of ...Record) Records {
	var r Records
	for _, x := range of {
		r = r.with(x)
	}
	return r
}

func (r Records) with(x Record) Records {
	if int(r.n) < len(r.of) {
		r.of[r.n] = x
		r.n++
	}
	return r
}

// List returns the events in their order.
func (r *Records) List() []Record { return r.of[:r.n] }

// ArgValue returns a list of objects.
func (r Records) ArgValue() engine.Value {
	v := engine.Value{Kind: engine.ListValue, Items: []engine.Arg{}}
	for _, x := range r.List() {
		v.Items = append(v.Items, engine.Arg{Value: engine.Value{Kind: engine.MapValue, Items: []engine.Arg{
			{Key: "resource", Of: engine.NoSeat, Value: engine.WordOf(x.Resource.String())},
			{Key: "sign", Of: engine.NoSeat, Value: engine.WordOf(x.Sign.String())},
		}}})
	}
	return v
}

// ParseArg returns the events that v lists.
func (r Records) ParseArg(_ engine.Roster, v engine.Value) (any, bool) {
	r = Records{}
	if v.Kind != engine.ListValue || len(v.Items) > historyTyped {
		return r, false
	}
	for i := range v.Items {
		if x, ok := recordOf(v.Items[i].Value.Word); ok { // chosen from a list
			r = r.with(x)
			continue
		}
		o, ok := objectOf(v.Items[i].Value, []string{"resource", "sign"}, nil)
		at, sign := slices.Index(resourceWords[:], o["resource"].Word), slices.Index(signWords[:], o["sign"].Word)
		if !ok || at < 0 || sign <= 0 || o["resource"].Kind != engine.WordValue || o["sign"].Kind != engine.WordValue {
			return r, false
		}
		r = r.with(Record{Resource(at), Polarity(sign)})
	}
	return r, true
}

// objectOf returns the values of an object by key, and whether it has all of must and no other
// except those in may.
func objectOf(v engine.Value, must, may []string) (map[string]engine.Value, bool) {
	o := map[string]engine.Value{}
	if v.Kind != engine.MapValue {
		return o, false
	}
	for i := range v.Items {
		k := v.Items[i].Key
		if !slices.Contains(must, k) && !slices.Contains(may, k) {
			return o, false
		}
		o[k] = v.Items[i].Value
	}
	for _, k := range must {
		if _, ok := o[k]; !ok {
			return o, false
		}
	}
	return o, true
}

// A StoryEvent is a story event that an outcome brings. Without a pack it also says what the
// event brings.
type StoryEvent struct {
	Line, Event string
	HasAbility  bool
	Ability     Ability
	HasEnd      bool
	End         StoryEnd
}

// A StoryEnd is what the end of a storyline brings.
type StoryEnd struct {
	Division        bool
	Amount          int8 // 1 to 3
	Ability         Ability
	House           engine.SeatOrNone // whose achievement is activated
	Achievement     string
	Gains           Ability // ability of the achievement
	Prestige, Crown int8    // reward; both 0 for none
}

// Story is the story events of one outcome, two at most.
type Story struct {
	of [storyTyped]StoryEvent
	n  uint8
}

// NewStory returns the events in their order.
func NewStory(of ...StoryEvent) Story {
	var s Story
	for _, e := range of[:min(len(of), storyTyped)] {
		s.of[s.n] = e
		s.n++
	}
	return s
}

// List returns the events in their order.
func (s *Story) List() []StoryEvent { return s.of[:s.n] }

func keyed(key string, v engine.Value) engine.Arg {
	return engine.Arg{Key: key, Of: engine.NoSeat, Value: v}
}

// ArgValue returns a list of objects.
func (s Story) ArgValue() engine.Value {
	v := engine.Value{Kind: engine.ListValue, Items: []engine.Arg{}}
	for _, e := range s.List() {
		items := []engine.Arg{keyed("line", engine.WordOf(e.Line)), keyed("event", engine.WordOf(e.Event))}
		if e.HasAbility {
			items = append(items, keyed("ability", e.Ability.ArgValue()))
		}
		if e.HasEnd {
			items = append(items, keyed("end", e.End.value()))
		}
		v.Items = append(v.Items, engine.Arg{Value: engine.Value{Kind: engine.MapValue, Items: items}})
	}
	return v
}

func (e *StoryEnd) value() engine.Value {
	level := "unity"
	if e.Division {
		level = "division"
	}
	items := []engine.Arg{keyed("level", engine.WordOf(level)), keyed("amount", engine.IntOf(int(e.Amount)))}
	if e.Ability != (Ability{}) {
		items = append(items, keyed("ability", e.Ability.ArgValue()))
	}
	if e.House != 0 {
		list := []engine.Arg{keyed("seat", e.House.ArgValue()), keyed("id", engine.WordOf(e.Achievement))}
		if e.Gains != (Ability{}) {
			list = append(list, keyed("ability", e.Gains.ArgValue()))
		}
		items = append(items, keyed("achievement", engine.Value{Kind: engine.MapValue, Items: list}))
	}
	if e.Prestige != 0 || e.Crown != 0 {
		items = append(items, keyed("reward", engine.Value{Kind: engine.MapValue, Items: []engine.Arg{
			keyed("prestige", engine.IntOf(int(e.Prestige))), keyed("crown", engine.IntOf(int(e.Crown))),
		}}))
	}
	return engine.Value{Kind: engine.MapValue, Items: items}
}

// ParseArg returns the events that v lists.
func (s Story) ParseArg(r engine.Roster, v engine.Value) (any, bool) {
	s = Story{}
	if v.Kind != engine.ListValue || len(v.Items) > storyTyped {
		return s, false
	}
	for i := range v.Items {
		if x := &v.Items[i].Value; x.Kind == engine.WordValue && x.Word != "" { // chosen from a list
			s.of[s.n] = storyOf(x.Word)
			s.n++
			continue
		}
		o, ok := objectOf(v.Items[i].Value, []string{"line", "event"}, []string{"ability", "end"})
		if !ok || o["line"].Kind != engine.WordValue || o["event"].Kind != engine.WordValue || o["event"].Word == "" {
			return s, false
		}
		e := StoryEvent{Line: o["line"].Word, Event: o["event"].Word}
		if a, has := o["ability"]; has {
			e.HasAbility = true
			if e.Ability, ok = parseAbility(a); !ok {
				return s, false
			}
		}
		if end, has := o["end"]; has {
			e.HasEnd = true
			if e.End, ok = parseEnd(r, end); !ok {
				return s, false
			}
		}
		s.of[s.n] = e
		s.n++
	}
	return s, true
}

func parseAbility(v engine.Value) (Ability, bool) {
	a, ok := Ability{}.ParseArg(nil, v)
	return a.(Ability), ok
}

func parseEnd(r engine.Roster, v engine.Value) (StoryEnd, bool) {
	e := StoryEnd{Amount: 1}
	o, ok := objectOf(v, []string{"level"}, []string{"amount", "ability", "achievement", "reward"})
	if !ok || o["level"].Kind != engine.WordValue {
		return e, false
	}
	switch o["level"].Word {
	case "unity":
	case "division":
		e.Division = true
	default:
		return e, false
	}
	if n, has := o["amount"]; has {
		if n.Kind != engine.IntValue || n.Int < 1 || n.Int > maxAmount {
			return e, false
		}
		e.Amount = int8(n.Int)
	}
	if a, has := o["ability"]; has {
		if e.Ability, ok = parseAbility(a); !ok {
			return e, false
		}
	}
	if a, has := o["achievement"]; has && !e.parseAchievement(r, a) {
		return e, false
	}
	if w, has := o["reward"]; has && !e.parseReward(w) {
		return e, false
	}
	return e, true
}

func (e *StoryEnd) parseAchievement(r engine.Roster, v engine.Value) bool {
	o, ok := objectOf(v, []string{"seat", "id"}, []string{"ability"})
	if !ok {
		return false
	}
	seat := o["seat"]
	s, ok := seat.SeatIn(r)
	if !ok || s < 0 || o["id"].Kind != engine.WordValue || o["id"].Word == "" {
		return false
	}
	e.House, e.Achievement = s.OrNone(), o["id"].Word
	if a, has := o["ability"]; has {
		if e.Gains, ok = parseAbility(a); !ok {
			return false
		}
	}
	return true
}

// parseReward reads a reward: one number is 1 to 3, the other 0 or left out.
func (e *StoryEnd) parseReward(v engine.Value) bool {
	o, ok := objectOf(v, nil, []string{"prestige", "crown"})
	if !ok {
		return false
	}
	p, hasPrestige := o["prestige"]
	c, hasCrown := o["crown"]
	if hasPrestige && !inReward(p) || hasCrown && !inReward(c) {
		return false
	}
	e.Prestige, e.Crown = int8(p.Int), int8(c.Int)
	return (e.Prestige == 0) != (e.Crown == 0)
}

func inReward(v engine.Value) bool {
	return v.Kind == engine.IntValue && v.Int >= 0 && v.Int <= maxAmount
}

// Terms is one side of a deal: coins, and what is promised. Nothing promised is zero.
type Terms struct {
	Coins  int
	Vote   Promise
	Power  int
	Tie    Side
	Leader engine.SeatOrNone
	Sign   bool
	Note   string
}

// A Promise is a promised vote: yes, no, or to abstain.
type Promise uint8

// The promised votes; NoPromise means that none was promised.
const (
	NoPromise Promise = iota
	VoteYes
	VoteNo
	Abstain
)

var promiseWords = [...]string{"", "yes", "no", "abstain"}

// String returns the identifier of the ledger.
func (p Promise) String() string { return engine.WordAt(promiseWords[:], int(p)) }

// keeps reports whether a vote keeps the promise.
func (p Promise) keeps(c Choice) bool {
	switch p {
	case VoteYes:
		return c == Yes
	case VoteNo:
		return c == No
	case Abstain:
		return c.Abstains()
	}
	return true
}

// maxTerm bounds numbers in terms; nobody ever has as much.
const maxTerm = 1 << 20

// ArgValue returns an object with the terms that there are.
func (t Terms) ArgValue() engine.Value {
	v := engine.Value{Kind: engine.MapValue, Items: []engine.Arg{}}
	if t.Coins != 0 {
		v.Items = append(v.Items, keyed("coins", engine.IntOf(t.Coins)))
	}
	if t.Vote != NoPromise {
		v.Items = append(v.Items, keyed("vote", engine.WordOf(t.Vote.String())))
	}
	if t.Power != 0 {
		v.Items = append(v.Items, keyed("power", engine.IntOf(t.Power)))
	}
	if t.Tie != 0 {
		v.Items = append(v.Items, keyed("tie", engine.WordOf(ChoiceWords[t.Tie])))
	}
	if t.Leader != 0 {
		v.Items = append(v.Items, keyed("leader", t.Leader.ArgValue()))
	}
	if t.Sign {
		v.Items = append(v.Items, keyed("sign", engine.BoolOf(true)))
	}
	if t.Note != "" {
		v.Items = append(v.Items, keyed("note", engine.WordOf(t.Note)))
	}
	return v
}

// ParseArg returns the terms that v means (KHA-10.4 to 10.7).
func (t Terms) ParseArg(r engine.Roster, v engine.Value) (any, bool) {
	t = Terms{}
	if v.Kind == engine.WordValue { // chosen from a list
		t, ok := termsOf(v.Word)
		return t, ok
	}
	if v.Kind != engine.MapValue {
		return t, false
	}
	for i := range v.Items {
		if !t.set(r, v.Items[i].Key, v.Items[i].Value) {
			return t, false
		}
	}
	return t, t.Power == 0 || t.Vote == VoteYes || t.Vote == VoteNo
}

func (t *Terms) set(r engine.Roster, key string, v engine.Value) bool {
	switch key {
	case "coins", "power":
		if v.Kind != engine.IntValue || v.Int < 1 || v.Int > maxTerm {
			return false
		}
		if key == "coins" {
			t.Coins = v.Int
		} else {
			t.Power = v.Int
		}
	case "vote":
		at := slices.Index(promiseWords[:], v.Word)
		if v.Kind != engine.WordValue || at <= 0 {
			return false
		}
		t.Vote = Promise(at)
	case "tie":
		at := slices.Index(ChoiceWords[:Strengthen], v.Word)
		if v.Kind != engine.WordValue || at <= 0 {
			return false
		}
		t.Tie = Side(at)
	case "leader":
		s, ok := v.SeatIn(r)
		if !ok || s < 0 {
			return false
		}
		t.Leader = s.OrNone()
	case "sign":
		if v.Kind != engine.BoolValue || v.Int == 0 {
			return false
		}
		t.Sign = true
	case "note":
		n := utf8.RuneCountInString(v.Word)
		if v.Kind != engine.WordValue || n < 1 || n > maxNote {
			return false
		}
		t.Note = v.Word
	default:
		return false
	}
	return true
}
