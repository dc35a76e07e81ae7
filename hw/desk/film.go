package desk

import (
	"strings"
	"sync"

	"consigliere/engine/link"
)

// A Film is where a play that is over can be watched: the whole record stands in the address, behind its #, so that
// opening it tells nobody anything.
type Film struct {
	Link string   `json:"link"`
	Rows []string `json:"rows"` // of its QR code; null where the record is too long for one
}

// A FilmState is a record as a [Film], which is made when somebody looks for the first time: that takes a while for a
// long record, and whoever owns the box has no time.
type FilmState struct {
	record []byte
	site   string
	once   sync.Once
	film   *Film
}

// NewFilm returns the film of a record at a site, or nil where no site is known.
func NewFilm(record []byte, site string) *FilmState {
	if site == "" {
		return nil
	}
	return &FilmState{record: record, site: strings.TrimRight(site, "/")}
}

// made returns the film, or nil.
func (s *FilmState) made() *Film {
	if s == nil {
		return nil
	}
	s.once.Do(func() {
		text, err := link.Encode(s.record)
		if err != nil { // it is longer than any play there is
			return
		}
		address := s.site + "/replay/#" + text
		s.film = &Film{address, link.Code(address)}
	})
	return s.film
}
