package box_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/hw"
	"consigliere/hw/box"
	"consigliere/hw/command"
	"consigliere/hw/console/consoletest"
	"consigliere/hw/desk"
	"consigliere/hw/lang"
)

// fakeParts are the fakes of package consoletest as the parts of a box, with presses that a
// test gives.
type fakeParts struct {
	*consoletest.Box

	presses []hw.Press
	news    chan struct{}      // a button was pressed
	calls   chan struct{}      // Wake was called
	busy    chan struct{}      // if not nil, Scan lasts until it is closed
	waits   chan time.Duration // if not nil, how long the box would wait
	clock   func() time.Duration
	closed  bool
}

func newFakeParts(pods int, private bool) *fakeParts {
	return &fakeParts{
		Box:  consoletest.NewBox(pods, private),
		news: make(chan struct{}, 1), calls: make(chan struct{}, 1),
	}
}

func (p *fakeParts) Scan(now time.Duration, dst []hw.Press) []hw.Press {
	p.Now = now
	if p.busy != nil {
		<-p.busy
	}
	for _, b := range p.presses {
		b.At = now
		dst = append(dst, b)
	}
	p.presses = nil
	return dst
}

func (p *fakeParts) Next() time.Duration { return math.MaxInt64 }

func (p *fakeParts) Watch(_ context.Context, clock func() time.Duration) { p.clock = clock }

func (p *fakeParts) Wait(d time.Duration) bool {
	select {
	case p.waits <- d:
	default:
	}
	select {
	case <-p.news:
		return true
	case <-p.calls:
		return false
	case <-time.After(d):
		return true
	}
}

func (p *fakeParts) Wake() {
	select {
	case p.calls <- struct{}{}:
	default:
	}
}

func (p *fakeParts) Close() error { p.closed = true; return nil }

// parts hides the field of fakeParts that has the name of a method.
type parts struct{ *fakeParts }

func (p parts) Box() hw.Box { return p.HW }

var naro = engine.Header{
	Game: "naro", Seats: engine.Roster{"Ava", "Babak", "Chiara", "Dario"}, Options: []byte(`{"chance":"box"}`), Seed: 1,
}

func newBox(t testing.TB, p *fakeParts, o box.Options) *box.Box {
	t.Helper()
	o.Parts, o.Titles, o.Painter = parts{p}, games.All(), consoletest.Words{}
	b, err := box.New(o)
	require.NoError(t, err)
	return b
}

// TestStreams checks that each listener gets its own stream and nothing of any other, and begins
// with the present state. In the end the parts are closed, and commands are refused.
func TestStreams(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newFakeParts(4, true)
		b := newBox(t, p, box.Options{})
		assert.Equal(t, box.Layout{Main: box.Size{W: 128, H: 64}, Private: []box.Size{{W: 128, H: 32}, {W: 128, H: 32}, {W: 128, H: 32}, {W: 128, H: 32}}}, b.Layout())
		ctx, stop := context.WithCancel(t.Context())
		ran := make(chan error, 1)
		go func() { ran <- b.Run(ctx) }()
		public, own := b.Listen(hw.Panel), b.Listen(2)
		require.NoError(t, b.Do(ctx, command.Start{Header: naro}))
		time.Sleep(3 * time.Second)
		for _, c := range []command.Press{{Pod: 2, Button: hw.A, Down: true}, {Pod: 2, Button: hw.A, Down: false}, {Pod: 2, Button: hw.OK, Down: true}, {Pod: 2, Button: hw.OK, Down: false}} {
			require.NoError(t, b.Do(ctx, c))
			time.Sleep(100 * time.Millisecond)
		}
		d := b.Snapshot().Public(lang.Italian)
		assert.Equal(t, "play", d.State)
		assert.True(t, d.Seats[2].Locked)
		record, err := b.Record(ctx)
		require.NoError(t, err)
		assert.Nil(t, record, "it holds secrets")

		// A button of the box itself: the parts wake it.
		p.presses = []hw.Press{{Pod: 3, Button: hw.A, Down: true}, {Pod: 3, Button: hw.A}, {Pod: 3, Button: hw.OK, Down: true}, {Pod: 3, Button: hw.OK}}
		p.news <- struct{}{}
		synctest.Wait()
		d = b.Snapshot().Public(lang.English)
		assert.True(t, d.Seats[3].Locked)
		assert.Equal(t, 3400*time.Millisecond, p.clock())

		stop()
		require.NoError(t, <-ran)
		assert.True(t, p.closed)
		first, kinds := true, map[string]int{}
		for e := range public.Events() {
			if f, is := e.(box.ScreenEvent); is {
				assert.Equal(t, hw.Panel, f.Pod)
				assert.Equal(t, 64, f.Frame.H)
			} else {
				assert.False(t, first, "the first event is the screen")
			}
			first = false
			kinds[fmt.Sprintf("%T", e)]++
		}
		for _, k := range []string{"box.ScreenEvent", "box.LightEvent", "box.SayEvent", "box.ToneEvent", "box.DeskEvent"} {
			assert.Positive(t, kinds[k], k)
		}
		var last *hw.Frame
		for e := range own.Events() {
			if _, is := e.(box.PodEvent); is {
				continue
			}
			f, is := e.(box.ScreenEvent)
			require.True(t, is, "%T is not for a private screen", e)
			assert.Equal(t, hw.Pod(2), f.Pod)
			last = f.Frame
		}
		assert.Equal(t, p.Screens[2].Words(), consoletest.Read(last))
		own.Close() // once more does no harm
		require.ErrorIs(t, b.Do(t.Context(), command.Undo{}), box.ErrOff)
		_, err = b.Past(t.Context(), lang.English)
		require.ErrorIs(t, err, box.ErrOff)
	})
}

