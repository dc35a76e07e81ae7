package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/cmd/consigliere-hub/broker"
	"consigliere/hw/post/wire"
)

// A hub uses NATS servers that are there, with the configuration that HUB.md gives: three copies of each line, and boxes that
// may do what they may do at an own server.
func TestExternalServers(t *testing.T) {
	t.Parallel()
	guide, err := os.ReadFile("../../HUB.md")
	require.NoError(t, err)
	_, text, found := strings.Cut(string(guide), "```\n# nats.conf")
	require.True(t, found)
	text, _, _ = strings.Cut(text, "```")

	// The hub's key, and those of two boxes.
	hub, err := nkeys.CreateUser()
	require.NoError(t, err)
	seed, err := hub.Seed()
	require.NoError(t, err)
	public, err := hub.PublicKey()
	require.NoError(t, err)
	creds := filepath.Join(t.TempDir(), "hub.nk")
	require.NoError(t, os.WriteFile(creds, seed, 0o600))

	ports, routes := []string{freePort(t), freePort(t), freePort(t)}, []string{freePort(t), freePort(t), freePort(t)}
	at := "nats://127.0.0.1:" + strings.Join(ports, ",nats://127.0.0.1:")
	known, stranger := newOutpost(t, at), newOutpost(t, at)
	text = strings.NewReplacer("HUB_KEY", public, "BOX_KEY", known.key.Public()).Replace(text)
	servers := make([]*server.Server, 3)
	for i := range servers {
		var others []string
		for _, r := range routes {
			others = append(others, "nats://127.0.0.1:"+r)
		}
		file := filepath.Join(t.TempDir(), "nats.conf")
		own := fmt.Sprintf("server_name: s%d\nlisten: 127.0.0.1:%s\njetstream { store_dir: %q, sync: always, max_file: 8G }\ncluster { name: hall, listen: 127.0.0.1:%s, routes: [%s] }\n",
			i, ports[i], t.TempDir(), routes[i], strings.Join(others, ", "))
		require.NoError(t, os.WriteFile(file, []byte(text+own), 0o600))
		o, err := server.ProcessConfigFile(file)
		require.NoError(t, err)
		o.NoLog, o.NoSigs = true, true
		servers[i], err = server.NewServer(o)
		require.NoError(t, err)
		go servers[i].Start()
		t.Cleanup(func() {
			servers[i].Shutdown()
			servers[i].WaitForShutdown()
		})
	}
	for _, s := range servers {
		require.True(t, s.ReadyForConnections(patience))
	}
	var b *broker.Broker
	until(t, "the servers keep streams", func() bool {
		b, err = broker.Start(t.Context(), broker.Options{Dir: t.TempDir(), URL: strings.ReplaceAll(at, ",", ", "), Credentials: creds, Replicas: 3, Room: 1 << 30})
		return err == nil
	})
	defer b.Stop()
	h := runHall(t, b)
	known.box.show("play-0001.jsonl")
	stranger.box.show("play-0001.jsonl")
	settled(t, known)
	until(t, "the room shows the table", func() bool {
		room, err := h.Room(false)
		require.NoError(t, err)
		return strings.Contains(string(room), known.key.Public()) && strings.Contains(string(room), known.Name)
	})
	stream, err := b.JetStream().Stream(t.Context(), wire.Stream)
	require.NoError(t, err)
	assert.Equal(t, 3, stream.CachedInfo().Config.Replicas)
	assert.False(t, stranger.Status().Reached)

	// One of the servers is gone, and then nothing is lost that was acknowledged.
	servers[0].Shutdown()
	for range 20 {
		known.box.show("play-0001.jsonl")
		time.Sleep(time.Millisecond)
	}
	settled(t, known)
	assert.Equal(t, known.own(t), exported(t, b)[known.key.Public()])
}
