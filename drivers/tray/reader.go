// Package tray reads the dice that lie in a tray, from pictures that a camera above it takes.
//
// # How it reads
//
// Five small networks look at a picture. The detector sees all of it, and the mirror image of what is not
// plain, and says where the upper faces of dice lie, and where something is that should not be there:
// a die that leans or still moves, one that lies under another or that the border cuts, a hand. The
// face classifier sees each face, turned upright, three to six times in slightly different ways, and says its
// number and its colour. The flatness classifier sees each face that was read with what lies around it, and says
// whether its die lies flat and alone. A fourth one, which sees what that and the detector have found, says so, too, and how the face
// slopes: a die leans if its slope isn't that of the others. A fifth one sees all that those have found where something is doubted, at two
// sizes of the picture, and says whether there is nothing but a print on a cloth or the like.
//
// A reading is given only if everything agrees: the looks at a face see the same number, the colours
// fit the set, and whatever looks like a part of a die belongs to one that was read, unless it is far
// smaller than the dice, or all dice of the set are surely read and it lies apart. If only slight
// doubts speak against it, the detector sees two more mirror images of what lies around them, and what
// it says on average counts. Else the reading is unsure, and says why. An unsure reading costs a
// second look, a wrong one spoils a game.
//
// The detector knows dice whose faces are some 30 to 90 pixels of a frame large. Every frame without all
// dice of a set is therefore looked at once more at twice the size and at half of it. If most dice show
// there, they are read there. Else a die of the same size as the others that shows its face for certain at twice the size alone is read with them, and
// whatever else looks like a die there, and was not read, makes the reading unsure. So dice that are too small
// or too large are not overlooked, and an empty reading is sure only where nothing looks like a die at any size.
//
// In an unsure reading each die says for itself whether it was surely read. Where nothing else is in doubt, the
// sure ones stand, and people need to be asked about the others alone.
//
// A [Calibration] of the empty tray and its dice helps where there is one. Alarms that the detector
// gives at the empty tray are false where a picture has not changed; where it has, dice are looked
// for; colours are the lesson's; and a thing that no die explains makes a reading unsure. If
// camera or light have changed, pictures are read as if there were none.
//
// The weights of the networks were made by the command in tools/dicetrain; its documentation says
// from what.
package tray

import (
	"fmt"
	"image"
	"slices"

	"consigliere/drivers/tray/conv"
	"consigliere/drivers/tray/sight"
)

// A Reason says why a reading is unsure.
type Reason string

// The reasons.
const (
	Sure      Reason = ""
	HandIn    Reason = "hand"      // a hand is in the picture
	Odd       Reason = "odd"       // a die leans, moves, lies under another, or is cut by the border
	Unclear   Reason = "unclear"   // a face or a colour cannot be told for certain
	Something Reason = "something" // something looks like a die, but cannot be read
	Extra     Reason = "extra"     // there are more dice than the set has
)

// A Reading is what lies in the tray.
type Reading struct {
	Dice   []Die  `json:"dice"` // ordered by colour and face; none if unsure
	Unsure bool   `json:"unsure"`
	Why    Reason `json:"-"`
	// Stands says of an unsure reading that nothing is in doubt but the Spots that are not sure.
	Stands bool `json:"-"`
	// Spots are the dice that were found, with their places in the picture, for showing them
	// to people. An unsure reading has them, too: some may be sure all the same.
	Spots []Spot `json:"-"`

	names []string // of the faces of a set that was taught
}

// Word returns the name of a face, as it is in records.
func (r Reading) Word(f Face) string { return f.named(r.names) }

// A Spot is a die at its place in the picture, in pixels of that picture.
type Spot struct {
	Die
	X, Y, Size float64
	Angle      float64 // in radians
	// Sure says that the die was read for certain. Else its face is a guess, and 0 if there is none.
	Sure bool
}

