package derpate_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"consigliere/engine"
	derpateface "consigliere/engine/derpate/face"
	"consigliere/engine/enginetest"
)

var shorthands = enginetest.Shorthands{
	"car": "space", "district": "district", "event": "card", "bonus_roll": "face", "adjust": "what player by",
	"roll": "dice", "place": "die box business", "token": "token track", "favour": "favour track",
}

// play runs the parts of a script one after the other.
func play(t *testing.T, parts ...string) *enginetest.Script {
	t.Helper()
	return enginetest.NewScript(t, derpateface.Title(), shorthands).Run(strings.Join(parts, "\n"))
}

// orderOf returns the n seats in player order, which begins with the option first, or with Ava.
func orderOf(n int, options []string) engine.Roster {
	order := slices.Clone(four[:n])
	for i, name := range order {
		if strings.Contains(strings.Join(options, ""), fmt.Sprintf(`"first":%q`, name)) {
			return slices.Concat(order[i:], order[:i])
		}
	}
	return order
}

// laid begins a play of n seats with the car on a space; the seats have the districts in
// order, so that Ava has b1 to b3, Babak b4 to b6 and so on. Options are keys of the header.
func laid(n, car int, options ...string) string {
	districts := map[string]string{"Ava": "lower_manhattan", "Babak": "greenwich_soho", "Chiara": "east_side", "Dario": "little_italy"}
	order := orderOf(n, options)
	lines := []string{fmt.Sprintf("begin %d {%s}", n, strings.Join(options, ",")), fmt.Sprintf("%s car %d", order[n-1], car)}
	for i := n - 1; i > 0 || i == 0 && n < 4; i-- {
		lines = append(lines, order[i]+" district "+districts[order[i]])
	}
	return strings.Join(lines, "\n")
}

// cards is the key events of a catalogue: e1 to e5 are grey, e6 to e10 red, and each takes the
// car one space on. They do what events says; those it leaves out are carried out by adjusting.
func cards(events ...string) string {
	var list []string
	for i := range 10 {
		colour, does := "grey", `"when":"now","op":"manual"`
		if i >= 5 {
			colour = "red"
		}
		if i < len(events) && events[i] != "" {
			does = events[i]
		}
		list = append(list, fmt.Sprintf(`{"id":"e%d","colour":%q,"car":1,%s}`, i+1, colour, does))
	}
	return `"events":[` + strings.Join(list, ",") + `]`
}

// manual is a play in round 1 in which the table is being laid by adjusting, with the car
// before b12.
func manual(n int, options ...string) string {
	if !strings.Contains(strings.Join(options, ""), `"catalogue"`) {
		options = append(options, `"catalogue":{`+cards()+`}`)
	}
	return laid(n, 11, options...) + "\ntable event e1"
}

// adjusted is the adjustments that lay a table, one after the other, separated by semicolons.
func adjusted(lay string) string {
	var b strings.Builder
	for item := range strings.SplitSeq(lay, ";") {
		if item = strings.TrimSpace(item); item != "" {
			b.WriteString("\ntable adjust " + item)
		}
	}
	return b.String()
}

// turn is the same with the table laid by adjustments, and the start player to roll.
func turn(n int, lay string, options ...string) string {
	return manual(n, options...) + adjusted(lay) + "\ntable event_done"
}

// row is a turn of Ava up to the given row, with dice rolled to be placed there. The others
// lie on the Press, which is a step on Reputation and one on Influence for each row before.
func row(n int, dice string) string {
	var lines, others []string
	for _, c := range []string{"black", "white", "grey", "red"} {
		if !strings.Contains(dice, c) {
			others = append(others, c)
		}
	}
	for i, c := range others[:n-1] {
		all := dice
		for _, o := range others[i:] {
			all += "," + o + ":puppet"
		}
		lines = append(lines, "table roll "+all, "Ava place "+c+" press")
	}
	if n < 4 {
		lines = append(lines, "table roll "+dice)
	}
	return strings.Join(lines, "\n")
}

// idle is a turn in which a seat makes a step on Reputation, one on Influence, and 1,000.
func idle(seats ...string) string {
	var b strings.Builder
	for _, s := range seats {
		b.WriteString("table roll black:1,white:1,grey:1,red:puppet\n" + s + " place red press\n" +
			"table roll black:1,white:1,grey:1\n" + s + " place white betting\n" +
			"table roll black:1,grey:1\n" + s + " place black takeover\n" + s + " place grey consigliere\n" + s + " done\n")
	}
	return b.String()
}

// round2 is a play in which the table was laid in round 1 and all were idle, up to the event
// of round 2. Card e2 does what event says.
func round2(n int, event, lay string, options ...string) string {
	options = append(options, `"catalogue":{`+cards("", event)+`}`)
	return turn(n, lay, options...) + "\n" + idle(orderOf(n, options)...)
}

// times repeats an adjustment.
func times(n int, item string) string { return strings.Repeat(item+"; ", n) }
