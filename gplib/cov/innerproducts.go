package cov

// manyRows is the number of rows from which an index of features pays.
const manyRows = 32

// innerProducts computes inner products of sparse vectors with all of a set, by an
// index of the set's features: a vector takes as many steps as it shares features with
// the set, where dot takes as many as both have.
type innerProducts struct {
	holding map[uint64][]holder
	row     []float64
}

// holder is a vector of the set that has a feature.
type holder struct {
	at    int
	count float64
}

// newInnerProducts returns nil where there are too few rows for an index to pay.
func newInnerProducts(set []*features, rows int) *innerProducts {
	if rows < manyRows {
		return nil
	}
	p := &innerProducts{holding: map[uint64][]holder{}, row: make([]float64, len(set))}
	for j, f := range set {
		for i, key := range f.key {
			p.holding[key] = append(p.holding[key], holder{j, f.count[i]})
		}
	}
	return p
}

// of returns the inner products of x with the whole set, until the next call. They
// equal dot to the last bit, which sums in the same order.
func (p *innerProducts) of(x *features) []float64 {
	clear(p.row)
	for i, key := range x.key {
		for _, h := range p.holding[key] {
			p.row[h.at] += x.count[i] * h.count
		}
	}
	return p.row
}

// innerRows are rows of inner products of two sets, by an index where it pays.
type innerRows struct {
	a, b  []*features
	index *innerProducts
	i     int // the row that index holds, or -1
}

func newInnerRows(a, b []*features) *innerRows {
	return &innerRows{a, b, newInnerProducts(b, len(a)), -1}
}

// value writes the products of row i with [lo, hi) into dst.
func (p *innerRows) value(dst []float64, i, lo, hi int) {
	if p.index == nil {
		for j, y := range p.b[lo:hi] {
			dst[j] = dot(p.a[i], y)
		}
		return
	}
	if p.i != i {
		p.index.of(p.a[i])
		p.i = i
	}
	copy(dst, p.index.row[lo:hi])
}
