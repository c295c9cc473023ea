package cov

import "slices"

// Graphlet3 returns the normalised covariance function of [Graphs] by connected
// subgraphs of three vertices: with φ(x) the counts of labelled paths (the
// centre, and both ends with their edges in any order) and triangles,
//
//	k(x, x') = φ(x)·φ(x') / (|φ(x)| |φ(x')|)
//
// (after Shervashidze et al. 2009, with labels). Three vertices that are a
// triangle count as that only. A graph without three connected vertices has
// k = 0 with all graphs. It has no parameter.
func Graphlet3() Func { return function{counted{triples{}, "Graphlet3", "graphlet", nil}} }

func init() { register("Graphlet3", needs{}, func(written) Func { return Graphlet3() }) }

type triples struct{}

// Kinds of digests.
const (
	pathMark = iota
	triangleMark
)

func (triples) extract(g *graph, labels []uint64) *features {
	counts := tally{}
	for v, arcs := range g.neighbour {
		for i, a := range arcs {
			for _, b := range arcs[:i] {
				if third, closed := edgeBetween(g, a.to, b.to); !closed {
					counts[pathDigest(labels, v, a, b)]++
				} else if v < a.to && v < b.to { // once a triangle
					counts[triangleDigest(labels, v, a, b, third)]++
				}
			}
		}
	}
	return counts.features()
}

func edgeBetween(g *graph, u, v int) (label uint64, ok bool) {
	for _, a := range g.neighbour[u] {
		if a.to == v {
			return a.label, true
		}
	}
	return 0, false
}

func pathDigest(labels []uint64, centre int, a, b arc) uint64 {
	x, y := digest(a.label, labels[a.to]), digest(b.label, labels[b.to])
	return digest(pathMark, labels[centre], min(x, y), max(x, y))
}

// triangleDigest digests the vertices, each with the opposite edge: the three determine
// the triangle.
func triangleDigest(labels []uint64, v int, a, b arc, opposite uint64) uint64 {
	corners := []uint64{
		digest(labels[v], opposite), digest(labels[a.to], b.label), digest(labels[b.to], a.label),
	}
	slices.Sort(corners)
	return digest(triangleMark, corners[0], corners[1], corners[2])
}
