package web

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"consigliere/hw/desk"
	"consigliere/hw/phone"
	"consigliere/hw/phone/phonetest"
	"consigliere/hw/phone/seal"
	"consigliere/hw/web/webtest"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/engine"
	"consigliere/engine/games"
	"consigliere/engine/table"
	"consigliere/hw/box"
	"consigliere/hw/command"
	"consigliere/hw/console/consoletest"
	"consigliere/hw/lang"
)

// A host's phone is told of every option of every game that the page has, in each language, with room to
// spare for whatever waits besides.
func TestHostIsToldOfEverything(t *testing.T) {
	s := webtest.Run(t, box.Options{Seed: func() uint64 { return 5 }})
	g, server := serveGuests(t, s, phone.GuestOptions{})
	p := phonetest.Call(t, server.URL, phonetest.Invited(t, g), rand.Reader)
	p.Ask(map[string]any{"t": "join", "name": "Zohreh"})
	g.SetHost("Zohreh", true)
	for _, l := range lang.All() {
		p.Ask(map[string]any{"t": "lang", "lang": string(l)})
		d := s.Snapshot().Public(l)
		f := p.Wait("it may begin in its language", func(f *phonetest.Told, _ *phonetest.Board) bool {
			return f.Table != nil && len(f.Table.Titles) > 0 && f.Table.Titles[0].Title == d.Titles[0].Title
		})
		assert.False(t, f.Slim, "nothing was left out")
		require.Len(t, f.Table.Titles, len(d.Titles))
		for i := range d.Titles {
			have := f.Table.Titles[i].Options
			for _, o := range d.Titles[i].Options {
				at := slices.IndexFunc(have, func(h desk.Option) bool { return h.Key == o.Key })
				if o.Kind == "object" && o.Of == nil {
					assert.Negative(t, at, "%s stands in files alone", o.Key)
					continue
				}
				require.GreaterOrEqual(t, at, 0, "%s: %s", d.Titles[i].ID, o.Key)
				assert.Equal(t, []string{o.Label, o.Help, o.Default, o.Last, o.Alone}, []string{have[at].Label, have[at].Help, have[at].Default, have[at].Last, have[at].Alone})
				assert.Len(t, have[at].Values, len(o.Values))
				assert.Len(t, have[at].Of, len(o.Of))
			}
		}
		assert.Less(t, f.Size, seal.Room(seal.DownFrame)*19/20, "%s", l)
		t.Logf("%s: %d of %d bytes", l, f.Size, seal.Room(seal.DownFrame))
	}
}

// What is prepared on the phone of a host the page shows, and what is prepared on the page the phone does; a guest prepares nothing.
func TestPageAndPhonePrepareTheSame(t *testing.T) {
	s := webtest.Run(t, box.Options{Seed: func() uint64 { return 5 }})
	g, at := serveWhole(t, s)
	host := phonetest.Call(t, at, phonetest.Invited(t, g), rand.Reader)
	host.Ask(map[string]any{"t": "join", "name": "Zohreh"})
	guest := phonetest.Call(t, at, phonetest.Invited(t, g), rand.Reader)
	guest.Ask(map[string]any{"t": "join", "name": "Mina"})
	naro := map[string]any{"t": "prepare", "page": "phone", "n": 1, "game": "naro", "anew": true, "phones": []string{"Zohreh", "Mina"}}
	assert.Equal(t, "forbidden", guest.Ask(map[string]any{"t": "host", "do": naro}).Fault)
	require.Empty(t, host.Ask(map[string]any{"t": "host", "do": naro}).Fault)
	p := s.Snapshot().Public(lang.English).Prepared
	assert.Equal(t, []string{"naro", "Zohreh"}, []string{p.Game, p.By})
	bots := 3
	require.NoError(t, s.Do(t.Context(), command.Prepare{Page: "page", N: 1, Game: "naro", Bots: &bots}))
	host.Wait("it shows what the page has changed", func(_ *phonetest.Told, b *phonetest.Board) bool {
		p := b.Desk.Prepared
		return p != nil && p.Game == "naro" && p.By == "" && p.Bots != nil && *p.Bots == 3 && p.Heard["page"] == 1 && p.Heard["phone"] == 1
	})
}

