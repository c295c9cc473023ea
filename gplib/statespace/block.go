package statespace

import (
	"math"
	"slices"
)

// block is the state space of a term.
type block struct {
	term
	off, b, q int
	first     int       // of its features among those of all blocks
	std       float64   // of the term
	p         []float64 // b × b
	dt        float64   // a is A of this time, b × b
	a         []float64
	// byA holds the derivatives by a since dt changed, and byStd, byMotion and byFeature those by the
	// parameters: byStd is Σ ψ_k ∂/∂ψ_k.
	byA                 []float64
	changed             bool // byA is not 0
	byStd               float64
	byMotion, byFeature [][]float64
	// factors holds the matrices A of the motions where there are several, and phi the features.
	factors, phi [][]float64
	spare        []float64
}

func newBlock(t term, off, first int) *block {
	k := &block{term: t, off: off, first: first, b: 1, q: 1, std: math.Sqrt(t.weight), p: []float64{1}, dt: math.NaN()}
	for _, s := range t.scales {
		k.std *= math.Sqrt(s.value)
	}
	for _, m := range t.motions {
		n := m.size()
		k.p = kronecker(make([]float64, len(k.p)*n*n), k.p, k.b, m.covariance(), n)
		k.b *= n
		k.factors = append(k.factors, make([]float64, n*n))
		k.byMotion = append(k.byMotion, make([]float64, len(m.params)))
	}
	for _, f := range t.features {
		k.q *= f.size()
		k.phi = append(k.phi, make([]float64, f.size()))
		k.byFeature = append(k.byFeature, make([]float64, len(f.params)))
	}
	k.a, k.byA, k.spare = make([]float64, k.b*k.b), make([]float64, k.b*k.b), make([]float64, max(k.b*k.b, k.q))
	return k
}

// kronecker writes the product of the n × n matrix x and the m × m matrix y into dst, and returns it.
func kronecker(dst, x []float64, n int, y []float64, m int) []float64 {
	for i := range n * m {
		for j := range n * m {
			dst[i*n*m+j] = x[i/m*n+j/m] * y[i%m*m+j%m]
		}
	}
	return dst
}

// moves reports whether the state of the block changes.
func (k *block) moves() bool { return len(k.motions) > 0 }

// size returns the numbers of the block.
func (k *block) size() int { return k.b * k.q }

// missing returns the variance that the features of the term leave out, where those of unbounded variance, which leave
// out nothing themselves, have the variance 1.
func (k *block) missing() float64 {
	kept := 1.0
	for _, f := range k.features {
		kept *= 1 - f.error()
	}
	return k.std * k.std * (1 - kept)
}

// set makes a the transition of time dt.
func (k *block) set(dt float64) {
	if dt == k.dt {
		return
	}
	k.flush()
	k.dt = dt
	if len(k.motions) == 1 {
		k.motions[0].move(k.a, dt)
		return
	}
	k.a[0] = 1
	size := 1
	for i, m := range k.motions {
		m.move(k.factors[i], dt)
		before := k.spare[:size*size]
		copy(before, k.a)
		kronecker(k.a, before, size, k.factors[i], m.size())
		size *= m.size()
	}
}

// flush passes the derivatives by a on to the parameters of the motions.
func (k *block) flush() {
	if !k.changed {
		return
	}
	k.changed = false
	if len(k.motions) == 1 {
		k.motions[0].addGrad(k.byMotion[0], k.byA, k.a, k.dt)
	} else {
		for i, m := range k.motions {
			m.addGrad(k.byMotion[i], k.byFactor(i), k.factors[i], k.dt)
		}
	}
	clear(k.byA)
}

// byFactor returns the derivatives by the matrix of motion i, given those by the Kronecker product of all.
func (k *block) byFactor(i int) []float64 {
	size := func(ms []motionOf) int {
		n := 1
		for _, m := range ms {
			n *= m.size()
		}
		return n
	}
	n, inner := k.motions[i].size(), size(k.motions[i+1:])
	by := k.spare[:n*n]
	clear(by)
	for r := range k.b {
		for c := range k.b {
			others := k.byA[r*k.b+c]
			row, column := r, c
			for j := len(k.motions) - 1; j >= 0; j-- {
				m := k.motions[j].size()
				if j != i {
					others *= k.factors[j][row%m*m+column%m]
				}
				row, column = row/m, column/m
			}
			by[r/inner%n*n+c/inner%n] += others
		}
	}
	return by
}

// at writes ψ(t), q numbers, for t at dt after the origin.
func (k *block) at(psi []float64, t, dt float64) {
	psi[0] = k.std
	size := 1
	for i, f := range k.features {
		phi := k.phi[i]
		f.at(phi, t, dt)
		for j := size - 1; j >= 0; j-- { // the last first: the product grows in place
			v := psi[j]
			for l, p := range slices.Backward(phi) {
				psi[j*len(phi)+l] = v * p
			}
		}
		size *= len(phi)
	}
}

// addByPsi collects the derivatives by the parameters of ψ(t), given those by ψ.
func (k *block) addByPsi(byPsi, psi []float64, t, dt float64) {
	for i, w := range byPsi {
		k.byStd += w * psi[i]
	}
	for i, f := range k.features {
		if len(f.params) > 0 {
			f.features.at(k.phi[i], t, dt)
			f.addGrad(k.byFeature[i], k.byPhi(i, byPsi, t, dt), k.phi[i], t, dt)
		}
	}
}

// byPhi returns the derivatives by the features of factor i, given those by ψ.
func (k *block) byPhi(i int, byPsi []float64, t, dt float64) []float64 {
	by := k.spare[:len(k.phi[i])]
	if len(k.features) == 1 {
		for l, w := range byPsi {
			by[l] = w * k.std
		}
		return by
	}
	for j, f := range k.features {
		f.features.at(k.phi[j], t, dt)
	}
	clear(by)
	for index, w := range byPsi {
		w *= k.std
		own := 0
		for j := len(k.phi) - 1; j >= 0; j-- {
			l := index % len(k.phi[j])
			if j == i {
				own = l
			} else {
				w *= k.phi[j][l]
			}
			index /= len(k.phi[j])
		}
		by[own] += w
	}
	return by
}
