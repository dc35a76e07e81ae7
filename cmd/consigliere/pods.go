package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"syscall"
	"time"

	"consigliere/config"
	"consigliere/drivers"
	"consigliere/drivers/bluez"
	"consigliere/drivers/contact"
	"consigliere/hw"
	"consigliere/internal/atomicfile"
)

type podsCommand struct {
	Pair pairCommand `cmd:"" help:"Pair wireless pods, one after the other."`
}

type pairCommand struct {
	Config string `help:"Wiring file to add the pods to." default:"/etc/consigliere/box.toml" placeholder:"FILE"`
	Count  int    `help:"How many to pair (default: as many as turn up, until Ctrl-C)." placeholder:"N"`
	Panel  bool   `help:"The next one is the panel, not a pod."`
}

// Help is shown with --help.
func (pairCommand) Help() string {
	return `Pairs Bluetooth LE keyboards as pods, the nearest first, and adds each to the wiring file without
changing the rest of it. The one being paired lights up red: press its A, B and OK when you are asked to.
One that nobody presses is forgotten again, and so is one that can't pair by LE Secure Connections, because
somebody listening in could tell what is pressed.

Switch a pod on when you are asked for the next one. It needs BlueZ (apt install bluez) and sudo. Restart
the service to let it use the new pods.

Examples:
  sudo consigliere pods pair
  sudo consigliere pods pair --panel --count 1
  sudo consigliere pods pair --config box.toml --count 4`
}

// Run pairs pods.
func (c *pairCommand) Run(s streams) (err error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	host, err := drivers.Real(c.Config)
	if err != nil {
		return err
	}
	if host.Keyboard == nil {
		return errors.New("this machine has no keyboards that a box can read; it needs Linux")
	}
	radio, err := bluez.Open(ctx, bluez.Options{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, radio.Close()) }()
	p := pairing{pairCommand: c, radio: radio, open: host.Keyboard, out: s.out, patience: time.Minute}
	return p.run(ctx)
}

// A pairing is how pods are made part of a box.
type pairing struct {
	*pairCommand
	radio    *bluez.Radio
	open     func(device string, wake func()) (contact.Reader, error)
	out      io.Writer
	patience time.Duration // for how long a press is waited for
	known    []string      // addresses that are not asked again
}

// run pairs as many as are wanted, or until ctx ends.
func (p *pairing) run(ctx context.Context) error {
	if err := p.read(); err != nil {
		return err
	}
	for done := 0; p.Count == 0 || done < p.Count; {
		fmt.Fprintln(p.out, "Switch the next one on, and keep it near. Ctrl-C ends.")
		k, err := p.radio.Find(ctx, p.known)
		if ctx.Err() != nil && p.Count == 0 {
			return nil
		}
		if err != nil {
			return err
		}
		p.known = append(p.known, k.Address)
		if err := p.pair(ctx, k); err != nil {
			if ctx.Err() != nil {
				return err
			}
			fmt.Fprintf(p.out, "FAIL  %s, %s: %v\n", k.Name, k.Address, err)
			continue
		}
		done++
	}
	return nil
}

// read notes which pods the configuration has.
func (p *pairing) read() error {
	box, err := config.Load(p.Config)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, k := range box.Keyboards {
		if address := k.Bluetooth(); address != "" {
			p.known = append(p.known, address)
		}
	}
	return nil
}

// pair pairs one, asks for its buttons, and writes it down. On an error it is forgotten.
func (p *pairing) pair(ctx context.Context, k bluez.Keyboard) error {
	fmt.Fprintf(p.out, "Heard %s, %s.\n", k.Name, k.Address)
	if err := p.radio.Pair(ctx, k); err != nil {
		return err
	}
	w := config.Wireless{Address: k.Address, Panel: p.Panel}
	err := p.learn(ctx, &w)
	if err == nil {
		err = p.write(w)
	}
	if err != nil {
		return errors.Join(err, p.radio.Remove(context.WithoutCancel(ctx), k))
	}
	what := "a pod"
	if w.Panel {
		what = "the panel"
	}
	p.Panel = false
	fmt.Fprintf(p.out, "ok    %s is %s of %s\n", k.Address, what, p.Config)
	return nil
}

// learn lights the keyboard, and asks for its buttons.
func (p *pairing) learn(ctx context.Context, w *config.Wireless) (err error) {
	ctx, stop := context.WithTimeout(ctx, p.patience)
	defer stop()
	r, err := p.reader(ctx, w.Address)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	which := "the one that is being paired"
	if lamp, ok := r.(contact.Lamp); ok && lamp.Light(true, false, false) == nil {
		w.Lit, which = true, "the one that is red"
		defer func() { err = errors.Join(err, lamp.Light(false, false, false)) }()
	}
	for b := range hw.Button(hw.Buttons) {
		fmt.Fprintf(p.out, "Press %s on %s.\n", b, which)
		code, err := pressed(ctx, r, w.Keys[:b])
		if errors.Is(err, context.DeadlineExceeded) {
			return errors.New("nobody pressed it; it was removed again")
		}
		if err != nil {
			return err
		}
		w.Keys[b] = code
	}
	return nil
}

// look is how often something is looked at that tells nobody.
const look = 10 * time.Millisecond

// reader opens a keyboard as soon as the kernel has it.
func (p *pairing) reader(ctx context.Context, address string) (contact.Reader, error) {
	for {
		r, err := p.open(config.ByBluetooth+address, func() {})
		if err == nil {
			return r, nil
		}
		if waited := wait(ctx, look); waited != nil {
			return nil, err
		}
	}
}

// pressed waits for a key that is not among those that are taken.
func pressed(ctx context.Context, r contact.Reader, taken []int) (code int, err error) {
	var changes []contact.Change
	for {
		if changes, err = r.Read(changes[:0]); err != nil && !errors.Is(err, contact.ErrMissed) {
			return 0, err
		}
		for _, c := range changes {
			free := c.Down
			for _, t := range taken {
				free = free && t != c.Code
			}
			if free {
				return c.Code, nil
			}
		}
		select {
		case <-ctx.Done():
			return 0, ctx.Err()
		case <-time.After(look):
		}
	}
}

// write adds it to the configuration.
func (p *pairing) write(w config.Wireless) error {
	mode := fs.FileMode(0o644)
	file, err := os.ReadFile(p.Config)
	switch info, e := os.Stat(p.Config); {
	case e == nil:
		mode = info.Mode().Perm()
	case errors.Is(e, fs.ErrNotExist):
		err = nil // it begins one
	}
	if err != nil {
		return err
	}
	if file, err = config.Add(p.Config, file, w); err != nil {
		return err
	}
	return atomicfile.WriteFile(p.Config, file, mode)
}
