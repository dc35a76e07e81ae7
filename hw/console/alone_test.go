package console_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/bot"
	"consigliere/engine/games"
	"consigliere/hw"
	"consigliere/hw/command"
	"consigliere/hw/console"
	"consigliere/hw/console/consoletest"
	"consigliere/hw/console/consoletest/alonetest"
	"consigliere/hw/desk"
	"consigliere/hw/lang"
	"consigliere/hw/screen"
)

var (
	aloneGames = flag.Int("alone.games", 0, "how many games of each kind TestAlone plays")
	aloneFrom  = flag.Int("alone.from", 0, "the seed of the first of them")
	aloneLogs  = flag.String("alone.logs", "", "a folder for what the players have heard, seen and done")
)

// aloneAt is a table at which the first seat is played with one sense, and the others by the box.
type aloneAt struct {
	*consoletest.Player
	t      *testing.T
	pages  *pages
	others *bot.Player
	heard  int // lines of what is public that were listened to
	free   time.Duration
	moves  int
	moved  time.Duration
	stuck  bool
	phone  phoneStep
}

// patience is how long nothing may come of all that a player does.
const patience = 15 * time.Minute

func (p *aloneAt) pod(at alonetest.Place) hw.Pod {
	if at == alonetest.Panel {
		return hw.Panel
	}
	return 0
}

// Press implements [alonetest.Hands].
func (p *aloneAt) Press(at alonetest.Place, held time.Duration, together ...alonetest.Button) {
	t := consoletest.Tap{For: held}
	for _, b := range together {
		t.Buttons = append(t.Buttons, hw.Button(b))
	}
	p.Tap(p.pod(at), t)
}

// Wait implements [alonetest.Hands]. Meanwhile the others answer what they are asked, at random.
func (p *aloneAt) Wait(d time.Duration) bool {
	for end := p.Now + d; p.Now < end && !p.stuck && !p.Table.Over(); {
		p.Player.Wait(min(end-p.Now, time.Second))
		p.othersAnswer()
		if n := p.Table.Moves(); n != p.moves {
			p.moves, p.moved = n, p.Now
		}
		p.stuck = p.stuck || p.Now-p.moved > patience
	}
	return !p.stuck && !p.Table.Over()
}

// othersAnswer answers for one of the others.
func (p *aloneAt) othersAnswer() {
	if !p.Console.Quiet() || p.Table.Over() {
		return
	}
	asks := p.Table.Asks()
	i := slices.IndexFunc(asks, func(a engine.Ask) bool { return !a.Optional && !a.Paced && consoletest.PodOf(&a) > 0 })
	if i < 0 {
		return
	}
	a := asks[i]
	seat := consoletest.Seat(&a)
	do, err := p.others.Pick(&a)
	if err == nil {
		err = p.Console.Do(p.Now, command.Type{Line: p.Table.Title().Moves.AppendLine(nil, p.Table.Roster(), engine.Move{Seat: a.Mover(seat), Do: do})})
	}
	require.NoError(p.t, err, a.Verb)
}

// Listen implements [alonetest.Ears]. The box speaks 15 letters a second.
func (p *aloneAt) Listen() []alonetest.Sound {
	from := p.heard
	for {
		all := p.Box.Public
		for ; p.heard < len(all); p.heard++ {
			at, what, _ := strings.Cut(all[p.heard], " ")
			if said, is := strings.CutPrefix(what, "say "); is {
				when, _ := time.ParseDuration(at)
				p.free = max(p.free, when) + time.Duration(len([]rune(said)))*time.Second/15
			}
		}
		if p.free <= p.Now || !p.Wait(min(p.free-p.Now, 200*time.Millisecond)) {
			break
		}
	}
	var list []alonetest.Sound
	for _, line := range p.Box.Public[from:p.heard] {
		_, what, _ := strings.Cut(line, " ")
		if said, is := strings.CutPrefix(what, "say en "); is {
			list = append(list, alonetest.Sound{Text: lang.Unmarked(said)})
		} else if tone, is := strings.CutPrefix(what, "tone "); is {
			var hz int
			_, _ = fmt.Sscan(tone, &hz)
			list = append(list, alonetest.Sound{Hz: hz})
		}
	}
	return list
}

// pages paints as a box does, and keeps of each page what can be seen of it, by its picture.
type pages struct {
	*screen.Type
	drawn map[string]alonetest.Page
	alike []string // choices that look alike
}

