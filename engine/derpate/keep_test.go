package derpate_test

import (
	"fmt"
	"slices"

	"consigliere/engine"
	"consigliere/engine/derpate"
	derpateface "consigliere/engine/derpate/face"
)

// A watcher checks each move of a play against the ledger from outside: what is conserved,
// and what every move must do to everybody's money. It knows the rules a second time, in the
// plainest way, and looks at views alone.
type watcher struct {
	g      engine.Game
	seats  engine.Roster
	atEnd  bool
	step   string
	end    map[string]int
	number map[string]int // of businesses
	where  map[string]int // business to district
	now    derpate.Status
	money  []int
}

func watch(h engine.Header, g engine.Game) func(engine.Move, []engine.Cue) error {
	w := &watcher{
		g: g, seats: h.Seats, step: "per_business", end: map[string]int{"reputation": 12, "influence": 12},
		number: map[string]int{}, where: map[string]int{},
	}
	set, _ := derpateface.Title().Options.Read(h)
	w.atEnd = set.Word("overflow", "") == "at_end"
	w.step = set.Word("takings_step", w.step)
	if raw := set.Raw("catalogue"); slices.Contains([]string{catalogues[3], catalogues[4], catalogues[6]}, string(raw)) {
		w.end = map[string]int{"reputation": 4, "influence": 4}
	}
	for i, n := range []int{5, 1, 2, 3, 1, 4, 2, 5, 1, 4, 2, 3} {
		b := derpate.Business(i + 1).String()
		w.number[b], w.where[b] = n, i/3
	}
	w.look()
	return w.after
}

func (w *watcher) look() {
	w.now = w.g.View(engine.Public).Public.(derpate.Status)
	w.money = w.money[:0:0]
	for s := range w.seats {
		w.money = append(w.money, w.g.View(engine.Viewer(s)).Private.(derpate.PrivateStatus).Money)
	}
}

// after is called after each move.
func (w *watcher) after(m engine.Move, cues []engine.Cue) error {
	old, oldMoney := w.now, w.money
	w.look()
	if err := w.conserved(); err != nil {
		return err
	}
	if !w.now.Over {
		if err := w.told(oldMoney, cues); err != nil {
			return err
		}
	}
	want := w.expected(old, oldMoney, m, cues)
	for s, name := range w.seats {
		if got := w.money[s] - oldMoney[s]; got != want[s] {
			return fmt.Errorf("%s has %+d money, the rules say %+d", name, got, want[s])
		}
		if !w.now.Over && w.money[s] < 0 { // PATE-15.1
			return fmt.Errorf("%s has %d money", name, w.money[s])
		}
	}
	return nil
}

// conserved counts pieces (PATE-14).
func (w *watcher) conserved() error {
	st := w.now
	friends, seated := st.Friends, 0
	for i, p := range st.Players.Of {
		name := w.seats[i]
		if n := p.Reserve + p.Jail + p.River + len(p.Businesses); n != 7 {
			return fmt.Errorf("%s has %d members", name, n)
		}
		debts := p.DebtTokens
		for holder, n := range p.Owes {
			debts += n
			if holder == name || n < 1 {
				return fmt.Errorf("%s owes himself, or nothing", name)
			}
		}
		if debts != 5 {
			return fmt.Errorf("%s has %d debt tokens", name, debts)
		}
		if n := len(p.Tokens.Held) + len(p.Tokens.Track) + len(p.Tokens.Used); n != 6 {
			return fmt.Errorf("%s has %d action tokens", name, n)
		}
		for _, b := range p.Businesses {
			if o := st.Owners[b]; o == nil || *o != name {
				return fmt.Errorf("%s is not %s's", b, name)
			}
		}
		if p.FriendsUsed > 2 || p.Reputation > w.end["reputation"] || p.Influence > w.end["influence"] || p.Income > 4 || p.Favours > 4 {
			return fmt.Errorf("%s: %+v", name, p)
		}
		friends += p.Friends
		seated += len(p.Businesses)
	}
	if friends != 13 {
		return fmt.Errorf("there are %d Friends", friends)
	}
	neutral := st.Neutral.Jail + st.Neutral.River + st.Neutral.Box
	for _, o := range st.Owners {
		if o != nil && *o == "neutral" {
			neutral++
		}
	}
	if st.Round > 0 && neutral != 3*(4-len(w.seats)) {
		return fmt.Errorf("there are %d neutral members", neutral)
	}
	if (st.EventTrack.Grey == 4 || st.EventTrack.Red == 4) != (st.KO != nil) || st.EventTrack.Grey+st.EventTrack.Red > 7 || st.Over && st.KO == nil {
		return fmt.Errorf("the event track is %+v", st.EventTrack)
	}
	return nil
}

