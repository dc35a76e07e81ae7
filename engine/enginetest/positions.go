package enginetest

import (
	"encoding/json"
	"flag"
	"os"
	"regexp"
	"strings"
	"sync"

	"consigliere/engine"
	"consigliere/engine/link"
)

// positionsFile is where the scripts of a package put the positions that show its rules: with
//
//	go test ./engine/naro -count 1 -positions $PWD/cmd/consigliere-page/site/static/rules/naro.json
var positionsFile = flag.String("positions", "", "the `file` to which the positions that show rules go")

// A Position shows a rule of a ledger: a play of which a line of a script says that the rule decides here.
type Position struct {
	Record string `json:"record"`       // up to here, as package link writes it
	No     string `json:"no,omitempty"` // the line of a record that the rule refuses
}

// maxPosition is how long the record of a position may be, in letters: a page loads those of all rules.
const maxPosition = 6000

// positions are those of the scripts of this package; of several, the best for each rule.
var positions struct {
	mu sync.Mutex
	of map[string]Position
}

// named are the rules that a comment names: "NARO-7.3, 7.5: burnt unseen".
var named = regexp.MustCompile(`\b[A-Z]+-\d+\.\d+[a-z]?(?:, \d+\.\d+[a-z]?\b)*`)

// Shows notes that where the play stands shows rules, of which the line of the script cannot tell: those of a test that looks
// at the play in Go.
func (s *Script) Shows(rules string) { s.shows(rules, "") }

// shows notes that the rules which a comment names are shown by where the play stands, and what was refused there.
func (s *Script) shows(comment, no string) {
	if *positionsFile == "" || s.Game == nil {
		return
	}
	for _, all := range named.FindAllString(comment, -1) {
		prefix, _, _ := strings.Cut(all, "-")
		for i, rule := range strings.Split(all, ", ") {
			if i > 0 {
				rule = prefix + "-" + rule
			}
			s.show(rule, no)
		}
	}
}

func (s *Script) show(rule, no string) {
	text, err := link.Encode([]byte(strings.Join(s.made, "\n") + "\n"))
	if err != nil || len(text) > maxPosition || !strings.HasPrefix(rule, s.title.Rule+"-") {
		return
	}
	positions.mu.Lock()
	defer positions.mu.Unlock()
	if had, ok := positions.of[rule]; ok && !better(Position{text, no}, had) {
		return
	}
	if positions.of == nil {
		positions.of = map[string]Position{}
	}
	positions.of[rule] = Position{text, no}
	b, err := json.MarshalIndent(positions.of, "", " ")
	if err == nil {
		err = os.WriteFile(*positionsFile, append(b, '\n'), 0o644)
	}
	if err != nil {
		s.t.Errorf("-positions: %v", err)
	}
}

// better reports whether p shows a rule better than q does: best is what it forbids, and then what is short.
func better(p, q Position) bool {
	if p.No == "" != (q.No == "") {
		return p.No != ""
	}
	if len(p.Record) != len(q.Record) {
		return len(p.Record) < len(q.Record)
	}
	return p.Record+p.No < q.Record+q.No
}

// Note keeps a move that was made, for positions; that of somebody else than the script, such as a bot.
func (s *Script) Note(m engine.Move) {
	if *positionsFile != "" {
		s.made = append(s.made, string(s.title.Moves.AppendLine(nil, s.Seats, m)))
	}
}
