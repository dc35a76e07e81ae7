package consoletest

import (
	"encoding/json"
	"slices"

	"consigliere/engine"
)

// A Beginning is something that can be begun, by whichever way: a title, or a script of one.
type Beginning struct {
	Title *engine.Title
	Play  string // the script; "" for the title as it is
}

// Beginnings returns all that can be begun: the titles, and each script of those that have any.
func Beginnings(titles []*engine.Title) []Beginning {
	var all []Beginning
	for _, t := range titles {
		tool, _ := t.Tools()
		if tool == nil {
			all = append(all, Beginning{Title: t})
			continue
		}
		for _, play := range tool.Values {
			if !slices.Contains(tool.Tools, play) {
				all = append(all, Beginning{t, play})
			}
		}
	}
	return all
}

// Name returns the word by which the command line knows it.
func (b *Beginning) Name() string {
	if b.Play != "" {
		return b.Play
	}
	return b.Title.ID
}

// Options returns the options with which it begins where nobody chooses anything, all of them. With phones alone
// the box draws, and so it does where it has the cards.
func (b *Beginning) Options(phonesAlone bool) map[string]any {
	set := map[string]any{}
	ships := false
	for i := range b.Title.Options {
		o := &b.Title.Options[i]
		if o.Kind == engine.OptionFile && len(o.Values) > 0 {
			set[o.Key], ships = o.Values[0], true
		}
		if o.Tools != nil {
			set[o.Key] = b.Play
		}
	}
	for i := range b.Title.Options {
		if o := &b.Title.Options[i]; slices.Equal(o.Values, []string{"table", "box"}) && (ships || phonesAlone) {
			set[o.Key] = "box"
		}
	}
	data, err := json.Marshal(set)
	if err != nil {
		panic(err) // words go into JSON
	}
	h := engine.Header{Game: b.Title.ID, Options: data}
	return Settled(b.Title, h)
}

// Least returns how many players it needs.
func (b *Beginning) Least() int {
	data, err := json.Marshal(b.Options(false))
	if err != nil {
		panic(err)
	}
	least, _ := b.Title.Range(data)
	return least
}

// Settled returns all options of a header: what it leaves out is as the rules have it.
func Settled(t *engine.Title, h engine.Header) map[string]any {
	if t.Whole != nil {
		h = t.Whole(h)
	}
	all := map[string]any{}
	if err := json.Unmarshal(h.Options, &all); err != nil {
		panic(err) // the header of a play that has begun
	}
	for i := range t.Options {
		o := &t.Options[i]
		if _, ok := all[o.Key]; ok || o.Default == "" {
			continue
		}
		var v any = o.Default
		if o.Kind != engine.OptionChoice && json.Unmarshal([]byte(o.Default), &v) != nil {
			continue
		}
		all[o.Key] = v
	}
	return all
}
