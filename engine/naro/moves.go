package naro

import "consigliere/engine"

// The moves of the game, one type for each verb of section 8 of the ledger; the verb draw
// has two, for a bullet card and for a loot card. A [engine.NoSeat], NoBullet or NoKind is
// written "none".
type (
	// Powers is which seat was dealt which power card. Seats that do not play have NoPower.
	Powers struct{ Cards [engine.MaxSeats]Power }
	// TurnUp is the loot cards turned up; its verb is loot.
	TurnUp struct{ Cards [lootPerRound]Loot }
	// Hustle is from whom the gambler draws.
	Hustle struct{ Who engine.Seat }
	// DrawBullet is the card that the gambler drew; its verb is draw.
	DrawBullet struct{ Card Bullet }
	// Give is what the gambler gives back.
	Give struct{ Card Bullet }
	// Load lays a bullet card down.
	Load struct{ Card Bullet }
	// Aim is at whom a gun is pointed.
	Aim struct{ At engine.Seat }
	// Reload is what the cheat loads instead.
	Reload struct{ Card Bullet }
	// Order is whom the boss orders to turn its gun.
	Order struct{ Who engine.Seat }
	// Courage stands, or ducks.
	Courage struct{ Stand bool }
	// Salvage is what the opportunist burns instead of his bullet.
	Salvage struct{ Card Bullet }
	// Reveal is whether the professional shows his Bang!.
	Reveal struct{ Yes bool }
	// Rob is what the professional takes from his target.
	Rob struct{ Card Loot }
	// Scavenge is what the vulture takes from the dead. NoLoot stands behind the cards.
	Scavenge struct{ Cards [2]Loot }
	// Take takes a share: a loot card or the token, two things for the greedy one (Second),
	// or a card to be traded by the broker (Swap).
	Take struct {
		Card, Second Loot
		Swap         bool
	}
	// Forbid is what kind the bully forbids.
	Forbid struct{ Kind Kind }
	// DrawLoot is the card that the broker drew; its verb is draw.
	DrawLoot struct{ Card Loot }
	// Burn is what the taker of a clip burns.
	Burn struct{ Card Bullet }
)

// Verb returns the name of the verb in records.
func (Powers) Verb() string { return "powers" }

// Verb returns the name of the verb in records.
func (TurnUp) Verb() string { return "loot" }

// Verb returns the name of the verb in records.
func (Hustle) Verb() string { return "hustle" }

// Verb returns the name of the verb in records.
func (DrawBullet) Verb() string { return "draw" }

// Verb returns the name of the verb in records.
func (Give) Verb() string { return "give" }

// Verb returns the name of the verb in records.
func (Load) Verb() string { return "load" }

// Verb returns the name of the verb in records.
func (Aim) Verb() string { return "aim" }

// Verb returns the name of the verb in records.
func (Reload) Verb() string { return "reload" }

// Verb returns the name of the verb in records.
func (Order) Verb() string { return "order" }

// Verb returns the name of the verb in records.
func (Courage) Verb() string { return "courage" }

// Verb returns the name of the verb in records.
func (Salvage) Verb() string { return "salvage" }

// Verb returns the name of the verb in records.
func (Reveal) Verb() string { return "reveal" }

// Verb returns the name of the verb in records.
func (Rob) Verb() string { return "rob" }

// Verb returns the name of the verb in records.
func (Scavenge) Verb() string { return "scavenge" }

// Verb returns the name of the verb in records.
func (Take) Verb() string { return "take" }

// Verb returns the name of the verb in records.
func (Forbid) Verb() string { return "forbid" }

// Verb returns the name of the verb in records.
func (DrawLoot) Verb() string { return "draw" }

// Verb returns the name of the verb in records.
func (Burn) Verb() string { return "burn" }

// Args appends the power of each seat that has one.
func (m Powers) Args(dst []engine.Arg) []engine.Arg {
	var items []engine.Arg
	for s, p := range m.Cards {
		if p != NoPower {
			items = append(items, engine.Arg{Of: engine.Seat(s), Value: engine.Word("", p.String()).Value})
		}
	}
	return append(dst, engine.Map("cards", items...))
}

// Args appends the cards.
func (m TurnUp) Args(dst []engine.Arg) []engine.Arg { return append(dst, lootList(m.Cards[:])) }