// Paint implements [console.Painter].
func (w *pages) Paint(f *hw.Frame, l lang.Lang, p *screen.Page) int {
	parts := w.Type.Paint(f, l, p)
	if _, known := w.drawn[string(f.Pix)]; known {
		return parts
	}
	// Which page of those that follow each other it is, and which part of that.
	at := (p.At%parts + parts) % parts
	now := *p
	now.More = nil
	for i := 0; ; i++ {
		n := w.Parts(f.W, f.H, l, &now)
		if at < n {
			break
		}
		at -= n
		now = p.More[i]
	}
	now.At = at
	// What changes nothing when it is written backwards, with other digits, is not seen.
	other := hw.NewFrame(f.W, f.H)
	seen := func(q screen.Page) bool {
		w.Type.Paint(other, l, &q)
		return !bytes.Equal(other.Pix, f.Pix)
	}
	back := func(s string) string {
		r := []rune(s)
		slices.Reverse(r)
		for i := range r {
			if r[i] >= '0' && r[i] <= '9' {
				r[i] = '0' + (r[i]-'0'+5)%10
			}
		}
		return string(r)
	}
	page := alonetest.Page{Corner: lang.Unmarked(now.Corner), Large: now.Big}
	q := now
	if q.Heading = back(now.Heading); seen(q) {
		page.Heading = lang.Unmarked(now.Heading)
	}
	q = now
	if q.Foot = back(now.Foot); seen(q) {
		page.Foot = lang.Unmarked(now.Foot)
	}
	q = now
	if q.FootShort = back(now.FootShort); seen(q) {
		page.Foot = lang.Unmarked(now.FootShort)
	}
	q = now
	if q.Keys = slices.Clone(now.Keys); len(q.Keys) > 0 {
		slices.Reverse(q.Keys)
		if q.Keys[0] = "?"; seen(q) {
			page.Keys = now.Keys
		}
	}
	for i := range now.Lines {
		q = now
		q.Lines = slices.Clone(now.Lines)
		n := &q.Lines[i]
		if n.Name, n.Text = back(n.Name), back(n.Text); seen(q) || n.Cursor {
			n = &now.Lines[i]
			page.Lines = append(page.Lines, alonetest.Line{Key: n.Key, Text: lang.Unmarked(strings.TrimSpace(n.Name + " " + n.Text)), Marked: n.Cursor})
		}
	}
	// Two choices that begin alike must not be cut where they still are.
	for i := range now.Lines {
		for j := range now.Lines[:i] {
			n, o := &now.Lines[i], &now.Lines[j]
			if n.Text == o.Text || n.Name != o.Name || len(n.Text) < 12 || len(o.Text) < 12 || n.Text[:12] != o.Text[:12] || len(now.Keys) == 0 {
				continue
			}
			q, both := now, now
			q.Lines, both.Lines = slices.Clone(now.Lines), slices.Clone(now.Lines)
			q.Lines[i].Text = o.Text
			both.Lines[i].Text = back(n.Text)
			if seen(both) && !seen(q) {
				w.alike = append(w.alike, n.Text+" / "+o.Text)
			}
		}
	}
	w.drawn[string(f.Pix)] = page
	return parts
}

// Look implements [alonetest.Eyes].
func (p *aloneAt) Look(at alonetest.Place) alonetest.Page {
	s := p.Box.Main
	if at == alonetest.Pod {
		s = p.Box.Screens[0]
	}
	return p.pages.drawn[string(s.Frame.Pix)]
}

// Lights implements [alonetest.Eyes].
func (p *aloneAt) Lights() []bool {
	pulse := make([]bool, len(p.Box.Lights.RGB))
	was := slices.Clone(p.Box.Lights.RGB)
	for range 4 {
		p.Player.Wait(130 * time.Millisecond)
		for i, now := range p.Box.Lights.RGB {
			pulse[i] = pulse[i] || now != was[i]
		}
	}
	return pulse
}

// phoneStep is how far an answer on the phone has come.
type phoneStep struct {
	turn  uint64
	ask   int
	rows  []int // of the ask, that are left
	step  int
	takes []*desk.SheetItem // of things to take, those that are taken
}

