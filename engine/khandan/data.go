package khandan

import (
	"slices"

	"consigliere/engine"
)

// The numbers of the game (section 6.1 of the ledger).
const (
	minSeats     = 3
	MaxSeats     = 5
	TrackMax     = 20
	trackStart   = 10
	poolStart    = 3
	coinsStart   = 10
	powerStart   = 8
	roundsMax    = 9
	decisionsMin = 9 // fewer unused ones end a campaign (KHA-20.1)
	eventsStand  = 3 // of a resource (KHA-14.3)
	eventLife    = 3 // reigns (KHA-3.2)
	rolesPerSeat = 2
	abstainCoins = 1
	storylines   = 5
	maxReigns    = 30
	maxTalk      = 1800
	maxBase      = 9 // of a change, typed in (KHA-13.2)
	maxAbility   = 5
	maxAdjust    = 20
	maxLevel     = 5 // of an adjustment of unity or division
	maxAmount    = 3 // of unity or division that an ending brings, and of a reward
	maxNote      = 80
	historyTyped = 2 // events of one outcome
	storyTyped   = 2
	rebelCrown   = 1
)

// deathOf is one in how many that the king dies at the end of a round (KHA-16.3).
var deathOf = [roundsMax + 1]int{7: 3, 8: 2, 9: 1}

// slopeBonus is by the run of a slope (KHA-4.4).
var slopeBonus = [...]int{1, 2, 2}

// powerPoints are for places 1 and 2 (KHA-17.7).
var powerPoints = [...]int{2, 1}

// A Resource is one of the five of the realm, in the order of the ledger.
type Resource uint8

// The resources.
const (
	Army Resource = iota
	Wealth
	Legitimacy
	Welfare
	Knowledge
	ResourceCount
)

var resourceWords = [...]string{"army", "wealth", "legitimacy", "welfare", "knowledge"}

// Words returns the identifiers of the ledger.
func (Resource) Words() []string { return resourceWords[:] }

// String returns the identifier of the ledger.
func (r Resource) String() string { return engine.WordAt(resourceWords[:], int(r)) }

// ResourceKeys are the keys of the messages that name resources.
var ResourceKeys = engine.KeysOf("resource.", resourceWords[:])

// A Slope is where a resource tends to.
type Slope uint8

// The slopes. NoSlope stands for none yet.
const (
	NoSlope Slope = iota
	Up
	Down
)

var slopeWords = [...]string{"", "up", "down"}

// Words returns the identifiers of the ledger.
func (Slope) Words() []string { return slopeWords[:] }

// String returns the identifier of the ledger.
func (s Slope) String() string { return engine.WordAt(slopeWords[:], int(s)) }

// A Polarity is whether a historical event is positive or negative.
type Polarity uint8

// The signs.
const (
	NoSign Polarity = iota
	Plus
	Minus
)

var signWords = [...]string{"", "+", "-"}

// Words returns the identifiers of the ledger.
func (Polarity) Words() []string { return signWords[:] }

// String returns the identifier of the ledger.
func (s Polarity) String() string { return engine.WordAt(signWords[:], int(s)) }

// By returns 1 for positive and -1 for negative.
func (s Polarity) By() int {
	if s == Plus {
		return 1
	}
	return -1
}

var (
	SignKeys  = [...]string{"", "sign.plus", "sign.minus"}
	toldSigns = [...]string{"", "sign.told_plus", "sign.told_minus"} // aloud
)

// A Role is a secret or a public role.
type Role uint8

// The roles in the order of the ledger: six secret ones, then ten public ones, two for each
// resource.
const (
	NoRole Role = iota
	Opportunist
	Opulent
	Centrist
	Greedy
	Rebel
	Extremist
	Marshal
	Sentinel
	Merchant
	Treasurer
	Vizier
	Judge
	Counsellor
	Steward
	Sage
	HighPriest
	roleCount
)

const (
	secretRoles = 6
	publicRoles = 10
)

var roleWords = [...]string{
	"", "opportunist", "opulent", "centrist", "greedy", "rebel", "extremist",
	"marshal", "sentinel", "merchant", "treasurer", "vizier", "judge", "counsellor", "steward", "sage", "high_priest",
}

// Words returns the identifiers of the ledger.
func (Role) Words() []string { return roleWords[:] }

// String returns the identifier of the ledger.
func (r Role) String() string { return engine.WordAt(roleWords[:], int(r)) }

