package dataset_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"krigo/gplib/dataset"
)

// BenchmarkReadCSV reads 100,000 rows of nine numbers, and takes them as data.
func BenchmarkReadCSV(b *testing.B) {
	var text strings.Builder
	text.WriteString("a,b,c,d,e,f,g,h,y\n")
	for i := range 100_000 {
		x := math.Sin(float64(i))
		fmt.Fprintf(&text, "%v,%v,%v,%v,%v,%v,%v,%v,%v\n", x, 2*x, 3*x, 4*x, i, 6*x, 7*x, 8*x, 9*x)
	}
	path := filepath.Join(b.TempDir(), "t.csv")
	if err := os.WriteFile(path, []byte(text.String()), 0o644); err != nil {
		b.Fatal(err)
	}
	b.Run("read", func(b *testing.B) {
		for b.Loop() {
			if _, err := dataset.ReadCSV(path); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("data", func(b *testing.B) {
		for b.Loop() {
			table, err := dataset.ReadCSV(path)
			if err != nil {
				b.Fatal(err)
			}
			if _, err := table.Data("y"); err != nil {
				b.Fatal(err)
			}
		}
	})
}
