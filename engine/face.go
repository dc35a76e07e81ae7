package engine

import "io/fs"

// A Face is how a title looks and is told: its words, and what is made out of its views. The
// functions hold nothing, and are given nothing that their viewer may not know. [FaceOf] makes one
// of functions that know the types of a title.
type Face struct {
	// Messages holds messages.en.toml, messages.fa.toml and messages.it.toml, in files
	// rules.fa.toml and rules.it.toml the sentences of the ledger, by their numbers, and in
	// HOWTO.en.md, HOWTO.fa.md and HOWTO.it.md what a player wants to know before a play.
	Messages fs.FS
	// SeatBytes is how many bytes of JSON tell a seat at most what it alone may know and what it is asked, in any language,
	// as a test has found; phones get shorter messages then. 0: that is not known. Ask [Title.SeatBytesWith].
	SeatBytes int
	// Names returns messages that a header brings, such as the names of cards in an owner's
	// catalogue, by language and key; nil where it brings none. They go before Messages, and
	// are shown as they are, braces and all, but for the arguments of a [Text], which stand as
	// {who}, {whom}, {n}, {m}, {k}, {l}, {what} and {which}. The header was checked. A nil
	// function stands for none.
	Names func(Header) map[string]map[string]string
	// Rate says how good an answer of an ask looks to a seat with the view of that seat, for
	// bots; 0 is as good as leaving alone what is only offered. What differs by less than 1 is
	// sometimes chosen the other way, so that nobody can read a bot. nil: all are alike.
	Rate func(v View, a *Ask, do Action) float64
	// Lessons names what to explain at this moment of a first game, seen from outside, what
	// comes first before the rest; what was explained before is left out by whoever asks. The
	// explanation is the message "teach." and the name; the whole game's is "teach.begin".
	// A cue names its own ([Cue.Lesson]). nil: the title teaches nothing.
	Lessons func(View) []string
	// Draw lays out a view for a small display.
	Draw func(View) Scene
	// Picture lays out what the last move showed to everybody, out of the public view after
	// that move: the n-th picture, which cues name ([Cue.Picture]). The game keeps in its
	// public part what the pictures of its last move need. A picture of a board alone, without heading and lines, is for stages;
	// all else shows the text. nil where no cue names a picture.
	Picture func(v View, n int) Scene
	// Label returns what an option is called where its word alone does not say what it is,
	// such as a die with what it shows. It is made out of the public view, whoever is asked; a
	// is an argument that the ask lists, or an item of one of its parts. The zero Text, and a
	// nil function, stand for the usual label: the message of the argument's name + "." + the word.
	Label func(v View, ask *Ask, a *Arg) Text
	// Question returns what a step of an answer asks where that depends on what was said before it,
	// such as what is done to a business: said are the arguments before, arg is asked for. It is
	// given what Label is. The zero Text, and a nil function, stand for the usual question.
	Question func(v View, ask *Ask, said []Arg, arg string) Text
	// Explain returns the sentences about an option where that depends on the moment, such as
	// what a die does in this row. It is given what Label is. None, and a nil function, stand for the
	// usual sentence ([HintKeys]).
	Explain func(v View, ask *Ask, a *Arg) []Text
	// Purpose returns the sentences that say to everybody what an ask is for, where that depends on the moment, such as which
	// abilities can be used. It is made out of the public view. None, and a nil function, stand for the usual
	// sentence ([PurposeKeys]).
	Purpose func(v View, ask *Ask) []Text
	// Cover says, where everybody is asked only so that nobody can see who acts, what the seats are told whose answers count for
	// nothing; and, out of a seat's own view, whether it is one of them. The zero Text, and a nil function, say that nothing of the kind is asked.
	Cover func(View) (t Text, idle bool)
	// Befell says to a seat, out of its own view, what has come of the last reveals for it, as everybody has seen. The zero Text, and a
	// nil function, stand for nothing worth saying.
	Befell func(View) Text
	// Tell puts an event into lines of a log, from nothing but the event. nil: nothing is told.
	Tell func(Event) []Telling
	// Shows reports whether everybody who sees the public view v knows what the move m was that
	// answered a secret ask. It is asked after each later move until it says so. nil: no
	// secret is ever told.
	Shows func(v View, m Move) bool
	// Past reads a record through and lays out what a play of many evenings has been so far, as
	// everybody knows it. An error is a [*LineError] or belongs to the header. nil: its plays
	// have no past worth telling.
	Past func(record []byte) (Past, error)
	// Score returns the result of a view of a play that is over, and else the zero value. nil:
	// the title keeps no score.
	Score func(View) ScoreTable
	// Points returns the points by now in a play that goes on, where all may know them, and else the zero value.
	// nil: nobody may know.
	Points func(View) ScoreTable
	// Standing returns how the seats stand in a play that goes on, a line for each, as far as everybody
	// may know it. nil: the lines of its scene tell that.
	Standing func(View) []Line
	// Worth returns what the viewer of a view owns, in the unit of the scores, for the chart of
	// a play. nil: there is no chart.
	Worth func(View) int
}

// A ViewOf is a view with its parts in the types of a title: S is what everybody knows, P what one seat
// knows besides, and R how the play ended.
type ViewOf[S, P, R any] struct {
	Viewer  Viewer
	Public  *S
	Private *P // nil for the public
	Result  *R // nil until the play is over
}

// Typed returns v in the types of a title, and whether it is a view of that title.
func Typed[S, P, R any](v View) (ViewOf[S, P, R], bool) {
	of := ViewOf[S, P, R]{Viewer: v.Viewer, Public: public[S](v)}
	if p, is := v.Private.(P); is {
		of.Private = &p
	}
	if r, is := v.Result.(R); is {
		of.Result = &r
	}
	return of, of.Public != nil
}

