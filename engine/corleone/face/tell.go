package face

import (
	"slices"

	"consigliere/engine"
	"consigliere/engine/corleone"
)

// shows reports whether everybody who sees v knows a secret move. A bid is known when the lids are
// open. What was used out of a list that could have named a drawn job is known at once, but for
// the draw itself.
func shows(s *corleone.Status, m engine.Move) bool {
	switch m.Do.(type) {
	case corleone.BidNotes, corleone.BidAmount:
		return s.Bribery != nil && s.Bribery.Bids != nil
	case corleone.UseDraw, corleone.Keep:
		return false
	}
	return true
}

// tell puts an event into lines of a log.
func tell(before, after *corleone.Status, e engine.Event) []engine.Telling {
	t := teller{before: before, after: after, who: e.Move.Seat}
	switch {
	case e.Begins:
		t.begins(e.Cues)
		return t.lines
	case e.Move.Do != nil:
		t.move(e.Move.Do)
	default:
		t.hidden(e.Verb)
	}
	if !e.Late {
		t.cues(e.Cues)
	}
	return t.lines
}

// A teller is the lines of an event.
type teller struct {
	before, after *corleone.Status
	who           engine.Seat
	told          map[string]bool // keys of the cues that the move has told already
	lines         []engine.Telling
}

func (t *teller) say(text engine.Text, items ...engine.Text) {
	t.lines = append(t.lines, append(engine.Telling{text}, items...))
}

// told says that the move says what cues of the keys would say.
func (t *teller) tells(keys ...string) {
	t.told = map[string]bool{}
	for _, k := range keys {
		t.told[k] = true
	}
}

// move tells what was done.
func (t *teller) move(do engine.Action) {
	who := engine.Say("").Seat(t.who)
	says := func(key string) engine.Text {
		who.Key = key
		return who
	}
	switch do := do.(type) {
	case corleone.Open:
		t.say(engine.Say("log.open"), things("tiles.", do.Tiles.List())...)
		t.tells("cue.tile")
	case corleone.DealJobs:
		t.say(engine.Say("log.deal_jobs"), things("jobs.", do.Jobs.List())...)
	case corleone.DealAllies:
		t.say(engine.Say("log.deal_allies"), things("allies.", do.Allies.List())...)
	case corleone.First:
		t.say(engine.Say("log.first").Seat(do.Player))
	case corleone.Thug:
		t.say(says("log.thug").Thing("business." + do.Business))
		if do.First {
			t.say(engine.Say("log.thug_first"))
		}
	case corleone.Family:
		t.say(says("log.family").Thing("space." + do.Space))
	case corleone.Job:
		key := "log.job"
		if do.From == corleone.FromRow {
			key = "log.job_public"
		}
		t.say(says(key).Thing("job."+do.Job), goodTexts(do.Pay.Words())...)
	case corleone.Ally:
		t.say(says("log.ally").Thing("ally." + do.Ally))
	case corleone.Pass:
		t.say(says("log.pass"))
	case corleone.Done:
		t.say(says("log.done"))
	case corleone.Marker:
		t.say(says("log.marker").Thing(corleone.TurfKeys[do.From]))
	case corleone.NoMarker:
		t.say(says("log.marker_none"))
	case corleone.BidNotes:
		switch notes := do.Notes.Values(); len(notes) {
		case 0:
			t.say(says("log.bid_nothing"))
		case 1: // not the same amount twice
			t.say(says("log.bid_amount").Number(do.Notes.Worth()))
		default:
			t.say(says("log.bid").Number(do.Notes.Worth()), noteTexts(notes)...)
		}
	case corleone.BidAmount:
		t.say(says("log.bid_amount").Number(do.Amount))
	case corleone.Recruit:
		t.say(says("log.recruit").Thing("ally." + do.Ally).Number(t.before.Bribery.Bids.Of[t.who]))
		t.tells("cue.recruited")
	case corleone.Tribute:
		t.say(says("log.tribute"), cardTexts(do.Cards)...)
		t.tells("cue.discards")
	case corleone.Keep:
		t.say(says("log.keep").Thing("job." + do.Job))
	case corleone.Next:
		t.say(engine.Say("log.next").Thing("phase." + t.before.Phase))
	case corleone.Horse:
		t.say(engine.Say("log.horse").Seat(do.Player))
		t.tells("cue.horse")
	case corleone.Influence:
		if forces := t.forces(do); !pressed(t.after, forces) { // else who has won is all that was said
			t.say(engine.Say("log.influence").Thing(corleone.TurfKeys[do.Turf]), forces...)
		}
	case corleone.Stack:
		t.say(engine.Say("log.stack").Thing(corleone.TurfKeys[do.Turf]), seatTexts(do.Markers.Seats())...)
	case corleone.Count:
		t.say(engine.Say("log.count").Seat(do.Of).Number(do.Money), colourTexts(do.Jobs)...)
	case corleone.Adjust:
		t.adjusted(do)
	default:
		t.used(do)
	}
}

