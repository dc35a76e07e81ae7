package corleone_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"consigliere/engine"
	"consigliere/engine/corleone"
	corleoneface "consigliere/engine/corleone/face"
)

func TestOpen(t *testing.T) {
	play(t, start(3)[:len(start(3))-len("table open gunsmith\n")], `
		= phase open  round 1
		asked table open
		! COR-4.1 table open gunsmith,distillery
		! COR-4.2 table open night_club          // COR-4.2, COR-4.3
		table open gunsmith
		= tiles {"wall_street":"gunsmith"}       // COR-4.1
		= phase family`)
	// Narcotics come into the game by red tiles and allies only (COR-4.3).
	tiles, _, _ := strings.Cut(corleoneface.Title().Catalogue.YAML(), "jobs:")
	assert.False(t, regexp.MustCompile(`colour: blue, .*narcotics`).MatchString(tiles)) // COR-4.3
	assert.True(t, regexp.MustCompile(`colour: red, .*narcotics`).MatchString(tiles))
}

func TestTurns(t *testing.T) {
	play(t, start(3), `
		= turn Ava                               // COR-5.1
		asked Ava act                            // COR-5.2
		! COR-5.1 Babak thug navy_pier
		! COR-5.3 Ava pass                       // COR-5.3
		! COR-11.1 Ava done
		Ava thug penn_central
		asked Ava use
		! COR-5.2 Ava thug navy_pier             // COR-5.2: one action, and its abilities first
		Ava done
		= turn Babak                             // COR-5.1
		Babak thug navy_pier
		Chiara thug air_freight
		Ava thug gunsmith
		= Ava.thugs 0
		! COR-6.1 Babak thug nothing
		Babak thug opera_house
		Babak done
		Chiara family mid_que
		Chiara done
		Ava family uws_ues
		= Ava.family 0  Ava.thugs 0
		table adjust Ava ally:mayor_1,gun,job:last_warning
		Babak family bro_wal
		Babak done
		= turn Chiara                            // COR-5.4: Ava is skipped
		! COR-5.4 Ava ally mayor_1               // COR-5.5
		! COR-5.4 Ava job hand last_warning pay=["gun"]
		Chiara thug meat_market
		Chiara done
		= phase bribery                          // COR-5.6
		= turn null`)
	// A hand may hold any number of cards (COR-5.7).
	play(t, start(3), `
		table adjust Ava 1,1,1,1,2,2,2,2,3,3,3,3,gun,gun,gun,booze,booze,booze
		= Ava.hand_count 23  phase family        // COR-5.7`)
}

// With a single circle two of three family members have no space (COR-5.8).
func TestPass(t *testing.T) {
	s := play(t, start(3, `"catalogue":`+scarceOne), `
		Ava family s1
		Ava done
		! COR-5.3 Babak pass
		Babak thug navy_pier
		Chiara thug air_freight
		Ava thug gunsmith
		Babak thug opera_house
		Babak done
		Chiara thug meat_market
		Chiara done
		Ava thug auction_house
		Ava done
		asked Babak act
		lists Babak act ...`)
	assert.Contains(t, s.Answers("Babak", "act"), "")
	s.Run(`
		! COR-7.1 Babak family nothing
		Babak pass                               // COR-5.8
		said pass Babak, turn Chiara
		! COR-5.4 Babak pass
		table adjust kill=s1                     // a space becomes free, and he stays out
		Chiara family s1
		Chiara done
		= phase bribery`)
}

const scarceOne = `{"spaces":[{"id":"s1","touches":["midtown","queens"]}]}`

func TestThug(t *testing.T) {
	play(t, start(3), `
		Ava thug air_freight
		= Ava.thugs 1  Ava.hand.goods ["gun","booze"]     // COR-6.1, COR-6.2
		= figures {"air_freight":{"owner":"Ava","figure":"thug"}}
		Babak thug curb_exchange
		= pending {"seat":"Babak","source":"front:curb_exchange","abilities":["stash","stash"]}   // COR-11.2
		Babak use stash note=1
		Babak use stash note=3                            // COR-6.2, COR-11.2, COR-11.3
		= turn Chiara  Babak.suitcase.notes [1,3]
		Chiara thug opera_house
		Chiara done                                       // COR-6.2: left out, COR-11.1
		= horse_head Ava
		Ava thug navy_pier
		Babak thug gunsmith
		Chiara thug meat_market
		Chiara done
		Ava family mid_que
		Ava done
		Babak family bro_wal
		Babak done
		Chiara family uws_ues
		= phase bribery
		! COR-6.1 Ava thug navy_pier`)
}

