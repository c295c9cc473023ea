package gplib

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/linalg"
)

// Loss is the loss of one prediction, as [LOO], [KFold] and [HoldOut] sum it.
type Loss int

const (
	// LogDensity is the negative log density of y_i, in nats.
	LogDensity Loss = iota
	// SquaredError is the squared error of the mean, in the square of the
	// unit of y. It leaves a common factor of all variances undetermined.
	SquaredError
)

// String returns the loss in words.
func (l Loss) String() string {
	if l == SquaredError {
		return "sum of squares"
	}
	return "negative log density"
}

// at returns the loss of the error e of a prediction of variance v, and its
// derivatives by e and v.
func (l Loss) at(e, v float64) (value, byError, byVar float64) {
	if l == SquaredError {
		return e * e, 2 * e, 0
	}
	return (math.Log(2*math.Pi*v) + e*e/v) / 2, e / v, (1/v - e*e/(v*v)) / 2
}

// LOO is the leave-one-out error of predictions, summed over the n
// observations (Rasmussen and Williams 2006, section 5.4.2). With C, r as in
// [LML], α = C⁻¹r and q_i = (C⁻¹)_ii, observation i left out is predicted
// with the error α_i/q_i and the variance 1/q_i. One evaluation takes O(n³)
// time and three n × n matrices.
type LOO struct {
	// Loss is the summand: LogDensity or SquaredError.
	Loss Loss
}

// Name returns, for example, "leave-one-out negative log density".
func (l LOO) Name() string { return "leave-one-out " + l.Loss.String() }

// Eval returns the value and, where grad is not nil, the gradient with
// respect to the natural values of m.Params().
func (l LOO) Eval(m Model, d Data, grad []float64) (float64, error) {
	return l.evalWithin(context.Background(), math.Inf(1), m, d, grad)
}

func (l LOO) evalWithin(ctx context.Context, _ float64, m Model, d Data, grad []float64) (float64, error) {
	folds := make([][]int, d.Len())
	for i := range folds {
		folds[i] = []int{i}
	}
	return leftOut{l.Name(), l.Loss, folds}.eval(ctx, m, d, grad)
}

// KFold is the exact error of K-fold cross-validation, summed over all observations:
// each fold is predicted from all others. The K fits share one factorisation: with C, r
// and α = C⁻¹r as in [LML] and Q = (C⁻¹)_FF, the fold F left out is predicted with the
// errors Q⁻¹α_F and the covariance Q⁻¹ (the block form of Rasmussen and Williams 2006,
// section 5.4.2). Log densities are marginal, one per observation. One evaluation takes
// O(n³) time and three n × n matrices.
type KFold struct {
	// Loss is the summand: LogDensity or SquaredError.
	Loss Loss
	// K is the number of folds, 2 to n; 0 is 10, or n where that is less.
	K int
	// Seed chooses the folds. One seed gives the same folds at every call.
	Seed uint64
	// Folds, where not nil, are the positions of each fold instead, disjoint.
	// Observations in no fold are only predicted from.
	Folds [][]int
}

// Name returns, for example, "5-fold sum of squares", or "K-fold sum of squares" where
// the number depends on the data.
func (o KFold) Name() string {
	switch {
	case o.Folds != nil:
		return fmt.Sprintf("%d-fold %v", len(o.Folds), o.Loss)
	case o.K != 0:
		return fmt.Sprintf("%d-fold %v", o.K, o.Loss)
	}
	return "K-fold " + o.Loss.String()
}

// Eval returns the value and, where grad is not nil, the gradient with
// respect to the natural values of m.Params().
func (o KFold) Eval(m Model, d Data, grad []float64) (float64, error) {
	return o.evalWithin(context.Background(), math.Inf(1), m, d, grad)
}

func (o KFold) evalWithin(ctx context.Context, _ float64, m Model, d Data, grad []float64) (float64, error) {
	folds, err := o.folds(d.Len())
	if err != nil {
		return 0, err
	}
	return leftOut{o.Name(), o.Loss, folds}.eval(ctx, m, d, grad)
}

const defaultFolds = 10

func (o KFold) folds(n int) ([][]int, error) {
	if o.Folds != nil {
		return o.Folds, CheckFolds(o.Folds, n)
	}
	k := o.K
	if k == 0 {
		k = min(defaultFolds, n)
	}
	if k < 2 || k > n {
		return nil, fmt.Errorf("gplib: KFold.K is %d; %d observations allow 2 to %d folds", k, n, n)
	}
	return Deal(rand.New(rand.NewPCG(o.Seed, 0)).Perm(n), k), nil
}

