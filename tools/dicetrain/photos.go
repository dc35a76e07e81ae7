package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	xdraw "golang.org/x/image/draw"

	"consigliere/drivers/tray/conv"
	"consigliere/drivers/tray/sight"
	"consigliere/sim/scene"
)

// A photo is a photograph of dice: of each is known its upper face, and a box around all of it that is
// seen. The pose of the face is found by the networks, and is nil where they do not find it.
type photo struct {
	File string    `json:"file"`
	Dice []photoed `json:"dice"`

	picture image.Image
}

type photoed struct {
	Face int         `json:"face"`
	X    float64     `json:"x"`
	Y    float64     `json:"y"`
	W    float64     `json:"w"`
	H    float64     `json:"h"`
	Pose *sight.Pose `json:"pose,omitempty"`
	Sure float64     `json:"sure,omitempty"` // what the face classifier gives the face there
}

// loadPhotos reads a list of photographs, a line of JSON each, and the photographs beside it.
func loadPhotos(list, dir string) ([]photo, error) {
	f, err := os.Open(list)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var all []photo
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		var p photo
		if err := json.Unmarshal(lines.Bytes(), &p); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", list, n, err)
		}
		file, err := os.Open(filepath.Join(dir, p.File))
		if err != nil {
			return nil, err
		}
		m, err := jpeg.Decode(file)
		file.Close()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.File, err)
		}
		p.picture = m
		all = append(all, p)
	}
	return all, lines.Err()
}

// frameOf returns a frame that shows a picture around a place, larger or smaller. What is beyond the picture
// is grey.
func frameOf(m image.Image, x, y, zoom float64) *sight.Frame {
	to := image.NewRGBA(image.Rect(0, 0, sight.Width, sight.Height))
	xdraw.Draw(to, to.Rect, image.NewUniform(color.Gray{Y: 128}), image.Point{}, xdraw.Src)
	w, h := sight.Width/zoom, sight.Height/zoom
	part := image.Rect(int(math.Floor(x-w/2)), int(math.Floor(y-h/2)), int(math.Ceil(x+w/2)), int(math.Ceil(y+h/2))).Intersect(m.Bounds())
	at := func(p image.Point) image.Point {
		return image.Pt(int(math.Round((float64(p.X)-x)*zoom+sight.Width/2)), int(math.Round((float64(p.Y)-y)*zoom+sight.Height/2)))
	}
	xdraw.BiLinear.Scale(to, image.Rectangle{Min: at(part.Min), Max: at(part.Max)}, m, part, xdraw.Src, nil)
	f := sight.NewFrame()
	f.Set(to)
	return f
}

type posesCmd struct {
	Photos string `required:"" help:"Folder of the photographs."`
	List   string `required:"" help:"Their truth, a line of JSON each."`
	Faces  string `required:"" help:"Weights of the face classifier that looks for the poses."`
	Out    string `required:"" help:"File to write: the list with the poses."`
}

// Run finds the poses of the faces in photographs: where the face classifier gives the true face most.
func (c *posesCmd) Run() error {
	photos, err := loadPhotos(c.List, c.Photos)
	if err != nil {
		return err
	}
	data, err := os.ReadFile(c.Faces)
	if err != nil {
		return err
	}
	weights, err := conv.Decode(data)
	if err != nil {
		return err
	}
	var wait sync.WaitGroup
	next := make(chan *photo)
	for range 2 {
		net, err := conv.New(sight.FaceLayers(), weights, sight.Patch, sight.Patch)
		if err != nil {
			return err
		}
		s := &searcher{net: net, patch: make([]float32, sight.Patch*sight.Patch*3)}
		wait.Go(func() {
			for p := range next {
				for i := range p.Dice {
					s.search(p, &p.Dice[i])
				}
			}
		})
	}
	for i := range photos {
		next <- &photos[i]
	}
	close(next)
	wait.Wait()
	out, err := os.Create(c.Out)
	if err != nil {
		return err
	}
	defer out.Close()
	write, found, all := json.NewEncoder(out), 0, 0
	for _, p := range photos {
		for _, d := range p.Dice {
			all++
			if d.Pose != nil {
				found++
			}
		}
		if err := write.Encode(p); err != nil {
			return err
		}
	}
	fmt.Printf("%d of %d dice have a pose\n", found, all)
	return nil
}

// A searcher looks for the pose of a face.
type searcher struct {
	net   *conv.Net
	patch []float32
	frame *sight.Frame
}

// searchZoom is how much larger than in the photograph a die is looked at.
const searchZoom = 1.5