// TestPrivateStepIsToldInPrivate checks that a step of a secret answer is told to those who look at its
// pod, also where that has no screen, and to nobody else.
func TestPrivateStepIsToldInPrivate(t *testing.T) {
	b := newBox(t, newFakeParts(4, false), box.Options{})
	require.NoError(t, b.Apply(0, command.Start{Header: engine.Header{Game: "anygame", Seats: naro.Seats, Options: []byte(`{"play":"bid","settings":{"most":20}}`), Seed: 1}}))
	b.Advance(5 * time.Second) // all is told
	now := 5 * time.Second
	own, other, public := b.Listen(1), b.Listen(2), b.Listen(hw.Panel)
	told := func(l *box.Listener, what box.Event) (n int) {
		for len(l.Events()) > 0 {
			if fmt.Sprintf("%T", <-l.Events()) == fmt.Sprintf("%T", what) {
				n++
			}
		}
		return n
	}
	told(public, box.DeskEvent{}) // where it begins
	for _, cmd := range []command.Command{command.Press{Pod: 1, Button: hw.A, Down: true}, command.Press{Pod: 1, Button: hw.A}, command.Pick{Seat: 1, Choice: 1, Turn: b.Look().Sight(1, "en").Desk.Ask.Turn}} {
		require.NoError(t, b.Apply(now, cmd))
		now += 100 * time.Millisecond
		b.Advance(now)
		assert.Positive(t, told(own, box.PodEvent{}), "%T", cmd)
		assert.Zero(t, told(other, box.PodEvent{}), "%T", cmd)
		assert.Zero(t, told(public, box.DeskEvent{}), "%T", cmd)
	}
}

// TestWhatFollowsAtOnceIsToldAtOnce checks that a command leaves nothing to be done at the same moment, for which whoever
// listens would be woken once more.
func TestWhatFollowsAtOnceIsToldAtOnce(t *testing.T) {
	p := newFakeParts(4, true)
	p.waits = make(chan time.Duration, 1)
	b := newBox(t, p, box.Options{Speed: 0.001}) // drawing, too, is far away
	go func() { _ = b.Run(t.Context()) }()
	require.Positive(t, <-p.waits)
	require.NoError(t, b.Do(t.Context(), command.Start{Header: naro}))
	require.Positive(t, <-p.waits)
	require.NoError(t, b.Do(t.Context(), command.Type{Line: []byte(`{"seat":"Ava","do":"load","card":"click"}`)}))
	require.Positive(t, <-p.waits)
}

