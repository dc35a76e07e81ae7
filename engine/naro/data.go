package naro

// The numbers of the game (NARO-1.2, 2.1, 3.1, 8.7, 11.3).
const (
	minSeats     = 4
	maxSeats     = 8
	Rounds       = 8
	lootPerRound = 8
	woundsToDie  = 3
	toughToDie   = 5
	bonus        = 60000
	clicksEach   = 5
	bangsEach    = 3
)

// A Bullet is a kind of bullet card.
type Bullet uint8

// The bullet cards. NoBullet stands for "none" where a seat may decline.
const (
	NoBullet Bullet = iota
	Click
	Bang
)

var bulletWords = [...]string{"none", "click", "bang"}

// Words returns the identifiers of the ledger.
func (Bullet) Words() []string { return bulletWords[:] }

// String returns the identifier of the ledger.
func (b Bullet) String() string { return word(bulletWords[:], int(b)) }

// Message keys are kept in tables, since to put one together costs an allocation.
var bulletKeys = [...]string{"card.none", "card.click", "card.bang"}

// Key returns the key of the message that names the card.
func (b Bullet) Key() string { return word(bulletKeys[:], int(b)) }

// A Loot is a kind of card or thing that lies on the table in the share-out.
type Loot uint8

// The loot cards in the order of the ledger, and the New Boss token, which is taken like
// them. NoLoot is nothing.
const (
	NoLoot Loot = iota
	Cash5000
	Cash10000
	Cash20000
	Diamond1000
	Diamond5000
	Diamond10000
	Painting
	Clip
	FirstAid
	NewBoss
)

// LootWords are the identifiers of the ledger, by [Loot].
var LootWords = [...]string{
	"", "cash_5000", "cash_10000", "cash_20000", "diamond_1000", "diamond_5000", "diamond_10000",
	"painting", "clip", "first_aid", "new_boss",
}

// Words returns the identifiers of the ledger.
func (Loot) Words() []string { return LootWords[:] }

// String returns the identifier of the ledger.
func (l Loot) String() string { return word(LootWords[:], int(l)) }

var lootKeys = [...]string{
	"", "card.cash_5000", "card.cash_10000", "card.cash_20000", "card.diamond_1000", "card.diamond_5000",
	"card.diamond_10000", "card.painting", "card.clip", "card.first_aid", "card.new_boss",
}

// Key returns the key of the message that names the card.
func (l Loot) Key() string { return word(lootKeys[:], int(l)) }

// card reports whether l is a loot card, not the token.
func (l Loot) card() bool { return l >= Cash5000 && l <= FirstAid }

// used reports whether l is used up when it is taken (NARO-10.7).
func (l Loot) used() bool { return l == Clip || l == FirstAid }

// A pile is a number of loot cards of each kind. The token is never in a pile.
type pile [NewBoss]uint8

func (p *pile) size() int {
	n := 0
	for _, c := range p {
		n += int(c)
	}
	return n
}

// at returns the card at place i when the cards lie in the order of the ledger.
func (p *pile) at(i int) Loot {
	for l := Cash5000; l < NewBoss; l++ {
		if i -= int(p[l]); i < 0 {
			return l
		}
	}
	return NoLoot
}

// words returns the identifiers of the cards in the order of the ledger.
func (p *pile) words() []string {
	words := make([]string, 0, p.size())
	for l := Cash5000; l < NewBoss; l++ {
		for range p[l] {
			words = append(words, LootWords[l])
		}
	}
	return words
}

// allLoot is the box's loot (NARO-D1).
var allLoot = pile{
	Cash5000: 15, Cash10000: 15, Cash20000: 10, Diamond1000: 5, Diamond5000: 3, Diamond10000: 1,
	Painting: 10, Clip: 3, FirstAid: 2,
}

// LootValue is what bills and diamonds are worth (NARO-11.4).
var LootValue = [...]int{
	Cash5000: 5000, Cash10000: 10000, Cash20000: 20000,
	Diamond1000: 1000, Diamond5000: 5000, Diamond10000: 10000, NewBoss: 0,
}

// PaintingValue is what a collection is worth by its size (NARO-11.5).
var PaintingValue = [...]int{0, 4000, 12000, 30000, 60000, 100000, 150000, 200000, 300000, 400000, 500000, 500000}

// A Kind is a kind of thing that the bully can forbid.
type Kind uint8

// The kinds of NARO-29.3. NoKind stands for "none".
const (
	NoKind Kind = iota
	Bills
	Diamonds
	Paintings
	Clips
	FirstAids
	NewBosses
)

var kindWords = [...]string{"none", "bill", "diamond", "painting", "clip", "first_aid", "new_boss"}

