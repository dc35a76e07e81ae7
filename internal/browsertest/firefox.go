package browsertest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"
	"github.com/stretchr/testify/require"
)

// A firefoxTab speaks WebDriver BiDi, which Firefox understands by itself.
type firefoxTab struct {
	conn *websocket.Conn
	tab  string // its browsing context

	mu   sync.Mutex
	last int // the id of the last command
}

func firefox(t testing.TB, width, height int) Tab {
	t.Helper()
	path := program(t, "firefox-esr", "firefox")
	at, profile := port(t), t.TempDir()
	// It asks nobody for news.
	prefs := `user_pref("app.normandy.enabled", false);
user_pref("app.update.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("services.settings.server", "");
`
	require.NoError(t, os.WriteFile(filepath.Join(profile, "user.js"), []byte(prefs), 0o600))
	start(t, []string{"HOME=" + t.TempDir(), "MOZ_HEADLESS_WIDTH=" + fmt.Sprint(width), "MOZ_HEADLESS_HEIGHT=" + fmt.Sprint(height)},
		path, "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port="+at)
	reach(t, at)
	f := &firefoxTab{}
	var err error
	require.Eventually(t, func() bool {
		ctx, stop := context.WithTimeout(context.Background(), 20*time.Second)
		defer stop()
		f.conn, _, err = websocket.Dial(ctx, "ws://127.0.0.1:"+at+"/session", nil) //nolint:bodyclose // the library does
		return err == nil
	}, 60*time.Second, 200*time.Millisecond, "%v", err)
	f.conn.SetReadLimit(64 << 20)
	t.Cleanup(func() { f.conn.CloseNow() })
	_, err = f.call("session.new", map[string]any{"capabilities": map[string]any{}})
	require.NoError(t, err)
	b, err := f.call("browsingContext.getTree", map[string]any{})
	require.NoError(t, err)
	var tree struct {
		Contexts []struct {
			Context string `json:"context"`
		} `json:"contexts"`
	}
	require.NoError(t, json.Unmarshal(b, &tree))
	require.NotEmpty(t, tree.Contexts)
	f.tab = tree.Contexts[0].Context
	_, err = f.call("browsingContext.setViewport", map[string]any{"context": f.tab, "viewport": map[string]int{"width": width, "height": height}})
	require.NoError(t, err)
	return f
}

// call sends a command and returns its result.
func (f *firefoxTab) call(method string, params any) (json.RawMessage, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	ctx, stop := context.WithTimeout(context.Background(), time.Minute)
	defer stop()
	f.last++
	if err := wsjson.Write(ctx, f.conn, map[string]any{"id": f.last, "method": method, "params": params}); err != nil {
		return nil, err
	}
	for {
		var answer struct {
			ID             int             `json:"id"`
			Result         json.RawMessage `json:"result"`
			Error, Message string
		}
		if err := wsjson.Read(ctx, f.conn, &answer); err != nil {
			return nil, err
		}
		if answer.ID != f.last {
			continue // an event
		}
		if answer.Error != "" {
			return nil, fmt.Errorf("%s: %s: %s", method, answer.Error, answer.Message)
		}
		return answer.Result, nil
	}
}

func (f *firefoxTab) Open(url string) error {
	if _, err := f.call("browsingContext.navigate", map[string]any{"context": f.tab, "url": "about:blank", "wait": "complete"}); err != nil {
		return err
	}
	_, err := f.call("browsingContext.navigate", map[string]any{"context": f.tab, "url": url, "wait": "complete"})
	return err
}

func (f *firefoxTab) Eval(js string) (json.RawMessage, error) {
	b, err := f.call("script.evaluate", map[string]any{
		"expression":   "(async () => JSON.stringify((await (" + js + ")) ?? null))()",
		"target":       map[string]string{"context": f.tab},
		"awaitPromise": true,
	})
	if err != nil {
		return nil, err
	}
	var answer struct {
		Type   string `json:"type"`
		Result struct {
			Value string `json:"value"`
		} `json:"result"`
		ExceptionDetails struct {
			Text string `json:"text"`
		} `json:"exceptionDetails"`
	}
	if err := json.Unmarshal(b, &answer); err != nil {
		return nil, err
	}
	if answer.Type != "success" {
		return nil, errors.New(answer.ExceptionDetails.Text)
	}
	return json.RawMessage(answer.Result.Value), nil
}
