package inducing

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/linalg"
	"krigo/gplib/optim"
)

// TitsiasGreedy is the selector that adds, of some random candidates, the one
// that lowers the objective most (Titsias 2009, section 3.1).
type TitsiasGreedy struct {
	// Candidates is their number for each point; 0 is 16. If fewer points remain,
	// all are candidates.
	Candidates int
	// Approximation is the objective, [VFE] or [DTC].
	Approximation Approximation
}

// Name includes the number of candidates, such as "Titsias-16".
func (t TitsiasGreedy) Name() string { return fmt.Sprintf("Titsias-%d", t.candidates()) }

func (t TitsiasGreedy) candidates() int {
	if t.Candidates == 0 {
		return 16
	}
	return t.Candidates
}

// Fixed is false.
func (TitsiasGreedy) Fixed() bool { return false }

// candidateBlock is the number of candidates evaluated at once.
const candidateBlock = 512

// Select implements [Selector], in O(n·size²·Candidates) time and
// O(n·(size + Candidates)) memory.
func (t TitsiasGreedy) Select(ctx context.Context, m gplib.Model, d gplib.Data, size int, src rand.Source) (*Selection, error) {
	if err := checkSelect(ctx, t.Name(), m, d, size); err != nil {
		return nil, err
	}
	if t.Candidates < 0 || t.Approximation != VFE && t.Approximation != DTC {
		return nil, fmt.Errorf("inducing: TitsiasGreedy has %d candidates for %v", t.Candidates, t.Approximation)
	}
	g, err := newGrowing(m, d, size)
	if err != nil {
		return nil, err
	}
	rng := rand.New(optim.Source(src))
	for g.Len() < size && ctx.Err() == nil {
		best, gain := -1, math.Inf(-1)
		candidates := g.draw(rng, t.candidates())
		for lo := 0; lo < len(candidates); lo += candidateBlock {
			some := candidates[lo:min(lo+candidateBlock, len(candidates))]
			for b, v := range g.gains(some, t.Approximation) {
				if v > gain {
					best, gain = some[b], v
				}
			}
		}
		if best < 0 {
			break
		}
		g.add(best)
	}
	return g.selection(ctx)
}

// growing is a sparse approximation to which points are added. In units of
// the noise (a row of K, and y, divided by √s_i) it is
//
//	(VᵀV + I)⁻¹ = I - WᵀW = P.
type growing struct {
	*pivoting
	k        cov.Func
	x        cov.Inputs
	root     []float64  // s_i^(-1/2)
	y        []float64  // (y - m)_i/√s_i
	w        *mat.Dense // a row for each possible point
	residual []float64  // P·y
}

func newGrowing(m gplib.Model, d gplib.Data, size int) (*growing, error) {
	noise, err := noiseAt(m, d.X)
	if err != nil {
		return nil, err
	}
	p, err := newPivoting(m.Cov, d.X, size)
	if err != nil {
		return nil, err
	}
	g := &growing{pivoting: p, k: m.Cov, x: d.X, root: noise, y: m.Residuals(d), w: mat.NewDense(size, d.Len(), nil)}
	for i, s := range noise {
		g.root[i] = 1 / math.Sqrt(s)
	}
	floats.Mul(g.y, g.root)
	g.residual = append([]float64(nil), g.y...)
	return g, nil
}

// draw returns count random eligible points, or all.
func (g *growing) draw(rng *rand.Rand, count int) []int {
	var left []int
	for j := range g.y {
		if g.eligible(j) {
			left = append(left, j)
		}
	}
	for i := range min(count, len(left)) {
		j := i + rng.IntN(len(left)-i)
		left[i], left[j] = left[j], left[i]
	}
	return left[:min(count, len(left))]
}

// gains returns the fall of the objective for each candidate j added: with e =
// (K - Q)_:j, ν = e_j, ρ² = 1 + eᵀPe/ν and e in units of the noise,
//
//	((eᵀPy)²/(νρ²) - log ρ² + ‖e‖²/ν)/2,
//
// the last term for VFE only (Cao et al. 2013, equations 14 to 16).
func (g *growing) gains(candidates []int, a Approximation) []float64 {
	e := g.rests(candidates)
	count, k := len(candidates), g.Len()
	var we *mat.Dense
	if k > 0 {
		we = mat.NewDense(count, k, nil)
		linalg.Gemm(blas.NoTrans, blas.Trans, 1, e, g.w.Slice(0, k, 0, len(g.y)).(*mat.Dense), 0, we)
	}
	gains := make([]float64, count)
	for b, j := range candidates {
		row := e.RawRowView(b)
		nu, square, fit := g.Rest()[j], floats.Dot(row, row), floats.Dot(row, g.residual)
		inside := square
		if we != nil {
			inside -= floats.Dot(we.RawRowView(b), we.RawRowView(b))
		}
		rho := 1 + math.Max(inside, 0)/nu
		gains[b] = (fit*fit/(nu*rho) - math.Log(rho)) / 2
		if a == VFE {
			gains[b] += square / nu / 2
		}
	}
	return gains
}

// rests returns rows of K - Q in units of the noise.
func (g *growing) rests(candidates []int) *mat.Dense {
	e := mat.NewDense(len(candidates), len(g.y), nil)
	g.k.Gram(e, g.x.Subset(candidates), g.x)
	if k := g.Len(); k > 0 {
		v := g.Rows()
		at := mat.NewDense(len(candidates), k, nil)
		for b, j := range candidates {
			for a := range k {
				at.Set(b, a, v.At(a, j))
			}
		}
		linalg.Gemm(blas.NoTrans, blas.NoTrans, -1, at, v, 1, e)
	}
	scaleColumns(e, e, g.root)
	return e
}

// add adds point j: with l the new row of V, W gets the row Pl/√(1 + lᵀPl).
func (g *growing) add(j int) {
	k, n := g.Len(), len(g.y)
	g.pivoting.add(j)
	l := floats.MulTo(make([]float64, n), g.Rows().RawRowView(k), g.root)
	q := g.w.RawRowView(k)
	copy(q, l)
	for a := range k {
		earlier := g.w.RawRowView(a)
		floats.AddScaled(q, -floats.Dot(earlier, l), earlier)
	}
	floats.Scale(1/math.Sqrt(1+math.Max(floats.Dot(l, q), 0)), q)
	floats.AddScaled(g.residual, -floats.Dot(q, g.y), q)
}
