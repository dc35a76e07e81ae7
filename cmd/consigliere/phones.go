package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strconv"
	"syscall"

	"consigliere/config"
	"consigliere/hw/box"
	"consigliere/hw/web"
)

// phonePages are the pages that phones and screens on the network get; nil where there are none.
type phonePages struct {
	pages *web.Guests
	l     net.Listener
	cert  *tls.Certificate
}

// openPhones opens the address at which phones find their pages, if there is one.
func openPhones(ctx context.Context, c config.Web, b *box.Box, log *slog.Logger) (*phonePages, error) {
	if c.Phones == "" {
		return nil, nil
	}
	if _, port, err := net.SplitHostPort(c.Phones); err != nil || !isPort(port) {
		return nil, fmt.Errorf("%q is not an address; try :8018", c.Phones)
	}
	p := &phonePages{}
	if c.Certificate != "" {
		cert, err := tls.LoadX509KeyPair(c.Certificate, c.Key)
		if err != nil {
			return nil, fmt.Errorf("the certificate of web.tls: %w", err)
		}
		p.cert = &cert
	}
	var err error
	if p.l, err = web.ListenGuests(ctx, c.Phones); errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("%s is in use; another port does as well", c.Phones)
	} else if err != nil {
		return nil, err
	}
	if p.pages, err = web.NewGuests(b, web.GuestOptions{Log: log}); err != nil {
		return nil, errors.Join(err, p.l.Close())
	}
	p.pages.Announce(p.l.Addr(), p.cert)
	return p, nil
}

// isPort reports whether a text is the number of a port.
func isPort(s string) bool {
	_, err := strconv.ParseUint(s, 10, 16)
	return err == nil
}

// guests returns the pages, or nil.
func (p *phonePages) guests() *web.Guests {
	if p == nil {
		return nil
	}
	return p.pages
}

// serve serves the pages until ctx ends.
func (p *phonePages) serve(ctx context.Context) error {
	if p == nil {
		return nil
	}
	return p.pages.Serve(ctx, p.l, p.cert)
}
