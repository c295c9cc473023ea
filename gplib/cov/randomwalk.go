package cov

import (
	"fmt"
	"math"
)

// RandomWalk returns the normalised covariance function of [Graphs] by walks of up
// to steps edges, steps >= 1,
//
//	k(x, x') = w(x, x') / √(w(x, x) w(x', x')),  w(x, x') = Σ_l λ^l 1ᵀA_×^l 1
//
// with A_× the adjacency matrix of the direct product of the graphs, which
// pairs vertices of one label and edges of one label: w counts pairs of walks
// with the same labels all along (Gärtner, Flach and Wrobel 2003; Vishwanathan
// et al. 2010, with finitely many steps). Its parameter is λ, "decay". Graphs
// without vertices have k = 0 with all graphs.
func RandomWalk(steps int, decay float64) Func {
	if steps < 1 {
		return function{broken{fmt.Errorf("cov: RandomWalk has %d steps; there must be 1 or more", steps)}}
	}
	return function{randomWalk{steps, decay}}
}

func init() {
	register("RandomWalk", needs{theta: 1, whole: 1}, func(w written) Func { return RandomWalk(w.Whole[0], w.Theta[0]) })
}

type randomWalk struct {
	steps int
	decay float64
}

func (r randomWalk) label() string             { return "walk" }
func (r randomWalk) params() []Param           { return []Param{Positive("decay", r.decay)} }
func (r randomWalk) with(theta []float64) body { return randomWalk{r.steps, theta[0]} }
func (r randomWalk) String() string            { return fmt.Sprintf("RandomWalk(%d, %.4g)", r.steps, r.decay) }

func (r randomWalk) check(x Inputs) error {
	_, err := graphsOf("RandomWalk", x)
	return err
}

func (r randomWalk) diag(dst []float64, a Inputs) {
	for i, item := range a.(*Graphs).items {
		if dst[i] = 0; len(item.neighbour) > 0 {
			dst[i] = 1
		}
	}
}

// walks counts the sequences of labels along walks of l edges. The inner
// product of two graphs' counts is 1ᵀA_×^l 1.
type walks struct{ l int }

func (w walks) extract(g *graph, labels []uint64) *features {
	// at[v] counts the sequences that end at v.
	at := make([]tally, len(labels))
	for v, l := range labels {
		at[v] = tally{l: 1}
	}
	for range w.l {
		next := make([]tally, len(labels))
		for v := range next {
			next[v] = tally{}
			for _, a := range g.neighbour[v] {
				for sequence, count := range at[a.to] {
					next[v][digest(sequence, a.label, labels[v])] += count
				}
			}
		}
		at = next
	}
	all := tally{}
	for _, t := range at {
		for sequence, count := range t {
			all[sequence] += count
		}
	}
	return all.features()
}

func (r randomWalk) Describe() (Spec, error) { return describeLeaf("RandomWalk", r.params(), r.steps) }

func (r randomWalk) rows(a, b Inputs) evaluator {
	e := &randomWalkRows{
		randomWalk: r, a: r.of(a), b: r.of(b), byLength: make([]*innerRows, r.steps+1),
		k: make([]float64, chunk), slope: make([]float64, chunk), product: make([]float64, chunk),
	}
	for l := range e.byLength {
		e.byLength[l] = newInnerRows(ofLength(e.a, l), ofLength(e.b, l))
	}
	return e
}

// ofLength returns the counts of walks of l edges.
func ofLength(all []walked, l int) []*features {
	f := make([]*features, len(all))
	for i, w := range all {
		f[i] = w.byLength[l]
	}
	return f
}

// walked is one graph: its counts by length, and w(x, x) and its derivative
// by λ.
type walked struct {
	byLength    []*features
	self, slope float64
}

func (r randomWalk) of(x Inputs) []walked {
	g := x.(*Graphs)
	all := make([]walked, g.Len())
	for i := range all {
		w := walked{byLength: make([]*features, r.steps+1)}
		for l := range w.byLength {
			w.byLength[l] = g.featuresOf(i, walks{l})
		}
		w.self, w.slope = r.sum(w, w)
		all[i] = w
	}
	return all
}

// sum returns w(x, x') and its derivative by λ, by Horner's rule.
func (r randomWalk) sum(x, y walked) (value, slope float64) {
	for l := r.steps; l >= 0; l-- {
		slope = slope*r.decay + value
		value = value*r.decay + dot(x.byLength[l], y.byLength[l])
	}
	return value, slope
}

type randomWalkRows struct {
	randomWalk
	a, b              []walked
	byLength          []*innerRows
	k, slope, product []float64
}

func (e *randomWalkRows) value(dst []float64, i, lo, hi int) {
	e.sums(i, lo, hi)
	x := e.a[i]
	for j, y := range e.b[lo:hi] {
		switch w := e.k[j]; {
		case w == 0:
			e.slope[j] = 0
		case x.byLength[0] == y.byLength[0]:
			e.k[j], e.slope[j] = 1, 0
		default:
			e.k[j] = w / math.Sqrt(x.self*y.self)
			e.slope[j] = e.k[j] * (e.slope[j]/w - x.slope/x.self/2 - y.slope/y.self/2)
		}
	}
	copy(dst, e.k[:hi-lo])
}

// sums sets k and slope to w(x, x') and its derivative by λ, by Horner's rule.
func (e *randomWalkRows) sums(i, lo, hi int) {
	k, slope, product := e.k[:hi-lo], e.slope[:hi-lo], e.product[:hi-lo]
	clear(k)
	clear(slope)
	for l := e.steps; l >= 0; l-- {
		e.byLength[l].value(product, i, lo, hi)
		for j, c := range product {
			slope[j] = slope[j]*e.decay + k[j]
			k[j] = k[j]*e.decay + c
		}
	}
}

func (e *randomWalkRows) grad(grad, w []float64) {
	for j, v := range w {
		grad[0] += v * e.slope[j]
	}
}
