package console

import "consigliere/hw/reply"

// Forget lets the console work out and draw anew all that it remembers of the play, but for words.
func (k *Console) Forget() {
	p := &k.play
	p.seen, p.sighted, p.owned = nil, 0, 0
	for i := range k.screens.ports {
		k.screens.ports[i].told, k.screens.ports[i].valid = reply.Told{}, false
	}
	k.screens.main.told, k.screens.main.valid = reply.Told{}, false
}
