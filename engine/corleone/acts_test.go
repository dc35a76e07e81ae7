package corleone_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/bot"
	"consigliere/engine/corleone"
	corleoneface "consigliere/engine/corleone/face"
)

func TestActs(t *testing.T) {
	s := play(t, light(3))
	for act := 1; act <= 4; act++ { // COR-3.1
		s.Is("round", act)
		s.Is("hand_limit", []int{0, 5, 4, 3, 2}[act]) // COR-3.5, COR-17.1
		s.Shows([]string{"", "COR-3.1", "COR-3.5", "COR-16.2", "COR-17.1"}[act])
		s.Is("phase", "open") // COR-3.2
		s.Run("table next\n= phase family\ntable next\n= phase turf_war\n! COR-3.2 table next\n" + wars(nil))
		if act < 4 {
			s.Run("= phase bribery\nAva bid amount=0\nBabak bid amount=0\nChiara bid amount=0") // COR-14.1
		}
		s.Run("= phase tribute // " + []string{"", "", "", "", "COR-3.3: no bribery in Act IV"}[act] + "\ntable next")
		if act < 4 {
			s.Run("= phase entracte // COR-3.4\ntable next") // COR-16.2
		}
	}
	s.Run("= phase scoring") // COR-15.6
	s.Run(light(3) + `
		table next
		table horse Babak        // COR-11.9
		= horse_head Babak
		! COR-11.9 table horse table`)
}

func TestTurfWar(t *testing.T) {
	play(t, light(4), `
		table next
		table next
		! COR-13.1 table influence brooklyn of={}                       // COR-13.1
		! COR-13.2 table influence wall_street of={"Ava":7}
		! COR-13.2 table influence wall_street of={} neutral=4
		table influence wall_street of={"Ava":2,"Babak":1} neutral=1     // COR-13.4
		= controller.wall_street Ava  Ava.markers 8
		table influence brooklyn of={"Ava":2,"Babak":2}                  // COR-13.5
		= controller.brooklyn null
		table influence upper_east_side of={"Ava":2} neutral=2           // COR-13.5, COR-13.3
		= controller.upper_east_side null
		table influence queens of={"Ava":1,"Babak":3,"Chiara":2}
		= control.queens ["Babak"]                                       // COR-13.6
		table influence upper_west_side of={}
		table influence midtown of={"Dario":1}
		table influence chelsea of={}`)
	s := play(t, light(2), lightAct(2, 1, map[string]string{"queens": `of={"Ava":1}`}), "table next", lightAct(2, 2, map[string]string{"queens": `of={"Ava":1}`}), "table next",
		lightAct(2, 3, map[string]string{"queens": `of={"Babak":1}`}), `
		= control.queens ["Ava","Ava","Babak"]                           // COR-13.6, COR-13.7
		= controller.queens Babak
		table stack wall_street Ava,Ava,Ava,Ava,Ava,Ava,Ava
		said adjust_markers Ava
		= Ava.markers 0
		! COR-1.8 table stack brooklyn Ava,Babak
		table next
		table next
		table next
		table influence wall_street of={"Babak":1}
		table influence brooklyn of={"Ava":1}
		asked Ava marker
		! COR-13.8 table influence upper_east_side of={}
		! COR-13.8 Babak marker from=null
		! COR-13.8 Ava marker queens 2                                   // not her own
		! COR-13.8 Ava marker queens 7
		Ava marker queens 0                                              // COR-13.8
		= control.queens ["Ava","Babak"]  control.brooklyn ["Ava"]
		table influence upper_east_side of={"Ava":1}
		Ava marker from=null
		= controller.upper_east_side null
		table influence queens of={"Ava":3}
		Ava marker queens 0                                              // from this turf, too
		= control.queens ["Babak","Ava"]`)
	war := s.Game.View(engine.Public).Public.(corleone.Status).War
	assert.Equal(t, "declined", *war[2].Marker)
	// In full tracking the figures are counted; the neutral ones are one force.
	s = play(t, start(3), `
		table adjust Ava ally:mayor_1
		table adjust Babak ally:union_boss_1
		Ava ally mayor_1
		Ava use mayor to=bro_wal
		Ava done
		Babak ally union_boss_1
		Babak use union_boss to=navy_pier
		Chiara family que_bro
		Ava family mid_bro_wal
		Ava done
		Babak thug air_freight
		Chiara thug gunsmith
		Ava thug meat_market
		Ava done
		Babak thug penn_central
		Babak done
		Chiara thug opera_house
		Chiara done
		Ava thug curb_exchange
		Ava done
		Babak family uws_ues
		= phase bribery`)
	war = s.Game.View(engine.Public).Public.(corleone.Status).War
	assert.Equal(t, 2, war[1].Neutral)                   // COR-13.3: Mayor and Union Boss
	assert.Equal(t, []int{1, 0, 1}, war[1].Influence.Of) // COR-13.2
	assert.Nil(t, war[1].Winner)                         // COR-13.5
}

