package derpate

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
var catalogueKeys = []string{"districts", "businesses", "takings", "tracks", "row4", "events"}

// A Catalogue is the board and the cards of one play. It does not change.
type Catalogue struct {
	Districts [DistrictCount]Ward
	Number    [BusinessCount + 1]Face
	Space     [BusinessCount + 1]uint8
	At        [Spaces + 1]Business // the business in front of a car space
	District  [BusinessCount + 1]uint8
	Takings   [6]struct {
		Amount int
		Step   Track
	}
	End     [TrackCount]int // the last box of each track
	TokenAt [TokenCount]int // the box of each token
	Income  []int           // what each box of Income pays
	Favours [favourCount]Favour
	Box     [Rows + 1][colourCount]Box // the coloured boxes
	colour  [Rows + 1][boxCount]Colour // the colour of each of them
	Events  [allCards]EventCard

	districtMoves [DistrictCount]engine.Action
	eventMoves    [allCards]engine.Action
	Tree          *document.Node // what it was read from
}

// A Ward is a district of the board.
type Ward struct {
	ID, Key    string // identifier, and its message key
	Businesses [3]Business
}

// An EventCard is an event card and what it does.
type EventCard struct {
	ID               string
	Colour           Colour
	Car              uint8 // how far the car drives
	turnStart        bool
	Op               Op
	Price, per       int
	Track            Track
	Steps            int
	NameKey, TextKey string
}

// House returns the catalogue of the house.
var House = sync.OnceValue(func() *Catalogue {
	c, wrong := readCatalogue(nil)
	if len(wrong) > 0 {
		panic(fmt.Sprintf("derpate: house.json: %v", wrong))
	}
	return c
})

// CatalogueOf returns the catalogue that the options name, or nil where it is not good.
func CatalogueOf(set engine.Settings) *Catalogue {
	raw := set.Raw("catalogue")
	if raw == nil || string(raw) == `"house"` {
		return House()
	}
	c, wrong := readCatalogue(raw)
	if len(wrong) > 0 {
		return nil
	}
	return c
}

// checkCatalogue returns all that is wrong with a catalogue, in the order in which it is
// read: nothing if it can be played with.
func checkCatalogue(data []byte) []engine.Mistake {
	_, wrong := readCatalogue(data)
	return wrong
}

// houseYAML returns the catalogue of the house as YAML, with the comments of the ledger.
func houseYAML() string { return catalogueHead + engine.LedgerYAML(rules, catalogueKeys) }

// catalogueHead comes before the house's data.
const catalogueHead = `# A catalogue of Der Pate: the board and the cards. Change whatever differs in your game and
# leave out the keys you do not change: each key you keep replaces the built-in one as a whole.
# Check it:      consigliere catalogue derpate --check FILE
# Play with it:  consigliere sim --game derpate --catalogue FILE
#
# The numbers, places and cards below are the house's (src: house) wherever no source prints those of
# the real game. An event with the op "manual" is carried out on the cardboard; the box asks what changed.
# The ops and their keys: move_all (track, steps), bail_or_river (price), number_pays, buy_friend (price),
# pay_in_car_district (per), takeover, raid_car_district, buy_steps (price, track, steps), tax (per),
# buy_back_debt (price), manual. name, text and src may be left out everywhere.

`

// readCatalogue reads a catalogue over the house's: each top-level key replaces the house's
// as a whole (PATE-1.9). The catalogue is good only if nothing is wrong.
func readCatalogue(data []byte) (*Catalogue, []engine.Mistake) {
	all, wrong := engine.OverHouse(houseTree(), catalogueKeys, data)
	if all == nil {
		return nil, wrong
	}
	r := document.NewReader(all)
	c := &Catalogue{}
	(&catalogueReader{c}).read(r.Root())
	if wrong = append(wrong, engine.Mistakes(r.Mistakes())...); len(wrong) > 0 {
		return nil, wrong
	}
	c.Tree = all
	return c, nil
}

// houseTree returns the data of the house.
var houseTree = sync.OnceValue(func() *document.Node {
	tree, err := document.JSON(houseJSON)
	if err != nil {
		panic(fmt.Sprintf("derpate: house.json: %v", err))
	}
	return tree
})

