package main

import (
	"fmt"
	"os"
	"time"
)

// A progress tells on a terminal how far something is that takes longer than two seconds. In a pipe it says nothing.
type progress struct {
	to    *os.File // nil: silent
	what  string
	began time.Time
	told  time.Time
	wait  time.Duration // how long it has to take to be worth a word
}

// newProgress returns the progress of something, such as "games", on standard error.
func newProgress(what string) *progress {
	p := &progress{what: what, began: time.Now(), wait: 2 * time.Second}
	if info, err := os.Stderr.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
		p.to = os.Stderr
	}
	return p
}

// at tells that n of all are done.
func (p *progress) at(n, all int) {
	now := time.Now()
	if p.to == nil || n == 0 || now.Sub(p.began) < p.wait || now.Sub(p.told) < time.Second/4 {
		return
	}
	p.told = now
	fmt.Fprintf(p.to, "\r%s\x1b[K", progressLine(p.what, n, all, now.Sub(p.began)))
}

// during tells while f runs, of which nobody can say how far it is, what is done and for how long already.
func (p *progress) during(f func() error) error {
	if p.to == nil {
		return f()
	}
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		next := time.After(p.wait)
		for {
			select {
			case <-stop:
				return
			case now := <-next:
				p.told = now
				fmt.Fprintf(p.to, "\r%s, %s so far\x1b[K", p.what, now.Sub(p.began).Round(time.Second))
				next = time.After(time.Second)
			}
		}
	}()
	err := f()
	close(stop)
	<-stopped
	p.done()
	return err
}

// done takes away what was told.
func (p *progress) done() {
	if !p.told.IsZero() {
		fmt.Fprint(p.to, "\r\x1b[K")
	}
}

// progressLine says how far something is, and how long it still takes if it goes on like that.
func progressLine(what string, n, all int, spent time.Duration) string {
	left := time.Duration(float64(spent) * float64(all-n) / float64(n))
	return fmt.Sprintf("%d of %d %s, about %s left", n, all, what, left.Round(time.Second))
}