// With open suitcases everybody sees which are empty, and nobody is asked for a bid out of one. With closed ones all are asked alike (COR-14.3).
func TestNobodyBidsOutOfAnOpenEmptySuitcase(t *testing.T) {
	for _, open := range []bool{true, false} {
		s := play(t, start(3, fmt.Sprintf(`"open_suitcases":%v`, open)), "table adjust of=Babak gain=[5] stash=[5]", act1)
		for _, a := range s.Game.Asks(nil) {
			require.Equal(t, "bid", a.Verb)
			empty := s.Game.View(a.Seat).Private.(corleone.PrivateStatus).Suitcase.Total == 0
			assert.Equal(t, a.Seat != 1, empty)
			assert.Equal(t, open && empty, a.Forced != nil)
		}
		if !open {
			continue
		}
		for range 2 {
			m, told, ok := engine.ForcedMove(s.Game.Asks(nil))
			require.True(t, ok)
			assert.Equal(t, engine.Say("cue.bid_empty").Seat(m.Seat), told)
			_, err := s.Game.Play(m)
			require.NoError(t, err)
		}
		s.Run(`
			asked Babak bid
			Babak bid [5]
			asked Babak recruit`)
	}
}

func TestBribery(t *testing.T) {
	money := `
		table adjust of=Ava gain=[5,5] stash=[5,5,1]
		table adjust of=Babak gain=[5] stash=[5,3]
		table adjust of=Chiara gain=[5] stash=[5]`
	s := play(t, start(3), money, act1, `
		asked Ava bid, Babak bid, Chiara bid                    // COR-14.1, COR-14.2
		! COR-14.2 Ava bid amount=5
		! COR-12.1 Ava bid [5,5,5]                              // COR-12.1: no change
		! COR-12.1 Ava bid [2]
		! COR-14.5 Ava recruit mayor_1
		Ava bid [5,1]
		! COR-14.2 Ava bid []
		as Babak = bribery.bids null  bribery.sealed ["Ava"]    // COR-14.4
		= private.Ava.bid [1,5]
		! COR-14.2 Babak bid [5] auto=true
		Babak bid [3,5]
		Chiara bid [5]
		said reveal, ...                                        // COR-14.4
		= bribery.bids {"Ava":6,"Babak":8,"Chiara":5}  bribery.order ["Babak","Ava"]   // COR-14.5
		= bribery.returned {"Chiara":5}                         // COR-14.8
		! COR-14.5 Ava recruit mayor_1
		! COR-14.5 Babak recruit chemist
		Babak recruit union_boss_1
		= Babak.suitcase.notes []  Babak.hand.allies ["union_boss_1"]   // COR-14.5, COR-10.1
		Ava recruit mayor_1
		= Chiara.suitcase.notes [5]  allies []  phase tribute`)
	assert.NotNil(t, s)
	play(t, start(3), money, act1, `
		Ava bid []                                              // COR-14.3: nobody sees that it is empty
		as Chiara = bribery.sealed ["Ava"]  bribery.bids null
		Babak bid [] auto=true
		Chiara bid [5]
		! COR-14.7 Ava recruit mayor_1                          // COR-14.7
		Chiara recruit mayor_1
		= allies ["union_boss_1"]  phase tribute                // COR-14.7, COR-14.9`)
	// Ties go clockwise from the horse head.
	play(t, light(3), "table next\ntable horse Chiara\ntable next", wars(nil), `
		! COR-14.2 Ava bid amount=1000
		! COR-14.2 Ava bid []
		Ava bid amount=4
		Babak bid amount=4
		Chiara bid amount=4
		= bribery.order ["Chiara","Ava"]                        // COR-14.6
		= bribery.returned {"Babak":4}`)
}

