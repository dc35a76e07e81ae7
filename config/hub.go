package config

import (
	"net/url"
	"strings"

	"consigliere/engine/document"
)

// A Hub is a server that many boxes report to.
type Hub struct {
	Address string // such as "nats://192.168.1.5:4222"; "" for none
	Code    string // that the hub has shown, by which the box asks to be let in the first time
	Name    string // of the box on the hub's page; "" for the machine's name
	Key     string // the file of the key that the box makes for itself; "" for one beside the journals
	Records bool   // the record of a game goes to the hub when the game is over
}

// hub reads what the box reports to.
func hub(v document.Value) Hub {
	if !v.Present() || !v.Keys([]string{"address"}, []string{"code", "name", "key", "records"}) {
		return Hub{}
	}
	h := Hub{Address: v.Key("address").Text(), Code: v.Key("code").Text(), Name: v.Key("name").Text(), Key: v.Key("key").Text()}
	if r := v.Key("records"); r.Present() {
		h.Records = r.Bool()
	}
	for part := range strings.SplitSeq(h.Address, ",") {
		part = strings.TrimSpace(part)
		if !strings.Contains(part, "://") {
			part = "nats://" + part
		}
		if u, err := url.Parse(part); err != nil || u.Hostname() == "" || u.Scheme != "nats" && u.Scheme != "tls" {
			refuse(v.Key("address"), "hub.address is not the address of a hub: %q; try \"nats://192.168.1.5:4222\"", part)
			break
		}
	}
	if h.Key != "" && !strings.HasPrefix(h.Key, "/") {
		refuse(v.Key("key"), "hub.key must begin with /, not %q", h.Key)
	}
	return h
}

func (h Hub) write(d *page) {
	if h == (Hub{}) {
		return
	}
	d.table("hub")
	d.key("address", h.Address)
	d.given("code", h.Code)
	d.given("name", h.Name)
	d.given("key", h.Key)
	if h.Records {
		d.line("records = true")
	}
}