// The game's own problems with a catalogue.
const (
	otherDistrict = "refuse.catalogue_district"
	onlyNow       = "refuse.catalogue_when"
)

// A catalogueReader fills a catalogue.
type catalogueReader struct{ c *Catalogue }

// said checks the words that a catalogue may give in each language, and what is only for
// readers.
func said(o document.Value) {
	for _, k := range []string{"name", "text"} {
		names := o.Key(k)
		names.Keys(nil, language.Tags())
		for _, l := range language.Tags() {
			names.Key(l).FullText()
		}
	}
	o.Key("src").FullText()
}

var (
	trackNames = TrackWords[Reputation:]
	onReading  = []string{"name", "src"} // optional everywhere
	lawTracks  = TrackWords[Reputation:Income]
)

func (r *catalogueReader) read(all document.Value) {
	r.readDistricts(all.Key("districts"), all.Key("businesses"))
	r.readTakings(all.Key("takings"))
	r.readTracks(all.Key("tracks"))
	r.readRow4(all.Key("row4"))
	r.readEvents(all.Key("events"))
	for row, boxes := range r.c.Box {
		for colour, box := range boxes {
			if box != NoBox {
				r.c.colour[row][box] = Colour(colour)
			}
		}
	}
}

func (r *catalogueReader) readDistricts(districts, businesses document.Value) {
	c := r.c
	ids := make([]string, 0, DistrictCount)
	listed := [BusinessCount + 1]int{}
	for i, o := range districts.List(DistrictCount, DistrictCount) {
		o.Keys([]string{"id", "businesses"}, onReading)
		id := o.Key("id").FullText()
		if id != "" && slices.Contains(ids, id) {
			o.Key("id").Refuse(engine.GivenTwice, id)
		}
		ids = append(ids, id)
		c.Districts[i].ID, c.Districts[i].Key = id, DistrictKey(id)
		c.districtMoves[i] = District{id}
		for j, v := range o.Key("businesses").List(3, 3) {
			b := Business(1 + v.Word(BusinessWords[1:]...))
			if b != NoBusiness && listed[b] != 0 {
				v.Refuse(engine.GivenTwice, b.String())
			}
			c.Districts[i].Businesses[j] = b
			listed[b] = i + 1
		}
		said(o)
	}
	seen := [BusinessCount + 1]bool{}
	for _, o := range businesses.List(BusinessCount, BusinessCount) {
		o.Keys([]string{"id", "space", "district", "number"}, onReading)
		b := Business(1 + o.Key("id").Word(BusinessWords[1:]...))
		if b != NoBusiness && seen[b] {
			o.Key("id").Refuse(engine.GivenTwice, b.String())
		}
		seen[b] = true
		s := o.Key("space").Int(1, Spaces)
		if o.Key("space").Present() && c.At[s] != NoBusiness {
			o.Key("space").Refuse(engine.GivenTwice, strconv.Itoa(s))
		}
		c.At[s] = b
		c.Space[b] = uint8(s)
		c.Number[b] = Face(o.Key("number").Int(1, 5))
		if d := o.Key("district").Word(ids...); d >= 0 {
			c.District[b] = uint8(d)
			if b != NoBusiness && listed[b] != d+1 {
				o.Key("district").Refuse(otherDistrict, ids[d])
			}
		}
		said(o)
	}
}

func (r *catalogueReader) readTakings(takings document.Value) {
	seen := [6]bool{}
	for _, o := range takings.List(5, 5) {
		o.Keys([]string{"number", "id", "amount", "step"}, onReading)
		n := o.Key("number").Int(1, 5)
		if o.Key("number").Present() && seen[n] {
			o.Key("number").Refuse(engine.GivenTwice, strconv.Itoa(n))
		}
		seen[n] = true
		o.Key("id").FullText()
		r.c.Takings[n].Amount = o.Key("amount").Int(0, maxMoney/1000)
		if step := o.Key("step"); step.Present() { // null means no step
			r.c.Takings[n].Step = Track(1 + step.Word(lawTracks...))
		}
		said(o)
	}
}

// maxEnd bounds the tracks, so that no sum of steps can overflow.
const maxEnd = 1000

