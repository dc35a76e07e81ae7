// Command consigliere-hub is a server that many boxes report to: in a café, a club, at a tournament.
//
//	consigliere-hub serve                 runs the hub, with its page
//	consigliere-hub boxes                 the boxes that it knows
//	consigliere-hub admit KEY             lets a box in
//	consigliere-hub revoke KEY            puts a box out, at once
//	consigliere-hub export --lines        all that the tables have shown
//
// HUB.md tells whoever runs one everything from the first start on.
package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"

	"github.com/alecthomas/kong"

	"consigliere/cmd/consigliere-hub/broker"
	"consigliere/cmd/consigliere-hub/hall"
	"consigliere/cmd/consigliere-hub/home"
	"consigliere/cmd/consigliere-hub/page"
	"consigliere/engine/event"
	"consigliere/internal/atomicfile"
)

// A program is the command line: a field for each subcommand.
type program struct {
	Serve  serveCommand  `cmd:"" help:"Run the hub."`
	Boxes  boxesCommand  `cmd:"" help:"List the boxes the hub knows."`
	Admit  admitCommand  `cmd:"" help:"Let a box in."`
	Revoke revokeCommand `cmd:"" help:"Remove a box at once."`
	Export exportCommand `cmd:"" help:"Print what the hub has stored."`
}

// dataFlag is where a hub keeps everything.
type dataFlag struct {
	Data string `help:"Folder for everything the hub stores." default:"${data}" placeholder:"DIR"`
}

func main() {
	dir, err := os.UserHomeDir()
	if err != nil {
		dir = "."
	}
	var c program
	k := kong.Parse(
		&c, kong.Name("consigliere-hub"), kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.Description("A server that many boxes report to: one page that shows every table, one start signal, pairings and standings, and a judge who is called."),
		kong.Vars{"data": filepath.Join(dir, ".local/state/consigliere-hub")},
	)
	if err := k.Run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

type serveCommand struct {
	dataFlag
	Listen  string   `help:"Where boxes connect." default:":4222" placeholder:"ADDR"`
	Page    string   `help:"Where the page is served." default:":8020" placeholder:"ADDR"`
	Open    bool     `help:"Let every box in without a click: at home, and in tests."`
	Room    int64    `help:"How many megabytes of lines are kept." default:"4096" placeholder:"MB"`
	NATS    string   `help:"Use the NATS servers at these addresses instead of running one." name:"nats" placeholder:"URL"`
	Creds   string   `help:"File with the NKey seed by which --nats lets the hub in." placeholder:"FILE"`
	MQTT    string   `help:"Where home automation connects, such as :1883, to hear how the tables stand." name:"mqtt" placeholder:"ADDR"`
	Name    string   `help:"What this server is called in a cluster of hubs." placeholder:"NAME"`
	Cluster string   `help:"Where the other servers of a cluster connect; needs --name." placeholder:"ADDR"`
	Routes  []string `help:"Where the other servers of the cluster are, such as nats://hall2:6222." placeholder:"URL"`
	Secret  string   `help:"File with the word that all servers of the cluster know; it is made where there is none." placeholder:"FILE"`
	Verbose bool     `help:"Log every event." short:"v"`
}

// Run runs the hub.
func (c *serveCommand) Run() error {
	level := slog.LevelWarn
	if c.Verbose {
		level = slog.LevelInfo
	}
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: level}))
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	o, err := c.options(log)
	if err != nil {
		return err
	}
	lock, err := lockDir(c.Data)
	if err != nil {
		return err
	}
	defer lock.Close()
	b, err := broker.Start(ctx, o)
	if err != nil {
		return err
	}
	defer b.Stop()
	h, err := hall.New(b, log)
	if err != nil {
		return err
	}
	server := page.New(h, b.Key(), func(ctx context.Context, w io.Writer) error {
		err := hall.Lines(ctx, b, w)
		if err != nil {
			log.Error("lines are not exported", "error", err)
		}
		return err
	})
	l, err := net.Listen("tcp", c.Page)
	if err != nil {
		return fmt.Errorf("--page: %w", err)
	}
	socket := filepath.Join(c.Data, socketFile)
	_ = os.Remove(socket) // of a hub that was killed: the lock says that none runs
	own, err := net.Listen("unix", socket)
	if err != nil {
		return errors.Join(err, l.Close())
	}
	if err := os.Chmod(socket, 0o600); err != nil {
		return err
	}
	c.greet(b, pageHost(l.Addr()))
	if c.MQTT != "" {
		addr, word, ours := b.Home()
		fmt.Printf("Lamps:         mqtt://%s:%s@%s, topics consigliere/%s/...\n", broker.HomeUser, word, boxHost(addr), b.ID())
		var lamps sync.WaitGroup
		defer lamps.Wait() // they are told that the hub goes
		lamps.Go(func() {
			home.Run(ctx, h, home.Options{Hub: b.ID(), URL: "tcp://" + local(addr), User: "hub", Password: ours, Log: log})
		})
	}
	ended := make(chan error, 4)
	go func() { ended <- h.Run(ctx) }()
	go func() { ended <- page.Serve(ctx, l, server.Handler(false)) }()
	go func() { ended <- page.Serve(ctx, own, server.Handler(true)) }()
	err = <-ended
	stop()
	return errors.Join(err, <-ended, <-ended)
}