// TestCommands holds what each command does.
func TestCommands(t *testing.T) {
	dir := t.TempDir()
	b := newBox(t, newFakeParts(4, true), box.Options{Journals: dir, Seed: func() uint64 { return 1 }})
	now := time.Duration(0)
	do := func(cmd command.Command) {
		t.Helper()
		require.NoError(t, b.Apply(now, cmd), "%T", cmd)
		now += 3 * time.Second
		b.Advance(now)
	}
	tap := func(pod hw.Pod, button hw.Button) {
		t.Helper()
		require.NoError(t, b.Apply(now, command.Press{Pod: pod, Button: button, Down: true}))
		do(command.Press{Pod: pod, Button: button})
	}
	shown := func() *desk.Public { return b.Look().Public(lang.English) }

	do(command.SetLang{Lang: lang.Persian})
	assert.Equal(t, "fa", string(b.Look().Lang()))
	do(command.Start{Header: engine.Header{Game: "naro", Seats: naro.Seats, Options: []byte(`{"chance":"box"}`)}, DrawSeed: true})
	assert.Equal(t, "play", shown().State)
	do(command.Pause{On: true})
	assert.True(t, shown().Paused)
	do(command.Pause{})
	assert.False(t, shown().Paused)
	do(command.Type{Line: []byte(`{"seat":"Ava","do":"load","card":"click"}`)})
	assert.True(t, shown().Seats[0].Locked)
	do(command.Undo{})
	require.NotNil(t, shown().Undo)
	assert.Equal(t, []string{"Ava"}, shown().Undo.Needs)
	do(command.CancelUndo{})
	assert.Nil(t, shown().Undo)
	do(command.Undo{})
	do(command.Press{Pod: 0, Button: hw.OK, Down: true}) // an undo is agreed to by OK held
	do(command.Press{Pod: 0, Button: hw.OK})
	assert.False(t, shown().Seats[0].Locked)
	for pod := range hw.Pod(4) {
		tap(pod, hw.A)
		tap(pod, hw.OK)
	}
	assert.Contains(t, string(b.Public()), `"phase":"aim"`)
	before := string(b.Public())

	b = newBox(t, newFakeParts(4, true), box.Options{Journals: dir}) // as after a power cut
	do(command.GoOn{})
	assert.Equal(t, before, string(b.Public()))
	for end := now + time.Minute; !b.Quiet() && now < end; {
		now += time.Second
		b.Advance(now)
	}
	assert.True(t, b.Quiet())

	var no *engine.Refusal
	require.ErrorAs(t, b.Apply(now, command.Type{Line: []byte(`{"seat":"Ava","do":"order","who":"none"}`)}), &no)
	assert.NotEmpty(t, shown().Error)
	require.ErrorIs(t, b.Apply(now, command.Press{Pod: 4}), box.ErrNoButton)
	require.ErrorIs(t, b.Apply(now, command.Press{Pod: -2}), box.ErrNoButton)
	require.ErrorIs(t, b.Apply(now, command.Press{Button: hw.Buttons}), box.ErrNoButton)
	require.EqualError(t, b.Apply(now, "undo"), "console: string is not a command")
	do(command.Leave{})
	assert.Equal(t, "menu", shown().State)
	assert.Nil(t, b.Public())
}

