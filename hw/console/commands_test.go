package console_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestEachCommandIsDone checks that each type of command is done by one room, but for those that the box does itself,
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
	for _, f := range source(t) {
		for _, d := range f.Decls {
			do, is := d.(*ast.FuncDecl)
			if !is || do.Recv == nil || do.Name.Name != "do" {
				continue
			}
			ast.Inspect(do, func(n ast.Node) bool {
				if c, is := n.(*ast.CaseClause); is {
					for _, of := range c.List {
						name := of.(*ast.SelectorExpr).Sel.Name
						assert.True(t, types[name], "%s is no command", name)
						done[name]++
					}
				}
				return true
			})
		}
	}
	for name := range types {
		assert.Equal(t, 1, done[name], "rooms that do %s", name)
	}
}