// options returns how the broker is to be started, or what of it cannot be.
func (c *serveCommand) options(log *slog.Logger) (o broker.Options, err error) {
	o = broker.Options{
		Dir: c.Data, Listen: c.Listen, Open: c.Open, Room: c.Room << 20, Log: log, URL: c.NATS, Credentials: c.Creds,
		Name: c.Name, ClusterListen: c.Cluster, Routes: c.Routes, MQTT: c.MQTT,
	}
	if c.MQTT != "" && (c.NATS != "" || c.Cluster != "") {
		return o, errors.New("--mqtt is for a hub that is alone: leave out --nats and --cluster")
	}
	if c.NATS != "" || c.Cluster != "" {
		o.Replicas = 3
	}
	if c.Cluster == "" {
		return o, nil
	}
	if c.Name == "" || c.Secret == "" {
		return o, errors.New("--cluster needs --name, as each server of a cluster has a name of its own, and --secret, so that no other server joins it")
	}
	o.Secret, err = secret(c.Secret)
	return o, err
}

// greet says where pages and boxes find the hub.
func (c *serveCommand) greet(b *broker.Broker, host string) {
	fmt.Printf("The room:      http://%s/\nThe organiser: http://%s/#%s\n", host, host, b.Key())
	if c.Open {
		fmt.Printf("Boxes:         consigliere sim --hub nats://%s\n", boxHost(b.Addr()))
	} else {
		fmt.Printf("Boxes:         consigliere sim --hub nats://%s@%s (each needs a code of its own: the organiser's page shows the next)\n", b.Code(), boxHost(b.Addr()))
	}
}

// secret returns the word in a file, and makes both where there is no file.
func secret(file string) (string, error) {
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		word := rand.Text()
		fmt.Fprintf(os.Stderr, "%s was made: the other servers of the cluster need a copy of it\n", file)
		return word, atomicfile.WriteFile(file, []byte(word+"\n"), 0o600)
	}
	if err != nil {
		return "", err
	}
	word := strings.TrimSpace(string(data))
	if len(word) < 16 {
		return "", fmt.Errorf("the word in %s has fewer than 16 letters; remove the file, and the hub makes another", file)
	}
	return word, nil
}

// pageHost returns the address of a page as others reach it.
func pageHost(a net.Addr) string {
	host, port, err := net.SplitHostPort(a.String())
	if ip := net.ParseIP(host); err == nil && ip != nil && ip.IsUnspecified() {
		host = ownAddress()
	}
	return net.JoinHostPort(host, port)
}

// local returns an address that is listened at as this machine reaches it.
func local(addr string) string {
	host, port, err := net.SplitHostPort(addr)
	if ip := net.ParseIP(host); err == nil && (host == "" || ip != nil && ip.IsUnspecified()) {
		return net.JoinHostPort("127.0.0.1", port)
	}
	return addr
}

func boxHost(addr string) string {
	if a, err := net.ResolveTCPAddr("tcp", addr); err == nil {
		return pageHost(a)
	}
	return strings.TrimPrefix(addr, "nats://")
}

// ownAddress returns the address of this machine in its network.
func ownAddress() string {
	addresses, err := net.InterfaceAddrs()
	if err == nil {
		for _, a := range addresses {
			if ip, is := a.(*net.IPNet); is && ip.IP.IsPrivate() && ip.IP.To4() != nil {
				return ip.IP.String()
			}
		}
	}
	return "127.0.0.1"
}

const (
	socketFile = "hub.sock"
	lockFile   = "hub.lock"
)

// lockDir keeps a second hub out of a folder.
func lockDir(dir string) (*os.File, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(filepath.Join(dir, lockFile), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return nil, errors.Join(fmt.Errorf("another hub runs in %s; stop it, or name another folder with --data", dir), f.Close())
	}
	return f, nil
}

// running asks the hub that runs in a folder. ok says whether one does.
func running(dir, method, path string, body any) (answer io.ReadCloser, ok bool, err error) {
	client := &http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, "unix", filepath.Join(dir, socketFile))
	}}}
	data, err := json.Marshal(body)
	if err != nil {
		return nil, false, err
	}
	r, err := http.NewRequest(method, "http://hub"+path, strings.NewReader(string(data)))
	if err != nil {
		return nil, false, err
	}
	w, err := client.Do(r)
	if dial := (*net.OpError)(nil); errors.As(err, &dial) && dial.Op == "dial" {
		return nil, false, nil // nobody answers: none runs
	}
	if err != nil {
		return nil, true, err
	}
	if w.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(io.LimitReader(w.Body, 1000))
		return nil, true, errors.Join(errors.New(strings.TrimSpace(string(text))), w.Body.Close())
	}
	return w.Body, true, nil
}

