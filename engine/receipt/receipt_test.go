package receipt_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/bot"
	"consigliere/engine/games"
	"consigliere/engine/receipt"
	"consigliere/engine/table"
)

// many returns how often a test does something: all of it where there is time.
func many(all, usual, short int) int {
	switch {
	case os.Getenv("CONSIGLIERE_LONG") != "":
		return all
	case testing.Short():
		return short
	}
	return usual
}

var names = engine.Roster{"Ava", "Babak", "Chiara", "Dario", "Elena", "Farid", "Gina", "Hamid"}

// headers returns a header of each title, and of several scripts.
func headers() []engine.Header {
	var list []engine.Header
	for _, g := range []struct {
		game, options string
		seats         int
	}{
		{"naro", `{"chance":"box"}`, 4},
		{"derpate", `{"chance":"box"}`, 3},
		{"corleone", `{"chance":"box"}`, 3},
		{"khandan", `{"chance":"box"}`, 3},
		{"anygame", `{"play":"bid"}`, 3},
		{"anygame", `{"play":"vote"}`, 5},
		{"anygame", `{"play":"pick"}`, 4},
		{"anygame", `{"play":"werewolf"}`, 7},
	} {
		list = append(list, engine.Header{Game: g.game, Seats: names[:g.seats], Options: []byte(g.options)})
	}
	return list
}

// A sealed is a play with a commitment that is over, and what phones kept of it.
type sealed struct {
	t      *table.Table
	signer *receipt.Signer
	deal   *receipt.Deal
	kept   receipt.Kept
	data   []byte // the record
}

// play plays a game of bots, who take back what they locked now and then. The receipts are kept as they
// are shown, at each lock.
func play(t testing.TB, h engine.Header, seed uint64, given ...receipt.Given) *sealed {
	rng := rand.New(rand.NewPCG(seed, 27))
	signer, err := receipt.NewSigner(nil)
	require.NoError(t, err)
	s := &sealed{signer: signer, deal: &receipt.Deal{Box: signer.Key(), Given: given}}
	for i := range s.deal.Secret {
		s.deal.Secret[i] = byte(rng.Uint32())
	}
	s.deal.Mark(&h)
	title := games.Find(h.Game)
	s.t, _, err = table.New(title, h, table.Options{})
	require.NoError(t, err)
	p := bot.New(title, h.Seats, rng)
	for now := time.Second; !s.t.Over(); now += time.Second {
		asks := s.t.Asks()
		var waited []engine.Ask
		for _, a := range asks {
			if !a.Optional {
				waited = append(waited, a)
			}
		}
		a := waited[rng.IntN(len(waited))]
		do, err := p.Pick(&a)
		require.NoError(t, err)
		seat := a.Seat
		if seat >= 0 && a.By != 0 {
			for seat = 0; !a.By.Has(seat); {
				seat++
			}
		}
		_, err = s.t.Play(now, engine.Move{Seat: seat, Do: do})
		require.NoError(t, err)
		if s.t.Locked().Has(seat) && rng.IntN(8) == 0 {
			require.NoError(t, s.t.TakeBack(now, seat))
		}
		require.Less(t, now, 50000*time.Second)
	}
	s.kept = receipt.Kept{Box: signer.Key(), Commitment: s.deal.Secret.Commitment().String(), Given: given, Receipts: s.t.Receipts()}
	s.data = s.sign(t)
	return s
}

func (s *sealed) sign(t testing.TB) []byte {
	data, err := s.t.AppendFairRecord(nil, s.signer)
	require.NoError(t, err)
	return data
}

func number(seat, n string) receipt.Given { return receipt.Given{Seat: seat, Number: n} }

func phone(seat string, b byte) receipt.Given {
	return receipt.Given{Seat: seat, Phone: bytes.Repeat([]byte{b}, receipt.PhoneBytes)}
}

// of returns the texts of the findings with a verdict.
func of(r receipt.Report, v receipt.Verdict) string {
	var list []string
	for _, f := range r {
		if f.Verdict == v {
			list = append(list, f.Text)
		}
	}
	return strings.Join(list, "\n")
}

