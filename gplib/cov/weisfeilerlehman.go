package cov

import (
	"fmt"
	"slices"
	"strings"
)

// WeisfeilerLehman returns the normalised subtree covariance function of [Graphs]:
// with φ(x) the counts of all vertex labels over the iterations 0 to depth,
// depth >= 0, where each iteration joins to a vertex's label the sorted
// labels of its edges and neighbours,
//
//	k(x, x') = φ(x)·φ(x') / (|φ(x)| |φ(x')|)
//
// (Shervashidze et al. 2011, section 3.2). A graph without vertices has k = 0
// with all graphs. It has no parameter.
func WeisfeilerLehman(depth int) Func {
	return subtrees("WeisfeilerLehman", "wl", 0, depth, depth)
}

// WeisfeilerLehmanLevel returns [WeisfeilerLehman] with the labels of one iteration
// only, the subtrees of height level: the parts of a compound in which each height has
// its own variance.
func WeisfeilerLehmanLevel(level int) Func {
	return subtrees("WeisfeilerLehmanLevel", "wl", level, level, level)
}

func init() {
	register("WeisfeilerLehman", needs{whole: 1}, func(w written) Func { return WeisfeilerLehman(w.Whole[0]) })
	register("WeisfeilerLehmanLevel", needs{whole: 1}, func(w written) Func { return WeisfeilerLehmanLevel(w.Whole[0]) })
}

func subtrees(kind, short string, from, to, argument int) Func {
	if argument < 0 {
		return function{broken{fmt.Errorf("cov: %s(%d): the iterations are counted from 0", kind, argument)}}
	}
	return function{counted{refinement{from, to}, kind, short, []int{argument}}}
}

// refinement counts labels of the iterations from first to last.
type refinement struct{ first, last int }

func (r refinement) extract(g *graph, labels []uint64) *features {
	counts := tally{}
	for t := 0; t <= r.last; t++ {
		if t > 0 {
			labels = refined(g, labels)
		}
		if t < r.first {
			continue
		}
		for _, l := range labels {
			counts[digest(uint64(t), l)]++
		}
	}
	return counts.features()
}

// refined returns one iteration: label and sorted (edge, neighbour) labels.
func refined(g *graph, labels []uint64) []uint64 {
	next := make([]uint64, len(labels))
	var around []uint64
	for v, arcs := range g.neighbour {
		around = around[:0]
		for _, a := range arcs {
			around = append(around, digest(a.label, labels[a.to]))
		}
		slices.Sort(around)
		next[v] = digest(append([]uint64{labels[v]}, around...)...)
	}
	return next
}

// callWhole formats a constructor call, such as "Mismatch(3, 1)".
func callWhole(name string, args []int) string {
	parts := make([]string, len(args))
	for i, v := range args {
		parts[i] = fmt.Sprint(v)
	}
	return name + "(" + strings.Join(parts, ", ") + ")"
}
