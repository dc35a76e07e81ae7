package face

import (
	"slices"

	"consigliere/engine"
	"consigliere/engine/derpate"
)

// label says what a die shows and on which box it goes, which business is at a space of the car,
// which businesses a district has, who controls a business, what colour a box has, and what
// is bought out.
func label(s *derpate.Status, ask *engine.Ask, a *engine.Arg) engine.Text {
	switch a.Key {
	case "die":
		return dieLabel(s, ask, derpate.Colour(slices.Index(derpate.ColourWords[:], a.Value.Word)))
	case "box":
		b := derpate.Box(slices.Index(derpate.BoxWords[:], a.Value.Word))
		if ask.Seat < 0 || !slices.Contains(s.Players.Of[ask.Seat].Tokens.Held, derpate.TokenWords[derpate.Senator]) {
			return engine.Text{} // there is one box only
		}
		for c := derpate.Black; c <= derpate.Red && s.Row > 1 && s.Row <= derpate.Rows; c++ {
			if s.Cat.Box[s.Row][c] == b {
				return engine.Say("label.box").Thing(derpate.BoxKeys[b]).Thing(derpate.ColourKeys[c])
			}
		}
	case "space":
		if n := a.Value.Int; n >= 1 && n <= derpate.Spaces {
			return engine.Say("label.space").Number(n).Thing(derpate.BusinessKeys[s.Cat.At[n]])
		}
	case "district":
		if d := districtOf(s.Cat, a.Value.Word); d >= 0 {
			return districtText(s, d)
		}
	case "business":
		if b := slices.Index(derpate.BusinessWords[:], a.Value.Word); b > 0 {
			return ownedText(s, derpate.Business(b))
		}
	case "bail":
		return engine.Say("label.bail").Number(a.Value.Int)
	}
	return engine.Text{}
}

// dieLabel is what a rolled die shows and where it goes; in row 1 what it brings the player who is
// asked. In row 4 what it shows does not count (PATE-6.5).
func dieLabel(s *derpate.Status, ask *engine.Ask, c derpate.Colour) engine.Text {
	face := s.Dice[c.String()]
	switch {
	case face == derpate.FaceStatus(derpate.NoFace) || ask.Verb == "place" && s.Row == derpate.Rows:
		return engine.Text{}
	case ask.Verb != "place":
		return dieText(c, face)
	case face == derpate.FaceStatus(derpate.Puppet):
		return engine.Say("label.press").Thing(derpate.ColourKeys[c]).Thing(derpate.BoxKeys[derpate.PressBox])
	}
	if s.Row == 1 {
		own := paying(s, derpate.Face(face))[ask.Seat] * s.Cat.Takings[face].Amount
		return engine.Say("label.takings").Thing(derpate.ColourKeys[c]).Number(int(face)).Number(own)
	}
	return engine.Say("label.place").Thing(derpate.ColourKeys[c]).Thing(derpate.BoxKeys[s.Cat.Box[s.Row][c]]).Number(int(face))
}

// question says for which die the Senator is asked, and what is done to a business.
func question(s *derpate.Status, ask *engine.Ask, said []engine.Arg, arg string) engine.Text {
	if ask.Verb != "place" {
		return engine.Text{}
	}
	word := map[string]string{}
	for i := range said {
		word[said[i].Key] = said[i].Value.Word
	}
	switch arg {
	case "senator", "box":
		c := derpate.Colour(max(0, slices.Index(derpate.ColourWords[:], word["die"])))
		switch {
		case c != derpate.NoColour && s.Row == derpate.Rows && arg == "senator":
			return engine.Say("ask.place.senator_last").Thing(derpate.BoxKeys[s.Cat.Box[derpate.Rows][c]])
		case c == derpate.NoColour || s.Row == derpate.Rows:
			return engine.Text{}
		}
		key := map[string]string{"senator": "ask.place.senator_die", "box": "ask.place.box_die"}[arg]
		return engine.Say(key).Thing(derpate.ColourKeys[c]).Number(int(s.Dice[word["die"]]))
	case "track":
		switch p := &s.Players.Of[ask.Seat]; {
		case p.Income >= s.Cat.End[derpate.Income]:
			return engine.Say("ask.place.track_favours")
		case p.Favours >= s.Cat.End[derpate.Favours]:
			return engine.Say("ask.place.track_income")
		}
	case "business":
		key := map[string]string{
			derpate.BoxWords[derpate.TakeoverBox]: "ask.place.takeover", derpate.BoxWords[derpate.ConsigliereBox]: "ask.place.settle", derpate.BoxWords[derpate.SpyBox]: "ask.place.spy",
		}[word["box"]]
		return engine.Say(key)
	}
	return engine.Text{}
}