// TestGamesVerify checks that what a box plays can be checked afterwards, of every title, and again
// by the page.
func TestGamesVerify(t *testing.T) {
	for _, h := range headers() {
		bound := 0
		for seed := range uint64(many(1000, 30, 4)) {
			s := play(t, h, seed, number("Ava", "482915"), phone("Babak", byte(seed)))
			r, err := receipt.Check(s.data, &s.kept, games.Find)
			require.NoError(t, err, "%s %d", h.Options, seed)
			require.Empty(t, of(r, receipt.Fails), "%s %d", h.Options, seed)
			bound += len(s.kept.Receipts)
			again, err := table.Replay(bytes.NewReader(receipt.Record(s.data)), games.Find)
			require.NoError(t, err)
			require.True(t, again.Over())
		}
		if h.Game != "derpate" && !strings.Contains(string(h.Options), "vote") {
			assert.Positive(t, bound, "%s %s locks something in secret", h.Game, h.Options)
		}
	}
}

// TestNoReceiptForSealedBallots checks that a receipt does not tell who cast which ballot, where
// nobody may know that even afterwards.
func TestNoReceiptForSealedBallots(t *testing.T) {
	for secret, receipts := range map[string]bool{"true": false, "false": true} {
		h := engine.Header{Game: "anygame", Seats: names[:4], Options: []byte(`{"play":"vote","settings":{"secret":` + secret + `}}`)}
		s := play(t, h, 1)
		assert.Equal(t, receipts, len(s.t.Receipts()) > 0, "secret: %s", secret)
		r, err := receipt.Check(s.data, &s.kept, games.Find)
		require.NoError(t, err)
		assert.False(t, r.Failed())
	}
}

// TestEveryByte checks that no byte of a record can be changed unnoticed.
func TestEveryByte(t *testing.T) {
	s := play(t, headers()[4], 1, number("Ava", "482915"))
	rng := rand.New(rand.NewPCG(1, 2))
	for range many(10_000, 1000, 200) {
		at, x := rng.IntN(len(s.data)), byte(1+rng.IntN(255))
		data := bytes.Clone(s.data)
		data[at] ^= x
		r, err := receipt.Check(data, &receipt.Kept{}, games.Find)
		require.True(t, err != nil || r.Failed(), "byte %d changed by %#x", at, x)
	}
	// Bytes of the signature, where base64 has bits that mean nothing, one by one.
	for at := bytes.LastIndex(s.data, []byte("\n\n")); at < len(s.data); at++ {
		for x := 1; x < 256; x += many(1, 7, 13) {
			data := bytes.Clone(s.data)
			data[at] ^= byte(x)
			r, err := receipt.Check(data, &receipt.Kept{}, games.Find)
			require.True(t, err != nil || r.Failed(), "byte %d changed by %#x", at, x)
		}
	}
}

// TestCheats plays with boxes that cheat: each is caught by what somebody has kept who said a number
// or had a phone there, and the report says what is not proved where nobody kept anything.
func TestCheats(t *testing.T) {
	h := headers()[0]
	numbers := []receipt.Given{number("Ava", "482915")}
	phones := []receipt.Given{phone("Babak", 7)}
	cheats := []struct {
		name string
		// cheat returns the record of a box that signs what it likes.
		cheat    func(s *sealed) []byte
		caught   string
		unproved string // without anything kept
	}{
		{"alters after the lock", func(s *sealed) []byte {
			var record []byte
			done := false
			for line := range bytes.Lines(s.t.AppendRecord(nil)) {
				// The last loaded card can be another: nothing else comes of it in this play.
				if !done && bytes.Contains(line, []byte(`"do":"load","card":"click"`)) {
					other := bytes.Replace(line, []byte("click"), []byte("bang"), 1)
					if _, err := table.Replay(bytes.NewReader(append(bytes.Clone(record), other...)), games.Find); err == nil {
						line, done = other, true
					}
				}
				record = append(record, line...)
			}
			return s.resign(record)
		}, "was changed after it was locked", "no choice was changed after it was locked: nobody has kept"},
		{"deals anew after a reveal", func(s *sealed) []byte {
			d := *s.deal
			d.Secret[0] ^= 1
			x := play(t, engine.Header{Game: h.Game, Seats: h.Seats, Options: h.Options}, 99, d.Given...)
			x.deal.Box, x.signer = s.deal.Box, s.signer
			header := x.t.Header()
			x.deal.Mark(&header)
			record := x.t.AppendRecord(nil)
			_, rest, _ := bytes.Cut(record, []byte("\n"))
			return x.resign(append(append(header.Append(nil), '\n'), rest...))
		}, "committed to another secret", "that the box kept to its secret: nobody has kept"},
		{"drops what a seat gave", func(s *sealed) []byte {
			x := play(t, engine.Header{Game: h.Game, Seats: h.Seats, Options: h.Options}, 1)
			x.deal.Box, x.signer = s.deal.Box, s.signer
			header := x.t.Header()
			x.deal.Mark(&header)
			_, rest, _ := bytes.Cut(x.t.AppendRecord(nil), []byte("\n"))
			return x.resign(append(append(header.Append(nil), '\n'), rest...))
		}, "the record leaves it out", "nobody gave anything, so the box alone has decided"},
	}
	for _, c := range cheats {
		for who, given := range map[string][]receipt.Given{"one number public": numbers, "one phone there": phones} {
			t.Run(c.name+", "+who, func(t *testing.T) {
				s := play(t, h, 1, given...)
				data := c.cheat(s)
				r, err := receipt.Check(data, &s.kept, games.Find)
				if err == nil {
					assert.Contains(t, of(r, receipt.Fails), c.caught)
				} else { // what comes after the altered choice is not legal any more
					assert.IsType(t, &engine.LineError{}, err)
				}
				if node() {
					assert.Contains(t, page(t, data, &s.kept), `["n",`)
				}
				r, err = receipt.Check(data, &receipt.Kept{}, games.Find)
				if err == nil {
					assert.Contains(t, of(r, receipt.Unproved), c.unproved, "nobody kept anything")
				}
			})
		}
	}
}

