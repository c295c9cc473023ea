package inducing

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"krigo/gplib"
	"krigo/gplib/linalg"
)

// CSI is the selector of Cholesky with side information (Bach and Jordan
// 2005): a partial Cholesky factor G whose next pivot lowers most
//
//	λ tr(K - GGᵀ) + μ‖(I - PP⁺)Hy‖²,  λ = (1 - κ)/tr K,  μ = κ/‖Hy‖²,
//
// with H the centring and P = HG, so that G explains K and y. The gain of a
// pivot is known exactly only with its column of K; it is estimated from
// look-ahead columns, those of the pivots with the largest remaining variance.
type CSI struct {
	// Trade is κ, the weight of explaining y, in [0, 1); 0 is 0.99.
	Trade float64
	// LookAhead is the number of look-ahead columns; 0 is 40.
	LookAhead int
	// Tol ends the selection where the best estimated gain, a part of the
	// objective's start, 1, is below it. The authors use 1e-4.
	Tol float64
}

// Name returns "CSI".
func (CSI) Name() string { return "CSI" }

// Fixed is false.
func (CSI) Fixed() bool { return false }

// Select implements [Selector], in O(n·size·(size + LookAhead)·LookAhead)
// time.
func (c CSI) Select(ctx context.Context, m gplib.Model, d gplib.Data, size int, _ rand.Source) (*Selection, error) {
	if err := checkSelect(ctx, "CSI", m, d, size); err != nil {
		return nil, err
	}
	if c.Trade == 0 {
		c.Trade = 0.99
	}
	if c.LookAhead == 0 {
		c.LookAhead = 40
	}
	if !(c.Trade > 0 && c.Trade < 1) || c.LookAhead < 1 || !(c.Tol >= 0) {
		return nil, fmt.Errorf("inducing: CSI is %+v; 0 <= Trade < 1, LookAhead >= 0, Tol >= 0", c)
	}
	s, err := newSideInformation(m, d, size, c)
	if err != nil {
		return nil, err
	}
	for s.Len() < size && ctx.Err() == nil {
		s.look()
		j, gain := s.best()
		if j < 0 || gain < c.Tol {
			break
		}
		s.take(j)
	}
	return s.selection(ctx)
}

// sideInformation is the state of CSI: G, the look-ahead columns W with K - GGᵀ
// ≈ WWᵀ, which continue G by their own pivots, and an orthonormal basis Q of
// HG. All are held by rows.
type sideInformation struct {
	*pivoting
	columns  int // as many look-ahead columns as are wanted
	w        [][]float64
	u        [][]float64 // (I - QᵀQ)H of each
	ahead    []int       // the pivots of w
	rest     []float64   // diagonal of K - GGᵀ - WWᵀ
	q        *mat.Dense
	rank     int
	y        []float64 // (I - QᵀQ)Hy
	byTrace  float64   // λ
	byTarget float64   // μ
}

func newSideInformation(m gplib.Model, d gplib.Data, size int, c CSI) (*sideInformation, error) {
	p, err := newPivoting(m.Cov, d.X, size)
	if err != nil {
		return nil, err
	}
	s := &sideInformation{
		pivoting: p, columns: c.LookAhead, q: mat.NewDense(size, d.Len(), nil),
		rest: append([]float64(nil), p.Rest()...), y: m.Residuals(d),
	}
	centre(s.y)
	if p.trace[0] > 0 {
		s.byTrace = (1 - c.Trade) / p.trace[0]
	}
	if square := floats.Dot(s.y, s.y); square > 0 {
		s.byTarget = c.Trade / square
	}
	return s, nil
}

// centre subtracts the mean from v.
func centre(v []float64) { floats.AddConst(-stat.Mean(v, nil), v) }

// look appends the look-ahead columns of the largest remaining variances.
func (s *sideInformation) look() {
	for len(s.w) < s.columns {
		j := floats.MaxIdx(s.rest)
		if s.rest[j] <= s.least[j] {
			return
		}
		s.append(j)
	}
}

// append appends the column of pivot j to W.
func (s *sideInformation) append(j int) {
	column := make([]float64, len(s.rest))
	s.row(column, j)
	for a := range s.Len() {
		g := s.Rows().RawRowView(a)
		floats.AddScaled(column, -g[j], g)
	}
	for _, w := range s.w {
		floats.AddScaled(column, -w[j], w)
	}
	root := math.Sqrt(s.rest[j])
	floats.Scale(1/root, column)
	for _, earlier := range s.ahead {
		column[earlier] = 0
	}
	for _, earlier := range s.Pivots() {
		column[earlier] = 0
	}
	column[j] = root
	for i, v := range column {
		s.rest[i] = math.Max(0, s.rest[i]-v*v)
	}
	s.rest[j] = 0
	s.w, s.u, s.ahead = append(s.w, column), append(s.u, s.unexplained(column)), append(s.ahead, j)
}

