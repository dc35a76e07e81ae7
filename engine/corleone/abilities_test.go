package corleone_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"consigliere/engine"
	"consigliere/engine/corleone"
)

func TestStashAndGains(t *testing.T) {
	play(t, start(3), `
		Ava thug curb_exchange
		! COR-11.3 Ava use stash note=5                  // COR-11.3
		! COR-11.3 Babak use stash note=1
		! COR-11.4 Ava use job_draw
		Ava use stash note=2
		said stash Ava, use Ava
		= Ava.suitcase {"notes":[2],"total":2,"jobs":[],"colours":{"yellow":0,"blue":0,"green":0,"grey":0}}
		Ava use stash note=1                             // COR-11.2
		Babak thug opera_house
		= Babak.hand.notes [1,2,2,3]                     // COR-11.7, COR-11.1: it comes by itself
		Babak use horse_head
		= horse_head Babak  turn Chiara                  // COR-11.9, COR-11.10
		Chiara thug air_freight
		= Chiara.hand.goods ["gun","booze"]              // COR-11.8
		= turn Ava                                       // COR-11.10
		Ava family ues_mid_park
		= pending.abilities ["job_draw","stash"]`)
}

func TestJobDraw(t *testing.T) {
	play(t, start(3), `
		Ava thug penn_central
		! COR-11.4 Ava use job_draw keep=loan_book       // COR-11.4: two are drawn
		! COR-11.4 Ava use job_draw keep=nothing discard=unknown
		! COR-11.4 Ava use job_draw keep=swiss_box discard=unknown   // its only copy lies open
		! COR-11.4 Ava use job_draw keep=settled_score discard=settled_score
		Ava use job_draw keep=loan_book discard=loan_book
		= Ava.hand.jobs ["loan_book","unknown","unknown"]  job_deck 33  job_discard 1
		as Babak = public.job_deck 33
		table adjust of=Babak lose=["job:unknown"]
		= job_discard 2
		! COR-11.12 table adjust of=Babak lose=job:swiss_box   // its only copy lies open
		table adjust of=Babak lose=job:river_trip              // an unknown card becomes one
		= Babak.hand.jobs []  job_discard 3`)
	// No copy is left for Babak if Ava named hers rightly, but a refusal would tell what she drew.
	// What lies open counts, and she alone is told.
	play(t, start(3), `
		Ava thug penn_central
		Ava use job_draw keep=loan_book discard=loan_book
		table adjust of=Babak lose=job:loan_book
		said adjust_lose Babak, clash Ava >Ava
		= Ava.hand.jobs ["unknown","unknown","unknown"]  job_discard 2
		! COR-11.12 table adjust of=Chiara lose=job:loan_book   // both copies lie open
		`)
	// Where the box draws, the seat sees two and keeps one (COR-11.4).
	s := play(t, `begin 3 {"chance":"box"} seed=3`)
	v := s.Game.View(engine.Public).Public.(corleone.Status)
	me := *v.Turn
	deck := v.JobDeck
	s.Run(me + ` thug penn_central
		! COR-11.4 ` + me + ` use job_draw keep=loan_book discard=unknown
		` + me + ` use job_draw
		asked ` + me + ` keep
		! COR-11.4 ` + me + ` done
		! COR-11.4 table adjust Ava gun,gun
		! COR-11.4 ` + me + ` keep nothing
		= pending.abilities []`)
	s.Is("job_deck", deck-2)
	var drawn []string
	for i, name := range s.Seats {
		if name == me {
			drawn = *s.Game.View(engine.Seat(i)).Private.(corleone.PrivateStatus).Drawn
		} else {
			assert.Nil(t, *s.Game.View(engine.Seat(i)).Private.(corleone.PrivateStatus).Drawn)
		}
	}
	assert.Len(t, drawn, 2)
	s.Run(me + " keep " + drawn[1])
	s.Is("job_discard", 1)
}

func TestSwapsAndSmuggling(t *testing.T) {
	play(t, start(3), `
		table adjust Ava gun,booze
		said adjust_gain Ava, adjust_gain Ava
		Ava thug meat_market
		= pending.abilities ["swap_1"]
		! COR-11.5 Ava use swap_1 cards=["gun","booze"]       // COR-11.5
		! COR-11.5 Ava use swap_1 cards=["narcotics"]
		! COR-11.5 Ava use swap_1 cards=["job:nothing"]
		Ava use swap_1 cards=["job:unknown"]
		= Ava.hand.notes [1,2,3,5]  job_discard 1
		table adjust Babak ally:mayor_1
		Babak thug auction_house
		! COR-11.5 Babak use swap_2 cards=[1]
		! COR-11.5 Babak use swap_2 cards=[3,3]
		Babak use swap_2 cards=["ally:mayor_1",2]             // any hand cards
		= Babak.hand.notes [1,1,3,5]  Babak.hand.allies []
		= turn Chiara`)
	play(t, start(3, `"catalogue":{"allies":[`+allies("smuggle,swap_3")+`]}`), `
		table adjust Ava ally:mayor_1
		Ava ally mayor_1
		! COR-11.6 Ava use smuggle card=5 good=gun            // COR-11.6
		! COR-11.6 Ava use smuggle card=1 good=narcotics
		Ava use smuggle card=1 good=booze
		= Ava.hand.goods ["booze"]  Ava.hand.notes [2,3]
		Ava use swap_3 cards=["booze",2,"job:unknown"]        // COR-11.5: $3 and $5
		= Ava.hand.notes [3,3,5]`)
}