// resign signs another record with receipts that fit it, as a box could that has all its keys.
func (s *sealed) resign(record []byte) []byte {
	t, err := table.Replay(bytes.NewReader(record), games.Find)
	if err != nil {
		// A box that cannot go on from what it changed: it signs all the same.
		data, _ := receipt.Append(nil, record, s.t.Receipts(), s.signer)
		return data
	}
	data, _ := t.AppendFairRecord(nil, s.signer)
	return data
}

// node reports whether what the page computes can be tried.
func node() bool {
	_, err := exec.LookPath("node")
	return err == nil
}

var core = regexp.MustCompile(`(?s)<script id="core">(.*?)</script>`)

// script runs JavaScript after the core of the page, with what stands in as input.
func script(t testing.TB, code string, in any) []byte {
	if !node() {
		t.Skip("node is missing")
	}
	data, err := json.Marshal(in)
	require.NoError(t, err)
	cmd := exec.Command("node", "-e", string(core.FindSubmatch(receipt.Page)[1])+
		";if (!globalThis.crypto) globalThis.crypto = require('crypto').webcrypto;"+
		"(async () => { const input = JSON.parse(require('fs').readFileSync(0, 'utf8'));"+code+"})()")
	cmd.Stdin = bytes.NewReader(data)
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	out, err := cmd.Output()
	require.NoError(t, err, complaint.String())
	return out
}

// page returns what the page finds, as JSON.
func page(t testing.TB, data []byte, k *receipt.Kept) string {
	kept := []json.RawMessage{}
	for line := range bytes.Lines(k.AppendKept(nil)) {
		kept = append(kept, bytes.TrimSpace(line))
	}
	return string(script(t, `try { console.log(JSON.stringify(await check(input.text, input.kept))) } catch { console.log('["n","bad"]') }`,
		map[string]any{"text": string(data), "kept": kept}))
}

// TestPage checks that the page finds what is right right, is small, and needs nothing but itself.
func TestPage(t *testing.T) {
	assert.LessOrEqual(t, len(receipt.Page), 12_000)
	assert.NotRegexp(t, `https?://|src=|import `, string(receipt.Page))
	for _, h := range headers() {
		s := play(t, h, 3, number("Ava", "482915"), phone("Babak", 7))
		found := page(t, s.data, &s.kept)
		assert.NotContains(t, found, `["n",`, "%s", h.Options)
		assert.Contains(t, found, `["y","sigok"`)
		assert.Contains(t, found, `["y","comok"`)
		assert.Contains(t, found, `["y","gaveok","Babak"`)
	}
	s := play(t, headers()[0], 3)
	assert.Contains(t, page(t, s.data, &receipt.Kept{}), `["q","alone"]`)
	rng := rand.New(rand.NewPCG(3, 4))
	var texts []string
	for range many(300, 60, 20) {
		data := bytes.Clone(s.data)
		data[rng.IntN(len(data))] ^= 1 << rng.IntN(7)
		texts = append(texts, string(data))
	}
	out := script(t, `let bad = 0; for (const x of input) try { bad += (await check(x, [])).some(f => f[0] == 'n') } catch { bad++ }; console.log(bad)`, texts)
	assert.Equal(t, fmt.Sprintln(len(texts)), string(out), "records with a changed byte")
}

