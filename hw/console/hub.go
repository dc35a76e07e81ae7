package console

import (
	"strings"
	"time"
	"unicode"

	"consigliere/engine"
	"consigliere/hw/caller"
	"consigliere/hw/command"
	"consigliere/hw/lang"
)

// An usher passes on what the hub says that the box reports to.
type usher struct {
	*state
	stage *stage
}

// do implements [room].
func (k *usher) do(c command.Command) (done bool, err error) {
	switch c := c.(type) {
	case command.HubState:
		return true, k.doHubState(c)
	case command.Announce:
		return true, k.doAnnounce(c)
	case command.CallJudge:
		return true, k.doCallJudge(c)
	case command.Judge:
		return true, k.doJudge(c)
	case command.Propose:
		return true, k.doPropose(c)
	}
	return false, nil
}

// A hub is what the table knows of the hub that the box reports to.
type hub struct {
	wrong    engine.Text // what is wrong with it
	known    bool        // there is one
	judge    string      // "called" or "coming"; "" none is needed
	proposal command.Propose
	start    start
}

// A start is what all tables begin at one moment.
type start struct {
	name string
	in   int           // seconds
	till time.Duration // until when that is shown; 0: nothing begins
}

// countFor is how long a second of the countdown is shown, should nothing follow it.
const countFor = 1500 * time.Millisecond

// ends returns when it is no longer shown.
func (s *start) ends() time.Duration {
	if s.till == 0 {
		return never
	}
	return s.till
}

// toneBegin is the moment at which all tables begin.
var toneBegin = caller.Tone{Hz: 988, D: toneRemind.D * 5}

// maxAnnounced is how many letters of an announcement are said.
const maxAnnounced = 300

func (k *usher) doHubState(c command.HubState) error {
	k.hub.known, k.hub.wrong = true, engine.Text{}
	switch c.Trouble {
	case command.HubAway:
		k.hub.wrong = engine.Say("hub.away").Thing(c.Since).Number(c.Waiting)
	case command.HubNotIn:
		k.hub.wrong = engine.Say("hub.not_in").Thing(c.Since).Number(c.Waiting)
	case command.HubFull:
		k.hub.wrong = engine.Say("hub.full").Number(c.Waiting)
	case command.HubClone:
		k.hub.wrong = engine.Say("hub.clone")
	case command.HubRefuses:
		k.hub.wrong = engine.Say("hub.trouble").Thing(plain(c.What))
	}
	k.stage.touch()
	return nil
}

// doAnnounce says what the hub announces.
func (k *usher) doAnnounce(c command.Announce) error {
	if k.caller.Frozen(k.now) {
		return command.ErrBusy
	}
	if c.Starts || c.In > 0 {
		first := k.hub.start.till == 0
		k.hub.start = start{plain(c.Texts[""]), c.In, k.now + countFor}
		k.stage.touch()
		switch {
		case c.Starts:
			k.stage.tone(toneBegin)
			return nil
		case !first:
			k.stage.tone(toneBeat)
			return nil
		}
	}
	k.stage.tone(toneRemind)
	k.stage.say(func(l lang.Lang) string {
		text, ok := c.Texts[l]
		if !ok {
			text = c.Texts[""]
		}
		return plain(text)
	})
	k.stage.touch()
	return nil
}

// plain returns what somebody elsewhere has written without marks that change how the rest of a line is read.
func plain(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return ' '
		case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r):
			return -1
		}
		return r
	}, text)
	if letters := []rune(text); len(letters) > maxAnnounced {
		text = string(letters[:maxAnnounced])
	}
	return text
}

func (k *usher) doCallJudge(c command.CallJudge) error {
	switch {
	case !c.On:
		k.hub.judge = ""
	case k.hub.judge == "":
		k.hub.judge = "called"
	}
	k.stage.touch()
	return nil
}

func (k *usher) doJudge(c command.Judge) error {
	switch {
	case c.State == "closed":
		k.hub.judge = ""
	case c.State == "coming" && k.hub.judge != "":
		if k.hub.judge != "coming" {
			k.stage.say(func(l lang.Lang) string { return k.play.Plain(l, engine.Say("ui.judge_coming")) })
		}
		k.hub.judge = "coming"
	}
	k.stage.touch()
	return nil
}

// doPropose keeps who plays what next, for the menu.
func (k *usher) doPropose(c command.Propose) error {
	names := make([]string, 0, len(c.Seats))
	for _, name := range c.Seats {
		names = append(names, engine.NormalName(plain(name)))
	}
	c.Seats = names
	k.hub.known, k.hub.proposal = true, c
	if k.menu != nil {
		if m := k.menu.Renewed(k.stage.box()); m != k.menu {
			k.stage.setMenu(m)
		}
	}
	k.stage.touch()
	return nil
}
