package khandan_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	khandanface "consigliere/engine/khandan/face"
	"consigliere/engine/table"
)

// clocked returns a table at the opening of its first vote, at that many seconds, with a clock of
// a minute.
func clocked(t *testing.T, at time.Duration) *table.Table {
	t.Helper()
	b, _, err := table.New(khandanface.Title(), engine.Header{
		Game: "khandan", Seats: engine.Roster{"Ava", "Babak", "Chiara"}, Options: []byte(`{"draft":"cards","chance":"box","talk_seconds":60}`), Seed: 1,
	}, table.Options{})
	require.NoError(t, err)
	for _, line := range []string{`{"seat":"table","do":"slopes"}`, `{"seat":"table","do":"lots"}`, `{"seat":"table","do":"propose"}`} {
		typed(t, b, at, line)
	}
	return b
}

// typed makes a move.
func typed(t *testing.T, b *table.Table, at time.Duration, line string) {
	t.Helper()
	_, err := b.PlayLine(at, []byte(line))
	require.NoError(t, err, line)
}

// left returns how long it is until the time is out.
func left(t *testing.T, b *table.Table, now time.Duration) time.Duration {
	t.Helper()
	d, ok := b.Remaining(now)
	require.True(t, ok)
	return d
}

// tail returns the last n moves of the record.
func tail(b *table.Table, n int) []string {
	lines := strings.Split(strings.TrimSpace(string(b.AppendRecord(nil))), "\n")
	return lines[len(lines)-n:]
}

// The clock of the vote begins when the decision is opened, and is one for all, whoever votes
// when. What is late is voted, then power that was promised is added, then all are done.
func TestClockOfTheVote(t *testing.T) {
	start := 100 * time.Second
	b := clocked(t, start)
	assert.Equal(t, 75*time.Second, left(t, b, start))
	typed(t, b, start+20*time.Second, `{"seat":"Ava","do":"vote","choice":"yes","power":1}`)
	typed(t, b, start+21*time.Second, `{"seat":"Babak","do":"offer","to":"Ava","give":{"coins":1},"get":{"vote":"yes","power":3}}`)
	typed(t, b, start+22*time.Second, `{"seat":"Ava","do":"accept","deal":1}`)
	typed(t, b, start+23*time.Second, `{"seat":"Babak","do":"vote","choice":"no","power":2}`)
	typed(t, b, start+24*time.Second, `{"seat":"Babak","do":"done"}`)
	assert.Equal(t, 51*time.Second, left(t, b, start+24*time.Second), "it runs on")
	_, err := b.Tick(start + 75*time.Second - 1)
	require.NoError(t, err)
	assert.Contains(t, tail(b, 1)[0], `"do":"done"`)
	done, err := b.Tick(start + 75*time.Second)
	require.NoError(t, err)
	assert.Len(t, done.Late, 4)
	assert.Equal(t, []string{
		`{"seat":"Chiara","do":"vote","choice":"strengthen"}`, `{"seat":"Ava","do":"add","power":2}`,
		`{"seat":"Ava","do":"done"}`, `{"seat":"Babak","do":"done"}`,
	}, tail(b, 4))
	assert.NotEqual(t, "vote", b.View(engine.Public).Phase)
}

// Power in the last moment brings fifteen seconds back, four times.
func TestClockIsRenewed(t *testing.T) {
	b := clocked(t, 0)
	typed(t, b, 50*time.Second, `{"seat":"Ava","do":"vote","choice":"yes","power":1}`)
	assert.Equal(t, 25*time.Second, left(t, b, 50*time.Second), "not yet the last moment")
	now := 70 * time.Second
	for n := range 4 {
		typed(t, b, now, `{"seat":"Ava","do":"add","power":1}`)
		assert.Equal(t, 15*time.Second, left(t, b, now), "for the %d. time", n+1)
		now += 10 * time.Second
	}
	typed(t, b, now, `{"seat":"Ava","do":"add","power":1}`)
	assert.Equal(t, 5*time.Second, left(t, b, now), "enough")
	typed(t, b, now+time.Second, `{"seat":"Ava","do":"done"}`)
	assert.Equal(t, 4*time.Second, left(t, b, now+time.Second))
	_, err := b.Tick(now + 5*time.Second)
	require.NoError(t, err)
	assert.NotEqual(t, "vote", b.View(engine.Public).Phase)

	// The next decision has its own time.
	typed(t, b, now+20*time.Second, `{"seat":"table","do":"outcome"}`)
	typed(t, b, now+30*time.Second, `{"seat":"table","do":"propose"}`)
	assert.Equal(t, 75*time.Second, left(t, b, now+30*time.Second))
	// It stands still while the table pauses.
	b.Pause(now + 40*time.Second)
	b.Resume(now + 400*time.Second)
	typed(t, b, now+410*time.Second, `{"seat":"Babak","do":"vote","choice":"no","power":1}`)
	assert.Equal(t, 55*time.Second, left(t, b, now+410*time.Second))
}
