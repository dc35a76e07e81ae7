package corleone

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"sync"

	"consigliere/engine"
	"consigliere/engine/document"
	"consigliere/engine/language"
)

// houseJSON is the catalogue "house": the data of section 6 that a catalogue may replace.
//
//go:embed house.json
var houseJSON []byte

// catalogueKeys are the keys that a catalogue may replace (section 6).
var catalogueKeys = []string{"printed", "tiles", "spaces", "acts", "notes", "goods", "swaps", "jobs", "allies"}

// Bounds of a catalogue.
const (
	maxAbilities = 6 // of a front, a back, a job or an ally
	maxSpaces    = 32
	maxCost      = 6
	maxPays      = 6
)

// Businesses are known by their place: the printed ones by the number of their turf less 1,
// then the park's, then the tiles.
const (
	ParkAt        = Turfs
	FirstTile     = ParkAt + 1
	businessCount = FirstTile + blueTiles + redTiles
)

// A Place is where a figure can be: the front of a business, or a circle.
type Place uint8

const (
	FirstSpace  Place = businessCount
	PlaceCount        = FirstSpace + maxSpaces
	PolicePlace       = PlaceCount // the Police Chief, who is not on a space
	NoPlace     Place = 255
)

// A Catalogue is the board and the cards of one play. It does not change.
type Catalogue struct {
	Businesses [businessCount]Business
	Spaces     []Space
	acts       [Acts + 1]act
	notes      Notes
	goods      Goods
	Swaps      [3]SwapRate
	Jobs       []JobKind
	Allies     [allAllies]AllyKind
	freeJobs   bool // some jobs cost nothing

	placeID  [PlaceCount + 1]string
	Places   map[string]Place // fronts and circles
	Backs    map[string]int   // businesses with a back, without the park
	JobAt    map[string]int
	AllyAt   map[string]int
	cardWord []string // by card
	CardAt   map[string]CardNo

	Tree *document.Node // what it was read from
}

// A Business is a printed business or a tile.
type Business struct {
	ID, Key     string
	Turf        Turf // of a printed one
	red         bool // of a tile
	Front, Back []Ability
}

// A Space is a circle between turfs.
type Space struct {
	ID, Key string
	Turfs   TurfSet
	Park    bool
	plus3   bool
}

// A TurfSet is a set of turfs and, as number 0, the park.
type TurfSet uint8

// Has reports whether the set has a turf.
func (s TurfSet) Has(t Turf) bool { return s>>t&1 != 0 }

type act struct {
	handLimit int
	red       bool
}

// A SwapRate is what a swap discards, and what it takes.
type SwapRate struct {
	Discard int
	Take    []int // places in notes
}

// A JobKind is a kind of job card.
type JobKind struct {
	ID, key string
	copies  uint8
	Colour  Colour
	Cost    Goods
	Pays    []int // places in notes
	Does    []Ability
	ways    []Goods // to pay the cost: the plain one first
}

// An AllyKind is a kind of ally card.
type AllyKind struct {
	ID, key string
	act     int
	Does    []Ability
}

// A CardNo is a kind of card that a hand can hold: notes, goods, a job that is not known, the
// jobs and the allies of the catalogue.
type CardNo uint8

const (
	GoodCard  CardNo = CardNo(len(NoteValues))
	BlankCard        = GoodCard + CardNo(goodCount)
	JobCard          = BlankCard + 1
)

// AllyCard returns the first card that is an ally.
func (c *Catalogue) AllyCard() CardNo { return JobCard + CardNo(len(c.Jobs)) }

// House returns the catalogue of the house.
var House = sync.OnceValue(func() *Catalogue {
	c, wrong := readCatalogue(nil)
	if len(wrong) > 0 {
		panic(fmt.Sprintf("corleone: house.json: %v", wrong))
	}
	return c
})

// houseTree returns the data of the house.
var houseTree = sync.OnceValue(func() *document.Node {
	tree, err := document.JSON(houseJSON)
	if err != nil {
		panic(fmt.Sprintf("corleone: house.json: %v", err))
	}
	return tree
})

