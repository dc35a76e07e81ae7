package main

import (
	"bufio"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/internal/browsertest"
)

// thumb is somebody who plays on a phone: it sees nothing but the page, and presses what there is to press.
const thumb = `
	const any = (list) => list[Math.floor(Math.random() * list.length)];
	const all = (css) => [...document.querySelectorAll(css)].filter((e) => !e.disabled && e.offsetParent);
	setInterval(() => {
		if (!document.body.classList.contains('seat')) return;
		if (document.querySelector('.covered')) { document.querySelector('#cover')?.click(); return; }
		const form = document.querySelector('.ask form');
		if (form) {
			for (const b of form.querySelectorAll('.stepper .pen:last-child')) if (Math.random() < .5) b.click();
			const done = form.querySelector('[type=submit]');
			any([...form.querySelectorAll('.heap button:not(:disabled)')])?.click();
			if (!done.disabled) done.click();
			return;
		}
		const take = document.querySelector('#take:not(:disabled)');
		if (take && Math.random() < .6) { take.click(); return; }
		any(all('.ask .choice, .ask .buzz'))?.click();
	}, 100)`

// TestEnginesPlayTogether checks that phones with Chromium, Firefox and WebKit play one game with each other to its
// end, on the program as it is started, and that all three are told the same at its end.
func TestEnginesPlayTogether(t *testing.T) {
	if os.Getenv("CONSIGLIERE_WIDE") == "" && os.Getenv("CONSIGLIERE_LONG") == "" {
		t.Skip("takes half a minute; CONSIGLIERE_WIDE=1 runs it, as .ci/run does")
	}
	t.Parallel() // most of it is the box's voice, which nobody hurries
	names := []string{"Ava", "Babak", "Chiara"}
	var tabs []browsertest.Tab
	for _, e := range browsertest.Engines() {
		tabs = append(tabs, e.Tab(t, 390, 780))
	}
	c := exec.Command("consigliere", "sim", "--game", "rock-paper-scissors", "--seats", strings.Join(names, ","), "--seed", "7",
		"--addr", "127.0.0.1:0", "--phones", "127.0.0.1:0", "--journal", t.TempDir())
	out, err := c.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, c.Start())
	t.Cleanup(func() {
		_ = c.Process.Signal(os.Interrupt)
		_ = c.Wait()
	})
	var join string
	for s := bufio.NewScanner(out); join == "" && s.Scan(); {
		if at, ok := strings.CutPrefix(s.Text(), "Phones join at "); ok {
			join = at
		}
	}
	require.NotEmpty(t, join)
	for i, tab := range tabs {
		require.NoError(t, tab.Open(join))
		me := `[...document.querySelectorAll('.ask .choices button')].find((b) => b.textContent.trim() === '` + names[i] + `')`
		browsertest.Until(t, tab, time.Minute, me)
		browsertest.Do(t, tab, me+`.click()`)
		browsertest.Until(t, tab, 20*time.Second, `document.body.classList.contains('seat')`)
	}
	for _, tab := range tabs {
		browsertest.Do(t, tab, thumb)
	}
	var ends []string
	for _, tab := range tabs {
		browsertest.Until(t, tab, 4*time.Minute, `document.querySelector('#p-scene').textContent.includes('The result')`)
		ends = append(ends, browsertest.Text(t, tab, `[...document.querySelectorAll('#p-scene table')[0].querySelectorAll('th, td')].map((e) => e.textContent.trim()).join(' ')`))
	}
	assert.Contains(t, ends[0], "Chiara")
	assert.Equal(t, []string{ends[0], ends[0], ends[0]}, ends, "all are told the same")
}