// used tells the use of an ability.
func (t *teller) used(do engine.Action) {
	who := engine.Say("").Seat(t.who)
	says := func(key string) engine.Text {
		who.Key = key
		return who
	}
	switch do := do.(type) {
	case corleone.UseStash:
		t.say(says("log.use_stash").Number(int(do.Note)))
		t.tells("cue.stash")
	case corleone.UseDraw:
		if do.Keep == "" || do.Keep == corleone.Unknown {
			t.say(says("log.use_draw"))
		} else {
			t.say(says("log.use_draw_known").Thing("job." + do.Keep))
		}
	case corleone.UseSwap:
		t.say(says("log.use_swap"), cardTexts(do.Cards)...)
	case corleone.UseSmuggle:
		t.say(says("log.use_smuggle"), cardTexts(corleone.Cards(do.Card))...)
	case corleone.UseHorse:
		t.say(says("log.use_horse"))
		t.tells("cue.horse")
	case corleone.UseFront:
		t.say(says("log.use_front").Thing("business." + do.Business))
	case corleone.UseBack:
		t.say(says("log.use_back").Thing("business." + do.Business))
	case corleone.UseKill:
		t.figure("log.use_kill", "log.use_kill_neutral", do.At, "")
		t.tells("cue.kills", "cue.kills_neutral")
	case corleone.UseMoveThug:
		t.figure("log.use_move", "log.use_move_neutral", do.From, do.To)
	case corleone.UseMoveFamily:
		t.figure("log.use_move", "log.use_move_neutral", do.From, do.To)
	case corleone.UseMoveRival:
		t.figure("log.use_move", "log.use_move_neutral", do.From, do.To)
	case corleone.UseMayor:
		t.say(says("log.use_place").Thing(corleone.FigureKeys[corleone.MayorFigure]).Thing("to." + do.To))
	case corleone.UseUnion:
		t.say(says("log.use_place").Thing(corleone.FigureKeys[corleone.UnionFigure]).Thing("to." + do.To))
	case corleone.UsePolice:
		t.say(says("log.use_place").Thing(corleone.FigureKeys[corleone.PoliceFigure]).Thing(corleone.TurfKeys[do.To]))
	case corleone.UseManual:
		t.say(says("log.use_manual"))
	}
	if t.told == nil {
		t.tells("cue.moves", "cue.moves_of")
	}
}

// figure tells of the figure at a place: whose it is, if it is another player's, and where it goes.
func (t *teller) figure(key, nobodys, at, to string) {
	f := t.before.FigureAt(t.before, at)
	text := engine.Say(nobodys).Seat(t.who).Thing(corleone.FigureKeys[f.Kind])
	if f.Owner != corleone.Neutral && f.Owner != t.who {
		text = engine.Say(key).Seat(t.who).Seat(f.Owner).Thing(corleone.FigureKeys[f.Kind])
	}
	switch {
	case to != "":
		text = text.Thing("to." + to)
	case f.Kind == corleone.PoliceFigure && t.before.Police != nil:
		text = text.Thing("turf." + *t.before.Police)
	default:
		text = text.Thing("at." + at)
	}
	t.say(text)
}

// hidden tells that something was done that the viewer may not know more about.
func (t *teller) hidden(verb string) {
	who := engine.Say("").Seat(t.who)
	switch {
	case verb == "bid":
		who.Key = "log.bid_hidden"
	case verb == "use" && t.drew():
		who.Key = "log.use_draw"
	default:
		return // it is told late, which is at once
	}
	t.say(who)
}

