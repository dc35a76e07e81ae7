package khandan_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"consigliere/engine"
)

func TestProposal(t *testing.T) {
	play(t, start(3), `
		= phase propose  card null
		! KHA-8.1 Ava propose
		table propose "17"
		// KHA-8.1: without a pack any label goes
		= phase vote  card "17"
		! KHA-8.1 table propose`)
	// votes, deals and promises are cleared by the next decision
	play(t, council(3), `
		Ava vote yes 3
		Babak offer Chiara {"vote":"no"} {"coins":1}
		Chiara accept 1
		Babak vote no 1
		Chiara vote strengthen
		Ava done
		Babak done
		{"seat":"table","do":"outcome"}
		= phase propose  votes.Ava {"choice":"yes","power":3,"done":true}  Babak.promises.vote no  side yes  shares {"Chiara":3}
		table propose
		= votes {}  deals []  side null  shares {}  changes {}  tally {"yes":0,"no":0}  card "" // KHA-8.5
		= Babak.promises {"vote":null,"power":0,"tie":null,"leader":null,"sign":null}  Ava.vote null
		// KHA-12.3, KHA-7.5, KHA-7.3: what lay on the side that won is in the pool, the offices stay
		= pool 3  leader Ava  moderator Ava`)
}

func TestOpenVote(t *testing.T) {
	play(t, council(3), `
		asked Ava vote, Babak vote, Chiara vote
		// KHA-9.2: at least 1 power, at most what is in hand
		! KHA-9.2 Ava vote yes 0
		! KHA-9.2 Ava vote yes 9
		! KHA-9.1 Ava vote perhaps 1
		! KHA-9.1 Ava vote yes
		! KHA-9.1 Ava vote strengthen 1
		! KHA-9.1 table vote strengthen
		! KHA-9.10 Ava add 1
		! KHA-9.12 Ava done
		// KHA-9.9: in any order;  KHA-9.7: the leader votes like all others
		Chiara vote no 2
		= Chiara.power 6  votes.Chiara {"choice":"no","power":2,"done":false}  tally {"yes":0,"no":2}
		// KHA-9.6: a vote cannot be changed
		! KHA-9.6 Chiara vote yes 3
		! KHA-9.10 Chiara add 7
		! KHA-9.10 Chiara add 0
		asked Ava vote, Babak vote, Chiara done
		offered Ava offer, Babak offer, Chiara add, Chiara offer
		// KHA-9.10: more can be added, as often as one likes
		Chiara add 1
		Chiara add 2
		= votes.Chiara.power 5  Chiara.power 3
		Chiara done
		= votes.Chiara.done true
		! KHA-9.12 Chiara done
		// KHA-9.4, KHA-9.8, KHA-9.11, KHA-7.5: to moderate brings a coin and the office at once
		Babak vote moderate
		= Babak.coins 11  Babak.power 8  moderator Babak  votes.Babak {"choice":"moderate","power":0,"done":true}
		// KHA-9.12: every vote cancels the done marks of yes and no voters
		= votes.Chiara.done false
		! KHA-9.8 Ava vote moderate
		! KHA-9.10 Babak add 1
		! KHA-9.12 Babak done
		Chiara done
		Ava vote strengthen
		// KHA-9.5: the coin comes at once, the share later
		= Ava.coins 11  Ava.power 8  votes.Chiara.done false  phase vote
		// KHA-9.13: it closes when every yes or no voter is done
		Chiara done
		= phase outcome  side no  leader Chiara
		= Ava.power 11  pool 5`)
	// KHA-9.3: without power there is nothing but to abstain
	play(t, council(3, `"start":{"reign":1,"houses":{"Ava":{"ability":{"start_power":-8}}}}`), `
		= Ava.power 0
		! KHA-9.3 Ava vote yes 1
		lists Ava vote strengthen moderate
		Ava vote strengthen`)
	// KHA-9.4: with the ability of the house, and never below 0
	play(t, council(3, `"start":{"houses":{"Ava":{"ability":{"abstain_coins":2}},"Babak":{"ability":{"abstain_coins":-3}}}}`), `
		Ava vote strengthen
		Babak vote strengthen
		= Ava.coins 13  Babak.coins 10`)
	// KHA-9.8: the standing moderator may choose it too
	play(t, council(3), `
		Ava vote moderate
		= moderator Ava
		! KHA-9.8 Babak vote moderate
		unlisted Babak vote moderate`)
	// KHA-9.13: if all abstain it closes with the last vote
	play(t, council(3), `
		Ava vote strengthen
		Babak vote strengthen
		Chiara vote moderate
		= phase tie  moderator Chiara`)
	// KHA-9.9: more can be added after done, until the vote closes
	play(t, council(3), `
		Ava vote yes 1
		Babak vote no 1
		Ava done
		offered Ava add, Ava offer, Babak add, Babak offer, Chiara offer
		Ava add 1
		= votes.Ava {"choice":"yes","power":2,"done":false}`)
}

