package stale

import (
	"fmt"
	"testing"
)

// BenchmarkLook500 looks at 500 cells that each read what the one before sets.
func BenchmarkLook500(b *testing.B) {
	var sources []string
	for i := range 500 {
		sources = append(sources, fmt.Sprintf("reads v%d data; sets v%d w%d", i, i+1, i))
	}
	all := make([]int, len(sources))
	for i := range all {
		all[i] = i + 1
	}
	cells, h := played(sources, []edit{{runs: append(all, 1)}})
	for b.Loop() {
		Look(cells, h)
	}
}
