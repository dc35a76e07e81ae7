package console

import (
	"strings"
	"time"

	"consigliere/engine"
	"consigliere/hw/command"
	"consigliere/hw/lang"
	"consigliere/hw/screen"
)

// Lessons explain a game while it is being played: each thing when it first comes. The play
// stands still until somebody has read it and presses OK.
type lessons struct {
	on   bool
	told map[string]bool
	now  engine.Text // what is being explained; none while its Key is ""
	// about is what was first called that a lesson explains, where no picture shows that: who reads
	// it learns from that whom it is about, also where the call was cut short.
	about map[string]engine.Text
	begun time.Duration // since when
}

// unread is how long an OK does not end a lesson that has just appeared: whoever presses so early
// meant something else.
const unread = 600 * time.Millisecond

func (k *Console) doTeach(c command.Teach) error {
	if k.t == nil || k.t.Title().Lessons == nil {
		return k.refused(errNoPlay)
	}
	if err := k.t.Teach(k.caller.Clock(k.now), c.On); err != nil {
		return k.refused(err)
	}
	if !c.On {
		k.lessons.on = false
		k.keepPace()
		k.t.SetClocks(k.caller.Clock(k.now), k.memory.Clocks())
		k.pause(false)
		return nil
	}
	k.goOnTeaching()
	return nil
}

// goOnTeaching begins the lessons of a play that is taught, or goes on with them where the play goes
// on: what has been explained follows from its moves.
func (k *Console) goOnTeaching() {
	since, on := k.t.Taught()
	if !on {
		return
	}
	k.lessons = lessons{on: true, told: map[string]bool{}, about: map[string]engine.Text{}}
	k.keepPace()
	for word := range k.t.Explained() {
		k.lessons.told["teach."+word] = true
	}
	for i := since; i < k.t.Moves(); i++ {
		if s := k.t.Move(i).Seat; s >= 0 && !k.botSeats().Has(s) {
			k.lessons.told[handsLesson] = true
		}
	}
	k.t.SetClocks(k.caller.Clock(k.now), 0) // who learns is not hurried
	if k.t.Moves() <= since {
		k.lesson("teach.begin")
	}
}

// lesson explains something, by the key of its message, if that is the first time.
func (k *Console) lesson(key string) {
	if k.lessons.told[key] {
		return
	}
	k.lessons.told[key] = true
	k.pause(true)
	k.lessons.now, k.lessons.begun = engine.Say(key), k.now
	k.page = 0
	k.say(k.spoken(k.lessons.now))
	k.touch()
}

// hear notes what a cue says that will be explained.
func (k *Console) hear(c *engine.Cue) {
	key := "teach." + c.Lesson
	if _, ok := k.lessons.about[key]; k.lessons.on && c.Lesson != "" && c.Picture == 0 && !ok && !k.lessons.told[key] {
		k.lessons.about[key] = c.Text
	}
}

// stepLessons explains what comes for the first time, after all that was called.
func (k *Console) stepLessons() {
	if !k.caller.Idle() {
		return
	}
	if key := k.dueLesson(); key != "" {
		k.lesson(key)
	}
}

// dueLesson returns what is to be explained before anybody answers, as soon as all is called;
// "" nothing.
func (s *state) dueLesson() string {
	if !s.lessons.on || s.t == nil || s.over || s.t.Paused() {
		return ""
	}
	if needs := s.undoNeeds(); needs != 0 {
		return ""
	}
	for _, word := range s.t.Title().Lessons(s.t.View(engine.Public)) {
		if !s.lessons.told["teach."+word] {
			return "teach." + word
		}
	}
	if s.waits&^s.botSeats() != 0 && !s.lessons.told[handsLesson] {
		return handsLesson
	}
	return ""
}

// handsLesson is how a seat answers. It is told before the first answer of somebody who is no
// bot.
const handsLesson = "teach.hands"

// lessonPage shows what is being explained. The picture that it is about goes before it.
func (s *state) lessonPage(l lang.Lang) *screen.Page {
	p := &screen.Page{
		Heading: s.Word(l, "ui.lesson_title"), Lines: []screen.Line{{Text: s.lessonText(l)}},
		Foot: s.Word(l, "ui.foot_lesson"),
	}
	if b := s.caller.Calling(); b != nil && b.Picture != nil {
		about := s.picturePage(l, b, engine.Table)
		about.Foot, about.Within = p.Foot, 0 // it stands until somebody goes on
		about.More = []screen.Page{*p}
		p = about
	}
	p.At = s.page
	return p
}

// lessonTexts returns what is being explained, after what was called that it explains.
func (s *state) lessonTexts() []engine.Text {
	if about, ok := s.lessons.about[s.lessons.now.Key]; ok {
		return []engine.Text{about, s.lessons.now}
	}
	return []engine.Text{s.lessons.now}
}

// lessonText returns the same in words.
func (s *state) lessonText(l lang.Lang) string {
	var sentences []string
	for _, t := range s.lessonTexts() {
		sentences = append(sentences, s.Text(l, t))
	}
	return strings.Join(sentences, " ")
}

// readLesson goes on after a lesson, where somebody has pressed at a time when it could have been read.
// What else is to be explained at this moment follows at once, so that nothing flashes up in between.
func (k *Console) readLesson(pressed time.Duration) {
	if !k.teaching() || pressed >= k.lessons.begun+unread {
		k.pause(false)
		k.stepLessons()
	}
}

// teaching reports whether something is being explained.
func (s *state) teaching() bool { return s.lessons.now.Key != "" }

// keepPace sets how fast the caller calls.
func (k *Console) keepPace() {
	p := k.memory.Pace()
	if k.lessons.on {
		p = p.Calmer()
	}
	k.caller.Keep(p)
}
