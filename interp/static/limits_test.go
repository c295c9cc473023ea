package static

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"krigo/cell"
)

// many returns a session with 500 declarations.
func many(tb testing.TB) *Session {
	tb.Helper()
	s := New(world)
	for i := range 100 {
		source := fmt.Sprintf("type T%[1]d struct{ A, B int }\nfunc (t T%[1]d) Sum() int { return t.A + t.B }\n"+
			"func f%[1]d(t T%[1]d) int { return t.Sum() + c%[1]d }\nconst c%[1]d = %[1]d\nv%[1]d := T%[1]d{1, 2}", i)
		p, faults := s.Check(cell.Cell{Label: "cell 1", Source: source})
		if len(faults) > 0 {
			tb.Fatal(faults)
		}
		s.Commit(p)
	}
	return s
}

// BenchmarkComplete reports the median and the 99th percentile besides the mean.
func BenchmarkComplete(b *testing.B) {
	s := many(b)
	for _, source := range []string{"x := f4", "v7.", "var x int = ", "T3{", "f1(T1{}, ", "func g() { for i := range 3 { v5.S", "strings.Rep", "import \"gonum.org/v1/gonum/st"} {
		b.Run(strings.NewReplacer("/", ".", " ", "_").Replace(source), func(b *testing.B) {
			var took []time.Duration
			for b.Loop() {
				begin := time.Now()
				if c := s.Complete(source, len(source)); len(c.Matches) == 0 {
					b.Fatal("no matches")
				}
				took = append(took, time.Since(begin))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
		})
	}
}

// Declarations that 10,000 cells replace are freed: the heap grows by less than 72 MB, 7 kB a cell.
func TestMemoryOfRedeclarations(t *testing.T) {
	if testing.Short() {
		t.Skip("10,000 cells")
	}
	const source = "type T struct{ a [%d]int }\nvar v T\nfunc f() int { return len(v.a) }"
	s := New(world)
	run := func(from, to int) {
		for i := from; i < to; i++ {
			p, faults := s.Check(cell.Cell{Label: fmt.Sprint("cell ", i), Source: fmt.Sprintf(source, i%7+1)})
			if len(faults) > 0 {
				t.Fatal(faults)
			}
			s.Commit(p)
		}
	}
	run(0, 100)
	before := heap()
	run(100, 10_100)
	grown := int64(heap()) - int64(before)
	t.Logf("the heap grew by %.1f MB", float64(grown)/1e6)
	if grown > 72_000_000 {
		t.Errorf("the heap grew by %d bytes in 10,000 cells", grown)
	}
	runtime.KeepAlive(s)
}

// heap returns the heap in use after a collection, in bytes.
func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