var roleKeys = engine.KeysOf("role.", roleWords[:])

// Key returns the key of the message that names the role.
func (r Role) Key() string { return engine.WordAt(roleKeys, int(r)) }

func (r Role) secret() bool { return r >= Opportunist && r <= Extremist }

func (r Role) public() bool { return r >= Marshal && r <= HighPriest }

// Resource returns the resource of a public role.
func (r Role) Resource() Resource { return Resource((r - Marshal) / 2) }

// Sign returns the sign of a public role.
func (r Role) Sign() Polarity { return Plus + Polarity((r-Marshal)%2) }

// A Span is a range of values, both ends included.
type Span struct{ From, To int }

// A Clause is what a secret role gives points for (section 6.1).
type Clause struct {
	Spans  []Span
	Points [ResourceCount + 1]int // by the number of resources inside the spans
	coins  [3]int                 // for places 1, 2 and 3
}

// Clauses are by secret role. The Extremist has no spans but its own rule (KHA-17.3).
var Clauses = [...]Clause{
	Opportunist: {[]Span{{0, 10}}, [...]int{0, 4, 7, 10, 14, 15}, [...]int{6, 4, 2}},
	Opulent:     {[]Span{{10, 20}}, [...]int{0, 4, 7, 10, 14, 15}, [...]int{6, 4, 2}},
	Centrist:    {[]Span{{5, 15}}, [...]int{0, 6, 7, 10, 13, 14}, [...]int{5, 3, 1}},
	Greedy:      {[]Span{{0, 5}, {15, 20}}, [...]int{4, 7, 11, 7, 4, 0}, [...]int{8, 6, 4}},
	Rebel:       {[]Span{{0, 5}, {15, 20}}, [...]int{0, 9, 13, 17, 19, 20}, [...]int{3, 2, 1}},
	Extremist:   {coins: [...]int{4, 2, 1}},
}

// has reports whether a value lies inside the spans.
func (c *Clause) has(value int) bool {
	return slices.ContainsFunc(c.Spans, func(s Span) bool { return value >= s.From && value <= s.To })
}

// An Ending is how a reign ends.
type Ending uint8

// The endings.
const (
	NoEnding Ending = iota
	Death
	Deposed
	Fled
)

var endingWords = [...]string{"", "death", "deposed", "fled"}

// String returns the identifier of the ledger.
func (e Ending) String() string { return engine.WordAt(endingWords[:], int(e)) }

// EndingKeys are the keys of the messages that tell endings.
var EndingKeys = engine.KeysOf("ending.", endingWords[:])

// An award is prestige and crown.
type award struct{ prestige, crown int }

// awards are by ending and place; the last in the ranking takes the last column (KHA-18.2).
var awards = [...][5]award{
	Death:   {{4, 0}, {3, 0}, {1, 1}, {1, 1}, {0, 2}},
	Deposed: {{3, 0}, {2, 0}, {1, 0}, {1, 0}, {0, 2}},
	Fled:    {{0, 2}, {0, 1}, {0, 1}, {0, 1}, {2, 0}},
}

// A Choice is a vote.
type Choice uint8

// The votes.
const (
	NoChoice Choice = iota
	Yes
	No
	Strengthen
	Moderate
)

// ChoiceWords are the identifiers of the ledger, by [Choice].
var ChoiceWords = [...]string{"", "yes", "no", "strengthen", "moderate"}

// Words returns the identifiers of the ledger.
func (Choice) Words() []string { return ChoiceWords[:] }

// String returns the identifier of the ledger.
func (c Choice) String() string { return engine.WordAt(ChoiceWords[:], int(c)) }

// Abstains reports whether the choice is neither yes nor no.
func (c Choice) Abstains() bool { return c >= Strengthen }

// ChoiceKeys are the keys of the messages that name choices.
var ChoiceKeys = engine.KeysOf("choice.", ChoiceWords[:])

// A Step is what the game waits for.
type Step uint8

const (
	StepSlopes Step = iota
	StepDraft
	StepRoles
	StepLots
	StepPropose
	StepVote
	StepTie
	StepLeader
	StepOutcome
	StepSign
	StepDeath
	StepReveal
	StepBetween
	StepOver
)

var phaseWords = [...]string{
	"slopes", "draft", "roles", "lots", "propose", "vote", "tie", "leader", "outcome", "sign", "death", "reveal", "between", "over",
}
