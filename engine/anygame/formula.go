package anygame

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/types"
	"github.com/expr-lang/expr/vm"

	"consigliere/engine"
	"consigliere/engine/document"
)

const (
	// maxText is how many bytes an expression may have, and maxParens how many brackets may be
	// one inside the other. expr-lang calls itself for each bracket before it counts nodes, so
	// both are checked before it sees the text: half a megabyte of parentheses would take a
	// gigabyte of stack.
	maxText   = 2000
	maxParens = 30
	// maxFormulas is how many expressions a script may have. Compiling one takes some 80 kB for
	// a moment.
	maxFormulas = 2000
	// maxNodes is how large an expression may be, and maxNested how many functions over lists
	// may stand one inside the other.
	maxNodes  = 200
	maxNested = 2
	// memory is how many values an expression may make at most.
	memory = 20_000
	// maxSteps is how much a move may compute, as [steps] counts it: a tenth of a second on
	// the slowest board.
	maxSteps = 200_000
)

// builtins are the functions of expr-lang that scripts have. None of them depends on time, on
// the order of a map or on text.
var builtins = []string{
	"all", "none", "any", "one", "filter", "map", "find", "findIndex", "findLast", "findLastIndex", "count", "sum",
	"len", "abs", "int", "ceil", "floor", "round", "max", "min", "first", "last",
}

// A formula is an expression of a script.
type formula struct {
	program *vm.Program
	shape
	bySeat bool // it speaks of seat
	steps  int  // what computing it takes at most
}

// A scope holds the names that an expression has besides the script's.
type scope uint8

const (
	perSeat   scope = 1 << iota // seat
	perChoice                   // choice, a seat
	perWord                     // choice, a word
	early                       // players and the words only
)

// options returns how expressions of a scope are compiled.
func (r *reader) options(sc scope) []expr.Option {
	if o := r.compile[sc]; o != nil {
		return o
	}
	env := types.Map{"players": types.Int, "nobody": types.Int, "nothing": types.String}
	for name, s := range r.names {
		if sc&early != 0 && !(s.kind == word && r.isWord(name)) {
			continue
		}
		env[name] = s.typ()
	}
	if sc&early == 0 {
		env["seats"] = listOfInt
		for name, fields := range r.results {
			m := types.Map{}
			for _, f := range fields {
				m[f.name] = f.typ()
			}
			env[name] = m
		}
	}
	if sc&perSeat != 0 {
		env["seat"] = types.Int
	}
	if sc&perChoice != 0 {
		env["choice"] = types.Int
	}
	if sc&perWord != 0 {
		env["choice"] = types.String
	}
	worth, solution := r.worth, r.solution // and not the reader, which is done with soon
	o := []expr.Option{
		expr.Env(env), expr.Optimize(false), expr.MaxNodes(maxNodes), expr.DisableAllBuiltins(),
		expr.Function("after", after, new(func(int, []bool) int), new(func(int, []any) int)),
		expr.Function("tally", tally, new(func([]string, string) int), new(func([]int, int) int), new(func([]bool, bool) int), new(func([]any, any) int)),
		expr.Function("names", listed, new(func([]bool) int), new(func([]int) int), new(func([]any) int)),
		expr.Function("worth", func(args ...any) (any, error) { return worth[args[0].(string)], nil }, new(func(string) int)),
		expr.Function("solution", func(args ...any) (any, error) { return solution[args[0].(string)], nil }, new(func(string) string)),
	}
	for _, name := range builtins {
		o = append(o, expr.EnableBuiltin(name))
	}
	r.compile[sc] = o
	return o
}

// after returns the next seat clockwise after one, of those that a list has as true; nobody
// where there is none. The seat itself comes last.
func after(args ...any) (any, error) {
	from := args[0].(int)
	in, known := args[1].([]bool)
	if made, ok := args[1].([]any); ok && !known { // by map
		for _, x := range made {
			is, _ := x.(bool)
			in = append(in, is)
		}
	}
	n := len(in)
	for i := 1; i <= n; i++ {
		if s := ((from+i)%n + n) % n; in[s] {
			return s, nil
		}
	}
	return nobody, nil
}

