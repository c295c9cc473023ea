package main

import (
	"fmt"
	"io"
	"strings"

	"krigo/nbformat"
)

// allCells is the --print argument that selects every cell.
const allCells = "all"

// printOutputs prints, as text, what the code cells with a tag gave; "" is
// none, "all" is every cell.
func printOutputs(w io.Writer, nb *nbformat.Notebook, tag string) error {
	for _, c := range nb.Cells {
		if tag == "" || tag != allCells && !c.HasTag(tag) {
			continue
		}
		for _, o := range c.Outputs {
			text := o.Text
			if plain, ok := o.Data["text/plain"].(string); ok {
				text = plain
			}
			if text == "" {
				continue
			}
			if _, err := fmt.Fprintln(w, strings.TrimRight(text, "\n")); err != nil {
				return err
			}
		}
	}
	return nil
}
