package khandan

import (
	"slices"
	"strings"
	"sync"
	"time"

	"consigliere/engine"
	"consigliere/engine/document"
)

// newGame begins a campaign.
func newGame(h engine.Header, packs *PackCache) (engine.Game, []engine.Cue, error) {
	set, err := Options.Read(h)
	if err != nil {
		return nil, nil, err
	}
	g := &Game{
		roster: h.Seats, seats: len(h.Seats),
		sealed:   set.Word("voting", "open") == "sealed",
		boxDraws: set.Word("chance", "table") == "box",
		shown:    set.Word("holdings", "hidden") == "open",
		byCards:  set.Word("draft", "pod") == "cards",
		reigns:   set.Int("reigns", 0),
		cues:     make(engine.Cues, 0, 32),
	}
	talk := set.Int("talk_seconds", 0)
	switch {
	case g.reigns < 0 || g.reigns > maxReigns:
		return nil, nil, engine.Refuse("KHA-20.1", "refuse.reigns", maxReigns)
	case talk < 0 || talk > maxTalk:
		return nil, nil, engine.Refuse("KHA-9.1", "refuse.talk", maxTalk)
	case g.boxDraws && h.NoSeed:
		return nil, nil, engine.Refuse("KHA-3.11", "refuse.no_seed")
	}
	g.talk = time.Duration(talk) * time.Second
	pack, no := packs.Of(set)
	if no == nil {
		g.pack = pack
		no = g.readSheets(set.Raw("sheets"))
	}
	if no == nil {
		no = g.readHouses(set.Raw("houses"))
	}
	if no != nil {
		return nil, nil, no
	}
	for i := range g.lines {
		g.lines[i].id = "line" + itoa(i+1)
		if g.pack != nil {
			g.lines[i].id = g.pack.lines[i].id
		}
	}
	if g.pack != nil {
		g.used = make([]Choice, len(g.pack.decisions))
	}
	g.reign = 1
	if no := g.readStart(set.Raw("start")); no != nil {
		return nil, nil, no
	}
	if g.boxDraws {
		g.chance = engine.NewChance(h.Game, h.Seed)
	}
	g.startReign()
	return g, g.cues, nil
}

// A PackCache keeps the packs that the last headers brought, for reading one takes longer than
// to play a reign.
type PackCache struct {
	mu   sync.Mutex
	raw  []string // the latest first
	pack []*Pack
}

// cachedPacks is how many packs are kept.
const cachedPacks = 4

