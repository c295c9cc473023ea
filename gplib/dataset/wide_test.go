package dataset_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/dataset"
)

// wide returns a table with a header and two rows, of columns with names of a function.
func wide(columns int, name func(j int) string) string {
	var b strings.Builder
	for j := range columns {
		b.WriteString(name(j) + ",")
	}
	b.WriteString("y\n")
	for range 2 {
		b.WriteString(strings.Repeat("1,", columns) + "2\n")
	}
	return b.String()
}

// TestWideTablesAreRead: time and memory grow as the size of the file does, whatever the columns are
// called.
func TestWideTablesAreRead(t *testing.T) {
	for _, c := range []struct {
		kind    string
		columns int
		name    func(int) string
	}{
		{"different", 300_000, func(j int) string { return fmt.Sprint("x", j) }},
		{"equal", 30_000, func(int) string { return "x" }},
		{"unnamed", 30_000, func(int) string { return "" }},
	} {
		text := wide(c.columns, c.name)
		table, err := dataset.ParseCSV("wide.csv", strings.NewReader(text))
		if err != nil {
			t.Fatalf("%s: %v", c.kind, err)
		}
		names := table.Names()
		seen := map[string]bool{}
		for _, n := range names {
			seen[n] = true
		}
		if len(names) != c.columns+1 || len(seen) != len(names) {
			t.Errorf("%s: %d columns with %d names", c.kind, len(names), len(seen))
		}
	}
}

// TestRowsOfAWideFileAreRead, whose first line is longer than a megabyte.
func TestRowsOfAWideFileAreRead(t *testing.T) {
	const columns = 70_000
	path := filepath.Join(t.TempDir(), "wide.csv")
	if err := os.WriteFile(path, []byte(wide(columns, func(j int) string { return fmt.Sprint("column number ", j) })), 0o600); err != nil {
		t.Fatal(err)
	}
	rows, err := dataset.CSVRows(path, "y", "column number 0", fmt.Sprint("column number ", columns-1))
	if err != nil {
		t.Fatal(err)
	}
	x, y := mat.NewDense(4, 2, nil), make([]float64, 4)
	if n, err := rows.Read(x, y); n != 2 || y[1] != 2 || x.At(1, 1) != 1 {
		t.Errorf("%d rows, %v at %v (%v)", n, y, mat.Formatted(x), err)
	}
}

// TestBlankLinesBelowAWideHeaderTakeNoMemory: room for rows is not taken by the count of lines.
func TestBlankLinesBelowAWideHeaderTakeNoMemory(t *testing.T) {
	text := wide(10_000, func(j int) string { return fmt.Sprint("x", j) }) + strings.Repeat("\n", 100_000)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := dataset.ParseCSV("wide.csv", strings.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > 200*uint64(len(text)) {
		t.Errorf("a text of %d bytes takes %d", len(text), n)
	}
}