// told compares the money with what was said: every payment is announced.
func (w *watcher) told(old []int, cues []engine.Cue) error {
	said := slices.Clone(old)
	for _, c := range cues {
		switch c.Text.Key {
		case "cue.gain", "cue.overflow":
			said[c.Text.Seats()[0]] += c.Text.Numbers()[0]
		case "cue.income":
			for s := range said {
				if c.Text.Everybody().Has(engine.Seat(s)) {
					said[s] += c.Text.Numbers()[0]
				}
			}
		case "cue.pay":
			said[c.Text.Seats()[0]] -= c.Text.Numbers()[0]
		case "cue.pay_to":
			said[c.Text.Seats()[0]] -= c.Text.Numbers()[0]
			said[c.Text.Seats()[1]] += c.Text.Numbers()[0]
		}
	}
	if !slices.Equal(said, w.money) {
		return fmt.Errorf("the cues make the money %v, it is %v", said, w.money)
	}
	return nil
}

// owned returns how many businesses of a seat are as they must be.
func owned(st derpate.Status, name string, is func(b string) bool) int {
	n := 0
	for _, b := range st.Players.Of[slices.Index([]string(st.Players.Names), name)].Businesses {
		if is(b) {
			n++
		}
	}
	return n
}

// overflow returns what a move of that many steps pays (PATE-11.5, 11.6).
func (w *watcher) overflow(pos int, track string, steps int) int {
	end := w.end[track]
	if end == 0 || steps == 0 || pos+steps <= end || w.atEnd && pos < end {
		return 0
	}
	return 1000
}

func pos(p derpate.PlayerStatus, track string) int {
	switch track {
	case "reputation":
		return p.Reputation
	case "influence":
		return p.Influence
	}
	return 0
}

// expected returns what a move must do to each seat's money.
func (w *watcher) expected(old derpate.Status, money []int, m engine.Move, cues []engine.Cue) []int {
	d := make([]int, len(w.seats))
	bonus := -1 // the face of a single die
	for _, c := range cues {
		if c.Text.Key == "cue.bonus_rolled" {
			fmt.Sscanf(c.Text.Things()[0], "face.%d", &bonus)
		}
	}
	s := m.Seat
	run := func(s engine.Seat, track string, steps int) {
		d[s] += w.overflow(pos(old.Players.Of[s], track), track, steps)
	}
	switch do := m.Do.(type) {
	case derpate.PlaceDie:
		w.placed(d, old, money, s, do)
	case derpate.UseToken:
		if do.Token == derpate.Birthday {
			run(s, do.Track.String(), 1)
		}
		if do.Token == derpate.Baptism && bonus > 0 {
			d[s] += 1000 * bonus
		}
	case derpate.UseFavour:
		if do.Favour == derpate.Cash {
			d[s] += 5000
		}
		if do.Favour == derpate.Advance {
			run(s, do.Track.String(), 2)
		}
	case derpate.BonusRoll:
		if old.Phase == "event" && !fresh(old) {
			w.number1(d, bonus)
		} else if bonus > 0 { // who used the Baptism has one used more; the cue names him
			for _, c := range cues {
				if c.Text.Key == "cue.bonus_rolled" {
					d[c.Text.Seats()[0]] += 1000 * bonus
				}
			}
		}
	case derpate.Event, derpate.Reveal:
		w.card(d, old, money, bonus)
	case derpate.ChooseBail:
		d[s] -= 2000 * int(do.Members)
	case derpate.ChooseBuy:
		if !do.Yes {
			break
		}
		switch *old.Event {
		case "old_friends", "e2":
			d[s] -= 2000
		case "town_hall":
			d[s] -= 2000
			run(s, "influence", 2)
		case "e5":
			d[s] -= 2000
			run(s, "reputation", 3)
		case "e7":
			run(s, "influence", 2)
		}
	case derpate.ChooseHolder:
		if do.Holder != derpate.Nobody {
			d[s] -= 1000
			if do.Holder != derpate.Bank {
				d[do.Holder] += 1000
			}
		}
	case derpate.AdjustMoney:
		d[do.Player] += do.By
	case derpate.AdjustTrack:
		run(do.Player, do.Track.String(), max(0, do.By))
	}
	w.passed(d, old, money)
	return d
}

