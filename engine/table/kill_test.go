package table_test

import (
	"bufio"
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/bot"
	"consigliere/engine/enginetest"
	"consigliere/engine/journal"
	"consigliere/engine/table"
)

// killedEnv names the directory in which this program, started as its own child, plays.
const killedEnv = "TABLE_TEST_PLAY_IN"

func TestMain(m *testing.M) {
	if dir := os.Getenv(killedEnv); dir != "" {
		if err := playToBeKilled(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	debug.SetGCPercent(400) // plays leave much behind, and a test has memory
	os.Exit(m.Run())
}

// scripted is a play whose every step follows from how many lines its journal has, so that
// it goes on in the same way whenever it was broken off.
type scripted struct {
	tb    *table.Table
	lines int // of the journal, without the header
}

func (s *scripted) step() error {
	rng := rand.New(rand.NewPCG(uint64(s.lines), 99))
	tb := s.tb
	now := time.Duration(s.lines) * time.Second
	s.lines++
	if tb.Locked() != 0 && rng.IntN(8) == 0 {
		for seat := range engine.Seat(engine.MaxSeats) {
			if tb.Locked().Has(seat) {
				return tb.TakeBack(now, seat)
			}
		}
	}
	if tb.Moves() > 0 && rng.IntN(20) == 0 {
		state, err := tb.Undo(now, engine.Table)
		for seat := range engine.Seat(engine.MaxSeats) {
			if err == nil && state.Needs.Has(seat) {
				state, err = tb.ConsentUndo(now, seat)
			}
		}
		return err
	}
	var open []*engine.Ask
	for i := range tb.Asks() {
		open = append(open, &tb.Asks()[i])
	}
	a := open[rng.IntN(len(open))]
	do, err := bot.New(tb.Title(), tb.Roster(), rng).Pick(a)
	if err != nil {
		return err
	}
	_, err = tb.Play(now, engine.Move{Seat: a.Seat, Do: do})
	return err
}

// shown is what the table shows, in one line.
func shown(tb *table.Table) (string, error) {
	status, err := tb.Status(0, 1, 2, 3)
	if err != nil {
		return "", err
	}
	s := fmt.Sprintf("%s locked %v", status, tb.Locked())
	for _, a := range tb.Asks() {
		s += fmt.Sprintf(" %d:%s", a.Seat, a.Verb)
	}
	return s, nil
}

// playToBeKilled begins a play in the directory, or resumes the one there, and says on
// standard output how far it is: first where it has opened, then after each step.
func playToBeKilled(dir string) error {
	plays, err := journal.List(dir, findTitle)
	if err != nil {
		return err
	}
	s := &scripted{}
	if len(plays) == 0 || plays[0].Over {
		j, err := journal.Next(dir)
		if err != nil {
			return err
		}
		if s.tb, _, err = table.New(findTitle("naro"), naroHeader, table.Options{Journal: j}); err != nil {
			return err
		}
	} else {
		path := plays[0].Path
		if s.tb, _, err = table.Open(path, findTitle, table.Options{}); err != nil {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		s.lines = bytes.Count(data, []byte{'\n'}) - 1
	}
	for {
		text, err := shown(s.tb)
		if err != nil {
			return err
		}
		fmt.Printf("%d %s\n", s.lines, text)
		if s.tb.Over() {
			return nil
		}
		if err := s.step(); err != nil {
			return err
		}
	}
}

// The program is killed at random moments of a scripted play. Each time it goes on at the
// same ask, and nothing that it has shown is lost.
func TestKilledAtAnyMoment(t *testing.T) {
	// What the play shows after each step, if nobody kills it.
	tb, _, err := table.New(findTitle("naro"), naroHeader, table.Options{})
	require.NoError(t, err)
	s := &scripted{tb: tb}
	var want []string
	for {
		text, err := shown(tb)
		require.NoError(t, err)
		want = append(want, text)
		if tb.Over() {
			break
		}
		require.NoError(t, s.step())
	}

	kills := 20
	if long() {
		kills = 200
	} else if enginetest.Wide() && !testing.Short() {
		kills = 60
	}
	dir := t.TempDir()
	seed := time.Now().UnixNano()
	t.Logf("seed %d, %d steps", seed, len(want)-1)
	rng := rand.New(rand.NewPCG(uint64(seed), 0))
	seen, plays := 0, 0 // the last step that was shown, and how many plays came to their end
	for kill := 0; kill < kills; {
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), killedEnv+"="+dir)
		child.Stderr = os.Stderr
		out, err := child.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, child.Start())
		killed := false
		lines := bufio.NewScanner(out)
		lines.Buffer(nil, 1<<20)
		for left := rng.IntN(len(want) / 8); lines.Scan(); left-- {
			number, text, _ := strings.Cut(lines.Text(), " ")
			n, err := strconv.Atoi(number)
			require.NoError(t, err)
			if n == 0 && seen == len(want)-2 {
				seen = 0 // the last step was made, though nobody saw it; the next play begins
			}
			require.GreaterOrEqual(t, n, seen, "kill %d: a step that was shown is lost", kill)
			require.Equal(t, want[n], text, "kill %d, step %d", kill, n)
			seen = n
			if left == 0 {
				time.Sleep(time.Duration(rng.IntN(3000)) * time.Microsecond)
				require.NoError(t, child.Process.Kill())
				killed = true
				kill++
				break
			}
		}
		for lines.Scan() { // what it had shown before it died
			number, text, _ := strings.Cut(lines.Text(), " ")
			if n, err := strconv.Atoi(number); err == nil && text == want[n] {
				seen = n
			}
		}
		if err := child.Wait(); !killed {
			require.NoError(t, err)
		}
		if seen == len(want)-1 {
			seen, plays = 0, plays+1
			require.NoError(t, os.RemoveAll(dir))
			require.NoError(t, os.Mkdir(dir, 0o700))
		}
	}
	damaged, err := filepath.Glob(filepath.Join(dir, "*.damaged*"))
	require.NoError(t, err)
	require.Empty(t, damaged, "a kill leaves an unfinished line at most")
	t.Logf("%d kills, %d whole plays", kills, plays)
}
