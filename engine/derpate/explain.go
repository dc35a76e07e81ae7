package derpate

import (
	"slices"

	"consigliere/engine"
)

// label says what a die shows and on which box it goes, which business is at a space of the car,
// which businesses a district has, who controls a business, of which colour a box is, and what
// is bought out.
func label(s *Status, ask *engine.Ask, a *engine.Arg) engine.Text {
	switch a.Key {
	case "die":
		return s.dieLabel(ask, Colour(slices.Index(colourWords[:], a.Value.Word)))
	case "box":
		b := Box(slices.Index(boxWords[:], a.Value.Word))
		if ask.Seat < 0 || !slices.Contains(s.Players.Of[ask.Seat].Tokens.Held, tokenWords[Senator]) {
			return engine.Text{} // there is one box only
		}
		for c := Black; c <= Red && s.Row > 1 && s.Row <= rows; c++ {
			if s.cat.box[s.Row][c] == b {
				return engine.Say("label.box").Thing(boxKeys[b]).Thing(colourKeys[c])
			}
		}
	case "space":
		if n := a.Value.Int; n >= 1 && n <= spaces {
			return engine.Say("label.space").Number(n).Thing(businessKeys[s.cat.at[n]])
		}
	case "district":
		if d := s.cat.districtOf(a.Value.Word); d >= 0 {
			return districtText(s, d)
		}
	case "business":
		if b := slices.Index(businessWords[:], a.Value.Word); b > 0 {
			return ownedText(s, Business(b))
		}
	case "bail":
		return engine.Say("label.bail").Number(a.Value.Int)
	}
	return engine.Text{}
}

// dieLabel is what a die that was rolled shows and where it goes; in row 1 what it brings who is
// asked. In row 4 what it shows does not count (PATE-6.5).
func (s *Status) dieLabel(ask *engine.Ask, c Colour) engine.Text {
	face := s.Dice[c.String()]
	switch {
	case face == FaceStatus(NoFace) || ask.Verb == "place" && s.Row == rows:
		return engine.Text{}
	case ask.Verb != "place":
		return dieText(c, face)
	case face == FaceStatus(Puppet):
		return engine.Say("label.press").Thing(colourKeys[c]).Thing(boxKeys[PressBox])
	}
	if s.Row == 1 {
		own := s.paying(Face(face))[ask.Seat] * s.cat.takings[face].amount
		return engine.Say("label.takings").Thing(colourKeys[c]).Number(int(face)).Number(own)
	}
	return engine.Say("label.place").Thing(colourKeys[c]).Thing(boxKeys[s.cat.box[s.Row][c]]).Number(int(face))
}

// question says for which die the Senator is asked, and what is done to a business.
func question(s *Status, ask *engine.Ask, said []engine.Arg, arg string) engine.Text {
	if ask.Verb != "place" {
		return engine.Text{}
	}
	word := map[string]string{}
	for i := range said {
		word[said[i].Key] = said[i].Value.Word
	}
	switch arg {
	case "senator", "box":
		c := Colour(max(0, slices.Index(colourWords[:], word["die"])))
		switch {
		case c != NoColour && s.Row == rows && arg == "senator":
			return engine.Say("ask.place.senator_last").Thing(boxKeys[s.cat.box[rows][c]])
		case c == NoColour || s.Row == rows:
			return engine.Text{}
		}
		key := map[string]string{"senator": "ask.place.senator_die", "box": "ask.place.box_die"}[arg]
		return engine.Say(key).Thing(colourKeys[c]).Number(int(s.Dice[word["die"]]))
	case "track":
		switch p := &s.Players.Of[ask.Seat]; {
		case p.Income >= s.cat.end[Income]:
			return engine.Say("ask.place.track_favours")
		case p.Favours >= s.cat.end[Favours]:
			return engine.Say("ask.place.track_income")
		}
	case "business":
		key := map[string]string{
			boxWords[TakeoverBox]: "ask.place.takeover", boxWords[ConsigliereBox]: "ask.place.settle", boxWords[SpyBox]: "ask.place.spy",
		}[word["box"]]
		return engine.Say(key)
	}
	return engine.Text{}
}

// districtOf returns the place of a district, or -1.
func (c *catalogue) districtOf(id string) int {
	return slices.IndexFunc(c.districts[:], func(d district) bool { return d.id == id })
}

// An explainer says what an option of an ask does, as everybody sees it at the table. Where it
// says nothing, what is said of the option at any time is good enough.
type explainer struct {
	*Status
	ask *engine.Ask
	me  *PlayerStatus // who is asked; nil for the table
}

