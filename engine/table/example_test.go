package table_test

import (
	"fmt"
	"time"

	"consigliere/engine"
	"consigliere/engine/showdowntest"
	"consigliere/engine/table"
)

func Example() {
	t, _, err := table.New(showdowntest.Title(), showdowntest.Header(1), table.Options{})
	if err != nil {
		panic(err)
	}
	// Hamid loads, and takes it back before the last one has locked.
	now := 3 * time.Second
	_, _ = t.Play(now, engine.Move{Seat: 7, Do: showdowntest.Load{Card: showdowntest.Bang}})
	fmt.Println(t.Locked().Has(7), len(t.Asks()))
	_ = t.TakeBack(now+time.Second, 7)
	fmt.Println(t.Locked().Has(7), len(t.Asks()))
	// Output:
	// true 7
	// false 8
}