// A Reader reads pictures. It keeps its buffers, so reading allocates next to nothing. It is
// not safe for concurrent use.
type Reader struct {
	set     Set
	limits  limits
	faces   [sight.Faces]bool            // of the set
	colours [len(sight.ColourNames)]bool // of the set
	tints   [len(sight.ColourNames)]bool // and those that a die may have beside
	empty   *emptyTray                   // nil without a calibration

	// The picture, and what the networks see of it.
	frame  *sight.Frame
	size   image.Point // of the picture
	view   []float32   // of the detector
	patch  []float32   // of the face classifier
	around []float32   // of the flatness classifier

	detector *conv.Net
	near     *conv.Net // the detector for parts of a frame
	faceNet  *conv.Net
	flatNet  *conv.Net
	slopeNet *conv.Net
	sloped   []float32 // what the network of slopes sees
	placeNet *conv.Net
	placed   []float32 // what the network of places sees
	surveys  []*survey // for dice of other sizes
	fine     field     // what the survey for small dice says, while a reading is decided anew
	small    field     // and as long as the network of places may be asked
	head     *head     // of the face classifier, if something was learned of the dice

	// What the detector said.
	passes int         // over this frame
	first  sight.Found // what it found in the first of these
	sum    []float32   // of all passes
	views  []byte      // and how often, of each cell
	grid   []float32   // the mean
	parts  []cells     // that were seen closer

	cands   []candidate
	sloping []sloping   // those of them that show a face
	known   []candidate // the candidates of the pass before
	crowd   bool        // there were more than can be dice
	sure    float64     // what the looks must give a face on average
	least   float64     // and each of them

	// What was decided.
	dice   []*candidate
	prints []*candidate // the candidates that aren't dice
	blank  []*candidate // those that may be dice, but show no face
	edge   []*candidate // those that the border cuts, but no mark of theirs
	why    Reason       // the first thing that speaks against the reading
	whole  bool         // and something does that is neither in dice nor in blank
	slight bool         // all that does is so
	doubts []int        // cells that slight doubts are about
}

// NewReader returns a reader of a set of dice.
func NewReader(s Set) (*Reader, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	const cells = sight.GridW * sight.GridH
	r := &Reader{
		set: s, limits: usualLimits(), frame: sight.NewFrame(),
		view: make([]float32, sight.HalfW*sight.HalfH*3), patch: make([]float32, sight.Patch*sight.Patch*3),
		sloped: make([]float32, sight.SlopeInputs), placed: make([]float32, sight.PlaceInputs),
		around: make([]float32, sight.FlatnessPatch*sight.FlatnessPatch*3),
		views:  make([]byte, cells), sum: make([]float32, cells*sight.DetectorOutputs), grid: make([]float32, cells*sight.DetectorOutputs),
	}
	if len(s.Names) > 0 { // eight pictures of a face teach less than photographs did
		r.limits.smallSure, r.limits.smallLeast = r.limits.faceSure, r.limits.faceLeast
	}
	r.sure, r.least = r.limits.faceSure, r.limits.faceLeast
	for _, f := range s.Faces {
		r.faces[f-1] = true
	}
	r.faces[sight.None] = true
	for i, c := range sight.ColourNames {
		r.colours[i] = slices.Contains(s.Colours, c)
		r.tints[i] = r.colours[i] || slices.Contains(s.Also, c)
	}
	var err error
	if r.detector, err = network(detectorWeights, sight.DetectorLayers(), sight.HalfW, sight.HalfH); err != nil {
		return nil, fmt.Errorf("detector: %w", err)
	}
	if r.near, err = network(detectorWeights, sight.DetectorLayers(), partW*sight.Cell/2, partH*sight.Cell/2); err != nil {
		return nil, fmt.Errorf("detector: %w", err)
	}
	if r.faceNet, err = network(faceWeights, sight.FaceLayers(), sight.Patch, sight.Patch); err != nil {
		return nil, fmt.Errorf("face classifier: %w", err)
	}
	if r.surveys, err = newSurveys(); err != nil {
		return nil, fmt.Errorf("detector: %w", err)
	}
	if r.flatNet, err = network(flatnessWeights, sight.FlatnessLayers(), sight.FlatnessPatch, sight.FlatnessPatch); err != nil {
		return nil, fmt.Errorf("flatness classifier: %w", err)
	}
	if r.slopeNet, err = network(slopeWeights, sight.SlopeLayers(), 1, 1); err != nil {
		return nil, fmt.Errorf("slope of faces: %w", err)
	}
	if r.placeNet, err = network(placeWeights, sight.PlaceLayers(), 1, 1); err != nil {
		return nil, fmt.Errorf("places: %w", err)
	}
	return r, nil
}

