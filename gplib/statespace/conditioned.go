package statespace

import (
	"fmt"
	"math"
	"sort"
	"sync"

	"gonum.org/v1/gonum/mat"
)

// conditioned is a state space given observations. It does not change.
type conditioned struct {
	*space     // fork it for scratch memory
	length int // of a stretch
	// rows holds for each observation, in the order of time, its time, residual and noise, the error e and the
	// variance v of its prediction, and the covariances w; see [filter]. checkpoints holds S and m after the
	// observations before each stretch, and s and m are those after all.
	rows, checkpoints grown
	s, m              []float64
	order             []int   // rows of the data of the first observations; others are in order
	unit              float64 // the standard deviation of the process, of pseudo-observations; else 0
	backward          func() (*backward, error)
}

// backward has the results of the pass over the observations from the last to the first.
type backward struct {
	// alpha is C⁻¹r, and precision the diagonal of C⁻¹, by rows of the data.
	alpha, precision []float64
	// checkpoints holds Λ and ρ after each stretch; see [smoother].
	checkpoints []float64
}

// condition returns s given observations.
func condition(s *space, o *series) (*conditioned, error) {
	n := len(o.t)
	c := &conditioned{space: s, length: stretch(max(n, 64), s.n), order: o.order}
	c.rows = newGrown(make([]float64, 0, n*c.width()))
	c.checkpoints = newGrown(nil)
	f := newFilter(s.fork())
	for i, t := range o.t {
		if err := c.take(f, t, o.residual[i], o.noise[i]); err != nil {
			return nil, err
		}
	}
	c.close(f)
	return c, nil
}

// width returns the numbers of a row.
func (c *conditioned) width() int { return 5 + c.n }

// count returns the number of observations.
func (c *conditioned) count() int { return len(c.rows.v) / c.width() }

// row returns the row of observation i.
func (c *conditioned) row(i int) []float64 {
	n := c.width()
	return c.rows.v[i*n : i*n+n]
}

// observation is a row by its parts.
type observation struct {
	t, residual, noise, e, v float64
	w                        []float64
}

func (c *conditioned) at(i int) observation {
	r := c.row(i)
	return observation{r[0], r[1], r[2], r[3], r[4], r[5:]}
}

// rowOf returns the row of the data of observation i.
func (c *conditioned) rowOf(i int) int {
	if i < len(c.order) {
		return c.order[i]
	}
	return i
}

// take observes, with a filter that has observed all before.
func (c *conditioned) take(f *filter, t, residual, noise float64) error {
	i := c.count()
	if i%c.length == 0 {
		c.checkpoints = c.checkpoints.with(append(append([]float64(nil), f.s...), f.m...)...)
	}
	if i > 0 {
		f.advance(t - c.row(i - 1)[0])
	}
	if err := f.observe(t, residual, noise); err != nil {
		return err
	}
	c.rows = c.rows.with(append([]float64{t, residual, noise, f.e, f.v}, f.w...)...)
	return nil
}

// close ends the observations.
func (c *conditioned) close(f *filter) {
	c.s, c.m = f.s, f.m
	c.backward = sync.OnceValues(c.lookBack)
}

// extended returns c given further observations, all at the last time or later.
func (c *conditioned) extended(o *series) (*conditioned, error) {
	next := *c
	f := newFilter(c.fork())
	copy(f.s, c.s)
	copy(f.m, c.m)
	for i, t := range o.t {
		if err := next.take(f, t, o.residual[i], o.noise[i]); err != nil {
			return nil, err
		}
	}
	next.close(f)
	return &next, nil
}

// gap returns the number of observations at or before t.
func (c *conditioned) gap(t float64) int {
	return sort.Search(c.count(), func(i int) bool { return c.row(i)[0] > t })
}

// smoother goes through the observations from the last to the first (Bryson and Frazier 1963): what the observations
// from one on say of the state x there, predicted by those before as N(m, P), is that its mean is m + Pρ and its
// covariance P - PΛP.
type smoother struct {
	*conditioned
	scratch     *space
	lambda, rho []float64
	psi, c, aT  []float64
}

func newSmoother(c *conditioned) *smoother {
	scratch := c.fork()
	most := 1
	for _, k := range scratch.blocks {
		most = max(most, k.b)
	}
	return &smoother{
		conditioned: c, scratch: scratch, lambda: make([]float64, c.n*c.n), rho: make([]float64, c.n),
		psi: make([]float64, c.q), c: make([]float64, c.n), aT: make([]float64, most*most),
	}
}

