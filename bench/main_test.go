package main

import (
	"slices"
	"testing"
)

func titles(all []measurement) []string {
	var names []string
	for _, m := range all {
		names = append(names, m.title())
	}
	return names
}

func TestMeasurementsAreChosenByNameAndForm(t *testing.T) {
	all := []entry{quick(pair{name: "fit of a"}), long(pair{name: "fit of b"}), quick(script{name: "kernel"})}
	for _, c := range []struct {
		reduced bool
		only    string
		want    []string
	}{
		{false, "", []string{"fit of a", "fit of b", "kernel"}},
		{true, "", []string{"fit of a", "kernel"}},
		{false, "^fit", []string{"fit of a", "fit of b"}},
	} {
		got, err := choose(all, c.reduced, c.only)
		if err != nil || !slices.Equal(titles(got), c.want) {
			t.Errorf("choose(%v, %q) = %v, %v; want %v", c.reduced, c.only, titles(got), err, c.want)
		}
	}
	for _, only := range []string{"nothing like it", "("} {
		if _, err := choose(all, false, only); err == nil {
			t.Errorf("choose(%q) gave no error", only)
		}
	}
}

// A report is compared by the names of its rows.
func TestNamesOfRowsAreUnique(t *testing.T) {
	seen := map[string]bool{}
	for _, e := range entries("krigo") {
		if seen[e.title()] {
			t.Errorf("two rows are %q", e.title())
		}
		seen[e.title()] = true
	}
}