// Words returns the identifiers of the ledger.
func (Kind) Words() []string { return kindWords[:] }

// String returns the identifier of the ledger.
func (k Kind) String() string { return word(kindWords[:], int(k)) }

// Key returns the key of the message that names the kind.
func (k Kind) Key() string { return "kind." + k.String() }

// KindOf is the kind of each thing that can be taken.
var KindOf = [...]Kind{
	NoLoot: NoKind, Cash5000: Bills, Cash10000: Bills, Cash20000: Bills,
	Diamond1000: Diamonds, Diamond5000: Diamonds, Diamond10000: Diamonds,
	Painting: Paintings, Clip: Clips, FirstAid: FirstAids, NewBoss: NewBosses,
}

// A Power is a power card.
type Power uint8

// The powers in the order of the ledger.
const (
	NoPower Power = iota
	Pickpocket
	Cheat
	Vulture
	Opportunist
	Doctor
	Gambler
	Broker
	Greedy
	Tough
	Lucky
	Enchanter
	Collector
	Professional
	Handsome
	Racketeer
	Bully
	powerCount
)

var powerWords = [...]string{
	"", "pickpocket", "cheat", "vulture", "opportunist", "doctor", "gambler", "broker", "greedy", "tough",
	"lucky", "enchanter", "collector", "professional", "handsome", "racketeer", "bully",
}

// Words returns the identifiers of the ledger.
func (Power) Words() []string { return powerWords[:] }

// String returns the identifier of the ledger.
func (p Power) String() string { return word(powerWords[:], int(p)) }

// Key returns the key of the message that names the power.
func (p Power) Key() string { return "power." + p.String() }

// Guts is what a seat chooses in the courage step.
type Guts uint8

// The choices of the courage step.
const (
	Stand Guts = iota
	Duck
)

var gutsWords = [...]string{"stand", "duck"}

// Words returns the identifiers of the ledger.
func (Guts) Words() []string { return gutsWords[:] }

// A Reply is yes or no.
type Reply uint8

// The replies.
const (
	Yes Reply = iota
	No
)

var replyWords = [...]string{"yes", "no"}

// Words returns the identifiers of the ledger.
func (Reply) Words() []string { return replyWords[:] }

// A Stance is how a character is on the table.
type Stance uint8

const (
	Up Stance = iota
	Ducked
	Hit
	Dead
)

var stanceWords = [...]string{"up", "ducked", "hit", "dead"}

// A Step is what the game waits for. Several steps can be one phase.
type Step uint8

const (
	StepPowers Step = iota
	StepLoot
	StepHustle
	StepHustleDraw
	StepGive
	StepLoad
	StepAim
	StepAimLast // the enchanter's aim
	StepReload
	StepOrder
	StepTurn // the ordered seat turns its gun
	StepCourage
	StepSalvage
	StepReveal
	StepRob
	StepScavenge
	StepTake
	StepForbid
	StepDraw
	StepBurn
	StepOver
)

// stepData says which phase a step is in and which verb answers it.
var stepData = [...]struct{ phase, verb string }{
	StepPowers:     {"deal", "powers"},
	StepLoot:       {"loot", "loot"},
	StepHustle:     {"hustle", "hustle"},
	StepHustleDraw: {"hustle", "draw"},
	StepGive:       {"hustle", "give"},
	StepLoad:       {"load", "load"},
	StepAim:        {"aim", "aim"},
	StepAimLast:    {"aim", "aim"},
	StepReload:     {"reload", "reload"},
	StepOrder:      {"order", "order"},
	StepTurn:       {"order", "aim"},
	StepCourage:    {"courage", "courage"},
	StepSalvage:    {"salvage", "salvage"},
	StepReveal:     {"rob", "reveal"},
	StepRob:        {"rob", "rob"},
	StepScavenge:   {"scavenge", "scavenge"},
	StepTake:       {"share", "take"},
	StepForbid:     {"share", "forbid"},
	StepDraw:       {"share", "draw"},
	StepBurn:       {"share", "burn"},
	StepOver:       {"over", ""},
}

// byTable reports whether the table answers in s.
func (s Step) byTable() bool {
	return s == StepPowers || s == StepLoot || s == StepHustleDraw || s == StepDraw
}

// word returns words[i], or "" for a value that the game does not have.
func word(words []string, i int) string {
	if i < len(words) {
		return words[i]
	}
	return ""
}

// The pictures that cues name.
const (
	AimsPicture  uint8 = 1 + iota // who aims at whom
	GutsPicture                   // which players stand and which ducked
	CardsPicture                  // who shot whom, with which card
	SharePicture                  // who shares
	LootPicture                   // what lies on the table
)
