package console

import (
	"fmt"
	"log/slog"
	"time"

	"consigliere/engine"
	"consigliere/engine/journal"
	"consigliere/engine/table"
	"consigliere/hw"
	"consigliere/hw/caller"
	"consigliere/hw/command"
	"consigliere/hw/lang"
	"consigliere/hw/memory"
	"consigliere/hw/menu"
	"consigliere/hw/reply"
	"consigliere/hw/screen"
)

// Config is what a [Console] is made of.
type Config struct {
	Box    hw.Box
	Titles []*engine.Title
	Lang   lang.Lang // of the voice; "" means English
	// MainLang is the language of the main screen; "" means Lang.
	MainLang lang.Lang
	// PodLangs are the languages of the private screens, by pod; where it is missing or "",
	// Lang.
	PodLangs []lang.Lang
	Journals string        // folder of the journals; "" keeps nothing on disk
	Lock     *journal.Lock // of that folder; nil if there is none
	Log      *slog.Logger  // nil: nothing is logged
	Seed     func() uint64 // of plays begun at the box; nil takes it from crypto/rand
	Painter  Painter       // draws pages; nil: a new [screen.Type]
	Hold     time.Duration // how long a button is down to be held; 0 means 600 ms
	Repeat   time.Duration // how often a held A or B counts again; 0 means 150 ms
	// OnTable, if not nil, is called with each play that is begun or gone on with. A test
	// looks at it; the box gives views away, and never the table.
	OnTable func(*table.Table)
}

// A Console is the console of one box. It is not safe for concurrent use.
type Console struct {
	state
	log      *slog.Logger
	seed     func() uint64
	onTable  func(*table.Table)
	lock     *journal.Lock
	pagesOld bool            // the pages may be about something else since a move
	version  uint64          // of what is public
	told     uint64          // the version that was told last
	changes  uint64          // of what anybody may see
	numbered map[string]bool // what the box calls players by their number

	forwarded []command.Command // to whoever serves the phones, since they were taken

	timers []timer // all that the console does by itself

	press hw.Press      // the last one
	idle  time.Duration // how far the clock of presses that count by their time is behind the box's

	bots  bots
	hands hands

	// soon: something public has changed, and what follows from that is due at once. Whatever wakes the
	// console next must not decide when it comes.
	soon   bool
	behind time.Duration // how late the clock is: now is what was due so long ago
	// Where OK is held for the secret that the main screen was last drawn with; without
	// peekShown it was drawn with what is public.
	peeked    hw.Pod
	peekShown bool

	shown   topic       // what the pages are about
	opened  reply.Place // how far what is asked openly is answered, as the desk has it
	lastSec int
}

// Timing of the console.
const (
	drawEvery  = 40 * time.Millisecond
	pageEvery  = 4 * time.Second
	pageRest   = 15 * time.Second // after a page was turned by hand
	wrongFor   = 6 * time.Second
	noteFor    = 4 * time.Second
	typedFor   = 6 * time.Second
	peekCover  = 1500 * time.Millisecond
	retryEvery = time.Second
	never      = time.Duration(1<<63 - 1)
)

