package config

import (
	"bytes"
	"fmt"
	"slices"

	"consigliere/hw"
)

// A Wireless is a pod that is a keyboard by Bluetooth, or the panel.
type Wireless struct {
	Address string          // such as "aa:bb:cc:dd:ee:ff"
	Keys    [hw.Buttons]int // the kernel's codes, by [hw.Button]
	Lit     bool            // its Num, Caps and Scroll are a light
	Panel   bool            // it is the panel
}

// Add returns a configuration with one more pod. What stands in it stays as it is, comments and all. name is
// its file's name, for errors; an empty configuration starts one.
func Add(name string, file []byte, w Wireless) ([]byte, error) {
	names, pods := []string{}, 0
	if len(bytes.TrimSpace(file)) > 0 {
		b, err := Parse(name, file)
		if err != nil {
			return nil, err
		}
		for _, e := range b.Expanders {
			names = append(names, e.Name)
		}
		for _, k := range b.Keyboards {
			names = append(names, k.Name)
			if k.Bluetooth() == w.Address {
				return nil, fmt.Errorf("%s is the keyboard %q already", w.Address, k.Name)
			}
		}
		if pods = len(b.Pods); w.Panel && b.Panel != nil {
			return nil, fmt.Errorf("%s has a panel already", name)
		}
	}
	called, what := "panel", "panel"
	if !w.Panel {
		what = "[pod]"
		for called = ""; called == "" || slices.Contains(names, called); pods++ {
			called = fmt.Sprintf("air%d", pods)
		}
	}
	var d page
	d.table("[keyboard]")
	d.key("name", called)
	d.key("bluetooth", w.Address)
	d.table(what)
	for b, code := range w.Keys {
		key, ok := KeyName(code)
		if !ok {
			return nil, fmt.Errorf("the key %d of %s has no name that a configuration knows; use another", code, w.Address)
		}
		d.key([...]string{"a", "b", "ok"}[b], called+"."+key)
	}
	if w.Lit && !w.Panel {
		d.key("light", called)
	}
	all := slices.Clone(file)
	if n := len(all); n > 0 && all[n-1] != '\n' {
		all = append(all, '\n')
	}
	all = append(all, d.Bytes()...)
	_, err := Parse(name, all)
	return all, err
}