// Of returns the pack that the options name or hold, or nil for none.
func (c *PackCache) Of(set engine.Settings) (*Pack, *engine.Refusal) {
	raw := set.Raw("pack")
	if raw == nil || string(raw) == `""` {
		return nil, nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if i := slices.Index(c.raw, string(raw)); i >= 0 {
		return c.pack[i], nil
	}
	p, no := readPack(raw)
	if no == nil {
		n := min(len(c.raw), cachedPacks-1)
		c.raw, c.pack = slices.Insert(c.raw[:n:n], 0, string(raw)), slices.Insert(c.pack[:n:n], 0, p)
	}
	return p, no
}

// readPack reads the value of the option pack: the name of a pack that comes with the box, or a
// pack as a whole.
func readPack(raw []byte) (*Pack, *engine.Refusal) {
	tree, err := document.JSON(raw)
	if err != nil {
		return nil, engine.Refuse("KHA-8.1", "refuse.pack_syntax", err.Error())
	}
	var wrong []document.Mistake
	var p *Pack
	if tree.Kind == document.Text {
		files := shipped(tree.Text)
		if files == nil {
			return nil, engine.Refuse("KHA-8.1", "refuse.no_pack", tree.Text)
		}
		var mistakes []engine.Mistake
		if p, mistakes = ReadPack(files...); len(mistakes) > 0 {
			return nil, &engine.Refusal{Rule: "KHA-8.1", Why: mistakes[0].Why}
		}
	} else {
		p, wrong = NewPack(tree)
	}
	if len(wrong) > 0 {
		return nil, &engine.Refusal{Rule: "KHA-8.1", Why: engine.TellMistake(wrong[0])}
	}
	return p, nil
}

// fields reads an object of an option. Its mistakes are refused by rule.
func fields(raw []byte, rule, option string) (*engine.Fields, *engine.Refusal) {
	f, err := engine.ParseFields(raw)
	if err != nil {
		return nil, engine.Refuse(rule, "refuse.option", option)
	}
	f.Rule(rule)
	return f, nil
}

// finished returns what is wrong with an object that was read.
func finished(f *engine.Fields) *engine.Refusal {
	if err := f.Done(); err != nil {
		return err.(*engine.Refusal) // all that Fields finds are refusals
	}
	return nil
}

// readSheets gives each seat its house sheet.
func (g *Game) readSheets(raw []byte) *engine.Refusal {
	for s := range g.all {
		g.sheet[s] = int(s)
	}
	if raw == nil {
		return nil
	}
	if g.pack == nil {
		return engine.Refuse("KHA-2.4", "refuse.needs_pack", "sheets")
	}
	f, no := fields(raw, "KHA-2.4", "sheets")
	if no != nil {
		return no
	}
	taken := map[int]bool{}
	for s, name := range g.roster {
		id := f.String(name)
		at, ok := g.pack.sheetAt[id]
		if !ok || taken[at] {
			f.Refuse(engine.Say("refuse.sheet").Thing(id))
		}
		taken[at] = true
		g.sheet[s] = at
	}
	return finished(f)
}

// readHouses gives each house its name and emblem (KHA-2.1).
func (g *Game) readHouses(raw []byte) *engine.Refusal {
	copy(g.name[:], g.roster)
	if raw != nil {
		f, no := fields(raw, "KHA-2.1", "houses")
		if no != nil {
			return no
		}
		for s, name := range g.roster {
			if !f.Has(name) {
				continue
			}
			o := f.Object(name)
			if o.Has("name") {
				g.name[s] = o.String("name")
			}
			if o.Has("emblem") {
				g.emblem[s] = o.String("emblem")
			}
			if no := finished(o); no != nil {
				return no
			}
			if strings.TrimSpace(g.name[s]) == "" {
				f.Refuse(engine.Say("refuse.house_name").Thing(name))
			}
		}
		if no := finished(f); no != nil {
			return no
		}
	}
	for s := range g.seats {
		if slices.Contains(g.name[:s], g.name[s]) {
			return engine.Refuse("KHA-2.1", "refuse.house_twice", g.name[s])
		}
	}
	return nil
}

// readStart reads a campaign that is already under way (section 8.2 of the ledger).
func (g *Game) readStart(raw []byte) *engine.Refusal {
	if raw == nil {
		return nil
	}
	f, no := fields(raw, "KHA-19.1", "start")
	if no != nil {
		return no
	}
	if f.Has("reign") {
		g.reign = atLeast(f, "reign", 1)
	}
	if f.Has("unity") {
		g.unity = atLeast(f, "unity", 0)
	}
	if f.Has("division") {
		g.division = atLeast(f, "division", 0)
	}
	for _, part := range [...]struct {
		key  string
		read func([]byte) *engine.Refusal
	}{{"houses", g.startHouses}, {"history", g.startHistory}, {"lines", g.startLines}, {"used", g.startUsed}} {
		if f.Has(part.key) {
			if no := part.read(f.Raw(part.key)); no != nil {
				return no
			}
		}
	}
	return finished(f)
}

// maxStart bounds the numbers of a campaign under way.
const maxStart = 1 << 20

// atLeast takes a whole number that is neither too small nor absurd.
func atLeast(f *engine.Fields, key string, least int) int {
	n := f.Int(key)
	if n < least || n > maxStart {
		f.Refuse(engine.Say("refuse.too_small").Thing(key).Number(least).Number(n))
		return least
	}
	return n
}

// abilityIn takes an ability. Its numbers are summed, so they may be greater than one ability's.
func abilityIn(f *engine.Fields, key string) [4]int {
	var a [4]int
	o := f.Object(key)
	for i, w := range abilityWords {
		if o.Has(w) {
			if a[i] = o.Int(w); a[i] < -maxStart || a[i] > maxStart {
				o.Refuse(engine.Say("refuse.not_int").Thing(w))
			}
		}
	}
	if no := finished(o); no != nil {
		f.Refuse(no.Why)
	}
	return a
}

func (g *Game) startHouses(raw []byte) *engine.Refusal {
	f, no := fields(raw, "KHA-19.1", "start.houses")
	if no != nil {
		return no
	}
	for s, name := range g.roster {
		if !f.Has(name) {
			continue
		}
		o, h := f.Object(name), &g.houses[s]
		for _, number := range [...]struct {
			key string
			to  *int
		}{{"prestige", &h.prestige}, {"crown", &h.crown}, {"wins", &h.wins}} {
			if o.Has(number.key) {
				*number.to = atLeast(o, number.key, 0)
			}
		}
		if o.Has("role_counts") {
			counts := o.Object("role_counts")
			for r := Opportunist; r < roleCount; r++ {
				if counts.Has(r.String()) {
					h.counts[r] = atLeast(counts, r.String(), 0)
				}
			}
			if no := finished(counts); no != nil {
				return no
			}
		}
		if o.Has("achievements") {
			if no := g.startAchievements(h, o.Raw("achievements")); no != nil {
				return no
			}
		}
		if o.Has("ability") {
			h.ability = abilityIn(o, "ability")
		}
		if no := finished(o); no != nil {
			return no
		}
	}
	return finished(f)
}

func (g *Game) startAchievements(h *house, raw []byte) *engine.Refusal {
	tree, err := document.JSON(raw)
	if err != nil || tree.Kind != document.List {
		return engine.Refuse("KHA-19.1", "refuse.not_list", "achievements")
	}
	for _, n := range tree.Items {
		if n.Kind != document.Text || n.Text == "" || slices.Contains(h.achievements, n.Text) {
			return engine.Refuse("KHA-2.5", "refuse.achievement", n.Text)
		}
		h.achievements = append(h.achievements, n.Text)
	}
	return nil
}

// objectsIn returns the objects of a list.
func objectsIn(raw []byte, rule, option string) ([]*engine.Fields, *engine.Refusal) {
	tree, err := document.JSON(raw)
	if err != nil || tree.Kind != document.List {
		return nil, engine.Refuse(rule, "refuse.not_list", option)
	}
	var list []*engine.Fields
	for _, n := range tree.Items {
		f, no := fields(n.AppendJSON(nil), rule, option)
		if no != nil {
			return nil, no
		}
		list = append(list, f)
	}
	return list, nil
}

// earlier takes a reign before the one that begins.
func (g *Game) earlier(f *engine.Fields) int {
	n := atLeast(f, "reign", 1)
	if n >= g.reign {
		f.Refuse(engine.Say("refuse.reign").Number(g.reign).Number(n))
	}
	return n
}

func (g *Game) startHistory(raw []byte) *engine.Refusal {
	list, no := objectsIn(raw, "KHA-14.1", "history")
	if no != nil {
		return no
	}
	for _, f := range list {
		e := Event{n: g.recorded + 1, House: f.Seat(g.roster, "house", false), reign: g.earlier(f)}
		if i := f.Word("resource", resourceWords[:]); i >= 0 {
			e.Resource = Resource(i)
		}
		e.Sign = Polarity(f.Word("sign", signWords[1:]) + 1)
		if no := finished(f); no != nil {
			return no
		}
		g.recorded++
		g.history = append(g.history, e)
		g.crowd(e.Resource)
	}
	return nil
}

func (g *Game) startLines(raw []byte) *engine.Refusal {
	f, no := fields(raw, "KHA-15.1", "start.lines")
	if no != nil {
		return no
	}
	for i := range g.lines {
		l := &g.lines[i]
		if !f.Has(l.id) {
			continue
		}
		o := f.Object(l.id)
		if o.Has("events") {
			list, no := objectsIn(o.Raw("events"), "KHA-15.1", "events")
			if no != nil {
				return no
			}
			for _, e := range list {
				x := LineEvent{e.String("event"), e.Seat(g.roster, "house", false), g.earlier(e)}
				if g.pack != nil {
					if ref, ok := g.pack.eventAt[x.Event]; !ok || ref.line != i || !g.pack.lines[i].events[ref.at].follows(g.newest(i)) {
						e.Refuse(engine.Say("refuse.no_event").Thing(x.Event))
					} else {
						l.ability = g.pack.lines[i].events[ref.at].ability
					}
				}
				if no := finished(e); no != nil {
					return no
				}
				l.Events = append(l.Events, x)
			}
		}
		if o.Has("ended") {
			l.Ended = o.Bool("ended")
		}
		if g.pack != nil && len(l.Events) > 0 && g.pack.lines[i].events[g.newest(i)].ends != l.Ended {
			o.Refuse(engine.Say("refuse.line_end").Thing(l.id))
		}
		if o.Has("ability") {
			for k, n := range abilityIn(o, "ability") {
				if n < -maxAbility || n > maxAbility {
					o.Refuse(engine.Say("refuse.not_int").Thing(abilityWords[k]))
				}
				l.ability[k] = int8(n)
			}
		}
		if no := finished(o); no != nil {
			return no
		}
	}
	return finished(f)
}

func (g *Game) startUsed(raw []byte) *engine.Refusal {
	if g.pack == nil {
		return engine.Refuse("KHA-8.4", "refuse.needs_pack", "used")
	}
	f, no := fields(raw, "KHA-8.4", "start.used")
	if no != nil {
		return no
	}
	for i := range g.pack.decisions {
		if id := g.pack.decisions[i].ID; f.Has(id) {
			g.used[i] = Yes + Choice(max(f.Word(id, ChoiceWords[Yes:Strengthen]), 0))
		}
	}
	return finished(f)
}