// listed returns the seats for which a list is true, or which it names, as a number: a bit for
// each.
func listed(args ...any) (any, error) {
	var set engine.SeatSet
	switch list := args[0].(type) {
	case []bool:
		for s, in := range list {
			if in {
				set = set.With(engine.Seat(s))
			}
		}
	case []int:
		for _, s := range list {
			set |= oneSeat(s)
		}
	case []any: // what a filter leaves
		for _, x := range list {
			if s, ok := x.(int); ok {
				set |= oneSeat(s)
			}
		}
	}
	return int(set), nil
}

// oneSeat returns the set that holds a seat, empty where the number is not a seat.
func oneSeat(s int) engine.SeatSet {
	if s < 0 || s >= engine.MaxSeats {
		return 0
	}
	return engine.SeatsOf(engine.Seat(s))
}

// tally counts how often a list has a value.
func tally(args ...any) (any, error) {
	n := 0
	switch list := args[0].(type) {
	case []string:
		for _, x := range list {
			if x == args[1].(string) {
				n++
			}
		}
	case []int:
		for _, x := range list {
			if x == args[1].(int) {
				n++
			}
		}
	case []bool:
		for _, x := range list {
			if x == args[1].(bool) {
				n++
			}
		}
	case []any: // made by map
		for _, x := range list {
			if x == args[1] {
				n++
			}
		}
	}
	return n, nil
}

// formula reads an expression whose value is of a kind. The result is nil where there is none,
// or where it is wrong.
func (r *reader) formula(v document.Value, sc scope, want kind) *formula {
	n := v.Node()
	if n == nil || r.dry {
		return nil
	}
	switch n.Kind {
	case document.Text, document.Number, document.Bool:
		return r.expression(v, n.Text, 0, sc, want, false)
	}
	r.refuse(v, engine.Say("refuse.script_no_expression"))
	return nil
}

// anyKind lets an expression say itself of what kind it is.
const anyKind kind = 255

// expression compiles a text that is at an offset in the value v.
func (r *reader) expression(v document.Value, text string, at int, sc scope, want kind, loose bool) *formula {
	wrong := func(from int, why engine.Text) *formula {
		r.refuseAt(v, text, at, from, why)
		return nil
	}
	if why := r.tooMuch(text); why.Key != "" {
		return wrong(0, why)
	}
	options := r.options(sc)
	switch want {
	case number, seat:
		options = append(options[:len(options):len(options)], expr.AsInt())
	case truth:
		options = append(options[:len(options):len(options)], expr.AsBool())
	}
	program, err := expr.Compile(text, options...)
	if err != nil {
		from, why := r.explain(err, text, sc)
		if things := why.Things(); len(things) > 0 && strings.HasPrefix(why.Key, "refuse.script_") {
			if phase, _, _ := strings.Cut(things[0], "."); r.broken[phase] {
				return nil // what is wrong is in the phase of this name, and told there
			}
		}
		if why.Key == "refuse.script_expression" && want != anyKind {
			if said := why.Things()[0]; strings.HasPrefix(said, "expected ") && strings.Contains(said, ", but got ") {
				why = engine.Say(wants[want])
			}
		}
		return wrong(from, why)
	}
	node := program.Node()
	if from, why := r.forbidden(node, 0, false); why.Key != "" {
		return wrong(from, why)
	}
	if id, ok := node.(*ast.IdentifierNode); ok && want == anyKind {
		r.texted[id.Value] = true
	}
	s, ok := r.shapeOf(node)
	if !ok || s.each || want != anyKind && !fits(s.kind, want) {
		what := want
		if want == anyKind {
			return wrong(0, engine.Say("refuse.script_not_shown"))
		}
		return wrong(0, engine.Say(wants[what]))
	}
	f := &formula{program: program, shape: s, bySeat: mentions(node, "seat"), steps: steps(node, max(maxSeats, longestList(node)))}
	f.secret = r.secrecyOf(node)
	if want != anyKind && !loose {
		f.kind = want
	}
	return f
}

