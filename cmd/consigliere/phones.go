package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"path/filepath"
	"strconv"
	"syscall"

	"consigliere/config"
	"consigliere/engine/journal"
	"consigliere/hw/box"
	"consigliere/hw/phone"
	"consigliere/internal/atomicfile"
)

// phonePages are the pages that phones and screens on the network get; nil where there are none.
type phonePages struct {
	pages *phone.Guests
	l     net.Listener
	cert  *tls.Certificate
}

// openPhones opens the address at which phones find their pages, if there is one. Who has which
// seat is kept beside the journals, if there are any.
func openPhones(ctx context.Context, c config.Web, journals string, b *box.Box, log *slog.Logger) (*phonePages, error) {
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
	if p.l, err = phone.ListenGuests(ctx, c.Phones); errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("%s is in use; choose another port", c.Phones)
	} else if err != nil {
		return nil, err
	}
	o := phone.GuestOptions{Log: log}
	if journals != "" {
		o.Register = register(filepath.Join(journals, "phones.json"))
	}
	if p.pages, err = phone.NewGuests(b, o); err != nil {
		return nil, errors.Join(err, p.l.Close())
	}
	p.pages.Announce(p.l.Addr(), p.cert)
	return p, nil
}

// A register is the file that says which phone has which seat. It is a [phone.Register].
type register string

// Read implements [phone.Register].
func (r register) Read() ([]byte, error) {
	b, err := journal.ReadFile(string(r))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return b, err
}

// Write implements [phone.Register]. The file is closed to other users.
func (r register) Write(b []byte) error {
	return atomicfile.WriteFile(string(r), append(b, '\n'), 0o600)
}

// isPort reports whether a text is the number of a port.
func isPort(s string) bool {
	_, err := strconv.ParseUint(s, 10, 16)
	return err == nil
}

// guests returns the pages, or nil.
func (p *phonePages) guests() *phone.Guests {
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
