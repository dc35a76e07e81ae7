package corleone_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/corleone"
	corleoneface "consigliere/engine/corleone/face"
)

func TestSetup(t *testing.T) {
	play(t, `
		! COR-1.1 begin 1 {}    // COR-1.1
		! COR-1.1 begin 6 {}
		! - begin Ava,neutral {}
		! COR-1.6 begin 5 {"jobs_5p":5}
		! COR-1.13 begin 3 {"chance":"box"} seed=none
		! COR-1.8 begin 3 {"families":{"Ava":"vitale","Babak":"vitale"}} // COR-1.8
		! - begin 3 {"catalogue":"other"}
		begin 3
		= phase setup  round 1  over false  horse_head null  turn null   // COR-1.2, 1.1
		= bank {"1":32,"2":32,"3":27,"5":20}  goods {"gun":9,"blood_money":9,"booze":9,"narcotics":5}   // COR-1.3
		= tiles {}  job_deck 38  public_jobs []  allies []               // COR-1.5
		= Ava.markers 9  Ava.thugs 2  Ava.family 1  Ava.hand_count 5     // COR-1.8, COR-1.9
		= Ava.hand.notes [1,2,3]  Ava.hand.jobs ["unknown","unknown"]  Ava.suitcase.notes []   // COR-1.12
		= figures {}  police_chief null  hudson []                       // COR-1.11
		asked table deal_jobs
		! COR-4.1 table open gunsmith
		! COR-1.6 table deal_jobs shake_down,loan_book                   // COR-1.6
		! COR-1.6 table deal_jobs shake_down,shake_down,shake_down
		! COR-1.6 table deal_jobs shake_down,loan_book,nothing
		table deal_jobs shake_down,shake_down,last_warning
		= public_jobs ["shake_down","shake_down","last_warning"]  job_deck 35
		asked table deal_allies
		! COR-1.7 table deal_allies mayor_1                              // COR-1.7
		! COR-1.7 table deal_allies mayor_1,mayor_1
		! COR-1.7 table deal_allies mayor_1,mayor_2
		! COR-1.7 table deal_allies mayor_1,nobody
		table deal_allies mayor_1,talent_scout
		= allies ["mayor_1","talent_scout"]`)
	play(t, `
		begin 2
		= Ava.thugs 3  Ava.family 1     // COR-1.9
		table deal_jobs shake_down,loan_book
		table deal_allies mayor_1
		asked table first
		! COR-1.13 table first table     // COR-1.13
		table first Babak
		= horse_head Babak  phase open
		begin 4
		asked table open
		! COR-1.5 table open gunsmith,laundry
		! COR-1.5 table open night_club
		! COR-1.5 table open nothing
		table open gunsmith
		= tiles {"wall_street":"gunsmith"}     // COR-1.5, COR-1.4
		begin 5
		! COR-1.5 table open gunsmith
		! COR-1.5 table open gunsmith,gunsmith,laundry
		table open gunsmith,laundry,stables
		= tiles {"wall_street":"gunsmith","brooklyn":"laundry","upper_east_side":"stables"}
		table deal_jobs shake_down,loan_book,last_warning,swiss_box
		table deal_allies mayor_1,union_boss_1,police_chief_1,talent_scout
		= allies ["mayor_1","union_boss_1","police_chief_1","talent_scout"]
		begin 5 {"jobs_5p":6}
		table open gunsmith,laundry,stables
		! COR-1.6 table deal_jobs shake_down,loan_book,last_warning,swiss_box
		table deal_jobs shake_down,loan_book,last_warning,swiss_box,river_trip,new_friends`)
}