// Args appends the victim.
func (m Hustle) Args(dst []engine.Arg) []engine.Arg { return append(dst, engine.SeatArg("who", m.Who)) }

// Args appends the card.
func (m DrawBullet) Args(dst []engine.Arg) []engine.Arg { return append(dst, card(m.Card)) }

// Args appends the card.
func (m Give) Args(dst []engine.Arg) []engine.Arg { return append(dst, card(m.Card)) }

// Args appends the card.
func (m Load) Args(dst []engine.Arg) []engine.Arg { return append(dst, card(m.Card)) }

// Args appends the target.
func (m Aim) Args(dst []engine.Arg) []engine.Arg { return append(dst, engine.SeatArg("at", m.At)) }

// Args appends the card.
func (m Reload) Args(dst []engine.Arg) []engine.Arg { return append(dst, card(m.Card)) }

// Args appends the seat.
func (m Order) Args(dst []engine.Arg) []engine.Arg { return append(dst, engine.SeatArg("who", m.Who)) }

// Args appends the choice.
func (m Courage) Args(dst []engine.Arg) []engine.Arg {
	return append(dst, choice(m.Stand, "stand", "duck"))
}

// Args appends the card.
func (m Salvage) Args(dst []engine.Arg) []engine.Arg { return append(dst, card(m.Card)) }

// Args appends the choice.
func (m Reveal) Args(dst []engine.Arg) []engine.Arg { return append(dst, choice(m.Yes, "yes", "no")) }

// Args appends the card.
func (m Rob) Args(dst []engine.Arg) []engine.Arg {
	return append(dst, engine.Word("card", m.Card.String()))
}

// Args appends the cards.
func (m Scavenge) Args(dst []engine.Arg) []engine.Arg { return append(dst, lootList(m.Cards[:])) }

// Args appends the card, the second thing if there is one, and the trade if there is one.
func (m Take) Args(dst []engine.Arg) []engine.Arg {
	dst = append(dst, engine.Word("card", m.Card.String()))
	if m.Second != NoLoot {
		dst = append(dst, engine.Word("second", m.Second.String()))
	}
	if m.Swap {
		dst = append(dst, engine.Bool("swap", true))
	}
	return dst
}

// Args appends the kind.
func (m Forbid) Args(dst []engine.Arg) []engine.Arg {
	return append(dst, engine.Word("kind", m.Kind.String()))
}

// Args appends the card.
func (m DrawLoot) Args(dst []engine.Arg) []engine.Arg {
	return append(dst, engine.Word("card", m.Card.String()))
}

// Args appends the card.
func (m Burn) Args(dst []engine.Arg) []engine.Arg { return append(dst, card(m.Card)) }

func card(b Bullet) engine.Arg { return engine.Word("card", b.String()) }

func choice(first bool, yes, no string) engine.Arg {
	if first {
		return engine.Word("choice", yes)
	}
	return engine.Word("choice", no)
}

func lootList(cards []Loot) engine.Arg {
	words := make([]string, 0, lootPerRound)
	for _, c := range cards {
		if c != NoLoot {
			words = append(words, c.String())
		}
	}
	return engine.Words("cards", words...)
}

// The words that arguments take in Decode; drawn cards are bullets in step 1, loot in step 7.
var (
	shareWords  = lootWords[Cash5000:]
	drawWords   = append([]string{"click", "bang"}, lootCards...)
	standWords  = []string{"stand", "duck"}
	yesWords    = []string{"yes", "no"}
	powerCards  = powerWords[Pickpocket:]
	bulletCards = bulletWords[Click:]
)