// tooMuch returns why an expression is not compiled at all, if it breaks a bound.
func (r *reader) tooMuch(text string) engine.Text {
	if r.formulas++; r.formulas > maxFormulas {
		return engine.Say("refuse.script_formulas").Number(maxFormulas)
	}
	if len(text) > maxText {
		return engine.Say("refuse.script_formula_long").Number(maxText)
	}
	open := 0
	for _, c := range []byte(text) {
		switch c {
		case '(', '[', '{':
			if open++; open > maxParens {
				return engine.Say("refuse.script_parens").Number(maxParens)
			}
		case ')', ']', '}':
			open--
		}
	}
	return engine.Text{}
}

// longestList returns how many elements the longest list has that is written out in an expression.
func longestList(n ast.Node) int {
	longest := 0
	if a, ok := n.(*ast.ArrayNode); ok {
		longest = len(a.Nodes)
	}
	for _, c := range children(n) {
		longest = max(longest, longestList(c.node))
	}
	return longest
}

// steps returns how many steps computing a node takes at most, where no list has more elements
// than width. It does not depend on the play, so that a replay counts the same.
func steps(n ast.Node, width int) int {
	sum := 1
	for _, c := range children(n) {
		inner := steps(c.node, width)
		if _, each := c.node.(*ast.PredicateNode); each {
			inner *= width
		}
		sum += inner
	}
	switch n.(type) {
	case *ast.BuiltinNode, *ast.CallNode: // these go through a list themselves
		sum += width
	}
	return sum
}

// wants are what is said where an expression gives something else.
var wants = [...]string{number: "refuse.script_wants_number", truth: "refuse.script_wants_truth", word: "refuse.script_wants_word", seat: "refuse.script_wants_seat"}

// fits reports whether a value of one kind can stand for another: seats are counted.
func fits(is, want kind) bool {
	return is == want || is == number && want == seat || is == seat && want == number
}

// explain puts what expr-lang finds wrong into a text, and returns where it is, in characters.
func (r *reader) explain(err error, text string, sc scope) (int, engine.Text) {
	var e *file.Error
	if !errors.As(err, &e) {
		return 0, engine.Say("refuse.script_expression").Thing(strings.SplitN(err.Error(), "\n", 2)[0])
	}
	for _, prefix := range []string{"unknown name ", "unknown field ", "unknown builtin "} {
		if name, ok := strings.CutPrefix(e.Message, prefix); ok {
			name, _, _ = strings.Cut(name, " ")
			if base := ownerOf(text, name); prefix == "unknown field " && len(r.results[base]) > 0 {
				var names, fields []string
				for _, f := range r.results[base] {
					names, fields = append(names, f.name), append(fields, base+"."+f.name)
				}
				if near := document.Nearest(name, names); near != "" {
					return e.From, engine.Say("refuse.script_field_near").Thing(base + "." + name).Thing(base + "." + near)
				}
				return e.From, engine.Say("refuse.script_field").Thing(base + "." + name).Thing(strings.Join(fields, ", "))
			}
			return e.From, r.unknownName(name, sc)
		}
	}
	if i := strings.Index(e.Message, " has no field "); i >= 0 {
		return e.From, r.unknownName(e.Message[i+len(" has no field "):], sc)
	}
	if strings.Count(text, "(") != strings.Count(text, ")") {
		return 0, engine.Say("refuse.script_paren")
	}
	if m := mismatch.FindStringSubmatch(e.Message); m != nil {
		return e.From, engine.Say("refuse.script_mismatch").Thing(typeKey(m[1])).Thing(typeKey(m[2]))
	}
	return e.From, engine.Say("refuse.script_expression").Thing(inWords(e.Message))
}

// mismatch is how expr-lang says that the two values of an operator do not go together.
var mismatch = regexp.MustCompile(`^invalid operation: \S+ \(mismatched types (.+) and (.+)\)$`)

// typeKey returns the key of what a type of expr-lang is called in messages.
func typeKey(name string) string {
	switch name {
	case "int":
		return "kind.number"
	case "string":
		return "kind.word"
	case "bool":
		return "kind.truth"
	}
	return "kind.list"
}

// goTypes are the types of Go in what expr-lang says.
var goTypes = regexp.MustCompile(`\[\](?:interface \{\}|int|string|bool)|map\[string\]interface \{\}|interface \{\}|\b(?:an integer|integer|int|string|bool|array)\b`)