// drew reports whether the move has drawn a job: it alone takes one from deck and discards.
func (t *teller) drew() bool {
	b, a := t.before.FullStatus, t.after.FullStatus
	return b != nil && a != nil && a.JobDeck+a.JobDiscard+len(a.PublicJobs) < b.JobDeck+b.JobDiscard+len(b.PublicJobs)
}

// adjusted tells a correction, each part of it.
func (t *teller) adjusted(do corleone.Adjust) {
	by := func(key string, items ...engine.Text) {
		if len(items) > 0 {
			t.say(engine.Say(key).Seat(do.Of.Seat()), items...)
		}
	}
	by("log.adjust_lose", cardTexts(do.Lose)...)
	by("log.adjust_gain", cardTexts(do.Gain)...)
	by("log.adjust_unstash", noteTexts(do.Unstash.Values())...)
	by("log.adjust_stash", noteTexts(do.Stash.Values())...)
	if do.Kill != "" {
		t.say(engine.Say("log.adjust_kill").Thing("kill." + do.Kill))
	}
	if do.Relocate != (corleone.FromTo{}) {
		t.say(engine.Say("log.adjust_move").Thing("from." + do.Relocate[0]).Thing("to." + do.Relocate[1]))
	}
	t.tells("cue.killed", "cue.killed_neutral", "cue.moved", "cue.moved_of")
}

// outcomes are the cues that say what came of a move. The others announce what comes next, or
// repeat the move.
var outcomes = map[string]bool{
	"cue.tile": true, "cue.share": true, "cue.stash": true, "cue.discard": true, "cue.horse": true, "cue.moved": true, "cue.moved_of": true,
	"cue.moves": true, "cue.moves_of": true, "cue.killed": true, "cue.killed_neutral": true, "cue.kills": true, "cue.kills_neutral": true, "cue.returned": true, "cue.pays": true, "cue.recruited": true,
	"cue.discards": true, "cue.total": true, "cue.tie": true, "cue.winner": true, "cue.winner_shared": true,
}

// cues tells the outcomes: what each seat takes in one line, and the turf war turf by turf.
func (t *teller) cues(cues []engine.Cue) {
	for i := 0; i < len(cues); i++ {
		c := &cues[i].Text
		switch {
		case gains[c.Key]:
			var items []engine.Text
			n := i
			for ; n < len(cues) && gains[cues[n].Text.Key] && cues[n].Text.Seats()[0] == c.Seats()[0]; n++ {
				items = append(items, taken(&cues[n].Text)...)
			}
			t.say(engine.Say("log.takes").Seat(c.Seats()[0]), counted(items)...)
			i = n - 1
		case c.Key == "cue.wins" || c.Key == "cue.wins_turf" || c.Key == "cue.nobody_wins":
			t.battle(c)
		case c.Key == "cue.tile" && t.before.Round != t.after.Round:
			// It belongs to the act that begins.
		case outcomes[c.Key] && !t.told[c.Key]:
			t.say(*c)
		}
	}
}

// gains are the cues of what somebody takes.
var gains = map[string]bool{"cue.note": true, "cue.good": true, "cue.goods": true}

// taken is what a cue of a gain names.
func taken(c *engine.Text) []engine.Text {
	switch c.Key {
	case "cue.note":
		return []engine.Text{engine.Say("log.note").Number(c.Numbers()[0])}
	case "cue.goods":
		return slices.Repeat([]engine.Text{engine.Say(c.Things()[0])}, c.Numbers()[0])
	}
	return []engine.Text{engine.Say(c.Things()[0])}
}

// battle tells the turf war in one turf: who wins it, and all forces.
func (t *teller) battle(c *engine.Text) {
	turf := c.Things()[0]
	for i := range t.after.War {
		b := &t.after.War[i]
		if "turf."+b.Turf != turf {
			continue
		}
		items := forceTexts(b.Influence.Of, b.Neutral)
		if len(items) == 0 {
			return // nobody was there
		}
		if c.Key == "cue.wins_turf" {
			items = nil
		}
		if len(c.Seats()) == 0 {
			t.say(engine.Say("log.nobody_wins").Thing(turf), items...)
		} else {
			t.say(engine.Say("log.wins").Seat(c.Seats()[0]).Thing(turf), items...)
		}
	}
}