// Read implements [alonetest.Phone]: it is what a screen reader reads on the page of the phone.
func (p *aloneAt) Read() (question string, choices []string) {
	d := p.SeatDesk(0, lang.English)
	s := &p.phone
	if !d.Awaited || !d.Secret || d.Telling || d.After || len(d.Asks) == 0 {
		return "", nil
	}
	if s.turn != d.Turn {
		*s = phoneStep{turn: d.Turn, ask: slices.IndexFunc(d.Asks, func(a desk.SeatAsk) bool { return !a.Optional })}
		for i := range d.Asks[s.ask].Rows {
			s.rows = append(s.rows, i)
		}
	}
	a := &d.Asks[s.ask]
	if a.Alike || a.Timed {
		return "", nil
	}
	if len(a.Parts) == 1 { // things to take: notes, cards
		part := &a.Parts[0]
		left, sum := p.left(part)
		if sum < part.Max {
			choices = labels(left)
		}
		if sum >= part.Min {
			choices = append(choices, "Done")
		}
		return a.Prompt, choices
	}
	for ; s.step < len(a.Steps); s.step++ {
		for i, v := range a.Steps[s.step].Values {
			if slices.ContainsFunc(s.rows, func(r int) bool { return a.Rows[r][s.step] == i }) {
				choices = append(choices, v.Label)
			}
		}
		if len(choices) > 1 {
			q := a.Steps[s.step].Question
			if q == "" {
				q = a.Prompt
			}
			return q, choices
		}
		choices = nil
	}
	return a.Prompt, []string{"OK"}
}

// left returns what can still be taken, and how much is taken.
func (p *aloneAt) left(part *desk.SheetPart) (items []desk.SheetItem, sum int) {
	for i := range part.Items {
		it := &part.Items[i]
		n := 0
		for _, t := range p.phone.takes {
			if t.Word == it.Word {
				n++
			}
		}
		if n < it.Count {
			items = append(items, *it)
		}
		if part.Kind == "payment" {
			n *= it.Value
		}
		sum += n
	}
	return items, sum
}

func labels(items []desk.SheetItem) []string {
	var all []string
	for i := range items {
		all = append(all, items[i].Label)
	}
	return all
}

// Choose implements [alonetest.Phone].
func (p *aloneAt) Choose(n int) {
	d := p.SeatDesk(0, lang.English)
	s := &p.phone
	if d.Turn != s.turn {
		return
	}
	a := &d.Asks[s.ask]
	if len(a.Parts) > 0 {
		left, sum := p.left(&a.Parts[0])
		if sum < a.Parts[0].Max && n < len(left) {
			s.takes = append(s.takes, &left[n])
			return
		}
		taken := []any{}
		for _, it := range s.takes {
			if taken = append(taken, it.Word); it.JSON != nil {
				taken[len(taken)-1] = it.JSON
			}
		}
		line, _ := json.Marshal(map[string]any{"seat": a.Seat, "do": a.Verb, a.Parts[0].Arg: taken})
		if p.Console.Do(p.Now, command.Answer{Seat: 0, Turn: d.Turn, Ask: s.ask, Line: line}) != nil {
			s.turn = 0 // it is refused, and begun anew
		}
		return
	}
	if s.step < len(a.Steps) {
		at := -1
		for i := range a.Steps[s.step].Values {
			if slices.ContainsFunc(s.rows, func(r int) bool { return a.Rows[r][s.step] == i }) {
				if n--; n < 0 {
					at = i
					break
				}
			}
		}
		s.rows = slices.DeleteFunc(s.rows, func(r int) bool { return a.Rows[r][s.step] != at })
		s.step++
	}
	if len(s.rows) == 1 {
		_ = p.Console.Do(p.Now, command.Answer{Seat: 0, Turn: d.Turn, Ask: s.ask, Row: s.rows[0]})
		s.turn = 0
	}
}

// walk answers what the first seat and the table are asked as the players do who have one sense, each entry of a list as often
// as any other, and has the asks themselves for it.
func (p *aloneAt) walk(r *rand.Rand) error {
	for p.Wait(500 * time.Millisecond) {
		asks := p.Table.Asks()
		i := slices.IndexFunc(asks, func(a engine.Ask) bool { return !a.Optional && !a.Paced && consoletest.PodOf(&a) <= 0 })
		if i < 0 || !p.Console.Quiet() && !asks[i].Timed {
			continue
		}
		a := asks[i]
		var do engine.Action
		if len(a.Parts) == 1 && a.Parts[0].Kind == engine.PartPayment {
			alonetest.Pay(p, r, alonetest.Pod)
			continue
		}
		if len(a.Parts) > 0 {
			w, ok := consoletest.Random(&a, r)
			if !ok {
				return fmt.Errorf("no answer to %q", a.Verb)
			}
			p.Tap(consoletest.PodOf(&a), consoletest.Taps(p.Table.Title().Moves, &a, w)...)
			continue
		}
		var w engine.Answer
		w.Begin(p.Table.Title().Moves, &a)
		for !w.Whole() {
			w.Take(r.IntN(w.Len()))
		}
		do, err := w.Action(p.Table.Roster())
		if err != nil {
			return err
		}
		m := engine.Move{Seat: a.Mover(consoletest.Seat(&a)), Do: do}
		if a.Timed {
			p.Press(alonetest.Pod, 0, alonetest.A)
			continue
		}
		if err := p.Console.Do(p.Now, command.Type{Line: p.Table.Title().Moves.AppendLine(nil, p.Table.Roster(), m)}); err != nil {
			return err
		}
	}
	return nil
}

