package phone

import (
	"cmp"
	"encoding/base64"
	"errors"
	"io"
	"maps"
	"net/netip"
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/phone/seal"
)

// A roll says which phone serves which seat. A seat is known by its name, so that a phone keeps
// it from play to play, wherever it sits. It is safe for concurrent use.
type roll struct {
	rand io.Reader

	mu sync.Mutex // guards the following, and what holders, phones and knocks say of each other

	code    []byte // the secret of the table, in the QR code: whoever has it may take a free seat
	drawn   time.Time
	holders map[string]*holder
	keys    map[seal.KeyName]*holder
	knocks  []*knock // the oldest first
	knocked int
	tries   map[triesKey]*tries
	calls   uint64 // that were answered
	joins   uint64 // of phones, since the box was switched on
	sounds  string // the name of the one phone that sounds for the table; "" none does
	began   time.Time
	now     func() time.Time
	// hostless: nobody is host since nobody could be. Whoever can be first is then.
	hostless bool
	people   func() []string // who plays now, but for bots; none between games
}

// A holder is whoever has a seat by a phone, also while the phone sleeps.
type holder struct {
	name  string
	key   []byte
	host  bool      // the phone may do what the panel may
	look  hw.Look   // its picture
	phone *phone    // nil while it is away
	left  time.Time // since when it is away
	at    time.Time // when it was here last, by the day
	join  uint64    // counts the phones in the order in which they joined since the box was switched on
	// absent: it has not been here since the box was switched on. It keeps its seat, and nobody
	// is told of it.
	absent bool
}

// A knock is a phone that waits until somebody lets it have a seat.
type knock struct {
	id   int
	name string
	by   *phone
	// seen is when the pages of those who may answer first showed it.
	seen map[any]time.Time
}

// Limits of a roll.
const (
	codeSize   = 16
	maxHolders = 24
	maxKnocks  = 8
	// How many of those that wait may have come without the code of the table, in all and from one address:
	// the other places are for those that have it.
	maxStrangers     = 4
	maxStrangersFrom = 2
	maxNameSize      = 24 // letters
)

// The errors of a roll; phones have a sentence for each.
var (
	errName  = errors.New("name")  // that is not a name
	errFull  = errors.New("full")  // too many phones
	errKnock = errors.New("knock") // too many wait already
	errWait  = errors.New("wait")  // it was told no, or has knocked too often
	errLook  = errors.New("look")  // there is no such picture, or another has its colour
)

func newRoll(rand io.Reader) (*roll, error) {
	r := &roll{rand: rand, holders: map[string]*holder{}, keys: map[seal.KeyName]*holder{}, tries: map[triesKey]*tries{}, now: time.Now, began: time.Now(), people: func() []string { return nil }}
	return r, r.renewLocked()
}

// renewLocked draws another code.
func (r *roll) renewLocked() error {
	code, err := r.draw(codeSize)
	if err == nil {
		r.code, r.drawn = code, time.Now().UTC().Truncate(time.Second)
	}
	return err
}

func (r *roll) draw(n int) ([]byte, error) {
	b := make([]byte, n)
	_, err := io.ReadFull(r.rand, b)
	return b, err
}

// letters returns a secret as it stands in an address.
func letters(secret []byte) string { return base64.RawURLEncoding.EncodeToString(secret) }

// invitation returns the code of the table in letters.
func (r *roll) invitation() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return letters(r.code)
}

// find returns the secret of a name: a seat's, whose holder it returns too, or the code
// of the table. Whoever names none has none: an open door, at which one has to knock.
func (r *roll) find(n seal.KeyName) (secret []byte, h *holder, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch h := r.keys[n]; {
	case n == seal.KeyName{}:
		return nil, nil, true
	case h != nil:
		return h.key, h, true
	case n == seal.NameKey(r.code):
		return r.code, nil, true
	}
	return nil, nil, false
}

// called counts a call that is answered. A page that calls again had its answer before, so of two
// calls of one phone the later has the higher number, whichever of them is heard first after that.
func (r *roll) called() uint64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.calls++
	return r.calls
}

