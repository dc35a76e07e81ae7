package console_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A roomPlan is the types of the package: which fields have which types of it, and how many methods each has.
type roomPlan struct {
	methods  map[string]int
	embedded map[string][]string
	fields   map[string][]string // named fields that are rooms
}

// source reads the files of the package.
func source(t *testing.T) (list []*ast.File) {
	t.Helper()
	files, err := os.ReadDir(".")
	require.NoError(t, err)
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), ".go") || strings.HasSuffix(f.Name(), "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), f.Name(), nil, 0)
		require.NoError(t, err)
		list = append(list, parsed)
	}
	return list
}

// rooms reads the types of the package.
func rooms(t *testing.T) roomPlan {
	t.Helper()
	p := roomPlan{map[string]int{}, map[string][]string{}, map[string][]string{}}
	for _, parsed := range source(t) {
		ast.Inspect(parsed, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				if n.Recv != nil {
					p.methods[typeName(n.Recv.List[0].Type)]++
				}
			case *ast.TypeSpec:
				if s, is := n.Type.(*ast.StructType); is {
					for _, field := range s.Fields.List {
						to := p.embedded
						if field.Names != nil {
							to = p.fields
						}
						to[n.Name.Name] = append(to[n.Name.Name], typeName(field.Type))
					}
				}
			}
			return true
		})
	}
	return p
}

// typeName returns the name of a type of the package, without its star; "" for others.
func typeName(e ast.Expr) string {
	if star, is := e.(*ast.StarExpr); is {
		e = star.X
	}
	if id, is := e.(*ast.Ident); is {
		return id.Name
	}
	return ""
}

// count returns how many methods a type has in its name space: its own and those it embeds.
func (p roomPlan) count(t *testing.T, name string) int {
	t.Helper()
	n := p.methods[name]
	for _, e := range p.embedded[name] {
		require.NotEmpty(t, e, "%s embeds a type of another package, whose methods nobody counts", name)
		n += p.count(t, e)
	}
	return n
}

// TestCoreIsSmall checks that nobody has to know more than 90 methods at a time: the console's, or those of one of its
// rooms, with all that they embed.
func TestCoreIsSmall(t *testing.T) {
	p := rooms(t)
	for _, room := range []string{"Console", "stage", "game", "answers", "teacher", "settings", "evening", "dealer", "host", "face", "publisher"} {
		n := p.count(t, room)
		t.Logf("%s: %d methods, %d of them its own", room, n, p.methods[room])
		assert.Greater(t, n, 0, room)
		assert.Less(t, n, 90, room)
	}
}

// TestRoomsStandInOrder checks that each room knows those before it in this list and none after it, so that no call goes
// up: what there is knows nobody, what reads and what acts know what there is, and the console alone knows all.
func TestRoomsStandInOrder(t *testing.T) {
	order := []string{
		"play", "deal", "seating", "hands", "screens", "lightPort", "voice", "keys", "notes", "languages", "lessons", "bots", "guests", "state",
		"face", "publisher", "stage", "game", "answers", "teacher", "settings", "evening", "dealer", "host", "Console",
	}
	p := rooms(t)
	for at, room := range order {
		require.Contains(t, p.methods, room, "the room is gone")
		for _, knows := range slices.Concat(p.embedded[room], p.fields[room]) {
			if i := slices.Index(order, knows); i >= 0 {
				assert.Less(t, i, at, "%s must not know %s", room, knows)
			}
		}
	}
}
