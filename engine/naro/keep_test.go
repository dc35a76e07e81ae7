package naro_test

import (
	"fmt"

	"consigliere/engine"
	"consigliere/engine/naro"
	naroface "consigliere/engine/naro/face"
)

// A keeper counts what is on the table after each move of a random play, from the views
// alone: loot, bullets and wounds come and go only as the ledger says.
type keeper struct {
	header engine.Header
	game   engine.Game
	n      int
	public naro.Status
	seats  []naro.PrivateStatus
	drop   bool // unclaimed loot leaves the game
	claim  naro.Take
}

// watch begins to keep count; it is the Watch of the suite.
func watch(h engine.Header, g engine.Game) func(engine.Move, []engine.Cue) error {
	k := &keeper{header: h, game: g, n: len(h.Seats)}
	set, err := naroface.Title().Options.Read(h)
	if err != nil {
		panic(err) // the suite began a play with this header
	}
	k.drop = set.Word("unclaimed", "carry") == "discard"
	k.look()
	return k.after
}

func (k *keeper) look() {
	k.public = *k.game.View(engine.Public).Public.(*naro.Status)
	k.seats = make([]naro.PrivateStatus, k.n)
	for s := range k.seats {
		k.seats[s] = k.game.View(engine.Seat(s)).Private.(naro.PrivateStatus)
	}
}

// bullets counts the bullet cards that all can see to be somewhere, and those in the hand of
// the gambler who has drawn.
func (k *keeper) bullets() int {
	n := k.public.Discards
	for s, p := range k.public.Players.Of {
		n += p.Hand
		if p.Loaded {
			n++
		}
		if k.seats[s].Drawn != "" {
			n++
		}
	}
	return n
}

// cards counts the loot cards in the columns, on the table and in the seats' loot.
func (k *keeper) cards() int {
	n := k.public.FaceDown + len(k.public.Loot)
	for _, p := range k.public.Players.Of {
		n += p.LootCount
	}
	return n
}

func (k *keeper) after(m engine.Move, cues []engine.Cue) error {
	was := *k
	k.look()
	if err := k.perSeat(); err != nil {
		return err
	}
	lostBullets, lostCards, fell := 0, 0, false
	for s, p := range was.public.Players.Of {
		if p.Alive && !k.public.Players.Of[s].Alive {
			fell = true
			lostBullets += p.Hand
			lostCards += p.LootCount
			if _, robbed := m.Do.(naro.Rob); robbed && m.Seat == engine.Seat(s) {
				lostCards++ // the professional who is shot at once takes his prey along
			}
		}
	}
	if before, now := was.bullets(), k.bullets(); now != before-lostBullets {
		return fmt.Errorf("bullets: %d, before %d, %d left the game", now, before, lostBullets)
	}
	if err := k.checkWounds(&was); err != nil {
		return err
	}
	return k.checkCards(&was, m, cues, lostCards, fell)
}

// perSeat compares each seat's own numbers with each other and with the limits of the ledger.
func (k *keeper) perSeat() error {
	for s, p := range k.public.Players.Of {
		mine := k.seats[s]
		limit := 3
		if p.Power == "tough" {
			limit = 5
		}
		switch {
		case mine.Hand.Click+mine.Hand.Bang != p.Hand, len(mine.Loot) != p.LootCount, (mine.Loaded != "") != p.Loaded:
			return fmt.Errorf("seat %d: private %+v, public %+v", s, mine, p)
		case p.Alive != (p.Wounds < limit), p.Hand > 10, !p.Alive && p.Hand+p.LootCount > 0:
			return fmt.Errorf("seat %d: %+v", s, p)
		}
		for _, c := range mine.Loot {
			if c == "clip" || c == "first_aid" {
				return fmt.Errorf("seat %d owns a %s", s, c)
			}
		}
	}
	return nil
}

// checkWounds counts the wounds again, from the cards turned up, the doctor and the kits.
func (k *keeper) checkWounds(was *keeper) error {
	if k.public.Round > was.public.Round && len(was.public.Shots) == 0 {
		return nil // the box has turned up the next loot already, and the shots are gone
	}
	hits := make([]int, k.n)
	if len(was.public.Shots) == 0 {
		for _, sh := range k.public.Shots {
			if s, _ := k.header.Seats.Seat(sh.At); sh.Card == "bang" {
				hits[s]++
			}
		}
	}
	for s, p := range k.public.Players.Of {
		before := was.public.Players.Of[s]
		if p.Power == "lucky" && hits[s] > 1 {
			hits[s] = 0
		}
		change := p.Wounds - before.Wounds - hits[s]
		switch {
		case change == 0:
		case p.Wounds == 0 && was.public.Phase == "share": // a kit
		case change == -1 && p.Power == "doctor" && was.public.Phase == "courage":
		default:
			return fmt.Errorf("seat %d has %d wounds, before %d, %d hits", s, p.Wounds, before.Wounds, hits[s])
		}
	}
	return nil
}

// checkCards compares the number of loot cards with what was used up, died or was left.
func (k *keeper) checkCards(was *keeper, m engine.Move, cues []engine.Cue, lost int, fell bool) error {
	want := was.cards() - lost
	limbo := func(k *keeper) int { // the card that the broker gives up while he draws
		if len(k.public.Waiting) > 0 && k.public.Waiting[0].Do == "draw" && k.public.Phase == "share" {
			return 1
		}
		return 0
	}
	want += limbo(was) - limbo(k)
	claim, taken := k.claim, false
	switch do := m.Do.(type) {
	case naro.Take:
		k.claim, claim = do, do
		taken = k.public.Phase != "share" || len(k.public.Claim) == 0
	case naro.Forbid:
		taken = do.Kind == naro.NoKind
	case naro.Scavenge:
		for _, c := range do.Cards {
			if c != naro.NoLoot {
				want++
			}
		}
	case naro.DrawLoot:
		if do.Card == naro.Clip || do.Card == naro.FirstAid {
			want--
		}
	}
	if taken {
		for i, c := range []naro.Loot{claim.Card, claim.Second} {
			if (c == naro.Clip || c == naro.FirstAid) && !(claim.Swap && i == 0) {
				want--
			}
		}
		if claim.Swap {
			// What the box drew is told only if it is used up at once: the second thing taken.
			n := 0
			for _, c := range cues {
				if c.Text.Key == "cue.take" {
					n++
				}
			}
			if n > 1 {
				want--
			}
		}
	}
	left := k.drop && (k.public.Round > was.public.Round || k.public.Over) || k.public.Over && k.public.Round == 8
	now := k.cards()
	if left && now <= want || now == want {
		return nil
	}
	return fmt.Errorf("loot: %d cards, want %d (somebody died: %v)", now, want, fell)
}
