// Package console is the hands and face of the box: it turns asks into presses, views into
// screens, and cues into light, sound and voice. It knows no game: what it draws comes
// from the asks, cues and views of package engine and from the messages beside them.
//
// # How a pod asks
//
// The light says what is owed: off, nothing; slow pulse, a choice is awaited; solid, locked
// in. It is the same for every choice and every seat, so it never tells.
//
//   - Two or three words: A, B, and A+B together choose; OK locks.
//   - More of them, and seats: A and B move on and back, OK takes. A choice with several
//     parts is asked one part after the other; B held goes back a part.
//   - A number: A adds one, B takes one away, held they repeat; OK locks, OK held starts
//     again.
//   - Several things, cards, notes: A and B move, OK takes the thing, the last entry of the
//     list locks; B held gives the last thing back.
//   - Things for keys (dice by colour, powers by seat): one list for each key in turn; OK
//     takes, B held goes back a key, and OK once more locks.
//   - A locked choice is taken back by holding B, until the last seat has locked.
//
// Nothing is chosen before A or B was pressed, so an OK by mistake locks nothing. Secret
// choices are listed on the pod's private screen. Where there is none, or it does not
// answer, the seat holds OK for the peek: the main screen covers itself and calls the
// seat, then shows the secret for as long as OK is held; A and B move meanwhile, and a
// short OK afterwards takes.
//
// The panel's A and B page the main screen, or answer what the table is asked; its OK,
// held, opens the menu. From there the panel's buttons can stand in for those of a pod that
// do not answer, for as long as something is awaited of its seat; B held ends that.
//
// # Time
//
// A [Console] has no clock: [Console.Press], [Console.Tick] and the rest are given the
// time, and [Console.Next] says when it wants the next tick. One goroutine owns it.
// Lights are set before a press returns; screens are drawn on the next tick.
//
// While cues are called the clock of the table stands, so a limit of time begins when the
// table has heard what it is for; with a count of three it begins at "three".
//
// Nobody has to wait for what is merely being told. An ask can be answered meanwhile, and a
// press of the one whom the table waits for, alone and openly, ends the telling. What is
// counted or revealed has its time, and so has the result: until then no screen and no light
// shows what comes of it.
package console

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"consigliere/engine"
	"consigliere/engine/table"
	"consigliere/hw"
	"consigliere/hw/lang"
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
	Log      *slog.Logger  // nil: nothing is logged
	Seed     func() uint64 // of plays begun at the box; nil takes it from crypto/rand
	Painter  Painter       // draws pages; nil: a new [screen.Type]
	Hold     time.Duration // how long a button is down to be held; 0 means 600 ms
	Repeat   time.Duration // how often a held A or B counts again; 0 means 150 ms
}

// A Console is the console of one box. It is not safe for concurrent use.
type Console struct {
	box      hw.Box
	titles   []*engine.Title
	log      *slog.Logger
	seed     func() uint64
	paint    Painter
	base     *lang.Book            // without a title
	books    map[string]*lang.Book // by title
	rules    map[string]*lang.Rules
	lang     lang.Lang
	mainLang lang.Lang
	langs    []lang.Lang // by pod
	folder   string
	resume   *resumable
	now      time.Duration
	version  uint64 // of what is public
	told     uint64 // the version that was told last

	// The play. t is nil in the menu.
	t      *table.Table
	book   *lang.Book
	said   map[wordKey]string // what book and roster have given
	roster engine.Roster
	asks   []engine.Ask
	locked engine.SeatSet
	over   bool

	scene     engine.Scene // what the public sees; it lags behind the game while cues are called
	sceneOld  bool
	public    []byte // the public view, as JSON
	publicOld bool

	// The table's clock is now - lag, and stands at stood until standTo.
	lag     time.Duration
	stood   time.Duration
	standTo time.Duration

	beats    []beat        // what is still to be called, in order
	free     time.Duration // when the next can begin
	pausedAt time.Duration

	hands []hand // by pod, then the panel
	menu  *menu
	proxy standIn

	wrong     error // refused last
	wrongTill time.Duration
	wrongRule bool // the panel shows the rule's sentence
	noDisk    bool // the journal could not be written last

	lights lightPort
	main   port
	pods   []port
	voice  fault

	hold, repeat time.Duration
	dirty        uint32        // which screens may show something else: by pod, then the main one
	drawAt       time.Duration // when dirty screens are drawn
	page         int           // of the main screen
	pages        int
	pageAt       time.Duration // when it is turned; 0: there is one page only
	peek         peek
	lastSec      int
}