// New returns the console of a box, with the menu open. It looks for plays to go on with
// among the journals.
func New(c Config) (*Console, error) {
	if c.Lang == "" {
		c.Lang = lang.English
	}
	if c.MainLang == "" {
		c.MainLang = c.Lang
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Seed == nil {
		c.Seed = table.NewSeed
	}
	if c.Hold == 0 {
		c.Hold = 600 * time.Millisecond
	}
	if c.Repeat == 0 {
		c.Repeat = 150 * time.Millisecond
	}
	if c.Painter == nil {
		t, err := screen.New()
		if err != nil {
			return nil, fmt.Errorf("console: %w", err)
		}
		c.Painter = t
	}
	books, err := newBooks(c.Titles)
	if err != nil {
		return nil, fmt.Errorf("console: %w", err)
	}
	k := &Console{
		log: c.Log, seed: c.Seed, onTable: c.OnTable,
		lock: c.Lock, timers: timers(),
		hands: newHands(c.Box.Pods, c.Hold, c.Repeat),
	}
	k.state = state{
		memory: memory.Open(c.Journals, c.Titles, c.Log), play: play{Play: books.Menu()}, books: books, titles: c.Titles, langs: languages{voice: c.Lang, main: c.MainLang}, camera: c.Box.Tray != nil,
		screens: screens{paint: c.Painter, log: c.Log, main: newPort("main screen", c.Box.Main), ports: make([]port, c.Box.Pods)},
		lights:  newLightPort(c.Box.Lights, c.Box.Pods),
		voice:   voice{fault: fault{part: "speaker"}, speaker: c.Box.Speaker},
		keys:    keys{fault: fault{part: "buttons"}, err: c.Box.Buttons, trouble: c.Box.Trouble, pods: newPodKeys(c.Box.Pods)},
	}
	for p := range k.screens.ports {
		l := c.Lang
		if p < len(c.PodLangs) && c.PodLangs[p] != "" {
			l = c.PodLangs[p]
		}
		k.langs.pods = append(k.langs.pods, l)
		k.screens.ports[p] = newPort(fmt.Sprintf("pod %d: screen", p), c.Box.PrivateScreen(hw.Pod(p)))
	}
	k.numbered = numberedNames(k.play.Play)
	k.keepPace()
	k.seating.begin(len(k.screens.ports), 0)
	k.memory.Find()
	k.tellPlays()
	k.openMenu(menu.Top)
	return k, nil
}

// Title returns the title that is played, or nil in the menu.
func (k *Console) Title() *engine.Title {
	if k.play.table == nil {
		return nil
	}
	return k.play.table.Title()
}

// Version changes whenever something public has changed that a [Desk] shows.
// Between "two" and "three" of a count it stands.
func (k *Console) Version() uint64 { return k.told }

// PodVersion changes whenever what a pod shows and asks may have changed, also where it has no screen:
// a [desk.Sight] is for those alone who may see it.
func (k *Console) PodVersion(pod hw.Pod) uint64 {
	if pod < 0 || int(pod) >= len(k.screens.ports) {
		return 0
	}
	return k.screens.ports[pod].version
}

// Peeking returns at which pod, or [hw.Panel], OK is held for the peek that the main screen
// shows, and false while what it shows is public.
func (k *Console) Peeking() (hw.Pod, bool) { return k.peeked, k.peekShown }

// Quiet reports whether all that has happened was called and drawn, and no bot is about to
// move.
func (k *Console) Quiet() bool {
	return k.caller.Idle() && k.screens.dirty == 0 && k.nextBots() == never
}

// forward hands a command to whoever serves the phones.
func (k *Console) forward(c command.Command) { k.forwarded = append(k.forwarded, c) }

// Forwarded returns the commands for whoever serves the phones, and forgets them.
func (k *Console) Forwarded() []command.Command {
	all := k.forwarded
	k.forwarded = nil
	return all
}

// Public returns the public view of the play as JSON, or nil in the menu.
func (k *Console) Public() []byte { return k.play.public() }

// Record returns the record of a play that is over and told, or nil: before, it holds
// secrets.
func (k *Console) Record() []byte {
	if k.play.table == nil || !k.play.table.Over() || k.caller.Dramatic() {
		return nil
	}
	return k.play.table.AppendPublicRecord(nil)
}

// refreshScene draws the public scene anew. While a reveal is called, or a count before one, it
// stays as it was, so that no screen runs ahead of the voice. It is drawn anew before each move
// and each picture, so that what is shown follows from moves and time alone.
func (k *Console) refreshScene() {
	if k.play.table != nil && k.play.sceneOld && !k.caller.Veiled() {
		k.play.sceneOld = false
		k.play.drawScene()
	}
}

// touch notes that something may have to be drawn anew, on any screen and on the desk.
func (k *Console) touch() {
	k.screens.redraw(k.now)
	k.change()
}

// change notes that the desk has changed.
func (k *Console) change() {
	k.soon = true
	k.version++
	k.changes++
	if !k.caller.Frozen(k.now) {
		k.told = k.version
	}
}

// tone plays a tone, but not between "two" and "three".
func (k *Console) tone(t caller.Tone) {
	if !k.caller.Frozen(k.now) && k.voice.tone(k.log, t) {
		k.touch()
	}
}

// spoken is a text as it is said.
func (k *Console) spoken(t engine.Text) sentence {
	return func(l lang.Lang) string { return k.play.Text(l, t) }
}

// say speaks, but not between "two" and "three".
func (k *Console) say(text sentence) {
	if !k.caller.Frozen(k.now) && k.voice.say(k.log, text, k.langs.voice) {
		k.touch()
	}
}
