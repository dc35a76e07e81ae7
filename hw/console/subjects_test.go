package console_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/anygame"
	"consigliere/engine/bot"
	"consigliere/engine/corleone"
	"consigliere/engine/derpate"
	"consigliere/engine/games"
	"consigliere/engine/khandan"
	"consigliere/engine/naro"
	"consigliere/hw"
	"consigliere/hw/caller"
	"consigliere/hw/command"
	"consigliere/hw/console"
	"consigliere/hw/console/consoletest"
	"consigliere/hw/desk"
	"consigliere/hw/lang"
	"consigliere/hw/screen"
)

// A subject is what the answers to an ask depend on, in the words of a screen: whoever answers must find all of it where it is
// answered.
type subject func(s *sightOf) []string

// A sightOf is what a subject is worked out from.
type sightOf struct {
	p    *consoletest.Player
	snap *desk.Snapshot
	ask  *engine.Ask
	seat engine.Seat // who answers
}

func (s *sightOf) say(t engine.Text) string {
	return s.snap.Words.Text(lang.English, t)
}

func (s *sightOf) word(keys ...string) []string {
	list := make([]string, len(keys))
	for i, k := range keys {
		list[i] = s.say(engine.Say(k))
	}
	return list
}
func (s *sightOf) view() engine.View { return s.p.Table.View(s.seat) }

// itself says that the choices are all that there is to know, as the names of players or of cards on the table.
func itself(*sightOf) []string { return nil }

// Of each title what an ask of a verb is about; one that is missing here is an error.
var subjects = map[string]map[string]subject{
	"naro": {
		"powers": itself, "loot": itself, "draw": itself, "hustle": itself, "take": itself,
		"load": naroHand, "burn": naroHand, "give": naroVictim, "rob": naroVictim, "reveal": naroVictim, "scavenge": naroVictim,
		"aim": naroLoaded, "reload": naroAims, "courage": naroAims, "salvage": naroAims,
		"order": func(s *sightOf) []string { // of each whom he aims at
			var list []string
			v := naroStatus(s)
			for _, do := range s.ask.Options {
				if o := do.(naro.Order); o.Who >= 0 {
					if at := v.Players.Of[o.Who].Target; at != "none" {
						list = append(list, names[o.Who]+" (at "+at+")")
					}
				}
			}
			return list
		},
		"forbid": func(s *sightOf) []string {
			v := naroStatus(s)
			list := []string{v.Turn}
			for _, c := range v.Claim {
				list = append(list, s.say(engine.Say("card."+c)))
			}
			return list
		},
	},
	"derpate": {
		"car": itself, "district": itself, "event": itself, "reveal": itself, "bonus_roll": itself, "roll": itself, "throw": itself, "reroll": itself,
		"adjust": itself, "event_done": derpateCard, "done": itself, "choose": derpateOwn, "place": derpateOwn, "token": derpateOwn, "favour": derpateOwn,
	},
	"corleone": {
		"tiles": itself, "deal_jobs": itself, "deal_allies": itself, "first": itself, "adjust": itself, "horse": itself, "influence": itself, "stack": itself, "count": itself,
		"marker": itself, "keep": itself, "recruit": itself, "next": itself, "tribute": corleoneHand,
		"act": corleoneHand, "use": corleoneHand,
		"open": func(s *sightOf) []string { return []string{s.say(engine.Say(s.ask.Prompt.Things()[0]))} },
		"bid": func(s *sightOf) []string {
			v := s.view().Public.(corleone.Status)
			if v.FullStatus == nil {
				return nil
			}
			var list []string
			for _, a := range v.Allies {
				list = append(list, s.word("ally."+a)...)
			}
			return list
		},
	},
	"anygame": {
		"ready": itself, "look": itself, "dice": itself, "score": itself, "buzz": itself, "open": itself, "nobody": itself, "tap": itself, "flag": itself, "stop": itself,
		"warn": itself, "take": itself, "fall": itself, "raise": itself,
		"bid": lastFound, "vote": lastFound, "pick": lastFound, "choose": lastFound,
	},
	"khandan": {
		"slopes": itself, "lots": itself, "propose": itself, "adjust": itself, "reveal": itself, "next_reign": itself, "end_campaign": itself, "offer": itself, "withdraw": itself,
		"discard": khandanRoles, "take": khandanRoles, "keep": khandanRoles,
		"vote": khandanProposal, "break": khandanProposal, "outcome": itself, "death": itself, "add": khandanTally, "done": khandanTally, "pick_leader": khandanTally,
		"sign": func(s *sightOf) []string {
			v := s.view().Public.(khandan.Status)
			list := []string{names[v.Public.Signs]}
			for _, r := range v.Public.Records.List() {
				list = append(list, s.word(khandan.ResourceKeys[r.Resource])[0]+" "+s.word(khandan.SignKeys[r.Sign])[0])
			}
			return list
		},
		"answer": func(s *sightOf) []string { // whose offers
			v := s.view().Public.(khandan.Status)
			var list []string
			for i := range v.Public.Offers {
				if o := &v.Public.Offers[i]; !o.Bound && o.To == s.seat {
					list = append(list, names[o.From])
				}
			}
			return list
		},
	},
}

