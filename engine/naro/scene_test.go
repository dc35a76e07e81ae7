package naro_test

import (
	"fmt"
	"strings"
	"testing"

	"consigliere/engine"
	"consigliere/engine/naro"

	"github.com/stretchr/testify/assert"
)

// scene writes down what a looker's display is told to show: a line each, with the icons in
// brackets and the words as keys with their arguments.
func (s *script) scene(l engine.Looker) string {
	sc := naro.Title().Draw(s.game.View(l))
	text := func(t engine.Text) string {
		out := strings.TrimPrefix(t.Key, "scene.")
		if t.What != "" {
			out += " " + t.What
		}
		if t.Whom >= 0 && t.Key != "" {
			out += " > " + s.seats.Name(t.Whom)
		}
		if t.N != 0 || t.M != 0 {
			out += fmt.Sprintf(" %d/%d", t.N, t.M)
		}
		return out
	}
	out := text(sc.Heading)
	for _, line := range sc.Lines {
		out += "\n"
		if line.Seat >= 0 {
			out += s.seats.Name(line.Seat)
		}
		if line.Strong {
			out += "!"
		}
		out += fmt.Sprintf("%v ", line.Icons) + text(line.Text)
	}
	return out
}

func TestScenes(t *testing.T) {
	s := begin(t, 4, `{}`)
	s.up(usual)
	s.do("Babak load bang")
	assert.Equal(t, `heading phase.load 1/8
Ava[boss await] 
Babak[locked] 
Chiara[await] 
Dario[await] `, s.scene(engine.Public))
	assert.Equal(t, `heading phase.load 1/8
[] hand 5/2
[] loaded card.bang
Ava[boss await] 
Babak[locked] 
Chiara[await] 
Dario[await] `, s.scene(1))
	s.do("Ava load click", "Chiara load click", "Dario load click")
	s.all("12-1")
	assert.Equal(t, `heading phase.order 1/8
Ava![boss await target] aim > Babak
Babak[target] aim > Chiara
Chiara[] no_aim
Dario[target] aim > Babak`, s.scene(engine.Public))
	s.do("Ava order none")
	s.all("dsss")
	assert.Equal(t, `heading phase.share 1/8
Babak![] turn
[boss] cards card.new_boss 1/0
[] cards card.cash_5000 2/0
[] cards card.cash_10000 2/0
[] cards card.cash_20000 1/0
[] cards card.diamond_1000 1/0
[] cards card.painting 1/0
[] cards card.clip 1/0
Ava[boss duck] holds
Babak![await] holds
Chiara[duck wound] holds
Dario[] holds`, s.scene(engine.Public))
}

func TestSceneOfTheResult(t *testing.T) {
	s := last(t, bills, "ssdd")
	s.shareOut()
	assert.Equal(t, `phase.over
Ava![star] rank 1/20000
Babak![star] rank 1/20000
Chiara[] rank 3/0
Dario[] rank 3/0`, s.scene(engine.Public))
}

func TestSceneOfAnEnchanterWhoWaits(t *testing.T) {
	s := begin(t, 4, `{}`, powers("enchanter")...)
	s.up(usual)
	s.all("cccc")
	s.do("Babak aim Ava")
	assert.Contains(t, s.scene(engine.Public), "Ava[boss] \nBabak[locked] ", "she has not chosen, and is not awaited yet")
}
