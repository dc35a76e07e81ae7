package main

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"consigliere/config"
	"consigliere/drivers"
	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/engine/journal"
	"consigliere/engine/table"
	"consigliere/hw"
	"consigliere/hw/console"
	"consigliere/hw/lang"
	"consigliere/internal/atomicfile"
)

// A voiceCommand is about the voice of the box: recordings that go before what speaks.
type voiceCommand struct {
	List   voiceList   `cmd:"" help:"List what can be recorded, and what has been."`
	Record voiceRecord `cmd:"" help:"Record one sentence after another with a microphone."`
	Check  voiceCheck  `cmd:"" help:"Check the recordings of a pack."`
}

// A voicePack is which recordings are meant.
type voicePack struct {
	Config string `help:"Wiring file, whose [speaker] names the pack." default:"/etc/consigliere/box.toml" placeholder:"FILE"`
	Pack   string `help:"Folder of the recordings (default: as in the configuration)." placeholder:"DIR"`
}

// folder returns the folder of the pack.
func (p *voicePack) folder() (string, error) {
	if p.Pack != "" {
		return p.Pack, nil
	}
	box, err := loadConfig(p.Config)
	if err != nil {
		return "", fmt.Errorf("%w; --pack DIR names the folder of the recordings", err)
	}
	if box.Speaker == nil || box.Speaker.Pack == "" {
		return "", fmt.Errorf("%s names no pack in [speaker]; --pack DIR names the folder of the recordings", p.Config)
	}
	return box.Speaker.Pack, nil
}

// open returns the folder of the pack, and what can be recorded in a language.
func (p *voicePack) open(tag string) (l lang.Lang, pack string, list []sentence, err error) {
	if l, err = lang.Parse(tag); err != nil {
		return
	}
	if pack, err = p.folder(); err != nil {
		return
	}
	list, err = sentences(l)
	return
}

// A sentence is a message that is the same whenever it is said.
type sentence struct {
	key  string // GAME/MESSAGE, or box/MESSAGE; its recording is PACK/LANG/GAME/MESSAGE.wav
	text string
}

// sentences returns what can be recorded in a language: the messages without names and
// numbers, in order.
func sentences(l lang.Lang) ([]sentence, error) {
	var list []sentence
	add := func(game string, catalogues ...fs.FS) error {
		book, err := lang.NewBook(catalogues...)
		if err != nil {
			return err
		}
		keys := book.Keys(l)
		slices.Sort(keys)
		for _, k := range keys {
			// A message with a place for a name or number has something else in it each time.
			if text := book.Word(l, k); text != "" && text != k && !strings.Contains(text, "<no value>") && wordsIn(text) > 1 {
				list = append(list, sentence{game + "/" + k, text})
			}
		}
		return nil
	}
	err := add("box", engine.Messages, journal.Messages, table.Messages, console.Messages)
	for _, t := range games.All() {
		err = errors.Join(err, add(t.ID, t.Messages))
	}
	return list, err
}

// wordsIn counts words. A single word is the name of something, and is said only within a
// sentence.
func wordsIn(text string) int {
	n := len(strings.Fields(text))
	if n == 1 && strings.ContainsAny(text, ".!?…؟") {
		return 2 // it is a sentence: "Bang!"
	}
	return n
}

// recording returns the file of a sentence.
func (s sentence) recording(pack string, l lang.Lang) string {
	return filepath.Join(pack, string(l), filepath.FromSlash(s.key)+".wav")
}

