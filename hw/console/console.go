package console

import (
	"cmp"
	"crypto/rand"
	"fmt"
	"io"
	"log/slog"
	"time"

	"consigliere/engine"
	"consigliere/engine/journal"
	"consigliere/engine/table"
	"consigliere/hw"
	"consigliere/hw/command"
	"consigliere/hw/lang"
	"consigliere/hw/memory"
	"consigliere/hw/menu"
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
	// Fair: where the box draws, plays begin with a commitment, unless the table has set it otherwise.
	Fair bool
	// Random is where the box takes its secrets from; nil: crypto/rand.
	Random io.Reader
	// Digits are [table.Options.Digits]; nil outside of tests.
	Digits func(line int) string
	// Site is where the pages are that show plays which are over; "" if people know of none.
	Site    string
	Painter Painter       // draws pages; nil: a new [screen.Type]
	Hold    time.Duration // how long a button is down to be held; 0 means 600 ms
	Repeat  time.Duration // how often a held A or B counts again; 0 means 150 ms
	// Spent is how long the call that is under way has taken, on the clock of the calls; nil: they take no
	// time.
	Spent func() time.Duration
	// OnTable, if not nil, is called with each play that is begun or gone on with. A test
	// looks at it; the box gives views away, and never the table.
	OnTable func(*table.Table)
}

// A room does commands.
type room interface {
	// do does a command. It reports whether it is one that the room does.
	do(c command.Command) (done bool, err error)
}

// A Console is the console of one box: its buttons and commands, and its clock. It leads each press and each command
// through its rooms; see the package documentation. It is not safe for concurrent use.
type Console struct {
	*state
	stage    *stage
	game     *game
	answers  *answers
	teacher  *teacher
	settings *settings
	evening  *evening
	dealer   *dealer
	host     *host
	usher    *usher

	rooms  []room        // those that do commands
	timers []timer       // all that the console does by itself
	behind time.Duration // how late the clock is: now is what was due so long ago
	// due is when something is due next, as was found out since the last press, command or step; where !found, nobody has.
	due   time.Duration
	found bool
}

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
	if c.Spent == nil {
		c.Spent = func() time.Duration { return 0 }
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
	st := &state{
		log: c.Log, memory: memory.Open(c.Journals, c.Titles, c.Log), play: play{Play: books.Menu()}, books: books, titles: c.Titles,
		langs: languages{voice: c.Lang, main: c.MainLang}, camera: c.Box.Tray != nil, site: c.Site, commits: c.Fair, hands: newHands(c.Box.Pods, c.Hold, c.Repeat),
		screens: screens{paint: c.Painter, log: c.Log, spent: c.Spent, main: newPort("main screen", c.Box.Main), ports: make([]port, c.Box.Pods)},
		lights:  newLightPort(c.Box.Lights, c.Box.Pods),
		dials:   dials{c.Box.Volume, c.Box.Brightness},
		voice:   voice{fault: fault{part: "speaker"}, speaker: c.Box.Speaker},
		keys:    keys{fault: fault{part: "buttons"}, err: c.Box.Buttons, trouble: c.Box.Trouble, pods: newPodKeys(c.Box.Pods)},
	}
	st.pupil, _ = c.Box.Tray.(hw.Pupil)
	k := &Console{state: st, stage: &stage{state: st}}
	k.game = &game{st, k.stage}
	k.answers = &answers{st, k.stage, k.game}
	k.teacher = &teacher{st, k.stage, k.game}
	k.settings = &settings{st, k.stage, k.game, k.teacher}
	k.evening = &evening{state: st, stage: k.stage, game: k.game, teacher: k.teacher, settings: k.settings, seed: c.Seed, onTable: c.OnTable, lock: c.Lock, digits: c.Digits}
	k.dealer = &dealer{state: st, stage: k.stage, game: k.game, evening: k.evening, random: cmp.Or[io.Reader](c.Random, rand.Reader)}
	k.host = &host{state: st, stage: k.stage, game: k.game}
	k.usher = &usher{st, k.stage}
	k.timers = k.ownTimers()
	k.rooms = []room{k.game, k.answers, k.teacher, k.settings, k.dealer, k.evening, k.host, k.usher}
	for p := range k.screens.ports {
		l := c.Lang
		if p < len(c.PodLangs) && c.PodLangs[p] != "" {
			l = c.PodLangs[p]
		}
		k.langs.pods = append(k.langs.pods, l)
		k.screens.ports[p] = newPort(fmt.Sprintf("pod %d: screen", p), c.Box.PrivateScreen(hw.Pod(p)))
	}
	k.evening.numbered = numberedNames(k.play.Play)
	k.keepPace()
	k.settings.setDials()
	k.tuneVoice()
	k.seating.begin(len(k.screens.ports), 0)
	k.memory.Find()
	k.evening.tellPlays()
	k.stage.openMenu(menu.Top)
	return k, nil
}

// Title returns the title that is played, or nil in the menu.
func (k *Console) Title() *engine.Title {
	if k.play.table == nil {
		return nil
	}
	return k.play.table.Title()
}

// Version changes whenever something public has changed that a [desk.Public] shows.
// Between "two" and "three" of a count it stands.
func (k *Console) Version() uint64 { return k.stage.told }

// PodVersion changes whenever what a pod shows and asks may have changed, also where it has no screen:
// a [desk.Sight] is only for viewers who may see it.
func (k *Console) PodVersion(pod hw.Pod) uint64 {
	if pod < 0 || int(pod) >= len(k.screens.ports) {
		return 0
	}
	return k.screens.ports[pod].version
}

// Peeking returns at which pod, or [hw.Panel], OK is held for the peek that the main screen
// shows, and false while what it shows is public.
func (k *Console) Peeking() (hw.Pod, bool) { return k.stage.peeked, k.stage.peekShown }

// Quiet reports whether all that has happened was called and drawn, and no bot is about to
// move.
func (k *Console) Quiet() bool {
	return k.caller.Idle() && k.screens.dirty == 0 && k.answers.nextBots() == never
}

// Forwarded returns the commands for whoever serves the phones, and forgets them.
func (k *Console) Forwarded() []command.Command {
	all := k.host.forwarded
	k.host.forwarded = nil
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
	if signer := k.play.signer; signer != nil {
		record, err := k.play.table.AppendFairRecord(nil, signer)
		if err == nil {
			return record
		}
		k.log.Error("a record was not signed", "error", err)
	}
	return k.play.table.AppendPublicRecord(nil)
}
