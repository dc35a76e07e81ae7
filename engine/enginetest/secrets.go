package enginetest

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"consigliere/engine"
	"consigliere/engine/bot"
	"consigliere/engine/chronicle"
)

// forkMoves is how long two plays are compared after the choice in which they differ.
const forkMoves = 150

// testSecrets looks at one secret choice of each of many random plays, and at more plays until
// each verb of c has had its turn.
func testSecrets(t *testing.T, title *engine.Title, c Config) {
	seen := map[string]int{}
	look := func() {
		c.many(t, c.Games/2, func(rt *rapid.T, h engine.Header, rng *rand.Rand) {
			verb, err := checkSecrets(title, h, rng, seen)
			if err != nil {
				rt.Fatalf("%v", err)
			}
			seen[verb]++
		})
	}
	look()
	for range 16 {
		if testing.Short() || !slices.ContainsFunc(c.Verbs, func(v string) bool { return seen[v] == 0 }) {
			break
		}
		look()
	}
	t.Logf("secret choices looked at: %v", seen)
	if !testing.Short() {
		for _, v := range c.Verbs {
			assert.NotZero(t, seen[v], "no secret %s was looked at", v)
		}
	}
}

// CheckSecrets plays a random game, goes back to one secret choice in it, and plays on twice
// from there with the same moves but for that choice. Whoever has not learned of the choice,
// as the cues say, must see the same in both: views, scenes, what is asked and what is told.
// It returns the verb of the choice, or "" if the play had none, and the first difference.
func CheckSecrets(title *engine.Title, h engine.Header, rng *rand.Rand) (string, error) {
	return checkSecrets(title, h, rng, nil)
}

// checkSecrets is CheckSecrets with the verbs looked at so far; the rarest is next.
func checkSecrets(title *engine.Title, h engine.Header, rng *rand.Rand, seen map[string]int) (string, error) {
	moves, places, err := secretsOf(title, h, rng)
	if err != nil || len(places) == 0 {
		return "", err
	}
	// A rare verb is as good as one that comes in each round.
	verbs := slices.Sorted(maps.Keys(places))
	verb := verbs[rng.IntN(len(verbs))]
	for _, v := range verbs {
		if seen[v] < seen[verb] {
			verb = v
		}
	}
	at := places[verb][rng.IntN(len(places[verb]))]
	f := &fork{title: title, h: h, player: bot.New(title, h.Seats, rng), rng: rng}
	for i := range f.games {
		if f.games[i], err = again(title, h, moves[:at]); err != nil {
			return verb, err
		}
	}
	f.record = append(f.record, moves[:at]...)
	f.other = append(f.other, moves[:at]...)
	if err := f.run(moves[at]); err != nil {
		return verb, fmt.Errorf("after the secret %s of %s: %w\nthe play with one choice:\n%s",
			verb, h.Seats.Name(moves[at].Seat), err, Record(title, h, f.record))
	}
	return verb, nil
}

// secretsOf plays a random game and returns its moves, and by verb the places of those that
// answered a secret ask.
func secretsOf(title *engine.Title, h engine.Header, rng *rand.Rand) ([]engine.Move, map[string][]int, error) {
	g, p, err := start(title, h, rng)
	if err != nil {
		return nil, nil, err
	}
	var moves []engine.Move
	places := map[string][]int{}
	for !g.Over() {
		asks := g.Asks(nil)
		a := &asks[rng.IntN(len(asks))]
		do, err := p.Pick(a)
		if err != nil {
			return nil, nil, err
		}
		if a.Secret {
			places[a.Verb] = append(places[a.Verb], len(moves))
		}
		m := engine.Move{Seat: a.Seat, Do: do}
		if _, err := g.Play(m); err != nil {
			return nil, nil, err
		}
		moves = append(moves, m)
	}
	return moves, places, nil
}

// A fork is two plays that differ in one secret choice.
type fork struct {
	title  *engine.Title
	h      engine.Header
	player *bot.Player
	rng    *rand.Rand
	games  [2]engine.Game
	record []engine.Move // of the first play
	other  []engine.Move // of the second
	knows  engine.SeatSet
}

// all is every seat of the play.
func (f *fork) all() engine.SeatSet { return 1<<uint(len(f.h.Seats)) - 1 }

// run makes the choice, once as m and once otherwise, and plays on.
func (f *fork) run(m engine.Move) error {
	other, ok, err := f.otherwise(m)
	if err != nil || !ok {
		return err
	}
	asks := f.games[0].Asks(nil)
	for i := range asks {
		if asks[i].Seat == m.Seat && asks[i].Takes(f.title.Moves.Verb(m.Do)) && m.Seat == engine.Table {
			f.knows |= asks[i].By
		}
	}
	f.knows = f.knows.With(m.Seat)
	if err := f.play(m, engine.Move{Seat: m.Seat, Do: other}); err != nil {
		return err
	}
	for range forkMoves {
		if err := f.sameLogs(); err != nil {
			return err
		}
		if f.knows == f.all() || f.games[0].Over() || f.games[1].Over() {
			return nil
		}
		next, ok, err := f.next()
		if err != nil || !ok {
			return err
		}
		switch err := f.play(next, next); {
		case errors.Is(err, errApart):
			return nil
		case err != nil:
			return err
		}
	}
	return nil
}

