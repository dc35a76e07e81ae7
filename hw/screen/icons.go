package screen

import (
	"strings"

	"consigliere/engine"
	"consigliere/hw"
)

// missing stands for all signs that the fonts do not have.
const missing = '\uFFFD'

// signPictures are characters that Vazirmatn does not have. The lowest row is on the line.
var signPictures = [...]struct {
	rune    rune
	picture string
}{
	{missing, "#####/#...#/#...#/#...#/#...#/#...#/#####"},
	{'←', "..#..../.##..../#######/.##..../..#..../......."},
	{'→', "....#../....##./#######/....##./....#../......."},
	{'↑', "..#../.###./#.#.#/..#../..#../..#../..#.."},
	{'↓', "..#../..#../..#../..#../#.#.#/.###./..#.."},
	{'◄', "...#/..##/.###/####/.###/..##/...#"},
	{'►', "#.../##../###./####/###./##../#..."},
	{'◀', "...#/..##/.###/####/.###/..##/...#"},
	{'▶', "#.../##../###./####/###./##../#..."},
	{'▲', "...#.../..###../.#####./#######/......."},
	{'▼', "#######/.#####./..###../...#.../......."},
	{'✓', "......#/.....##/#...##./##.##../.###.../..#..../......."},
	{'●', ".###./#####/#####/#####/.###./....."},
	{'○', ".###./#...#/#...#/#...#/.###./....."},
}

// iconPictures are 9 rows high, all but the lowest on the line.
var iconPictures = [...]struct {
	icon    engine.Icon
	picture string
	mirror  bool // turned around where text runs from right to left
}{
	{engine.IconBoss, "........./........./#...#...#/##.###.##/#########/#########/.#######./........./.#######.", false},
	{engine.IconDead, "........./##...##../###.###../.#####.../..###..../.#####.../###.###../##...##../.........", true},
	{engine.IconWound, "...#..../..##..../..###.../.####.../.#####../#######./##.####./.#####../..###...", false},
	{engine.IconLocked, "........./.......##/......###/##...###./###.###../.#####.../..###..../...#...../.........", false},
	{engine.IconAwait, "........./........./........./........./##..##.##/##..##.##/........./........./.........", false},
	{engine.IconTarget, "........./.....#.../.....##../########./#########/########./.....##../.....#.../.........", true},
	{engine.IconDuck, "........./........./........./........./##......./##.#####./.#########/##########/##......##", true},
	{engine.IconUp, "..##...../..##...../.####..../######.../#.##.#.../..##...../.####..../.#..#..../##..##...", false},
	{engine.IconCard, ".######../.#....#../.#.##.#../.#.##.#../.#.##.#../.#.##.#../.#.##.#../.#....#../.######..", false},
	{engine.IconMoney, "........./#########/#...#...#/#..###..#/#.##.##.#/#..###..#/#...#...#/#########/.........", false},
	{engine.IconStar, "....#..../....#..../...###.../#########/.#######./..#####../..##.##../.##...##./.#.....#.", false},
}

// parse reads a picture: rows from top to bottom, parted by slashes.
func parse(picture string, mirror bool) *mask {
	rows := strings.Split(picture, "/")
	w, h := len(rows[0]), len(rows)
	m := &mask{hw.NewFrame(w, h), 0, h, w + 1}
	for y, row := range rows {
		for x := range w {
			at := x
			if mirror {
				at = w - 1 - x
			}
			m.Set(at, y, row[x] == '#')
		}
	}
	return m
}

func drawSigns() map[rune]*mask {
	signs := map[rune]*mask{}
	for _, s := range signPictures {
		signs[s.rune] = parse(s.picture, false)
		signs[s.rune].x = -1 // a pixel of air on each side
		signs[s.rune].advance++
	}
	return signs
}

func drawIcons() map[engine.Icon][2]*mask {
	icons := map[engine.Icon][2]*mask{}
	for _, i := range iconPictures {
		icons[i.icon] = [2]*mask{parse(i.picture, false), parse(i.picture, i.mirror)}
		for _, m := range icons[i.icon] {
			m.y = m.H - 1
		}
	}
	return icons
}