func TestSealedVote(t *testing.T) {
	sealed := council(4, `"voting":"sealed"`)
	play(t, sealed, `
		// KHA-9.14: nothing but who has voted is known
		Babak vote no 3
		= votes.Babak {"choice":"sealed","power":0,"done":true}  tally {"yes":0,"no":0}  Babak.power 5  Babak.vote {"choice":"no","power":3}
		as Ava = votes.Babak.choice sealed  private.Ava.vote null
		as public = holdings {}
		// KHA-9.15: no add, no done, no way back
		! KHA-9.15 Babak add 1
		! KHA-9.15 Babak done
		! KHA-9.15 Babak vote yes 3
		Dario vote moderate
		Chiara vote moderate
		= Chiara.coins 10  moderator Ava
		Ava vote strengthen
		// KHA-9.16: the first of the prestige order;  KHA-9.17: coins at the showing
		= moderator Chiara  votes.Dario {"choice":"strengthen","power":0,"done":true}  Chiara.coins 11  Dario.coins 11  phase outcome
		= Dario.vote {"choice":"strengthen","power":0}  side no  leader Babak  pool 4`)
	// power on a sealed vote still counts as in hand, for those who see what others hold
	play(t, council(3, `"voting":"sealed","holdings":"open"`), `
		Ava vote yes 8
		= public.holdings.Ava {"coins":10,"power":8}  Ava.power 0
		Babak vote strengthen
		Chiara vote strengthen
		= public.holdings.Ava.power 0  public.holdings.Babak {"coins":11,"power":9}`)
	// a promised power binds the sealed vote
	play(t, sealed, `
		Ava offer Babak {"coins":1} {"vote":"yes","power":4}
		Babak accept 1
		! KHA-10.3 Babak vote yes 3
		! KHA-10.3 Babak vote no 5
		! KHA-10.3 Babak vote strengthen
		lists Babak vote yes+4 yes+5 yes+6 yes+7 yes+8
		Babak vote yes 4
		Chiara offer Babak {"coins":1} {"vote":"yes"}
		! KHA-10.11 Babak accept 2  // it has sealed, whatever the vote was`)
}

