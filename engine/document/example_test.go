package document_test

import (
	"fmt"

	"consigliere/engine/document"
)

func Example() {
	tree, err := document.YAML([]byte(`
name: Tax audit
cost: 12
color: red
`))
	if err != nil {
		fmt.Println(err) // not YAML at all
		return
	}
	r := document.NewReader(tree)
	card := r.Root()
	card.Keys([]string{"name", "cost"}, []string{"colour"})
	name, cost := card.Key("name").FullText(), card.Key("cost").Int(0, 10)
	colour := card.Key("colour").Word("red", "grey")
	for _, wrong := range r.Mistakes() {
		fmt.Printf("line %d: %v\n", wrong.Line, wrong)
	}
	if len(r.Mistakes()) == 0 {
		fmt.Println(name, cost, colour)
	}
	// Output:
	// line 4: there is no key "color" at the top; did you mean "colour"?
	// line 3: cost must be 0 to 10, not 12
}

// A game has problems of its own, and words for them in three languages.
func ExampleValue_Refuse() {
	tree, err := document.JSON([]byte(`{"cards": ["spy", "banker", "spy"]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	r := document.NewReader(tree)
	seen := map[string]bool{}
	for _, v := range r.Root().Key("cards").List(1, 10) {
		card := v.FullText()
		if seen[card] {
			v.Refuse("refuse.twice", card)
		}
		seen[card] = true
	}
	for _, wrong := range r.Mistakes() {
		fmt.Println(wrong.Path, wrong.Problem, wrong.Word)
	}
	// Output:
	// $.cards[2] refuse.twice spy
}
