package broker

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"consigliere/hw/post/wire"
)

// spare is how much room a disk must have before the server is started anew on it.
const spare = 16 << 20

// diskFull is the trouble of a hub whose disk takes nothing more.
const diskFull = "disk"

// care looks after the server until ctx ends. A server that could not write stops taking lines without a word, and goes on
// only when it is started anew. Until there is room for that the hub says in its place that it is full, so that boxes can
// tell their tables.
func (b *Broker) care(ctx context.Context) {
	var instead *nats.Subscription
	defer func() {
		if instead != nil {
			_ = instead.Unsubscribe()
		}
	}()
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		well := b.well()
		if well == nil && instead == nil {
			continue
		}
		if well != nil && instead == nil {
			b.log.Error("the disk takes no lines", "dir", b.o.Dir, "error", well)
			b.setTrouble(diskFull)
			var err error
			subject := wire.AllLines
			if b.shared() {
				subject = "none" // another server of the cluster takes the lines
			}
			instead, err = b.conn.Subscribe(subject, func(m *nats.Msg) {
				_ = m.Respond(fmt.Appendf(nil, `{"error":{"code":503,"err_code":%d,"description":"the disk of the hub is full"}}`, server.JSStreamStoreFailedF))
			})
			if err != nil {
				b.log.Error("boxes are not told", "error", err)
			}
		}
		if room, err := room(b.o.Dir); err != nil || room < spare {
			continue
		}
		if well != nil {
			b.shut()
			if err := b.run(); err != nil {
				b.log.Error("the server cannot be started anew", "error", err)
				continue
			}
		}
		if b.well() == nil && instead != nil {
			_ = instead.Unsubscribe()
			instead = nil
			b.setTrouble("")
			b.log.Warn("the disk takes lines again", "dir", b.o.Dir)
		}
	}
}

// well returns what is wrong with how the server keeps lines.
func (b *Broker) well() error {
	s := b.running.Load()
	if !s.JetStreamEnabled() {
		return errors.New("nothing is saved any more")
	}
	h := s.Healthz(&server.HealthzOptions{Account: server.DEFAULT_GLOBAL_ACCOUNT, Stream: wire.Stream})
	if h.StatusCode != 200 && (!b.shared() || strings.Contains(h.Error, "write error")) { // a server of a cluster may only be behind
		return errors.New(h.Error)
	}
	return nil
}

func (b *Broker) setTrouble(trouble string) {
	b.mu.Lock()
	b.trouble = trouble
	f := b.changed
	b.mu.Unlock()
	f()
}
