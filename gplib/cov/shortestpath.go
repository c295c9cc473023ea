package cov

import "fmt"

// ShortestPath returns the normalised shortest-path covariance function of
// [Graphs]: with φ(x) the counts of pairs of vertices by their two labels and
// the number of edges between them, up to longest,
//
//	k(x, x') = φ(x)·φ(x') / (|φ(x)| |φ(x')|)
//
// (Borgwardt and Kriegel 2005, with a delta kernel of labels and lengths). longest = 0
// sets no limit. Edge labels do not count, nor do pairs without a path. A graph without
// edges has k = 0 with all graphs. It has no parameter.
func ShortestPath(longest int) Func {
	if longest < 0 {
		return function{broken{fmt.Errorf("cov: ShortestPath(%d): the length of a path is not negative", longest)}}
	}
	return function{counted{paths{longest}, "ShortestPath", "path", []int{longest}}}
}

func init() {
	register("ShortestPath", needs{whole: 1}, func(w written) Func { return ShortestPath(w.Whole[0]) })
}

type paths struct{ longest int }

func (p paths) extract(g *graph, labels []uint64) *features {
	counts := tally{}
	for v := range labels {
		for u, d := range distances(g, v) {
			if u > v && d > 0 && (p.longest == 0 || d <= p.longest) {
				counts[digest(min(labels[u], labels[v]), max(labels[u], labels[v]), uint64(d))]++
			}
		}
	}
	return counts.features()
}

// distances returns the numbers of edges from vertex v, 0 without a path.
func distances(g *graph, v int) []int {
	d := make([]int, len(g.neighbour))
	queue := []int{v}
	for at := 0; at < len(queue); at++ {
		for _, a := range g.neighbour[queue[at]] {
			if a.to != v && d[a.to] == 0 {
				d[a.to] = d[queue[at]] + 1
				queue = append(queue, a.to)
			}
		}
	}
	return d
}