// checkCatalogue returns all that is wrong with a catalogue, in the order in which it is
// read: nothing if it can be played with.
func checkCatalogue(data []byte) []engine.Mistake {
	_, wrong := readCatalogue(data)
	return wrong
}

// houseYAML returns the catalogue of the house as YAML, with the comments of the ledger.
func houseYAML() string { return catalogueHead + engine.LedgerYAML(rules, catalogueKeys) }

// catalogueHead comes before the house's data.
const catalogueHead = `# A catalogue of The Godfather: Corleone's Empire: the board and the cards. Change what your own game
# has otherwise, and leave out the keys that you do not change: each key here replaces the house's as a whole.
# Check it:      consigliere catalogue corleone --check FILE
# Play with it:  consigliere sim --game corleone --catalogue FILE
#
# What is printed below is the house's (from: house) wherever no source gives the real data. A card that
# the list of abilities cannot express has the ability "manual": its text is carried out by hand and typed
# in as corrections. name and from may be left out everywhere.

`

// readCatalogue reads a catalogue over the house's: each top-level key replaces the house's as
// a whole. The catalogue is good only if nothing is wrong.
func readCatalogue(data []byte) (*Catalogue, []engine.Mistake) {
	all, wrong := engine.OverHouse(houseTree(), catalogueKeys, data)
	if all == nil {
		return nil, wrong
	}
	r := document.NewReader(all)
	c := &Catalogue{Places: map[string]Place{}, Backs: map[string]int{}, JobAt: map[string]int{}, AllyAt: map[string]int{}}
	(&catalogueReader{c}).read(r.Root())
	if wrong = append(wrong, engine.Mistakes(r.Mistakes())...); len(wrong) > 0 {
		return nil, wrong
	}
	c.setCards()
	c.Tree = all
	return c, nil
}

// setCards names the cards of hands.
func (c *Catalogue) setCards() {
	c.cardWord = append(append(c.cardWord, noteWords[:]...), GoodWords[:]...)
	c.cardWord = append(c.cardWord, unknownJob)
	for i := range c.Jobs {
		c.cardWord = append(c.cardWord, "job:"+c.Jobs[i].ID)
	}
	for i := range c.Allies {
		c.cardWord = append(c.cardWord, "ally:"+c.Allies[i].ID)
	}
	c.CardAt = make(map[string]CardNo, len(c.cardWord))
	for i, w := range c.cardWord {
		c.CardAt[w] = CardNo(i)
	}
}

// Words for a job that the box does not know.
const (
	Unknown    = "unknown"
	unknownJob = "job:unknown"
)

// The game's own problems with a catalogue.
const (
	notAnID     = "refuse.catalogue_id"
	wrongFront  = "refuse.catalogue_front"
	wrongTotal  = "refuse.catalogue_total"
	wrongColour = "refuse.catalogue_split"
)

// A catalogueReader fills a catalogue.
type catalogueReader struct{ c *Catalogue }

var onReading = []string{"name", "from"} // optional everywhere

// said checks what is only for readers.
func said(o document.Value) {
	names := o.Key("name")
	names.Keys(nil, language.Tags())
	for _, l := range language.Tags() {
		names.Key(l).FullText()
	}
	o.Key("from").FullText()
}

// id reads an identifier: letters, digits and underscores, and not one of taken.
func id[V any](o document.Value, taken map[string]V) string {
	v := o.Key("id")
	s := v.FullText()
	plain := s != "" && (s[0] < '0' || s[0] > '9')
	for _, c := range s {
		plain = plain && (c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '_')
	}
	if !plain && s != "" || s == Unknown {
		v.Refuse(notAnID, s)
	}
	if _, ok := taken[s]; ok {
		v.Refuse(engine.GivenTwice, s)
	}
	return s
}

func abilities(v document.Value) []Ability {
	var list []Ability
	for _, item := range v.List(0, maxAbilities) {
		if i := item.Word(AbilityWords[:]...); i >= 0 {
			list = append(list, Ability(i))
		}
	}
	return list
}

