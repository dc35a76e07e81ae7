package khandan_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"consigliere/engine"
	"consigliere/engine/document"
	"consigliere/engine/enginetest"
	"consigliere/engine/khandan"
	khandanface "consigliere/engine/khandan/face"
)

// testPack is the pack of the tests as the value of the header option.
var testPack = sync.OnceValue(func() string {
	data, err := os.ReadFile("testdata/small.yaml")
	if err != nil {
		panic(err)
	}
	tree, err := document.YAML(data)
	if err != nil {
		panic(err)
	}
	return string(tree.AppendJSON(nil))
})

// header draws the header of a random campaign of one to three reigns.
func header(rt *rapid.T) engine.Header {
	n := rapid.IntRange(3, 5).Draw(rt, "seats")
	packed := `""`
	if rapid.IntRange(0, 2).Draw(rt, "pack") == 0 {
		packed = testPack()
	}
	start := rapid.SampledFrom([]string{
		"",
		`,"start":{"reign":2,"houses":{"Ava":{"prestige":2,"ability":{"start_power":-7,"abstain_coins":1}},"Babak":{"crown":1}},"history":[` +
			`{"resource":"army","sign":"+","house":"Ava","reign":1},{"resource":"wealth","sign":"-","house":"Ava","reign":1},` +
			`{"resource":"welfare","sign":"+","house":"Ava","reign":1},{"resource":"knowledge","sign":"+","house":"Babak","reign":1},` +
			`{"resource":"army","sign":"+","house":"Babak","reign":1},{"resource":"legitimacy","sign":"-","house":"Babak","reign":1}],"unity":1}`,
	}).Draw(rt, "start")
	options := fmt.Sprintf(`{"voting":%q,"chance":%q,"holdings":%q,"draft":%q,"reigns":%d,"talk_seconds":%d,"pack":%s%s}`,
		rapid.SampledFrom([]string{"open", "sealed"}).Draw(rt, "voting"),
		rapid.SampledFrom([]string{"table", "box"}).Draw(rt, "chance"),
		rapid.SampledFrom([]string{"hidden", "open"}).Draw(rt, "holdings"),
		rapid.SampledFrom([]string{"pod", "cards"}).Draw(rt, "draft"),
		rapid.SampledFrom([]int{1, 1, 1, 2, 3}).Draw(rt, "reigns"),
		rapid.SampledFrom([]int{0, 60}).Draw(rt, "talk"),
		packed, start)
	return engine.Header{Game: "khandan", Seats: five[:n], Options: []byte(options), Seed: rapid.Uint64().Draw(rt, "seed")}
}

// universe is a part of all moves, and some that are never legal.
func universe(rng *rand.Rand, h engine.Header) []engine.Action {
	all := []engine.Action{
		khandan.DrawSlopes{},
		khandan.DrawLots{},
		khandan.DrawDeath{},
		khandan.Done{},
		khandan.NextReign{},
		khandan.EndCampaign{},
		khandan.Slopes{Army: khandan.Up, Wealth: khandan.Up, Legitimacy: khandan.Down, Welfare: khandan.Up, Knowledge: khandan.Down},
		khandan.Dies{Dies: true},
		khandan.Dies{},
		khandan.Propose{},
		khandan.Propose{Card: "common_1"},
		khandan.Propose{Card: "nowhere"},
		khandan.Outcome{},
		khandan.OutcomeOf{Result: "fine"},
		khandan.OutcomeOf{Result: "nothing"},
		khandan.Sign{},
		khandan.AdjustRealm{},
		khandan.AdjustRealm{Unity: -5},
		khandan.AdjustHouse{House: engine.NoSeat, Crown: 1},
		khandan.Lots{},
		khandan.Keep{},
		khandan.Keep{Roles: [2]khandan.PublicRole{1, 2}},
		khandan.Keep{Roles: [2]khandan.PublicRole{3, 3}},
	}
	for r := range khandan.SecretRole(7) {
		all = append(all, khandan.Discard{Role: r}, khandan.Take{Role: r}, khandan.Reveal{Role: r})
	}
	for c := range khandan.Choice(5) {
		for _, n := range []int{-1, 0, 1, 3, 8, 40} {
			all = append(all, khandan.Vote{Choice: c, Power: n})
		}
	}
	for n := range 12 {
		all = append(all, khandan.Add{Power: n}, khandan.Accept{Deal: n}, khandan.Decline{Deal: n}, khandan.Withdraw{Deal: n})
	}
	for s := engine.NoSeat; int(s) <= len(h.Seats); s++ {
		all = append(all, khandan.PickLeader{Leader: s}, khandan.Offer{To: s}, khandan.Offer{To: s, Give: khandan.Terms{Coins: 1000}},
			khandan.AdjustHouse{House: s, Prestige: khandan.Amount(-20)}, khandan.Sign{For: s.OrNone()})
	}
	for side := range khandan.Side(3) {
		all = append(all, khandan.Break{Side: side})
	}
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all
}

func TestSuite(t *testing.T) {
	enginetest.Run(t, khandanface.Title(), enginetest.Config{
		Header: header, Universe: universe, Watch: watch, Slow: 30, Interim: true, Verbs: []string{"discard", "take", "vote"},
	})
}

// A seen is the whole status, as the views have it.
type seen struct {
	public  khandan.Status
	private []khandan.PrivateStatus
	votes   []khandan.VoteStatus // by seat
}