// purpose says before dice are rolled what the row is for on which one of them goes, and with a die that may move somebody on Reputation or
// Influence what these are good for.
func purpose(s *derpate.Status, ask *engine.Ask) []engine.Text {
	switch {
	case ask.Verb == "throw" || ask.Prompt.Key == "ask.roll":
		if s.Row < 1 || s.Row >= derpate.Rows {
			return nil
		}
		return []engine.Text{engine.Say([...]string{"purpose.row_1", "purpose.row_2", "purpose.row_3"}[s.Row-1])}
	case ask.Prompt.Key != "ask.place", s.Row != 2 && !puppets(s):
		return nil
	}
	told := []engine.Text{engine.Say("purpose.place").Number(s.Row), engine.Say("purpose.tracks")}
	if s.KO != nil {
		told[1] = engine.Say("purpose.ko").Thing("track." + *s.KO)
	}
	return told
}

// puppets reports whether a die shows the Puppeteer.
func puppets(s *derpate.Status) bool {
	for _, face := range s.Dice {
		if face == derpate.FaceStatus(derpate.Puppet) {
			return true
		}
	}
	return false
}

// districtOf returns the place of a district, or -1.
func districtOf(c *derpate.Catalogue, id string) int {
	return slices.IndexFunc(c.Districts[:], func(d derpate.Ward) bool { return d.ID == id })
}

// An explainer says what an option of an ask does, as everybody sees it at the table. Where it
// says nothing, what is said of the option at any time is good enough.
type explainer struct {
	*derpate.Status
	ask *engine.Ask
	me  *derpate.PlayerStatus // who is asked; nil for the table
}

// explain is the Explain of the title.
func explain(s *derpate.Status, ask *engine.Ask, a *engine.Arg) []engine.Text {
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
	if x.ask.Verb != "place" || a.Key != "die" || x.Row != derpate.Rows-1 {
		return nil
	}
	for c := derpate.Black; c <= derpate.Red; c++ {
		if _, ok := x.Dice[c.String()]; !ok || c.String() == a.Value.Word {
			continue
		}
		box := x.Cat.Box[derpate.Rows][c]
		list := []engine.Text{engine.Say("hint.left_" + box.String()).Thing(derpate.ColourKeys[c])}
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
		if d := districtOf(s.Cat, a.Value.Word); d >= 0 {
			t := districtText(s, d)
			t.Key = "hint.begin_in"
			return t
		}
	case x.me == nil:
	case a.Key == "die" && ask.Verb == "place":
		return x.die(derpate.Colour(slices.Index(derpate.ColourWords[:], a.Value.Word)))
	case a.Key == "box" && x.Row == derpate.Rows:
		return x.person(derpate.Box(max(0, slices.Index(derpate.BoxWords[:], a.Value.Word))))
	case a.Key == "business":
		return x.business(derpate.Business(max(0, slices.Index(derpate.BusinessWords[:], a.Value.Word))))
	case a.Key == "track":
		return x.track(derpate.Track(slices.Index(derpate.TrackWords[:], a.Value.Word)))
	case a.Key == "token" && a.Value.Word == derpate.TokenWords[derpate.Wedding] && x.me.Favours == 0:
		return engine.Say("hint.wedding_idle")
	case ask.Verb == "choose" && s.Card != nil:
		return x.choice(a)
	}
	return engine.Text{}
}