// aloneType is what the displays of all players are set with: it has read its letters once.
var aloneType = sync.OnceValue(func() *screen.Type {
	t, err := screen.New()
	if err != nil {
		panic(err)
	}
	return t
})

// An outcome is what came of a play.
type outcome struct {
	over, won bool
	answers   int
	log       []string
}

func playAlone(t *testing.T, h engine.Header, with sense) outcome {
	t.Helper()
	box := consoletest.NewBox(8, with != ear)
	drawn := &pages{Type: aloneType(), drawn: map[string]alonetest.Page{}}
	var painter console.Painter = consoletest.Words{}
	if with == eye {
		painter = drawn
	}
	c, err := consoletest.New(console.Config{Box: box.HW, Titles: games.All(), Painter: painter, Seed: func() uint64 { return h.Seed }}, box)
	require.NoError(t, err)
	require.NoError(t, c.Console.Do(0, command.Start{Header: h}))
	p := &aloneAt{Player: c, t: t, pages: drawn, others: bot.New(c.Table.Title(), h.Seats, rand.New(rand.NewPCG(h.Seed, 9)))}
	rng := rand.New(rand.NewPCG(h.Seed, uint64(with)))
	var o outcome
	switch with {
	case ear:
		player := &alonetest.Ear{Ears: p, Phone: p, Rand: rng, Name: h.Seats[0], Names: h.Seats}
		player.Play()
		o.answers, o.log = player.Answers, player.Log
	case eye:
		player := &alonetest.Eye{Eyes: p, Rand: rng, Name: h.Seats[0], Names: h.Seats}
		player.Play()
		o.answers, o.log = player.Answers, player.Log
		assert.Empty(t, drawn.alike, "choices that look alike")
	default:
		require.NoError(t, p.walk(rng))
	}
	if o.over = p.Table.Over(); !o.over {
		for _, a := range p.Table.Asks() {
			o.log = append(o.log, fmt.Sprintf("!! asked: %d %s %q", a.Seat, a.Verb, a.Prompt.Key))
		}
		return o
	}
	if score := p.Table.Title().Score; score != nil {
		rows := score(p.Table.View(engine.Public)).Rows
		o.won = len(rows) > 0 && rows[0].Winner
	}
	return o
}

// TestAlone plays every title and six scripts with somebody at the first seat, and at the panel, who has only one sense and decides by
// nothing but what it hears, or sees on displays of 32 and 64 rows as they are painted: see package alone. The others play at random. It comes to the end of each game, by ear no time runs out, and
// it wins as often as somebody who has what the engine asks, and chooses at random, too. With CONSIGLIERE_LONG it plays 500 games of each;
// -alone.games and -alone.from play a part of them.
func TestAlone(t *testing.T) {
	n := *aloneGames
	if n == 0 && long() {
		n = 500
	}
	n = max(n, 1)
	senses := []sense{allSenses, ear, eye}
	if n == 1 {
		senses = senses[1:]
	}
	for _, c := range []struct {
		game, options string
		seats         int
	}{
		{"naro", `{"chance":"box"}`, 4},
		{"derpate", `{"chance":"box"}`, 2},
		{"corleone", `{"chance":"box","tracking":"light"}`, 3},
		{"corleone", `{"chance":"box"}`, 3},
		{"khandan", `{"chance":"box","pack":"starter","reigns":1}`, 3},
		{"anygame", `{"play":"werewolf"}`, 6},
		{"anygame", `{"play":"sealed-auction"}`, 3},
		{"anygame", `{"play":"rock-paper-scissors"}`, 2},
		{"anygame", `{"play":"prize-cards"}`, 3},
		{"anygame", `{"play":"planning-poker"}`, 3},
		{"anygame", `{"play":"stay-or-leave"}`, 3},
	} {
		if n == 1 && c.game == "corleone" && !strings.Contains(c.options, "light") { // by ear it has thousands of answers
			continue
		}
		t.Run(c.game+c.options, func(t *testing.T) {
			var won, answers [3]int
			for seed := *aloneFrom; seed < *aloneFrom+n; seed++ {
				for _, with := range senses {
					h := engine.Header{Game: c.game, Seats: names[:c.seats], Options: []byte(c.options), Seed: uint64(seed)}
					o := playAlone(t, h, with)
					answers[with] += o.answers
					if !assert.True(t, o.over, "sense %d, seed %d is stuck:\n%s", with, seed, strings.Join(o.log[max(0, len(o.log)-12):], "\n")) {
						continue
					}
					if with == ear {
						assert.False(t, slices.ContainsFunc(o.log, func(s string) bool { return strings.HasPrefix(s, "Time, "+names[0]) }), "its time runs out, seed %d", seed)
					}
					if o.won {
						won[with]++
					}
					if *aloneLogs != "" {
						name := fmt.Sprintf("%s-%d-%d", strings.NewReplacer(`"`, "", ":", "", "{", "", "}", "").Replace(c.game+c.options), with, seed)
						require.NoError(t, os.WriteFile(filepath.Join(*aloneLogs, name), []byte(strings.Join(o.log, "\n")), 0o644))
					}
				}
			}
			t.Logf("%d games: won %d with both, %d by ear, %d by eye; %d and %d answers", n, won[allSenses], won[ear], won[eye], answers[ear], answers[eye])
			if n == 1 {
				return
			}
			for _, with := range []sense{ear, eye} {
				assert.InDelta(t, won[allSenses], won[with], 3*math.Sqrt(float64(n)/2), "three deviations of as many games")
			}
		})
	}
}