// mustBeHub returns an error for a folder that no hub uses alone.
func mustBeHub(dir string) error {
	if _, err := os.Stat(filepath.Join(dir, "hub.json")); err != nil {
		return fmt.Errorf("%s is not the folder of a hub that runs by itself; name it with --data", dir)
	}
	return nil
}

// stopped opens the broker of a hub that does not run.
func stopped(dir string) (*broker.Broker, *os.File, error) {
	if err := mustBeHub(dir); err != nil {
		return nil, nil, err
	}
	lock, err := lockDir(dir)
	if err != nil {
		return nil, nil, err
	}
	b, err := broker.Start(context.Background(), broker.Options{Dir: dir})
	if err != nil {
		return nil, nil, errors.Join(err, lock.Close())
	}
	return b, lock, nil
}

// change lets a box in or puts it out.
func change(dir, key string, state broker.State, do string) error {
	answer, is, err := running(dir, "POST", "/do", map[string]string{"do": do, "box": key})
	if is {
		if err == nil {
			err = answer.Close()
		}
		return err
	}
	b, lock, err := stopped(dir)
	if err != nil {
		return err
	}
	defer lock.Close()
	defer b.Stop()
	return b.Set(key, state)
}

type admitCommand struct {
	dataFlag
	Key string `arg:"" help:"Key of the box."`
}

// Run lets a box in.
func (c *admitCommand) Run() error { return change(c.Data, c.Key, broker.In, "admit") }

type revokeCommand struct {
	dataFlag
	Key string `arg:"" help:"Key of the box."`
}

// Run puts a box out.
func (c *revokeCommand) Run() error { return change(c.Data, c.Key, broker.Revoked, "revoke") }

type boxesCommand struct{ dataFlag }

// Run lists the boxes.
func (c *boxesCommand) Run() error {
	var boxes []broker.Box
	answer, is, err := running(c.Data, "GET", "/room", nil)
	switch {
	case err != nil:
		return err
	case is:
		defer answer.Close()
		var room struct {
			Boxes []broker.Box `json:"boxes"`
		}
		if err := json.NewDecoder(answer).Decode(&room); err != nil {
			return err
		}
		boxes = room.Boxes
	default:
		b, lock, err := stopped(c.Data)
		if err != nil {
			return err
		}
		defer lock.Close()
		defer b.Stop()
		boxes = b.Boxes()
	}
	for _, b := range boxes {
		fmt.Printf("%s  %-8s  table %-4d  %s\n", b.Key, b.State, b.Table, b.Name)
	}
	return nil
}

type exportCommand struct {
	dataFlag
	Event string `help:"The name of an event that is over." placeholder:"NAME"`
	Lines bool   `help:"Every public line, one JSON object each." xor:"form"`
	JSON  bool   `help:"The event." name:"json" xor:"form"`
	CSV   bool   `help:"Its standings." name:"csv" xor:"form"`
	TRF   bool   `help:"Its rounds as a tournament report file, for two players a table." name:"trf" xor:"form"`
}

// Run prints what the hub holds.
func (c *exportCommand) Run() error {
	if c.Lines {
		answer, is, err := running(c.Data, "GET", "/lines", nil)
		if err != nil {
			return err
		}
		if is {
			_, err := io.Copy(os.Stdout, answer)
			return errors.Join(err, answer.Close())
		}
		b, lock, err := stopped(c.Data)
		if err != nil {
			return err
		}
		defer lock.Close()
		defer b.Stop()
		return hall.Lines(context.Background(), b, os.Stdout)
	}
	e, err := c.event()
	if err != nil {
		return err
	}
	switch {
	case c.CSV:
		return hall.CSV(e, os.Stdout)
	case c.TRF:
		return hall.TRF(e, os.Stdout)
	}
	out := json.NewEncoder(os.Stdout)
	out.SetIndent("", "\t")
	return out.Encode(e)
}

// event returns the event to be exported.
func (c *exportCommand) event() (*event.Event, error) {
	answer, is, err := running(c.Data, "GET", "/event?name="+url.QueryEscape(c.Event), nil)
	if err != nil {
		return nil, err
	}
	if !is {
		if err := mustBeHub(c.Data); err != nil {
			return nil, err
		}
		return hall.LoadEvent(broker.Folder(c.Data), c.Event)
	}
	defer answer.Close()
	var e event.Event
	return &e, json.NewDecoder(answer).Decode(&e)
}
