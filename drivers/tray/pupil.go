package tray

import (
	"image"
	"log/slog"
	"math"
	"slices"
	"sync"

	"consigliere/hw"
)

// A pupil is how a watcher learns the dice of its table. Its zero value has seen nothing.
type pupil struct {
	mu    sync.Mutex
	known *Memory
	begun bool
	news  *Memory // that the reader does not have yet
	last  []glimpse
	busy  sync.WaitGroup
	folds sync.Mutex // one after the other
}

// A glimpse is a die of the last throw, for people to correct it.
type glimpse struct {
	x, y float64 // as in [hw.Die]
	cut  Cut
}

// memory returns what is known at the beginning.
func (l *pupil) memory(w *Watcher) *Memory {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.begun {
		l.known, l.begun = w.Memory, true
	}
	return l.known
}

// fresh returns what was learned since the last time; nil if nothing was.
func (l *pupil) fresh() *Memory {
	l.mu.Lock()
	defer l.mu.Unlock()
	m := l.news
	l.news = nil
	return m
}

// see keeps cut-outs of the dice of a throw, until the next.
func (l *pupil) see(w *Watcher, r *Reader, reading Reading, m image.Image) {
	if w.MemoryFile == "" {
		return
	}
	var last []glimpse
	for _, s := range reading.Spots {
		d := s.thrown(m, reading.names)
		last = append(last, glimpse{d.X, d.Y, r.cutOf(s, s.Face)})
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last = last
}

// told returns cut-outs of the last throw with the faces that people have told.
func (l *pupil) told(set Set, dice []hw.Die) (cuts []Cut) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, d := range dice {
		at := slices.IndexFunc(l.last, func(g glimpse) bool { return math.Hypot(g.x-d.X, g.y-d.Y) < 1e-6 })
		face, ok := set.face(d.Face)
		if at < 0 || !ok {
			continue
		}
		cut := l.last[at].cut
		cut.Face = face
		cuts = append(cuts, cut)
	}
	return cuts
}

// learn folds cut-outs in and keeps them.
func (l *pupil) learn(w *Watcher, cuts []Cut) error {
	l.folds.Lock()
	defer l.folds.Unlock()
	m := &Memory{}
	if known := l.memory(w); known != nil {
		m.Faces, m.Cuts = known.Faces, slices.Clone(known.Cuts)
	}
	m.Add(cuts...)
	if err := m.Fold(); err != nil {
		return err
	}
	l.mu.Lock()
	l.known, l.news = m, m
	l.mu.Unlock()
	return m.Save(w.MemoryFile)
}

// Correct implements [hw.Pupil]: the cut-outs of these dice are kept, and the next throws are read by them, too.
func (w *Watcher) Correct(dice []hw.Die) {
	cuts := w.learning.told(w.Set, dice)
	if w.MemoryFile == "" || len(cuts) == 0 {
		return
	}
	w.learning.busy.Go(func() {
		log := w.Log
		if log == nil {
			log = slog.New(slog.DiscardHandler)
		}
		if err := w.learning.learn(w, cuts); err != nil {
			log.Warn("corrected dice were not learned", "error", err)
			return
		}
		log.Info("corrected dice were learned", "dice", len(cuts))
	})
}
