package derpate

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"sync"

	"consigliere/engine"
)

// houseJSON is the catalogue "house": the data of section 6 that a catalogue may replace.
//
//go:embed house.json
var houseJSON []byte

// catalogueKeys are the keys that a catalogue may replace (section 6).
var catalogueKeys = []string{"districts", "businesses", "takings", "tracks", "row4", "events"}

// A catalogue is the board and the cards of one play. It does not change.
type catalogue struct {
	districts [districtCount]district
	number    [businessCount + 1]Face
	space     [businessCount + 1]uint8
	at        [spaces + 1]Business // the business in front of a car space
	district  [businessCount + 1]uint8
	takings   [6]struct {
		amount int
		step   Track
	}
	end     [trackCount]int // the last box of each track
	tokenAt [tokenCount]int // the box of each token
	income  []int           // what each box of Income pays
	favours [favourCount]Favour
	box     [rows + 1][colourCount]Box // the coloured boxes
	colour  [rows + 1][boxCount]Colour // the colour of each of them
	events  [allCards]event

	districtMoves [districtCount]engine.Action
	eventMoves    [allCards]engine.Action
	names         fs.FS // words for districts, businesses and cards; nil for the house
}

type district struct {
	id         string
	businesses [3]Business
}

type event struct {
	id               string
	colour           Colour
	car              uint8
	turnStart        bool
	op               op
	price, per       int
	track            Track
	steps            int
	nameKey, textKey string
}

// house returns the catalogue of the house.
var house = sync.OnceValue(func() *catalogue {
	c, wrong := readCatalogue(nil)
	if len(wrong) > 0 {
		panic(fmt.Sprintf("derpate: house.json: %v", wrong))
	}
	return c
})

// checkCatalogue returns all that is wrong with a catalogue, in the order in which it is
// read: nothing if it can be played with.
func checkCatalogue(data []byte) []engine.Mistake {
	_, wrong := readCatalogue(data)
	return wrong
}

// houseYAML returns the catalogue of the house as YAML, with the comments of the ledger.
func houseYAML() string {
	_, block, _ := strings.Cut(rules, "\n```yaml\n")
	block, _, _ = strings.Cut(block, "\n```\n")
	var b strings.Builder
	b.WriteString(catalogueHead)
	keep := false
	for line := range strings.Lines(block + "\n") {
		if line[0] >= 'a' && line[0] <= 'z' {
			key, _, _ := strings.Cut(line, ":")
			keep = slices.Contains(catalogueKeys, key)
		}
		if keep {
			b.WriteString(line)
		}
	}
	return b.String()
}