// second is Act II of a play of three, in which Ava controls Wall Street, Midtown and Brooklyn
// (none of the others), Babak Queens, Chiara Upper West Side.
const second = act1 + `
	each bid [] [] []
	Ava tribute booze,booze,gun,blood_money
	Babak tribute gun,gun,booze,1,blood_money
	Chiara tribute gun,gun,1,2,2
	table deal_allies coroner,customs_officer
	table open bookmaker
`

func TestShares(t *testing.T) {
	s := play(t, start(3), second)
	s.Is("controller", `{"wall_street":"Ava","brooklyn":"Ava","upper_east_side":null,"queens":"Babak","upper_west_side":"Chiara","midtown":"Ava","chelsea":null}`)
	s.Run(`
		Ava thug air_freight                     // COR-6.3: both
		~ Ava.hand_count 2  Babak.hand_count 2
		= turn Babak
		Babak thug curb_exchange first=controller
		= pending.seat Ava                       // COR-6.4
		! COR-11.3 Babak use stash note=1
		Ava done
		= pending.seat Babak
		Babak done
		Chiara thug opera_house                  // COR-6.5: her own turf, once
		~ Chiara.hand_count 1
		= pending {"seat":"Chiara","source":"front:opera_house","abilities":["horse_head"]}
		Chiara done
		table adjust Ava gun,booze,blood_money,job:shake_down
		Ava job hand shake_down pay=["gun","booze","blood_money"]
		Ava use shake_front business=air_freight // COR-6.6: made by a card, COR-11.11: occupied
		~ Ava.hand_count 2  Babak.hand_count 2
		Babak family che_mid_wal                 // COR-7.4: Ava has no share in a back
		same Ava.hand_count
		Babak done
		= turn Chiara`)
	// The controller shares without figures, too (COR-6.6).
	play(t, start(3), second, `
		Ava family mid_que
		Ava done
		Babak thug navy_pier
		Chiara thug gunsmith
		Ava family bro_wal
		Ava done
		Babak thug meat_market
		Babak done
		Chiara thug opera_house
		Chiara done
		Ava thug auction_house
		Ava done
		Babak family ues_que
		Chiara family uws_ues
		Ava thug air_freight
		= Ava.thugs 0  Ava.family 0
		Babak family uws_che
		Chiara family ues_mid_park
		Chiara done
		= phase bribery`)
	play(t, start(3), second, `
		Ava family mid_que
		Ava done
		Babak thug meat_market
		Babak done
		Chiara thug gunsmith                     // Wall Street is Ava's
		~ Chiara.hand_count 2  Ava.hand_count 2`)
}

func TestFamily(t *testing.T) {
	play(t, start(3), `
		Ava family che_mid_wal                   // COR-7.1, COR-7.2
		= Ava.family 0  Ava.hand.goods ["gun","blood_money"]
		= pending {"seat":"Ava","source":"back:che_mid_wal","abilities":["stash","job_draw"]}
		Ava use job_draw keep=unknown discard=unknown
		Ava use stash note=2
		Babak family uws_park
		= pending {"seat":"Babak","source":"back:uws_park","abilities":["stash"]}   // COR-7.5
		Babak use stash note=3
		= Babak.suitcase.notes [3]
		= figures {"che_mid_wal":{"owner":"Ava","figure":"family"},"uws_park":{"owner":"Babak","figure":"family"}}   // COR-7.3
		table adjust Chiara gun,blood_money,job:back_door
		Chiara job hand back_door pay=["gun","blood_money"]
		! COR-7.6 Chiara use shake_back business=park_bench      // COR-7.6
		! COR-11.12 Chiara use shake_back business=distillery
		unlisted Chiara use shake_back+park_bench
		Chiara use shake_back business=navy_pier
		= Chiara.hand.goods ["booze"]`)
}