// TestNoButtonAnswers starts a box none of whose buttons can be read: main screen, voice, desk
// and log say what to do, and it can be done. When a button answers all that is gone.
func TestNoButtonAnswers(t *testing.T) {
	p := newFakeParts(4, true)
	dead := errors.New("no acknowledge")
	p.HW.Buttons = func() error { return dead }
	var log bytes.Buffer
	b := newBox(t, p, box.Options{Log: slog.New(slog.NewTextHandler(&log, nil))})
	tick := func(until time.Duration) {
		for now := b.Now(); now <= until; now += 500 * time.Millisecond {
			b.Step(now)
			b.Advance(now)
		}
	}
	tick(time.Second)
	assert.Contains(t, p.Main.Words(), "Naro", "not at once")
	tick(4 * time.Second)
	assert.Contains(t, p.Main.Words(), "No button is responding")
	assert.Contains(t, p.Main.Words(), "box's page")
	assert.Contains(t, p.Main.Words(), "consigliere doctor")
	require.Len(t, p.Speaker.Said, 1)
	assert.Contains(t, p.Speaker.Said[0], "consigliere doctor")
	assert.Equal(t, []string{"No button is responding."}, b.Look().Public(lang.English).Missing)
	assert.Equal(t, []string{"Nessun pulsante risponde."}, b.Look().Public(lang.Italian).Missing)
	assert.Contains(t, log.String(), "part=buttons")
	assert.Contains(t, log.String(), "no acknowledge")
	assert.Contains(t, log.String(), "consigliere doctor")

	// A page presses the panel's buttons.
	require.NoError(t, b.Apply(b.Now(), command.Press{Pod: hw.Panel, Button: hw.A, Down: true}))
	require.NoError(t, b.Apply(b.Now(), command.Press{Pod: hw.Panel, Button: hw.A}))
	tick(b.Now() + time.Second)
	assert.Contains(t, p.Main.Words(), "Naro", "the menu")
	assert.Len(t, p.Speaker.Said, 1, "told once")

	dead = nil
	tick(b.Now() + time.Second)
	assert.Empty(t, b.Look().Public(lang.English).Missing)
}

// TestWhoGivesUp checks that a command is done or refused, and never both: whoever gives up while
// the box is busy can rely on it.
func TestWhoGivesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newFakeParts(4, true)
		b := newBox(t, p, box.Options{})
		ctx, stop := context.WithCancel(t.Context())
		ran := make(chan error, 1)
		go func() { ran <- b.Run(ctx) }()
		synctest.Wait()
		p.busy = make(chan struct{})
		p.news <- struct{}{}
		synctest.Wait() // it scans
		begin := func(cmd command.Command, patience time.Duration) chan error {
			done := make(chan error, 1)
			go func() {
				ctx, stop := context.WithTimeout(ctx, patience)
				defer stop()
				done <- b.Do(ctx, cmd)
			}()
			return done
		}
		hasty, first := begin(command.Start{Header: naro}, time.Second), begin(command.Start{Header: naro}, time.Second)
		time.Sleep(2 * time.Second)
		require.ErrorIs(t, <-hasty, context.DeadlineExceeded)
		require.ErrorIs(t, <-first, context.DeadlineExceeded)
		patient := begin(command.SetLang{Lang: lang.Persian}, time.Hour)
		close(p.busy)
		require.NoError(t, <-patient)
		l := b.Snapshot().Lang()
		assert.Equal(t, lang.Persian, l)
		d := b.Snapshot().Public(l)
		assert.Equal(t, "menu", d.State)

		stop()
		require.NoError(t, <-ran)
		require.ErrorIs(t, b.Do(t.Context(), command.Leave{}), box.ErrOff)
	})
}

// TestPeekIsCoveredInTheStream peeks at the main screen: whoever listens sees the cover, and
// apart from that, what is meant for the player who holds OK.
func TestPeekIsCoveredInTheStream(t *testing.T) {
	b := newBox(t, newFakeParts(4, false), box.Options{})
	require.NoError(t, b.Apply(0, command.Start{Header: naro}))
	b.Advance(5 * time.Second)
	l := b.Listen(hw.Panel)
	observed := 0
	b.Observe(func(e box.Event) {
		if s, is := e.(box.ScreenEvent); is && strings.Contains(consoletest.Read(s.Frame), "Click!") {
			observed++
		}
	})
	ok := command.Press{Pod: 2, Button: hw.OK, Down: true}
	require.NoError(t, b.Apply(5*time.Second, ok))
	b.Advance(9 * time.Second)
	late := b.Listen(hw.Panel)
	ok.Down = false
	require.NoError(t, b.Apply(9*time.Second, ok))
	b.Advance(10 * time.Second)
	l.Close()
	late.Close()
	var all []string
	for e := range l.Events() {
		switch e := e.(type) {
		case box.ScreenEvent:
			text := consoletest.Read(e.Frame)
			assert.NotContains(t, text, "Click!")
			all = append(all, text)
		case box.PeekEvent:
			assert.Equal(t, hw.Pod(2), e.Pod)
			assert.Contains(t, consoletest.Read(e.Frame), "Click!")
			all = append(all, "peek")
		}
	}
	require.GreaterOrEqual(t, len(all), 4)
	at := slices.Index(all, "peek")
	require.Positive(t, at)
	assert.Equal(t, "Only Chiara may look!", all[at-1])
	assert.NotEqual(t, "Only Chiara may look!", all[len(all)-1], "the scene is back")
	assert.Equal(t, 1, observed, "who keeps all that is put out sees it")
	for e := range late.Events() {
		if s, is := e.(box.ScreenEvent); is {
			assert.NotContains(t, consoletest.Read(s.Frame), "Click!", "whoever comes late")
		}
	}
}