// search looks for the face of a die within its box. The camera sees the upper face farther from the middle
// of the picture than the rest of the die.
func (s *searcher) search(p *photo, d *photoed) {
	s.frame = frameOf(p.picture, d.X, d.Y, searchZoom)
	w := d.W * searchZoom
	b := p.picture.Bounds()
	away := math.Atan2(d.Y-float64(b.Dy())/2, d.X-float64(b.Dx())/2)
	best, most := sight.Pose{}, 0.0
	for _, out := range []float64{0.04, 0.14} {
		for _, size := range []float64{0.62, 0.74} {
			for k := range 4 {
				pose := sight.Pose{
					X: sight.Width/2 + out*w*math.Cos(away), Y: sight.Height/2 + out*w*math.Sin(away),
					Size: size * w, Angle: float64(k) * math.Pi / 8,
				}
				for range 3 {
					pose = s.mend(pose)
				}
				pose, sure := pose, s.sure(pose, d.Face-1)
				shift := math.Hypot(pose.X-sight.Width/2, pose.Y-sight.Height/2) / w
				if sure > most && shift < 0.3 && pose.Size > 0.42*w && pose.Size < 1.02*w {
					best, most = pose, sure
				}
			}
		}
		if most > 0.97 {
			break
		}
	}
	d.Sure = math.Round(most*1000) / 1000
	if most < 0.4 {
		return
	}
	d.Pose = &sight.Pose{
		X: d.X + (best.X-sight.Width/2)/searchZoom, Y: d.Y + (best.Y-sight.Height/2)/searchZoom,
		Size: best.Size / searchZoom, Angle: best.Angle,
	}
}

// mend moves a pose to where the face classifier sees the face.
func (s *searcher) mend(p sight.Pose) sight.Pose {
	s.frame.Face(p, s.patch)
	out := s.net.Run(s.patch)
	within := func(k int, limit float64) float64 { return min(max(float64(out[k]), -limit), limit) }
	sin, cos := math.Sincos(p.Angle)
	u, v := within(sight.ShiftX, 0.3)*p.Size, within(sight.ShiftY, 0.3)*p.Size
	return sight.Pose{
		X: p.X + u*cos - v*sin, Y: p.Y + u*sin + v*cos,
		Size: p.Size * math.Exp(within(sight.Grow, 0.2)), Angle: p.Angle + within(sight.Turn, 0.8)*math.Pi/4,
	}
}

// sure returns what the face classifier gives a face on average, turned by quarters.
func (s *searcher) sure(p sight.Pose, face int) float64 {
	sum := 0.0
	for range 2 {
		s.frame.Face(p, s.patch)
		out := s.net.Run(s.patch)
		top, all := math.Inf(-1), 0.0
		for _, v := range out[:sight.Faces] {
			top = max(top, float64(v))
		}
		for i, v := range out[:sight.Faces] {
			if i != sight.None && i != scene.Puppet-1 {
				all += math.Exp(float64(v) - top)
			}
		}
		none := math.Exp(float64(out[sight.None]) - top)
		sum += math.Exp(float64(out[face])-top) / (all + 0.3*none)
		p.Angle += math.Pi / 2
	}
	return sum / 2
}

type splitCmd struct {
	List string `required:"" help:"Photographs with their truth, a line of JSON each."`
	Held string `help:"File with the names of those that are held back, one a line."`
	Mend string `help:"File with mistakes of the truth: a file, a place, and the true face there, or 0 for one that nobody can tell."`
	Only bool   `help:"Write those that are held back, instead of the others."`
	Out  string `required:"" help:"File to write."`
}

// Run mends the truth of photographs, and writes those that are to be learned from.
func (c *splitCmd) Run() error {
	held := map[string]bool{}
	if c.Held != "" {
		text, err := os.ReadFile(c.Held)
		if err != nil {
			return err
		}
		for _, name := range strings.Fields(string(text)) {
			held[name] = true
		}
	}
	type mistake struct {
		file string
		x, y float64
		face int
	}
	var mistakes []mistake
	if c.Mend != "" {
		f, err := os.Open(c.Mend)
		if err != nil {
			return err
		}
		defer f.Close()
		for lines := bufio.NewScanner(f); lines.Scan(); {
			var m mistake
			if _, err := fmt.Sscan(lines.Text(), &m.file, &m.x, &m.y, &m.face); err != nil {
				return fmt.Errorf("%s: %q: %w", c.Mend, lines.Text(), err)
			}
			mistakes = append(mistakes, m)
		}
	}
	in, err := os.Open(c.List)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.Create(c.Out)
	if err != nil {
		return err
	}
	defer out.Close()
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var p photo
		if err := json.Unmarshal(lines.Bytes(), &p); err != nil {
			return err
		}
		if held[p.File] != c.Only {
			continue
		}
		for _, m := range mistakes {
			if m.file != p.File {
				continue
			}
			at := slices.IndexFunc(p.Dice, func(d photoed) bool { return math.Hypot(d.X-m.x, d.Y-m.y) < 0.4*d.W })
			if at < 0 {
				p.Dice = append(p.Dice, photoed{X: m.x, Y: m.y, W: 44, H: 44})
				at = len(p.Dice) - 1
			}
			p.Dice[at].Face = m.face
		}
		if err := json.NewEncoder(out).Encode(p); err != nil {
			return err
		}
	}
	return lines.Err()
}
