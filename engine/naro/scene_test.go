package naro_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"consigliere/engine"
	naroface "consigliere/engine/naro/face"
)

// scene writes down what a viewer's display is told to show: a line each, with the icons in
// brackets and the words as keys with their arguments.
func (s *script) scene(l engine.Viewer) string {
	sc := naroface.Title().Draw(s.Game.View(l))
	text := func(t engine.Text) string {
		out := strings.TrimPrefix(t.Key, "scene.")
		for _, thing := range t.Things() {
			out += " " + thing
		}
		if seats := t.Seats(); len(seats) > 1 {
			out += " > " + s.Seats.Name(seats[1])
		}
		if n := t.Numbers(); len(n) > 0 {
			out += " " + strings.Trim(strings.ReplaceAll(fmt.Sprint(n), " ", "/"), "[]")
		}
		return out
	}
	out := text(sc.Heading)
	write := func(lines []engine.Line) {
		for _, line := range lines {
			out += "\n"
			if line.Seat >= 0 {
				out += s.Seats.Name(line.Seat)
			}
			if line.Strong {
				out += "!"
			}
			out += fmt.Sprintf("%v ", line.Icons) + text(line.Text)
		}
	}
	write(sc.Lines)
	for _, g := range sc.Groups {
		out += "\n# " + text(g.Heading)
		write(g.Lines)
	}
	return out
}

func TestScenes(t *testing.T) {
	s := begin(t, 4, `{}`)
	s.up(usual)
	s.Do("Babak load bang")
	loot := `[] cards card.cash_5000 2
[] cards card.cash_10000 2
[] cards card.cash_20000 1
[] cards card.diamond_1000 1
[] cards card.painting 1
[] cards card.clip 1`
	players := `Ava[boss await] 
Babak[locked] 
Chiara[await] 
Dario[await] 
# loot
` + loot + `
[boss] cards card.new_boss 1`
	assert.Equal(t, "heading phase.load 1/8\n"+players, s.scene(engine.Public))
	assert.Equal(t, `heading phase.load 1/8
[] hand 5/2
[] loaded card.bang
# heading phase.load 1/8
`+players, s.scene(1))
	s.Do("Ava load click", "Chiara load click", "Dario load click")
	s.all("12-1")
	assert.Equal(t, `heading phase.order 1/8
Ava![boss await target] aim > Babak
Babak[target] aim > Chiara
Chiara[] no_aim
Dario[target] aim > Babak
# loot
`+loot+`
[boss] cards card.new_boss 1`, s.scene(engine.Public))
	s.Do("Ava order none")
	s.all("dsss")
	assert.Equal(t, `heading phase.share 1/8
Ava[boss duck] holds 0
Babak![await] turn
Chiara[hit wound] holds 0
Dario[] holds 0
# loot
[boss] cards card.new_boss 1
`+loot+`
# shots
Ava[duck] ducks
Babak[bang target] aim > Chiara
Chiara[wound up] no_aim
Dario[click target] aim > Babak`, s.scene(engine.Public))
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
	s.Do("Babak aim Ava")
	assert.Contains(t, s.scene(engine.Public), "Ava[boss] \nBabak[locked] ", "she has not chosen, and is not awaited yet")
}
