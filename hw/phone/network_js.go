package phone

// doorEnd is what stands between the address of the page and the code of the table.
const doorEnd = ""

// A network is where guests find their pages: in other windows of the browser that runs the box.
type network struct {
	page string // guarded by the mutex of the guests
}

func (*Guests) open(*GuestOptions) error { return nil }

// At says at which address phones find their page.
func (g *Guests) At(page string) {
	g.mu.Lock()
	g.page = page
	g.mu.Unlock()
	g.told()
}

func (g *Guests) address() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.page
}

// spot returns nil: a browser makes no network.
func (*Guests) spot() *Hotspot { return nil }

// Begin keeps the box told which phones there are.
func (g *Guests) Begin() { g.wires.Go(func() { g.invite(g.ctx) }) }
