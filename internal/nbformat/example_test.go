package nbformat_test

import (
	"fmt"

	"krigo/internal/nbformat"
)

func Example() {
	nb := nbformat.New()
	nb.Add(nbformat.Markdown, "# A first fit")
	nb.Add(nbformat.Code, "1 + 1").ID = "sum"
	fmt.Println(len(nb.Cells), nb.Cells[1].ID, nb.Validate())
	// Output: 2 sum <nil>
}
