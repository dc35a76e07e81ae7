package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/engine/journal"
	"consigliere/engine/khandan"
	"consigliere/engine/table"
	"consigliere/hw/lang"
	"consigliere/internal/atomicfile"
)

// A campaign is one record over many reigns, kept in a journal like any play. Its number is that
// of the journal; its name, which people gave it, is in the journal.
type campaignCommand struct {
	List   campaignListCommand   `cmd:"" help:"List the campaigns that a box has kept."`
	Show   campaignShowCommand   `cmd:"" help:"Show the houses and the stories of a campaign."`
	Export campaignExportCommand `cmd:"" help:"Write a campaign to a file, with its pack."`
	Import campaignImportCommand `cmd:"" help:"Take a campaign over from a file, to go on with it here."`
	Rename campaignRenameCommand `cmd:"" help:"Give a campaign another name."`
}

// A campaignFolder is where campaigns are kept.
type campaignFolder struct {
	Journals *string `help:"Folder of the journals." placeholder:"DIR" xor:"where"`
	Config   *string `help:"The box whose campaigns are meant; that of this machine if it is left out." placeholder:"FILE" xor:"where"`
}

func (c *campaignFolder) dir() (string, error) {
	h := historyCommand{Journals: c.Journals, Config: c.Config}
	return h.dir()
}

// A keptCampaign is a campaign in a folder.
type keptCampaign struct {
	number int
	entry  journal.Entry
	table  *table.Table // nil where the journal cannot be read
}

// campaigns returns the campaigns of a folder, the newest first.
func campaigns(dir string) ([]keptCampaign, error) {
	entries, err := journal.List(dir, games.Find)
	if err != nil {
		return nil, err
	}
	var list []keptCampaign
	for _, e := range entries {
		if e.Title == nil || e.Title.ID != "khandan" {
			continue
		}
		k := keptCampaign{number: numberOf(e.Path), entry: e}
		if t, err := table.ReplayFile(e.Path, games.Find); err == nil {
			k.table = t
		}
		list = append(list, k)
	}
	return list, nil
}

// A campaignName is how people name a campaign on the command line.
type campaignName struct {
	campaignFolder
	Campaign string `arg:"" help:"The name or the number of the campaign, as in the list."`
}

// find returns a campaign that can be read.
func (c *campaignName) find() (*keptCampaign, error) {
	dir, err := c.dir()
	if err != nil {
		return nil, err
	}
	list, err := campaigns(dir)
	if err != nil {
		return nil, err
	}
	number, err := strconv.Atoi(c.Campaign)
	var names []string
	for i := range list {
		k := &list[i]
		if name := k.entry.Name; err == nil && k.number != number || err != nil && (name == "" || !engine.Alike(name, engine.NormalName(c.Campaign))) {
			names = append(names, name)
			continue
		}
		if k.table == nil {
			return nil, fmt.Errorf("the journal of campaign %s is damaged; a box that goes on with it repairs it", c.Campaign)
		}
		return k, nil
	}
	names = slices.DeleteFunc(names, func(n string) bool { return n == "" })
	return nil, fmt.Errorf("there is no campaign %s in %s%s; see: consigliere campaign list", c.Campaign, dir, didYouMean(c.Campaign, names))
}

// called returns an error if a campaign cannot have the name, or if another one of the folder than
// that with the header has it, or one that looks like it. "" is none.
func called(name string, h engine.Header, list []keptCampaign) error {
	if name == "" {
		return nil
	}
	if err := table.CheckName(name); err != nil {
		return inWords(err, nil, h)
	}
	for i := range list {
		k := &list[i]
		if k.table != nil && bytes.Equal(k.table.Header().Append(nil), h.Append(nil)) {
			continue
		}
		if engine.Alike(k.entry.Name, name) {
			return fmt.Errorf("campaign %d is called %q; choose another name", k.number, k.entry.Name)
		}
	}
	return nil
}

// status returns what everybody knows of a campaign.
func (k *keptCampaign) status() khandan.Status {
	s, _ := k.table.View(engine.Public).Public.(khandan.Status)
	return s
}

// packName returns the pack of a campaign with its fingerprint, as lists show it.
func packName(h engine.Header) string {
	p := khandan.PackOf(h)
	if p == nil {
		return "cards"
	}
	return fmt.Sprintf("%s %.12s", p.ID, p.Sum())
}

type campaignListCommand struct{ campaignFolder }

