package main

import (
	"bufio"
	"context"
	"encoding/json"
	"log/slog"
	"net"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"testing"

	mqtt "github.com/eclipse/paho.mqtt.golang"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/cmd/consigliere-hub/broker"
	"consigliere/cmd/consigliere-hub/home"
)

// freeAddr returns an address at which nobody listens.
func freeAddr(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	require.NoError(t, l.Close())
	return l.Addr().String()
}

// A lamp is what a program of others hears of a hub: the text of each topic.
type lamp struct {
	mu   sync.Mutex // guards the following
	says map[string]string
}

func (l *lamp) hear(topic, text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.says == nil {
		l.says = map[string]string{}
	}
	if text == "" {
		delete(l.says, topic)
	} else {
		l.says[topic] = text
	}
}

func (l *lamp) at(topic string) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.says[topic]
}

func (l *lamp) topics() (all []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for topic := range l.says {
		all = append(all, topic)
	}
	return all
}

// Home automation hears how each table stands, by programs that others have made: mosquitto's and paho. Whoever comes later
// hears how it stands; nobody gets in without the word, and nobody who is in can say anything.
func TestLamps(t *testing.T) {
	sub, err := exec.LookPath("mosquitto_sub")
	if err != nil {
		t.Skip("mosquitto-clients is not installed, whose programs listen")
	}
	dir := t.TempDir()
	o := broker.Options{Dir: dir, Open: true, MQTT: freeAddr(t)}
	b := startBroker(t, o)
	h := runHall(t, b)
	addr, word, own := b.Home()
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		home.Run(ctx, h, home.Options{Hub: b.ID(), URL: "tcp://" + addr, User: "hub", Password: own, Log: slog.New(slog.DiscardHandler)})
	}()
	host, port, err := net.SplitHostPort(addr)
	require.NoError(t, err)

	listen := exec.CommandContext(t.Context(), sub, "-h", host, "-p", port, "-u", broker.HomeUser, "-P", word, "-q", "1", "-v", "-t", "consigliere/#", "-t", "homeassistant/#")
	out, err := listen.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, listen.Start())
	t.Cleanup(func() { _ = listen.Process.Kill(); _ = listen.Wait() })
	early := &lamp{}
	go func() {
		for in := bufio.NewScanner(out); in.Scan(); {
			topic, text, _ := strings.Cut(in.Text(), " ")
			if text == "(null)" {
				text = "" // so it says that nothing stands there
			}
			early.hear(topic, strings.TrimSpace(text))
		}
	}()

	box := newOutpost(t, "nats://"+b.Addr())
	at := "consigliere/" + b.ID() + "/table/1"
	until(t, "the table is there", func() bool { return early.at(at+"/online") == "ON" })
	until(t, "the hub is there", func() bool { return early.at("consigliere/"+b.ID()+"/hub") == "online" })
	box.box.show("play-0001")
	until(t, "whom it waits for", func() bool { return strings.Contains(early.at(at+"/waiting"), "باران") })
	assert.Equal(t, "OFF", early.at(at+"/judge"))
	box.box.mu.Lock()
	box.box.desk.Judge = "called"
	box.box.mu.Unlock()
	box.box.show("play-0001")
	until(t, "the lamp turns red", func() bool { return early.at(at+"/judge") == "ON" })
	until(t, "the phase", func() bool { return strings.Contains(early.at(at+"/phase"), "phase 2") })

	// Home Assistant finds four things of the table.
	until(t, "they are told", func() bool {
		n := 0
		for _, topic := range early.topics() {
			if strings.HasPrefix(topic, "homeassistant/") {
				n++
			}
		}
		return n >= 4
	})
	found := map[string]string{}
	for _, topic := range early.topics() {
		require.NotRegexp(t, regexp.MustCompile(`[ .]`), topic)
		if strings.HasPrefix(topic, "homeassistant/") {
			var c struct {
				Name       string `json:"name"`
				ID         string `json:"unique_id"`
				State      string `json:"state_topic"`
				Available  string `json:"availability_topic"`
				On         string `json:"payload_on"`
				Class      string `json:"device_class"`
				Components struct {
					Identifiers []string `json:"identifiers"`
					Name        string   `json:"name"`
				} `json:"device"`
			}
			require.NoError(t, json.Unmarshal([]byte(early.at(topic)), &c), topic)
			require.Regexp(t, `^homeassistant/(binary_sensor|sensor)/[A-Za-z0-9_-]+/[A-Za-z0-9_-]+/config$`, topic, "the form that Home Assistant asks for")
			assert.NotEmpty(t, early.at(c.State), "%s says where it is told", topic)
			assert.Equal(t, "online", early.at(c.Available))
			assert.Equal(t, strings.Contains(topic, "/binary_sensor/"), c.On == "ON")
			assert.Equal(t, "Table 1", c.Components.Name)
			assert.Len(t, c.Components.Identifiers, 1)
			assert.Empty(t, found[c.ID], "%s is one thing", c.ID)
			found[c.ID] = c.Name
		}
	}
	assert.Len(t, found, 4)

	// Whoever comes later hears what stands, by another library; and says nothing.
	late := &lamp{}
	connect := func(password string) (mqtt.Client, error) {
		c := mqtt.NewClient(mqtt.NewClientOptions().AddBroker("tcp://" + addr).SetClientID("lamp").SetUsername(broker.HomeUser).SetPassword(password).SetAutoReconnect(false))
		token := c.Connect()
		require.True(t, token.WaitTimeout(patience))
		return c, token.Error()
	}
	_, err = connect("wrong")
	require.Error(t, err)
	_, err = connect("")
	require.Error(t, err)
	c, err := connect(word)
	require.NoError(t, err)
	defer c.Disconnect(0)
	token := c.Subscribe("consigliere/#", 1, func(_ mqtt.Client, m mqtt.Message) { late.hear(m.Topic(), string(m.Payload())) })
	require.True(t, token.WaitTimeout(patience))
	require.NoError(t, token.Error())
	until(t, "what stands is told", func() bool { return late.at(at+"/judge") == "ON" && late.at(at+"/online") == "ON" })
	for _, topic := range []string{at + "/judge", "order/all", "lines/x/y"} {
		c.Publish(topic, 0, true, "OFF")
	}
	box.box.mu.Lock()
	box.box.desk.Judge = ""
	box.box.mu.Unlock()
	box.box.show("play-0001")
	until(t, "the lamp is off again", func() bool { return early.at(at+"/judge") == "OFF" && late.at(at+"/judge") == "OFF" })
	refused, err := connect(word)
	require.NoError(t, err)
	granted := refused.Subscribe("lines/#", 0, nil)
	require.True(t, granted.WaitTimeout(patience))
	for topic, code := range granted.(*mqtt.SubscribeToken).Result() {
		assert.Equal(t, byte(0x80), code, "%s is not for lamps", topic)
	}
	refused.Disconnect(0)

	// A table that is put out is forgotten, and so is what Home Assistant knows of it.
	require.NoError(t, b.Set(box.key.Public(), broker.Revoked))
	until(t, "the table is gone", func() bool {
		for _, topic := range early.topics() {
			if strings.Contains(topic, "table") {
				return false
			}
		}
		return true
	})
	stop()
	<-ended
	until(t, "the hub says that it goes", func() bool { return early.at("consigliere/"+b.ID()+"/hub") == "offline" })
}
