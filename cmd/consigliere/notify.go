package main

import (
	"context"
	"log/slog"
	"net"
	"os"
	"strconv"
	"time"

	"consigliere/hw"
	"consigliere/hw/box"
)

// A notifier tells systemd how the box does (sd_notify(3)). The zero value tells nobody.
type notifier struct {
	conn  net.Conn      // nil: nobody asks
	every time.Duration // how often the watchdog wants to be fed; 0: never
	fed   time.Time
}

// newNotifier returns the notifier that the environment asks for, and takes it out of the
// environment, so that a voice which is started does not speak for the box.
func newNotifier(log *slog.Logger) *notifier {
	address, usec := os.Getenv("NOTIFY_SOCKET"), os.Getenv("WATCHDOG_USEC")
	for _, key := range []string{"NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"} {
		_ = os.Unsetenv(key) // fails only for names that are not valid
	}
	n := &notifier{}
	if address == "" {
		return n
	}
	conn, err := net.Dial("unixgram", address) // Go takes @ for the abstract namespace, as systemd writes it
	if err != nil {
		log.Warn("systemd is not told how the box does", "error", err)
		return n
	}
	n.conn = conn
	if us, err := strconv.ParseInt(usec, 10, 64); err == nil && us > 0 {
		n.every = time.Duration(us) * time.Microsecond / 4
	}
	return n
}

// tell sends a state. What cannot be sent is lost: systemd then acts as if the box hung, which
// is all that anybody could do.
func (n *notifier) tell(state string) {
	if n.conn != nil {
		_, _ = n.conn.Write([]byte(state))
	}
}

// feed feeds the watchdog if it is time.
func (n *notifier) feed() {
	if n.every == 0 || time.Since(n.fed) < n.every {
		return
	}
	n.fed = time.Now()
	n.tell("WATCHDOG=1")
}

// watchedParts are parts whose owner feeds the watchdog by using them. The loop of a box scans
// them at least twice a second. A loop that hangs, in a part, a game or a disk, does not, and
// the watchdog fires; a goroutine of its own would feed it for ever.
type watchedParts struct {
	box.Parts

	notify *notifier
	ready  bool // the loop runs
}

// Watch implements [box.Parts]. The loop calls it when it begins.
func (p *watchedParts) Watch(ctx context.Context, clock func() time.Duration) {
	p.Parts.Watch(ctx, clock)
	p.ready = true
	p.notify.tell("READY=1")
}

// Scan implements [box.Parts].
func (p *watchedParts) Scan(now time.Duration, dst []hw.Press) []hw.Press {
	if p.ready {
		p.notify.feed()
	}
	return p.Parts.Scan(now, dst)
}

// Close implements [box.Parts].
func (p *watchedParts) Close() error {
	p.notify.tell("STOPPING=1")
	return p.Parts.Close()
}