// inWords puts the types of Go in a message of expr-lang into the words of scripts.
func inWords(message string) string {
	return goTypes.ReplaceAllStringFunc(message, func(name string) string {
		switch name {
		case "int", "integer":
			return "number"
		case "an integer":
			return "a number"
		case "string":
			return "word"
		case "bool":
			return "condition"
		case "interface {}":
			return "value"
		case "map[string]interface {}":
			return "phase"
		}
		return "list"
	})
}

// ownerOf returns the name before the dot of a field in an expression.
func ownerOf(text, field string) string {
	m := regexp.MustCompile(`([a-z][a-z0-9_]*)\s*\.\s*` + regexp.QuoteMeta(field) + `\b`).FindStringSubmatch(text)
	if m == nil {
		return ""
	}
	return m[1]
}

// unknownName says that there is no such name, and which one may be meant.
func (r *reader) unknownName(name string, sc scope) engine.Text {
	// Names of the script are meant more often than those that every script has.
	own, every := []string{}, append([]string{"players", "nobody", "nothing", "seats", "after", "tally", "names", "worth", "solution"}, builtins...)
	for n := range r.names {
		own = append(own, n)
	}
	for n, fields := range r.results {
		own = append(own, n)
		for _, f := range fields {
			own = append(own, f.name)
		}
	}
	if sc&perSeat != 0 {
		every = append(every, "seat")
	}
	if sc&(perChoice|perWord) != 0 {
		every = append(every, "choice")
	}
	if slices.Contains(own, name) || name == "seat" || name == "choice" {
		return engine.Say("refuse.script_name_not_here").Thing(name)
	}
	for _, known := range [][]string{own, every} {
		sortWords(known)
		if near := document.Nearest(name, known); near != "" {
			return engine.Say("refuse.script_name_near").Thing(name).Thing(near)
		}
	}
	return engine.Say("refuse.script_name").Thing(name)
}

// forbidden returns what an expression has that scripts do not, and where.
func (r *reader) forbidden(n ast.Node, nested int, property bool) (int, engine.Text) {
	at := n.Location().From
	switch n := n.(type) {
	case *ast.StringNode:
		if !property {
			return at, engine.Say("refuse.script_quoted").Thing(n.Value)
		}
	case *ast.FloatNode:
		return at, engine.Say("refuse.script_fraction")
	case *ast.BytesNode, *ast.MapNode, *ast.NilNode, *ast.SequenceNode, *ast.ChainNode, *ast.SliceNode, *ast.VariableDeclaratorNode:
		return at, engine.Say("refuse.script_syntax")
	case *ast.BinaryNode:
		switch n.Operator {
		case "..", "**", "^", "matches", "contains", "startsWith", "endsWith", "??", "|":
			return at, engine.Say("refuse.script_operator").Thing(n.Operator)
		}
		if s, ok := r.shapeOf(n.Left); n.Operator == "+" && ok && s.kind == word {
			return at, engine.Say("refuse.script_operator").Thing(n.Operator)
		}
		if n.Operator == "==" || n.Operator == "!=" {
			for _, side := range [][2]ast.Node{{n.Left, n.Right}, {n.Right, n.Left}} {
				r.countSeat(side[0], side[1])
			}
		}
	case *ast.BuiltinNode:
		if len(n.Arguments) > 1 {
			if nested++; nested > maxNested {
				return at, engine.Say("refuse.script_nested").Number(maxNested)
			}
		}
	}
	for _, child := range children(n) {
		if from, why := r.forbidden(child.node, nested, child.property); why.Key != "" {
			return from, why
		}
	}
	return 0, engine.Text{}
}

// countSeat notes a variable that is a number and is compared with a seat.
func (r *reader) countSeat(variable, other ast.Node) {
	id, ok := variable.(*ast.IdentifierNode)
	if !ok {
		return
	}
	is, known := r.names[id.Value]
	with, ok := r.named(other)
	if known && ok && is.kind == number && !is.each && with.kind == seat && !with.each {
		r.counted[id.Value] = true
	}
}