// TestVectors checks that Go and JavaScript compute the same.
func TestVectors(t *testing.T) {
	type vector struct {
		Secret     string              `json:"secret"`
		Given      []map[string]string `json:"given"`
		Line       int                 `json:"line"`
		Move       string              `json:"move"`
		Commitment string              `json:"commitment"`
		Seed       string              `json:"seed"`
		Digits     string              `json:"digits"`
	}
	rng := rand.New(rand.NewPCG(5, 6))
	letters := []rune("aZ09 \"\\é€😀یک\u200c")
	text := func() string {
		var b strings.Builder
		for range 1 + rng.IntN(70) {
			b.WriteRune(letters[rng.IntN(len(letters))])
		}
		return b.String()
	}
	list := make([]vector, 10_000)
	for i := range list {
		d := &receipt.Deal{}
		for i := range d.Secret {
			d.Secret[i] = byte(rng.Uint32())
		}
		v := &list[i]
		v.Given = []map[string]string{}
		for range rng.IntN(4) {
			if g := number(text(), fmt.Sprintf("%06d", rng.IntN(1_000_000))); rng.IntN(2) == 0 {
				d.Given = append(d.Given, g)
				v.Given = append(v.Given, map[string]string{"seat": g.Seat, "number": g.Number})
			} else {
				g := phone(g.Seat, byte(rng.Uint32()))
				d.Given = append(d.Given, g)
				v.Given = append(v.Given, map[string]string{"seat": g.Seat, "phone": hex.EncodeToString(g.Phone)})
			}
		}
		v.Secret, v.Line, v.Move = hex.EncodeToString(d.Secret[:]), 2+rng.IntN(5000), text()
		v.Commitment, v.Seed = d.Secret.Commitment().String(), fmt.Sprint(d.Seed())
		v.Digits = d.Key().Digits(v.Line, []byte(v.Move))
		require.Less(t, d.Seed(), uint64(1)<<53)
	}
	out := script(t, `let wrong = []
for (const v of input) {
  const s = unhex(v.secret)
  if (await commitment(s) != v.commitment || String(await seed(s, v.given)) != v.seed || await digits(await mac(s, 'receipts', v.given), v.line, v.move) != v.digits) wrong.push(v)
}
console.log(input.length, JSON.stringify(wrong.slice(0, 3)))`, list)
	assert.Equal(t, "10000 []\n", string(out))
}

// TestDigitsAreUniform checks that receipts tell nothing without the key: all digits are as likely,
// and the same move has others on another line.
func TestDigitsAreUniform(t *testing.T) {
	d := &receipt.Deal{Secret: receipt.Secret{1, 2, 3}}
	k := d.Key()
	var count [6][10]int
	const n = 60_000
	for line := range n / 2 {
		for _, card := range []string{"bang", "click"} {
			for i, digit := range k.Digits(line, []byte(`{"seat":"Ava","do":"load","card":"`+card+`"}`)) {
				count[i][digit-'0']++
			}
		}
	}
	for i := range count {
		chi := 0.0
		for _, c := range count[i] {
			chi += float64((c-n/10)*(c-n/10)) / (n / 10)
		}
		assert.Less(t, chi, 33.7, "digit %d: 9 degrees of freedom, 0.01 %%", i)
	}
}

// TestHeaderWithoutCommitment checks that records without receipts stay as they are.
func TestHeaderWithoutCommitment(t *testing.T) {
	line := []byte(`{"game":"naro","seats":["Ava","Babak","Chiara","Dario"],"options":{},"seed":7}`)
	h, err := engine.ParseHeader(line)
	require.NoError(t, err)
	assert.Equal(t, string(line), string(h.Append(nil)))
	_, err = engine.ParseHeader([]byte(`{"game":"naro","seats":["Ava"],"options":{},"seed":7,"fair":3}`))
	assert.Error(t, err)
	tb, _, err := table.New(games.Find("naro"), h, table.Options{})
	require.NoError(t, err)
	assert.Nil(t, tb.Receipts())
	_, err = receipt.Check(append(append(line, '\n'), "\n\n\u2014 consigliere AAAA\n"...), &receipt.Kept{}, games.Find)
	assert.Error(t, err)
}