// errApart says that one play refuses what the other takes of a seat that knows the choice, where its list is open: a card that
// the choice has taken. There is nothing to compare any more.
var errApart = errors.New("the plays go apart")

// otherwise returns another answer to the ask that m answers. How many things are taken is
// never a secret, so the other answer has as many.
func (f *fork) otherwise(m engine.Move) (engine.Action, bool, error) {
	asks := f.games[0].Asks(nil)
	for i := range asks {
		a := &asks[i]
		if a.Seat != m.Seat || !a.Takes(f.title.Moves.Verb(m.Do)) {
			continue
		}
		for range 20 {
			do, err := f.player.Pick(a)
			if err != nil {
				return nil, false, err
			}
			if do != m.Do && f.sizeOf(do) == f.sizeOf(m.Do) {
				return do, true, nil
			}
		}
	}
	return nil, false, nil
}

func (f *fork) sizeOf(do engine.Action) int {
	n := 0
	for _, a := range f.title.Moves.Args(nil, do) {
		n += len(a.Value.Items)
	}
	return n
}

// next returns a move that both plays list, and whether there is one.
func (f *fork) next() (engine.Move, bool, error) {
	asks, others := f.games[0].Asks(nil), f.games[1].Asks(nil)
	for range 40 {
		a := &asks[f.rng.IntN(len(asks))]
		do, err := f.player.Pick(a)
		if err != nil {
			return engine.Move{}, false, err
		}
		if listedIn(f.title.Moves, others, a.Seat, do) {
			return engine.Move{Seat: a.Seat, Do: do}, true, nil
		}
	}
	return engine.Move{}, false, nil
}

// play makes a move in each play and compares what they show to those who do not know.
func (f *fork) play(moves ...engine.Move) error {
	f.record = append(f.record, moves[0])
	f.other = append(f.other, moves[1])
	var cues [2][]engine.Cue
	for i, g := range f.games {
		c, err := g.Play(moves[i])
		if no := (*engine.Refusal)(nil); i > 0 && f.knows.Has(moves[i].Seat) && errors.As(err, &no) {
			return errApart
		}
		if err != nil {
			return fmt.Errorf("%s: %w", f.title.Moves.AppendLine(nil, f.h.Seats, moves[i]), err)
		}
		cues[i] = c
		for _, c := range c {
			f.knows |= c.Learned
		}
	}
	f.knows &= f.all()
	if f.knows == f.all() {
		return nil
	}
	var ignorant []engine.Viewer
	for l := engine.Public; int(l) < len(f.h.Seats); l++ {
		if !f.knows.Has(l) {
			ignorant = append(ignorant, l)
		}
	}
	if f.same(cues, ignorant...) {
		return nil
	}
	for _, l := range ignorant {
		if !f.same(cues, l) {
			return fmt.Errorf("%s sees a difference:\n%s\n%s", viewerName(f.h.Seats, l),
				Seen(f.title, f.h.Seats, f.games[0], cues[0], l), Seen(f.title, f.h.Seats, f.games[1], cues[1], l))
		}
	}
	return nil
}

// sameLogs compares what the logs of both plays tell to those who do not know the choice. It
// does so now and then: each log covers a whole play.
func (f *fork) sameLogs() error {
	if f.knows == f.all() || f.title.Tell == nil || f.rng.IntN(8) > 0 {
		return nil
	}
	for l := engine.Public; int(l) < len(f.h.Seats); l++ {
		if f.knows.Has(l) {
			continue
		}
		var logs [2][]chronicle.Entry
		for i, moves := range [][]engine.Move{f.record, f.other} {
			var err error
			if logs[i], err = chronicle.Log(f.title, Record(f.title, f.h, moves), l); err != nil {
				return err
			}
		}
		if !reflect.DeepEqual(logs[0], logs[1]) {
			return fmt.Errorf("%s reads a difference in the log:\n%v\n%v", viewerName(f.h.Seats, l), logs[0], logs[1])
		}
	}
	return nil
}

// same reports whether both plays look the same to the viewers.
func (f *fork) same(cues [2][]engine.Cue, viewers ...engine.Viewer) bool {
	return Alike(f.title, f.h.Seats, f.games, cues, viewers...)
}

func viewerName(r engine.Roster, l engine.Viewer) string {
	if l == engine.Public {
		return "everybody"
	}
	return r.Name(l)
}

// pictures is more than the pictures of any title: the numbers that have none are laid out empty.
const pictures = 16

