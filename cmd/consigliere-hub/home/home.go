// Package home tells home automation how the tables of a hub stand, over MQTT, so that a lamp above a table can turn red
// when it calls a judge. Each table has four topics, of which each says one thing:
//
//	consigliere/HUB/table/7/online   ON or OFF: its box is heard
//	consigliere/HUB/table/7/judge    ON or OFF: it calls a judge
//	consigliere/HUB/table/7/phase    what is played, as the table shows it
//	consigliere/HUB/table/7/waiting  whom it waits for, or nothing
//
// consigliere/HUB/hub is "online" or "offline". All of them are retained, and Home Assistant finds the tables by itself.
package home

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"strings"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"consigliere/cmd/consigliere-hub/broker"
	"consigliere/cmd/consigliere-hub/hall"
)

// Options are how a hub is reached.
type Options struct {
	Hub            string // its name in topics
	URL            string // of an MQTT server, such as "tcp://127.0.0.1:1883"
	User, Password string
	Log            *slog.Logger
}

// maxPhase is how many bytes of what a table shows are told.
const maxPhase = 128

// Run tells how the tables stand until ctx ends.
func Run(ctx context.Context, h *hall.Hall, o Options) {
	root := "consigliere/" + o.Hub
	lost := make(chan struct{}, 1)
	c := mqtt.NewClient(mqtt.NewClientOptions().AddBroker(o.URL).SetClientID("consigliere-hub-"+o.Hub).SetUsername(o.User).SetPassword(o.Password).
		SetAutoReconnect(true).SetConnectRetry(true).SetConnectRetryInterval(time.Second).SetMaxReconnectInterval(5*time.Second).
		SetWill(root+"/hub", "offline", 1, true).
		SetOnConnectHandler(func(mqtt.Client) {
			select {
			case lost <- struct{}{}:
			default:
			}
		}))
	c.Connect()
	defer c.Disconnect(250)
	said := map[string]string{}
	// say tells what has changed. What a server does not take is told again with the next change.
	say := func(all map[string]string) {
		for topic := range said {
			if _, is := all[topic]; !is {
				all[topic] = "" // nothing is retained any more
			}
		}
		for topic, text := range all {
			if was, is := said[topic]; is && was == text {
				continue
			}
			token := c.Publish(topic, 1, true, text)
			if !token.WaitTimeout(5*time.Second) || token.Error() != nil {
				o.Log.Warn("mqtt", "topic", topic, "error", token.Error())
				return
			}
			if text == "" {
				delete(said, topic)
			} else {
				said[topic] = text
			}
		}
	}
	for {
		changed := h.Changed()
		if c.IsConnectionOpen() {
			say(topics(root, o.Hub, h.Tables()))
		}
		select {
		case <-ctx.Done():
			if c.IsConnectionOpen() {
				c.Publish(root+"/hub", 1, true, "offline").WaitTimeout(time.Second)
			}
			return
		case <-lost:
			clear(said) // it may be another server, or one that has lost what it retained
		case <-changed:
			time.Sleep(100 * time.Millisecond) // hundreds of tables change all the time
		}
	}
}

// topics returns what is to be retained: how each table stands, and what Home Assistant needs to find it.
func topics(root, hub string, tables []hall.Table) map[string]string {
	all := map[string]string{root + "/hub": "online"}
	for i := range tables {
		t := &tables[i]
		if t.Number <= 0 {
			continue // nobody knows where it stands
		}
		at := fmt.Sprintf("%s/table/%d", root, t.Number)
		maps.Copy(all, map[string]string{
			at + "/online":  onOff(t.Online),
			at + "/judge":   onOff(t.Line.Judge != ""),
			at + "/phase":   text(phase(t)),
			at + "/waiting": text(waiting(t)),
		})
		for _, e := range entities {
			topic, config := e.config(root, at, hub, t)
			all[topic] = config
		}
	}
	return all
}

func onOff(is bool) string {
	if is {
		return "ON"
	}
	return "OFF"
}

// text returns what is told where there may be nothing to tell: an empty text would forget the topic.
func text(s string) string {
	if s = broker.Plain(s, maxPhase); s == "" {
		return "-"
	}
	return s
}

// phase returns what is played at a table.
func phase(t *hall.Table) string {
	switch l := &t.Line; {
	case t.Play == "" || l.State == "over":
		return ""
	case l.Pause:
		return l.Title + ": ❚❚"
	default:
		return strings.TrimSuffix(l.Title+": "+l.Phase, ": ")
	}
}

// waiting returns whom a table waits for.
func waiting(t *hall.Table) string {
	if t.Line.State != "play" || t.Line.Pause {
		return ""
	}
	var names []string
	for _, i := range t.Line.Waits {
		if i >= 0 && i < len(t.Line.Seats) {
			names = append(names, t.Line.Seats[i])
		}
	}
	return strings.Join(names, ", ")
}

// An entity is one thing that Home Assistant shows of a table.
type entity struct{ component, topic, name, class, icon string }

var entities = []entity{
	{"binary_sensor", "online", "Online", "connectivity", ""},
	{"binary_sensor", "judge", "Judge", "", "mdi:flag"},
	{"sensor", "phase", "Phase", "", "mdi:cards"},
	{"sensor", "waiting", "Waiting for", "", "mdi:account-clock"},
}

// config returns the topic by which Home Assistant discovers the entity of a table, and what stands there.
func (e *entity) config(root, at, hub string, t *hall.Table) (topic, config string) {
	table := fmt.Sprintf("consigliere_%s_table%d", hub, t.Number)
	d := map[string]any{
		"name": e.name, "unique_id": table + "_" + e.topic, "object_id": table + "_" + e.topic, "state_topic": at + "/" + e.topic,
		"availability_topic": root + "/hub", "payload_available": "online", "payload_not_available": "offline",
		"device": map[string]any{"identifiers": []string{table}, "name": fmt.Sprint("Table ", t.Number), "manufacturer": "Consigliere", "model": "Box"},
	}
	if e.class != "" {
		d["device_class"] = e.class
	}
	if e.icon != "" {
		d["icon"] = e.icon
	}
	if e.component == "binary_sensor" {
		d["payload_on"], d["payload_off"] = "ON", "OFF"
	}
	data, _ := json.Marshal(d) // texts always marshal
	return fmt.Sprintf("homeassistant/%s/%s/%s/config", e.component, table, e.topic), string(data)
}