// recorded returns the function that finds the recording of a text, for [drivers.Voice].
func recorded(pack string) (func(text, lang string) string, error) {
	files := map[string]map[string]string{}
	if pack == "" {
		return nil, nil
	}
	for _, l := range lang.All() {
		list, err := sentences(l)
		if err != nil {
			return nil, err
		}
		files[string(l)] = map[string]string{}
		for _, s := range list {
			if file := s.recording(pack, l); isFile(file) {
				files[string(l)][s.text] = file
			}
		}
	}
	return func(text, l string) string { return files[l][text] }, nil
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// voiceOn returns the voice that a configuration asks for.
func voiceOn(s config.Speaker) (hw.Speaker, error) {
	find, err := recorded(s.Pack)
	if err != nil {
		return nil, err
	}
	cache, err := os.UserCacheDir()
	if err == nil {
		cache = filepath.Join(cache, "consigliere", "voice")
	} else {
		cache = "" // nothing is kept
	}
	return drivers.NewVoice(drivers.VoiceOptions{Device: s.Device, Command: s.Command, Cache: cache, Recorded: find})
}

type voiceList struct {
	voicePack

	Lang    string `help:"Language: ${lang_list}." default:"en" placeholder:"${lang_values}"`
	Game    string `help:"Only the sentences of a game, or of the box." placeholder:"G"`
	Missing bool   `help:"Only those not recorded yet."`
}

// Help is shown with --help.
func (voiceList) Help() string {
	return `Lists the sentences that never change, with their keys. A sentence with a name or a number in it
can't be recorded; the box speaks it.

Examples:
  consigliere voice list --pack voice --lang it --missing
  consigliere voice list --pack voice --game naro`
}

// Run lists the sentences.
func (c *voiceList) Run(s streams) error {
	l, pack, list, err := c.open(c.Lang)
	if err != nil {
		return err
	}
	t := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	have, all := 0, 0
	for _, x := range list {
		if c.Game != "" && !strings.HasPrefix(x.key, c.Game+"/") {
			continue
		}
		all++
		mark := "-"
		if isFile(x.recording(pack, l)) {
			mark = "recorded"
			have++
			if c.Missing {
				continue
			}
		}
		fmt.Fprintf(t, "%s\t%s\t%s\n", mark, x.key, x.text)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(s.out, "%d of %d sentences are recorded in %s\n", have, all, filepath.Join(pack, string(l)))
	return nil
}

type voiceRecord struct {
	voicePack

	Keys   []string `arg:"" optional:"" help:"Keys of sentences, as listed; without any, all not recorded yet."`
	Lang   string   `help:"Language: ${lang_list}." default:"en" placeholder:"${lang_values}"`
	Game   string   `help:"Only the sentences of a game, or of the box." placeholder:"G"`
	Device string   `help:"The microphone's name in ALSA." default:"default"`
}

// Help is shown with --help.
func (voiceRecord) Help() string {
	return `Shows a sentence, records it with arecord from one Enter to the next, and goes on; q ends it.

Examples:
  consigliere voice record --pack voice --lang fa --game naro
  consigliere voice record --pack voice box/ui.resumed`
}

// Run records.
func (c *voiceRecord) Run(s streams) error {
	l, pack, list, err := c.open(c.Lang)
	if err != nil {
		return err
	}
	var keys []string
	for _, x := range list {
		keys = append(keys, x.key)
	}
	for _, k := range c.Keys {
		if !slices.Contains(keys, k) {
			return fmt.Errorf("there is no sentence %q%s; see: consigliere voice list", k, didYouMean(k, keys))
		}
	}
	arecord, err := exec.LookPath("arecord")
	if err != nil {
		return fmt.Errorf("install alsa-utils: %w", err)
	}
	in := bufio.NewScanner(s.in)
	for _, x := range list {
		file := x.recording(pack, l)
		switch {
		case len(c.Keys) > 0 && !slices.Contains(c.Keys, x.key),
			len(c.Keys) == 0 && (isFile(file) || c.Game != "" && !strings.HasPrefix(x.key, c.Game+"/")):
			continue
		}
		fmt.Fprintf(s.out, "%s: %q\nEnter begins (q ends, s passes it over): ", x.key, x.text)
		if !in.Scan() || in.Text() == "q" {
			return in.Err()
		}
		if in.Text() == "s" {
			continue
		}
		if err := record(arecord, c.Device, file, func() {
			fmt.Fprint(s.out, "Speak. Enter ends: ")
			in.Scan()
		}); err != nil {
			return err
		}
	}
	return nil
}

// record records into a file until wait returns. A file that was there before stays until the
// new one is whole.
func record(arecord, device, file string, wait func()) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	part := file + ".part"
	cmd := exec.Command(arecord, "-q", "-D", device, "-t", "wav", "-f", "S16_LE", "-r", "22050", "-c", "1", part)
	var said strings.Builder
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		return err
	}
	wait()
	_ = cmd.Process.Signal(os.Interrupt) // arecord then completes the file; it may have ended
	_ = cmd.Wait()                       // with the signal
	wave, err := os.ReadFile(part)
	if err == nil {
		_, err = waveLength(wave)
	}
	if err != nil {
		return fmt.Errorf("nothing was recorded from %q: %w; %s", device, err, strings.TrimSpace(said.String()))
	}
	return errors.Join(atomicfile.WriteFile(file, wave, 0o644), os.Remove(part))
}

