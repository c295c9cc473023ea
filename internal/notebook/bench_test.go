package notebook

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"krigo/internal/nbformat"
)

// BenchmarkOpen500 opens a notebook of 500 cells, half of them text with formulas, the
// others with printed text, a table and a picture, and renders it for a page.
func BenchmarkOpen500(b *testing.B) {
	course, err := nbformat.ReadFile("../../notebooks/01-first-fit.ipynb")
	if err != nil {
		b.Fatal(err)
	}
	nb := nbformat.New()
	for i := range 500 {
		c := *course.Cells[i%len(course.Cells)]
		c.ID = fmt.Sprint("cell-", i)
		nb.Cells = append(nb.Cells, &c)
	}
	root := folder(b)
	if err := nbformat.WriteFile(filepath.Join(root.Name(), "n.ipynb"), nb); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		r := open(b, root, newFakeEngine())
		v := r.Enter()
		raw, err := v.Next(b.Context())
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(len(raw)), "bytes")
		v.Leave()
	}
}

// BenchmarkRun is the way of a cell from the command to its end: the median.
func BenchmarkRun(b *testing.B) {
	p := enter(b, open(b, folder(b, "value 1"), newFakeEngine()))
	ended := status("a", "ok")
	var all []time.Duration
	for b.Loop() {
		start := time.Now()
		p.do("run", "ids", []string{"a"})
		p.until(ended)
		all = append(all, time.Since(start))
	}
	slices.Sort(all)
	b.ReportMetric(float64(all[len(all)/2].Microseconds()), "µs/median")
	b.ReportMetric(float64(all[len(all)*95/100].Microseconds()), "µs/95%")
}