// Phones are listed in the order in which they joined; one that comes back keeps its place.
func TestPhonesInTheOrderInWhichTheyJoined(t *testing.T) {
	g, s := serveGuests(t, webtest.NewBox(4), phone.GuestOptions{})
	code := phonetest.Invited(t, g)
	join := func(name string) (*phonetest.Phone, string) {
		p := phonetest.Call(t, s.URL, code, rand.Reader)
		return p, p.Ask(map[string]any{"t": "join", "name": name}).Key
	}
	zohreh, key := join("Zohreh")
	join("Mina")
	anna, _ := join("Anna")
	assert.Equal(t, []string{"Zohreh", "Mina", "Anna"}, holders(g))
	zohreh.Conn.CloseNow()
	zohreh.Ended()
	back := phonetest.Call(t, s.URL, phonetest.SecretOf(t, key), rand.Reader)
	back.Wait("it is back", func(f *phonetest.Told, _ *phonetest.Board) bool { return f.Name == "Zohreh" })
	anna.Ask(map[string]any{"t": "join", "name": "Bianca"})
	assert.Equal(t, []string{"Zohreh", "Mina", "Bianca"}, holders(g), "and so does one that takes another name")
}

// Whatever the box has is begun on its page and on the phone of a host as at the panel and by a command: who has
// joined plays, with what is needed, and nobody else.
func TestPageAndPhoneBeginEverything(t *testing.T) {
	t.Parallel()
	needsChromium(t)
	var play *table.Table
	begun := make(chan *table.Table, 1)
	s := webtest.Run(t, box.Options{Seed: func() uint64 { return 5 }, OnTable: func(p *table.Table) {
		select {
		case begun <- p:
		default:
		}
	}})
	g, at := serveWhole(t, s)
	panel, err := New(s, nil)
	require.NoError(t, err)
	panel.ShowGuests(g)
	here := httptest.NewServer(panel)
	t.Cleanup(func() { panel.Close(); here.Close() })

	onPage := tab(t, 1400, 900, "light", lang.English)
	do(onPage, t, chromedp.Navigate(here.URL), chromedp.WaitVisible(chromedp.CSS(`#start`)))
	onPhone := tab(t, 390, 844, "light", lang.English)

	// choose chooses from a list of a page, on which what is said may be drawn anew at any time.
	choose := func(ctx context.Context, css, value string) {
		t.Helper()
		until(ctx, t, css+" is "+value, fmt.Sprintf(`(() => {
			const s = document.querySelector(%q);
			if (s && s.value !== %q) { s.value = %[2]q; s.dispatchEvent(new Event('change')); }
			return document.querySelector(%[1]q)?.value === %[2]q;
		})()`, css, value))
	}
	// click clicks what may be drawn anew at any time.
	click := func(ctx context.Context, css string) {
		t.Helper()
		until(ctx, t, css+" is there", fmt.Sprintf(`(() => { const e = document.querySelector(%q); if (!e || e.disabled) return false; e.click(); return true; })()`, css))
	}
	// begin begins one of all on the page or on the phone, with bots in the place of whoever is missing.
	begin := func(b *consoletest.Beginning, way string, seats []string, phones bool) {
		t.Helper()
		ctx, start, wrong, fill := onPage, "#start", "#wrong", "#fill"
		if way == "page" {
			until(ctx, t, "the menu", `document.body.dataset.state === 'menu' && document.querySelector('#start')`)
			click(ctx, "#game-"+b.Title.ID)
			if b.Play != "" {
				choose(ctx, "#option-play", b.Play)
			}
		} else {
			ctx, start, wrong, fill = onPhone, "#begin", "#begin-wrong", "#begin-fill"
			choose(ctx, "#begin-game", b.Title.ID)
			if b.Play != "" {
				choose(ctx, "#begin-play", b.Play)
			}
		}
		choose(ctx, map[string]string{"page": "#bots", "phone": "#begin-bots"}[way], "0")
		missing := b.Least() - len(seats)
		if missing > 0 {
			why := fmt.Sprintf(`document.querySelector(%q)?.textContent.includes('Missing: %d.')`, wrong, missing)
			until(ctx, t, "it is said who is missing", why)
			click(ctx, start)
			until(ctx, t, "and again when it is to begin", why)
			d := s.Snapshot().Public(lang.English)
			require.Equal(t, "menu", d.State, b.Name())
			click(ctx, fill)
		}
		until(ctx, t, "nothing is missing", fmt.Sprintf(`document.querySelector(%q)?.getAttribute('aria-disabled') === 'false'`, start))
		click(ctx, start)
		select {
		case play = <-begun:
		case <-time.After(phonetest.Patience):
			require.Fail(t, "nothing has begun", "%s: %s", b.Name(), way)
		}
		h := play.Header()
		assert.Equal(t, b.Options(phones), consoletest.Settled(b.Title, h), "%s: %s", b.Name(), way)
		require.Len(t, h.Seats, max(len(seats), b.Least()), "%s: %s", b.Name(), way)
		assert.Equal(t, engine.Roster(seats), h.Seats[:len(seats)], "%s: %s", b.Name(), way)
		// What is chosen before a page has heard of the start is set anew by it.
		until(onPage, t, "the page sees it", `document.body.dataset.state !== 'menu'`)
		if phones {
			until(onPhone, t, "the phone sees it", `!document.querySelector('#begin-game')`)
		}
		require.NoError(t, s.Do(t.Context(), command.Leave{}))
		until(onPage, t, "the menu", `document.body.dataset.state === 'menu' && document.querySelector('#start')`)
	}

	// Nobody has joined: the page has names that somebody can change, and real cards and dice.
	usual := []string{"Ava", "Babak", "Chiara", "Dario"}
	assert.Equal(t, usual, namesOnPage(onPage, t))
	// Bots have no hands for cards that lie on the table: that is said before anybody starts.
	click(onPage, "#game-corleone")
	choose(onPage, "#option-tracking", "light")
	choose(onPage, "#bots", "1")
	until(onPage, t, "it is said that bots have no hands", `document.querySelector('#wrong').textContent.includes('bots have no hands') && document.querySelector('#start').getAttribute('aria-disabled') === 'true'`)
	snap(onPage, t, "begin.hands.en")
	choose(onPage, "#option-tracking", "full")
	choose(onPage, "#bots", "0")
	all := consoletest.Beginnings(games.All())
	for _, b := range all {
		begin(&b, "page", usual, false)
	}

	// Whoever joins plays, in this order, and nobody else. What was chosen last stays chosen, so that this box is new.
	require.NoError(t, s.Do(t.Context(), command.Forget{Name: "Ava"}))
	names := []string{"Zohreh", "Mina", "Anna", "Omid"}
	do(onPhone, t, chromedp.Navigate(g.Invitation()))
	until(onPhone, t, "one may say who one is", `document.querySelector('#name')`)
	do(onPhone, t, chromedp.SendKeys(chromedp.CSS("#name"), names[0]))
	press(onPhone, t, "#join")
	until(onPhone, t, "it has a seat", `document.body.classList.contains('seat')`)
	g.SetHost(names[0], true)
	for _, n := range names[1:] {
		p := phonetest.Call(t, at, phonetest.Invited(t, g), rand.Reader)
		require.Empty(t, p.Ask(map[string]any{"t": "join", "name": n}).Fault)
	}
	until(onPhone, t, "a host may begin", `document.querySelectorAll('.order li').length === 4`)
	until(onPage, t, "who has joined plays", `[...document.querySelectorAll('.seats ol input')].map((e) => e.value).join() === 'Zohreh,Mina,Anna,Omid'`)
	choose(onPhone, "#begin-game", "naro")
	click(onPage, "#game-naro")
	ask[any](onPage, t, `document.querySelector('.seats').scrollIntoView({block: 'center'})`)
	snap(onPage, t, "begin.page.en")
	for _, game := range []string{"khandan", "anygame", "naro"} {
		choose(onPhone, "#begin-game", game)
		ask[any](onPhone, t, `document.querySelector('#begin').scrollIntoView({block: 'end'})`)
		snap(onPhone, t, "begin.phone."+game+".en")
		checkPhone(onPhone, t, "begin "+game)
	}
	// What the box tracks can leave all cards on the table: then nobody is asked whether it deals, and it does not.
	choose(onPhone, "#begin-game", "corleone")
	until(onPage, t, "both prepare it", `document.querySelector('#game-corleone').checked`)
	for _, c := range []struct {
		ctx             context.Context
		tracking, deals string
	}{{onPage, "#option-tracking", "[name=chance]:checked"}, {onPhone, "#begin-tracking", "#begin-chance"}} {
		deals := fmt.Sprintf(`(() => { const e = document.querySelector(%q); return e.value + ' ' + e.disabled; })()`, c.deals)
		until(c.ctx, t, "the box deals", deals+` === 'box false'`)
		choose(c.ctx, c.tracking, "light")
		until(c.ctx, t, "all lies on the table, and that is said", deals+` === 'table true' && document.querySelector('.dealt').textContent.includes('on your table')`)
		snap(c.ctx, t, "begin.light."+c.tracking[1:7]+".en")
		choose(c.ctx, c.tracking, "full")
		until(c.ctx, t, "it deals again", deals+` === 'box false'`)
		for _, game := range []string{"naro", "corleone"} { // what was changed here before is there then, too
			click(onPage, "#game-"+game)
			until(onPhone, t, "the phone has heard "+game, fmt.Sprintf(`document.querySelector('#begin-game')?.value === %q`, game))
		}
	}
	for _, b := range all {
		begin(&b, "page", names, true)
		begin(&b, "phone", names, true)
	}

	// What the one has begun last the other offers next, and both ask the same in the same words and order.
	asked := func(ctx context.Context, css string) []string {
		return ask[[]string](ctx, t, fmt.Sprintf(`[...document.querySelectorAll(%q)].map((e) => {
			const word = e.querySelector('legend, bdi, b') ?? e.querySelector('span');
			const input = e.querySelector('input:checked') ?? e.querySelector('select, input');
			return word.firstChild.textContent + ': ' + (input.type === 'radio' ? input.parentElement.innerText : input.tagName === 'SELECT' ? input.selectedOptions[0]?.textContent : input.type === 'checkbox' ? input.checked : input.value);
		})`, css))
	}
	until(onPhone, t, "the phone offers the last", fmt.Sprintf(`document.querySelector('#begin-game').value.startsWith(%q)`, all[len(all)-1].Title.ID))
	for _, title := range games.All() {
		for _, b := range all {
			if b.Title.ID == title.ID {
				begin(&b, "page", names, true)
				until(onPhone, t, "what the page began is offered", fmt.Sprintf(`document.querySelector('#begin-game')?.value.startsWith(%q) && document.querySelectorAll('.order li').length === 4`, title.ID))
				onThePage := asked(onPage, "#setup :is(.which label, .cards, .teach, .bots, .called, .options label.row)")
				assert.Equal(t, onThePage, asked(onPhone, "form.begin > label.row:not(:has(#begin-game))"), title.ID)
				assert.Greater(t, len(onThePage), 1)
				break
			}
		}
	}
}

// namesOnPage returns the names of the players as the page has them.
func namesOnPage(ctx context.Context, t *testing.T) []string {
	return ask[[]string](ctx, t, `[...document.querySelectorAll('.seats ol input')].map((e) => e.value)`)
}
