package phone

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"
	"unicode/utf8"

	"consigliere/engine"
	"consigliere/hw"
	"consigliere/hw/command"

	"consigliere/hw/phone/seal"
)

// A kept is what is in a [Register]: what of a roll is kept, and the hot spot.
type kept struct {
	Code   string       `json:"code"`
	Drawn  time.Time    `json:"drawn"` // the code
	Phones []registered `json:"phones"`
	// Hostless: nobody is host since nobody could be, and not since the panel has said so.
	Hostless bool     `json:"hostless,omitempty"`
	Hotspot  *Hotspot `json:"hotspot,omitempty"` // that this machine makes
}

// A registered is a holder in it.
type registered struct {
	Name string    `json:"name"`
	Key  string    `json:"key"`
	Host bool      `json:"host,omitempty"`
	Look hw.Look   `json:"look,omitzero"`
	Seen time.Time `json:"seen"` // by the day
}

// How long that is good for. The clock of a box may be wrong; a time that is
// to come is as good as now.
const (
	day      = 24 * time.Hour
	codeFor  = day
	phoneFor = 30 * day
)

// seen notes that a phone is here.
func (h *holder) seen(now time.Time) {
	if d := now.Sub(h.at); d > day || d < -day {
		h.at = now
	}
}

// register returns what must be kept.
func (r *roll) register() kept {
	r.mu.Lock()
	defer r.mu.Unlock()
	k := kept{Code: letters(r.code), Drawn: r.drawn, Phones: []registered{}, Hostless: r.hostless}
	for _, h := range r.holders {
		k.Phones = append(k.Phones, registered{h.name, letters(h.key), h.host, h.look, h.at})
	}
	slices.SortFunc(k.Phones, func(a, b registered) int { return bytes.Compare([]byte(a.Name), []byte(b.Name)) })
	return k
}

// restore takes what was kept, without what is too old.
func (r *roll) restore(k kept, now time.Time) error {
	old := func(at time.Time, limit time.Duration) bool { return now.Sub(at) > limit }
	code, err := secretIn(k.Code, codeSize)
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, p := range k.Phones {
		key, err := secretIn(p.Key, seal.KeySize)
		if err != nil || !goodName(p.Name) || engine.NormalName(p.Name) != p.Name || len(r.holders) >= maxHolders {
			return errors.New("a phone in it has no proper name or key, or is one too many")
		}
		if !old(p.Seen, phoneFor) {
			h := &holder{name: p.Name, key: key, host: p.Host, look: p.Look, at: p.Seen, absent: true}
			r.holders[h.name], r.keys[seal.NameKey(key)] = h, h
		}
	}
	r.hostless = k.Hostless
	if !old(k.Drawn, codeFor) {
		r.code, r.drawn = code, k.Drawn
	}
	return nil
}

// secretIn reads a secret of a size.
func secretIn(letters string, size int) ([]byte, error) {
	b, err := base64.RawURLEncoding.DecodeString(letters)
	if err != nil || len(b) != size {
		return nil, errors.New("a key in it is not a key")
	}
	return b, nil
}

// goodName reports whether phones may have a name.
func goodName(name string) bool {
	return name != "" && utf8.RuneCountInString(name) <= maxNameSize && len(name) <= command.MaxName
}

// recall takes what is in the register; what is damaged is left out.
func (g *Guests) recall() error {
	if g.kept == nil {
		return nil
	}
	data, err := g.kept.Read()
	if err != nil || len(data) == 0 {
		return err
	}
	var k kept
	if err := json.Unmarshal(data, &k); err != nil {
		return fmt.Errorf("the phones of the last time: %w", err)
	}
	if err := g.roll.restore(k, time.Now()); err != nil {
		return fmt.Errorf("the phones of the last time: %w", err)
	}
	if k.Hotspot != nil && k.Hotspot.Check() == nil {
		g.hotspot = k.Hotspot // nobody else has the guests yet
	}
	return nil
}

// remember writes down who has which seat, and the hot spot, before anybody is told. A disk that
// does not take it costs no more than that phones join anew after the next start.
func (g *Guests) remember() {
	if g.kept == nil {
		return
	}
	g.writing.Lock()
	defer g.writing.Unlock()
	k := g.roll.register()
	g.mu.Lock()
	k.Hotspot = g.hotspot
	g.mu.Unlock()
	data, err := json.Marshal(k)
	if err == nil && !bytes.Equal(data, g.written) {
		if err = g.kept.Write(data); err == nil {
			g.written = data
		}
	}
	if err != nil {
		g.log.Warn("phones are not remembered", "error", err)
	}
}