// Whoever plays by ear hears what is seen: the question again whenever A and B are held, what a reveal shows, the range of a number.
func TestHeardAsSeen(t *testing.T) {
	where := consoletest.Tap{Buttons: []hw.Button{a, b}, For: 1300 * time.Millisecond}
	play := func(play string, seats int, panel bool) (*consoletest.Player, func() string) {
		p := begin(t, games.All(), engine.Header{Game: "anygame", Seats: names[:seats], Options: []byte(`{"play":"` + play + `"}`), Seed: 3}, false)
		at := len(p.Box.Speaker.Said)
		p.Wait(5 * time.Second)
		if panel {
			p.Tap(hw.Panel, where)
		}
		return p, func() string {
			said := strings.Join(p.Box.Speaker.Said[at:], " | ")
			at = len(p.Box.Speaker.Said)
			return lang.Unmarked(said)
		}
	}
	p, said := play("rock-paper-scissors", 2, false)
	for range 3 {
		p.Tap(0, where)
		p.Wait(2 * time.Second)
		assert.Contains(t, said(), "Ava: Rock, paper or scissors? A  Rock; B  Paper; A+B  Scissors.")
	}
	p.Press(0, a, ok)
	p.Press(1, b, ok)
	p.Wait(10 * time.Second)
	assert.Contains(t, said(), "Ava: Rock; Babak: Paper.")

	// What nobody waits for is said to whoever asks, as what it is, and not again with each move.
	p = begin(t, games.All(), engine.Header{Game: "corleone", Seats: names[:3], Options: []byte(`{"chance":"box"}`), Seed: 3}, false)
	p.Tap(hw.Panel, where)
	p.Wait(time.Minute)
	player := bot.New(p.Table.Title(), names[:3], rand.New(rand.NewPCG(1, 1)))
	for range 8 {
		asks := p.Table.Asks()
		ask := &asks[slices.IndexFunc(asks, func(a engine.Ask) bool { return !a.Optional })]
		do, err := player.Pick(ask)
		require.NoError(t, err)
		require.NoError(t, p.Console.Do(p.Now, command.Type{Line: p.Table.Title().Moves.AppendLine(nil, names[:3], engine.Move{Seat: ask.Mover(ask.Seat), Do: do})}))
		p.Wait(time.Minute)
	}
	panel := slices.DeleteFunc(slices.Clone(p.Box.Speaker.Said), func(s string) bool { return !strings.Contains(s, "Correct whose cards or money? Ava;") })
	assert.Equal(t, []string{"Optional, at the panel: Correct whose cards or money? Ava; Babak; Chiara. A down, B up, then OK."}, panel)

	p, said = play("sealed-auction", 3, true)
	p.Tap(0, where)
	p.Wait(2 * time.Second)
	assert.Contains(t, said(), "Ava: Your bid? 0. 0 to 30.")
	for s := range hw.Pod(3) {
		p.Press(s, a, ok)
	}
	p.Wait(20 * time.Second)
	heard := said()
	assert.Contains(t, heard, "Ava: 1; Babak: 1; Chiara: 1")
	assert.Contains(t, heard, "At the panel: Another lot?")
}
