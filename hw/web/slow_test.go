package web

import (
	"context"
	"fmt"
	"io"
	"net"
	"sync"
	"testing"
	"time"

	"consigliere/hw/web/page"
	"consigliere/hw/web/webtest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const bodyLimit = page.BodyLimit

// TestHalfSentPosts opens 200 connections that send the half of a file, and 50 that send no
// more than a header, and holds that all are closed when their time is over, while a page
// that is open stays so.
func TestHalfSentPosts(t *testing.T) {
	t.Parallel()
	s, err := New(webtest.NewBox(2), nil)
	require.NoError(t, err)
	l, err := Listen(t.Context(), "127.0.0.1:0")
	require.NoError(t, err)
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error)
	go func() { done <- s.Serve(ctx, l) }()
	url := "http://" + l.Addr().String()
	page := open(t, url)
	page.until("desk")

	var group sync.WaitGroup
	begun := time.Now()
	for i := range 250 {
		group.Go(func() {
			c, err := net.Dial("tcp", l.Addr().String())
			if !assert.NoError(t, err) {
				return
			}
			defer c.Close()
			head := fmt.Sprintf("POST /catalogue/derpate?lang=en HTTP/1.1\r\nHost: %s\r\nOrigin: %s\r\nContent-Length: 2000\r\n", l.Addr(), url)
			if i < 200 {
				head += "\r\nrow4: {}"
			}
			_, err = io.WriteString(c, head)
			assert.NoError(t, err)
			assert.NoError(t, c.SetReadDeadline(time.Now().Add(bodyLimit+10*time.Second)))
			_, err = io.ReadAll(c)
			assert.NoError(t, err, "connection %d is still open", i)
		})
	}
	group.Wait()
	assert.Less(t, time.Since(begun), bodyLimit+10*time.Second)
	page.send(`{"t":"lang","lang":"it"}`)
	page.until("desk")
	stop()
	require.NoError(t, <-done)
}