// explain is the Explain of the title.
func explain(s *Status, ask *engine.Ask, a *engine.Arg) []engine.Text {
	x := explainer{Status: s, ask: ask}
	if ask.Seat >= 0 && int(ask.Seat) < len(s.Players.Of) {
		x.me = &s.Players.Of[ask.Seat]
	}
	if t := x.option(a); t.Key != "" {
		return append([]engine.Text{t}, x.left(a)...)
	}
	return nil
}

// left says what the last die will do that is left by the one which goes on row 3: there is nothing to
// choose then (PATE-6.5). Where it would do nothing as things stand, it says why.
func (x *explainer) left(a *engine.Arg) []engine.Text {
	if x.ask.Verb != "place" || a.Key != "die" || x.Row != rows-1 {
		return nil
	}
	for c := Black; c <= Red; c++ {
		if _, ok := x.Dice[c.String()]; !ok || c.String() == a.Value.Word {
			continue
		}
		box := x.cat.box[rows][c]
		list := []engine.Text{engine.Say("hint.left_" + box.String()).Thing(colourKeys[c])}
		if t := x.person(box); t.Key != "hint."+box.String() {
			list = append(list, engine.Say("hint.as_it_stands"), t)
		}
		return list
	}
	return nil
}

// option says what an option does.
func (x *explainer) option(a *engine.Arg) engine.Text {
	s, ask := x.Status, x.ask
	switch {
	case a.Key == "district":
		if d := s.cat.districtOf(a.Value.Word); d >= 0 {
			t := districtText(s, d)
			t.Key = "hint.begin_in"
			return t
		}
	case x.me == nil:
	case a.Key == "die" && ask.Verb == "place":
		return x.die(Colour(slices.Index(colourWords[:], a.Value.Word)))
	case a.Key == "box" && x.Row == rows:
		return x.person(Box(max(0, slices.Index(boxWords[:], a.Value.Word))))
	case a.Key == "business":
		return x.business(Business(max(0, slices.Index(businessWords[:], a.Value.Word))))
	case a.Key == "track":
		return x.track(Track(slices.Index(trackWords[:], a.Value.Word)))
	case a.Key == "token" && a.Value.Word == tokenWords[Wedding] && x.me.Favours == 0:
		return engine.Say("hint.wedding_idle")
	case ask.Verb == "choose" && s.card != nil:
		return x.choice(a)
	}
	return engine.Text{}
}

// die explains a die that can be put on the row: what its box does with its number.
func (x *explainer) die(c Colour) engine.Text {
	if x.Row < 1 || x.Row > rows || c < Black || c > Red {
		return engine.Text{}
	}
	face := Face(x.Dice[c.String()])
	n := int(face)
	box := x.cat.box[x.Row][c]
	switch {
	case x.Row < rows && face == Puppet:
		return engine.Say("hint.press")
	case x.Row == 1:
		return x.takingsOf(face)
	case x.Row == rows:
		return x.person(box)
	}
	switch box {
	case ReputationBox:
		return x.moves("hint.reputation_by", Reputation, n)
	case InfluenceBox:
		return x.moves("hint.influence_by", Influence, n)
	case VisitBox:
		return x.visit(n)
	case BettingBox:
		return engine.Say("hint.betting_pays").Number(thousand * n)
	case MeetingBox:
		return x.meeting(n)
	case RaidBox:
		return x.raid(face)
	case TakeoverBox:
		return x.takeover(face)
	case FriendBox:
		if x.Friends == 0 {
			return engine.Say("hint.friend_none")
		}
		if x.me.Favours == 0 {
			return engine.Say("hint.friend_costs_early").Number(thousand * n)
		}
		return engine.Say("hint.friend_costs").Number(thousand * n)
	}
	return engine.Text{}
}

