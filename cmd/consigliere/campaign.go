package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"consigliere/engine"
	"consigliere/engine/archive"
	"consigliere/engine/games"
	"consigliere/engine/journal"
	"consigliere/engine/khandan"
	"consigliere/engine/table"
	"consigliere/hw/lang"
)

// A campaign is one record over many reigns, kept in a journal like any play. Its number is that
// of the journal; its name, which people gave it, is in the journal.
type campaignCommand struct {
	List   campaignListCommand   `cmd:"" help:"List the campaigns saved on a box."`
	Show   campaignShowCommand   `cmd:"" help:"Show the houses and the stories of a campaign."`
	Export campaignExportCommand `cmd:"" help:"Write a campaign to a file, with its pack."`
	Import campaignImportCommand `cmd:"" help:"Import a campaign from a file, to continue it here."`
	Rename campaignRenameCommand `cmd:"" help:"Give a campaign another name."`
}

// A campaignFolder is where campaigns are kept.
type campaignFolder struct {
	Journals *string `help:"Folder of the journals." placeholder:"DIR" xor:"where"`
	Config   *string `help:"Configuration of the box whose campaigns are meant (default: this machine's)." placeholder:"FILE" xor:"where"`
}

func (c *campaignFolder) dir() (string, error) {
	h := historyCommand{Journals: c.Journals, Config: c.Config}
	return h.dir()
}

// A campaignName is how people name a campaign on the command line.
type campaignName struct {
	campaignFolder
	Campaign string `arg:"" help:"The name or the number of the campaign, as in the list."`
}

// find returns a campaign that can be read.
func (c *campaignName) find() (*archive.Campaign, error) {
	dir, err := c.dir()
	if err != nil {
		return nil, err
	}
	list, err := archive.Campaigns(dir, games.Find)
	if err != nil {
		return nil, err
	}
	var k *archive.Campaign
	if number, err := strconv.Atoi(c.Campaign); err == nil {
		k = archive.Numbered(list, number)
	} else {
		k = archive.Called(list, engine.NormalName(c.Campaign))
	}
	switch {
	case k == nil:
		var names []string
		for i := range list {
			if name := list[i].Entry.Name; name != "" {
				names = append(names, name)
			}
		}
		return nil, fmt.Errorf("there is no campaign %s in %s%s; see: consigliere campaign list", c.Campaign, dir, didYouMean(c.Campaign, names))
	case k.Table == nil:
		return nil, fmt.Errorf("the journal of campaign %s is damaged; a box that goes on with it repairs it", c.Campaign)
	}
	return k, nil
}

// called returns an error if a campaign cannot have the name, or if another one of the folder than
// that with the header has it, or one that looks like it. "" means none.
func called(name string, h engine.Header, list []archive.Campaign) error {
	if name == "" {
		return nil
	}
	if err := table.CheckName(name); err != nil {
		return inWords(err, nil, h)
	}
	if k := archive.Called(archive.Others(list, h), name); k != nil {
		return fmt.Errorf("campaign %d is called %q; choose another name", k.Number, k.Entry.Name)
	}
	return nil
}

// statusOf returns what everybody knows of a campaign.
func statusOf(k *archive.Campaign) khandan.Status {
	s, _ := k.Table.View(engine.Public).Public.(khandan.Status)
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
	list, err := archive.Campaigns(dir, games.Find)
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
		if k.Table == nil {
			fmt.Fprintf(w, "%d\t%s\t%s\tdamaged\n", k.Number, cmp.Or(k.Entry.Name, "-"), strings.Join(k.Entry.Seats, ", "))
			continue
		}
		st, state := statusOf(k), "unfinished"
		if st.Over {
			state = "finished"
		}
		var houses []string
		for _, h := range st.Houses.Of {
			houses = append(houses, h.Name)
		}
		fmt.Fprintf(w, "%d\t%s\t%s\treign %d, %s\t%s\t%s\n", k.Number, cmp.Or(k.Entry.Name, "-"), strings.Join(houses, ", "), st.Reign, st.Phase, state, packName(k.Table.Header()))
	}
	return w.Flush()
}

type campaignShowCommand struct {
	campaignName
	Lang string `help:"Language." default:"en" enum:"${lang_enum}"`
}

// Run shows a campaign, as far as everybody knows it.
func (c *campaignShowCommand) Run(s streams) error {
	k, err := c.find()
	if err != nil {
		return err
	}
	b, err := book(k.Table.Title(), k.Table.Header())
	if err != nil {
		return err
	}
	l := lang.Lang(c.Lang)
	word := func(key string) string { return b.Word(l, key) }
	st := statusOf(k)
	if k.Entry.Name != "" {
		fmt.Fprintf(s.out, "%s, ", k.Entry.Name)
	}
	fmt.Fprintf(s.out, "%s\n%s\n", packName(k.Table.Header()), b.Text(l, nil, engine.Say("scene.heading_reign").Number(st.Reign).Thing("phase."+st.Phase)))
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
func showPast(w io.Writer, k *archive.Campaign, b *lang.Book, l lang.Lang) error {
	past, err := k.Table.Title().Past(k.Table.AppendRecord(nil))
	if err != nil {
		return err
	}
	var houses engine.Roster
	for _, h := range statusOf(k).Houses.Of {
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
	return `The file is the campaign's journal, with its pack, its evenings and who was there. It contains the
secrets of a reign that has not ended yet, so it is meant for another box, not for a player.`
}

// Run writes the journal of a campaign, as far as its lines are whole.
func (c *campaignExportCommand) Run(s streams) error {
	k, err := c.find()
	if err != nil {
		return err
	}
	if err := k.Export(c.File); err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.out, "%s: campaign %d, %d moves\n", c.File, k.Number, k.Table.Moves())
	return err
}

type campaignImportCommand struct {
	campaignFolder
	Name string `help:"Its name here (default: unchanged)." placeholder:"NAME"`
	File string `arg:"" help:"A campaign written by export, or its record."`
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
	var from *table.Table
	err = newProgress("reading " + c.File).during(func() (err error) {
		from, err = table.Replay(bytes.NewReader(data), games.Find)
		return err
	})
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	if !from.Title().Campaign {
		return fmt.Errorf("%s is a record of %s, not of a campaign", c.File, from.Title().ID)
	}
	lock, err := lockJournals(dir, "name another folder with --journals")
	if err != nil {
		return err
	}
	defer lock.Close()
	list, err := archive.Campaigns(dir, games.Find)
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
		name = fmt.Sprintf("Campaign %d", journal.Number(j.Path()))
	}
	if err := called(name, from.Header(), list); err != nil {
		return fmt.Errorf("%s: %w with --name", c.File, err)
	}
	err = newProgress("importing").during(func() error { return archive.Import(j.Path(), data, from, name, lock) })
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	_, err = fmt.Fprintf(s.out, "%s: campaign %d, %d moves\n", c.File, journal.Number(j.Path()), from.Moves())
	return err
}

type campaignRenameCommand struct {
	campaignName
	To string `arg:"" help:"Its new name."`
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
	list, err := archive.Campaigns(dir, games.Find)
	if err != nil {
		return err
	}
	name := engine.NormalName(c.To)
	if name == "" {
		return errors.New("a campaign needs a name")
	}
	if err := called(name, k.Table.Header(), list); err != nil {
		return err
	}
	if err := k.Rename(name, games.Find, lock); err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.out, "campaign %d is called %s\n", k.Number, name)
	return err
}