// public returns the public part of v, or nil where it is one of another title. A game may keep it as an S or as a *S, which
// is read many times for a screen without being copied.
func public[S any](v View) *S {
	switch s := v.Public.(type) {
	case *S:
		return s
	case S:
		return &s
	}
	return nil
}

// FaceOf is the face of a title made of functions that are handed its own types, so that none of them
// has to look into a [View]. The fields are those of [Face]; what is nil here is nil there.
type FaceOf[S, P, R any] struct {
	Messages  fs.FS
	SeatBytes int
	Names     func(Header) map[string]map[string]string
	Past      func(record []byte) (Past, error)

	Draw func(v ViewOf[S, P, R]) Scene
	// Rate and Worth are asked with the view of a seat; its Private is not nil.
	Rate     func(v ViewOf[S, P, R], a *Ask, do Action) float64
	Picture  func(v ViewOf[S, P, R], n int) Scene
	Score    func(v ViewOf[S, P, R]) ScoreTable
	Points   func(v ViewOf[S, P, R]) ScoreTable
	Worth    func(v ViewOf[S, P, R]) int
	Lessons  func(s *S) []string
	Standing func(s *S) []Line
	Label    func(s *S, ask *Ask, a *Arg) Text
	Question func(s *S, ask *Ask, said []Arg, arg string) Text
	Explain  func(s *S, ask *Ask, a *Arg) []Text
	Purpose  func(s *S, ask *Ask) []Text
	Cover    func(v ViewOf[S, P, R]) (Text, bool) // its Private is not nil
	Befell   func(v ViewOf[S, P, R]) Text         // its Private is not nil
	Shows    func(s *S, m Move) bool
	Tell     func(before, after *S, e Event) []Telling
}

// Face returns the face. To a view of another title its functions answer with zero values.
func (f FaceOf[S, P, R]) Face() Face {
	out := Face{Messages: f.Messages, SeatBytes: f.SeatBytes, Names: f.Names, Past: f.Past}
	if do := f.Draw; do != nil {
		out.Draw = func(v View) Scene { return ofView(v, do) }
	}
	if do := f.Rate; do != nil {
		out.Rate = func(v View, a *Ask, act Action) float64 {
			return ofSeat(v, func(v ViewOf[S, P, R]) float64 { return do(v, a, act) })
		}
	}
	if do := f.Worth; do != nil {
		out.Worth = func(v View) int { return ofSeat(v, do) }
	}
	if do := f.Lessons; do != nil {
		out.Lessons = func(v View) []string { return ofPublic(v, do) }
	}
	if do := f.Standing; do != nil {
		out.Standing = func(v View) []Line { return ofPublic(v, do) }
	}
	if do := f.Picture; do != nil {
		out.Picture = func(v View, n int) Scene {
			return ofView(v, func(v ViewOf[S, P, R]) Scene { return do(v, n) })
		}
	}
	if do := f.Label; do != nil {
		out.Label = func(v View, ask *Ask, a *Arg) Text { return ofPublic(v, func(s *S) Text { return do(s, ask, a) }) }
	}
	if do := f.Question; do != nil {
		out.Question = func(v View, ask *Ask, said []Arg, arg string) Text {
			return ofPublic(v, func(s *S) Text { return do(s, ask, said, arg) })
		}
	}
	if do := f.Explain; do != nil {
		out.Explain = func(v View, ask *Ask, a *Arg) []Text {
			return ofPublic(v, func(s *S) []Text { return do(s, ask, a) })
		}
	}
	if do := f.Purpose; do != nil {
		out.Purpose = func(v View, ask *Ask) []Text { return ofPublic(v, func(s *S) []Text { return do(s, ask) }) }
	}
	if do := f.Cover; do != nil {
		out.Cover = func(v View) (t Text, idle bool) {
			t = ofSeat(v, func(v ViewOf[S, P, R]) (t Text) { t, idle = do(v); return t })
			return t, idle
		}
	}
	if do := f.Befell; do != nil {
		out.Befell = func(v View) Text { return ofSeat(v, do) }
	}
	if do := f.Shows; do != nil {
		out.Shows = func(v View, m Move) bool { return ofPublic(v, func(s *S) bool { return do(s, m) }) }
	}
	if do := f.Tell; do != nil {
		out.Tell = func(e Event) []Telling {
			return ofPublic(e.Before, func(before *S) []Telling {
				return ofPublic(e.After, func(after *S) []Telling { return do(before, after, e) })
			})
		}
	}
	if do := f.Score; do != nil {
		out.Score = func(v View) ScoreTable { return ofView(v, do) }
	}
	if do := f.Points; do != nil {
		out.Points = func(v View) ScoreTable { return ofView(v, do) }
	}
	return out
}

// ofView returns what do makes of a view, or the zero value where it is one of another title.
func ofView[S, P, R, T any](v View, do func(ViewOf[S, P, R]) T) T {
	if of, ok := Typed[S, P, R](v); ok {
		return do(of)
	}
	var none T
	return none
}

// ofSeat is ofView for the views of seats; of the public it makes nothing.
func ofSeat[S, P, R, T any](v View, do func(ViewOf[S, P, R]) T) T {
	if of, ok := Typed[S, P, R](v); ok && of.Private != nil {
		return do(of)
	}
	var none T
	return none
}

// ofPublic returns what do makes of the public part of a view, or the zero value where it is one of
// another title.
func ofPublic[S, T any](v View, do func(*S) T) T {
	if s := public[S](v); s != nil {
		return do(s)
	}
	var none T
	return none
}
