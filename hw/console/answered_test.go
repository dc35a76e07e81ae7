package console_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// The main screen says where those who are asked in secret answer, and in turn with that which part of the game it is.
func TestWhereTheyAnswer(t *testing.T) {
	for private, want := range map[bool]string{true: "Answer on your screen", false: "Hold OK to see choices"} {
		p := naroTable(t, 4, `{"chance":"box"}`, private)
		feet := map[string]bool{}
		for range 30 {
			p.Wait(time.Second)
			words := p.Box.Main.Words()
			if strings.Contains(words, "Choose a bullet") {
				feet[words[strings.LastIndex(words, " | ")+3:]] = true
			}
		}
		assert.True(t, feet[want], "%v", feet)
		assert.False(t, feet["Answer on your screen"] && feet["Hold OK to see choices"], "%v", feet)
	}
}