func TestDeals(t *testing.T) {
	play(t, start(3), `! KHA-10.1 Ava offer Babak {"coins":1} {}`) // no voting yet
	play(t, council(3), `
		// KHA-10.1: two seats;  KHA-10.8: not both sides empty
		! KHA-10.1 Ava offer Ava {"coins":1} {}
		! KHA-10.1 Ava offer none {"coins":1} {}
		! KHA-10.1 table offer Ava {"coins":1} {}
		! KHA-10.8 Ava offer Babak {} {}
		// KHA-10.4: whole coins, up to what the giver has
		! KHA-10.4 Ava offer Babak {"coins":11} {}
		! KHA-10.5 Ava offer Babak {"coins":0} {}
		! KHA-10.5 Ava offer Babak {"coins":1.5} {}
		// KHA-10.5: no power, no office, no role
		! KHA-10.5 Ava offer Babak {"power":1} {}
		! KHA-10.5 Ava offer Babak {"vote":"abstain","power":1} {}
		! KHA-10.5 Ava offer Babak {"moderator":true} {}
		! KHA-10.5 Ava offer Babak {"role":"rebel"} {}
		! KHA-10.5 Ava offer Babak {"sign":false} {}
		! KHA-10.5 Ava offer Babak {"note":""} {}
		! KHA-10.5 {"seat":"Ava","do":"offer","to":"Babak","give":{"coins":1}}
		// KHA-10.7: anything else as a note
		Ava offer Babak {"coins":2,"note":"you_speak_for_me"} {"vote":"yes","power":3}
		// KHA-10.12: deals are public
		= deals [{"deal":1,"from":"Ava","to":"Babak","give":{"coins":2,"note":"you_speak_for_me"},"get":{"vote":"yes","power":3},"state":"open"}]
		= Ava.coins 10
		// KHA-10.2: it binds when the other has confirmed it
		! KHA-10.2 Ava accept 1
		! KHA-10.2 Chiara accept 1
		! KHA-10.2 Babak accept 2
		! KHA-10.10 Ava decline 1
		! KHA-10.10 Babak withdraw 1
		Babak accept 1
		= Ava.coins 8  Babak.coins 12  Babak.promises.vote yes  Babak.promises.power 3
		! KHA-10.2 Babak accept 1
		// KHA-10.3, KHA-10.6: moves that break it are refused
		! KHA-10.3 Babak vote no 1
		! KHA-10.3 Babak vote strengthen
		unlisted Babak vote moderate
		Babak vote yes 1
		! KHA-10.3 Babak done
		asked Ava vote, Babak add, Chiara vote
		Babak add 2
		asked Ava vote, Babak done, Chiara vote
		Babak done
		// of two promises of power the larger counts, and the done mark goes
		Chiara offer Babak {"coins":1} {"vote":"yes","power":5}
		Babak accept 2
		= votes.Babak.done false  Babak.promises.power 5
		asked Ava vote, Babak add, Chiara vote
		Ava offer Babak {"coins":1} {"vote":"yes","power":2}
		Babak accept 3
		= Babak.promises.power 5
		// KHA-10.11: what cannot be kept is refused at the accept
		Chiara offer Babak {"coins":1} {"vote":"yes","power":9}
		! KHA-10.11 Babak accept 4
		Chiara offer Babak {"coins":1} {"vote":"no"}
		! KHA-10.11 Babak accept 5
		Babak decline 5
		Chiara withdraw 4
		Chiara offer Babak {} {"coins":15}
		! KHA-10.11 Babak accept 6
		shows Babak answer 6 6
		lists Babak answer 6
		Babak decline 6
		Ava offer Chiara {"coins":5} {}
		Ava offer Babak {"coins":5} {}
		Chiara accept 7
		! KHA-10.11 Babak accept 8  // Ava has 2 left
		= Ava.coins 2  Chiara.coins 14
		offered Ava offer, Ava withdraw, Babak offer, Babak answer, Chiara offer`)
	// ties, leaders and signatures can be promised while they are open (KHA-10.6)
	play(t, council(3), `
		Ava offer Babak {"tie":"no"} {"coins":1}
		Babak accept 1
		Ava offer Babak {"tie":"yes"} {"coins":1}
		! KHA-10.11 Babak accept 2
		Ava vote strengthen
		Babak vote yes 2
		Chiara vote no 2
		Babak done
		Chiara done
		= phase tie // KHA-10.13
		! KHA-10.3 Ava break yes
		lists Ava break no
		Chiara offer Babak {"coins":1} {"vote":"no"}
		! KHA-10.11 Babak accept 3  // the voting is over
		Ava break no
		= side no  leader Chiara
		Babak offer Ava {"coins":1} {"tie":"no"}
		! KHA-10.11 Ava accept 4
		// the signature: only the leader can sell it now
		Babak offer Ava {"coins":1} {"sign":true}
		! KHA-10.11 Ava accept 5
		Babak offer Chiara {"coins":1} {"sign":true}
		Chiara accept 6
		Ava offer Chiara {"coins":1} {"sign":true}
		! KHA-10.11 Chiara accept 7
		{"seat":"table","do":"outcome","history":[{"resource":"army","sign":"-"}]}
		= phase sign
		// KHA-13.6, KHA-13.7: it signs for the house that has bought it
		! KHA-13.6 {"seat":"Chiara","do":"sign"}
		! KHA-13.6 {"seat":"Chiara","do":"sign","for":"Ava"}
		! KHA-13.5 {"seat":"Babak","do":"sign"}
		{"seat":"Chiara","do":"sign","for":"Babak"}
		= signer Babak  Babak.promises.sign null  Chiara.promises.sign Babak
		// KHA-10.10: open offers end with the phase, bound ones stay to be seen
		= deals [{"deal":1,"from":"Ava","to":"Babak","give":{"tie":"no"},"get":{"coins":1},"state":"bound"},{"deal":6,"from":"Babak","to":"Chiara","give":{"coins":1},"get":{"sign":true},"state":"bound"}]
		! KHA-10.1 Ava offer Babak {"coins":1} {}
		// KHA-10.9: promises end with the phase; deals are numbered through the reign
		table propose
		Ava offer Babak {"coins":1} {}
		= deals [{"deal":8,"from":"Ava","to":"Babak","give":{"coins":1},"get":{},"state":"open"}]`)
	play(t, council(3), `
		Chiara offer Ava {"coins":1} {"leader":"Chiara"}
		Ava accept 1
		Babak offer Ava {"coins":1} {"leader":"Babak"}
		! KHA-10.11 Ava accept 2
		Ava vote strengthen
		Babak vote yes 2
		Chiara vote yes 2
		Babak done
		Chiara done
		= phase leader  tied ["Babak","Chiara"]  side yes
		! KHA-10.3 Ava pick_leader Babak
		lists Ava pick_leader Chiara
		Ava pick_leader Chiara
		Babak offer Ava {"coins":1} {"leader":"Babak"}
		! KHA-10.11 Ava accept 3
		! KHA-10.11 Ava accept 2  // still open, and still not to be kept
		= leader Chiara
		{"seat":"table","do":"outcome"}
		= deals [{"deal":1,"from":"Chiara","to":"Ava","give":{"coins":1},"get":{"leader":"Chiara"},"state":"bound"}]`)
	// a promised abstention is of either kind; a leader may be promised in vain
	play(t, council(3), `
		Ava offer Babak {"coins":1} {"vote":"abstain"}
		Babak accept 1
		! KHA-10.3 Babak vote yes 1
		lists Babak vote strengthen moderate
		Babak vote moderate
		Ava vote yes 1
		Ava offer Chiara {} {"vote":"yes"}
		Chiara offer Ava {} {"vote":"no"}
		! KHA-10.11 Ava accept 3  // it has voted otherwise
		Chiara vote no 2
		Babak offer Ava {"coins":1} {"vote":"yes","power":3}
		Ava accept 4
		asked Ava add, Chiara done
		! KHA-10.11 Chiara accept 2`)
}