// Timing of the console.
const (
	drawEvery  = 40 * time.Millisecond
	pageEvery  = 4 * time.Second
	pageRest   = 15 * time.Second // after a page was turned by hand
	wrongFor   = 6 * time.Second
	noteFor    = 4 * time.Second
	peekCover  = 1500 * time.Millisecond
	retryEvery = time.Second
	never      = time.Duration(1<<63 - 1)
)

// New returns the console of a box, with the menu open. It looks for a play in progress
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
	base, err := lang.NewBook(engine.Messages, table.Messages, Messages)
	if err != nil {
		return nil, fmt.Errorf("console: %w", err)
	}
	k := &Console{
		box: c.Box, titles: c.Titles, log: c.Log, seed: c.Seed, paint: c.Painter,
		base: base, book: base, books: map[string]*lang.Book{}, rules: map[string]*lang.Rules{}, lang: c.Lang, mainLang: c.MainLang, folder: c.Journals,
		hold: c.Hold, repeat: c.Repeat,
		hands: make([]hand, c.Box.Pods+1), pods: make([]port, c.Box.Pods),
	}
	for _, t := range c.Titles {
		if k.books[t.ID], err = lang.NewBook(engine.Messages, table.Messages, Messages, t.Messages); err != nil {
			return nil, fmt.Errorf("console: messages of %s: %w", t.ID, err)
		}
		if k.rules[t.ID], err = lang.NewRules(t); err != nil {
			return nil, fmt.Errorf("console: rules of %s: %w", t.ID, err)
		}
	}
	for p := range k.pods {
		l := c.Lang
		if p < len(c.PodLangs) && c.PodLangs[p] != "" {
			l = c.PodLangs[p]
		}
		k.langs = append(k.langs, l)
		k.pods[p] = newPort(fmt.Sprintf("pod %d: screen", p), c.Box.PrivateScreen(hw.Pod(p)))
		k.hands[p].seat = engine.Seat(p)
	}
	k.hands[k.panel()].seat = engine.Table
	for b := range k.proxy.whose {
		k.proxy.whose[b] = k.panel()
	}
	k.main = newPort("main screen", c.Box.Main)
	k.lights = newLightPort(c.Box.Lights, c.Box.Pods)
	k.voice.part = "speaker"
	k.findResumable()
	k.openStart()
	k.touch()
	return k, nil
}

func (k *Console) panel() int { return len(k.hands) - 1 }

// Titles returns the games that can be played. They never change.
func (k *Console) Titles() []*engine.Title { return k.titles }

// Title returns the title that is played, or nil in the menu.
func (k *Console) Title() *engine.Title {
	if k.t == nil {
		return nil
	}
	return k.t.Title()
}

// Table returns the play in progress, or nil in the menu. It is the console's: look, and
// change nothing.
func (k *Console) Table() *table.Table { return k.t }

// Version changes whenever something public has changed that a [Desk] shows.
// Between "two" and "three" of a count it stands.
func (k *Console) Version() uint64 {
	if !k.frozen() {
		k.told = k.version
	}
	return k.told
}

// Quiet reports whether all that has happened was called and drawn.
func (k *Console) Quiet() bool { return len(k.beats) == 0 && k.dirty == 0 }

// Public returns the public view of the play as JSON, or nil in the menu. It is good until
// the next change.
func (k *Console) Public() []byte {
	if k.t != nil && k.publicOld {
		k.public, k.publicOld = appendPublic(k.public[:0], k.t.View(engine.Public)), false
	}
	return k.public
}

// Start begins a play.
func (k *Console) Start(now time.Duration, h engine.Header) error {
	k.now = now
	err := k.start(h)
	k.settle()
	return err
}

func (k *Console) start(h engine.Header) error {
	t := k.find(h.Game)
	if t == nil {
		return k.refused(engine.Refuse("", engine.Text{Key: "refuse.unknown_game", What: h.Game, Who: engine.NoSeat, Whom: engine.NoSeat}))
	}
	if err := t.Check(h); err != nil {
		return k.refused(err)
	}
	j, err := k.newJournal(h)
	if err != nil {
		return k.refused(err)
	}
	play, err := table.New(t, h, table.Options{Journal: j, Log: k.log})
	if err != nil {
		return k.refused(err)
	}
	k.sit(play)
	k.call(opening(t, h))
	k.log.Info("a play begins", "game", h.Game, "seats", len(h.Seats))
	return nil
}