// HoldOut is the error of the predictions of held-out observations from all
// others, the criterion HOCV. It is [KFold] of one fold.
type HoldOut struct {
	// Loss is the summand: LogDensity or SquaredError.
	Loss Loss
	// Held are the positions of the held-out observations.
	Held []int
}

// Name returns, for example, "hold-out sum of squares".
func (o HoldOut) Name() string { return "hold-out " + o.Loss.String() }

// Eval returns the value and, where grad is not nil, the gradient with
// respect to the natural values of m.Params().
func (o HoldOut) Eval(m Model, d Data, grad []float64) (float64, error) {
	return o.evalWithin(context.Background(), math.Inf(1), m, d, grad)
}

func (o HoldOut) evalWithin(ctx context.Context, _ float64, m Model, d Data, grad []float64) (float64, error) {
	if len(o.Held) == 0 {
		return 0, errors.New("gplib: HoldOut.Held is empty; list the rows to predict from the others")
	}
	folds := [][]int{o.Held}
	if err := CheckFolds(folds, d.Len()); err != nil {
		return 0, err
	}
	return leftOut{o.Name(), o.Loss, folds}.eval(ctx, m, d, grad)
}

// leftOut is the loss of predictions of each fold from all else.
type leftOut struct {
	name  string
	loss  Loss
	folds [][]int
}

func (o leftOut) eval(ctx context.Context, m Model, d Data, grad []float64) (float64, error) {
	g, err := evaluationOf(ctx, m, d, grad)
	if err != nil {
		return 0, err
	}
	defer returnSquare(g.matrix)
	inverse, err := g.chol.InvertLower(ctx)
	if err != nil {
		return 0, err
	}
	linalg.MirrorLower(inverse)
	value, blocks := 0.0, make([]foldLoss, len(o.folds))
	for f, fold := range o.folds {
		if blocks[f], err = o.at(ctx, fold, g.alpha, inverse); err != nil {
			if ctx.Err() != nil {
				return 0, err
			}
			return 0, fmt.Errorf("gplib: the %s at %v: %w", o.name, m, err)
		}
		value += blocks[f].value
	}
	if math.IsNaN(value) || math.IsInf(value, 0) {
		return 0, fmt.Errorf("gplib: the %s is %v at %v", o.name, value, m)
	}
	if grad != nil {
		err = g.leftOutGrad(grad, inverse, blocks)
	}
	return value, err
}

// foldLoss is the loss of a fold and its derivatives by α_F and Q.
type foldLoss struct {
	fold    []int
	value   float64
	byAlpha []float64
	byQ     *mat.Dense
}

// at: with V = Q⁻¹ the errors are e = Vα_F and the variances diag V. From the
// derivatives u and h by e and V, the derivative by α_F is Vu, and by Q it is -V
// diag(h) V - (Vu eᵀ + e uᵀV)/2.
func (o leftOut) at(ctx context.Context, fold []int, alpha []float64, inverse *mat.Dense) (foldLoss, error) {
	size := len(fold)
	v, err := blockInverse(ctx, inverse, fold)
	if err != nil {
		return foldLoss{}, err
	}
	l := foldLoss{fold: fold, byAlpha: make([]float64, size), byQ: mat.NewDense(size, size, nil)}
	e, u, scaled := make([]float64, size), make([]float64, size), mat.NewDense(size, size, nil)
	for a := range fold {
		for b, i := range fold {
			e[a] += v.At(a, b) * alpha[i]
		}
		value, byError, byVar := o.loss.at(e[a], v.At(a, a))
		l.value += value
		u[a] = byError
		floats.ScaleTo(scaled.RawRowView(a), -byVar, v.RawRowView(a))
	}
	if err := linalg.AddMulContext(ctx, l.byQ, v, scaled); err != nil {
		return foldLoss{}, err
	}
	for a := range fold {
		l.byAlpha[a] = floats.Dot(v.RawRowView(a), u)
	}
	for a := range fold {
		row := l.byQ.RawRowView(a)
		floats.AddScaled(row, -l.byAlpha[a]/2, e)
		floats.AddScaled(row, -e[a]/2, l.byAlpha)
	}
	return l, nil
}

