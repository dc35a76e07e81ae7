package face_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/bot"
	"consigliere/engine/naro"
	"consigliere/engine/naro/face"
)

// What lies on the table is shown, and the loot is shared, when a fight is over: the wounds and the dead are those that it has
// left, and while bullets are chosen no gun points at anybody.
func TestPicturesAfterAFight(t *testing.T) {
	title := face.Title()
	h := engine.Header{Game: "naro", Seats: engine.Roster{"Ava", "Babak", "Chiara", "Dario", "Elena"}, Options: []byte(`{"chance":"box"}`), Seed: 4}
	shown, wounds := map[uint8]int{}, 0
	g, cues, err := title.Begin(h)
	require.NoError(t, err)
	look := func(cues []engine.Cue) {
		v := g.View(engine.Public)
		s := *v.Public.(*naro.Status)
		for _, c := range cues {
			if c.Picture != naro.LootPicture && c.Picture != naro.SharePicture {
				continue
			}
			shown[c.Picture]++
			for _, p := range title.Picture(v, int(c.Picture)).Board {
				if p.Kind != "seat" {
					continue
				}
				is := s.Players.Of[p.Seat]
				assert.Equal(t, is.Wounds, p.N, "wounds")
				assert.Equal(t, !is.Alive, slices.Contains(p.Is, "dead"), "dead")
				if c.Picture == naro.LootPicture {
					assert.Equal(t, engine.NoSeat, p.To, "no gun points at anybody")
				}
				wounds += p.N
			}
		}
	}
	look(cues)
	p := bot.New(title, h.Seats, rand.New(rand.NewPCG(4, 4)))
	p.Made = func(_ engine.Move, cues []engine.Cue) { look(cues) }
	_, err = p.Playout(g)
	require.NoError(t, err)
	assert.Greater(t, shown[naro.LootPicture], 8)
	assert.Positive(t, shown[naro.SharePicture])
	assert.Positive(t, wounds)
}

// What all see of a fight are sentences: who aims at whom, who stands and who ducks; while bullets are chosen nothing stays of the
// round before.
func TestAimsAndGutsAreSentences(t *testing.T) {
	title := face.Title()
	h := engine.Header{Game: "naro", Seats: engine.Roster{"Ava", "Babak", "Chiara", "Dario"}, Options: []byte(`{"chance":"box"}`), Seed: 5}
	g, _, err := title.Begin(h)
	require.NoError(t, err)
	aims, nobody, guts, bullets, stands := 0, 0, 0, 0, 0
	p := bot.New(title, h.Seats, rand.New(rand.NewPCG(4, 4)))
	p.Made = func(_ engine.Move, cues []engine.Cue) {
		v := g.View(engine.Public)
		s := *v.Public.(*naro.Status)
		for _, c := range cues {
			for _, x := range title.Picture(v, int(c.Picture)).Board {
				switch {
				case x.Kind == "aim" && c.Picture == naro.AimsPicture:
					want := engine.Say("scene.aims_nobody").Seat(x.Seat)
					if at := s.Fights[x.Seat].Target; at >= 0 {
						want = engine.Say("log.aim").Seat(x.Seat).Seat(at)
					} else {
						nobody++
						assert.Equal(t, engine.NoSeat, at, "whoever has yet to aim is not told of")
					}
					assert.Equal(t, want, x.Text)
					aims++
				case x.Key == "scene.stands":
					assert.Equal(t, naro.GutsPicture, c.Picture)
					assert.NotEqual(t, naro.Ducked, s.Fights[x.Seat].Stance)
					stands++
				case x.Kind == "guts" && c.Picture == naro.GutsPicture:
					for _, seat := range x.Text.Everybody().List() {
						assert.Equal(t, x.Text.Key == "scene.guts_down", s.Fights[seat].Stance == naro.Ducked, "%s: %s", x.Text.Key, h.Seats[seat])
					}
					guts++
				}
			}
		}
		if s.Phase == "load" {
			bullets++
			for _, x := range title.Draw(v).Board {
				assert.False(t, x.Kind == "badge" && x.Key != "scene.dead", "nobody ducks or is hit any more: %s", x.Key)
				assert.NotContains(t, x.Is, "ducked")
			}
		}
	}
	_, err = p.Playout(g)
	require.NoError(t, err)
	assert.Positive(t, aims)
	assert.Positive(t, nobody, "whoever has no target is told of")
	assert.Positive(t, guts)
	assert.Positive(t, stands, "a word stands by whoever stands, too")
	assert.Positive(t, bullets)
}

// Each shot is a sentence: who shot whom, with what, and, for when that is told, who was hit. Once the loot is shared no gun
// points at anybody, and a word stands by whoever ducked or was hit.
func TestShotsAreSentences(t *testing.T) {
	title := face.Title()
	h := engine.Header{Game: "naro", Seats: engine.Roster{"Ava", "Babak", "Chiara", "Dario", "Elena", "Farid"}, Options: []byte(`{"chance":"box","powers":true,"power_deal":"box"}`), Seed: 3}
	g, _, err := title.Begin(h)
	require.NoError(t, err)
	said, badges := map[string]int{}, map[string]int{}
	p := bot.New(title, h.Seats, rand.New(rand.NewPCG(4, 4)))
	p.Made = func(_ engine.Move, cues []engine.Cue) {
		v := g.View(engine.Public)
		s := *v.Public.(*naro.Status)
		if s.Phase == "share" {
			for _, x := range title.Draw(v).Board {
				assert.Equal(t, engine.NoSeat, x.To, "%s: nobody aims any more", x.Kind)
				if x.Kind == "badge" {
					badges[x.Key]++
					assert.Contains(t, map[string][]string{"scene.ducks": {"ducked"}, "scene.hit": {"hit"}, "scene.dead": {"dead"}}[x.Key], s.Players.Of[x.Seat].Stance)
				}
			}
		}
		for _, c := range cues {
			if c.Picture != naro.CardsPicture || c.Text.Key != "cue.fire" {
				continue
			}
			told := map[string]engine.Seat{}
			for _, x := range title.Picture(v, int(naro.CardsPicture)).Board {
				if x.Kind != "shot" && x.Kind != "struck" {
					continue
				}
				f := s.Fights[x.Seat]
				said[x.Text.Key]++
				told[x.Kind+h.Seats[x.Seat]] = x.To
				assert.Equal(t, x.Seat, x.Text.Seats()[0])
				if x.Text.Key != "scene.fires_nobody" {
					assert.Equal(t, f.Target, x.To)
					assert.Equal(t, x.To, x.Text.Seats()[1])
				}
				if x.Kind == "struck" {
					assert.Equal(t, naro.Bang, f.Shown)
					assert.Positive(t, s.Fights[x.To].Hits)
				}
			}
			for i, f := range s.Fights[:len(h.Seats)] {
				if f.Shown != naro.NoBullet {
					assert.Equal(t, f.Target, told["shot"+h.Seats[i]], "%s's shot is told", h.Seats[i])
				}
			}
		}
	}
	_, err = p.Playout(g)
	require.NoError(t, err)
	for _, key := range []string{"scene.fires_bang", "scene.fires_click", "scene.fires_ducked", "scene.fires_hit"} {
		assert.Positive(t, said[key], key)
	}
	assert.Positive(t, badges["scene.ducks"])
	assert.Positive(t, badges["scene.hit"])
}