// die explains a die that can be put on the row: what its box does with its number.
func (x *explainer) die(c derpate.Colour) engine.Text {
	if x.Row < 1 || x.Row > derpate.Rows || c < derpate.Black || c > derpate.Red {
		return engine.Text{}
	}
	face := derpate.Face(x.Dice[c.String()])
	n := int(face)
	box := x.Cat.Box[x.Row][c]
	switch {
	case x.Row < derpate.Rows && face == derpate.Puppet:
		return engine.Say("hint.press")
	case x.Row == 1:
		return x.takingsOf(face)
	case x.Row == derpate.Rows:
		return x.person(box)
	}
	switch box {
	case derpate.ReputationBox:
		return x.moves("hint.reputation_by", derpate.Reputation, n)
	case derpate.InfluenceBox:
		return x.moves("hint.influence_by", derpate.Influence, n)
	case derpate.VisitBox:
		return x.visit(n)
	case derpate.BettingBox:
		return engine.Say("hint.betting_pays").Number(derpate.Thousand * n)
	case derpate.MeetingBox:
		return x.meeting(n)
	case derpate.RaidBox:
		return x.raid(face)
	case derpate.TakeoverBox:
		return x.takeover(face)
	case derpate.FriendBox:
		if x.Friends == 0 {
			return engine.Say("hint.friend_none")
		}
		if x.me.Favours == 0 {
			return engine.Say("hint.friend_costs_early").Number(derpate.Thousand * n)
		}
		return engine.Say("hint.friend_costs").Number(derpate.Thousand * n)
	}
	return engine.Text{}
}

// person explains a person of row 4 (PATE-10).
func (x *explainer) person(box derpate.Box) engine.Text {
	switch box {
	case derpate.ConsigliereBox:
		switch open, protected := x.businesses(func(_ derpate.Business, h derpate.Holder) bool { return h == derpate.Nobody }); {
		case open+protected == 0:
			return engine.Say("hint.consigliere_full")
		case x.me.Reserve == 0:
			return engine.Say("hint.consigliere_reserve")
		case open == 0:
			return engine.Say("hint.consigliere_protected").Thing(derpate.DistrictKey(*x.CarDistrict))
		}
	case derpate.ProsecutorBox:
		if x.me.Jail == 0 {
			return engine.Say("hint.prosecutor_none")
		}
	case derpate.SpyBox:
		switch open, protected := x.businesses(func(_ derpate.Business, h derpate.Holder) bool {
			return h.Seat() && h != derpate.Holder(x.ask.Seat) || h == derpate.Neutral && x.SpyNeutral
		}); {
		case open+protected == 0:
			return engine.Say("hint.spy_nobody")
		case open == 0:
			return engine.Say("hint.spy_protected").Thing(derpate.DistrictKey(*x.CarDistrict))
		}
	case derpate.BankerBox:
		if x.me.Income >= x.Cat.End[derpate.Income] && x.me.Favours >= x.Cat.End[derpate.Favours] {
			return engine.Say("hint.banker_none")
		}
	}
	return engine.Say("hint." + box.String())
}

// businesses counts those that fit: where nothing protects them, and where the car does.
func (x *explainer) businesses(fits func(b derpate.Business, h derpate.Holder) bool) (free, guarded int) {
	for b := derpate.Business(1); b <= derpate.BusinessCount; b++ {
		switch {
		case !fits(b, x.Owner[b]):
		case protected(x.Status, b):
			guarded++
		default:
			free++
		}
	}
	return free, guarded
}

// reaches returns the box that the asked player's marker reaches in n steps.
func (x *explainer) reaches(t derpate.Track, n int) int {
	at := [derpate.TrackCount]int{derpate.Reputation: x.me.Reputation, derpate.Influence: x.me.Influence, derpate.Income: x.me.Income, derpate.Favours: x.me.Favours}[t]
	return min(at+n, x.Cat.End[t])
}

