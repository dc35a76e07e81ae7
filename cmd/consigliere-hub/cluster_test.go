package main

import (
	"context"
	"encoding/json"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/cmd/consigliere-hub/broker"
	"consigliere/hw/post"
)

// A hubCluster is three hubs, each a process.
type hubCluster struct {
	names, dirs, ports, routes []string
	secret                     string
	hubs                       []*process
}

func (c *hubCluster) start(t testing.TB, i int) {
	t.Helper()
	args := []string{"--name", c.names[i], "--cluster", "127.0.0.1:" + c.routes[i], "--secret", c.secret}
	for j, port := range c.routes {
		if j != i {
			args = append(args, "--routes", "nats://127.0.0.1:"+port)
		}
	}
	c.hubs[i] = serveHub(t, nil, c.dirs[i], c.ports[i], args...)
}

// newHubCluster starts a cluster, and waits until all of it is ready.
func newHubCluster(t testing.TB) *hubCluster {
	t.Helper()
	c := &hubCluster{names: []string{"east", "north", "west"}, secret: filepath.Join(t.TempDir(), "secret"), hubs: make([]*process, 3)}
	require.NoError(t, os.WriteFile(c.secret, []byte("none but we three know this\n"), 0o600))
	for range c.names {
		c.dirs, c.ports, c.routes = append(c.dirs, t.TempDir()), append(c.ports, freePort(t)), append(c.routes, freePort(t))
	}
	for i := range c.hubs {
		c.start(t, i)
	}
	for _, h := range c.hubs {
		h.says(t, "The room:")
	}
	return c
}

// address returns where a box finds the cluster.
func (c *hubCluster) address() string {
	return "nats://127.0.0.1:" + strings.Join(c.ports, ",127.0.0.1:")
}

// A notebook is what a log writes to.
type notebook struct {
	mu   sync.Mutex // guards the following
	text strings.Builder
}

func (n *notebook) Write(b []byte) (int, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.text.Write(b)
}

func (n *notebook) String() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.text.String()
}

// Two hubs of a cluster with one name are told so, and can be stopped while they wait for each other.
func TestOneName(t *testing.T) {
	routes := []string{freeAddr(t), freeAddr(t)}
	var said [2]notebook
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 2)
	for i := range said {
		o := broker.Options{
			Dir: t.TempDir(), Listen: "127.0.0.1:0", Name: "east", ClusterListen: routes[i], Routes: []string{"nats://" + routes[1-i]}, Secret: "none but we two know",
			Replicas: 3, Log: slog.New(slog.NewTextHandler(&said[i], nil)),
		}
		go func() {
			b, err := broker.Start(ctx, o)
			if err == nil {
				b.Stop()
			}
			ended <- err
		}()
	}
	until(t, "one is told", func() bool {
		return strings.Contains(said[0].String()+said[1].String(), "two hubs of the cluster have one name")
	})
	stop()
	for range said {
		require.Error(t, <-ended)
	}
}

// Of three hubs each is killed once under load, so that once it is the one that leads. Nothing that was acknowledged is
// lost, and the boxes go on with the other two. Who is let in at one hub is let in at all.
func TestCluster(t *testing.T) {
	t.Parallel()
	boxes, rate, pause := 10, "30", time.Second
	long := os.Getenv("CONSIGLIERE_LONG") != ""
	if long {
		boxes, rate, pause = 100, "200", 8*time.Second
	}
	c := newHubCluster(t)
	own := t.TempDir()
	for i := range boxes {
		key, err := post.LoadKey(filepath.Join(own, boxDir(i+1), "hub.key"))
		require.NoError(t, err)
		hubCommand(t, "admit", "--data", c.dirs[i%3], key.Public())
	}
	load := startProcess(t, "farm", nil, own, c.address(), "1", itoa(boxes), rate)
	load.says(t, "ready")
	// These are watched as a hub dies.
	watched := make([]*outpost, 6)
	for i := range watched {
		watched[i] = newOutpost(t, c.address())
		hubCommand(t, "admit", "--data", c.dirs[i%3], watched[i].key.Public())
		watched[i].box.show("play-0001.jsonl")
	}
	settled(t, watched...)
	for i := range c.hubs {
		time.Sleep(pause)
		c.hubs[i].kill()
		begun := time.Now()
		for _, o := range watched {
			o.box.show("play-0001.jsonl")
		}
		settled(t, watched...)
		took := time.Since(begun)
		t.Logf("%s was killed; all boxes went on within %v", c.names[i], took.Round(time.Millisecond))
		if long {
			assert.Less(t, took, 5*time.Second)
		}
		if i == 0 {
			c.stranger(t)
		}
		time.Sleep(pause)
		c.start(t, i)
		c.hubs[i].says(t, "The room:")
	}
	load.finish(t)
	ours, n := ownLines(t, own)
	for i, dir := range c.dirs {
		held := heldLines(t, nil, dir)
		for key, plays := range ours {
			require.Equal(t, plays, held[key], "at %s", c.names[i])
		}
	}
	t.Logf("%d lines of %d boxes are there once and in order", n, len(ours))
	assert.Positive(t, n)
	// A box that is put out at one hub has no connection at any.
	hubCommand(t, "revoke", "--data", c.dirs[0], watched[0].key.Public())
	until(t, "the box is put out", func() bool { return !watched[0].Status().Reached })
	until(t, "the third hub has heard of it", func() bool {
		return strings.Contains(hubCommand(t, "boxes", "--data", c.dirs[2]), watched[0].key.Public()+"  revoked")
	})
	// An event is the same at all of them.
	var players []string
	for i := range 8 {
		players = append(players, "Player "+itoa(i+1))
	}
	command, err := json.Marshal(map[string]any{"do": "event", "name": "Finals", "game": "naro", "least": 4, "most": 4, "players": strings.Join(players, "\n")})
	require.NoError(t, err)
	_, is, err := running(c.dirs[0], "POST", "/do", json.RawMessage(command))
	require.NoError(t, err)
	require.True(t, is)
	until(t, "the event is at the other hub", func() bool {
		_, is, err := running(c.dirs[1], "POST", "/do", map[string]string{"do": "pair"})
		return is && err == nil
	})
	until(t, "its round is at the third", func() bool {
		return strings.Contains(hubCommand(t, "export", "--data", c.dirs[2], "--json"), `"number": 2`)
	})
}

// stranger starts a server that doesn't know the word of the cluster: it is no part of it, and is never ready.
func (c *hubCluster) stranger(t testing.TB) {
	t.Helper()
	s := *c
	s.names, s.dirs, s.ports = []string{"stranger", "", ""}, []string{t.TempDir(), "", ""}, []string{freePort(t), "", ""}
	s.hubs, s.secret = make([]*process, 3), filepath.Join(t.TempDir(), "secret")
	require.NoError(t, os.WriteFile(s.secret, []byte("we do not know what you three know\n"), 0o600))
	s.start(t, 0)
	select {
	case line := <-s.hubs[0].lines:
		assert.Fail(t, "it joined", "%s %s", line, s.hubs[0].said)
	case <-time.After(2 * time.Second):
	}
	s.hubs[0].kill()
	assert.Contains(t, s.hubs[0].said.String(), "Waiting for routing")
}