// lastFound is what a script has found out last, such as the team that is voted on.
func lastFound(s *sightOf) []string {
	var list []string
	for _, n := range s.view().Public.(anygame.Status).Shown.Lines {
		line := s.say(n.Text)
		if n.Seat >= 0 {
			line = strings.Trim(names[n.Seat]+", "+line, ", ")
		}
		list = append(list, line)
	}
	return list
}

func naroStatus(s *sightOf) naro.Status { return *s.view().Public.(*naro.Status) }

func naroHand(s *sightOf) []string {
	h := s.view().Private.(naro.PrivateStatus).Hand
	return []string{s.say(engine.Say("scene.hand").Number(h.Click).Number(h.Bang))}
}

func naroVictim(s *sightOf) []string { return []string{naroStatus(s).Victim} }

func naroLoaded(s *sightOf) []string {
	if card := s.view().Private.(naro.PrivateStatus).Loaded; card != "" {
		return []string{s.say(engine.Say("scene.loaded").Thing("card." + card))}
	}
	return nil
}

// naroAims is what a seat has loaded, at whom it aims, and who aims at it.
func naroAims(s *sightOf) []string {
	list := naroLoaded(s)
	v := naroStatus(s)
	if at := v.Players.Of[s.seat].Target; at == "none" {
		list = append(list, s.word("scene.no_aim")...)
	} else {
		list = append(list, at)
	}
	for i, p := range v.Players.Of {
		if p.Target == names[s.seat] {
			list = append(list, names[i])
		}
	}
	return list
}

func derpateCard(s *sightOf) []string {
	if v := s.view().Public.(derpate.Status); v.Event != nil {
		return s.word("card." + *v.Event)
	}
	return nil
}

// derpateOwn is what a seat can pay, and where it stands on the tracks.
func derpateOwn(s *sightOf) []string {
	v := s.view()
	p := v.Public.(derpate.Status).Players.Of[s.seat]
	return []string{
		s.say(engine.Say("scene.money").Number(v.Private.(derpate.PrivateStatus).Money)),
		s.say(engine.Say("scene.seat").Number(p.Reputation).Number(p.Influence)),
	}
}

func corleoneHand(s *sightOf) []string {
	p := s.view().Private.(corleone.PrivateStatus)
	if p.CardStatus == nil {
		return nil
	}
	var list []string
	for _, j := range p.Hand.Jobs {
		if j != corleone.Unknown {
			list = append(list, s.word("job."+j)...)
		}
	}
	return list
}

// khandanRoles is each role that there is to choose from, with its sentence.
func khandanRoles(s *sightOf) []string {
	var list []string
	add := func(role string) {
		list = append(list, s.word("role."+role, "hint."+role)...)
	}
	for _, do := range s.ask.Options {
		add(s.p.Table.Title().Moves.Args(nil, do)[0].Value.Word)
	}
	for i := range s.ask.Parts {
		for _, it := range s.ask.Parts[i].Items {
			add(it.Word)
		}
	}
	return list
}

func khandanProposal(s *sightOf) []string {
	v := s.view().Public.(khandan.Status)
	if v.Public.Decision == nil {
		return nil
	}
	list := s.word("card." + v.Public.Decision.ID)
	for side := range v.Public.Decision.Shown {
		for _, o := range v.Public.Decision.Shown[side] {
			list = append(list, s.say(o.Tell("scene.omen_"+khandan.ChoiceWords[int(khandan.Yes)+side])))
		}
	}
	return list
}