// fresh reports whether a Baptism can be owed in the event phase.
func fresh(st derpate.Status) bool {
	for _, p := range st.Players.Of {
		if slices.Contains(p.Tokens.Used, "baptism") && *st.Event != "lucky_numbers" && *st.Event != "m5" {
			return true
		}
	}
	return false
}

// placed is the money of a die on a box.
func (w *watcher) placed(d []int, old derpate.Status, money []int, s engine.Seat, m derpate.PlaceDie) {
	n := int(old.Dice[m.Die.String()])
	p := old.Players.Of[s]
	switch m.Box {
	case derpate.TakingsBox:
		track := map[int]string{1: "influence", 2: "reputation"}[n]
		for i, name := range w.seats {
			k := owned(old, name, func(b string) bool { return w.number[b] == n })
			d[i] += k * 1000 * n
			switch {
			case w.step == "per_owner":
				k = min(k, 1)
			case w.step == "placer" && engine.Seat(i) == s:
				k = 1
			case w.step == "placer":
				k = 0
			}
			d[i] += w.overflow(pos(old.Players.Of[i], track), track, k)
		}
	case derpate.PressBox:
		d[s] += w.overflow(p.Reputation, "reputation", 1) + w.overflow(p.Influence, "influence", 1)
	case derpate.ReputationBox:
		d[s] += w.overflow(p.Reputation, "reputation", n)
	case derpate.InfluenceBox:
		d[s] += w.overflow(p.Influence, "influence", n)
	case derpate.BettingBox:
		d[s] += 1000 * n
	case derpate.MeetingBox:
		for i := range w.seats {
			paid := min(money[i], 1000*n*old.Players.Of[i].Owes[w.seats[s]])
			d[i] -= paid
			d[s] += paid
		}
	case derpate.FriendBox:
		if old.Friends > 0 {
			d[s] -= 1000 * n
		}
	}
}

// number1 pays the owners of a number.
func (w *watcher) number1(d []int, n int) {
	for i, name := range w.seats {
		if n > 0 {
			d[i] += 1000 * n * owned(w.now, name, func(b string) bool { return w.number[b] == n })
		}
	}
}

// card is the money of a card that is carried out at once.
func (w *watcher) card(d []int, old derpate.Status, money []int, bonus int) {
	for i, name := range w.seats {
		switch *w.now.Event {
		case "family_feast":
			d[i] += w.overflow(old.Players.Of[i].Reputation, "reputation", 1)
		case "tax_audit", "m4":
			d[i] -= min(money[i], 1000*owned(old, name, func(string) bool { return true }))
		case "e8":
			d[i] += 2000 * owned(old, name, w.protected)
		}
	}
	if e := *w.now.Event; bonus > 0 && (e == "lucky_numbers" || e == "m5") {
		w.number1(d, bonus)
	}
}

func (w *watcher) protected(b string) bool { return w.where[b] == (*w.now.Car-1)/3 }

// passed is the money that comes when a turn, a round or the play ends.
func (w *watcher) passed(d []int, old derpate.Status, money []int) {
	income := func(i int) int { return 1000 * old.Players.Of[i].Income }
	if w.now.Round > old.Round {
		for i := range w.seats {
			d[i] += income(i)
		}
	}
	if a := w.now.Active; a != nil && (old.Active == nil || *old.Active != *a) && (*w.now.Event == "patrol_pay" || *w.now.Event == "e3") {
		i := slices.Index([]string(w.seats), *a)
		d[i] += 1000 * owned(w.now, *a, w.protected)
	}
	if !w.now.Over {
		return
	}
	for i, name := range w.seats { // PATE-16.8
		p := old.Players.Of[i]
		d[i] += income(i) + 3000*len(p.Businesses) - 1000*p.Jail
		for _, n := range p.Owes {
			d[i] -= 2000 * n
		}
		for _, q := range old.Players.Of {
			d[i] += 2000 * q.Owes[name]
		}
	}
}
