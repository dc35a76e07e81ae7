package web

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"consigliere/hw/phone/phonetest"
	"consigliere/hw/web/webtest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/hw/box"
	"consigliere/hw/command"
	"consigliere/hw/lang"
)

// A fakeTray rolls a picture of its own, and takes no other but "good".
type fakeTray struct{ asked bool }

func (f *fakeTray) Roll(context.Context) ([]byte, error) {
	if !f.asked {
		return nil, errors.New("no dice are asked for now")
	}
	return []byte("\xff\xd8\xff rolled"), nil
}

func (f *fakeTray) Look(_ context.Context, picture []byte) ([]byte, error) {
	if string(picture) != "good" {
		return nil, errors.New("no dice in it")
	}
	return picture, nil
}

func TestTray(t *testing.T) {
	tray := &fakeTray{}
	s, err := New(webtest.NewBox(2), nil)
	require.NoError(t, err)
	defer s.Close()
	request := func(method, origin, body string) (int, string) {
		r := httptest.NewRequestWithContext(t.Context(), method, "http://127.0.0.1:8017/tray", strings.NewReader(body))
		if origin != "" {
			r.Header.Set("Origin", origin)
		}
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		text, err := io.ReadAll(w.Result().Body)
		require.NoError(t, err)
		return w.Code, strings.TrimSpace(string(text))
	}
	code, _ := request(http.MethodGet, "", "")
	assert.Equal(t, http.StatusNotFound, code, "a box without a tray for pages")
	s.ServeTray(tray)
	const here = "http://127.0.0.1:8017"
	for _, c := range []struct {
		name, method, origin, body string
		asked                      bool
		code                       int
		want                       string
	}{
		{"there is one", http.MethodGet, "", "", false, http.StatusNoContent, ""},
		{"no dice asked", http.MethodPost, here, "", false, http.StatusConflict, "no dice are asked for now"},
		{"rolled", http.MethodPost, here, "", true, http.StatusOK, "\xff\xd8\xff rolled"},
		{"a picture", http.MethodPost, here, "good", true, http.StatusOK, "good"},
		{"a bad picture", http.MethodPost, here, "bad", true, http.StatusConflict, "no dice in it"},
		{"from nowhere", http.MethodPost, "", "good", true, http.StatusForbidden, "a page names its Origin"},
		{"too large", http.MethodPost, here, strings.Repeat("x", maxPicture+1), true, http.StatusRequestEntityTooLarge, "a picture has at most 8388608 bytes"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tray.asked = c.asked
			code, text := request(c.method, c.origin, c.body)
			assert.Equal(t, c.code, code)
			assert.Equal(t, c.want, text)
		})
	}
}

// TestTrayOnThePage answers a roll of Der Pate by the tray of the simulator, in a browser: dice are
// rolled and read, and OK at the panel takes them.
func TestTrayOnThePage(t *testing.T) {
	wide(t)
	t.Parallel()
	ctx := chromium(t)
	s := webtest.Run(t, box.Options{})
	page, err := New(s, nil)
	require.NoError(t, err)
	page.ServeTray(s.Tray())
	h := httptest.NewServer(page)
	t.Cleanup(func() {
		page.Close()
		h.Close()
	})
	require.NoError(t, s.Do(t.Context(), command.Start{Header: engine.Header{Game: "derpate", Seats: webtest.CastEN[:4], Seed: 1}}))
	for _, line := range []string{
		`{"seat":"Dario","do":"car","space":12}`,
		`{"seat":"Dario","do":"district","district":"little_italy"}`,
		`{"seat":"Chiara","do":"district","district":"east_side"}`,
		`{"seat":"Babak","do":"district","district":"greenwich_soho"}`,
		`{"seat":"table","do":"event","card":"tax_audit"}`,
	} {
		require.NoError(t, s.Do(t.Context(), command.Type{Line: []byte(line)}))
	}
	visit(ctx, t, h.URL, 1440, 900, 1, "light", lang.English)
	until(ctx, t, "there is a tray", `document.querySelector('#tray-roll')?.offsetParent`)
	for read := false; !read; { // one throw of some thirty cannot be read, and of another one die is asked about
		ask[any](ctx, t, `document.querySelector('.tray .held').hidden = true`)
		press(ctx, t, "#tray-roll")
		until(ctx, t, "it says what has come of it", `document.querySelector('.tray .held')?.checkVisibility()`)
		if !ask[bool](ctx, t, `document.querySelector('.tray .held').textContent.startsWith('The display shows what was read')`) {
			continue
		}
		until(ctx, t, "one press takes it, or a die is asked about", `document.querySelector('#tray-take')?.checkVisibility() || document.querySelector('.die.doubtful')`) // what is told may be in its place
		read = !ask[bool](ctx, t, `!!document.querySelector('.die.doubtful')`)
	}
	assert.Equal(t, 640, ask[int](ctx, t, `document.querySelector('.tray img').naturalWidth`))
	picture(ctx, t, "tray")
	until(ctx, t, "one press takes it", `document.querySelector('#tray-take')?.checkVisibility()`)
	require.Eventually(t, func() bool { // the first OK may only end what is being told
		press(ctx, t, "#panel .key-ok")
		time.Sleep(time.Second)
		return ask[bool](ctx, t, `/Ava's dice.*Black [1-5P].*White [1-5P].*Grey [1-5P].*Red [1-5P]/s.test(document.body.innerText)`)
	}, phonetest.Patience, 10*time.Millisecond, "the dice lie for all to see")
}