// decode is the Decode of the title. The rule that an argument breaks which is missing or
// not a word of the game is the one that says what the argument must be.
func decode(r engine.Roster, verb string, f *engine.Fields) (engine.Action, error) {
	switch verb {
	case "load":
		f.Rule("NARO-4.1")
		return loads[1+f.Word("card", bulletCards)], nil
	case "aim":
		f.Rule("NARO-5.2")
		return atSeat(aims[:], f.Seat(r, "at", true)), nil
	case "courage":
		f.Rule("NARO-7.1")
		return courages[max(0, f.Word("choice", standWords))], nil
	case "take":
		return decodeTake(f)
	case "order":
		f.Rule("NARO-6.1")
		return atSeat(orders[:], f.Seat(r, "who", true)), nil
	case "forbid":
		f.Rule("NARO-29.3")
		return forbids[max(0, f.Word("kind", kindWords[:]))], nil
	case "burn":
		f.Rule("NARO-10.2")
		return burns[1+f.Word("card", bulletCards)], nil
	case "hustle":
		f.Rule("NARO-19.1")
		return atSeat(hustles[:], f.Seat(r, "who", true)), nil
	case "give":
		f.Rule("NARO-19.3")
		return gives[1+f.Word("card", bulletCards)], nil
	case "draw":
		f.Rule("NARO-20.2")
		if i := f.Word("card", drawWords); i < len(bulletCards) {
			return drawBullets[1+i], nil
		} else {
			return drawLoots[1+i-len(bulletCards)], nil
		}
	case "reload":
		f.Rule("NARO-15.3")
		return reloads[max(0, f.Word("card", bulletWords[:]))], nil
	case "salvage":
		f.Rule("NARO-17.1")
		return salvages[max(0, f.Word("card", bulletWords[:]))], nil
	case "reveal":
		f.Rule("NARO-26.1")
		return reveals[max(0, f.Word("choice", yesWords))], nil
	case "rob":
		f.Rule("NARO-26.2")
		return robs[1+f.Word("card", lootCards)], nil
	case "scavenge":
		return decodeScavenge(f)
	case "loot":
		return decodeLoot(f)
	case "powers":
		return decodePowers(r, f)
	}
	return nil, engine.UnknownVerb(verb)
}

func decodeTake(f *engine.Fields) (engine.Action, error) {
	f.Rule("NARO-9.4")
	m := Take{Card: Loot(1 + f.Word("card", shareWords))}
	if f.Has("second") {
		m.Second = Loot(1 + f.Word("second", shareWords))
	}
	if f.Has("swap") {
		f.Rule("NARO-20.2")
		m.Swap = f.Bool("swap")
	}
	return m.boxed(), nil
}

func decodeScavenge(f *engine.Fields) (engine.Action, error) {
	f.Rule("NARO-16.1")
	var room [4]int
	list := f.Words(room[:0], "cards", lootCards)
	if len(list) > len(Scavenge{}.Cards) {
		f.Refuse(engine.Say("refuse.two_cards"))
		return Scavenge{}, nil
	}
	var m Scavenge
	for i, c := range list {
		m.Cards[i] = Loot(1 + c)
	}
	return m, nil
}

func decodeLoot(f *engine.Fields) (engine.Action, error) {
	f.Rule("NARO-3.3")
	if !f.Has("cards") {
		f.Rule("NARO-3.2")
	}
	var room [lootPerRound]int
	list := f.Words(room[:0], "cards", lootCards)
	if len(list) != lootPerRound {
		f.Rule("NARO-3.2")
		f.Refuse(engine.Text{Key: "refuse.eight_cards", Who: engine.NoSeat, Whom: engine.NoSeat, N: len(list)})
		return TurnUp{}, nil
	}
	var m TurnUp
	for i, c := range list {
		m.Cards[i] = Loot(1 + c)
	}
	return m, nil
}

func decodePowers(r engine.Roster, f *engine.Fields) (engine.Action, error) {
	f.Rule("NARO-2.6")
	in := f.Object("cards")
	var m Powers
	for s, name := range r {
		m.Cards[s] = Power(1 + in.Word(name, powerCards))
	}
	if err := in.Done(); err != nil {
		why := err.(*engine.Refusal).Why
		f.Refuse(why)
	}
	return m, nil
}

