package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"krigo/internal/nbformat"
)

// allCells is the --print argument that selects every cell.
const allCells = "all"

// checkTag tells before the run that no notebook has a cell to print.
func checkTag(tag string, jobs []*job) error {
	var tags []string
	for _, j := range jobs {
		tags = append(tags, j.notebook.Tags()...)
	}
	if tag == "" || tag == allCells || slices.Contains(tags, tag) {
		return nil
	}
	slices.Sort(tags)
	return fmt.Errorf("--print %s: no cell has this tag; there are %s", tag, strings.Join(append(slices.Compact(tags), allCells), ", "))
}

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
