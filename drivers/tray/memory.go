package tray

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/png"
	"io/fs"
	"math"
	"slices"

	"consigliere/drivers/tray/sight"
)

// A Memory is what the dice of a table look like: cut-outs of dice whose faces people have told, and what the face
// classifier has made of them. It holds the [Set] of ordinary dice that were corrected, or a set with other faces that
// was taught. Nothing of it ever leaves the machine.
type Memory struct {
	// Faces are the names of the faces of a set that was taught; none for ordinary dice.
	Faces []string
	// Cuts are the dice, the newest last.
	Cuts []Cut

	head *head // nil before Fold
}

// A Cut is a die as the flatness classifier sees it, upright, in the light that it evens out.
type Cut struct {
	Face Face // by number in Faces, if there are any; 0 for what is no die
	pix  []byte
}

// MostCuts is how many cut-outs a memory keeps; the oldest go first.
const MostCuts = 240

// MostNames is how many faces a set that is taught has at most.
const MostNames = 6

// memoryVersion is the version of the file, and maxMemory how many bytes it has at most.
const (
	memoryVersion = 1
	maxMemory     = 8 << 20
)

type memoryFile struct {
	Version int      `json:"consigliere_dice"`
	Faces   []string `json:"faces,omitempty"`
	Cuts    []struct {
		Face    number `json:"face"`
		Picture []byte `json:"picture"` // PNG
	} `json:"cuts"`
	Head *head  `json:"head,omitempty"`
	Of   string `json:"of,omitempty"` // the network that the head belongs to
	Sum  string `json:"sum,omitempty"`
}

// A number is a face as it is counted.
type number uint8

func (f memoryFile) sum() (string, error) {
	f.Sum = ""
	return checksum(f)
}

// Save writes a memory to a file, whole or not at all.
func (m *Memory) Save(name string) error {
	f := memoryFile{Version: memoryVersion, Faces: m.Faces, Head: m.head, Of: ofClassifier()}
	f.Cuts = make([]struct {
		Face    number `json:"face"`
		Picture []byte `json:"picture"`
	}, len(m.Cuts))
	for i, c := range m.Cuts {
		var data bytes.Buffer
		if err := png.Encode(&data, c.picture()); err != nil {
			return err
		}
		f.Cuts[i].Face, f.Cuts[i].Picture = number(c.Face), data.Bytes()
	}
	var err error
	if f.Sum, err = f.sum(); err != nil {
		return err
	}
	return save(name, f)
}

