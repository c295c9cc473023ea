package cov

import (
	"crypto/sha256"
	"encoding/binary"
	"math"
	"slices"
)

// features is a sparse vector: counts by key, in the order of the keys. Keys are
// digests of 64 bits, so that separate graphs agree on them: the probability that two
// of a million features share one is 3e-8.
type features struct {
	key   []uint64
	count []float64
	norm  float64 // the Euclidean one
}

// tally counts features.
type tally map[uint64]float64

// features returns the tally as a sparse vector.
func (t tally) features() *features {
	f := &features{key: make([]uint64, 0, len(t)), count: make([]float64, 0, len(t))}
	for k := range t {
		f.key = append(f.key, k)
	}
	slices.Sort(f.key)
	for _, k := range f.key {
		f.count = append(f.count, t[k])
		f.norm += t[k] * t[k]
	}
	f.norm = math.Sqrt(f.norm)
	return f
}

// dot returns the inner product of two sparse vectors, in one pass over both.
func dot(a, b *features) float64 {
	sum := 0.0
	for i, j := 0, 0; i < len(a.key) && j < len(b.key); {
		switch x, y := a.key[i], b.key[j]; {
		case x == y:
			sum += a.count[i] * b.count[j]
			i++
			j++
		case x < y:
			i++
		default:
			j++
		}
	}
	return sum
}

// digest returns a number for a sequence of numbers.
func digest(of ...uint64) uint64 {
	buffer := make([]byte, 0, 128)
	for _, v := range of {
		buffer = binary.LittleEndian.AppendUint64(buffer, v)
	}
	sum := sha256.Sum256(buffer)
	return binary.LittleEndian.Uint64(sum[:])
}

// digestText returns a number for a text.
func digestText(text string) uint64 {
	sum := sha256.Sum256([]byte(text))
	return binary.LittleEndian.Uint64(sum[:])
}

// counted is a body of graphs: the normalised inner product of the features that an
// extractor finds,
//
//	k(x, x') = φ(x)·φ(x') / (|φ(x)| |φ(x')|),
//
// and 0 if a graph has none.
type counted struct {
	extractor
	kind  string // the constructor's name
	short string
	whole []int // the constructor's arguments
}

func (c counted) label() string       { return c.short }
func (c counted) params() []Param     { return nil }
func (c counted) with([]float64) body { return c }
func (c counted) String() string      { return callWhole(c.kind, c.whole) }

func (c counted) check(x Inputs) error {
	_, err := graphsOf(c.kind, x)
	return err
}

func (c counted) diag(dst []float64, a Inputs) {
	for i, f := range c.of(a) {
		if dst[i] = 0; f.norm > 0 {
			dst[i] = 1
		}
	}
}

func (c counted) of(x Inputs) []*features {
	g := x.(*Graphs)
	all := make([]*features, g.Len())
	for i := range all {
		all[i] = g.featuresOf(i, c.extractor)
	}
	return all
}

func (c counted) Describe() (Spec, error) { return describeLeaf(c.kind, nil, c.whole...) }

func (c counted) rows(a, b Inputs) evaluator {
	fa, fb := c.of(a), c.of(b)
	return &countedRows{newInnerRows(fa, fb)}
}

type countedRows struct{ *innerRows }

func (e *countedRows) value(dst []float64, i, lo, hi int) {
	e.innerRows.value(dst, i, lo, hi)
	x := e.a[i]
	for j, y := range e.b[lo:hi] {
		switch {
		case x.norm == 0 || y.norm == 0:
			dst[j] = 0
		case x == y:
			dst[j] = 1
		default:
			dst[j] /= x.norm * y.norm
		}
	}
}

func (*countedRows) grad(_, _ []float64) {}