// arrive gives a holder its phone. It returns the phone that had its place, or nil. It fails if the holder was put out meanwhile, and if a
// later call of the phone is there already: the earlier one gives way.
func (r *roll) arrive(h *holder, p *phone) (old *phone, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.holders[h.name] != h:
		return nil, errKey
	case h.phone != nil && h.phone.call > p.call:
		return nil, errMoved
	}
	if h.absent { // it is the first time since the box was switched on
		r.joins++
		h.join = r.joins
	}
	old, h.phone, p.holder, h.absent = h.phone, p, h, false
	h.seen(time.Now().UTC().Truncate(time.Second))
	return old, nil
}

// leave notes that a phone is away.
func (r *roll) leave(p *phone) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if h := p.holder; h != nil && h.phone == p {
		h.phone, h.left = nil, r.now()
	}
	r.forgetLocked(p)
}

// hostWait is how long a table waits for a host whose phone sleeps, or is out of reach, before another goes on: long
// enough for a call, and short enough that nobody gives up.
const hostWait = time.Minute

// succeed makes a phone the host's where there is no host and one can be, or where the phone of every host has been away
// for [hostWait]. It returns that phone, or nil. A host who comes back is a player like the others, until the panel says otherwise.
func (r *roll) succeed() *phone {
	r.mu.Lock()
	defer r.mu.Unlock()
	var hosts []*holder
	for _, h := range r.holders {
		switch {
		case !h.host:
		case h.phone != nil || r.now().Sub(h.left) < hostWait || h.absent && r.now().Sub(r.began) < hostWait:
			return nil
		default:
			hosts = append(hosts, h)
		}
	}
	if len(hosts) == 0 {
		return r.settleLocked()
	}
	if r.heirLocked() == nil {
		return nil
	}
	for _, h := range hosts {
		h.host = false
	}
	return r.succeedLocked(&holder{host: true})
}

// forgetLocked takes back what a phone knocks for.
func (r *roll) forgetLocked(p *phone) {
	r.knocks = slices.DeleteFunc(r.knocks, func(k *knock) bool { return k.by == p })
	p.knock = nil
}

// ask gives a phone the seat of a name, if it is free and nobody plays for it at a pod; else the
// phone has to wait until it is let in, and so has one that came without the code.
func (r *roll) ask(p *phone, name string, free bool) error {
	name = engine.NormalName(name)
	if !goodName(name) {
		return errName
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if p.knock != nil && p.knock.name == name {
		return nil // it waits already
	}
	r.forgetLocked(p)
	switch h := r.holders[name]; {
	case h != nil && h == p.holder:
		return nil
	case h == nil && free && p.trusted:
		_, err := r.giveLocked(p, name)
		return err
	case !r.roomLocked(p):
		return errKnock
	case !r.mayTryLocked(p, name):
		return errWait
	}
	p.denied = false
	r.knocked++
	p.knock = &knock{id: r.knocked, name: name, by: p, seen: map[any]time.Time{}}
	r.knocks = append(r.knocks, p.knock)
	return nil
}

// roomLocked reports whether a phone may wait to be let in.
func (r *roll) roomLocked(p *phone) bool {
	strangers, from := 0, 0
	for _, k := range r.knocks {
		if !k.by.trusted {
			strangers++
			if k.by.from == p.from {
				from++
			}
		}
	}
	return len(r.knocks) < maxKnocks && (p.trusted || strangers < maxStrangers && from < maxStrangersFrom)
}

// A triesKey says who knocks for whose seat. Of those that come without the code, where from and which seat
// count by themselves: what one was told is told to all of them.
type triesKey struct {
	from netip.Prefix
	name string
}

func keysOf(p *phone, name string) []triesKey {
	if p.trusted {
		return []triesKey{{p.from, name}}
	}
	return []triesKey{{from: p.from}, {name: name}}
}

// tries is how somebody has knocked, and how often the answer was no.
type tries struct {
	knocks *rate.Limiter
	no     int
	until  time.Time // it has to wait
}

// How whoever was told no has to wait, each time twice as long; and how many knocks are free at once, and
// a second, of those that give up themselves.
const (
	firstWait    = 30 * time.Second
	longestWait  = time.Hour
	knocksAtOnce = 4
	knocksASec   = 0.05
	maxTries     = 1024
)

func (r *roll) triesLocked(k triesKey) *tries {
	t := r.tries[k]
	if t == nil {
		if len(r.tries) >= maxTries {
			now := r.now()
			maps.DeleteFunc(r.tries, func(_ triesKey, t *tries) bool { return now.After(t.until.Add(longestWait)) })
		}
		t = &tries{knocks: rate.NewLimiter(knocksASec, knocksAtOnce)}
		r.tries[k] = t
	}
	return t
}

// mayTryLocked reports whether a phone may knock for a seat now, and counts it.
func (r *roll) mayTryLocked(p *phone, name string) bool {
	now, may := r.now(), true
	for _, k := range keysOf(p, name) {
		t := r.triesLocked(k)
		may = may && !now.Before(t.until) && t.knocks.TokensAt(now) >= 1
	}
	if may {
		for _, k := range keysOf(p, name) {
			r.triesLocked(k).knocks.AllowN(now, 1)
		}
	}
	return may
}

// refusedLocked notes that a phone was told no.
func (r *roll) refusedLocked(p *phone, name string) {
	for _, k := range keysOf(p, name) {
		t := r.triesLocked(k)
		t.no++
		t.until = r.now().Add(min(longestWait, firstWait<<min(t.no-1, 16)))
	}
}

// told notes which knocks the page of somebody shows now.
func (r *roll) told(to any, shown []rollKnock) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, k := range r.knocks {
		_, is := k.seen[to]
		if !is && slices.ContainsFunc(shown, func(n rollKnock) bool { return n.ID == k.id }) {
			k.seen[to] = r.now()
		}
	}
}