func TestResultOfTheVote(t *testing.T) {
	// the larger sum wins; the most power on that side leads
	play(t, council(4), `
		Ava vote yes 2
		Babak vote yes 3
		Chiara vote no 4
		Dario vote strengthen
		Ava done
		Babak done
		Chiara done
		= side yes  leader Babak  tally {"yes":5,"no":4}  phase outcome // KHA-11.1, KHA-11.4
		// KHA-12.1, KHA-12.2, KHA-12.3, KHA-12.4: shares first, then the winners' power into the pool, the losers' back
		= shares {"Dario":3}  Dario.power 11  pool 5  Ava.power 6  Babak.power 5  Chiara.power 8
		// KHA-12.5: to moderate gives no share
		= moderator Ava`)
	// KHA-11.2: the moderator breaks ties, whatever it voted
	play(t, council(3), `
		Ava vote no 2
		Babak vote yes 2
		Chiara vote moderate
		Ava done
		Babak done
		! KHA-11.2 Ava break yes
		! KHA-11.2 Chiara break strengthen
		Chiara break yes
		= leader Babak  shares {}  pool 5  Ava.power 8 // KHA-7.4`)
	// all abstained; the moderator chooses, leads, and keeps its share
	play(t, council(3), `
		Ava vote strengthen
		Babak vote moderate
		Chiara vote strengthen
		= phase tie
		Babak break no
		= leader Babak  side no  shares {"Ava":1,"Chiara":1}  pool 1  Babak.power 8 // KHA-11.3`)
	// KHA-11.5: of several with the most power the moderator chooses, also itself
	play(t, council(4), `
		Ava vote yes 2
		Babak vote yes 2
		Chiara vote yes 1
		Dario vote no 1
		Ava done
		Babak done
		Chiara done
		Dario done
		= phase leader  tied ["Ava","Babak"]  side yes  leader Dario
		! KHA-11.5 Ava pick_leader Chiara
		! KHA-11.5 Babak pick_leader Babak
		Ava pick_leader Ava
		= leader Ava  tied []`)
	// KHA-12.2: nobody shares, and the pool stays whole; what does not divide stays
	play(t, council(3), `
		Ava vote yes 1
		Babak vote strengthen
		Chiara vote strengthen
		Ava done
		= shares {"Babak":1,"Chiara":1}  pool 2`)
}