type voiceCheck struct{ voicePack }

// Help is shown with --help.
func (voiceCheck) Help() string {
	return `Checks that every file of a pack is named after a sentence, and that aplay can play it.

Example:
  consigliere voice check --pack voice`
}

// longestRecording is how long a sentence may be.
const longestRecording = 30 * time.Second

// Run checks the pack.
func (c *voiceCheck) Run(s streams) error {
	pack, err := c.folder()
	if err != nil {
		return err
	}
	files, wrong := 0, 0
	complain := func(file, format string, args ...any) {
		wrong++
		fmt.Fprintf(s.out, "%s: %s\n", file, fmt.Sprintf(format, args...))
	}
	known := map[string]bool{}
	var keys []string
	for _, l := range lang.All() {
		list, err := sentences(l)
		if err != nil {
			return err
		}
		for _, x := range list {
			rel, _ := filepath.Rel(pack, x.recording(pack, l)) // it is below
			known[rel] = true
			keys = append(keys, filepath.ToSlash(rel))
		}
	}
	err = filepath.WalkDir(pack, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(pack, path)
		if err != nil {
			return err
		}
		files++
		if !known[rel] {
			complain(rel, "no sentence has this name%s", didYouMean(filepath.ToSlash(rel), keys))
			return nil
		}
		wave, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		long, err := waveLength(wave)
		switch {
		case err != nil:
			complain(rel, "%v", err)
		case long > longestRecording:
			complain(rel, "it takes %v; the table would wait", long.Round(time.Second))
		}
		return nil
	})
	switch {
	case err != nil:
		return err
	case wrong > 0:
		return fmt.Errorf("%d of %d recordings are wrong", wrong, files)
	}
	fmt.Fprintf(s.out, "%d recordings are right\n", files)
	return nil
}

// waveLength returns how long a WAV file takes. It is an error if aplay could not play it.
func waveLength(b []byte) (time.Duration, error) {
	if len(b) < 12 || string(b[:4]) != "RIFF" || string(b[8:12]) != "WAVE" {
		return 0, errors.New("this is not a WAV file")
	}
	rate := uint32(0)
	for b = b[12:]; len(b) >= 8; {
		name, size := string(b[:4]), binary.LittleEndian.Uint32(b[4:8])
		b = b[8:]
		switch name {
		case "fmt ":
			if len(b) < 16 {
				return 0, errors.New("its format is cut short")
			}
			if f := binary.LittleEndian.Uint16(b); f != 1 && f != 0xFFFE {
				return 0, fmt.Errorf("its format is %d; want PCM, as arecord makes it", f)
			}
			rate = binary.LittleEndian.Uint32(b[8:12])
		case "data":
			n := min(uint32(len(b)), size)
			if rate == 0 || n == 0 {
				return 0, errors.New("there is no sound in it")
			}
			return time.Duration(n) * time.Second / time.Duration(rate), nil
		}
		if uint64(size) > uint64(len(b)) {
			break
		}
		b = b[min(int(size+size%2), len(b)):]
	}
	return 0, errors.New("there is no sound in it")
}