func TestTribute(t *testing.T) {
	play(t, start(3), `
		table adjust Ava ally:mayor_1
		Ava ally mayor_1
		Ava use mayor to=uws_ues
		table adjust of=Ava stash=[3]`, strings.ReplaceAll(strings.ReplaceAll(strings.Replace(act1, "Ava thug navy_pier\n", "", 1), "uws_ues", "uws_park"), "Chiara family uws_park", "Chiara family uws_park\nChiara done"), `
		Ava thug navy_pier
		= phase bribery
		each bid [] [] []
		= Ava.played_allies []  Ava.hand.allies ["mayor_1"]     // COR-15.1
		asked Ava tribute, Babak tribute, Chiara tribute
		! COR-15.2 Ava tribute booze                            // COR-15.2: exactly the surplus
		! COR-15.2 Ava tribute narcotics,narcotics,narcotics,narcotics,narcotics,narcotics,narcotics
		= Ava.suitcase.notes [3]                                // COR-15.5`)
	play(t, start(3), act1, `
		each bid [] [] []
		= Ava.hand_count 9                                      // COR-15.3: each counts as one
		! COR-15.2 Ava tribute booze,booze,gun
		~ job_discard 0
		Ava tribute booze,booze,1,job:river_trip                // COR-15.4
		~ bank.1 1  goods.booze 2  job_discard 1
		! COR-15.2 Ava tribute gun
		Babak tribute gun,gun,booze,1,blood_money
		= phase tribute
		Chiara tribute gun,gun,1,2,2
		= round 2  phase entracte                               // COR-15.6, COR-14.9
		= figures {}  hudson []  allies []                      // COR-16.1, COR-16.5
		= Ava.thugs 2  Ava.family 2                             // COR-16.3, COR-1.10
		asked table deal_allies                                 // COR-16.4: no slot is empty
		! COR-16.5 table deal_allies mayor_1,union_boss_1
		! COR-16.5 table deal_allies coroner
		table deal_allies coroner,mayor_2                       // COR-16.5
		= control.queens ["Babak"]  tiles {"wall_street":"gunsmith"}  horse_head Ava   // COR-16.6
		! COR-4.2 table open casino
		! COR-4.1 table open gunsmith
		table open bookmaker
		= tiles {"wall_street":"gunsmith","brooklyn":"bookmaker"}   // COR-4.1`)
	// An ally that is given up leaves the game; a public job that was done is replaced.
	play(t, start(3), `
		table adjust Ava ally:mayor_1,booze,booze
		Ava job public numbers_run pay=["booze","booze"]
		Babak thug navy_pier
		Chiara thug gunsmith
		Ava thug curb_exchange
		Ava done
		Babak thug air_freight
		Chiara thug meat_market
		Chiara done
		Ava thug opera_house
		Babak family mid_que
		Babak done
		Chiara family ues_que
		Ava family bro_wal
		Ava done
		each bid [] [] []
		= Ava.hand_count 11
		Ava tribute ally:mayor_1,gun,booze,1,2,3
		= Ava.hand.allies []  allies ["union_boss_1"]           // COR-15.4
		Babak tribute booze,booze,booze,gun,gun
		Chiara tribute gun,gun,gun,1,1
		= public_jobs ["swiss_box","slot_skim"]
		asked table deal_jobs                                   // COR-16.4
		! COR-16.4 table deal_jobs loan_book,river_trip
		table deal_jobs loan_book
		= public_jobs ["swiss_box","slot_skim","loan_book"]
		= allies []`)
}