// noteList reads a list of values of notes.
func noteList(v document.Value, most int) []int {
	var list []int
	for _, item := range v.List(0, most) {
		n := item.Int(1, 5)
		if at := noteOf(n); at >= 0 {
			list = append(list, at)
		} else {
			item.Refuse(notAnID, strconv.Itoa(n))
		}
	}
	return list
}

func (r *catalogueReader) read(all document.Value) {
	r.readBusinesses(all.Key("printed"), all.Key("tiles"))
	r.readSpaces(all.Key("spaces"))
	r.readActs(all.Key("acts"))
	total := 0
	o := all.Key("notes")
	o.Keys(noteWords[:], nil)
	for i, w := range noteWords {
		r.c.notes[i] = uint8(o.Key(w).Int(0, allNotes))
		total += int(r.c.notes[i])
	}
	if total > allNotes {
		o.Refuse(wrongTotal, strconv.Itoa(allNotes))
	}
	o, total = all.Key("goods"), 0
	o.Keys(GoodWords[:], nil)
	for i, w := range GoodWords {
		r.c.goods[i] = uint8(o.Key(w).Int(0, allGoods))
		total += int(r.c.goods[i])
	}
	if total > allGoods {
		o.Refuse(wrongTotal, strconv.Itoa(allGoods))
	}
	o = all.Key("swaps")
	o.Keys(Swap(0).Words(), nil)
	for i, w := range Swap(0).Words() {
		s := o.Key(w)
		s.Keys([]string{"discard", "take"}, nil)
		r.c.Swaps[i] = SwapRate{s.Key("discard").Int(1, 3), noteList(s.Key("take"), maxPays)}
	}
	r.readJobs(all.Key("jobs"))
	r.readAllies(all.Key("allies"))
}

func (r *catalogueReader) readBusinesses(printed, tiles document.Value) {
	c := r.c
	seen := [FirstTile]bool{}
	for _, o := range printed.List(FirstTile, FirstTile) {
		o.Keys([]string{"id", "at", "back", "front"}, onReading)
		at := o.Key("at").Word(append(slices.Clone(TurfWords[1:]), ParkWord)...)
		if at < 0 {
			continue
		}
		if seen[at] {
			o.Key("at").Refuse(engine.GivenTwice, o.Key("at").Text())
		}
		seen[at] = true
		if o.Key("front").Present() == (at == ParkAt) { // COR-2.3
			o.Key("front").Refuse(wrongFront, ParkWord)
		}
		r.readBusiness(at, o)
		if at != ParkAt {
			c.Businesses[at].Turf = Turf(at + 1)
		}
	}
	red := 0
	for i, o := range tiles.List(blueTiles+redTiles, blueTiles+redTiles) {
		o.Keys([]string{"id", "colour", "back", "front"}, onReading)
		c.Businesses[FirstTile+i].red = o.Key("colour").Word("blue", "red") == 1
		if c.Businesses[FirstTile+i].red {
			red++
		}
		r.readBusiness(FirstTile+i, o)
	}
	if red != redTiles {
		tiles.Refuse(wrongColour, strconv.Itoa(red))
	}
}

func (r *catalogueReader) readBusiness(at int, o document.Value) {
	b := &r.c.Businesses[at]
	b.ID = id(o, r.c.Places)
	b.Key = "business." + b.ID
	b.Back = abilities(o.Key("back"))
	if at != ParkAt {
		b.Front = abilities(o.Key("front"))
		r.c.Backs[b.ID] = at
	}
	r.c.Places[b.ID] = Place(at)
	r.c.placeID[at] = b.ID
	said(o)
}