// The slope (KHA-4.3, KHA-4.4, KHA-4.5, KHA-4.6, KHA-4.7, KHA-4.8) and stability (KHA-4.9, KHA-4.10).
func TestOutcome(t *testing.T) {
	play(t, start(3), abstained(3, "Ava", `,"resources":{"army":2}`), `
		// army rises with its slope: 2 and 1
		= resources.army {"value":13,"slope":"up","run":1}  stability 13  changes {"army":3}  stability_change 3`,
		abstained(3, "Ava", `,"resources":{"wealth":-2}`), `
		// KHA-4.6: army is left as it was;  KHA-4.5: against the slope there is no bonus, and it turns
		= resources.army {"value":13,"slope":"up","run":1}  resources.wealth {"value":8,"slope":"down","run":0}  stability 11`,
		abstained(3, "Ava", `,"resources":{"army":1,"wealth":-1}`), `
		// KHA-4.3, KHA-4.4: army the second time by 2, wealth the first time by 1
		= resources.army {"value":16,"slope":"up","run":2}  resources.wealth {"value":6,"slope":"down","run":1}  stability 12`,
		abstained(3, "Ava", `,"resources":{"army":3,"wealth":-3,"welfare":-1}`), `
		// every later time by 2;  KHA-4.7, KHA-4.9: what is cut off is lost, and stability moves by what really moved
		= resources.army {"value":20,"slope":"up","run":2}  changes {"army":4,"wealth":-5,"welfare":-2}  stability 9  stability_change -3`,
		abstained(3, "Ava", `,"resources":{"army":9,"wealth":-9}`), `
		// KHA-4.8: a cut-off change still acts on the slope;  KHA-4.11: 20 and 0 do nothing by themselves
		= resources.army {"value":20,"slope":"up","run":2}  resources.wealth {"value":0,"slope":"down","run":2}  changes {"army":0,"wealth":-1}  stability 8  phase propose`,
		abstained(3, "Ava", `,"resources":{"army":-9,"wealth":9}`), `
		= resources.army {"value":11,"slope":"down","run":0}  resources.wealth {"value":9,"slope":"up","run":0}  stability 8  stability_change 0
		// KHA-13.4: an outcome may bring nothing
		= Ava.coins 16`)
	play(t, council(3), `
		! KHA-13.1 {"seat":"table","do":"outcome"}
		Ava vote yes 1
		Babak vote strengthen
		Chiara vote strengthen
		Ava done
		// KHA-13.2: 1 to 9, each resource once
		! KHA-13.2 {"seat":"table","do":"outcome","resources":{"army":0}}
		! KHA-13.2 {"seat":"table","do":"outcome","resources":{"army":10}}
		! KHA-13.2 {"seat":"table","do":"outcome","resources":{"army":-10}}
		! KHA-13.2 {"seat":"table","do":"outcome","resources":{"gold":1}}
		! KHA-14.1 {"seat":"table","do":"outcome","history":[{"resource":"army","sign":"+"},{"resource":"army","sign":"+"},{"resource":"army","sign":"+"}]}
		! KHA-14.1 {"seat":"table","do":"outcome","history":[{"resource":"army"}]}
		! KHA-13.1 {"seat":"table","do":"outcome","result":"fine"}
		! KHA-13.1 {"seat":"Ava","do":"outcome"}
		{"seat":"table","do":"outcome","resources":{"army":1},"history":[{"resource":"army","sign":"+"},{"resource":"army","sign":"-"}]}
		// KHA-13.3: resources and stability before the signing
		= phase sign  stability 12  resources.army.value 12  history []  signer null
		asked Ava sign
		! KHA-13.7 {"seat":"Ava","do":"sign","for":"Babak"}
		{"seat":"Ava","do":"sign","for":"Ava"}
		// KHA-13.5, KHA-14.1, KHA-14.2, KHA-14.4: in the order of the list, and without effect now
		= history [{"n":1,"resource":"army","sign":"+","house":"Ava","reign":1},{"n":2,"resource":"army","sign":"-","house":"Ava","reign":1}]
		= signer Ava  resources.army.value 12  Ava.power 7  phase propose  round 2 // KHA-7.2`)
	// stability is cut off at 20
	play(t, start(3), abstained(3, "Ava", `,"resources":{"army":9,"wealth":9}`), `= stability 20  stability_change 10  phase reveal // KHA-16.1`)
	// and at 0
	play(t, start(3), abstained(3, "Ava", `,"resources":{"legitimacy":-9,"welfare":-9}`), `= stability 0  stability_change -10  phase reveal // KHA-4.10, KHA-16.2`)
	// KHA-4.9: it moves once, by the sum: touching 20 on the way ends nothing
	play(t, start(3), abstained(3, "Ava", `,"resources":{"army":9,"legitimacy":-9}`), `= stability 10  phase propose`)
}