func TestMovesOfFigures(t *testing.T) {
	play(t, start(3), `
		Ava thug navy_pier
		Babak thug air_freight
		Chiara family mid_que
		Chiara done
		table adjust Ava gun,job:midnight_move
		Ava job hand midnight_move pay=["gun"]
		! COR-11.12 Ava use move_thug_shake from=air_freight to=gunsmith   // COR-11.12: not his
		! COR-11.12 Ava use move_thug_shake from=navy_pier to=air_freight
		! COR-11.12 Ava use move_thug_shake from=navy_pier to=uws_ues
		Ava use move_thug_shake from=navy_pier to=gunsmith
		= Ava.hand.goods ["gun","gun","booze","booze"]
		table adjust Babak blood_money,job:strong_word
		Babak job hand strong_word pay=["blood_money"]
		! COR-11.12 Babak use move_rival from=air_freight to=opera_house
		Babak use move_rival from=mid_que to=bro_wal                  // nobody benefits
		same Chiara.hand_count
		= figures {"air_freight":{"owner":"Babak","figure":"thug"},"gunsmith":{"owner":"Ava","figure":"thug"},"bro_wal":{"owner":"Chiara","figure":"family"}}
		table adjust Chiara booze,job:safe_house
		Chiara job hand safe_house pay=["booze"]
		Chiara use move_family_shake from=bro_wal to=ues_que
		= Chiara.hand.goods ["gun","gun"]  turn Ava
		table adjust Ava gun,blood_money,job:shake_down,booze
		! COR-8.2 Ava job hand shake_down pay=["gun"]
		Ava job hand shake_down pay=["gun","blood_money","booze"]
		! COR-11.11 Ava use shake_front business=distillery           // COR-11.11: not on the board
		! COR-11.11 Ava use shake_front business=park_bench
		Ava use shake_front business=air_freight                      // COR-11.11: occupied
		~ Ava.hand_count 2`)
	play(t, start(3, `"catalogue":{"allies":[`+allies("police_chief,kill_thug_chief,kill_family_chief,manual")+`]}`), `
		Ava thug navy_pier
		Babak thug gunsmith
		Chiara family mid_que
		Chiara done
		table adjust Ava ally:mayor_1
		Ava ally mayor_1
		! COR-9.4 Ava use kill_thug_chief at=gunsmith
		! COR-10.5 Ava use police_chief to=nowhere
		Ava use police_chief to=wall_street
		! COR-9.4 Ava use kill_family_chief at=mid_que
		Ava use kill_thug_chief at=gunsmith
		= hudson [{"owner":"Babak","figure":"thug"}]
		offered table adjust
		table adjust kill=mid_que
		table adjust relocate={"from":"navy_pier","to":"gunsmith"}
		! COR-11.12 table adjust relocate={"from":"gunsmith","to":"mid_que"}
		! COR-11.12 table adjust kill=navy_pier
		! COR-11.12 table adjust Ava ally:chemist
		table adjust of=Ava stash=[1] lose=[2]
		said adjust_lose Ava, adjust_stash Ava, ...
		table adjust of=Ava unstash=[1]
		! COR-11.12 table adjust of=Ava unstash=[1]
		Ava use manual
		= turn Babak`)
}

// scarceBank has few notes and goods.
const scarceBank = `"catalogue":{"notes":{"1":8,"2":3,"3":5,"5":0},"goods":{"gun":1,"blood_money":2,"booze":0,"narcotics":1}}`

func TestRunningOut(t *testing.T) {
	play(t, start(3, scarceBank), `
		= bank {"1":5,"2":0,"3":2,"5":0}
		Ava thug opera_house
		= Ava.hand.notes [1,1,2,3]  bank {"1":4,"2":0,"3":2,"5":0}    // COR-12.2: the next lower
		Babak thug navy_pier
		= Babak.hand.goods []                                         // COR-12.3
		Chiara thug gunsmith
		= Chiara.hand.goods ["gun"]                                   // COR-12.3
		table adjust Ava narcotics,blood_money
		table adjust Ava job:slot_skim,blood_money
		Ava job hand slot_skim pay=["narcotics","blood_money"]        // $5: from the threes
		= Ava.hand.notes [1,1,2,3,3]
		Babak thug meat_market
		Babak use swap_1 cards=[1]
		= Babak.hand.notes [2,3,3]                                    // COR-12.2
		table adjust Chiara 1,1,1
		table adjust Chiara 1,1
		! COR-11.12 table adjust Chiara 5,5
		= bank {"1":0,"2":0,"3":0,"5":0}
		Chiara family uws_ues
		same Chiara.hand_count                                        // COR-12.2: none is left`)
	// The discards are shuffled when a card is needed and the deck is empty (COR-12.4).
	s := play(t, start(2))
	for range 38 {
		s.Run(`table adjust Ava job:unknown
			table adjust of=Ava lose=["job:unknown"]`)
	}
	s.Run(`
		= job_deck 0  job_discard 38
		Ava thug penn_central
		Ava use job_draw keep=unknown discard=unknown
		= job_deck 36  job_discard 1                                  // COR-12.4`)
	for range 37 {
		s.Run("table adjust Ava job:unknown")
	}
	s.Run(`
		= job_deck 0  job_discard 0
		! COR-11.12 table adjust Ava job:unknown
		Babak thug navy_pier
		Ava thug air_freight
		Babak thug gunsmith
		Ava family mid_que
		= turn Babak                                                  // COR-12.4: no job is drawn`)
}