func network(data []byte, layers []conv.Layer, w, h int) (*conv.Net, error) {
	weights, err := conv.Decode(data)
	if err != nil {
		return nil, err
	}
	return conv.New(layers, weights, w, h)
}

// The detector looks at each picture, and also at the mirror image of one that is mostly unclear.
const passes = 2

// Read reads a picture.
func (r *Reader) Read(m image.Image) Reading {
	r.take(m)
	return r.read()
}

// take makes a picture the frame to read.
func (r *Reader) take(m image.Image) {
	r.frame.Set(m)
	r.size = m.Bounds().Size()
	r.passes = 0
}

func (r *Reader) read() Reading {
	if r.empty != nil {
		if reading, fits := r.readCalibrated(); fits {
			return reading
		}
	}
	reading := r.readUsual()
	if reading.Why == HandIn || r.all() {
		return reading
	}
	return r.readOther(reading)
}

// readUsual reads dice that are as large as those that the detector learned from.
func (r *Reader) readUsual() Reading {
	r.passes, r.cands, r.sure, r.least = 0, r.cands[:0], r.limits.faceSure, r.limits.faceLeast
	if reading := r.pass(1); reading.Unsure && r.hopeless() || !reading.Unsure && r.clear() {
		return reading
	}
	var reading Reading
	if r.closer(r.unclear(), firstTurns) {
		reading = r.consider(usualField(r.mean()))
	} else {
		reading = r.pass(passes)
	}
	if reading.Unsure && r.slight && r.closer(r.doubts, secondTurns) {
		reading = r.consider(usualField(r.mean()))
	}
	return reading
}

// fits reports whether a calibration fits the picture that is read.
func (r *Reader) fits() bool { return r.empty != nil && r.empty.match == Fits }

// examine judges what the detector has found.
func (r *Reader) examine(grid field) {
	r.known, r.cands = r.known[:0], r.cands[:0]
	r.classifyAll(grid)
}

// pass reads by what the detector says after the given number of passes.
func (r *Reader) pass(passes int) Reading { return r.consider(usualField(r.see(passes))) }

// consider reads by what the detector says.
func (r *Reader) consider(grid field) Reading {
	r.cands, r.known = r.known[:0], r.cands
	r.classifyAll(grid)
	r.cands = once(r.cands, r.limits.oneDie)
	return r.decide(grid)
}

// clear reports whether a reading of the first pass is so plain that no other is needed: nothing
// was seen but faces, and all of them well.
func (r *Reader) clear() bool {
	grid := usualField(r.grid)
	dice := r.dice[:0]
	for i := range r.cands {
		c := &r.cands[i]
		if !r.isPlain(c) {
			return false
		}
		dice = append(dice, c)
	}
	r.dice = dice
	if r.surest(grid, sight.Bad, nil, r.limits.clear.odd) > r.limits.clear.odd || r.surest(grid, sight.Body, dice, r.limits.clear.body) > r.limits.clear.body ||
		r.surest(grid, sight.Good, dice, r.limits.clear.seen) > r.limits.clear.seen || grid.count(sight.Hand, r.limits.clear.hand) > 0 {
		return false
	}
	_, share := r.colourOf(dice)
	return share > r.limits.clear.hue
}

// unclear returns the cells for whose sake the reading of the first pass is not clear.
func (r *Reader) unclear() []int {
	grid := usualField(r.grid)
	r.doubts = r.doubts[:0]
	dice := r.dice[:0]
	for i := range r.cands {
		c := &r.cands[i]
		if r.isPlain(c) {
			dice = append(dice, c)
		} else {
			r.doubts = append(r.doubts, cellOf(c.pose))
		}
	}
	r.dice = dice
	r.surest(grid, sight.Bad, nil, r.limits.clear.odd)
	r.surest(grid, sight.Body, dice, r.limits.clear.body)
	r.surest(grid, sight.Good, dice, r.limits.clear.seen)
	r.surest(grid, sight.Hand, nil, r.limits.clear.hand)
	return r.doubts
}

// hopeless reports whether the first pass saw that nobody should read this.
func (r *Reader) hopeless() bool {
	grid := usualField(r.grid)
	return r.surest(grid, sight.Bad, r.edge, r.limits.clear.hopeless) > r.limits.clear.hopeless || grid.count(sight.Hand, r.limits.clear.hopeless) >= r.limits.handSize
}