func (r *catalogueReader) readTracks(tracks document.Value) {
	c := r.c
	tracks.Keys(trackNames, onReading)
	for t := Reputation; t <= Influence; t++ {
		o := tracks.Key(t.String())
		o.Keys([]string{"end", "tokens"}, onReading)
		c.End[t] = o.Key("end").Int(1, maxEnd)
		first := Wedding + Token(t-Reputation)*3
		names := TokenWords[first : first+3]
		tokens := o.Key("tokens")
		tokens.Keys(names, nil)
		for i, n := range names {
			c.TokenAt[first+Token(i)] = tokens.Key(n).Int(1, c.End[t])
		}
	}
	income := tracks.Key("income")
	income.Keys([]string{"values"}, onReading)
	least, most := 0, 0
	for _, v := range income.Key("values").List(1, maxEnd) {
		n := v.Int(least, most)
		c.Income = append(c.Income, n)
		least, most = n, maxMoney/1000
	}
	c.End[Income] = len(c.Income) - 1
	favours := tracks.Key("favours")
	favours.Keys([]string{"boxes"}, onReading)
	seen := [favourCount]bool{}
	for i, v := range favours.Key("boxes").List(int(Cash), int(Cash)) {
		f := Favour(1 + v.Word(favourWords[MemberBack:]...))
		if f != NoFavour && seen[f] {
			v.Refuse(engine.GivenTwice, f.String())
		}
		seen[f] = true
		c.Favours[i+1] = f
	}
	c.End[Favours] = int(Cash)
}

func (r *catalogueReader) readRow4(row4 document.Value) {
	r.c.Box[2], r.c.Box[3] = row2, row3
	seen := [boxCount]bool{}
	row4.Keys([]string{"grey", "red", "black", "white"}, nil)
	for c := Black; c <= Red; c++ {
		v := row4.Key(c.String())
		i := v.Word(BoxWords[ConsigliereBox:]...)
		if i < 0 {
			continue
		}
		b := ConsigliereBox + Box(i)
		if seen[b] {
			v.Refuse(engine.GivenTwice, b.String())
		}
		seen[b] = true
		r.c.Box[4][c] = b
	}
}

func (r *catalogueReader) readEvents(events document.Value) {
	ops := make([]string, len(opData))
	for i, d := range opData {
		ops[i] = d.word
	}
	ids := make([]string, 0, allCards)
	for i, o := range events.List(allCards, allCards) {
		e := &r.c.Events[i]
		must, may := []string{"id", "colour", "car", "when", "op"}, append([]string{"text"}, onReading...)
		n := o.Key("op").Word(ops...)
		if n >= 0 {
			e.Op = Op(n)
		}
		for _, p := range []struct {
			key  string
			must bool
		}{{"price", opData[e.Op].price}, {"per", opData[e.Op].per}, {"track", opData[e.Op].track}, {"steps", opData[e.Op].steps}} {
			switch {
			case n < 0:
				may = append(may, p.key) // as long as nobody knows what the card does
			case p.must:
				must = append(must, p.key)
			}
		}
		if !o.Keys(must, may) {
			continue
		}
		e.ID = o.Key("id").FullText()
		if e.ID != "" && slices.Contains(ids, e.ID) {
			o.Key("id").Refuse(engine.GivenTwice, e.ID)
		}
		ids = append(ids, e.ID)
		e.NameKey, e.TextKey = "card."+e.ID, "text."+e.ID
		r.c.eventMoves[i] = Event{e.ID}
		if o.Key("colour").Word(ColourWords[Grey:]...) == 0 {
			e.Colour = Grey
		} else {
			e.Colour = Red
		}
		e.Car = uint8(o.Key("car").Int(1, 5))
		e.turnStart = o.Key("when").Word("now", "turn_start") == 1
		if n >= 0 && e.turnStart && !opData[n].turnStart {
			o.Key("when").Refuse(onlyNow, opData[n].word)
		}
		e.Price = o.Key("price").Int(0, maxMoney/1000)
		e.per = o.Key("per").Int(0, maxMoney/1000)
		e.Steps = o.Key("steps").Int(1, maxEnd)
		e.Track = Track(1 + o.Key("track").Word(trackNames...))
		said(o)
	}
}