// The box draws as section 8 says, and the same seed gives the same game.
func TestBoxDraws(t *testing.T) {
	play(t, `
		begin 4 {"chance":"box"} seed=5
		asked `+firstOf(t, 5)+` act
		= phase family  round 1  job_deck 33
		! COR-4.1 table open gunsmith     // COR-1.4
		! COR-1.6 table deal_jobs shake_down
		begin 3 {"chance":"box","tracking":"light"}
		asked table next
		= phase open`)
	pick := engine.NewChance("corleone", 5)
	blue := []string{"gunsmith", "distillery", "pawn_shop", "bookmaker", "laundry", "union_hall", "funeral_home", "stables"}
	for i := len(blue) - 1; i > 0; i-- {
		j := pick.Pick(i + 1)
		blue[i], blue[j] = blue[j], blue[i]
	}
	s := play(t, `begin 4 {"chance":"box"} seed=5`)
	s.Is("tiles.wall_street", blue[0])
	s.Is("tiles.brooklyn", blue[1]) // COR-4.1: the tile of Act I, after that of the setup
}

// firstOf returns who begins a play of four that the box deals.
func firstOf(t *testing.T, seed uint64) string {
	t.Helper()
	g, _, err := corleoneface.Title().Begin(engine.Header{Game: "corleone", Seats: five[:4], Options: []byte(`{"chance":"box"}`), Seed: seed})
	require.NoError(t, err)
	c := engine.NewChance("corleone", seed)
	for _, n := range []int{8, 4, 44, 6} {
		for i := n; i > 1; i-- {
			c.Pick(i)
		}
	}
	first := five[c.Pick(4)]
	assert.Equal(t, first, *g.View(engine.Public).Public.(corleone.Status).Horse)
	return first
}

func TestBoard(t *testing.T) {
	s := play(t, start(3), `
		! COR-6.1 Ava thug nothing
		! COR-2.9 Ava thug park_bench            // COR-2.3, COR-2.9
		! COR-6.1 Ava thug che_mid_park          // COR-2.4
		! COR-7.1 Ava family navy_pier           // COR-2.4
		! COR-6.1 Ava thug distillery            // COR-2.2: not on the board
		Ava thug navy_pier
		! COR-2.5 Babak thug navy_pier           // COR-2.5
		Babak family che_mid_park
		Babak done
		! COR-2.5 Chiara family che_mid_park     // COR-2.5
		Chiara family uws_che
		Ava family ues_mid_que`)
	s.Do("Ava done")
	s.Run("begin 2 {}\ntable deal_jobs shake_down,loan_book\ntable deal_allies mayor_1\ntable first Ava\ntable open gunsmith")
	s.Run("! COR-2.8 Ava family uws_che") // COR-2.8
	s.Run("table adjust Ava ally:mayor_1\nAva ally mayor_1\n! COR-10.5 Ava use mayor to=uws_che\nAva use mayor to=mid_que")
	s.Run("begin 2 {\"two_player_spaces\":\"all\"}\ntable deal_jobs shake_down,loan_book\ntable deal_allies mayor_1\ntable first Ava\ntable open gunsmith\nAva family uws_che")
	status := s.Game.View(engine.Public).Public.(corleone.Status)
	s.Shows("COR-2.1")
	require.Len(t, status.Control, 7) // COR-2.1, COR-2.9: no park
	var names []string
	for _, m := range status.Control {
		names = append(names, m.Key)
	}
	assert.Equal(t, turfIDs, names) // COR-2.1
}

// A circle touches two or three areas (COR-2.6), and a catalogue with others is refused.
func TestCircles(t *testing.T) {
	bad := `{"spaces":[{"id":"s1","touches":["midtown"]}]}`
	assert.NotEmpty(t, corleoneface.Title().Catalogue.Check([]byte(bad))) // COR-2.6
	s := play(t, start(3), act1)
	war := s.Game.View(engine.Public).Public.(corleone.Status).War
	// Ava's family member counts in Wall Street, Midtown and Chelsea; so does her thug in Wall Street.
	s.Shows("COR-2.6, 2.7")
	assert.Equal(t, []int{2, 0, 1}, war[0].Influence.Of) // COR-2.7, COR-13.2
	assert.Equal(t, []int{1, 0, 0}, war[5].Influence.Of)
	assert.Equal(t, []int{1, 1, 0}, war[6].Influence.Of)
}
