package browsertest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A webkitTab speaks WebDriver (W3C WebDriver, sections 8 to 13) to WebKitWebDriver.
type webkitTab struct{ session string } // the address of the session

func webkit(t testing.TB, width, height int) Tab {
	t.Helper()
	driver := program(t, "WebKitWebDriver")
	browser := program(t, "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser", "/usr/lib/aarch64-linux-gnu/webkit2gtk-4.1/MiniBrowser")
	screen := program(t, "Xvfb")

	display := ":" + strconv.Itoa(1000+time.Now().Nanosecond()/1000%50000)
	start(t, nil, screen, display, "-screen", "0", fmt.Sprintf("%dx%dx24", width, height), "-nolisten", "tcp")
	at := port(t)
	home := t.TempDir()
	// A machine without graphics composes in memory.
	start(t, []string{"DISPLAY=" + display, "HOME=" + home, "XDG_RUNTIME_DIR=" + home, "WEBKIT_DISABLE_COMPOSITING_MODE=1"}, driver, "--port="+at)
	reach(t, at)
	w := &webkitTab{"http://127.0.0.1:" + at + "/session"}
	var made struct {
		SessionID string `json:"sessionId"`
	}
	options := map[string]any{"binary": browser, "args": []string{"--automation", fmt.Sprintf("--geometry=%dx%d", width, height)}}
	b, err := w.post("", map[string]any{"capabilities": map[string]any{"alwaysMatch": map[string]any{"webkitgtk:browserOptions": options}}})
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(b, &made))
	w.session += "/" + made.SessionID
	_, err = w.post("/window/rect", map[string]int{"x": 0, "y": 0, "width": width, "height": height})
	require.NoError(t, err)
	t.Cleanup(func() {
		r, err := http.NewRequest(http.MethodDelete, w.session, nil)
		if err == nil {
			if a, err := http.DefaultClient.Do(r); err == nil {
				a.Body.Close()
			}
		}
	})
	return w
}

// post sends a command and returns its value.
func (w *webkitTab) post(path string, v any) (json.RawMessage, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	a, err := (&http.Client{Timeout: time.Minute}).Post(w.session+path, "application/json", bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	defer a.Body.Close()
	var answer struct {
		Value json.RawMessage `json:"value"`
	}
	if err := json.NewDecoder(a.Body).Decode(&answer); err != nil {
		return nil, err
	}
	if a.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", path, answer.Value)
	}
	return answer.Value, nil
}

func (w *webkitTab) Open(url string) error {
	if _, err := w.post("/url", map[string]string{"url": "about:blank"}); err != nil {
		return err
	}
	_, err := w.post("/url", map[string]string{"url": url})
	return err
}

func (w *webkitTab) Eval(js string) (json.RawMessage, error) {
	b, err := w.post("/execute/async", map[string]any{
		"script": "const done = arguments[0]; (async () => (await (" + js + ")) ?? null)().then((v) => done({ value: JSON.stringify(v) }), (e) => done({ error: String(e) }))",
		"args":   []any{},
	})
	if err != nil {
		return nil, err
	}
	var answer struct{ Value, Error string }
	if err := json.Unmarshal(b, &answer); err != nil {
		return nil, err
	}
	if answer.Error != "" {
		return nil, errors.New(answer.Error)
	}
	return json.RawMessage(answer.Value), nil
}