// A sight is all that viewers can get from a game after a move, but for what its views hold.
type sight struct {
	scenes   []engine.Scene // by viewer
	asks     []askSight
	cues     []cueSight
	pictures []engine.Scene // whether a cue names them now or not
}

// An askSight is an ask as far as it is shown to some viewers.
type askSight struct {
	id                     engine.AskID
	prompt                 engine.Text
	verbs                  []string
	secret, covered, known bool
	retract, weighty       bool
	optional, confirm      bool
	limit, grace           time.Duration
	late, absent           engine.Action
	parts                  int
	forced                 bool
	told                   engine.Text
	// What only those see who may know the choices.
	shown  []engine.Action
	labels []engine.Text
	of     []partSight
}

// A partSight is a part of an ask as it is shown to those who answer.
type partSight struct {
	arg      string
	items    []engine.Item
	keys     []engine.Key
	min, max int
}

// A cueSight is a cue that a viewer notices.
type cueSight struct {
	viewer  engine.Viewer
	kind    engine.CueKind
	text    engine.Text
	picture uint8
	icon    engine.Icon
}

// look returns what the viewers can get from g after a move that gave cues: their views, the public
// one first, and the rest. What all may know stands in it once.
func look(title *engine.Title, g engine.Game, cues []engine.Cue, viewers []engine.Viewer) ([]engine.View, sight) {
	views := []engine.View{g.View(engine.Public)}
	var s sight
	for _, l := range viewers {
		if l != engine.Public {
			views = append(views, g.View(l))
			s.scenes = append(s.scenes, title.Draw(views[len(views)-1]))
		} else {
			s.scenes = append(s.scenes, title.Draw(views[0]))
		}
	}
	asks := g.Asks(nil)
	for i := range asks {
		a := &asks[i]
		n := askSight{
			id: a.ID(), prompt: a.Prompt, verbs: a.Verbs, secret: a.Secret, covered: a.Covered, known: a.Known, retract: a.Retract, weighty: a.Weighty, optional: a.Optional,
			confirm: a.Confirm, limit: a.Limit, grace: a.Grace, late: a.Late, absent: a.Absent, parts: len(a.Parts), forced: a.Forced != nil, told: a.Told,
		}
		if slices.ContainsFunc(viewers, func(l engine.Viewer) bool { return !a.Hidden() || a.Known || l != engine.Public && a.May(l) }) {
			n.shown = a.Shown()
			if title.Label != nil {
				for _, do := range n.shown {
					for _, arg := range title.Moves.Args(nil, do) {
						n.labels = append(n.labels, title.Label(views[0], a, &arg))
					}
				}
			}
			for j := range a.Parts {
				p := &a.Parts[j]
				n.of = append(n.of, partSight{p.Arg, p.ShownItems(), p.Keys, p.Min, p.Max})
			}
		}
		s.asks = append(s.asks, n)
	}
	for _, c := range cues {
		for _, l := range viewers {
			if c.Kind != engine.CueQuiet && (c.To == 0 || c.To.Has(l)) {
				s.cues = append(s.cues, cueSight{l, c.Kind, c.Text, c.Picture, c.Icon})
			}
		}
	}
	if title.Picture != nil {
		for n := range pictures {
			s.pictures = append(s.pictures, title.Picture(views[0], n))
		}
	}
	return views, s
}

// Seen returns all that the viewers can get from g after a move that gave cues, as text: the
// status, and for each of them the scene, the asks as far as they are shown to him, and the
// cues that he notices.
func Seen(title *engine.Title, r engine.Roster, g engine.Game, cues []engine.Cue, viewers ...engine.Viewer) []byte {
	b, err := engine.AppendStatus(nil, g, r, viewers...)
	if err != nil {
		panic(err) // a view that cannot be written is a mistake of the game
	}
	_, s := look(title, g, cues, viewers)
	for i := range s.scenes {
		b = fmt.Appendf(b, "\nscene %+v", s.scenes[i])
	}
	for i := range s.asks {
		b = fmt.Appendf(b, "\nask %+v", s.asks[i])
	}
	for i := range s.cues {
		b = fmt.Appendf(b, "\ncue %+v", s.cues[i])
	}
	for i := range s.pictures {
		b = fmt.Appendf(b, "\npicture %d %+v", i, s.pictures[i])
	}
	return b
}

// Alike reports whether the viewers see the same in two games after moves that gave cues, as [Seen]
// returns it. It compares values, and what differs there by no more than nil and empty as text.
func Alike(title *engine.Title, r engine.Roster, games [2]engine.Game, cues [2][]engine.Cue, viewers ...engine.Viewer) bool {
	views, one := look(title, games[0], cues[0], viewers)
	others, two := look(title, games[1], cues[1], viewers)
	return reflect.DeepEqual(views, others) && reflect.DeepEqual(one, two) ||
		bytes.Equal(Seen(title, r, games[0], cues[0], viewers...), Seen(title, r, games[1], cues[1], viewers...))
}
