package console_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestEachCommandIsDone holds that each type of command has one deed in one room, but for those that the box does itself,
// and that no room does anything else.
func TestEachCommandIsDone(t *testing.T) {
	types := map[string]bool{}
	parsed, err := parser.ParseFile(token.NewFileSet(), "../command/command.go", nil, 0)
	require.NoError(t, err)
	for _, d := range parsed.Decls {
		decl, is := d.(*ast.GenDecl)
		if !is || decl.Tok != token.TYPE || decl.Lparen == token.NoPos { // those in groups are the commands
			continue
		}
		for _, s := range decl.Specs {
			types[s.(*ast.TypeSpec).Name.Name] = true
		}
	}
	require.Greater(t, len(types), 25)
	done := map[string]int{}
	takes := map[string]string{} // by method: the type of command
	var listed []string
	for _, f := range source(t) {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				if list := n.Type.Params.List; n.Recv != nil && len(list) == 1 {
					if sel, is := list[0].Type.(*ast.SelectorExpr); is && sel.X.(*ast.Ident).Name == "command" {
						takes[n.Name.Name] = sel.Sel.Name
					}
				}
			case *ast.CallExpr:
				if id, is := n.Fun.(*ast.Ident); is && id.Name == "on" {
					listed = append(listed, n.Args[0].(*ast.SelectorExpr).Sel.Name)
				}
			}
			return true
		})
	}
	for _, method := range listed {
		done[takes[method]]++
		assert.True(t, types[takes[method]], "%s does %q, which is no command", method, takes[method])
	}
	for name := range types {
		assert.Equal(t, 1, done[name], "rooms that do %s", name)
	}
}
