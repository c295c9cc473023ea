package interp_test

import (
	"fmt"
	"strings"
	"testing"

	"krigo/cell"
	"krigo/interp"
)

// BenchmarkStart measures a session from its start to its first value.
func BenchmarkStart(b *testing.B) {
	for b.Loop() {
		s, err := interp.Start(b.Context(), options(b))
		if err != nil {
			b.Fatal(err)
		}
		if _, err := s.Eval(b.Context(), cell.Cell{Label: "cell 1", Source: "1 + 1"}, newRecord()); err != nil {
			b.Fatal(err)
		}
		if err := s.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkEval measures one cell, from its source to its value, in a session without a
// follower and in one that a page owns.
func BenchmarkEval(b *testing.B) {
	b.Run("plain", func(b *testing.B) { benchmarkEval(b, options(b)) })
	b.Run("page", func(b *testing.B) { benchmarkEval(b, owner(b)) })
}

// hundredFunctions call each other, and change variables.
func hundredFunctions() string {
	var b strings.Builder
	for i := range 100 {
		fmt.Fprintf(&b, "v%d := []float64{1}\nfunc f%d(x []float64) float64 { x[0]++; return v%d[0] + f%d(x) }\n", i, i, i, max(i-1, 0))
	}
	return strings.Replace(b.String(), "+ f0(x)", "", 1) // which would have no end
}

// deaf is a follower that discards all reports.
type deaf struct{ *record }

func (deaf) Ran(cell.Run) {}

func benchmarkEval(b *testing.B, o interp.Options) {
	for name, source := range map[string]string{
		"value": "1 + 1",
		"print": "fmt.Println(1)",
		"calls": "y := f99(v3)\np := &y\n*p += f20(v5)",
		"loop":  "sum := 0\nfor i := 0; i < 1000000; i++ {\n\tsum += i % 7\n}\nsum",
	} {
		b.Run(name, func(b *testing.B) {
			s := start(b, o)
			r := deaf{newRecord()}
			if name == "calls" {
				if _, err := s.Eval(b.Context(), cell.Cell{Label: "cell 1", Source: hundredFunctions()}, r); err != nil {
					b.Fatal(err)
				}
			}
			for b.Loop() {
				r.reset()
				if _, err := s.Eval(b.Context(), cell.Cell{Label: "cell 1", Source: source}, r); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
