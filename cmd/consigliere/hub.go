package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"consigliere/config"
	"consigliere/hw/post"
)

// openHub returns the client of a box for the hub of its configuration, and what to do at the end; nil where it reports
// to none.
func openHub(c config.Hub, journals string, b post.Box, log *slog.Logger) (*post.Client, func(), error) {
	none := func() {}
	if c.Address == "" {
		return nil, none, nil
	}
	at, err := post.ParseAddress(c.Address)
	if err != nil {
		return nil, none, err
	}
	if c.Code != "" {
		at.Code = c.Code
	}
	done := none
	file := c.Key
	if journals == "" {
		// What waits for the hub is kept for as long as the box is on.
		if journals, err = os.MkdirTemp("", "consigliere-hub-"); err != nil {
			return nil, none, err
		}
		done = func() { _ = os.RemoveAll(journals) }
		if file == "" {
			file = filepath.Join(journals, "hub.key")
		}
	}
	if file == "" {
		file = filepath.Join(filepath.Dir(journals), "hub.key")
	}
	key, err := post.LoadKey(file)
	if err != nil {
		return nil, done, err
	}
	name := c.Name
	if name == "" {
		if name, err = os.Hostname(); err != nil {
			name = "box"
		}
	}
	var instance [8]byte
	_, _ = rand.Read(instance[:])
	log.Info("hub", "address", at.URL, "key", key.Public())
	client, err := post.New(b, post.Options{
		Name: name, Dir: journals, Records: c.Records, Log: log,
		Dial: func(ctx context.Context) (post.Link, error) {
			return post.Dial(ctx, at, key, hex.EncodeToString(instance[:])+" "+name)
		},
	})
	if err != nil {
		return nil, done, fmt.Errorf("hub: %w", err)
	}
	return client, done, nil
}