// person explains a person of row 4 (PATE-10).
func (x *explainer) person(box Box) engine.Text {
	switch box {
	case ConsigliereBox:
		switch open, protected := x.businesses(func(_ Business, h Holder) bool { return h == Nobody }); {
		case open+protected == 0:
			return engine.Say("hint.consigliere_full")
		case x.me.Reserve == 0:
			return engine.Say("hint.consigliere_reserve")
		case open == 0:
			return engine.Say("hint.consigliere_protected").Thing(districtKey(*x.CarDistrict))
		}
	case ProsecutorBox:
		if x.me.Jail == 0 {
			return engine.Say("hint.prosecutor_none")
		}
	case SpyBox:
		switch open, protected := x.businesses(func(_ Business, h Holder) bool {
			return h.seat() && h != Holder(x.ask.Seat) || h == Neutral && x.spyNeutral
		}); {
		case open+protected == 0:
			return engine.Say("hint.spy_nobody")
		case open == 0:
			return engine.Say("hint.spy_protected").Thing(districtKey(*x.CarDistrict))
		}
	case BankerBox:
		if x.me.Income >= x.cat.end[Income] && x.me.Favours >= x.cat.end[Favours] {
			return engine.Say("hint.banker_none")
		}
	}
	return engine.Say("hint." + box.String())
}

// businesses counts those that fit: where nothing protects them, and where the car does.
func (x *explainer) businesses(fits func(b Business, h Holder) bool) (open, protected int) {
	for b := Business(1); b <= businessCount; b++ {
		switch {
		case !fits(b, x.owner[b]):
		case x.protected(b):
			protected++
		default:
			open++
		}
	}
	return open, protected
}

// reaches returns where the marker of who is asked comes in n steps.
func (x *explainer) reaches(t Track, n int) int {
	at := [trackCount]int{Reputation: x.me.Reputation, Influence: x.me.Influence, Income: x.me.Income, Favours: x.me.Favours}[t]
	return min(at+n, x.cat.end[t])
}

// takingsOf explains which players are paid for a number, and what they move (PATE-7).
func (x *explainer) takingsOf(face Face) engine.Text {
	var paid engine.SeatSet
	for s, n := range x.paying(face) {
		if n > 0 {
			paid = paid.With(engine.Seat(s))
		}
	}
	t := &x.cat.takings[face]
	switch {
	case t.step != NoTrack && x.takings == placerOnly:
		return engine.Say("hint.takings_placer").Number(int(face)).Number(t.amount).Thing(trackKeys[t.step])
	case paid == 0:
		return engine.Say("hint.takings_nobody").Number(int(face))
	case t.step != NoTrack && x.takings == perOwner:
		return engine.Say("hint.takings_owner").Number(int(face)).Number(t.amount).Thing(trackKeys[t.step]).Group(paid)
	case t.step != NoTrack:
		return engine.Say("hint.takings_step").Number(int(face)).Number(t.amount).Thing(trackKeys[t.step]).Group(paid)
	}
	return engine.Say("hint.takings_paid").Number(int(face)).Number(t.amount).Group(paid)
}

// visit explains what a Visit does where it takes the car (PATE-8.5 to 8.9).
func (x *explainer) visit(n int) engine.Text {
	if x.Car == nil {
		return engine.Text{}
	}
	b := x.cat.at[(*x.Car-1+n)%spaces+1]
	t := engine.Say("hint.visit_owned").Number(n).Thing(businessKeys[b])
	switch h := x.owner[b]; {
	case h == Neutral:
		t.Key = "hint.visit_neutral"
	case h == Nobody && x.me.Reserve > 0:
		t.Key = "hint.visit_empty"
	case h == Nobody || h == Holder(x.ask.Seat):
		t.Key = "hint.visit_nothing"
	default:
		t.AddSeat(engine.Seat(h))
	}
	return t
}

// meeting explains what a Meeting brings (PATE-9.2).
func (x *explainer) meeting(n int) engine.Text {
	owed := 0
	for i := range x.Players.Of {
		owed += x.Players.Of[i].Owes[x.Players.Names[x.ask.Seat]]
	}
	if owed == 0 {
		return engine.Say("hint.meeting_none")
	}
	return engine.Say("hint.meeting_pays").Number(owed).Number(thousand * n)
}

// raid explains whose members a raid sends to jail (PATE-9.5).
func (x *explainer) raid(face Face) engine.Text {
	var hit engine.SeatSet
	for b := Business(1); b <= businessCount; b++ {
		if h := x.owner[b]; x.cat.number[b] == face && h.seat() && !x.protected(b) {
			hit = hit.With(engine.Seat(h))
		}
	}
	if hit == 0 {
		return engine.Say("hint.raid_nobody").Number(int(face))
	}
	return engine.Say("hint.raid_hits").Number(int(face)).Group(hit)
}

// protected reports whether the car protects a business (PATE-5.2).
func (s *Status) protected(b Business) bool {
	return s.CarDistrict != nil && s.cat.districts[s.cat.district[b]].id == *s.CarDistrict
}

