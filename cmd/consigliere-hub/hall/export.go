package hall

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"consigliere/cmd/consigliere-hub/broker"
	"consigliere/engine/event"
	"consigliere/engine/journal"
	"consigliere/hw/post/wire"
)

// keepOld keeps an event under the name of the moment, so that another can be begun.
func keepOld(s broker.Shelf, e *event.Event) error {
	data, err := json.Marshal(e)
	if err != nil {
		return err
	}
	if _, err := s.Put(eventName+"-"+time.Now().UTC().Format("20060102-150405.000"), data, 0); err != nil {
		return err
	}
	return s.Remove(eventName)
}

// Lines writes every line that the hub holds, one JSON object each, in the order in which they came.
func Lines(ctx context.Context, b *broker.Broker, w io.Writer) error {
	stream, err := b.JetStream().Stream(ctx, wire.Stream)
	if err != nil {
		return err
	}
	info, err := stream.Info(ctx)
	if err != nil {
		return err
	}
	last := info.State.LastSeq
	if info.State.Msgs == 0 {
		return nil
	}
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	write := func(m jetstream.Msg) error {
		box, play, _ := wire.SplitLines(m.Subject())
		for text := range bytes.Lines(m.Data()) {
			text = bytes.TrimSpace(text)
			var line wire.Line
			_ = json.Unmarshal(journal.Record(text), &line) // what a box has said is exported, whatever it is; line 0 is none
			if err := out.Encode(wire.Exported{Box: box, Play: play, Line: line.N, Text: string(text)}); err != nil {
				return err
			}
		}
		return nil
	}
	var messages jetstream.MessagesContext
	stopReading := func() {
		if messages != nil {
			messages.Stop()
			messages = nil
		}
	}
	defer stopReading()
	for next, failed := info.State.FirstSeq, 0; next <= last; {
		var m jetstream.Msg
		err := error(nil)
		if messages == nil {
			messages, err = linesFrom(ctx, stream, next)
		}
		if err == nil {
			m, err = messages.Next(jetstream.NextMaxWait(5 * time.Second))
		}
		if err != nil {
			// The server of a cluster that sent the lines may have died: another sends the rest.
			if failed++; failed > 20 || ctx.Err() != nil {
				return fmt.Errorf("the lines cannot be read: %w", err)
			}
			stopReading()
			time.Sleep(250 * time.Millisecond)
			continue
		}
		meta, err := m.Metadata()
		if err != nil {
			return err
		}
		if meta.Sequence.Stream < next {
			continue
		}
		if err := write(m); err != nil {
			return err
		}
		next, failed = meta.Sequence.Stream+1, 0
	}
	return nil
}

// linesFrom returns the messages of a stream from one on.
func linesFrom(ctx context.Context, stream jetstream.Stream, next uint64) (jetstream.MessagesContext, error) {
	consumer, err := stream.OrderedConsumer(ctx, jetstream.OrderedConsumerConfig{DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: next})
	if err != nil {
		return nil, err
	}
	return consumer.Messages()
}

// LoadEvent reads the event that is played; a name finds one that is over, too.
func LoadEvent(s broker.Shelf, name string) (*event.Event, error) {
	documents, err := s.Names()
	if err != nil {
		return nil, err
	}
	for _, d := range documents {
		if d != eventName && (name == "" || !strings.HasPrefix(d, eventName+"-")) {
			continue
		}
		data, _, err := s.Get(d)
		if err != nil {
			return nil, err
		}
		var e event.Event
		if err := json.Unmarshal(data, &e); err != nil {
			return nil, fmt.Errorf("%s.json: %w", d, err)
		}
		if name == "" || e.Name == name {
			return &e, e.Check()
		}
	}
	if name == "" {
		return nil, errNoEvent
	}
	return nil, fmt.Errorf("no event is called %q", name)
}

// LoadEvent reads an event of this hub.
func (h *Hall) LoadEvent(name string) (*event.Event, error) { return LoadEvent(h.broker.Shelf(), name) }

// CSV writes the standings of an event.
func CSV(e *event.Event, w io.Writer) error {
	out := csv.NewWriter(w)
	_ = out.Write([]string{"place", "name", "points", "opponents", "played", "byes", "wins", "rating"})
	for _, s := range e.Standings() {
		name := s.Name
		if name != "" && bytes.ContainsRune([]byte("=+-@"), rune(name[0])) {
			name = "'" + name // a spreadsheet would take it for a formula
		}
		_ = out.Write([]string{
			strconv.Itoa(s.Place), name, s.Points.String(), s.Opponents.String(), strconv.Itoa(s.Played), strconv.Itoa(s.Byes),
			strconv.Itoa(s.Wins), strconv.FormatFloat(s.Rating.Mu, 'f', 2, 64),
		})
	}
	out.Flush()
	return out.Error()
}

// TRF writes an event for two at each table as a tournament report file, the form of the chess federation (TRF16).
func TRF(e *event.Event, w io.Writer) error {
	if e.Settings.Most != 2 {
		return errors.New("a tournament report file is for events with two at each table; use --csv or --json")
	}
	number := map[string]int{}
	for i, p := range e.Players {
		number[p.Name] = i + 1
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, "012 %s\n062 %d\n092 Individual: Swiss-System\nXXR %d\n", e.Name, len(e.Players), len(e.Rounds))
	places := map[string]event.Standing{}
	for _, s := range e.Standings() {
		places[s.Name] = s
	}
	for i, p := range e.Players {
		name := []rune(p.Name)
		name = name[:min(len(name), 33)]
		s := places[p.Name]
		fmt.Fprintf(&out, "001 %4d      %-33s %4s %3s %11s %10s %4s %4d", i+1, string(name), "", "", "", "", s.Points, s.Place)
		for _, r := range e.Rounds {
			out.WriteString("  " + trfCell(&r, p.Name, number))
		}
		out.WriteByte('\n')
	}
	_, err := w.Write(out.Bytes())
	return err
}

// trfCell returns what a player did in a round: opponent, who began, and the result.
func trfCell(r *event.Round, name string, number map[string]int) string {
	for _, b := range r.Byes {
		if b == name {
			return "0000 - U"
		}
	}
	for _, t := range r.Tables {
		for i, s := range t.Seats {
			if s != name || len(t.Seats) != 2 {
				continue
			}
			result := " "
			if t.Places != nil {
				result = map[bool]string{true: "1", false: "0"}[t.Places[i] < t.Places[1-i]]
				if t.Places[0] == t.Places[1] {
					result = "="
				}
			}
			return fmt.Sprintf("%4d %s %s", number[t.Seats[1-i]], []string{"w", "b"}[i], result)
		}
	}
	return "0000 - Z"
}