// Boxed moves: an engine.Action that is taken out of a table costs no allocation.
// Tables by seat begin with NoSeat.
var (
	loads       = [...]engine.Action{NoBullet: Load{NoBullet}, Click: Load{Click}, Bang: Load{Bang}}
	gives       = [...]engine.Action{NoBullet: Give{NoBullet}, Click: Give{Click}, Bang: Give{Bang}}
	burns       = [...]engine.Action{NoBullet: Burn{NoBullet}, Click: Burn{Click}, Bang: Burn{Bang}}
	drawBullets = [...]engine.Action{NoBullet: DrawBullet{NoBullet}, Click: DrawBullet{Click}, Bang: DrawBullet{Bang}}
	reloads     = [...]engine.Action{NoBullet: Reload{NoBullet}, Click: Reload{Click}, Bang: Reload{Bang}}
	salvages    = [...]engine.Action{NoBullet: Salvage{NoBullet}, Click: Salvage{Click}, Bang: Salvage{Bang}}
	courages    = [...]engine.Action{Courage{true}, Courage{false}}
	reveals     = [...]engine.Action{Reveal{true}, Reveal{false}}
	forbids     = [...]engine.Action{
		Forbid{NoKind}, Forbid{Bills}, Forbid{Diamonds}, Forbid{Paintings}, Forbid{Clips}, Forbid{FirstAids}, Forbid{NewBosses},
	}
	aims = [...]engine.Action{
		Aim{engine.NoSeat}, Aim{0}, Aim{1}, Aim{2}, Aim{3}, Aim{4}, Aim{5}, Aim{6}, Aim{7},
	}
	orders = [...]engine.Action{
		Order{engine.NoSeat}, Order{0}, Order{1}, Order{2}, Order{3}, Order{4}, Order{5}, Order{6}, Order{7},
	}
	hustles = [...]engine.Action{
		Hustle{engine.NoSeat}, Hustle{0}, Hustle{1}, Hustle{2}, Hustle{3}, Hustle{4}, Hustle{5}, Hustle{6}, Hustle{7},
	}
	robs = [...]engine.Action{
		Rob{NoLoot},
		Rob{Cash5000},
		Rob{Cash10000},
		Rob{Cash20000},
		Rob{Diamond1000},
		Rob{Diamond5000},
		Rob{Diamond10000},
		Rob{Painting},
		Rob{Clip},
		Rob{FirstAid},
	}
	drawLoots = [...]engine.Action{
		DrawLoot{NoLoot},
		DrawLoot{Cash5000},
		DrawLoot{Cash10000},
		DrawLoot{Cash20000},
		DrawLoot{Diamond1000},
		DrawLoot{Diamond5000},
		DrawLoot{Diamond10000},
		DrawLoot{Painting},
		DrawLoot{Clip},
		DrawLoot{FirstAid},
	}
	takes = [...]engine.Action{
		Take{},
		Take{Card: Cash5000},
		Take{Card: Cash10000},
		Take{Card: Cash20000},
		Take{Card: Diamond1000},
		Take{Card: Diamond5000},
		Take{Card: Diamond10000},
		Take{Card: Painting},
		Take{Card: Clip},
		Take{Card: FirstAid},
		Take{Card: NewBoss},
	}
	trades = [...]engine.Action{
		nil,
		Take{Card: Cash5000, Swap: true},
		Take{Card: Cash10000, Swap: true},
		Take{Card: Cash20000, Swap: true},
		Take{Card: Diamond1000, Swap: true},
		Take{Card: Diamond5000, Swap: true},
		Take{Card: Diamond10000, Swap: true},
		Take{Card: Painting, Swap: true},
		Take{Card: Clip, Swap: true},
		Take{Card: FirstAid, Swap: true},
	}
	noScavenge engine.Action = Scavenge{}
	pairs                    = boxPairs()
)

// boxPairs boxes what the greedy one can take, by the first and the second thing.
func boxPairs() (pairs [NewBoss + 1][NewBoss + 1]engine.Action) {
	for l := Cash5000; l <= NewBoss; l++ {
		for m := Cash5000; m <= NewBoss; m++ {
			pairs[l][m] = Take{Card: l, Second: m}
		}
	}
	return pairs
}

// boxed returns m as an action, without an allocation for the common ones.
func (m Take) boxed() engine.Action {
	switch {
	case m.Second != NoLoot && m.Swap:
		return m
	case m.Second != NoLoot:
		return pairs[m.Card][m.Second]
	case !m.Swap:
		return takes[m.Card]
	case m.Card.card():
		return trades[m.Card]
	}
	return m
}

// atSeat returns the action about s from a table by seat.
func atSeat(table []engine.Action, s engine.Seat) engine.Action {
	if s < 0 {
		return table[0]
	}
	return table[1+s]
}