// Run lists campaigns.
func (c *campaignListCommand) Run(s streams) error {
	dir, err := c.dir()
	if err != nil {
		return err
	}
	list, err := campaigns(dir)
	if err != nil {
		return err
	}
	if len(list) == 0 {
		_, err := fmt.Fprintln(s.out, "no campaigns")
		return err
	}
	w := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	for i := range list {
		k := &list[i]
		if k.table == nil {
			fmt.Fprintf(w, "%d\t%s\t%s\tdamaged\n", k.number, cmp.Or(k.entry.Name, "-"), strings.Join(k.entry.Seats, ", "))
			continue
		}
		st, state := k.status(), "unfinished"
		if st.Over {
			state = "finished"
		}
		var houses []string
		for _, h := range st.Houses.Of {
			houses = append(houses, h.Name)
		}
		fmt.Fprintf(w, "%d\t%s\t%s\treign %d, %s\t%s\t%s\n", k.number, cmp.Or(k.entry.Name, "-"), strings.Join(houses, ", "), st.Reign, st.Phase, state, packName(k.table.Header()))
	}
	return w.Flush()
}

type campaignShowCommand struct {
	campaignName
	Lang string `help:"Language." default:"en" enum:"en,fa,it"`
}

// Run shows a campaign, as far as everybody knows it.
func (c *campaignShowCommand) Run(s streams) error {
	k, err := c.find()
	if err != nil {
		return err
	}
	b, err := book(k.table.Title(), k.table.Header())
	if err != nil {
		return err
	}
	l := lang.Lang(c.Lang)
	word := func(key string) string { return b.Word(l, key) }
	st := k.status()
	if k.entry.Name != "" {
		fmt.Fprintf(s.out, "%s, ", k.entry.Name)
	}
	fmt.Fprintf(s.out, "%s\n%s\n", packName(k.table.Header()), b.Text(l, nil, engine.Say("scene.heading_reign").Number(st.Reign).Thing("phase."+st.Phase)))
	w := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "\n\t%s\t%s\n", word("score.prestige"), word("score.crown"))
	for _, h := range st.Houses.Of {
		fmt.Fprintf(w, "%s\t%d\t%d\n", h.Name, h.Prestige, h.Crown)
	}
	fmt.Fprintf(w, "\n%s\n", word("scene.history"))
	for _, e := range st.History {
		fmt.Fprintf(w, "%d\t%s %s\t%s\n", e.Reign, word("resource."+e.Resource), e.Sign, e.House)
	}
	if err := showPast(w, k, b, l); err != nil {
		return err
	}
	return w.Flush()
}

// bars draw a value from 0 to the greatest.
var bars = [...]rune{'▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'}

// showPast draws the graphs of a campaign's past, and tells who promised what and where each story
// goes.
func showPast(w io.Writer, k *keptCampaign, b *lang.Book, l lang.Lang) error {
	past, err := k.table.Title().Past(k.table.AppendRecord(nil))
	if err != nil {
		return err
	}
	var houses engine.Roster
	for _, h := range k.status().Houses.Of {
		houses = append(houses, h.Name)
	}
	for _, g := range past.Graphs {
		fmt.Fprintf(w, "\n%s\n", b.Text(l, houses, g.Heading))
		for _, row := range g.Rows {
			name := b.Text(l, houses, row.Label)
			if row.Seat >= 0 {
				name = houses[row.Seat]
			}
			chart, numbers := "", ""
			for _, v := range row.Values {
				chart += string(bars[v*(len(bars)-1)/g.Most])
				numbers += fmt.Sprintf("%3d", v)
			}
			fmt.Fprintf(w, "%s\t%s\t%s\n", name, chart, numbers)
		}
	}
	for _, g := range past.Groups {
		fmt.Fprintf(w, "\n%s\n", b.Text(l, houses, g.Heading))
		for _, line := range g.Lines {
			name := ""
			if line.Seat >= 0 {
				name = houses[line.Seat]
			}
			fmt.Fprintf(w, "  %s\t%s\n", name, b.Text(l, houses, line.Text))
		}
	}
	return nil
}

type campaignExportCommand struct {
	campaignName
	File string `arg:"" help:"The file to write; it must not exist."`
}

// Help is shown with --help.
func (campaignExportCommand) Help() string {
	return `The file is the journal of the campaign, with its pack, its evenings and who was there. It holds what is
still secret in a reign that has not ended, so it is for another box, not for a player.`
}