// best returns the eligible point of largest estimated gain,
//
//	λ‖e‖²/e_j + μ(yᵀ(I - QᵀQ)He)²/‖(I - QᵀQ)He‖²,  e = (K - GGᵀ)_:j ≈ Ww_j,
//
// where the j-th element of e is known.
func (s *sideInformation) best() (best int, gain float64) {
	if len(s.w) == 0 {
		return -1, 0
	}
	n := len(s.y)
	w, u := stacked(s.w), stacked(s.u)
	fit := make([]float64, len(s.w))
	linalg.MulVec(fit, u, s.y)
	known, covariance := make([]float64, n), make([]float64, n)
	for a, row := range s.w {
		addProduct(known, row, row)
		floats.AddScaled(covariance, fit[a], row)
	}
	inside, outside := quadratic(w, w), quadratic(w, u)
	best = -1
	for j, rest := range s.Rest() {
		if !s.eligible(j) {
			continue
		}
		square := inside[j] + rest*rest - known[j]*known[j]
		value := s.byTrace * square / rest
		if left := outside[j]; left > leastRest*square {
			value += s.byTarget * covariance[j] * covariance[j] / left
		}
		if best < 0 || value > gain {
			best, gain = j, value
		}
	}
	return best, gain
}

// stacked returns the matrix of some rows.
func stacked(rows [][]float64) *mat.Dense {
	a := mat.NewDense(len(rows), len(rows[0]), nil)
	for i, row := range rows {
		a.SetRow(i, row)
	}
	return a
}

// quadratic returns the diagonal of wᵀ(uuᵀ)w.
func quadratic(w, u *mat.Dense) []float64 {
	z, n := w.Dims()
	inner, by, sum := mat.NewDense(z, z, nil), mat.NewDense(z, n, nil), make([]float64, n)
	linalg.Gemm(blas.NoTrans, blas.Trans, 1, u, u, 0, inner)
	linalg.Gemm(blas.NoTrans, blas.NoTrans, 1, inner, w, 0, by)
	for a := range z {
		addProduct(sum, w.RawRowView(a), by.RawRowView(a))
	}
	return sum
}

// addProduct sets dst += x∘y.
func addProduct(dst, x, y []float64) {
	for i, v := range x {
		dst[i] += v * y[i]
	}
}

// unexplained returns a centred look-ahead column without the part that Q explains.
func (s *sideInformation) unexplained(column []float64) []float64 {
	u := append([]float64(nil), column...)
	centre(u)
	for a := range s.rank {
		q := s.q.RawRowView(a)
		floats.AddScaled(u, -floats.Dot(q, u), q)
	}
	return u
}

// take makes j the next pivot of G. Its column leaves W, in which exchanges
// bring it to the front first.
func (s *sideInformation) take(j int) {
	at := -1
	for a, pivot := range s.ahead {
		if pivot == j {
			at = a
		}
	}
	if at < 0 {
		if s.rest[j] > s.least[j] {
			s.append(j)
			at = len(s.w) - 1
		} else { // W explains it: another look begins without W
			s.w, s.u, s.ahead = nil, nil, nil
		}
	}
	for ; at > 0; at-- {
		s.exchange(at - 1)
	}
	s.add(j)
	s.extendBasis()
	if len(s.w) > 0 {
		s.w, s.u, s.ahead = s.w[1:], s.u[1:], s.ahead[1:]
	} else {
		copy(s.rest, s.Rest())
	}
}

// exchange swaps the look-ahead pivots t and t+1 by a reflection of their
// columns. The column of the second, now the first, no longer depends on the
// other.
func (s *sideInformation) exchange(t int) {
	pivot := s.ahead[t+1]
	a, b := s.w[t][pivot], s.w[t+1][pivot]
	h := math.Hypot(a, b)
	reflect(s.w[t], s.w[t+1], a/h, b/h)
	reflect(s.u[t], s.u[t+1], a/h, b/h)
	s.ahead[t], s.ahead[t+1] = pivot, s.ahead[t]
}

// reflect turns the columns x and y by [[a, b], [b, -a]].
func reflect(x, y []float64, a, b float64) {
	for i, v := range x {
		x[i], y[i] = a*v+b*y[i], b*v-a*y[i]
	}
}

// extendBasis adds the part of HG's last column outside Q, if any, to Q.
func (s *sideInformation) extendBasis() {
	q := s.q.RawRowView(s.rank)
	copy(q, s.Rows().RawRowView(s.Len()-1))
	centre(q)
	before := floats.Norm(q, 2)
	for range 2 { // once more, for what rounding left
		for a := range s.rank {
			earlier := s.q.RawRowView(a)
			floats.AddScaled(q, -floats.Dot(earlier, q), earlier)
		}
	}
	left := floats.Norm(q, 2)
	if !(left > 1e-10*before) {
		return
	}
	floats.Scale(1/left, q)
	leave := func(v []float64) { floats.AddScaled(v, -floats.Dot(q, v), q) }
	leave(s.y)
	for _, u := range s.u {
		leave(u)
	}
	s.rank++
}