// A whole play by the box: no allies are dealt for Act IV (COR-16.5), the last notes go into the
// suitcases (COR-17.2), and the heir comes (COR-16.3).
func TestLastAct(t *testing.T) {
	s := play(t, `begin 3 {"chance":"box"} seed=2`)
	p := bot.New(corleoneface.Title(), s.Seats, rand.New(rand.NewPCG(1, 2)))
	p.Made = func(m engine.Move, _ []engine.Cue) { s.Note(m) }
	_, err := p.Playout(s.Game)
	require.NoError(t, err)
	assert.True(t, s.Game.Over())
	s.Shows("COR-17.2")
	for i := range s.Seats {
		v := s.Game.View(engine.Seat(i))
		p := v.Private.(corleone.PrivateStatus)
		assert.Empty(t, p.Hand.Notes) // COR-17.2
		assert.Empty(t, p.Hand.Goods)
		assert.Empty(t, p.Hand.Jobs)
		r := v.Result.(corleone.ResultStatus)
		assert.Equal(t, p.Suitcase.Total, r.Scores.Of[i].Money) // COR-17.3
	}
	public := s.Game.View(engine.Public).Public.(corleone.Status)
	assert.Empty(t, public.Allies)       // COR-16.5
	assert.Equal(t, 2, public.HandLimit) // COR-17.1
	assert.Equal(t, 3, public.Round-1)   // COR-3.1
}

func TestScoring(t *testing.T) {
	play(t, scored(3, "queens Ava,Babak,Ava,Babak,Chiara; chelsea Chiara,Chiara,Ava; brooklyn Ava,Ava"), `
		! COR-17.3 table count table 5 jobs={}
		! COR-17.3 table count Ava 10000 jobs={}
		! COR-17.3 table count Ava 1 jobs={"red":1}
		table count Ava 20 jobs={"yellow":2,"grey":1}
		! COR-17.3 table count Ava 20 jobs={}
		table count Babak 21 jobs={"yellow":2,"blue":1}
		table count Chiara 30 jobs={}
		= result.scores.Ava {"money":20,"turfs":["brooklyn"],"turf_bonus":5,"colours":["yellow","grey"],"job_bonus":10,"total":35}   // COR-17.4, COR-17.7
		= result.scores.Babak {"money":21,"turfs":["queens"],"turf_bonus":5,"colours":["yellow","blue"],"job_bonus":10,"total":36}   // COR-17.5
		= result.scores.Chiara {"money":30,"turfs":["chelsea"],"turf_bonus":5,"colours":[],"job_bonus":0,"total":35}     // COR-17.6, COR-17.8
		= result.winners ["Babak"]                              // COR-17.9
		= result.ranking [["Babak"],["Ava","Chiara"]]
		! COR-15.6 table count Ava 20 jobs={}`)
	tie := "queens Ava; chelsea Ava; brooklyn Babak"
	counts := "table count Ava 20 jobs={}\ntable count Babak 25 jobs={}\n"
	play(t, scored(2, tie), counts, `= result.winners ["Ava"] // COR-17.10`)
	play(t, scored(2, tie, `"tie_break":"shared"`), counts, `= result.winners ["Ava","Babak"]`)                  // COR-17.10
	play(t, scored(2, "queens Ava; brooklyn Babak"), "table count Ava 20 jobs={}\ntable count Babak 20 jobs={}", // COR-17.10
		`= result.winners ["Ava","Babak"]`)
}