// blockInverse returns the inverse of the fold's diagonal block.
func blockInverse(ctx context.Context, inverse *mat.Dense, fold []int) (*mat.Dense, error) {
	block := mat.NewDense(len(fold), len(fold), nil)
	fill := func() error {
		for a, i := range fold {
			row := inverse.RawRowView(i)
			for b, j := range fold {
				block.Set(a, b, row[j])
			}
		}
		return ctx.Err()
	}
	if err := fill(); err != nil {
		return nil, err
	}
	chol, err := linalg.FactorizeLower(ctx, block, fill)
	if err != nil {
		return nil, err
	}
	v, err := chol.InvertLower(ctx)
	if err != nil {
		return nil, err
	}
	linalg.MirrorLower(v)
	return v, nil
}

// leftOutGrad writes the gradient. From ∂α = -C⁻¹(∂C α + ∂m) and
// ∂Q = -(C⁻¹ ∂C C⁻¹)_FF, with a and B (block-diagonal) the derivatives by α
// and Q, it is Σ_ij W_ij ∂C_ij - (C⁻¹a)ᵀ∂m, W = -C⁻¹ B C⁻¹ - (C⁻¹a) αᵀ.
func (g *gram) leftOutGrad(grad []float64, inverse *mat.Dense, blocks []foldLoss) error {
	clear(grad)
	n := len(g.alpha)
	minus, scaled := make([]float64, n), borrowSquare(n) // -C⁻¹a and -B C⁻¹
	defer returnSquare(scaled)
	scaled.Zero()
	for _, l := range blocks {
		for a, i := range l.fold {
			floats.AddScaled(minus, -l.byAlpha[a], inverse.RawRowView(i))
		}
		if err := l.addTo(g.ctx, scaled, inverse); err != nil {
			return err
		}
	}
	w := borrowSquare(n)
	defer returnSquare(w)
	for i := range n {
		floats.ScaleTo(w.RawRowView(i), minus[i], g.alpha)
	}
	if err := linalg.AddMulContext(g.ctx, w, inverse, scaled); err != nil {
		return err
	}
	g.addGrad(grad, w, minus)
	return nil
}

// addTo writes -B C⁻¹ into the rows of the fold.
func (l foldLoss) addTo(ctx context.Context, dst, inverse *mat.Dense) error {
	if len(l.fold) == 1 {
		floats.ScaleTo(dst.RawRowView(l.fold[0]), -l.byQ.At(0, 0), inverse.RawRowView(l.fold[0]))
		return ctx.Err()
	}
	_, n := inverse.Dims()
	rows, product := mat.NewDense(len(l.fold), n, nil), mat.NewDense(len(l.fold), n, nil)
	for a, i := range l.fold {
		copy(rows.RawRowView(a), inverse.RawRowView(i))
	}
	if err := linalg.AddMulContext(ctx, product, l.byQ, rows); err != nil {
		return err
	}
	for a, i := range l.fold {
		floats.ScaleTo(dst.RawRowView(i), -1, product.RawRowView(a))
	}
	return nil
}

// Deal deals positions to k folds in turn, 1 <= k. Each fold is in ascending
// order.
func Deal(positions []int, k int) [][]int {
	folds := make([][]int, k)
	for at, i := range positions {
		folds[at%k] = append(folds[at%k], i)
	}
	for _, fold := range folds {
		slices.Sort(fold)
	}
	return folds
}

// Rest returns the positions in [0, n) that fold does not hold, in ascending order.
func Rest(fold []int, n int) []int {
	held := make([]bool, n)
	for _, i := range fold {
		held[i] = true
	}
	rest := make([]int, 0, n-len(fold))
	for i, h := range held {
		if !h {
			rest = append(rest, i)
		}
	}
	return rest
}

// CheckFolds returns an error unless the folds are disjoint and non-empty, hold
// positions in [0, n) and leave some rows to predict from.
func CheckFolds(folds [][]int, n int) error {
	seen := make([]bool, n)
	for f, fold := range folds {
		if len(fold) == 0 {
			return fmt.Errorf("gplib: fold %d is empty", f)
		}
		if len(fold) >= n {
			return fmt.Errorf("gplib: fold %d holds %d of the %d observations; none is left to predict from", f, len(fold), n)
		}
		for _, i := range fold {
			if i < 0 || i >= n {
				return fmt.Errorf("gplib: fold %d holds the position %d; there are %d observations", f, i, n)
			}
			if seen[i] {
				return fmt.Errorf("gplib: the folds hold position %d twice", i)
			}
			seen[i] = true
		}
	}
	if len(folds) == 0 {
		return fmt.Errorf("gplib: there are no folds")
	}
	return nil
}
