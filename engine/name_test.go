package engine_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"consigliere/engine"
)

func TestNormalName(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"plain", "Ava", "Ava"},
		{"space", "  Ava \t\u00a0 Bianchi\n", "Ava Bianchi"},
		{"composed", "Jose\u0301", "Jos\u00e9"},
		{"zero width", "A\u200bv\u2060a\ufeff", "Ava"},
		{"nothing but zero width", "\u200b\u200d\u2060", ""},
		{"bidi override", "\u202eavA\u202c", "avA"},
		{"isolates and marks", "\u2067Ava\u2069\u200f", "Ava"},
		{"variation selector", "Ava\ufe0f", "Ava"},
		{"Hangul filler", "\u3164", ""},
		{"Braille blank", "\u2800", ""},
		{"tag characters", "Ava\U000e0041", "Ava"},
		{"soft hyphen", "A\u00adva", "Ava"},
		{"control", "A\x07va", "Ava"},
		{"not UTF-8", "A\xffva", "Ava"},
		{"Persian with its joiner", "علی\u200cرضا", "علی\u200cرضا"},
		{"a joiner twice", "علی\u200c\u200cرضا", "علی\u200cرضا"},
		{"a joiner at the end", "علی\u200c", "علی"},
		{"a joiner before a space", "علی\u200c رضا", "علی رضا"},
		{"a joiner between Latin letters", "A\u200dva", "Ava"},
		{"a joiner after what is removed", "A\u200b\u200cب", "Aب"},
	} {
		assert.Equal(t, c.want, engine.NormalName(c.in), c.name)
	}
	rapid.Check(t, func(rt *rapid.T) {
		s := engine.NormalName(rapid.StringOf(rapid.OneOf(rapid.Rune(), rapid.SampledFrom([]rune("ab \u200b\u200c\u200dعی\u0301\u202e\u0651")))).Draw(rt, "name"))
		if again := engine.NormalName(s); again != s {
			rt.Fatalf("%+q becomes %+q", s, again)
		}
	})
}

func TestNamesThatDeceiveAreRefused(t *testing.T) {
	for _, c := range []struct {
		name  string
		seats engine.Roster
		key   string // "" is accepted
	}{
		{"plain", engine.Roster{"Ava", "Babak"}, ""},
		{"Persian", engine.Roster{"علی\u200cرضا", "علی"}, ""},
		{"nothing to see", engine.Roster{"Ava", "\u200b\u200b"}, "refuse.seat_empty"},
		{"bidi override", engine.Roster{"Ava", "\u202eBabak"}, "refuse.seat_form"},
		{"space before", engine.Roster{"Ava", " Ava"}, "refuse.seat_form"},
		{"zero-width space", engine.Roster{"Ava", "Ava\u200b"}, "refuse.seat_form"},
		{"decomposed", engine.Roster{"Ava", "Jose\u0301"}, "refuse.seat_form"},
		{"case", engine.Roster{"Ava", "AVA"}, "refuse.seat_alike"},
		{"another script", engine.Roster{"Ava", "Av\u0430"}, "refuse.seat_alike"},
		{"full width", engine.Roster{"Ava", "\uff21\uff56\uff41"}, "refuse.seat_alike"},
		{"a joiner more", engine.Roster{"علی\u200cرضا", "علیرضا"}, "refuse.seat_alike"},
		{"an Arabic letter", engine.Roster{"علی", "عل\u064a"}, "refuse.seat_alike"},
		{"Greek capitals", engine.Roster{"AB", "\u0391\u0392"}, "refuse.seat_alike"},
		{"Latin alpha", engine.Roster{"Ava", "Av\u0251"}, "refuse.seat_alike"},
		{"l and I", engine.Roster{"Ilse", "llse"}, "refuse.seat_alike"},
		{"l and I in another case", engine.Roster{"ILSE", "llse"}, "refuse.seat_alike"},
		{"Persian and Arabic four", engine.Roster{"Ava \u06f4", "Ava \u0664"}, "refuse.seat_alike"},
		{"four in three scripts", engine.Roster{"Ava 4", "Ava \u096a"}, "refuse.seat_alike"},
		{"mathematical digits", engine.Roster{"Ava 7", "Ava \U0001d7f3"}, "refuse.seat_alike"},
		{"m and rn", engine.Roster{"Carmen", "Carrnen"}, "refuse.seat_alike"},
		{"Cherokee", engine.Roster{"ABE", "\u13aa\u13f4\u13ac"}, "refuse.seat_alike"},
		{"Greek, small", engine.Roster{"kt", "\u03ba\u03c4"}, "refuse.seat_alike"},
		{"private use", engine.Roster{"Ava", "Ava\ue000"}, "refuse.seat_form"},
		{"not assigned", engine.Roster{"Ava", "Ava\u0378"}, "refuse.seat_form"},
		{"names of families", engine.Roster{"Dario", "Daria"}, ""},
		{"numbers", engine.Roster{"Bot 1", "Bot 7"}, ""},
		{"Persian sisters", engine.Roster{"سارا", "ساره"}, ""},
		{"a space within", engine.Roster{"Ava Lu", "AvaLu"}, "refuse.seat_alike"},
	} {
		title := &engine.Title{ID: "names", MinSeats: 1, MaxSeats: 4}
		err := title.Check(engine.Header{Game: "names", Seats: c.seats})
		if c.key == "" {
			require.NoError(t, err, c.name)
			continue
		}
		var no *engine.Refusal
		require.ErrorAs(t, err, &no, c.name)
		assert.Equal(t, c.key, no.Why.Key, c.name)
	}
}
