package main

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/config"
	"consigliere/drivers"
	"consigliere/hw"
	"consigliere/sim/chip"
)

// pi runs the box of a Pi on chips in periph's registries until the end of the test, on a clock
// that is so much faster than the real one. It returns the chips, the log of the box, and a
// function that ends it.
func pi(t *testing.T, c *config.Box, speed float64) (board *chip.Board, log *syncBuffer, end func()) {
	t.Helper()
	board, err := chip.NewBoard(c)
	require.NoError(t, err)
	require.NoError(t, board.Register())
	t.Cleanup(func() { require.NoError(t, board.Unregister()) })
	log = &syncBuffer{}
	state := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(state, "settings.json"), []byte(`{"pace":"brisk","clocks":0}`), 0o600))
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() {
		o := boxOptions(c, "", state, slog.New(slog.NewTextHandler(log, nil)))
		o.Speed = speed
		ended <- runBox(ctx, c, o, drivers.Periph())
	}()
	once := sync.OnceFunc(func() {
		cancel()
		require.NoError(t, <-ended)
	})
	t.Cleanup(once)
	return board, log, once
}

// A syncBuffer is a buffer that is safe for concurrent use.
type syncBuffer struct {
	mu sync.Mutex // guards the following
	b  bytes.Buffer
}

// Write implements [io.Writer].
func (s *syncBuffer) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(b)
}

func (s *syncBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// TestRunBox runs the box of a Pi on chips in periph's registries: the menu appears on the
// main screen, and a press on the panel changes it, with the chip's interrupt line as the
// only messenger. At the end the screens are dark.
func TestRunBox(t *testing.T) {
	wired := config.Default()
	board, log, end := pi(t, wired, 1)
	shows := func() *hw.Frame { return board.Main.Frame() }
	dark := hw.NewFrame(wired.Main.W, wired.Main.H)
	require.Eventually(t, func() bool { return !shows().Equal(dark) }, 5*time.Second, 5*time.Millisecond, "the menu")

	menu := shows()
	require.True(t, board.Press(hw.Panel, hw.B, true))
	board.Press(hw.Panel, hw.B, false)
	require.Eventually(t, func() bool { return !shows().Equal(menu) }, 5*time.Second, 5*time.Millisecond, "the next line of the menu")

	end()
	require.True(t, shows().Equal(dark), "nothing stays on the screens")
	require.Empty(t, board.Warnings())
	assert.NotContains(t, log.String(), "the panel is served", "the configuration does not ask for it")
}

// TestRunWithoutItsPort checks that a box whose page cannot be served says so and goes on.
func TestRunWithoutItsPort(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer l.Close()
	wired := config.Default()
	wired.Web.Listen = l.Addr().String()
	board, log, _ := pi(t, wired, 1)
	require.Eventually(t, func() bool { return strings.Contains(log.String(), "the panel is not served") }, 5*time.Second, 5*time.Millisecond)
	menu := board.Main.Frame()
	require.True(t, board.Press(hw.Panel, hw.B, true))
	board.Press(hw.Panel, hw.B, false)
	require.Eventually(t, func() bool { return !board.Main.Frame().Equal(menu) }, 5*time.Second, 5*time.Millisecond)
}

// TestRunServesThePanel plays a round of Naro on the panel that the box of a Pi serves: some
// answer in the browser, some at their pods.
func TestRunServesThePanel(t *testing.T) {
	path, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("no chromium on this machine: the page is not looked at")
	}
	if os.Getenv("CONSIGLIERE_WIDE") == "" && os.Getenv("CONSIGLIERE_LONG") == "" {
		t.Skip("takes a browser of its own; CONSIGLIERE_WIDE=1 runs it, as .ci/run does")
	}
	t.Parallel()
	wired := config.Default()
	wired.Web.Listen = "127.0.0.1:0"
	board, log, end := pi(t, wired, 5)
	served := regexp.MustCompile(`the panel is served" address=(\S+)`)
	require.Eventually(t, func() bool { return served.MatchString(log.String()) }, 5*time.Second, 5*time.Millisecond)

	ctx, stop := chromedp.NewExecAllocator(t.Context(), append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(t.TempDir()),
		chromedp.Flag("force-prefers-reduced-motion", true))...)
	defer stop()
	ctx, stop = chromedp.NewContext(ctx)
	defer stop()
	ctx, stop = context.WithTimeout(ctx, 6*time.Minute)
	defer stop()
	do := func(steps ...chromedp.Action[chromedp.Void]) {
		t.Helper()
		require.NoError(t, chromedp.Do(ctx, steps...), log.String())
	}
	click := func(css string) {
		t.Helper()
		do(chromedp.Click(chromedp.CSS(css)))
	}
	become := func(js, say string) {
		t.Helper()
		require.Eventually(t, func() bool {
			yes, err := chromedp.Run(ctx, chromedp.Evaluate[bool](js))
			return err == nil && yes
		}, 20*time.Second, 30*time.Millisecond, say)
	}
	tap := func(pod hw.Pod, buttons ...hw.Button) { // of the pod itself
		for _, b := range buttons {
			require.True(t, board.Press(pod, b, true))
			time.Sleep(20 * time.Millisecond)
			board.Press(pod, b, false)
			time.Sleep(20 * time.Millisecond)
		}
	}

	do(chromedp.EmulateViewport(1440, 900), chromedp.Navigate("http://"+served.FindStringSubmatch(log.String())[1]),
		chromedp.WaitVisible(chromedp.CSS(`body:not(.waiting) #pod0`)))
	click(`input[value="naro"]`)
	click("#option-chance-box")
	click("#start")
	become(`Number(document.querySelector('#pod0').style.getPropertyValue('--a')) > 0`, "its light is on")
	// Whoever is awaited answers: seats 0 and 1 in the browser, 2 and 3 at their pods.
	const heading = `document.querySelector('#s-head .title').textContent`
	title, answers := "", [4]int{}
	for late := time.Now().Add(4 * time.Minute); !strings.HasPrefix(title, "2/8"); {
		require.True(t, time.Now().Before(late), "still in %q after %v answers", title, answers)
		awaited, err := chromedp.Run(ctx, chromedp.Evaluate[[]int](`[...document.querySelectorAll('.pod.awaited')].map((p) => Number(p.dataset.pod))`))
		require.NoError(t, err)
		for _, pod := range awaited {
			if answers[pod]++; pod < 2 {
				click(fmt.Sprintf("#pod%d .key-a", pod))
				click(fmt.Sprintf("#pod%d .key-ok", pod))
			} else {
				tap(hw.Pod(pod), hw.A, hw.OK)
			}
		}
		title, err = chromedp.Run(ctx, chromedp.Evaluate[string](heading))
		require.NoError(t, err)
	}
	for pod, n := range answers {
		assert.GreaterOrEqual(t, n, 3, "seat %d loads, aims, and stands or ducks", pod)
	}

	end()
	become(`!!document.querySelector('.line.off')`, "the page sees that the box is off")
	require.Empty(t, board.Warnings())
}
