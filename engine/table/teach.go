package table

import (
	"strconv"
	"time"

	"consigliere/engine"
)

// Taught reports whether the play is explained while it is played, and since which move; see
// [Table.Teach].
func (t *Table) Taught() (since int, on bool) { return t.since, t.teaches }

// Teach says that the play is explained from now on, or no longer. Who explains it is for the
// caller to do. Like [Table.Attend] it is a line of the journal and no move.
func (t *Table) Teach(now time.Duration, on bool) error {
	if !on && !t.teaches {
		return nil
	}
	t.see(now)
	if err := t.write(engine.Table, `,"do":"teach","on":`+strconv.FormatBool(on)+`}`); err != nil {
		return err
	}
	t.teaches, t.since = on, len(t.play.moves)
	return nil
}

// replayTeach does what a line of [Table.Teach] did.
func (t *Table) replayTeach(f *engine.Fields) error {
	f.Word("seat", []string{t.Roster().Name(engine.Table)})
	on := f.Bool("on")
	if err := f.Done(); err != nil {
		return err
	}
	t.teaches, t.since = on, len(t.play.moves)
	return nil
}

// Explained returns the lessons that the moves in force have given occasion to since the play is
// taught ([engine.Title.Lessons], [engine.Cue]). Those of the present moment are not among them: they
// are still to come, or can be told again when the game goes on another evening.
func (t *Table) Explained() map[string]bool {
	told := map[string]bool{}
	p := t.play
	if !t.teaches || p.title.Lessons == nil {
		return told
	}
	q, _, err := begin(p.title, p.header)
	if err != nil {
		panic("table: the play does not begin again: " + err.Error())
	}
	for i := range p.moves {
		if i >= t.since {
			for _, lesson := range p.title.Lessons(q.game.View(engine.Public)) {
				told[lesson] = true
			}
		}
		cues, err := q.make(p.moves[i].Move, p.moves[i].by)
		if err != nil {
			panic("table: the moves before do not replay: " + err.Error())
		}
		for k := range cues {
			if i >= t.since && cues[k].Lesson != "" {
				told[cues[k].Lesson] = true
			}
		}
	}
	return told
}