// begins tells what lies open when an act begins that the box has dealt.
func (t *teller) begins(cues []engine.Cue) {
	f := t.after.FullStatus
	if f == nil || t.after.Phase == "setup" {
		return
	}
	for i := range cues {
		if cues[i].Text.Key == "cue.tile" {
			t.say(cues[i].Text)
		}
	}
	if t.after.Horse != nil && t.after.Round == 1 {
		t.say(engine.Say("log.first").Seat(t.after.HorseSeat))
	}
	if len(f.PublicJobs) > 0 {
		t.say(engine.Say("log.deal_jobs"), things("jobs.", f.PublicJobs)...)
	}
	if len(f.Allies) > 0 {
		t.say(engine.Say("log.deal_allies"), things("allies.", f.Allies)...)
	}
}

// forces lists what was typed in of a turf.
func (t *teller) forces(do corleone.Influence) []engine.Text {
	of := make([]int, do.Of.N)
	for s := range of {
		of[s] = int(do.Of.Of[s])
	}
	return forceTexts(of, int(do.Neutral))
}

// pressed reports whether no figures were counted beside the real board: one press has said who has won.
func pressed(s *corleone.Status, forces []engine.Text) bool {
	return s.Tracking == "light" && len(forces) == 1 && forces[0].Key == "log.force" && forces[0].Numbers()[0] == 1
}

// forceTexts lists who has influence.
func forceTexts(of []int, others int) []engine.Text {
	var items []engine.Text
	for s, n := range of {
		if n > 0 {
			items = append(items, engine.Say("log.force").Seat(engine.Seat(s)).Number(n))
		}
	}
	if others > 0 {
		items = append(items, engine.Say("log.force_neutral").Number(others))
	}
	return items
}

func things(prefix string, ids []string) []engine.Text {
	items := make([]engine.Text, len(ids))
	for i, id := range ids {
		items[i] = engine.Say(prefix + id)
	}
	return counted(items)
}

func goodTexts(words []string) []engine.Text { return things("good.", words) }

func noteTexts(values []int) []engine.Text {
	items := make([]engine.Text, len(values))
	for i, n := range values {
		items[i] = engine.Say("log.note").Number(n)
	}
	return counted(items)
}

func cardTexts(c corleone.Cards) []engine.Text { return things("cards.", corleone.Split(string(c))) }

func seatTexts(seats []int8) []engine.Text {
	items := make([]engine.Text, len(seats))
	for i, s := range seats {
		items[i] = engine.Say("log.seat").Seat(engine.Seat(s))
	}
	return items
}

func colourTexts(c corleone.Colours) []engine.Text {
	var items []engine.Text
	for i, n := range c {
		if n > 0 {
			items = append(items, engine.Say("log.count_jobs").Number(int(n)).Thing(corleone.ColourNames[i]))
		}
	}
	return items
}

// counted puts equal things together.
func counted(items []engine.Text) []engine.Text {
	var out []engine.Text
	for i, x := range items {
		if slices.Contains(items[:i], x) {
			continue
		}
		n := 0
		for _, y := range items {
			if x == y {
				n++
			}
		}
		switch {
		case n == 1:
			out = append(out, x)
		case x.Key == "log.note":
			out = append(out, engine.Say("log.notes").Number(n).Number(x.Numbers()[0]))
		default:
			out = append(out, engine.Say("scene.cards").Number(n).Thing(x.Key))
		}
	}
	return out
}

// scoreTable returns what the scores of a view are made of.
func scoreTable(v view) engine.ScoreTable {
	r := v.Result
	if r == nil {
		return engine.ScoreTable{}
	}
	t := engine.ScoreTable{Columns: []string{"score.money", "score.turfs", "score.jobs"}}
	for _, sc := range r.Scores.Of {
		t.Rows = append(t.Rows, engine.ScoreRow{Values: []int{sc.Money, sc.TurfBonus, sc.JobBonus}, Total: sc.Total})
	}
	rank := 1
	for _, group := range r.RankingSeats {
		for _, s := range group {
			t.Rows[s].Rank, t.Rows[s].Winner = rank, rank == 1
		}
		rank += len(group)
	}
	return t
}

// worth returns the money in the viewer's suitcase, and when the play is over the score with its
// bonuses. In light tracking suitcases are closed until they are counted: 0.
func worth(v view) int {
	if r := v.Result; r != nil {
		return r.Scores.Of[v.Viewer].Total
	}
	if own := v.Private; own != nil && own.CardStatus != nil {
		return own.Suitcase.Total
	}
	return 0
}
