// Package stale finds the cells of a page whose outputs are out of date, and the order in
// which to run them again. It runs nothing and knows no interpreter: a server that owns a
// page reports each run to it, with what the cell read and wrote
// ([cell.Effects]).
//
//	run := history.Ran(source, effects, failed) // when a cell has run
//	page := stale.Look(cells, &history)
//	for _, mark := range page.Stale() {
//		fmt.Println(cells[mark.Cell].Name, mark.Why) // cell 5 [reads model, which cell 4 has changed since]
//	}
//	for _, step := range page.Order() { ... }         // run cells[step.Cell], and look again
//
// # What stale means
//
// The measure is a fresh session in which all cells run once, from top to bottom. There
// each name that a cell reads comes from the last cell above that writes it. A cell is
// fresh where its newest run read each of its names from the newest run of just that
// cell, and that cell is fresh. So a cell that changes what it reads (x++) is stale
// when it has run twice, and a cell is not when one below it writes what it reads.
//
// # The order
//
// A cell that runs again has to find what it found in a fresh session. Where a cell
// below has changed that since, the cells that set it run again as well, and so does all
// that reads what these write. The order is the page's, except for a cell that reads
// what only cells below declare: it comes after them.
//
// # What needs no run
//
// A session recompiles functions that mention a name which is declared again. So a name that
// the declarations of a cell mention ([cell.Effects].Uses) makes it stale only if no cell
// declares that name any more.
package stale
