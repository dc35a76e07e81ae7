package browsertest

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// A chromiumTab speaks the DevTools protocol.
type chromiumTab struct{ ctx context.Context }

func chromium(t testing.TB, width, height int) Tab {
	t.Helper()
	path := program(t, "chromium", "chromium-browser", "google-chrome")
	ctx, stop := chromedp.NewExecAllocator(context.Background(), append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(t.TempDir()), chromedp.WindowSize(width, height),
		chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-component-update", true))...)
	t.Cleanup(stop)
	ctx, stop = chromedp.NewContext(ctx)
	t.Cleanup(stop)
	require.NoError(t, chromedp.Do(ctx))
	return chromiumTab{ctx}
}

func (c chromiumTab) Open(url string) error {
	ctx, stop := context.WithTimeout(c.ctx, time.Minute)
	defer stop()
	// A different fragment by itself isn't another page.
	return chromedp.Do(ctx, chromedp.Navigate("about:blank"), chromedp.Navigate(url))
}

func (c chromiumTab) Eval(js string) (json.RawMessage, error) {
	ctx, stop := context.WithTimeout(c.ctx, time.Minute)
	defer stop()
	text, err := chromedp.Run(ctx, chromedp.Evaluate[string]("(async () => JSON.stringify((await ("+js+")) ?? null))()", chromedp.EvalAwaitPromise))
	return json.RawMessage(text), err
}