// seenFor is how long a question has to be seen before a yes counts: a tap that was meant for something
// else answers nothing.
const seenFor = time.Second

// ripe reports whether the page of somebody has shown a knock for long enough.
func (r *roll) ripe(id int, to any) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, k := range r.knocks {
		if since, is := k.seen[to]; k.id == id {
			return is && r.now().Sub(since) >= seenFor
		}
	}
	return true // it is gone
}

// giveLocked makes a phone the holder of a name, with a new key. It returns the phone that was.
func (r *roll) giveLocked(p *phone, name string) (old *phone, err error) {
	if r.holders[name] == nil && p.holder == nil && len(r.holders) >= maxHolders && !r.forgetOneLocked() {
		return nil, errFull
	}
	key, err := r.draw(seal.KeySize)
	if err != nil {
		return nil, err
	}
	h := &holder{name: name, key: key, phone: p}
	switch was := r.holders[name]; {
	case was != nil && !was.absent:
		h.join = was.join
	case p.holder != nil:
		h.join = p.holder.join
	default:
		r.joins++
		h.join = r.joins
	}
	h.seen(time.Now().UTC().Truncate(time.Second))
	if was := r.holders[name]; was != nil {
		old, h.look = was.phone, was.look
		r.dropLocked(was)
	}
	if had := p.holder; had != nil {
		h.host, h.look = had.host, had.look
		if r.sounds == had.name {
			r.sounds = name
		}
		r.dropLocked(had)
	}
	r.hostless = r.hostless || r.firstLocked()
	if !h.look.Good() || r.tooAlikeLocked(h) {
		h.look = hw.FreeLook(int(h.join-1), r.looksLocked(h))
	}
	r.holders[name], r.keys[seal.NameKey(key)], p.holder = h, h, h
	p.trusted = true
	if r.heirLocked() == h {
		r.settleLocked()
	}
	return old, nil
}

// firstLocked reports whether a phone that joins now is the host's: nobody is, or has been since yesterday.
func (r *roll) firstLocked() bool {
	for _, h := range r.holders {
		if !h.absent || h.host && r.now().Sub(h.at) < codeFor {
			return false
		}
	}
	return true
}

// looksLocked returns the pictures of all others that are here this evening.
func (r *roll) looksLocked(but *holder) []hw.Look {
	var all []hw.Look
	for _, h := range r.holders {
		if h != but && h.name != but.name && !h.absent {
			all = append(all, h.look)
		}
	}
	return all
}

// tooAlikeLocked reports whether another has the colour of a holder.
func (r *roll) tooAlikeLocked(h *holder) bool {
	return slices.ContainsFunc(r.looksLocked(h), func(l hw.Look) bool { return l.Colour == h.look.Colour })
}