func look(h engine.Header, g engine.Game) *seen {
	s := &seen{public: g.View(engine.Public).Public.(khandan.Status)}
	for i, name := range h.Seats {
		s.private = append(s.private, g.View(engine.Seat(i)).Private.(khandan.PrivateStatus))
		v := khandan.VoteStatus{}
		for _, m := range s.public.Votes {
			if m.Key == name {
				v = m.Value.(khandan.VoteStatus)
			}
		}
		s.votes = append(s.votes, v)
	}
	return s
}

// watch holds what every move must keep: coins and power come from nowhere but where the rules say,
// roles are distinct, at most three events of a resource stand, promises are kept.
func watch(h engine.Header, g engine.Game) func(engine.Move, []engine.Cue) error {
	was := look(h, g)
	return func(m engine.Move, _ []engine.Cue) error {
		is := look(h, g)
		err := compare(was, is, m, h)
		was = is
		return err
	}
}

// power counts all power: in hand, on votes that are not settled, and in the pool.
func (s *seen) power() int {
	n := s.public.Pool
	lying := s.public.Phase == "vote" || s.public.Phase == "tie" || s.public.Phase == "leader"
	for _, p := range s.private {
		n += p.Power
		if lying && p.Vote != nil {
			n += p.Vote.Power
		}
	}
	return n
}

func (s *seen) coins() int {
	n := 0
	for _, p := range s.private {
		n += p.Coins
	}
	return n
}

func abstains(choice string) bool { return choice == "strengthen" || choice == "moderate" }

func compare(was, is *seen, m engine.Move, h engine.Header) error {
	adjust, adjusts := m.Do.(khandan.AdjustHouse)
	if was.public.Reign == is.public.Reign {
		// KHA-12.1, KHA-12.2, KHA-12.3, KHA-12.4: power is put on votes, shared and given back, and never made
		if want := was.power() + int(adjust.Power); is.power() != want {
			return fmt.Errorf("there were %d power and are %d", want, is.power())
		}
		// KHA-9.4, KHA-10.4: coins come from abstentions alone
		earned := 0
		for i := range h.Seats {
			if v := is.votes[i]; was.votes[i].Choice != v.Choice && abstains(v.Choice) {
				earned += max(0, 1+was.public.Houses.Of[i].Ability[khandan.AbstainCoins].Value.(int))
			}
		}
		if want := was.coins() + earned + int(adjust.Coins); is.coins() != want {
			return fmt.Errorf("there were %d coins and are %d", want, is.coins())
		}
		// KHA-2.8: the prestige order stays for the reign
		if !slices.Equal(was.public.Order, is.public.Order) {
			return fmt.Errorf("the order was %v and is %v", was.public.Order, is.public.Order)
		}
	}
	var roles []string
	for i, name := range h.Seats {
		p, v := &is.private[i], is.votes[i]
		if p.Coins < 0 || p.Power < 0 {
			return fmt.Errorf("%s has %d coins and %d power", name, p.Coins, p.Power)
		}
		// KHA-10.3: what was promised before the vote closed was voted
		if promised := p.Promises.Vote; promised != nil && v.Choice != "" && v.Choice != "sealed" {
			if *promised == "abstain" != abstains(v.Choice) || !abstains(v.Choice) && *promised != v.Choice {
				return fmt.Errorf("%s promised %s and voted %s", name, *promised, v.Choice)
			}
			if is.public.Phase != "vote" && v.Power < p.Promises.Power {
				return fmt.Errorf("%s promised %d power and put %d on the vote", name, p.Promises.Power, v.Power)
			}
		}
		roles = append(roles, is.public.Roles.Of[i]...)
		if p.SecretRole != nil {
			roles = append(roles, *p.SecretRole)
		}
		if is.public.Phase == "propose" && len(is.public.Roles.Of[i]) != 2 {
			return fmt.Errorf("%s has the public roles %v", name, is.public.Roles.Of[i])
		}
		// KHA-1.8, KHA-2.3: prestige and crowns are never lost but by a correction
		house, before := is.public.Houses.Of[i], was.public.Houses.Of[i]
		if !adjusts && (house.Prestige < before.Prestige || house.Crown < before.Crown) {
			return fmt.Errorf("%s lost prestige or crowns", name)
		}
	}
	// KHA-5.1, KHA-6.2: no role twice, two public ones each
	slices.Sort(roles)
	if len(slices.Compact(slices.Clone(roles))) != len(roles) {
		return fmt.Errorf("a role is held twice: %v", roles)
	}
	// KHA-14.3
	n := map[string]int{}
	for _, e := range is.public.History {
		if n[e.Resource]++; n[e.Resource] > 3 {
			return fmt.Errorf("more than three events of %s stand", e.Resource)
		}
	}
	// KHA-4.1, KHA-4.4, KHA-4.10
	for _, r := range is.public.Resources {
		if t := r.Value.(khandan.TrackStatus); t.Value < 0 || t.Value > 20 || t.Run < 0 || t.Run > 2 {
			return fmt.Errorf("%s is at %d, run %d", r.Key, t.Value, t.Run)
		}
	}
	if s := is.public.Stability; s < 0 || s > 20 {
		return fmt.Errorf("stability is %d", s)
	}
	return nil
}