// LoadMemory reads what [Memory.Save] has written. The error of a file that is not there is [fs.ErrNotExist].
func LoadMemory(name string) (*Memory, error) {
	data, err := load(name, maxMemory, "holds no learned dice", "")
	if err != nil {
		return nil, err
	}
	m, err := parseMemory(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return m, nil
}

// errMemory is the error of a file that cannot be a memory.
var errMemory = errors.New("what was learned of the dice is damaged")

func parseMemory(data []byte) (*Memory, error) {
	var f memoryFile
	if err := json.Unmarshal(data, &f); err != nil {
		return nil, fmt.Errorf("%w: %w", errMemory, err)
	}
	if f.Version != memoryVersion {
		return nil, fmt.Errorf("what was learned of the dice has version %d, and %d is read", f.Version, memoryVersion)
	}
	if sum, err := f.sum(); err != nil || sum != f.Sum {
		return nil, fmt.Errorf("%w: its checksum is wrong", errMemory)
	}
	if len(f.Cuts) > MostCuts || len(f.Faces) > MostNames {
		return nil, errMemory
	}
	m := &Memory{Faces: f.Faces, head: f.Head}
	for _, c := range f.Cuts {
		cut := Cut{Face: Face(c.Face), pix: make([]byte, 0, cutPixels)}
		p, err := png.Decode(bytes.NewReader(c.Picture))
		if err != nil || p.Bounds().Size() != image.Pt(sight.FlatnessPatch, sight.FlatnessPatch) || cut.Face > Puppet {
			return nil, errMemory
		}
		for y := range sight.FlatnessPatch {
			for x := range sight.FlatnessPatch {
				q := color.NRGBAModel.Convert(p.At(x, y)).(color.NRGBA)
				cut.pix = append(cut.pix, q.R, q.G, q.B)
			}
		}
		m.Cuts = append(m.Cuts, cut)
	}
	if f.Of != ofClassifier() { // another version of the program has another
		return m, m.Fold()
	}
	if h := m.head; h != nil {
		if h.Instead != (len(m.Faces) > 0) || len(h.Weights) != len(newHead(h.Instead).Weights) {
			return nil, errMemory
		}
		for _, w := range h.Weights {
			if !(math.Abs(float64(w)) < 1e4) {
				return nil, errMemory
			}
		}
	}
	return m, nil
}

// cutPixels is how many bytes a cut-out has.
const cutPixels = sight.FlatnessPatch * sight.FlatnessPatch * 3

// picture returns a cut-out for people to look at.
func (c Cut) picture() image.Image {
	m := image.NewNRGBA(image.Rect(0, 0, sight.FlatnessPatch, sight.FlatnessPatch))
	for i := range len(c.pix) / 3 {
		copy(m.Pix[4*i:], c.pix[3*i:3*i+3])
		m.Pix[4*i+3] = 255
	}
	return m
}

// cut returns what lies at a pose in the frame.
func (r *Reader) cut(p sight.Pose, face Face) Cut {
	r.frame.Die(p, r.around)
	c := Cut{Face: face, pix: make([]byte, cutPixels)}
	for i := 0; i < cutPixels; i += 3 {
		// As red, green and blue, of light and tints in the units of the networks.
		l, blue, red := float64(r.around[i])*60+110, float64(r.around[i+1])*30, float64(r.around[i+2])*30
		for k, v := range [3]float64{l + 1.402*red, l - 0.344136*blue - 0.714136*red, l + 1.772*blue} {
			c.pix[i+k] = byte(min(max(v+0.5, 0), 255))
		}
	}
	return c
}

// cutOf returns a die that was read in the picture that was read last, with the face that people have told.
func (r *Reader) cutOf(s Spot, face Face) Cut {
	f := r.frame
	return r.cut(sight.Pose{X: (s.X - f.OffX) / f.Zoom, Y: (s.Y - f.OffY) / f.Zoom, Size: s.Size / f.Zoom, Angle: s.Angle}, face)
}

// A Told is what somebody has told of a die: its face, in the words of records, and its place in the picture.
type Told struct {
	X, Y float64
	Word string
}

// Learn adds the dice of a picture to a memory, with the faces that somebody has told. It returns how many of them it
// has found.
func (r *Reader) Learn(m *Memory, picture image.Image, told []Told) (int, error) {
	spots, found := r.Read(picture).Spots, 0
	for _, d := range told {
		face, ok := r.set.face(d.Word)
		if !ok {
			return found, fmt.Errorf("%q is no face of these dice", d.Word)
		}
		at := slices.IndexFunc(spots, func(s Spot) bool { return math.Hypot(s.X-d.X, s.Y-d.Y) < 0.6*s.Size })
		if at < 0 {
			continue
		}
		m.Add(r.cutOf(spots[at], face))
		found++
	}
	return found, nil
}

// see fills what a face classifier sees of a cut-out that is turned by quarters, moved and grown a little.
func (c Cut) see(quarters int, right, down, grow float64, to []float32) {
	const side, middle = sight.FlatnessPatch, float64(sight.FlatnessPatch) / 2
	at := func(x, y int) (l, blue, red float32) {
		x, y = min(max(x, 0), side-1), min(max(y, 0), side-1)
		p := c.pix[(y*side+x)*3:]
		r, g, b := float32(p[0]), float32(p[1]), float32(p[2])
		l = 0.299*r + 0.587*g + 0.114*b
		return l, (b - l) / 1.772, (r - l) / 1.402
	}
	for j := range sight.Patch {
		for i := range sight.Patch {
			u, v := (float64(i)+0.5-sight.Patch/2)*grow+right, (float64(j)+0.5-sight.Patch/2)*grow+down
			for range quarters {
				u, v = -v, u
			}
			x, y := middle+u-0.5, middle+v-0.5
			ix, iy := int(math.Floor(x)), int(math.Floor(y))
			a, b := float32(x-float64(ix)), float32(y-float64(iy))
			var sum [3]float32
			for k := range 4 {
				share := [4]float32{(1 - a) * (1 - b), a * (1 - b), (1 - a) * b, a * b}[k]
				l, blue, red := at(ix+k%2, iy+k/2)
				sum[0], sum[1], sum[2] = sum[0]+share*l, sum[1]+share*blue, sum[2]+share*red
			}
			t := to[(j*sight.Patch+i)*3:]
			t[0], t[1], t[2] = sum[0]/60-110.0/60, sum[1]/30, sum[2]/30
		}
	}
}

// Add keeps more cut-outs, and forgets the oldest where they are too many.
func (m *Memory) Add(cuts ...Cut) {
	m.Cuts = append(m.Cuts, cuts...)
	if n := len(m.Cuts) - MostCuts; n > 0 {
		m.Cuts = slices.Delete(m.Cuts, 0, n)
	}
}

// ofClassifier returns a checksum of the weights of the face classifier.
func ofClassifier() string { return fmt.Sprintf("%08x", crc32.ChecksumIEEE(faceWeights)) }

// Fold makes of all cut-outs what a [Reader] is to remember.
func (m *Memory) Fold() error {
	m.head = nil
	if len(m.Cuts) == 0 {
		return nil
	}
	used := m.used()
	count := map[Face]int{} // each face means as much as the others
	for _, c := range m.Cuts {
		count[c.Face]++
		if len(m.Faces) == 0 {
			count[c.Face] = 1
		}
	}
	patch := make([]float32, sight.Patch*sight.Patch*3)
	net, err := network(faceWeights, sight.FaceLayers(), sight.Patch, sight.Patch)
	if err != nil {
		return err
	}
	h, way := newHead(len(m.Faces) > 0), corrections
	if len(m.Faces) > 0 {
		way = otherFaces
	}
	var looks []shown
	for _, cut := range m.Cuts {
		face := int(cut.Face) - 1
		if cut.Face == 0 {
			face = sight.None
		}
		for k := range memoryLooks {
			off := [...][3]float64{{0, 0, 1}, {0.9, 0.5, 1.07}, {-0.6, 0.9, 0.94}}[k/4]
			cut.see(k%4, off[0], off[1], off[2], patch)
			logits := net.Run(patch)[:sight.Faces]
			looks = append(looks, shown{slices.Clone(net.Input(headLayer())), slices.Clone(logits), face, 1 / float64(count[cut.Face])})
		}
	}
	h.fit(looks, used, way)
	if !h.Instead {
		h.scale(trust(looks, used, way))
	}
	m.head = h
	return nil
}

// shares are how much of a head may be believed. Measured on photographs of dice that no network has seen: all of it made three more of
// 116 wrong for certain, the half one.
var shares = [...]float32{1, 0.5}

// priceOfTrust is what a head that is believed wholly must gain for each cut-out, as [worth] has it: what is gained by chance is less.
const priceOfTrust = 0.4

// trust returns how much of what is fitted to looks is to be believed: all of it if heads that are fitted to one half of the
// cut-outs tell the other half much better, else half. Dice that nobody can tell would teach to misread others for certain.
func trust(looks []shown, used []bool, way fitting) float32 {
	cuts := len(looks) / memoryLooks
	if cuts < 4 {
		return shares[0]
	}
	var sum [len(shares)]float64
	half := cuts / 2 * memoryLooks
	for _, part := range [...][2][]shown{{looks[:half], looks[half:]}, {looks[half:], looks[:half]}} {
		h := newHead(false)
		h.fit(part[0], used, way)
		logits, with := make([]float32, sight.Faces), make([]float32, sight.Faces)
		for at := 0; at < len(part[1]); at += memoryLooks {
			cut := part[1][at : at+memoryLooks]
			for k, share := range shares {
				var together, p [sight.Faces]float64
				for _, l := range cut {
					copy(logits, l.logits)
					copy(with, l.logits)
					h.out(l.features, with)
					for o := range logits {
						logits[o] += share * (with[o] - logits[o])
					}
					softmax(logits, used, p[:])
					for o, v := range p {
						together[o] += math.Log(max(v, 1e-4)) / memoryLooks
					}
				}
				sum[k] += worth(together, cut[0].face)
			}
		}
	}
	best := len(shares) - 1
	for k, share := range shares {
		sum[k] -= priceOfTrust * float64(share) * float64(cuts)
		if sum[k] > sum[best] {
			best = k
		}
	}
	return shares[best]
}

// worth returns what is gained by what looks say together of a face, as logarithms: little where it is told with some doubt, and much is
// lost where another is told for certain.
func worth(together [sight.Faces]float64, face int) float64 {
	all, wrong := 0.0, 0.0
	for o, v := range together {
		all += math.Exp(v)
		if o != face {
			wrong = max(wrong, math.Exp(v))
		}
	}
	sum := max(together[face]-math.Log(all), -2)
	if wrong/all > 0.8 {
		sum -= 4
	}
	return sum
}

// memoryLooks is how often a cut-out is looked at.
const memoryLooks = 12

// used returns which faces there are.
func (m *Memory) used() []bool {
	used := make([]bool, sight.Faces)
	for i := range used {
		used[i] = len(m.Faces) == 0 || i < len(m.Faces) || i == sight.None
	}
	return used
}

// Remember lets the reader use what was learned of dice, or forget it if m is nil.
func (r *Reader) Remember(m *Memory) {
	r.head = nil
	if m != nil {
		r.head = m.head
	}
}

// IsForgotten reports whether an error of [LoadMemory] says that nothing was learned yet.
func IsForgotten(err error) bool { return errors.Is(err, fs.ErrNotExist) }