// dress gives a phone another picture. Where there are fewer players than colours nobody has that of another.
func (r *roll) dress(p *phone, l hw.Look) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	h := p.holder
	if h == nil || !l.Good() || l.Colour != h.look.Colour && slices.ContainsFunc(r.looksLocked(h), func(o hw.Look) bool { return o.Colour == l.Colour }) {
		return errLook
	}
	h.look = l
	return nil
}

// sound lets a phone sound for the table, and no other; or lets none do.
func (r *roll) sound(p *phone, on bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch h := p.holder; {
	case h == nil:
	case on:
		r.sounds = h.name
	case r.sounds == h.name:
		r.sounds = ""
	}
}

// forgetOneLocked makes room: of those that have not been here since the box was switched on,
// the one that was here last the longest ago goes. It reports whether there was one.
func (r *roll) forgetOneLocked() bool {
	var first *holder
	for _, h := range r.holders {
		if h.absent && (first == nil || h.at.Before(first.at) || h.at.Equal(first.at) && h.name < first.name) {
			first = h
		}
	}
	if first != nil {
		r.dropLocked(first)
	}
	return first != nil
}

func (r *roll) dropLocked(h *holder) {
	if r.sounds == h.name {
		r.sounds = ""
	}
	delete(r.holders, h.name)
	delete(r.keys, seal.NameKey(h.key))
	if h.phone != nil {
		h.phone.holder = nil
	}
}

// answer lets a phone that knocks have its seat, or not. by is the phone that says so, nil for
// the panel: it may if it has the seat, or is a host's. It returns the phone that knocked and
// the one that had the seat, where there are such.
func (r *roll) answer(id int, yes bool, by *phone) (knocked, old *phone) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, k := range r.knocks {
		if k.id != id || by != nil && !r.mayLocked(by, k) {
			continue
		}
		p := k.by
		r.forgetLocked(p)
		p.denied = !yes
		if !yes {
			r.refusedLocked(p, k.name)
		} else {
			var err error
			if old, err = r.giveLocked(p, k.name); err != nil {
				p.denied = true
			}
		}
		return p, old
	}
	return nil, nil
}

// mayLocked reports whether a phone may answer a knock.
func (r *roll) mayLocked(p *phone, k *knock) bool {
	return p.holder != nil && k.by != p && (p.holder.host || p.holder.name == k.name)
}

// out puts a holder out, and changes the code of the table, which the phone may have kept. It
// returns the phone, or nil, and that which is the host's from now on, where that has changed.
func (r *roll) out(name string) (p, heir *phone, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	h := r.holders[name]
	if h == nil {
		return nil, nil, nil
	}
	p = h.phone
	r.dropLocked(h)
	if p != nil {
		p.trusted = false
	}
	return p, r.succeedLocked(h), r.renewLocked()
}

// succeedLocked makes another phone the host's where the last host has gone. It returns that phone, or nil.
func (r *roll) succeedLocked(gone *holder) *phone {
	r.hostless = r.hostless || gone.host
	return r.settleLocked()
}

// settleLocked makes a phone the host's where there should be a host and is none. It returns that phone, or nil.
func (r *roll) settleLocked() *phone {
	if !r.hostless {
		return nil
	}
	for _, h := range r.holders {
		if h.host {
			r.hostless = false
			return nil
		}
	}
	heir := r.heirLocked()
	if heir == nil {
		return nil
	}
	heir.host, r.hostless = true, false
	return heir.phone
}

// heirLocked returns who can be host: of those whose phones are here the one that joined first, or nil. While others play,
// nobody who only watches pauses or ends their game: a watcher can be host only if nobody who plays is there.
func (r *roll) heirLocked() (heir *holder) {
	people := r.people()
	play := slices.ContainsFunc(people, func(name string) bool {
		h := r.holders[name]
		return h == nil || h.phone != nil // without a phone, or with one that is here
	})
	for _, h := range r.holders {
		if h.phone != nil && (heir == nil || h.join < heir.join) && (!play || slices.Contains(people, h.name)) {
			heir = h
		}
	}
	return heir
}