// khandanTally is how the vote stands.
func khandanTally(s *sightOf) []string {
	v := s.view().Public.(khandan.Status)
	return append(s.word(khandan.ChoiceKeys[khandan.Yes]), fmt.Sprint(v.Public.Yes), fmt.Sprint(v.Public.No))
}

// A pageBook is a painter that keeps the pages themselves, all of their parts.
type pageBook struct {
	n     byte
	pages map[*hw.Frame]*screen.Page
}

func (b *pageBook) Paint(f *hw.Frame, _ lang.Lang, p *screen.Page) int {
	f.Clear()
	b.n++
	f.Pix[0] = b.n // two pages never look the same
	b.pages[f] = p
	return 1 + len(p.More)
}

func (b *pageBook) Parts(_, _ int, _ lang.Lang, p *screen.Page) int { return 1 + len(p.More) }

// A pageScreen is a screen that keeps the page it shows.
type pageScreen struct {
	book *pageBook
	w, h int
	page *screen.Page
}

func (s *pageScreen) Size() (w, h int) { return s.w, s.h }

func (s *pageScreen) Show(f *hw.Frame) error {
	s.page = s.book.pages[f]
	return nil
}

// words returns all that the page and those that follow it say.
func (s *pageScreen) words() string {
	if s.page == nil {
		return ""
	}
	list := []string{}
	for _, p := range append([]screen.Page{*s.page}, s.page.More...) {
		list = append(list, p.Heading, p.Foot)
		for _, l := range p.Lines {
			list = append(list, strings.Trim(l.Name+", "+l.Text, ", "))
		}
	}
	return strings.Join(list, "\n")
}

// A pagedBox is a box whose screens keep their pages.
type pagedBox struct {
	*consoletest.Player
	main *pageScreen
	pods []*pageScreen // nil where pods have no screens
}

func newPagedBox(t *testing.T, seats int, private bool) *pagedBox {
	t.Helper()
	bx := consoletest.NewBox(seats, private)
	book := &pageBook{pages: map[*hw.Frame]*screen.Page{}}
	b := &pagedBox{main: &pageScreen{book: book, w: 128, h: 64}}
	bx.HW.Main = b.main
	for i := range seats {
		if private {
			b.pods = append(b.pods, &pageScreen{book: book, w: 128, h: 32})
			bx.HW.Private[i] = b.pods[i]
		}
	}
	var err error
	b.Player, err = consoletest.New(console.Config{Box: bx.HW, Titles: games.All(), Painter: book}, bx)
	require.NoError(t, err)
	require.NoError(t, b.Console.Do(0, command.SetPace{Pace: string(caller.Brisk)}))
	require.NoError(t, b.Console.Do(0, command.SetClocks{Percent: 0}))
	return b
}

// rest waits until nothing is told any more.
func (b *pagedBox) rest() {
	for n := 0; !b.Console.Quiet() && n < 100; n++ {
		b.Wait(time.Second)
	}
	b.Wait(200 * time.Millisecond)
}

// An askedPlay is a play whose asks are looked at.
type askedPlay struct {
	game, options string
	seats         int
}

// askedPlays are plays of all titles, with and without all that is asked of the table.
var askedPlays = []askedPlay{
	{"naro", `{"chance":"box","powers":true,"power_deal":"box"}`, 6},
	{"naro", `{"chance":"table"}`, 4},
	{"derpate", `{"chance":"box"}`, 4},
	{"derpate", `{"chance":"table"}`, 2},
	{"corleone", `{"chance":"box"}`, 3},
	{"corleone", `{"tracking":"light"}`, 5},
	{"khandan", `{"chance":"box","pack":"starter","reigns":1}`, 4},
	{"khandan", `{"chance":"table","voting":"sealed","pack":"starter","reigns":1}`, 3},
	{"anygame", `{"play":"secret-missions"}`, 5},
	{"anygame", `{"play":"stay-or-leave"}`, 4},
	{"anygame", `{"play":"werewolf"}`, 6},
	{"anygame", `{"play":"planning-poker"}`, 3},
	{"anygame", `{"play":"card-draft"}`, 4},
	{"anygame", `{"play":"liars-dice"}`, 4},
	{"anygame", `{"play":"sealed-auction"}`, 4},
}