// Run writes the journal of a campaign, as far as its lines are whole.
func (c *campaignExportCommand) Run(s streams) error {
	k, err := c.find()
	if err != nil {
		return err
	}
	data, err := journal.ReadFile(k.entry.Path)
	if err != nil {
		return err
	}
	data = data[:bytes.LastIndexByte(data, '\n')+1]
	f, err := os.OpenFile(c.File, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.out, "%s: campaign %d, %d moves\n", c.File, k.number, k.table.Moves())
	return err
}

type campaignImportCommand struct {
	campaignFolder
	Name string `help:"What it is called here (default: as it was)." placeholder:"NAME"`
	File string `arg:"" help:"A campaign, as export has written it, or its record."`
}

// Run makes a new journal out of a journal or a record.
func (c *campaignImportCommand) Run(s streams) error {
	dir, err := c.dir()
	if err != nil {
		return err
	}
	data, err := journal.ReadFile(c.File)
	if err != nil {
		return err
	}
	from, err := table.Replay(bytes.NewReader(data), games.Find)
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	if from.Title().ID != "khandan" {
		return fmt.Errorf("%s is a record of %s, not of a campaign", c.File, from.Title().ID)
	}
	lock, err := lockJournals(dir, "name another folder with --journals")
	if err != nil {
		return err
	}
	defer lock.Close()
	list, err := campaigns(dir)
	if err != nil {
		return err
	}
	j, err := journal.Next(dir)
	if err != nil {
		return err
	}
	header, _, _ := bytes.Cut(data, []byte{'\n'})
	name := cmp.Or(engine.NormalName(c.Name), from.Name())
	if name == "" && !journal.Is(header) {
		name = fmt.Sprintf("Campaign %d", numberOf(j.Path()))
	}
	if err := called(name, from.Header(), list); err != nil {
		return fmt.Errorf("%s: %w with --name", c.File, err)
	}
	if journal.Is(header) {
		err = c.keep(j.Path(), data, name, lock)
	} else {
		err = c.write(j, from, name, lock)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	_, err = fmt.Fprintf(s.out, "%s: campaign %d, %d moves\n", c.File, numberOf(j.Path()), from.Moves())
	return err
}

// keep takes a journal over as it is, with who attended when.
func (c *campaignImportCommand) keep(path string, data []byte, name string, lock *journal.Lock) error {
	if err := atomicfile.WriteFile(path, data, 0o600); err != nil {
		return err
	}
	t, _, err := table.Open(path, games.Find, table.Options{Lock: lock})
	if err != nil {
		return err
	}
	if name != "" {
		err = t.SetName(0, name)
	}
	return errors.Join(err, t.Close())
}

// write writes a journal with the moves of a record.
func (c *campaignImportCommand) write(j *journal.Journal, from *table.Table, name string, lock *journal.Lock) error {
	t, _, err := table.New(from.Title(), from.Header(), table.Options{Journal: j, Lock: lock, Name: name})
	if err != nil {
		return err
	}
	err = engine.Lines(bytes.NewReader(from.AppendRecord(nil)), func(n int, line []byte) error {
		if n == 1 {
			return nil
		}
		_, err := t.PlayLine(0, line)
		return err
	})
	return errors.Join(err, t.Close())
}

type campaignRenameCommand struct {
	campaignName
	To string `arg:"" help:"What it is called from now on."`
}

// Run renames a campaign.
func (c *campaignRenameCommand) Run(s streams) error {
	dir, err := c.dir()
	if err != nil {
		return err
	}
	lock, err := lockJournals(dir, "name another folder with --journals")
	if err != nil {
		return err
	}
	defer lock.Close()
	k, err := c.find()
	if err != nil {
		return err
	}
	list, err := campaigns(dir)
	if err != nil {
		return err
	}
	name := engine.NormalName(c.To)
	if name == "" {
		return errors.New("a campaign is called something")
	}
	if err := called(name, k.table.Header(), list); err != nil {
		return err
	}
	t, _, err := table.Open(k.entry.Path, games.Find, table.Options{Lock: lock})
	if err != nil {
		return err
	}
	err = t.SetName(0, name)
	end := t.Close
	if k.entry.Left {
		end = t.Leave // as it was
	}
	if err = errors.Join(err, end()); err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.out, "campaign %d is called %s\n", k.number, name)
	return err
}

// numberOf returns the number of a journal.
func numberOf(path string) int {
	n, _ := strconv.Atoi(digits.FindString(filepath.Base(path)))
	return n
}