func TestHistory(t *testing.T) {
	record := func(sign string) string {
		return strings.TrimSuffix(abstained(3, "Ava", `,"history":[{"resource":"army","sign":"`+sign+`"}]`), "\n") + "\n" + `{"seat":"Ava","do":"sign"}` + "\n"
	}
	// KHA-14.3: a fourth of a resource removes the oldest at once, both signs together
	play(t, start(3), record("+"), record("-"), record("+"), `= public.history [{"n":1,"resource":"army","sign":"+","house":"Ava","reign":1},{"n":2,"resource":"army","sign":"-","house":"Ava","reign":1},{"n":3,"resource":"army","sign":"+","house":"Ava","reign":1}]`,
		record("-"), `= public.history [{"n":2,"resource":"army","sign":"-","house":"Ava","reign":1},{"n":3,"resource":"army","sign":"+","house":"Ava","reign":1},{"n":4,"resource":"army","sign":"-","house":"Ava","reign":1}]`)
}

func TestStory(t *testing.T) {
	tell := func(story, more string) string {
		return abstained(3, "Ava", `,"story":[`+story+`]`+more) + `{"seat":"Ava","do":"sign"}` + "\n"
	}
	play(t, start(3), `
		// KHA-15.1: five storylines
		= lines.line1 {"events":[],"ended":false,"holder":null}  lines.line5.ended false`,
		tell(`{"line":"line1","event":"found","ability":{"start_coins":2,"abstain_coins":1}}`, ``), `
		// KHA-15.2: the newest event gives its ability to who signed it
		= lines.line1 {"events":[{"event":"found","house":"Ava","reign":1}],"ended":false,"holder":"Ava"}  public.houses.Ava.ability {"start_coins":2,"start_power":0,"abstain_coins":1,"end_points":0}`,
		"table propose\nAva vote strengthen\nBabak vote yes 1\nChiara vote strengthen\nBabak done\n",
		`= Ava.coins 13
		! KHA-15.1 {"seat":"table","do":"outcome","story":[{"line":"line9","event":"x"}]}
		! KHA-15.1 {"seat":"table","do":"outcome","story":[{"line":"line1","event":"x"},{"line":"line1","event":"y"}]}
		! KHA-15.1 {"seat":"table","do":"outcome","story":[{"line":"line1"}]}
		! KHA-15.1 {"seat":"table","do":"outcome","story":[{"line":"line1","event":"x","end":{"level":"peace"}}]}
		! KHA-15.1 {"seat":"table","do":"outcome","story":[{"line":"line1","event":"x","end":{"level":"unity","amount":4}}]}
		! KHA-15.1 {"seat":"table","do":"outcome","story":[{"line":"line1","event":"x","end":{"level":"unity","reward":{"prestige":1,"crown":1}}}]}
		! KHA-15.1 {"seat":"table","do":"outcome","story":[{"line":"line1","event":"x","end":{"level":"unity","reward":{}}}]}
		! KHA-15.1 {"seat":"table","do":"outcome","story":[{"line":"line1","event":"x","ability":{"start_coins":6}}]}
		{"seat":"table","do":"outcome","story":[{"line":"line1","event":"fought","ability":{"end_points":1}},{"line":"line2","event":"begun"}]}
		{"seat":"Babak","do":"sign"}
		// a newer event ends the old ability and brings its own
		= public.houses.Ava.ability.start_coins 0  public.houses.Babak.ability.end_points 1  lines.line1.holder Babak  lines.line2.holder Babak`,
		tell(`{"line":"line1","event":"won","ability":{"end_points":2},"end":{"level":"division","amount":3,"ability":{"start_power":1},"achievement":{"seat":"Chiara","id":"peacemaker","ability":{"start_coins":1}},"reward":{"crown":2}}}`, ``), `
		// KHA-15.4: the ending's ability to its signer, the level rises, one house has its achievement, the house with most events the reward
		= lines.line1.ended true  unity 0  division 3  public.houses.Ava.ability.start_power 1  public.houses.Chiara.achievements ["peacemaker"]  public.houses.Chiara.ability.start_coins 1
		= public.houses.Ava.crown 2  public.houses.Babak.crown 0
		// KHA-15.6: the ability of the last event stays with its signer
		= public.houses.Ava.ability.end_points 2`,
		"table propose\nAva vote strengthen\nBabak vote yes 1\nChiara vote strengthen\nBabak done\n",
		// KHA-15.3: an ended line gets no more
		`! KHA-15.3 {"seat":"table","do":"outcome","story":[{"line":"line1","event":"again"}]}
		! KHA-15.4 {"seat":"table","do":"outcome","story":[{"line":"line2","event":"x","end":{"level":"unity","achievement":{"seat":"Chiara","id":"peacemaker"}}}]}
		{"seat":"table","do":"outcome","story":[{"line":"line2","event":"x","end":{"level":"unity","reward":{"prestige":1}}}]}
		{"seat":"Babak","do":"sign"}
		= unity 1  division 3  public.houses.Babak.prestige 1`)
	// KHA-15.5: of houses that are equal the one that signed last in the line
	play(t, start(3, `"start":{"reign":2,"lines":{"line3":{"events":[{"event":"a","house":"Ava","reign":1},{"event":"b","house":"Babak","reign":1},{"event":"c","house":"Babak","reign":1}]}}}`),
		tell(`{"line":"line3","event":"d","end":{"level":"unity","reward":{"prestige":3}}}`, ``), `= public.houses.Ava.prestige 3  public.houses.Babak.prestige 0`)
}