// countedSeats refuses variables that are numbers, mean seats, and are shown: a text would say "0 is next".
// A record may have one, for it was not always a mistake.
func (r *reader) countedSeats(variables document.Value) {
	if r.lines == nil {
		return
	}
	for _, x := range r.script.vars {
		if r.counted[x.name] && (r.texted[x.name] || x.label) && x.name != "round" {
			r.refuse(variables.Key(x.name), engine.Say("refuse.script_counted_seat").Thing(x.name))
		}
	}
}

// A child is a node below another; property: it is the name of a field.
type child struct {
	node     ast.Node
	property bool
}

func children(n ast.Node) []child {
	var list []child
	add := func(nodes ...ast.Node) {
		for _, n := range nodes {
			if n != nil {
				list = append(list, child{node: n})
			}
		}
	}
	switch n := n.(type) {
	case *ast.UnaryNode:
		add(n.Node)
	case *ast.BinaryNode:
		add(n.Left, n.Right)
	case *ast.ChainNode:
		add(n.Node)
	case *ast.MemberNode:
		add(n.Node)
		_, name := n.Property.(*ast.StringNode)
		list = append(list, child{n.Property, name})
	case *ast.CallNode:
		add(n.Arguments...)
	case *ast.BuiltinNode:
		add(n.Arguments...)
	case *ast.PredicateNode:
		add(n.Node)
	case *ast.ConditionalNode:
		add(n.Cond, n.Exp1, n.Exp2)
	case *ast.ArrayNode:
		add(n.Nodes...)
	}
	return list
}

// named returns the shape of a name, or of a field of a result.
func (r *reader) named(n ast.Node) (shape, bool) {
	switch n := n.(type) {
	case *ast.IdentifierNode:
		switch n.Value {
		case "players":
			return shape{kind: number}, true
		case "nobody", "seat":
			return shape{kind: seat}, true
		case "nothing":
			return shape{kind: word}, true
		case "seats":
			return shape{kind: seat, each: true}, true
		case "choice":
			return shape{kind: r.choice}, true
		}
		s, ok := r.names[n.Value]
		return s, ok
	case *ast.MemberNode:
		id, isName := n.Node.(*ast.IdentifierNode)
		name, isField := n.Property.(*ast.StringNode)
		if !isName || !isField {
			return shape{}, false
		}
		for _, f := range r.results[id.Value] {
			if f.name == name.Value {
				return f.shape, true
			}
		}
	}
	return shape{}, false
}

// shapeOf returns what a node gives.
func (r *reader) shapeOf(n ast.Node) (shape, bool) {
	if s, ok := r.named(n); ok {
		return s, true
	}
	switch n := n.(type) {
	case *ast.IntegerNode:
		return shape{kind: number}, true
	case *ast.BoolNode:
		return shape{kind: truth}, true
	case *ast.UnaryNode:
		if n.Operator == "not" || n.Operator == "!" {
			return shape{kind: truth}, true
		}
		return shape{kind: number}, true
	case *ast.BinaryNode:
		switch n.Operator {
		case "+", "-", "*", "/", "%":
			return shape{kind: number}, true
		}
		return shape{kind: truth}, true
	case *ast.ConditionalNode:
		a, ok := r.shapeOf(n.Exp1)
		b, too := r.shapeOf(n.Exp2)
		if a.kind == number && b.kind == seat {
			a = b
		}
		return a, ok && too && a.each == b.each && fits(a.kind, b.kind)
	case *ast.MemberNode:
		s, ok := r.shapeOf(n.Node)
		if !ok || !s.each {
			return shape{}, false
		}
		s.each = false
		return s, true
	case *ast.PointerNode:
		return shape{kind: seat}, n.Name == "" // as a rule a seat: lists of other things are rare
	case *ast.PredicateNode:
		return r.shapeOf(n.Node)
	case *ast.ArrayNode:
		if len(n.Nodes) == 0 {
			return shape{}, false
		}
		s, ok := r.shapeOf(n.Nodes[0])
		s.each = true
		return s, ok
	case *ast.CallNode:
		id, ok := n.Callee.(*ast.IdentifierNode)
		switch {
		case ok && id.Value == "names":
			return shape{kind: people}, true
		case ok && id.Value == "solution":
			return shape{kind: word}, true
		case ok && id.Value != "after":
			return shape{kind: number}, true
		}
		return shape{kind: seat}, true
	case *ast.BuiltinNode:
		return r.builtinShape(n)
	}
	return shape{}, false
}

