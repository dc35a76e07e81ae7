// Package browsertest drives the three engines that people's browsers are made of: Chromium, Firefox
// and WebKit, each from Debian's packages and by a protocol of its own. It shows what only one of them
// does. For tests alone.
package browsertest

import (
	"encoding/json"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A Tab is a page of a browser with a profile of its own.
type Tab interface {
	// Open goes to an address, and returns when the page is loaded.
	Open(url string) error
	// Eval returns the value of a JavaScript expression, as JSON; a promise is waited for.
	Eval(js string) (json.RawMessage, error)
}

// An Engine is one of the three.
type Engine struct {
	Name string
	// Tab starts the browser with a window of a width and height in pixels, until the test ends. It
	// skips the test where the browser is not installed.
	Tab func(t testing.TB, width, height int) Tab
}

// Engines returns the three engines.
func Engines() []Engine {
	return []Engine{{"chromium", chromium}, {"firefox", firefox}, {"webkit", webkit}}
}

// Until waits until an expression is true, for patience at most.
func Until(t testing.TB, tab Tab, patience time.Duration, js string) {
	t.Helper()
	var last json.RawMessage
	var err error
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		if last, err = tab.Eval("!!(" + js + ")"); err == nil && string(last) == "true" {
			return
		}
	}
	seen, _ := tab.Eval("`${document.readyState} ${JSON.stringify(document.body?.dataset)} ${document.body?.innerText.slice(0, 800)}`")
	require.Failf(t, "it did not come true", "%s within %v: %s, %v; the page: %s", js, patience, last, err, seen)
}

// Text returns the value of an expression that is a text; "" if it is null.
func Text(t testing.TB, tab Tab, js string) string {
	t.Helper()
	b, err := tab.Eval("String((" + js + ") ?? '')")
	require.NoError(t, err, js)
	var s string
	require.NoError(t, json.Unmarshal(b, &s))
	return s
}

// Do evaluates an expression for what it does.
func Do(t testing.TB, tab Tab, js string) {
	t.Helper()
	_, err := tab.Eval("(() => { " + js + "; return true; })()")
	require.NoError(t, err, js)
}

// program returns the path of a program, or skips the test.
func program(t testing.TB, paths ...string) string {
	t.Helper()
	for _, p := range paths {
		if found, err := exec.LookPath(p); err == nil {
			return found
		}
	}
	t.Skipf("there is no %s on this machine", strings.Join(paths, " or "))
	return ""
}

// start runs a program until the test ends.
func start(t testing.TB, env []string, name string, args ...string) {
	t.Helper()
	c := exec.Command(name, args...)
	c.Env = append(os.Environ(), env...)
	// What it starts ends with it.
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	require.NoError(t, c.Start())
	t.Cleanup(func() {
		_ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL)
		_ = c.Wait()
	})
}

// port returns a port of this machine that nobody uses.
func port(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer l.Close()
	return strconv.Itoa(l.Addr().(*net.TCPAddr).Port)
}

// reach waits until something listens at a port.
func reach(t testing.TB, port string) {
	t.Helper()
	require.Eventually(t, func() bool {
		c, err := net.Dial("tcp", "127.0.0.1:"+port)
		if err == nil {
			c.Close()
		}
		return err == nil
	}, 60*time.Second, 100*time.Millisecond, "nothing listens at port %s", port)
}