// KHA-16.3, KHA-16.4, KHA-16.5, KHA-16.6, KHA-1.3, KHA-1.9: the king can die at the end of phases 7 and 8, and does at the end of 9.
func TestEndOfTheReign(t *testing.T) {
	s := start(3)
	for round := 1; round <= 6; round++ {
		s += abstained(3, "Ava", "") + fmt.Sprintf("= phase propose round %d\n! KHA-16.3 table death true\n", round+1)
	}
	play(t, s, abstained(3, "Ava", ""), `
		= phase death  round 7 // KHA-16.4
		asked table death
		! KHA-16.3 Ava death true
		table death false
		= phase propose  round 8 // KHA-16.5`,
		abstained(3, "Ava", ""), "table death false\n", abstained(3, "Ava", ""), `
		= phase reveal  round 9  stability 10 // KHA-1.3`)
	play(t, s, abstained(3, "Ava", ""), "table death true", `= phase reveal  round 7`)
	// KHA-16.1 comes before 16.3, and all that the phase brings is finished first (KHA-16.6)
	play(t, s, abstained(3, "Ava", `,"resources":{"army":9,"wealth":1},"history":[{"resource":"army","sign":"+"}]`), `
		= phase sign  stability 20
		{"seat":"Ava","do":"sign"}
		= phase reveal  history [{"n":1,"resource":"army","sign":"+","house":"Ava","reign":1}] // KHA-16.6`)
}

// TestAskedAgain holds that whoever had left a vote and is asked again is told who has voted or added since, and whoever adds is not.
func TestAskedAgain(t *testing.T) {
	s := play(t, council(3), `
		Ava vote yes 2
		Ava done
		Babak vote no 1
		Babak done
		Babak add 1`)
	told := map[engine.Seat]engine.Text{}
	for _, a := range s.Game.Asks(nil) {
		if a.Verb == "done" {
			told[a.Seat] = a.Prompt
		}
	}
	want := engine.Say("ask.done_again").Number(2).Seat(1)
	assert.Equal(t, map[engine.Seat]engine.Text{0: want, 1: engine.Say("ask.done").Number(2)}, told)
}
