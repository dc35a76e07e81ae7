package face

import (
	"consigliere/engine"
	"consigliere/engine/khandan"
)

// namesOf returns the messages that the pack of a header brings.
func namesOf(h engine.Header, packs *khandan.PackCache) map[string]map[string]string {
	set, err := khandan.Options.Read(h)
	if err != nil {
		return nil
	}
	p, no := packs.Of(set)
	if no != nil || p == nil {
		return nil
	}
	return p.Names
}