// morePlays are for CONSIGLIERE_LONG, with the rare moves.
var morePlays = slices.Concat(askedPlays, askedPlays[:8], []askedPlay{
	{"naro", `{"chance":"table","powers":true}`, 8},
	{"naro", `{"chance":"box","powers":true,"power_deal":"box"}`, 8},
	{"naro", `{"chance":"box","powers":true,"power_deal":"box"}`, 8},
	{"naro", `{"chance":"box","powers":true,"power_deal":"box"}`, 8},
	{"corleone", `{"chance":"table"}`, 3},
	{"khandan", `{"chance":"box","pack":"starter","reigns":3}`, 5},
})

// Nobody is asked anything whose subject is not on the same screen: on the pod with its pages, on the main screen where the table
// answers, on the page, and on a phone without unfolding anything. And the main screen begins with the question.
func TestSubjectsAreWhereTheyAreAsked(t *testing.T) {
	plays, most := askedPlays, 100 // moves
	if long() {
		plays, most = morePlays, 3000
	}
	seen := map[string]bool{}
	for n, c := range plays {
		t.Run(c.game+c.options, func(t *testing.T) {
			b := newPagedBox(t, c.seats, true)
			require.NoError(t, b.Console.Do(0, command.Start{Header: engine.Header{Game: c.game, Seats: names[:c.seats], Options: []byte(c.options), Seed: uint64(n)}}))
			r := rand.New(rand.NewPCG(uint64(n), uint64(c.seats)))
			player := bot.New(b.Table.Title(), b.Table.Roster(), r)
			missed := map[string]bool{}
			for moves := 0; !b.Table.Over() && moves < most; moves++ {
				if b.rest(); b.Table.Over() {
					break
				}
				asks := b.Table.Asks()
				checkQuestion(b, c.game, asks, missed)
				for i := range asks {
					checkSubject(t, b, c.game, asks, &asks[i], missed)
					seen[c.game+" "+asks[i].Verb] = true
				}
				a := asks[r.IntN(len(asks))]
				if a.Optional && r.IntN(8) > 0 {
					continue
				}
				do, err := player.Pick(&a)
				require.NoError(t, err)
				m := engine.Move{Seat: a.Mover(engine.Seat(consoletest.PodOf(&a))), Do: do}
				require.NoError(t, b.Console.Do(b.Now, command.Type{Line: b.Table.Title().Moves.AppendLine(nil, b.Table.Roster(), m)}))
			}
			assert.Empty(t, missed)
		})
	}
	for game, of := range subjects {
		for verb := range of {
			if !seen[game+" "+verb] && long() {
				t.Logf("never asked: %s %s", game, verb)
			}
		}
	}
}

// checkSubject looks for the subject of an ask, and notes what is missing by game, verb and place.
func checkSubject(t *testing.T, b *pagedBox, game string, asks []engine.Ask, a *engine.Ask, missed map[string]bool) {
	t.Helper()
	of, known := subjects[game][a.Verb]
	require.True(t, known, "%s: what is %q about?", game, a.Verb)
	snap := b.Console.Snapshot()
	s := &sightOf{b.Player, snap, a, consoletest.Seat(a)}
	has := func(where, text string) {
		for _, w := range of(s) {
			if !strings.Contains(text, w) {
				missed[fmt.Sprintf("%s, %s: %q is not on %s", game, a.Verb, w, where)] = true
			}
		}
	}
	if s.seat < 0 {
		if !a.Optional {
			has("the main screen", b.main.words())
			d := snap.Public(lang.English)
			has("the page", plain(t, d)+groupWords(d.Groups))
		}
		return
	}
	first := slices.IndexFunc(asks, func(o engine.Ask) bool { return consoletest.Seat(&o) == s.seat && !o.Optional })
	if first >= 0 && asks[first].ID() == a.ID() { // else it is offered beside something else
		has("the pod", b.pods[s.seat].words())
	}
	if i := slices.IndexFunc(asks, func(o engine.Ask) bool { return consoletest.Seat(&o) == s.seat }); asks[i].ID() != a.ID() && len(a.Options) > 200 {
		return // a phone is slow to list them, and has them beside what comes first
	}
	has("the phone", phoneWords(t, snap.Public(lang.English), snap.Seat(names[s.seat], lang.English), a.Verb))
}

