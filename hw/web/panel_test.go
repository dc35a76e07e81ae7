package web

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"consigliere/hw/phone/phonetest"
	"consigliere/hw/web/webtest"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"consigliere/hw/box"
	"consigliere/hw/lang"
)

// TestPicturesOfPanel writes the pictures that the README shows: eight players of a whole box
// choose their bullets, four have done so, and one looks at a private screen.
func TestPicturesOfPanel(t *testing.T) {
	if *shots == "" {
		t.Skip("pictures are made with -shots DIR")
	}
	ctx := chromium(t)
	for _, l := range []lang.Lang{lang.English, lang.Persian} { // the README has the English one
		url := serve(t, webtest.Run(t, box.Options{Lang: l, Seed: func() uint64 { return 7 }}))
		dress(ctx, t, url, 1440, 900, 1, "dark", l)
		click := func(format string, args ...any) {
			t.Helper()
			do(ctx, t, chromedp.Click(chromedp.CSS(fmt.Sprintf(format, args...))))
		}
		click(`input[value="naro"]`)
		for range 4 {
			click("#more-seats")
		}
		click("#option-chance-box")
		click("#start")
		require.Eventually(t, func() bool {
			return ask[int](ctx, t, `document.querySelectorAll('.pod.awaited').length`) == 8
		}, phonetest.Patience, 30*time.Millisecond)
		for _, pod := range []int{0, 1, 3, 6} {
			click("#pod%d .key-a", pod)
			click("#pod%d .key-ok", pod)
		}
		click("#pod5 .key-b")
		click("#pod5 .shutter")
		do(ctx, t, chromedp.Sleep(time.Second))
		quality := int64(82)
		do(ctx, t, chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
			shot, err := chromedp.Call(ctx, page.CaptureScreenshot, page.CaptureScreenshotParams{Format: page.CaptureScreenshotFormatWebp, Quality: &quality})
			if err != nil {
				return err
			}
			return os.WriteFile(filepath.Join(*shots, "panel."+string(l)+".webp"), shot.Data, 0o644)
		}))
	}
}