// takingsOf explains which players are paid for a number, and what they move (PATE-7).
func (x *explainer) takingsOf(face derpate.Face) engine.Text {
	var paid engine.SeatSet
	for s, n := range paying(x.Status, face) {
		if n > 0 {
			paid = paid.With(engine.Seat(s))
		}
	}
	t := &x.Cat.Takings[face]
	switch {
	case t.Step != derpate.NoTrack && x.Takings == derpate.PlacerOnly:
		return engine.Say("hint.takings_placer").Number(int(face)).Number(t.Amount).Thing(derpate.TrackKeys[t.Step])
	case paid == 0:
		return engine.Say("hint.takings_nobody").Number(int(face))
	case t.Step != derpate.NoTrack && x.Takings == derpate.PerOwner:
		return engine.Say("hint.takings_owner").Number(int(face)).Number(t.Amount).Thing(derpate.TrackKeys[t.Step]).Group(paid)
	case t.Step != derpate.NoTrack:
		return engine.Say("hint.takings_step").Number(int(face)).Number(t.Amount).Thing(derpate.TrackKeys[t.Step]).Group(paid)
	}
	return engine.Say("hint.takings_paid").Number(int(face)).Number(t.Amount).Group(paid)
}

// visit explains what a Visit does where it takes the car (PATE-8.5 to 8.9).
func (x *explainer) visit(n int) engine.Text {
	if x.Car == nil {
		return engine.Text{}
	}
	b := x.Cat.At[(*x.Car-1+n)%derpate.Spaces+1]
	t := engine.Say("hint.visit_owned").Number(n).Thing(derpate.BusinessKeys[b])
	switch h := x.Owner[b]; {
	case h == derpate.Neutral:
		t.Key = "hint.visit_neutral"
	case h == derpate.Nobody && x.me.Reserve > 0:
		t.Key = "hint.visit_empty"
	case h == derpate.Nobody || h == derpate.Holder(x.ask.Seat):
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
	return engine.Say("hint.meeting_pays").Number(owed).Number(derpate.Thousand * n)
}

// raid explains whose members a raid sends to jail (PATE-9.5).
func (x *explainer) raid(face derpate.Face) engine.Text {
	var hit engine.SeatSet
	for b := derpate.Business(1); b <= derpate.BusinessCount; b++ {
		if h := x.Owner[b]; x.Cat.Number[b] == face && h.Seat() && !protected(x.Status, b) {
			hit = hit.With(engine.Seat(h))
		}
	}
	if hit == 0 {
		return engine.Say("hint.raid_nobody").Number(int(face))
	}
	return engine.Say("hint.raid_hits").Number(int(face)).Group(hit)
}

// protected reports whether the car protects a business (PATE-5.2).
func protected(s *derpate.Status, b derpate.Business) bool {
	return s.CarDistrict != nil && s.Cat.Districts[s.Cat.District[b]].ID == *s.CarDistrict
}

// moves explains where a marker comes in n steps, and what those beyond the end bring (PATE-11.5,
// 11.6).
func (x *explainer) moves(key string, t derpate.Track, n int) engine.Text {
	to, end := x.reaches(t, n), x.Cat.End[t]
	at := [...]int{derpate.Reputation: x.me.Reputation, derpate.Influence: x.me.Influence}[t]
	switch {
	case at+n <= end || x.AtEndOnly && at < end:
		return engine.Say(key).Number(n).Number(to).Number(end)
	case at == end:
		return engine.Say(key + "_beyond").Number(derpate.OverflowMoney)
	}
	return engine.Say(key + "_end").Number(end - at).Number(end).Number(derpate.OverflowMoney)
}

// takeover explains whether a business with a number can be taken over by the player who is asked, or why not
// (PATE-9.8 to 9.11).
func (x *explainer) takeover(face derpate.Face) engine.Text {
	open, protected := x.businesses(func(b derpate.Business, h derpate.Holder) bool {
		return x.Cat.Number[b] == face && h != derpate.Nobody && h != derpate.Holder(x.ask.Seat)
	})
	switch {
	case open+protected == 0:
		return engine.Say("hint.takeover_free").Number(int(face))
	case open == 0:
		return engine.Say("hint.takeover_protected").Thing(derpate.DistrictKey(*x.CarDistrict)).Number(int(face))
	case x.me.DebtTokens == 0:
		return engine.Say("hint.takeover_debts")
	case x.me.Reserve == 0:
		return engine.Say("hint.takeover_reserve")
	}
	return engine.Say("hint.takeover_of").Number(int(face))
}

// business explains what becomes of a business: the Consigliere settles an empty one, the Spy
// sends its member to jail in row 4; else it is taken over.
func (x *explainer) business(b derpate.Business) engine.Text {
	if b == derpate.NoBusiness {
		return engine.Text{}
	}
	h, n := x.Owner[b], int(x.Cat.Number[b])
	pays := func(key string) engine.Text {
		return engine.Say(key).Number(x.Cat.Takings[n].Amount).Number(n).Number(derpate.EndPerDebt).Number(derpate.EndPerBusiness)
	}
	jail := x.ask.Verb == "place" && x.Row == derpate.Rows
	switch {
	case h == derpate.Nobody:
		return pays("hint.settle")
	case jail && h == derpate.Neutral:
		return engine.Say("hint.jail_neutral")
	case jail:
		return engine.Say("hint.jail").Seat(engine.Seat(h))
	case h == derpate.Neutral:
		return pays("hint.take_neutral")
	}
	t := pays("hint.take")
	return t.Seat(engine.Seat(h))
}

// track explains where a marker comes: with a favour by two, else by one.
func (x *explainer) track(t derpate.Track) engine.Text {
	steps := 1
	if x.ask.Verb == "favour" {
		steps = derpate.AdvanceSteps
	}
	switch t {
	case derpate.Reputation, derpate.Influence:
		return engine.Say("hint.track_to").Number(x.reaches(t, steps)).Number(x.Cat.End[t]).Thing(derpate.TrackKeys[t])
	case derpate.Income:
		return engine.Say("hint.income_to").Number(x.Cat.Income[x.reaches(t, steps)])
	case derpate.Favours:
		return engine.Say("hint.favours_to").Thing(derpate.FavourKeys[x.Cat.Favours[x.reaches(t, steps)]])
	}
	return engine.Text{}
}

// choice explains an answer to the card of the round: what it costs and what it brings.
func (x *explainer) choice(a *engine.Arg) engine.Text {
	e := x.Card
	switch {
	case a.Key == "bail":
		return engine.Say("hint.bail_pays").Number(e.Price * a.Value.Int).Number(x.me.Jail - a.Value.Int)
	case a.Key == "buy" && a.Value.Int != 0 && e.Op == derpate.OpBuySteps:
		return engine.Say("hint.buy_steps").Number(e.Price).Number(x.reaches(e.Track, e.Steps)).Number(x.Cat.End[e.Track]).Thing(derpate.TrackKeys[e.Track])
	case a.Key == "buy" && a.Value.Int != 0 && x.me.Favours == 0:
		return engine.Say("hint.buy_friend_early").Number(e.Price)
	case a.Key == "buy" && a.Value.Int != 0:
		return engine.Say("hint.buy_friend").Number(e.Price)
	case a.Key == "holder" && a.Value.Seat >= 0 && a.Value.Kind == engine.SeatValue:
		return engine.Say("hint.pay_holder").Seat(a.Value.Seat).Number(e.Price).Number(derpate.EndPerDebt)
	case a.Key == "holder" && a.Value.Word == derpate.HolderWords[derpate.Bank]:
		return engine.Say("hint.pay_bank").Number(e.Price).Number(derpate.EndPerDebt)
	}
	return engine.Text{}
}
