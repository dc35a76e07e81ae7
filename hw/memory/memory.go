package memory

import (
	"cmp"
	"encoding/json"
	"errors"
	"io/fs"
	"log/slog"
	"path/filepath"
	"slices"

	"consigliere/engine"
	"consigliere/engine/journal"
	"consigliere/engine/receipt"
	"consigliere/hw/caller"
	"consigliere/internal/atomicfile"
)

// A Memory is what a box remembers. Whatever changes is written down at once; a disk that does not take it costs no more than that.
type Memory struct {
	folder   string // "": nothing is kept on disk
	titles   []*engine.Title
	log      *slog.Logger
	settings settings

	signer *receipt.Signer // nil: it was not needed yet

	names   []string        // of plays, which no other play gets
	saved   []journal.Entry // what can be gone on with, the newest first
	past    []Past          // what is over, the newest first
	unkept  []Past          // what is over and in no journal, the newest first
	kept    int             // how many have come into that list
	dropped map[string]bool // journals that a play went on without, where the disk may not know
}

// settings is what a box remembers of how a table likes to play, and of its players. It lies in a file beside the
// journals; a box that keeps no journals forgets it when it is switched off.
type settings struct {
	Pace   caller.Pace `json:"pace"`
	Clocks int         `json:"clocks"` // percent of the limits that a game suggests; 0: off

	FastBots bool `json:"fast_bots,omitempty"` // people do not like to wait for bots

	Quieter int `json:"quieter,omitempty"` // than it could be, in percent
	Darker  int `json:"darker,omitempty"`  // the same of displays and lights
	Rate    int `json:"rate,omitempty"`    // of the voice, in percent; 0 is 100
	Pitch   int `json:"pitch,omitempty"`   // likewise

	Fair string `json:"fair,omitempty"` // when plays begin with a commitment; "": when the box draws

	People []Person            `json:"people,omitempty"` // who has played here, the latest first
	Last   string              `json:"last,omitempty"`   // the game that was begun last
	Games  map[string]LastPlay `json:"games,omitempty"`  // how each was begun last
}

// settingsFile is the name of the file.
const settingsFile = "settings.json"

// Open reads what a box remembers in a folder. If the folder is "", nothing is kept on disk. What is not there, or is
// damaged, is as at first.
func Open(folder string, titles []*engine.Title, log *slog.Logger) *Memory {
	m := &Memory{folder: folder, titles: titles, log: log, settings: settings{Pace: caller.Normal, Clocks: 100}, dropped: map[string]bool{}}
	if folder == "" {
		return m
	}
	data, err := journal.ReadFile(filepath.Join(folder, settingsFile))
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			log.Warn("settings", "error", err)
		}
		return m
	}
	s := m.settings
	if err := json.Unmarshal(data, &s); err != nil || !slices.Contains(caller.Paces(), s.Pace) || s.Clocks < 0 || s.Clocks > 1000 || !percent(s.Quieter) || !percent(s.Darker) || !spoken(s.Rate) || !spoken(s.Pitch) || s.Fair != "" && !slices.Contains(Fairs(), s.Fair) {
		log.Warn("settings are damaged and were left out", "file", settingsFile, "error", err)
		return m
	}
	s.People = slices.DeleteFunc(s.People, func(p Person) bool { return !p.whole() })
	m.settings = s
	return m
}

// spoken reports whether a voice can have a rate or pitch that was read from the file.
func spoken(percent int) bool {
	return percent == 0 || percent >= LeastVoice && percent <= MostVoice
}

// Pace returns how fast the table likes to be told.
func (m *Memory) Pace() caller.Pace { return m.settings.Pace }

// SetPace remembers how fast the table likes to be told.
func (m *Memory) SetPace(p caller.Pace) {
	m.settings.Pace = p
	m.write()
}

// The rates and pitches that a voice can have, in percent of how it speaks by itself.
const (
	LeastVoice = 50
	MostVoice  = 200
)

// Voice returns how fast and how high the voice speaks, in percent of how it does by itself.
func (m *Memory) Voice() (rate, pitch int) {
	return cmp.Or(m.settings.Rate, 100), cmp.Or(m.settings.Pitch, 100)
}

// SetVoice remembers how fast and how high the voice speaks.
func (m *Memory) SetVoice(rate, pitch int) {
	m.settings.Rate, m.settings.Pitch = rate, pitch
	m.write()
}

// Clocks returns how long limits of time are, in percent of what a game suggests; 0: there are none.
func (m *Memory) Clocks() int { return m.settings.Clocks }

// SetClocks remembers how long limits of time are.
func (m *Memory) SetClocks(percent int) {
	m.settings.Clocks = percent
	m.write()
}

// FastBots reports whether people do not like to wait for bots.
func (m *Memory) FastBots() bool { return m.settings.FastBots }

// SetFastBots remembers whether people do not like to wait for bots.
func (m *Memory) SetFastBots(on bool) {
	m.settings.FastBots = on
	m.write()
}

// Volume returns how loud the box is, in percent.
func (m *Memory) Volume() int { return 100 - m.settings.Quieter }

// SetVolume remembers how loud the box is.
func (m *Memory) SetVolume(percent int) {
	m.settings.Quieter = 100 - percent
	m.write()
}

// Brightness returns how bright the box is, in percent.
func (m *Memory) Brightness() int { return 100 - m.settings.Darker }

// SetBrightness remembers how bright the box is.
func (m *Memory) SetBrightness(percent int) {
	m.settings.Darker = 100 - percent
	m.write()
}

func percent(n int) bool { return n >= 0 && n <= 100 }

// write writes the settings down.
func (m *Memory) write() {
	if m.folder == "" {
		return
	}
	data, err := json.Marshal(m.settings)
	if err == nil {
		err = atomicfile.WriteFile(filepath.Join(m.folder, settingsFile), append(data, '\n'), 0o600)
	}
	if err != nil {
		m.log.Warn("settings", "error", err)
	}
}