// bookOf returns the messages of a play: those of its title, and what its header brings.
func (k *Console) bookOf(t *table.Table) *lang.Book {
	title := t.Title()
	if title.Names == nil {
		return k.books[title.ID]
	}
	names := title.Names(t.Header())
	if names == nil {
		return k.books[title.ID]
	}
	b, err := lang.NewBook(engine.Messages, table.Messages, Messages, title.Messages, names)
	if err != nil {
		k.log.Error("messages of the header", "error", err)
		return k.books[title.ID]
	}
	return b
}

// opening returns the cues with which a play begins, before any move.
func opening(t *engine.Title, h engine.Header) []engine.Cue {
	g, err := t.Begin(h)
	if o, ok := g.(interface{ Opening() []engine.Cue }); ok && err == nil {
		return o.Opening()
	}
	return nil
}

// sit makes t the play of the console.
func (k *Console) sit(t *table.Table) {
	k.leave()
	k.t, k.roster = t, t.Roster()
	k.book, k.said = k.bookOf(t), nil
	k.lag = k.now // a play's clock begins at 0
	k.menu, k.resume = nil, nil
	k.over = t.Over()
	k.changed()
}

func (k *Console) leave() {
	if k.t != nil {
		if err := k.t.Close(); err != nil {
			k.log.Error("journal", "error", err)
		}
	}
	k.t, k.book, k.said, k.roster, k.asks, k.locked = nil, k.base, nil, nil, nil, 0
	k.scene, k.public, k.over = engine.Scene{}, nil, false
	k.lag, k.stood, k.standTo, k.beats, k.free = k.now, 0, 0, nil, k.now
	k.page, k.wrong, k.peek, k.proxy.on = 0, nil, peek{}, false
	for i := range k.hands {
		k.hands[i].forget()
		k.hands[i].note = nil
	}
}

// Leave ends the play at the box and opens the menu. The journal stays on disk.
func (k *Console) Leave(now time.Duration) {
	k.now = now
	k.doLeave()
	k.settle()
}

func (k *Console) doLeave() {
	if k.t != nil && !k.over {
		if err := k.t.Leave(); err != nil {
			k.log.Error("journal", "error", err)
		}
		k.log.Info("the play was left")
	}
	k.leave()
	k.findResumable()
	k.openStart()
}

func (k *Console) find(id string) *engine.Title {
	for _, t := range k.titles {
		if t.ID == id {
			return t
		}
	}
	return nil
}

// clock returns the table's time: that of the box, less what passed while cues were called.
func (k *Console) clock() time.Duration {
	if k.standTo != 0 {
		if k.now < k.standTo || k.t != nil && k.t.Paused() {
			return k.stood
		}
		k.lag, k.standTo = k.standTo-k.stood, 0
	}
	return k.now - k.lag
}

// stand makes the table's clock stand until t.
func (k *Console) stand(t time.Duration) {
	at := k.clock()
	if t > k.now && t > k.standTo {
		k.stood, k.standTo = at, t
	}
}

// Type makes a move that somebody has typed in, as one JSON object like a line of a record.
func (k *Console) Type(now time.Duration, line []byte) error {
	k.now = now
	err := k.typed(line)
	k.settle()
	return err
}

func (k *Console) typed(line []byte) error {
	if k.t == nil {
		return k.refused(errNoPlay)
	}
	cues, err := k.t.PlayLine(k.clock(), line)
	if err != nil {
		return k.refused(err)
	}
	k.skip(&k.hands[k.panel()])
	k.played(cues)
	return nil
}

var errNoPlay = engine.Refuse("", engine.Say("refuse.no_play"))

// refused remembers for the panel and the desk why something was refused.
func (k *Console) refused(err error) error {
	k.wrong, k.wrongTill, k.wrongRule = err, k.now+wrongFor, false
	var no *engine.Refusal
	if !errors.As(err, &no) {
		k.log.Error("refused", "error", err)
		k.diskFailed(err)
	}
	k.tone(toneWrong)
	k.touch()
	return err
}

// played follows a move that was made.
func (k *Console) played(cues []engine.Cue) {
	k.wrong, k.noDisk = nil, false
	k.call(cues)
	k.changed()
}

// changed reads from the table what is open now.
func (k *Console) changed() {
	k.asks = k.t.Asks()
	k.locked = k.t.Locked()
	for i := range k.hands {
		k.hands[i].refresh(k.asks)
	}
	k.sceneOld, k.publicOld = true, true
	k.endStandIn()
	if over := k.t.Over(); over != k.over {
		k.over = over
		k.log.Info("the play is over", "over", over)
	}
	k.touch()
}