func (r *catalogueReader) readSpaces(spaces document.Value) {
	areas := append([]string{ParkWord}, TurfWords[1:]...)
	for i, o := range spaces.List(1, maxSpaces) {
		o.Keys([]string{"id", "touches"}, append([]string{"plus3"}, onReading...))
		s := Space{ID: id(o, r.c.Places), plus3: o.Key("plus3").Bool()}
		s.Key = "space." + s.ID
		for _, v := range o.Key("touches").List(2, 3) { // COR-2.6
			t := v.Word(areas...)
			if t < 0 {
				continue
			}
			if s.Turfs.Has(Turf(t)) || t == 0 && s.Park {
				v.Refuse(engine.GivenTwice, areas[t])
			}
			if t == 0 {
				s.Park = true
			} else {
				s.Turfs |= 1 << t
			}
		}
		r.c.Spaces = append(r.c.Spaces, s)
		r.c.Places[s.ID] = FirstSpace + Place(i)
		r.c.placeID[FirstSpace+Place(i)] = s.ID
		said(o)
	}
	r.c.placeID[PolicePlace] = figureWords[PoliceFigure]
}

// readActs reads the act track. New figures and bribery are as the rules say.
func (r *catalogueReader) readActs(list document.Value) {
	for i, o := range list.List(Acts, Acts) {
		o.Keys([]string{"act", "hand_limit", "tile"}, append([]string{"new_figure", "bribery"}, onReading...))
		o.Key("act").Int(i+1, i+1)
		r.c.acts[i+1] = act{o.Key("hand_limit").Int(0, 99), o.Key("tile").Word("blue", "red") == 1}
		if want := i >= 2; o.Key("tile").Present() && r.c.acts[i+1].red != want { // COR-4.2
			o.Key("tile").Refuse(wrongColour, o.Key("tile").Text())
		}
		if f := o.Key("new_figure"); f.Present() {
			f.Word("consigliere", "heir")
		}
		o.Key("bribery").Bool()
		said(o)
	}
}

func (r *catalogueReader) readJobs(list document.Value) {
	total := 0
	for i, o := range list.List(1, allJobs) {
		o.Keys([]string{"id", "copies", "colour", "cost", "pays", "does"}, onReading)
		j := JobKind{ID: id(o, r.c.JobAt), copies: uint8(o.Key("copies").Int(1, allJobs)), Does: abilities(o.Key("does"))}
		j.key = "job." + j.ID
		total += int(j.copies)
		if n := o.Key("colour").Word(ColourWords[:]...); n >= 0 {
			j.Colour = Colour(n)
		}
		for _, v := range o.Key("cost").List(0, maxCost) {
			if g := v.Word(GoodWords[:]...); g >= 0 {
				j.Cost[g]++
			}
		}
		j.Pays = noteList(o.Key("pays"), maxPays)
		j.ways = waysToPay(j.Cost)
		r.c.freeJobs = r.c.freeJobs || j.Cost == Goods{}
		r.c.JobAt[j.ID] = i
		r.c.Jobs = append(r.c.Jobs, j)
		said(o)
	}
	if total != allJobs {
		list.Refuse(wrongTotal, strconv.Itoa(allJobs))
	}
}

// waysToPay returns the goods that pay a cost, with narcotics for others (COR-8.3, 8.4).
func waysToPay(cost Goods) []Goods {
	var ways []Goods
	for gun := range cost[Gun] + 1 {
		for money := range cost[BloodMoney] + 1 {
			for booze := range cost[Booze] + 1 {
				ways = append(ways, Goods{
					cost[Gun] - gun, cost[BloodMoney] - money, cost[Booze] - booze, cost[Narcotics] + gun + money + booze,
				})
			}
		}
	}
	return ways
}

func (r *catalogueReader) readAllies(list document.Value) {
	var each [Acts]int
	for i, o := range list.List(allAllies, allAllies) {
		o.Keys([]string{"id", "act", "does"}, onReading)
		a := &r.c.Allies[i]
		a.ID = id(o, r.c.AllyAt)
		a.key = "ally." + a.ID
		a.act = o.Key("act").Int(1, Acts-1)
		a.Does = abilities(o.Key("does"))
		if each[a.act]++; each[a.act] > alliesPerAct {
			o.Key("act").Refuse(wrongTotal, strconv.Itoa(alliesPerAct))
		}
		r.c.AllyAt[a.ID] = i
		said(o)
	}
}
