package console_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine/games"
	"consigliere/engine/link"
	"consigliere/hw/command"
	"consigliere/hw/console"
	"consigliere/hw/console/consoletest"
	"consigliere/hw/lang"
)

// TestFilm checks that a play that is over is offered as a film, with the whole record in its link, and no play before.
func TestFilm(t *testing.T) {
	for _, site := range []string{"https://example.org/box/", ""} {
		b := consoletest.NewBox(8, true)
		p, err := consoletest.New(console.Config{Box: b.HW, Titles: games.All(), Painter: consoletest.Words{}, Site: site, Seed: func() uint64 { return 99 }}, b)
		require.NoError(t, err)
		require.NoError(t, p.Console.Do(0, command.Start{Header: fourOfNaro()}))
		assert.Nil(t, p.Console.Snapshot().Public(lang.English).Film, "it is being played")
		_, err = p.Play(rand.New(rand.NewPCG(3, 1)), 3000)
		require.NoError(t, err)
		p.Wait(60e9)
		f := p.Console.Snapshot().Public(lang.Italian).Film
		if site == "" {
			assert.Nil(t, f, "nobody knows of a site")
			continue
		}
		require.NotNil(t, f)
		assert.Regexp(t, `^https://example\.org/box/replay/#1`, f.Link)
		record, err := link.Decode(f.Link)
		require.NoError(t, err)
		assert.Equal(t, string(p.Table.AppendRecord(nil)), string(record))
		assert.Equal(t, link.Code(f.Link), f.Rows)
		assert.Same(t, f, p.Console.Snapshot().Public(lang.Persian).Film, "it is made once")
	}
}