// observe takes observation i, and returns its element of C⁻¹r and of the diagonal of C⁻¹.
func (s *smoother) observe(i int) (alpha, precision float64) {
	o, n := s.at(i), s.n
	for r := range s.c {
		s.c[r] = dot(s.lambda[r*n:r*n+n], o.w) / o.v
	}
	alpha = (o.e - dot(o.w, s.rho)) / o.v
	precision = (1 + dot(o.w, s.c)) / o.v
	s.scratch.features(s.psi, o.t)
	for _, k := range s.scratch.blocks {
		for f, h := range s.psi[k.first : k.first+k.q] {
			row := k.off + f
			s.rho[row] += h * alpha
			addScaled(s.lambda[row*n:row*n+n], -h, s.c)
		}
	}
	// The second half of h cᵀ + c hᵀ, and qhhᵀ.
	for _, k := range s.scratch.blocks {
		psi := s.psi[k.first : k.first+k.q]
		for r := range n {
			addScaled(s.lambda[r*n+k.off:r*n+k.off+k.q], -s.c[r], psi)
		}
		for f, h := range psi {
			row := s.lambda[(k.off+f)*n : (k.off+f)*n+n]
			for _, l := range s.scratch.blocks {
				addScaled(row[l.off:l.off+l.q], precision*h, s.psi[l.first:l.first+l.q])
			}
		}
	}
	return alpha, precision
}

// retreat moves back by dt.
func (s *smoother) retreat(dt float64) {
	if dt == 0 {
		return
	}
	for _, k := range s.scratch.blocks {
		if k.moves() {
			k.set(dt)
			a := transposed(s.aT, k.a, k.b)
			k.left(s.lambda, s.n, a)
			k.right(s.lambda, s.n, a)
			k.vector(s.rho, a)
		}
	}
}

// back goes from observation hi-1 to lo, and calls use after each has been taken.
func (s *smoother) back(lo, hi int, use func(i int, alpha, precision float64)) {
	for i := hi - 1; i >= lo; i-- {
		alpha, precision := s.observe(i)
		use(i, alpha, precision)
		if i > 0 {
			s.retreat(s.row(i)[0] - s.row(i - 1)[0])
		}
	}
}

// largestResidual is the largest part of the residuals by which those of the weights may differ from them.
const largestResidual = 1e-6

// lookBack does the pass from the end on, and measures its error.
func (c *conditioned) lookBack() (*backward, error) {
	n, s := c.count(), newSmoother(c)
	b := &backward{alpha: make([]float64, n), precision: make([]float64, n)}
	stretches := (n + c.length - 1) / c.length
	size := c.n*c.n + c.n
	b.checkpoints = make([]float64, stretches*size)
	for k := stretches - 1; k >= 0; k-- {
		copy(b.checkpoints[k*size:], s.lambda)
		copy(b.checkpoints[k*size+c.n*c.n:], s.rho)
		s.back(k*c.length, min((k+1)*c.length, n), func(i int, alpha, precision float64) {
			b.alpha[c.rowOf(i)], b.precision[c.rowOf(i)] = alpha, precision
		})
	}
	if off := c.residualOf(b.alpha); !(off <= largestResidual) {
		return nil, fmt.Errorf("statespace: the weights of the observations are wrong by %.2g of the largest residual; "+
			"rounding errors are that large because the noise is too small next to the variance of the process; take a larger noise", off)
	}
	return b, nil
}

// residualOf returns the largest element of Cα - r as a part of the largest residual. Pseudo-observations, whose noise
// may be of any size, are compared each with its own size.
func (c *conditioned) residualOf(alpha []float64) float64 {
	n := c.count()
	product := mat.NewDense(n, 1, nil)
	for i := range n {
		row := c.rowOf(i)
		product.Set(row, 0, alpha[row])
	}
	c.multiply(product)
	sizes, largest, off := make([]float64, n), math.SmallestNonzeroFloat64, 0.0
	for i := range n {
		o := c.at(i)
		sizes[i] = math.Max(c.unit, math.Abs(o.residual)+o.noise*math.Abs(alpha[c.rowOf(i)]))
		largest = math.Max(largest, math.Abs(o.residual))
	}
	for i := range n {
		if c.unit == 0 {
			sizes[i] = largest
		}
		gap := math.Abs(product.At(c.rowOf(i), 0) - c.at(i).residual)
		if math.IsNaN(gap) {
			return gap
		}
		off = math.Max(off, gap/sizes[i])
	}
	return off
}