// TestOnlyWhatWasShown checks that a picture which the screen did not take is not an event, and
// that speech is an event without a speaker.
func TestOnlyWhatWasShown(t *testing.T) {
	p := newFakeParts(4, true)
	p.HW.Speaker = nil
	b := newBox(t, p, box.Options{})
	frames, said := map[hw.Pod]*hw.Frame{}, 0
	b.Observe(func(e box.Event) {
		switch e := e.(type) {
		case box.ScreenEvent:
			frames[e.Pod] = e.Frame
		case box.SayEvent:
			said++
			assert.Equal(t, "en", e.Lang)
			assert.NotEmpty(t, e.In[lang.Persian])
			assert.NotEmpty(t, e.In[lang.Italian])
			assert.NotEqual(t, e.Text, e.In[lang.Italian], "captions are in the language of who reads")
		}
	})
	p.Screens[1].Fail = errors.New("unplugged")
	p.Lights.Fail = errors.New("unplugged")
	require.NoError(t, b.Apply(0, command.Start{Header: naro}))
	b.Advance(5 * time.Second)
	assert.NotNil(t, frames[0])
	assert.Nil(t, frames[1])
	assert.Positive(t, said)
	l := b.Listen(hw.Panel)
	for range 5 {
		if c, is := (<-l.Events()).(box.LightEvent); is {
			assert.Equal(t, hw.RGB{}, c.RGB, "no light is on")
		}
	}
	p.Screens[1].Fail = nil
	b.Advance(10 * time.Second)
	require.NotNil(t, frames[1])
	assert.Equal(t, p.Screens[1].Words(), consoletest.Read(frames[1]))
}

// TestSlowListener checks that a listener which does not receive is dropped, and no other.
func TestSlowListener(t *testing.T) {
	s := box.NewStreams(box.Layout{Main: box.Size{W: 8, H: 8}, Private: make([]box.Size, 1)})
	slow, quick := s.Listen(hw.Panel), s.Listen(hw.Panel)
	for range 3 { // the state of things
		<-quick.Events()
	}
	const many = 3000
	for range many {
		s.Tell(box.DeskEvent{})
		<-quick.Events()
	}
	n := 0
	for range slow.Events() {
		n++
	}
	assert.Less(t, n, many)
	assert.Equal(t, 1, s.Listeners(hw.Panel))
	slow.Close()
	quick.Close()
	assert.Zero(t, s.Listeners(hw.Panel))
	nothing := s.Listen(0)
	s.Close()
	_, open := <-nothing.Events()
	assert.False(t, open, "a pod without a screen has nothing to tell")
}

// TestNobodyListens checks that drawing does not allocate if nobody listens.
func TestNobodyListens(t *testing.T) {
	s := box.NewStreams(box.Layout{Main: box.Size{W: 128, H: 64}, Private: make([]box.Size, 1)})
	defer s.Listen(0).Close() // to another stream
	f, n := hw.NewFrame(128, 64), byte(0)
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		n++
		f.Pix[0] = n
		s.Show(0, hw.Panel, f)
		s.Light(0, 0, hw.RGB{R: n})
	}))
}

// A running box does commands and says what is public.
func ExampleBox() {
	p := newFakeParts(4, true) // on a Pi: drivers.Open
	b, err := box.New(box.Options{Parts: parts{p}, Titles: games.All(), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- b.Run(ctx) }()

	if err := b.Do(ctx, command.Start{Header: naro}); err != nil {
		fmt.Println(err)
	}
	d := b.Snapshot().Public(lang.Italian)
	fmt.Println(d.State, d.Seats[0].Name)
	stop()
	fmt.Println(<-ended)
	// Output:
	// play Ava
	// <nil>
}