// checkQuestion notes where the main screen does not begin with what is asked, of whom, in words.
func checkQuestion(b *pagedBox, game string, asks []engine.Ask, missed map[string]bool) {
	snap := b.Console.Snapshot()
	d := snap.Public(lang.English)
	say := func(t engine.Text) string { return snap.Words.Text(lang.English, t) }
	wants, who, verbs := []string{say(snap.Play.Scene.Question)}, []string{}, []string{}
	if d.Ask != nil {
		wants = append(wants, d.Ask.Question)
	}
	for i := range asks {
		a := &asks[i]
		if a.Optional && a.Limit > 0 && (strings.Contains(b.main.page.Heading, say(a.Prompt)) || d.Ask != nil && d.Ask.Seat == names[consoletest.Seat(a)]) {
			checkWaiting(b, game, asks, missed) // what is offered for a while goes before what stays
			return
		}
		if a.Optional || a.Paced {
			continue
		}
		wants = append(wants, say(a.Prompt))
		for _, p := range a.Parts {
			wants = append(wants, say(engine.Say("ask."+a.Verb+"."+p.Arg)))
		}
		verbs = append(verbs, a.Verb)
		if s := consoletest.Seat(a); s >= 0 {
			who = append(who, names[s])
		}
	}
	if len(verbs) == 0 {
		return
	}
	if slices.ContainsFunc(asks, func(a engine.Ask) bool { return a.Hidden() && !a.Optional }) {
		wants = append(wants, " chooses ", " votes", " vote ") // what the table may know of an answer in several steps
	}
	heading := b.main.page.Heading
	has := func(w string) bool { return w != "" && strings.Contains(heading, w) }
	if !slices.ContainsFunc(wants, has) || len(who) == 1 && !has(who[0]) {
		missed[fmt.Sprintf("%s, %v of %v: the main screen is headed %q", game, verbs, who, heading)] = true
	}
}

// checkWaiting notes which questions that stay are nowhere on the main screen while it begins with what is offered for a while.
func checkWaiting(b *pagedBox, game string, asks []engine.Ask, missed map[string]bool) {
	snap := b.Console.Snapshot()
	text := b.main.words()
	for i := range asks {
		a := &asks[i]
		if a.Optional || a.Paced || a.Secret || consoletest.Seat(a) < 0 {
			continue
		}
		if w := names[consoletest.Seat(a)] + ": " + snap.Words.Text(lang.English, a.Prompt); !strings.Contains(text, w) {
			missed[fmt.Sprintf("%s, %s: %q is nowhere on the main screen headed %q", game, a.Verb, w, b.main.page.Heading)] = true
		}
	}
}

// phoneWords is what a phone shows of an ask without unfolding anything: the ask, and what only its seat sees or is asked about.
func phoneWords(t *testing.T, d *desk.Public, own desk.Seat, verb string) string {
	t.Helper()
	key := func(lines []desk.Line) string { return plain(t, lines) }
	seen := []string{key(d.Lines)}
	for _, g := range d.Groups {
		seen = append(seen, key(g.Lines))
	}
	text := ""
	for i := range own.Asks {
		if own.Asks[i].Verb == verb {
			text += plain(t, own.Asks[i])
		}
	}
	for _, g := range append([]desk.Group{{Lines: own.Lines}}, own.Groups...) {
		if g.Asked || !slices.Contains(seen, key(g.Lines)) {
			text += plain(t, g) + groupWords([]desk.Group{g})
		}
	}
	return text
}

// groupWords returns the lines of groups as a screen has them.
func groupWords(groups []desk.Group) string {
	text := ""
	for _, g := range groups {
		for _, l := range g.Lines {
			text += "\n" + strings.Trim(l.Seat+", "+l.Text, ", ")
		}
	}
	return text
}

// plain returns all texts of a desk.
func plain(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	require.NoError(t, err)
	return strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&").Replace(string(text))
}
