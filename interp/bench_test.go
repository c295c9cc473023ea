package interp_test

import (
	"testing"

	"krigo/cell"
	"krigo/interp"
)

// BenchmarkStart is a session from nothing to its first value.
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

// BenchmarkEval is one cell, from its source to its value.
func BenchmarkEval(b *testing.B) {
	for name, source := range map[string]string{
		"value": "1 + 1",
		"print": "fmt.Println(1)",
		"loop":  "sum := 0\nfor i := 0; i < 1000000; i++ {\n\tsum += i % 7\n}\nsum",
	} {
		b.Run(name, func(b *testing.B) {
			s := start(b, options(b))
			r := newRecord()
			for b.Loop() {
				r.reset()
				if _, err := s.Eval(b.Context(), cell.Cell{Label: "cell 1", Source: source}, r); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
