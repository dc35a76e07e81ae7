package archive

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A playFile is a file of plays that the app BG Stats imports (ending .bgsplay). Its makers
// describe links ([playLink]) and not this file, whose fields of the same names have the same
// types; the shape follows the files that the app itself writes
// (seen in one of March 2019 and in exporters up to 2026): people, games and plays, joined by
// numbers that count in this file alone. What a box cannot know stays out: places, numbers at
// BoardGameGeek, ratings, and who "me" is.
type playFile struct {
	About     string       `json:"about"`
	Players   []filePlayer `json:"players"`
	Locations []struct{}   `json:"locations"`
	Games     []fileGame   `json:"games"`
	Plays     []filePlay   `json:"plays"`
}

type filePlayer struct {
	UUID      string `json:"uuid"`
	ID        int    `json:"id"`
	Name      string `json:"name"`
	Anonymous bool   `json:"isAnonymous"`
}

type fileGame struct {
	UUID        string `json:"uuid"`
	ID          int    `json:"id"`
	Name        string `json:"name"`
	Cooperative bool   `json:"cooperative"`
	HighestWins bool   `json:"highestWins"`
	NoPoints    bool   `json:"noPoints"`
	UsesTeams   bool   `json:"usesTeams"`
}

type filePlay struct {
	UUID        string      `json:"uuid"`
	GameRefID   int         `json:"gameRefId"`
	PlayDate    string      `json:"playDate"` // local time
	PlayDateYMD int         `json:"playDateYmd"`
	DurationMin int         `json:"durationMin"`
	UsesTeams   bool        `json:"usesTeams"`
	Ignored     bool        `json:"ignored"`
	Scores      []fileScore `json:"playerScores"`
}

type fileScore struct {
	PlayerRefID int    `json:"playerRefId"`
	Score       string `json:"score"`
	Winner      bool   `json:"winner"`
	Rank        int    `json:"rank"` // 0: not ranked
	SeatOrder   int    `json:"seatOrder"`
	NewPlayer   bool   `json:"newPlayer"`
	StartPlayer bool   `json:"startPlayer"`
}

// about is what the files of the app begin with, for those who open them by mistake.
const about = "This is a Play file that can be read by Board Game Stats. If you see this text, " +
	"try to use a share, export or open-in function to open it with Board Game Stats."

// WriteBGStats writes the Finished plays as a file for BG Stats. The same plays give the same
// identifiers each time, so that the app knows those which it has.
func WriteBGStats(w io.Writer, plays []Play) error {
	f := playFile{About: about, Players: []filePlayer{}, Locations: []struct{}{}, Games: []fileGame{}, Plays: []filePlay{}}
	for i := range plays {
		p := &plays[i]
		if p.State != Finished {
			continue
		}
		game := slices.IndexFunc(f.Games, func(g fileGame) bool { return g.Name == p.Title })
		if game < 0 {
			game = len(f.Games)
			f.Games = append(f.Games, fileGame{UUID: uuid("game", p.Game), ID: game + 1, Name: p.Title, HighestWins: true})
		}
		began := p.Began.Local()
		ymd, _ := strconv.Atoi(began.Format("20060102"))
		play := filePlay{
			UUID: uuid("play", p.Game, p.Began.UTC().String(), strconv.Itoa(p.Number)), GameRefID: game + 1,
			PlayDate: began.Format("2006-01-02 15:04:05"), PlayDateYMD: ymd, DurationMin: p.Minutes,
		}
		for s, score := range p.Scores {
			who := slices.IndexFunc(f.Players, func(o filePlayer) bool { return o.Name == score.Name })
			if who < 0 {
				who = len(f.Players)
				f.Players = append(f.Players, filePlayer{UUID: uuid("player", score.Name), ID: who + 1, Name: score.Name})
			}
			play.Scores = append(play.Scores, fileScore{
				PlayerRefID: who + 1, Score: strconv.Itoa(score.Total), Winner: score.Winner, Rank: score.Rank, SeatOrder: s + 1,
			})
		}
		f.Plays = append(f.Plays, play)
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(f)
}

// A playLink is a play as its makers describe what a link hands to BG Stats 3.3.2 or later:
// https://www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites/
type playLink struct {
	SourceName   string       `json:"sourceName"`   // the app; also the location of the play
	SourcePlayID string       `json:"sourcePlayId"` // the same play is not imported twice
	PlayDate     string       `json:"playDate"`     // "YYYY-MM-DD hh:mm:ss", local time
	DurationMin  int          `json:"durationMin"`
	Game         linkGame     `json:"game"`
	Players      []linkPlayer `json:"players"`
}

type linkGame struct {
	Name         string `json:"name"`
	SourceGameID string `json:"sourceGameId"`
	HighestWins  bool   `json:"highestWins"`
	NoPoints     bool   `json:"noPoints"`
}

type linkPlayer struct {
	Name           string `json:"name"`
	SourcePlayerID string `json:"sourcePlayerId"`
	StartPlayer    bool   `json:"startPlayer"`
	Rank           int    `json:"rank,omitempty"` // omitted for players without a rank
	Score          int    `json:"score"`
	Winner         bool   `json:"winner"`
}

// linkTo is where a link with a play begins; the play follows as escaped JSON.
const linkTo = "https://app.bgstatsapp.com/createPlay.html?data="

// WriteBGLinks writes a link for each Finished play, which a phone with BG Stats opens in it.
func WriteBGLinks(w io.Writer, plays []Play) error {
	for i := range plays {
		p := &plays[i]
		if p.State != Finished {
			continue
		}
		link := playLink{
			SourceName: "Consigliere", SourcePlayID: uuid("play", p.Game, p.Began.UTC().String(), strconv.Itoa(p.Number)),
			PlayDate: p.Began.Local().Format(time.DateTime), DurationMin: p.Minutes,
			Game: linkGame{Name: p.Title, SourceGameID: p.Game, HighestWins: true},
		}
		for _, score := range p.Scores {
			link.Players = append(link.Players, linkPlayer{
				Name: score.Name, SourcePlayerID: uuid("player", score.Name), Rank: score.Rank, Score: score.Total, Winner: score.Winner,
			})
		}
		data, err := json.Marshal(link)
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintln(w, linkTo+strings.ReplaceAll(url.QueryEscape(string(data)), "+", "%20")); err != nil {
			return err
		}
	}
	return nil
}

// uuid returns an identifier that follows from what it names (RFC 9562, version 8).
func uuid(what ...string) string {
	h := sha256.Sum256(fmt.Appendf(nil, "consigliere %q", what))
	h[6], h[8] = h[6]&0x0f|0x80, h[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", h[0:4], h[4:6], h[6:8], h[8:10], h[10:16])
}