func TestJobs(t *testing.T) {
	play(t, start(3), `
		table adjust Ava gun,gun,booze,booze,blood_money,narcotics,job:loan_book
		! COR-8.1 Ava job public loan_book pay=["blood_money"]       // COR-8.1
		! COR-8.1 Ava job hand nothing pay=["gun"]
		! COR-8.2 Ava job hand loan_book pay=["blood_money","gun"]   // COR-8.2
		! COR-8.4 Ava job hand loan_book pay=["gun"]                 // COR-8.4
		! COR-8.2 Ava job hand loan_book pay=["narcotics","narcotics"]
		! COR-8.4 Ava job public swiss_box pay=["gun"]               // COR-8.4: narcotics only
		~ Ava.hand_count 7
		Ava job hand loan_book pay=["narcotics"] money=last          // COR-8.3
		= pending {"seat":"Ava","source":"job:loan_book","abilities":["stash"]}
		= Ava.hand.notes [1,2,3]  goods.narcotics 5                  // COR-8.6: the money is not yet there
		Ava use stash note=3
		= Ava.hand.notes [1,2,2]  Ava.suitcase.notes [3]             // COR-8.5, COR-8.6
		= Ava.suitcase.jobs ["loan_book"]  Ava.suitcase.colours {"yellow":1,"blue":0,"green":0,"grey":0}   // COR-8.7
		= turn Babak
		table adjust Babak booze,booze
		Babak job public numbers_run pay=["booze","booze"]           // COR-8.1
		= Babak.hand.notes [1,2,2,3,3]                               // COR-8.5
		= public_jobs ["swiss_box","slot_skim"]                      // COR-8.8
		= goods.booze 7
		Chiara thug navy_pier
		Ava job public slot_skim pay=["gun","blood_money"]
		= public_jobs ["swiss_box"]                                  // COR-8.8
		~ Ava.hand_count -1`)
	// A job can come out of the unknown cards; a copy must be left.
	play(t, start(3), `
		table adjust Ava gun,gun,gun
		Ava job hand last_warning pay=["gun"]
		= Ava.hand.jobs ["unknown"]
		Babak thug navy_pier
		Chiara thug air_freight
		Ava job hand last_warning pay=["gun"]
		Ava done
		Babak thug gunsmith
		Chiara thug meat_market
		Chiara done
		! COR-8.1 Ava job hand last_warning pay=["gun"]`)
}

func TestKills(t *testing.T) {
	play(t, start(3), `
		Ava thug navy_pier
		Babak thug air_freight
		Chiara family mid_que
		Chiara done
		table adjust Ava gun,job:last_warning
		Ava job hand last_warning pay=["gun"]
		! COR-9.4 Ava use kill_thug at=mid_que                // COR-9.4
		! COR-9.4 Ava use kill_thug at=navy_pier
		Ava use kill_thug at=air_freight                      // COR-9.4
		said kills Ava, turn Babak
		= hudson [{"owner":"Babak","figure":"thug"}]  Babak.killed 1   // COR-9.1
		= Babak.thugs 1                                       // COR-9.2
		= figures {"navy_pier":{"owner":"Ava","figure":"thug"},"mid_que":{"owner":"Chiara","figure":"family"}}
		Babak thug air_freight                                // COR-9.3: free at once
		Chiara thug gunsmith
		Ava family bro_wal
		Ava done
		Babak family uws_ues
		Chiara thug meat_market
		Chiara done
		Ava thug opera_house
		= phase bribery`)
	s := play(t, start(3), `
		Ava thug navy_pier
		Babak family mid_que
		Babak done
		Chiara thug air_freight
		table adjust Ava gun,booze,job:settled_score
		Ava job hand settled_score pay=["gun","booze"]
		Ava use kill_family at=mid_que
		Babak thug gunsmith
		Chiara thug meat_market
		Chiara done
		Ava family uws_ues
		Babak thug opera_house
		Babak done
		Chiara family ues_que
		Ava thug auction_house
		Ava done
		= phase bribery`)
	war := s.Game.View(engine.Public).Public.(corleone.Status).War
	assert.Equal(t, []int{0, 0, 0}, war[5].Influence.Of) // COR-9.3: Midtown
}