// moves explains where a marker comes in n steps, and what those beyond the end bring (PATE-11.5,
// 11.6).
func (x *explainer) moves(key string, t Track, n int) engine.Text {
	to, end := x.reaches(t, n), x.cat.end[t]
	at := [...]int{Reputation: x.me.Reputation, Influence: x.me.Influence}[t]
	switch {
	case at+n <= end || x.atEndOnly && at < end:
		return engine.Say(key).Number(n).Number(to).Number(end)
	case at == end:
		return engine.Say(key + "_beyond").Number(overflowMoney)
	}
	return engine.Say(key + "_end").Number(end - at).Number(end).Number(overflowMoney)
}

// takeover explains whether a business with a number can be taken over by who is asked, or why not
// (PATE-9.8 to 9.11).
func (x *explainer) takeover(face Face) engine.Text {
	open, protected := x.businesses(func(b Business, h Holder) bool {
		return x.cat.number[b] == face && h != Nobody && h != Holder(x.ask.Seat)
	})
	switch {
	case open+protected == 0:
		return engine.Say("hint.takeover_free").Number(int(face))
	case open == 0:
		return engine.Say("hint.takeover_protected").Thing(districtKey(*x.CarDistrict)).Number(int(face))
	case x.me.DebtTokens == 0:
		return engine.Say("hint.takeover_debts")
	case x.me.Reserve == 0:
		return engine.Say("hint.takeover_reserve")
	}
	return engine.Say("hint.takeover_of").Number(int(face))
}

// business explains what becomes of a business: the Consigliere settles an empty one, the Spy
// jails who is there in row 4; else it is taken over.
func (x *explainer) business(b Business) engine.Text {
	if b == NoBusiness {
		return engine.Text{}
	}
	h, n := x.owner[b], int(x.cat.number[b])
	pays := func(key string) engine.Text {
		return engine.Say(key).Number(x.cat.takings[n].amount).Number(n).Number(endPerDebt).Number(endPerBusiness)
	}
	jail := x.ask.Verb == "place" && x.Row == rows
	switch {
	case h == Nobody:
		return pays("hint.settle")
	case jail && h == Neutral:
		return engine.Say("hint.jail_neutral")
	case jail:
		return engine.Say("hint.jail").Seat(engine.Seat(h))
	case h == Neutral:
		return pays("hint.take_neutral")
	}
	t := pays("hint.take")
	return t.Seat(engine.Seat(h))
}

// track explains where a marker comes: with a favour by two, else by one.
func (x *explainer) track(t Track) engine.Text {
	steps := 1
	if x.ask.Verb == "favour" {
		steps = advanceSteps
	}
	switch t {
	case Reputation, Influence:
		return engine.Say("hint.track_to").Number(x.reaches(t, steps)).Number(x.cat.end[t]).Thing(trackKeys[t])
	case Income:
		return engine.Say("hint.income_to").Number(x.cat.income[x.reaches(t, steps)])
	case Favours:
		return engine.Say("hint.favours_to").Thing(favourKeys[x.cat.favours[x.reaches(t, steps)]])
	}
	return engine.Text{}
}

// choice explains an answer to the card of the round: what it costs and what it brings.
func (x *explainer) choice(a *engine.Arg) engine.Text {
	e := x.card
	switch {
	case a.Key == "bail":
		return engine.Say("hint.bail_pays").Number(e.price * a.Value.Int).Number(x.me.Jail - a.Value.Int)
	case a.Key == "buy" && a.Value.Int != 0 && e.op == opBuySteps:
		return engine.Say("hint.buy_steps").Number(e.price).Number(x.reaches(e.track, e.steps)).Number(x.cat.end[e.track]).Thing(trackKeys[e.track])
	case a.Key == "buy" && a.Value.Int != 0 && x.me.Favours == 0:
		return engine.Say("hint.buy_friend_early").Number(e.price)
	case a.Key == "buy" && a.Value.Int != 0:
		return engine.Say("hint.buy_friend").Number(e.price)
	case a.Key == "holder" && a.Value.Seat >= 0 && a.Value.Kind == engine.SeatValue:
		return engine.Say("hint.pay_holder").Seat(a.Value.Seat).Number(e.price).Number(endPerDebt)
	case a.Key == "holder" && a.Value.Word == holderWords[Bank]:
		return engine.Say("hint.pay_bank").Number(e.price).Number(endPerDebt)
	}
	return engine.Text{}
}
