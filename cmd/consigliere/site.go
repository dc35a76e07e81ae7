package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"consigliere/cmd/consigliere-page/serve"
)

type siteCommand struct {
	Addr string `help:"Where the pages are served." default:"127.0.0.1:8019"`
	Dir  string `arg:"" help:"The folder made by make site, or downloaded." placeholder:"DIR"`
}

// Help is shown with --help.
func (siteCommand) Help() string {
	return `Serves the box as a page: games with bots in a browser, replays, rules and a workshop for
scripts, without a box. Any other web server will do, too: the folder holds only static files.

Example:
  make site OUT=dist && consigliere site dist`
}

// Run serves the folder until it is interrupted.
func (c *siteCommand) Run(s streams) error {
	h, err := serve.Folder(c.Dir)
	if err != nil {
		return err
	}
	ctx, stop := untilSignal()
	defer stop()
	l, err := listen(ctx, c.Addr)
	if err != nil {
		return err
	}
	server := &http.Server{Handler: h, ReadHeaderTimeout: 3 * time.Second, IdleTimeout: time.Minute}
	context.AfterFunc(ctx, func() { _ = server.Close() })
	fmt.Fprintf(s.out, "The pages are at http://%s (Ctrl-C ends it).\n", l.Addr())
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
