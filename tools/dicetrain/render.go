package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image/jpeg"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"sync"

	"consigliere/sim/scene"
)

// cells of the grid over a picture, 16 pixels each.
const (
	gridW, gridH = 40, 30
	cellSize     = 16
)

// A label is the truth of a picture, as the trainer wants it.
type label struct {
	File   string      `json:"file"`
	Set    string      `json:"set"`
	Dice   []scene.Die `json:"dice"`
	Unsure bool        `json:"unsure"`
	// Hand and Body say of each cell how much of it, of 255, shows a hand or a die. They are
	// nil where nobody knows: for photographs and for pictures made elsewhere.
	Hand []byte `json:"hand,omitempty"`
	Body []byte `json:"body,omitempty"`
	// HandIn says that there is a hand somewhere.
	HandIn bool `json:"hand_in"`
	// Points says what makes the picture hard to read.
	Points []scene.Point `json:"points,omitempty"`
}

// render draws pictures first to last into a folder, all or those of patterned trays; each depends on the seed, its number and the options alone.
func render(dir string, seed uint64, o scene.Options, patterned bool, first, last int) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	jobs := make(chan int)
	var wait sync.WaitGroup
	errs := make(chan error, runtime.GOMAXPROCS(0))
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for i := range jobs {
				if err := draw(dir, seed, o, patterned, i); err != nil {
					errs <- err
					for range jobs { // the others are done for
					}
					return
				}
			}
		})
	}
	for i := first; i < last; i++ {
		jobs <- i
	}
	close(jobs)
	wait.Wait()
	close(errs)
	return <-errs
}

func draw(dir string, seed uint64, o scene.Options, patterned bool, i int) error {
	r := rand.New(rand.NewPCG(seed, uint64(i)))
	o.Set = []string{scene.Pate, scene.Standard}[i%2]
	laid := scene.New(r, o)
	if patterned && !laid.Patterned() {
		return nil
	}
	p := laid.Render()
	l := label{File: fmt.Sprintf("%06d.jpg", i), Set: o.Set, Dice: p.Dice, Unsure: p.Unsure, HandIn: p.Hand, Points: p.Points}
	l.Hand, l.Body = make([]byte, gridW*gridH), make([]byte, gridW*gridH)
	for y := range gridH {
		for x := range gridW {
			hand, body := 0, 0
			for j := range cellSize * cellSize {
				switch p.Shows[(y*cellSize+j/cellSize)*p.Width+x*cellSize+j%cellSize] {
				case scene.Ground:
				case scene.Hand:
					hand++
				default:
					body++
				}
			}
			l.Hand[y*gridW+x], l.Body[y*gridW+x] = byte(min(hand, 255)), byte(min(body, 255))
		}
	}
	var picture bytes.Buffer
	if err := jpeg.Encode(&picture, p.Image, &jpeg.Options{Quality: 78 + r.IntN(18)}); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, l.File), picture.Bytes(), 0o644); err != nil {
		return err
	}
	text, err := json.Marshal(l)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, fmt.Sprintf("%06d.json", i)), text, 0o644)
}