func appendPublic(dst []byte, v engine.View) []byte {
	b := bytes.NewBuffer(dst)
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v.Public); err != nil {
		panic("console: a view must go into JSON: " + err.Error())
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// publicScene returns what the public sees. While a count or a reveal is called it stays as
// it was, so that no screen runs ahead of the voice.
func (k *Console) publicScene() engine.Scene {
	if k.t != nil && k.sceneOld && !k.dramatic() {
		k.scene, k.sceneOld = k.t.Title().Draw(k.t.View(engine.Public)), false
	}
	return k.scene
}

// touch notes that something may have to be drawn anew, on any screen and on the desk.
func (k *Console) touch() {
	k.version++
	k.redraw()
}

func (k *Console) redraw() { k.draw(1<<len(k.hands) - 1) }

// redrawPod is redraw where only one pod, or the panel, was pressed.
func (k *Console) redrawPod(i int) { k.draw(1<<i | 1<<k.panel()) }

func (k *Console) draw(screens uint32) {
	if k.dirty == 0 {
		// Drawing keeps to a grid of time, so that when a change is seen does not tell which
		// presses came before it.
		k.drawAt = (k.now + drawEvery - 1) / drawEvery * drawEvery
	}
	k.dirty |= screens
}

// settle sets the lights after an event; screens follow on a tick.
func (k *Console) settle() { k.setLights() }

// Tick lets time pass until now: cues are called, limits of time run out, screens are
// drawn.
func (k *Console) Tick(now time.Duration) {
	for {
		at, ok := k.Next()
		if !ok || at > now {
			break
		}
		k.now = max(k.now, at)
		k.step()
	}
	k.now = max(k.now, now)
}

// step does what is due now.
func (k *Console) step() {
	k.stepBeats()
	k.stepHands()
	k.stepTable()
	if k.wrong != nil && k.now >= k.wrongTill && k.wrongTill != 0 {
		k.wrongTill = 0
		k.redraw()
	}
	if k.peek.on && k.now == k.peek.show {
		k.redraw()
	}
	for i := range k.hands {
		if h := &k.hands[i]; h.note != nil && k.now >= h.noteTill {
			h.note = nil
			k.redraw()
		}
	}
	k.stepPages()
	k.setLights()
	k.stepDraw()
}

func (k *Console) stepTable() {
	if k.t == nil {
		return
	}
	at, ok := k.tableNext()
	if ok && k.now >= at {
		n := k.t.Moves()
		d, err := k.t.Tick(k.clock())
		if err != nil {
			_ = k.refused(err)
			return
		}
		if k.t.Moves() != n {
			k.played(d.Cues)
		}
		k.remind(d.Reminders)
	}
	if s := k.seconds(); s != k.lastSec {
		k.lastSec = s
		k.touch()
	}
}

// tableNext returns when the table wants its next tick, on the clock of the box.
func (k *Console) tableNext() (time.Duration, bool) {
	if k.t == nil {
		return 0, false
	}
	at, ok := k.t.Next()
	if !ok {
		return 0, false
	}
	return k.boxTime(at), true
}

// boxTime turns a time of the table's clock into one of the box's.
func (k *Console) boxTime(at time.Duration) time.Duration {
	k.clock()
	if k.standTo != 0 {
		return k.standTo + max(0, at-k.stood)
	}
	return at + k.lag
}

// seconds returns the countdown, or -1.
func (k *Console) seconds() int {
	if k.t == nil || k.t.Paused() {
		return -1
	}
	d, ok := k.t.Remaining(k.clock())
	if !ok {
		return -1
	}
	return int((d + time.Second - 1) / time.Second)
}

// Next returns when the next tick is wanted, and whether one is.
func (k *Console) Next() (time.Duration, bool) {
	at := never
	if k.t != nil && !k.t.Paused() {
		if t, ok := k.tableNext(); ok {
			at = min(at, t)
		}
		if d, ok := k.t.Remaining(k.clock()); ok && d > 0 && k.standTo == 0 {
			// The next whole second of the countdown.
			rest := d % time.Second
			if rest == 0 {
				rest = time.Second
			}
			at = min(at, k.now+rest)
		}
	}
	if k.wrong != nil && k.wrongTill != 0 {
		at = min(at, k.wrongTill)
	}
	at = min(at, k.nextBeat(), k.nextHands(), k.nextPeek(), k.nextLight(), k.nextPage(), k.nextDraw())
	return at, at != never
}

// Pause stops everything, or lets it go on.
func (k *Console) Pause(now time.Duration, on bool) {
	k.now = now
	k.pause(on)
	k.settle()
}

func (k *Console) pause(on bool) {
	if k.t == nil || k.t.Paused() == on {
		return
	}
	if on {
		k.clock()
		k.t.Pause(k.clock())
		k.pauseBeats()
		k.log.Info("paused")
	} else {
		k.resumeBeats()
		k.t.Resume(k.clock())
		k.log.Info("goes on")
	}
	k.touch()
}

// Undo takes the last move back for the table, or asks the seats whose consent it needs.
func (k *Console) Undo(now time.Duration) error {
	k.now = now
	err := k.doUndo()
	k.settle()
	return err
}

func (k *Console) doUndo() error {
	if k.t == nil {
		return k.refused(errNoPlay)
	}
	s, err := k.t.Undo(k.clock(), engine.Table)
	if err != nil {
		return k.refused(err)
	}
	k.undone(s)
	return nil
}

func (k *Console) undone(s table.UndoState) {
	k.touch()
	if !s.Done {
		k.log.Info("an undo waits for consent", "seats", s.Needs.Len())
		return
	}
	k.wrong = nil
	k.dropBeats()
	for i := range k.hands {
		k.hands[i].forget()
	}
	k.changed()
	k.say(k.word(k.lang, "ui.undone"))
}

// pendingUndo returns who must still agree to an undo, and why; 0 if none waits.
func (k *Console) pendingUndo() (engine.SeatSet, engine.Text) {
	if k.t == nil {
		return 0, engine.Text{}
	}
	_, s, ok := k.t.PendingUndo()
	if !ok {
		return 0, engine.Text{}
	}
	return s.Needs, s.Why
}

// ConsentUndo says that a seat agrees to the undo that waits.
func (k *Console) ConsentUndo(now time.Duration, seat engine.Seat) error {
	k.now = now
	err := k.consent(seat)
	k.settle()
	return err
}

func (k *Console) consent(seat engine.Seat) error {
	if needs, _ := k.pendingUndo(); !needs.Has(seat) {
		return nil
	}
	s, err := k.t.ConsentUndo(k.clock(), seat)
	if err != nil {
		return k.refused(err)
	}
	k.undone(s)
	return nil
}

// CancelUndo drops the undo that waits for consent.
func (k *Console) CancelUndo(now time.Duration) {
	k.now = now
	k.cancelUndo()
	k.settle()
}

func (k *Console) cancelUndo() {
	if needs, _ := k.pendingUndo(); needs != 0 {
		k.t.CancelUndo()
		k.touch()
	}
}

// SetLang sets the language of the voice, and of the screens that had the same.
func (k *Console) SetLang(l lang.Lang) {
	if k.mainLang == k.lang {
		k.mainLang = l
	}
	for p := range k.langs {
		if k.langs[p] == k.lang {
			k.langs[p] = l
		}
	}
	k.lang = l
	k.touch()
}

// SetPodLang sets the language of one private screen.
func (k *Console) SetPodLang(p hw.Pod, l lang.Lang) {
	if p >= 0 && int(p) < len(k.langs) {
		k.langs[p] = l
		k.redraw()
	}
}

// Lang returns the language of the voice.
func (k *Console) Lang() lang.Lang { return k.lang }

// Record returns the record of a play that is over, or nil: before, it holds secrets.
func (k *Console) Record() []byte {
	if k.t == nil || !k.t.Over() {
		return nil
	}
	return k.t.AppendRecord(nil)
}

// awaited returns the seats that an ask waits for, the tellers of the table included.
func (k *Console) awaited() engine.SeatSet {
	var set engine.SeatSet
	for i := range k.asks {
		if a := &k.asks[i]; !a.Optional {
			set = set.With(answerer(a))
		}
	}
	return set
}

// answerer returns who answers an ask: its seat, or the teller of the table's.
func answerer(a *engine.Ask) engine.Seat {
	if a.Seat == engine.Table && a.Teller != engine.NoSeat {
		return a.Teller
	}
	return a.Seat
}

// names returns the names of the seats of a set.
func (k *Console) names(set engine.SeatSet) []string {
	names := []string{}
	for s := range k.roster {
		if set.Has(engine.Seat(s)) {
			names = append(names, k.roster[s])
		}
	}
	return names
}

// phase returns the word of the phase of the public view, or "".
func (k *Console) phase() string {
	var v struct {
		Phase string `json:"phase"`
	}
	if b := k.Public(); b == nil || json.Unmarshal(b, &v) != nil {
		return ""
	}
	return v.Phase
}