// catalogueHead stands before the house's data.
const catalogueHead = `# A catalogue of Der Pate: the board and the cards. Change what your own game has otherwise, and
# leave out the keys that you do not change: each key here replaces the house's as a whole.
# Check it:      consigliere catalogue --check FILE
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
func readCatalogue(data []byte) (*catalogue, []engine.Mistake) {
	r := &catalogueReader{c: &catalogue{}}
	all := decodeTree(houseJSON).(map[string]any)
	if data != nil {
		own, ok := decodeTree(data).(map[string]any)
		if !ok {
			why := engine.Text{Key: "refuse.catalogue_whole", What: strings.Join(catalogueKeys, ", "), Who: engine.NoSeat, Whom: engine.NoSeat}
			return nil, []engine.Mistake{{Path: "$", Why: why}}
		}
		r.keys("$", own, nil, catalogueKeys)
		for _, k := range catalogueKeys {
			if v, ok := own[k]; ok {
				all[k] = v
			}
		}
	}
	r.read(all)
	if len(r.wrong) > 0 {
		return nil, r.wrong
	}
	if data != nil {
		r.c.names = catalogueNames(r.c, all)
	}
	return r.c, nil
}

func decodeTree(data []byte) any {
	d := json.NewDecoder(strings.NewReader(string(data)))
	d.UseNumber()
	var v any
	if d.Decode(&v) != nil {
		return nil
	}
	return v
}

// A catalogueReader reads a tree of JSON, and goes on after a mistake.
type catalogueReader struct {
	c     *catalogue
	wrong []engine.Mistake
}

func (r *catalogueReader) bad(path, key string) { r.badNumbers(path, key, 0, 0) }

func (r *catalogueReader) badNumbers(path, key string, n, m int) {
	r.wrong = append(r.wrong, engine.Mistake{Path: path, Why: engine.Text{
		Key: key, What: strings.TrimPrefix(path, "$."), N: n, M: m, Who: engine.NoSeat, Whom: engine.NoSeat,
	}})
}

func (r *catalogueReader) badWord(path, key, word string) {
	r.bad(path, key)
	why := &r.wrong[len(r.wrong)-1].Why
	why.What += " → " + word
}

// keys looks for keys of an object that are missing or unknown.
func (r *catalogueReader) keys(path string, o map[string]any, must, may []string) {
	for _, k := range must {
		if _, ok := o[k]; !ok {
			r.badWord(path, "refuse.catalogue_missing", k)
		}
	}
	for _, k := range sortedKeys(o) {
		if !slices.Contains(must, k) && !slices.Contains(may, k) {
			r.badWord(path+"."+k, "refuse.catalogue_unknown", strings.Join(slices.Concat(must, may), " | "))
		}
	}
}

func (r *catalogueReader) object(path string, v any, must, may []string) map[string]any {
	o, ok := v.(map[string]any)
	if !ok {
		r.bad(path, "refuse.catalogue_object")
		return nil
	}
	r.keys(path, o, must, may)
	return o
}

// list takes a list of n, or of any length where n is 0. It returns at most n.
func (r *catalogueReader) list(path string, v any, n int) []any {
	l, ok := v.([]any)
	if !ok || n > 0 && len(l) != n {
		r.badNumbers(path, "refuse.catalogue_list", n, 0)
	}
	if n > 0 && len(l) > n {
		l = l[:n]
	}
	return l
}

// number takes a whole number out of o; a key that is missing was told by keys.
func (r *catalogueReader) number(path string, o map[string]any, key string, least, most int) int {
	v, ok := o[key]
	if !ok {
		return least
	}
	return r.int(path+"."+key, v, least, most)
}

func (r *catalogueReader) int(path string, v any, least, most int) int {
	if j, ok := v.(json.Number); ok {
		if n, err := strconv.Atoi(j.String()); err == nil && n >= least && n <= most {
			return n
		}
	}
	r.badNumbers(path, "refuse.catalogue_number", least, most)
	return least
}

func (r *catalogueReader) text(path string, o map[string]any, key string) string {
	v, ok := o[key]
	if !ok {
		return ""
	}
	s, ok := v.(string)
	if !ok || s == "" {
		r.bad(path+"."+key, "refuse.catalogue_text")
	}
	return s
}

// choice takes one of words out of o and returns its place, or -1.
func (r *catalogueReader) choice(path string, o map[string]any, key string, words []string) int {
	v, ok := o[key]
	if !ok {
		return -1
	}
	return r.word(path+"."+key, v, words)
}

func (r *catalogueReader) word(path string, v any, words []string) int {
	if s, ok := v.(string); ok {
		for i, w := range words {
			if s == w {
				return i
			}
		}
	}
	r.badWord(path, "refuse.catalogue_word", strings.Join(words, " | "))
	return -1
}

// said checks the words that a catalogue may give in each language, and what is only for
// readers.
func (r *catalogueReader) said(path string, o map[string]any) {
	for _, k := range []string{"name", "text"} {
		if v, ok := o[k]; ok {
			names := r.object(path+"."+k, v, nil, languages)
			for _, l := range sortedKeys(names) {
				r.text(path+"."+k, names, l)
			}
		}
	}
	r.text(path, o, "src")
}

var (
	trackNames = trackWords[Reputation:]
	languages  = []string{"en", "it", "fa"}
	onReading  = []string{"name", "src"} // optional everywhere
	lawTracks  = trackWords[Reputation:Income]
)

func (r *catalogueReader) read(all map[string]any) {
	r.readBoard(all)
	r.readTakings(all)
	r.readTracks(all)
	r.readRow4(all)
	r.readEvents(all)
	for row, boxes := range r.c.box {
		for colour, box := range boxes {
			if box != NoBox {
				r.c.colour[row][box] = Colour(colour)
			}
		}
	}
}

func (r *catalogueReader) readBoard(all map[string]any) {
	c := r.c
	ids := make([]string, 0, districtCount)
	listed := [businessCount + 1]int{}
	for i, v := range r.list("$.districts", all["districts"], districtCount) {
		path := index("$.districts", i)
		o := r.object(path, v, []string{"id", "businesses"}, onReading)
		id := r.text(path, o, "id")
		if id != "" && slices.Contains(ids, id) {
			r.badWord(path+".id", "refuse.catalogue_twice", id)
		}
		ids = append(ids, id)
		c.districts[i].id = id
		c.districtMoves[i] = District{id}
		if businesses, ok := o["businesses"]; ok {
			for j, v := range r.list(path+".businesses", businesses, 3) {
				b := Business(1 + r.word(index(path+".businesses", j), v, businessWords[1:]))
				if b != NoBusiness && listed[b] != 0 {
					r.badWord(index(path+".businesses", j), "refuse.catalogue_twice", b.String())
				}
				c.districts[i].businesses[j] = b
				listed[b] = i + 1
			}
		}
		r.said(path, o)
	}
	seen := [businessCount + 1]bool{}
	for i, v := range r.list("$.businesses", all["businesses"], businessCount) {
		path := index("$.businesses", i)
		o := r.object(path, v, []string{"id", "space", "district", "number"}, onReading)
		b := Business(1 + r.choice(path, o, "id", businessWords[1:]))
		if b != NoBusiness && seen[b] {
			r.badWord(path+".id", "refuse.catalogue_twice", b.String())
		}
		seen[b] = true
		s := r.number(path, o, "space", 1, spaces)
		if _, ok := o["space"]; ok && c.at[s] != NoBusiness {
			r.badWord(path+".space", "refuse.catalogue_twice", strconv.Itoa(s))
		}
		c.at[s] = b
		c.space[b] = uint8(s)
		c.number[b] = Face(r.number(path, o, "number", 1, 5))
		if d := r.choice(path, o, "district", ids); d >= 0 {
			c.district[b] = uint8(d)
			if b != NoBusiness && listed[b] != d+1 {
				r.badWord(path+".district", "refuse.catalogue_district", ids[d])
			}
		}
		r.said(path, o)
	}
}

func (r *catalogueReader) readTakings(all map[string]any) {
	seen := [6]bool{}
	for i, v := range r.list("$.takings", all["takings"], 5) {
		path := index("$.takings", i)
		o := r.object(path, v, []string{"number", "id", "amount", "step"}, onReading)
		n := r.number(path, o, "number", 1, 5)
		if _, ok := o["number"]; ok && seen[n] {
			r.badWord(path+".number", "refuse.catalogue_twice", strconv.Itoa(n))
		}
		seen[n] = true
		r.text(path, o, "id")
		r.c.takings[n].amount = r.number(path, o, "amount", 0, maxMoney/1000)
		if o["step"] != nil {
			r.c.takings[n].step = Track(1 + r.choice(path, o, "step", lawTracks))
		}
		r.said(path, o)
	}
}

// maxEnd bounds the tracks, so that no sum of steps can overflow.
const maxEnd = 1000

func (r *catalogueReader) readTracks(all map[string]any) {
	c := r.c
	path := "$.tracks"
	tracks := r.object(path, all["tracks"], trackNames, onReading)
	for t := Reputation; t <= Influence; t++ {
		v, ok := tracks[t.String()]
		if !ok {
			continue
		}
		path := path + "." + t.String()
		o := r.object(path, v, []string{"end", "tokens"}, onReading)
		c.end[t] = r.number(path, o, "end", 1, maxEnd)
		tokens, ok := o["tokens"]
		if !ok {
			continue
		}
		first := Wedding + Token(t-Reputation)*3
		names := tokenWords[first : first+3]
		at := r.object(path+".tokens", tokens, names, nil)
		for i, n := range names {
			c.tokenAt[first+Token(i)] = r.number(path+".tokens", at, n, 1, c.end[t])
		}
	}
	if v, ok := tracks["income"]; ok {
		o := r.object("$.tracks.income", v, []string{"values"}, onReading)
		path := "$.tracks.income.values"
		values := r.list(path, o["values"], 0)
		if len(values) < 1 || len(values) > maxEnd {
			r.badNumbers(path, "refuse.catalogue_income", 1, maxEnd)
		}
		least, most := 0, 0
		for i, v := range values {
			n := r.int(index(path, i), v, least, most)
			c.income = append(c.income, n)
			least, most = n, maxMoney/1000
		}
		c.end[Income] = len(values) - 1
	}
	if v, ok := tracks["favours"]; ok {
		o := r.object("$.tracks.favours", v, []string{"boxes"}, onReading)
		path := "$.tracks.favours.boxes"
		seen := [favourCount]bool{}
		for i, v := range r.list(path, o["boxes"], int(Cash)) {
			f := Favour(1 + r.word(index(path, i), v, favourWords[MemberBack:]))
			if f != NoFavour && seen[f] {
				r.badWord(index(path, i), "refuse.catalogue_twice", f.String())
			}
			seen[f] = true
			c.favours[i+1] = f
		}
	}
	c.end[Favours] = int(Cash)
}

func (r *catalogueReader) readRow4(all map[string]any) {
	r.c.box[2], r.c.box[3] = row2, row3
	seen := [boxCount]bool{}
	o := r.object("$.row4", all["row4"], []string{"grey", "red", "black", "white"}, nil)
	for c := Black; c <= Red; c++ {
		i := r.choice("$.row4", o, c.String(), boxWords[ConsigliereBox:])
		if i < 0 {
			continue
		}
		b := ConsigliereBox + Box(i)
		if seen[b] {
			r.badWord("$.row4."+c.String(), "refuse.catalogue_twice", b.String())
		}
		seen[b] = true
		r.c.box[4][c] = b
	}
}

func (r *catalogueReader) readEvents(all map[string]any) {
	ops := make([]string, len(opData))
	for i, d := range opData {
		ops[i] = d.word
	}
	ids := make([]string, 0, allCards)
	for i, v := range r.list("$.events", all["events"], allCards) {
		path := index("$.events", i)
		must := []string{"id", "colour", "car", "when", "op"}
		o, ok := v.(map[string]any)
		if !ok {
			r.bad(path, "refuse.catalogue_object")
			continue
		}
		e := &r.c.events[i]
		if n := r.choice(path, o, "op", ops); n >= 0 {
			e.op = op(n)
			d := opData[n]
			for _, p := range []struct {
				key  string
				must bool
			}{{"price", d.price}, {"per", d.per}, {"track", d.track}, {"steps", d.steps}} {
				if p.must {
					must = append(must, p.key)
				}
			}
			r.keys(path, o, must, append([]string{"text"}, onReading...))
		} else if _, ok := o["op"]; !ok {
			r.badWord(path, "refuse.catalogue_missing", "op")
		}
		e.id = r.text(path, o, "id")
		if e.id != "" && slices.Contains(ids, e.id) {
			r.badWord(path+".id", "refuse.catalogue_twice", e.id)
		}
		ids = append(ids, e.id)
		e.nameKey, e.textKey = "card."+e.id, "text."+e.id
		r.c.eventMoves[i] = Event{e.id}
		if r.choice(path, o, "colour", colourWords[Grey:]) == 0 {
			e.colour = Grey
		} else {
			e.colour = Red
		}
		e.car = uint8(r.number(path, o, "car", 1, 5))
		e.turnStart = r.choice(path, o, "when", []string{"now", "turn_start"}) == 1
		if e.turnStart && !opData[e.op].turnStart {
			r.badWord(path+".when", "refuse.catalogue_when", opData[e.op].word)
		}
		e.price = r.number(path, o, "price", 0, maxMoney/1000)
		e.per = r.number(path, o, "per", 0, maxMoney/1000)
		e.steps = r.number(path, o, "steps", 1, maxEnd)
		e.track = Track(1 + r.choice(path, o, "track", trackNames))
		r.said(path, o)
	}
}

func index(path string, i int) string { return path + "[" + strconv.Itoa(i) + "]" }
