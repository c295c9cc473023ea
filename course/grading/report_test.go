package grading_test

import (
	"strings"
	"testing"

	"krigo/course/grading"
)

// TestNamesForgeNoMarks: a folder's name may hold lines, tabs and what steers a terminal.
func TestNamesForgeNoMarks(t *testing.T) {
	report := grading.Report{
		Exercises: []grading.Exercise{{ID: "t-1", Points: 1}},
		Students:  []grading.Student{{Name: "eve\x1b[2K\rzoe\t1 of 1\t1\t1 of 1\nabe\t1 of 1", Points: map[string]float64{"t-1": 0}, Noticed: []string{"a\nb"}}},
	}
	var b strings.Builder
	if err := report.WriteTable(&b); err != nil {
		t.Fatal(err)
	}
	if text := b.String(); strings.Count(text, "\n") != 2 || strings.ContainsAny(text, "\x1b\r") {
		t.Errorf("the table is %q", text)
	}
}
