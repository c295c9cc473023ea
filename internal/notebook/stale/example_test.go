package stale_test

import (
	"fmt"

	"krigo/cell"
	"krigo/internal/notebook/stale"
)

func ExampleLook() {
	data := cell.Effects{Writes: []string{"data"}, Sets: []string{"data"}}
	fit := cell.Effects{Reads: []string{"data"}, Writes: []string{"model"}, Sets: []string{"model"}}
	var history stale.History
	cells := []stale.Cell{
		{Name: "cell 1", Source: "data := load(1)", Run: history.Ran("data := load(1)", data, false)},
		{Name: "cell 2", Source: "model := fit(data)", Run: history.Ran("model := fit(data)", fit, false)},
	}
	cells[0].Run = history.Ran(cells[0].Source, data, false)
	page := stale.Look(cells, &history)
	for _, mark := range page.Stale() {
		fmt.Println(cells[mark.Cell].Name, mark.Why)
	}
	for _, step := range page.Order() {
		fmt.Println("run", cells[step.Cell].Name)
	}
	// Output:
	// cell 2 [reads data, which cell 1 has changed since]
	// run cell 2
}