func TestAllies(t *testing.T) {
	play(t, start(3), `
		! COR-10.1 Ava ally mayor_1                           // COR-10.1
		! COR-10.1 Ava ally nobody
		table adjust Ava ally:mayor_1
		table adjust Babak ally:union_boss_1
		Ava ally mayor_1
		= Ava.played_allies ["mayor_1"]  Ava.hand.allies []   // COR-10.2
		= pending {"seat":"Ava","source":"ally:mayor_1","abilities":["mayor"]}
		! COR-10.5 Ava use mayor to=navy_pier                 // COR-10.5
		Ava use mayor to=bro_wal                              // COR-10.4
		= figures {"bro_wal":{"owner":"neutral","figure":"mayor"}}
		~ Ava.hand_count 2                                    // the backs: booze and gun
		Ava done
		Babak ally union_boss_1
		! COR-10.5 Babak use union_boss to=mid_que
		Babak use union_boss to=navy_pier                     // COR-10.4, COR-10.5
		= Babak.hand.goods ["booze","booze"]
		Chiara thug gunsmith
		! COR-10.3 Ava ally mayor_1                           // COR-10.3
		Ava thug air_freight
		Babak thug meat_market
		Babak done
		Chiara thug opera_house
		Chiara done
		Ava thug auction_house
		Ava done
		Babak thug penn_central
		Babak done
		Chiara family uws_ues
		Ava family ues_que
		Babak family che_wal
		Babak done
		= phase bribery
		= controller.brooklyn null                            // COR-13.3: the neutral force
		each bid [] [] []
		= Ava.hand.allies ["mayor_1"]  Ava.played_allies []   // COR-10.3, COR-15.1`)
}

// In one act two players use the Mayor (COR-10.7); his death ends that (COR-10.8); in the turn
// of the one who places him he counts as own (COR-10.6).
func TestNeutrals(t *testing.T) {
	mayors := `{"allies":[` + allies("mayor,move_family_shake,kill_any") + `]}`
	play(t, start(3, `"catalogue":`+mayors), `
		table adjust Ava ally:mayor_1
		table adjust Babak ally:union_boss_1
		Ava ally mayor_1
		! COR-11.12 Ava use move_family_shake from=ues_que to=mid_que
		Ava use mayor to=ues_que
		! COR-9.4 Ava use kill_any at=ues_que                 // COR-10.6: her own
		Ava use move_family_shake from=ues_que to=uws_ues     // COR-10.6
		= figures {"uws_ues":{"owner":"neutral","figure":"mayor"}}
		= turn Babak                                          // nobody is left to be killed
		Babak thug air_freight
		Chiara thug navy_pier
		table adjust Ava blood_money,booze,job:river_trip
		Ava job hand river_trip pay=["blood_money","booze"]
		Ava use kill_any at=uws_ues                           // COR-10.6: only for that turn
		= hudson [{"owner":"neutral","figure":"mayor"}]
		Babak ally union_boss_1                               // COR-10.8: nothing to be placed
		! COR-10.5 Babak use mayor to=ues_que
		Babak use kill_any at=navy_pier
		= turn Chiara`)
	play(t, start(3, `"catalogue":`+mayors), `
		table adjust Ava ally:mayor_1
		table adjust Babak ally:union_boss_1
		Ava ally mayor_1
		Ava use mayor to=ues_que
		Ava done
		Babak ally union_boss_1
		Babak use mayor to=uws_ues                            // COR-10.7, COR-10.4
		= figures {"uws_ues":{"owner":"neutral","figure":"mayor"}}`)
	play(t, start(4), `
		table adjust Ava ally:police_chief_1
		Ava ally police_chief_1
		Ava use police_chief to=midtown                       // COR-10.5: on no space
		= police_chief midtown  figures {}`)
}