func (r *reader) builtinShape(n *ast.BuiltinNode) (shape, bool) {
	switch n.Name {
	case "all", "none", "any", "one":
		return shape{kind: truth}, true
	case "filter":
		return r.shapeOf(n.Arguments[0])
	case "map":
		s, ok := r.shapeOf(n.Arguments[1])
		s.each = true
		return s, ok
	case "find", "findLast", "first", "last":
		s, ok := r.shapeOf(n.Arguments[0])
		s.each = false
		return s, ok
	case "findIndex", "findLastIndex":
		return shape{kind: seat}, true
	}
	return shape{kind: number}, true
}

// secrecyOf returns who may know what a node gives.
func (r *reader) secrecyOf(n ast.Node) secrecy {
	if s, ok := r.named(n); ok {
		if s.secret == own {
			return hidden // the whole list
		}
		return s.secret
	}
	if m, ok := n.(*ast.MemberNode); ok {
		if s, ok := r.named(m.Node); ok && s.secret == own {
			if id, is := m.Property.(*ast.IdentifierNode); is && id.Value == "seat" {
				return own
			}
		}
	}
	most := open
	for _, c := range children(n) {
		if !c.property {
			most = max(most, r.secrecyOf(c.node))
		}
	}
	return most
}

// mentions reports whether a name stands in an expression.
func mentions(n ast.Node, name string) bool {
	if id, ok := n.(*ast.IdentifierNode); ok && id.Value == name {
		return true
	}
	for _, c := range children(n) {
		if !c.property && mentions(c.node, name) {
			return true
		}
	}
	return false
}

// A failure is an expression that could not be computed in a play.
type failure struct{ why engine.Text }

func (f failure) Error() string { return f.why.Key }

func fail(why engine.Text) failure { return failure{why} }

// spend counts steps of the move that is made. Where there are too many the play stops.
func (g *Game) spend(steps int) {
	if g.steps += steps; g.steps > maxSteps {
		panic(fail(engine.Say("cue.stop_steps")))
	}
}

// eval computes a formula.
func (g *Game) eval(f *formula) any {
	g.spend(f.steps)
	out, err := g.vm.Run(f.program, g.env)
	if err != nil {
		var e *file.Error
		reason := err.Error()
		if errors.As(err, &e) {
			reason = inWords(e.Message)
		}
		panic(fail(engine.Say("cue.stop_failed").Thing(reason)))
	}
	return out
}

// number computes a number or a seat; nil is otherwise.
func (g *Game) number(f *formula, otherwise int) int {
	if f == nil {
		return otherwise
	}
	n, ok := g.eval(f).(int)
	switch {
	case !ok:
		panic(fail(engine.Say("cue.stop_failed").Thing(fmt.Sprintf("%v", g.eval(f)))))
	case n > limit || n < -limit:
		panic(fail(engine.Say("cue.stop_large")))
	case f.kind == seat && (n < nobody || n >= len(g.roster)):
		panic(fail(engine.Say("cue.stop_no_seat").Number(n)))
	}
	return n
}

// truth computes a truth; nil is otherwise.
func (g *Game) truth(f *formula, otherwise bool) bool {
	if f == nil {
		return otherwise
	}
	b, _ := g.eval(f).(bool)
	return b
}

// word computes a word.
func (g *Game) word(f *formula) string {
	w, _ := g.eval(f).(string)
	return w
}

// forSeat sets the seat that an expression speaks of.
func (g *Game) forSeat(s int) { g.env["seat"] = s }

// where returns the seats for which a formula is true; all where there is none.
func (g *Game) where(f *formula) engine.SeatSet {
	all := engine.SeatSet(1)<<len(g.roster) - 1
	if f == nil {
		return all
	}
	if !f.bySeat {
		if g.truth(f, true) {
			return all
		}
		return 0
	}
	var set engine.SeatSet
	for s := range g.roster {
		g.forSeat(s)
		if g.truth(f, true) {
			set = set.With(engine.Seat(s))
		}
	}
	return set
}