// giveUp lets a phone give up its seat, or what it waits for. It returns the phone that is the host's from
// now on, where that has changed.
func (r *roll) giveUp(p *phone) (heir *phone) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.forgetLocked(p)
	if h := p.holder; h != nil {
		r.dropLocked(h)
		heir = r.succeedLocked(h)
	}
	return heir
}

// setHost makes a phone a host's, or not. It returns its open page, or nil, and whether
// there is a phone of the name.
func (r *roll) setHost(name string, on bool) (p *phone, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if h := r.holders[name]; h != nil {
		h.host, r.hostless = on, false // as the panel says
		return h.phone, true
	}
	return nil, false
}

// names returns the names that have a phone which was here, in the order in which they joined.
func (r *roll) names() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	here := make([]*holder, 0, len(r.holders))
	for _, h := range r.holders {
		if !h.absent {
			here = append(here, h)
		}
	}
	slices.SortFunc(here, func(a, b *holder) int { return cmp.Compare(a.join, b.join) })
	names := make([]string, len(here))
	for i, h := range here {
		names[i] = h.name
	}
	return names
}

// looks returns the pictures of all, by name.
func (r *roll) looks() map[string]hw.Look {
	r.mu.Lock()
	defer r.mu.Unlock()
	all := map[string]hw.Look{}
	for n, h := range r.holders {
		if h.look.Good() {
			all[n] = h.look
		}
	}
	return all
}

// absent returns the names of those that have not been here since the box was switched on, sorted.
func (r *roll) absent() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	var names []string
	for n, h := range r.holders {
		if h.absent {
			names = append(names, n)
		}
	}
	slices.Sort(names)
	return names
}

// A Guest is a player with a phone, as all see it.
type Guest struct {
	Name string  `json:"name"`
	Here bool    `json:"here"` // its page is open
	Host bool    `json:"host"`
	Look hw.Look `json:"look"`
}

// A rollKnock is a waiting phone, as those who may let it in see it.
type rollKnock struct {
	ID    int    `json:"id"`
	Name  string `json:"name"`
	Taken bool   `json:"taken"` // somebody has the seat by a phone
}

// list returns all phones and all that wait.
func (r *roll) list() (all []Guest, wait []rollKnock) {
	names := r.names()
	r.mu.Lock()
	defer r.mu.Unlock()
	all, wait = []Guest{}, []rollKnock{}
	for _, n := range names {
		if h := r.holders[n]; h != nil {
			all = append(all, Guest{n, h.phone != nil, h.host, h.look})
		}
	}
	for _, k := range r.knocks {
		wait = append(wait, rollKnock{k.id, k.name, r.holders[k.name] != nil})
	}
	return all, wait
}

// A standing is what a phone is told of itself.
type standing struct {
	Name   string      `json:"name"`   // of its seat; "" while it has none
	Look   hw.Look     `json:"look"`   // its picture
	Sounds bool        `json:"sounds"` // it sounds for the table
	Key    string      `json:"key"`    // of the seat, to come back with
	Host   bool        `json:"host"`
	Waits  string      `json:"waits"`  // for the seat of this name
	Denied bool        `json:"denied"` // what it waited for was denied
	Knocks []rollKnock `json:"knocks"` // what it may answer
}

// of returns what a phone is told.
func (r *roll) of(p *phone) standing {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := standing{Denied: p.denied, Knocks: []rollKnock{}}
	if p.knock != nil {
		s.Waits = p.knock.name
	}
	if h := p.holder; h != nil {
		s.Name, s.Key, s.Host, s.Look, s.Sounds = h.name, letters(h.key), h.host, h.look, r.sounds == h.name
		for _, k := range r.knocks {
			if r.mayLocked(p, k) {
				s.Knocks = append(s.Knocks, rollKnock{k.id, k.name, r.holders[k.name] != nil})
			}
		}
	}
	return s
}

// sounding returns the name of the phone that sounds for the table, or "".
func (r *roll) sounding() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.sounds
}

// asked returns the phones that may answer what waits.
func (r *roll) asked() []*phone {
	r.mu.Lock()
	defer r.mu.Unlock()
	var all []*phone
	for _, h := range r.holders {
		if h.phone != nil && slices.ContainsFunc(r.knocks, func(k *knock) bool { return r.mayLocked(h.phone, k) }) {
			all = append(all, h.phone)
		}
	}
	return all
}
