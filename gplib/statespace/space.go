package statespace

import "krigo/gplib/cov"

// space is the state space of a covariance function at its parameters. The state of n numbers has one block for each
// term, of b × q numbers: the b of the moving state, Kronecker product of those of the term's motions, for each of
// its q features. Number d of the moving state and feature k are at off + d·q + k.
//
// The stationary covariance of a block is P ⊗ I, it moves by A ⊗ I, and the process at t is the sum over the blocks
// of Σ_k ψ_k(t) x_k, with ψ the features times the standard deviation of the term. So only ψ and A depend on the
// parameters, and the covariance of states at s <= t is A(t-s)P.
//
// A space holds scratch memory for one goroutine.
type space struct {
	blocks  []*block
	n       int     // numbers of the state
	q       int     // features of all blocks
	column  int     // of the inputs
	origin  float64 // a time near those of the data
	missing float64 // the variance that features leave out
}

// newSpace returns the state space of k for inputs of dim dimensions.
func newSpace(k cov.Func, dim int) (*space, error) {
	f, err := expansionOf(k, dim)
	if err != nil {
		return nil, err
	}
	s := &space{column: max(f.column, 0)}
	for _, t := range f.terms {
		b := newBlock(t, s.n, s.q)
		s.blocks = append(s.blocks, b)
		s.n += b.size()
		s.q += b.q
		s.missing += b.missing()
	}
	return s, nil
}

// fork returns the same space with scratch memory of its own.
func (s *space) fork() *space {
	forked := *s
	forked.blocks = make([]*block, len(s.blocks))
	for i, k := range s.blocks {
		forked.blocks[i] = newBlock(k.term, k.off, k.first)
	}
	return &forked
}

// addGrad adds the derivatives by the parameters of the covariance function that the blocks collected.
func (s *space) addGrad(grad []float64) {
	for _, k := range s.blocks {
		k.flush()
		for _, v := range k.scales {
			grad[v.param] += k.byStd / (2 * v.value)
		}
		for i, m := range k.motions {
			scatter(grad, m.params, k.byMotion[i])
		}
		for i, f := range k.features {
			scatter(grad, f.params, k.byFeature[i])
		}
	}
}

func scatter(grad []float64, to []int, values []float64) {
	for i, p := range to {
		grad[p] += values[i]
	}
}

// features writes ψ(t) of all blocks, q numbers.
func (s *space) features(psi []float64, t float64) {
	for _, k := range s.blocks {
		k.at(psi[k.first:k.first+k.q], t, t-s.origin)
	}
}

// stationary writes P∞h, the covariances of the state with the process before any observation, into w.
func (s *space) stationary(w, psi []float64) {
	for _, k := range s.blocks {
		own := psi[k.first : k.first+k.q]
		for d := range k.b {
			to, p := w[k.off+d*k.q:], k.p[d*k.b]
			for i, h := range own {
				to[i] = p * h
			}
		}
	}
}
