package gplib

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"krigo/gplib/cov"
	"krigo/gplib/optim"
	"krigo/internal/category"
	"krigo/internal/words"
)

// Sensitivity is how much one input contributes to f, as its two Sobol indices. An input
// that matters only together with others has a First of 0.
type Sensitivity struct {
	// Input is the name of the input, of a category that of its column in the table.
	Input string
	// First is the share of the variance of f that the input explains alone: the
	// variance of E[f | input].
	First Share
	// Total is the share that vanishes when the input is held at a value: that of First
	// and of all interactions with other inputs.
	Total Share
}

// Share is a share of the variance of f, from 0 to 1: the median and the bounds of the
// central 95 % interval.
type Share struct{ Value, Lower, Upper float64 }

// String returns the share with its interval.
func (s Share) String() string {
	return fmt.Sprintf("%s [%s, %s]", words.Number(s.Value, 2), words.Number(s.Lower, 2), words.Number(s.Upper, 2))
}

// Sensitivities returns the sensitivity of f to each input of a posterior, in the order
// of the columns of its data (Sobol 2001; for draws of f, Oakley and O'Hagan 2004).
//
// Each input is treated as independent of the others: f is evaluated at rows of x, a
// *[cov.Matrix] of at least 2 rows, in which the values of the input are replaced by
// those of other rows, and the shares are of the variance of f there. So a point has one
// value at most that its row does not have. Where inputs depend on each other, such
// points may be far from all rows, and the shares of all inputs need not add up to 1. A
// nil x is the data of the posterior.
//
// The columns of a category (krigo/gplib/dataset.OneHot) are one input, at the place of the first
// of them: a row has another level as a whole, and no point has two levels or none.
//
// The intervals contain the uncertainty about f, from 200 joint draws, and that of 32
// rows, which have random weights in each draw (Rubin 1981, the Bayesian bootstrap). The
// medians are of four such designs, so their intervals are rather too wide. They do not
// contain the uncertainty about the parameters, unless the posterior does. For a posterior by
// conjugate gradients, the mean of f replaces the draws. A nil src is a fixed seed.
//
// The number of evaluations is bounded: 2048 points an input, fewer if there are many
// inputs, or many observations in an exact posterior.
func Sensitivities(p Posterior, x cov.Inputs, src rand.Source) ([]Sensitivity, error) {
	s, err := newSensitivities(p, x, rand.New(optim.Source(src)))
	if err != nil {
		return nil, fmt.Errorf("gplib: Sensitivities: %w", err)
	}
	var all []Sensitivity
	for _, in := range wholeInputs(s.x) {
		found, err := s.of(in)
		if err != nil {
			return nil, fmt.Errorf("gplib: Sensitivities: %w", err)
		}
		all = append(all, found)
	}
	return all, nil
}

// oneInput is an input of the user: a column, or all columns of a category.
type oneInput struct {
	name    string
	columns []int
	// values has a number for each row: that of the column, or the position of the row's level in codes.
	values []float64
	codes  [][]float64 // nil of a number
}

// wholeInputs returns the inputs of x in the order of their first columns.
func wholeInputs(x *cov.Matrix) []oneInput {
	var all []oneInput
	categories := category.Of(x)
	for j, name := range inputNames(x) {
		in := oneInput{name: name, columns: []int{j}}
		switch c := category.Having(categories, j); {
		case c == nil:
			in.values = x.Column(j)
		case c.Columns[0] != j:
			continue
		default:
			in = oneInput{name: c.Name, columns: c.Columns, values: c.Values, codes: c.Codes}
		}
		all = append(all, in)
	}
	return all
}

// set gives a row the value v of the input.
func (in oneInput) set(row []float64, v float64) {
	if in.codes == nil {
		row[in.columns[0]] = v
		return
	}
	for k, j := range in.columns {
		row[j] = in.codes[int(v)][k]
	}
}

const (
	sensitivityDraws   = 200
	sensitivityDesigns = 4 // each with its part of the draws
	sensitivityLevel   = 0.95
	sensitivityValues  = 16 // of an input in a design
	// mostPoints and leastPoints bound the evaluations in a design.
	mostPoints, leastPoints = 512, 64
	// mostPointsOfInputs bounds those for all inputs, and mostPointWork their
	// multiplications with the factor of an exact posterior.
	mostPointsOfInputs, mostPointWork = 1 << 17, 1e11
	// rounding is the part of the variance of f between draws that is rounding error.
	rounding = 1e-8
)

// sensitivities holds the design and the predictions that all inputs of a posterior share.
type sensitivities struct {
	posterior Posterior
	x         *cov.Matrix
	rng       *rand.Rand
	rows      int // of a design
}

// rowsOf returns x, or the rows of p if x is nil, as points.
func rowsOf(p Posterior, x cov.Inputs) (*cov.Matrix, error) {
	switch {
	case p == nil:
		return nil, errors.New("the posterior is nil")
	case x == nil:
		x = p.Data().X
	}
	if x == nil || x.Len() == 0 {
		return nil, errors.New("the posterior does not hold its rows; pass some as x")
	}
	return pointsOf(x, "x")
}

func newSensitivities(p Posterior, x cov.Inputs, rng *rand.Rand) (*sensitivities, error) {
	points, err := rowsOf(p, x)
	if err != nil {
		return nil, err
	}
	if points.Len() < 2 {
		return nil, errors.New("x has one row; at least 2 are needed")
	}
	if err := points.CheckFinite(); err != nil {
		return nil, err
	}
	rows := max(2, pointsOfDesign(p, points.Dim())/sensitivityValues)
	return &sensitivities{p, points, rng, min(points.Len(), rows)}, nil
}

// pointsOfDesign returns the number of evaluations in a design for one of d inputs.
func pointsOfDesign(p Posterior, d int) int {
	most := float64(mostPointsOfInputs)
	if n := float64(p.Data().Len()); n > 0 {
		switch own := p.(type) {
		case *Exact:
			most = min(most, mostPointWork/(n*n))
		case interface{ Models() []Model }: // a mixture of exact posteriors
			most = min(most, mostPointWork/(n*n*float64(len(own.Models()))))
		}
	}
	return int(min(max(most/float64(d*sensitivityDesigns), leastPoints), mostPoints))
}

// of returns the sensitivity to an input, from several designs of rows and values.
func (s *sensitivities) of(in oneInput) (Sensitivity, error) {
	var first, total []float64
	for range sensitivityDesigns {
		rows, values := s.rng.Perm(s.x.Len())[:s.rows], s.values(slices.Clone(in.values))
		draws, err := s.evaluate(s.design(in, rows, values.at))
		if err != nil {
			return Sensitivity{}, err
		}
		count, points := draws.Dims()
		level := levelVariance(draws)
		for d := range sensitivityDraws / sensitivityDesigns {
			f := mat.NewDense(s.rows, points/s.rows, slices.Clone(draws.RawRowView(d%count)))
			v := values.variances(f, s.rowWeights())
			if v.all <= rounding*level {
				v = variances{all: 1} // f is constant
			}
			first, total = append(first, v.first/v.all), append(total, v.total/v.all)
		}
	}
	return Sensitivity{Input: in.name, First: shareOf(first), Total: shareOf(total)}, nil
}

// rowWeights draws the weights of a design's rows from the uniform Dirichlet distribution
// (the Bayesian bootstrap).
func (s *sensitivities) rowWeights() []float64 {
	w := make([]float64, s.rows)
	for i := range w {
		w[i] = s.rng.ExpFloat64()
	}
	floats.Scale(1/floats.Sum(w), w)
	return w
}

// shareOf summarises draws of a share. Their estimates have no bias and can therefore
// be beyond 0 and 1.
func shareOf(draws []float64) Share {
	slices.Sort(draws)
	at := func(p float64) float64 {
		return min(max(stat.Quantile(p, stat.LinInterp, draws, nil), 0), 1)
	}
	return Share{at(0.5), at((1 - sensitivityLevel) / 2), at((1 + sensitivityLevel) / 2)}
}

// levelVariance returns the variance of f that all points have in common: that of the
// means of the draws, and what rounding of its level makes of one.
func levelVariance(draws *mat.Dense) float64 {
	count, points := draws.Dims()
	means := make([]float64, count)
	for d := range means {
		means[d] = floats.Sum(draws.RawRowView(d)) / float64(points)
	}
	mean, variance := stat.PopMeanVariance(means, nil)
	return variance + 1e-16*mean*mean
}

// design returns rows of x with each of the values of an input, row by row.
func (s *sensitivities) design(in oneInput, rows []int, values []float64) *cov.Matrix {
	design := mat.NewDense(len(rows)*len(values), s.x.Dim(), nil)
	for i, row := range rows {
		own := s.x.Row(row)
		for k, v := range values {
			in.set(own, v)
			design.SetRow(i*len(values)+k, own)
		}
	}
	return cov.Points(design).Like(s.x)
}

// evaluate returns draws of f at x, one a row, or one row with its mean if draws take a
// linear solve for each point.
func (s *sensitivities) evaluate(x *cov.Matrix) (*mat.Dense, error) {
	_, factorised := s.posterior.(LeaveOneOuter)
	if p, ok := s.posterior.(interface {
		Mean(x cov.Inputs) ([]float64, error)
	}); ok && !factorised {
		mean, err := p.Mean(x)
		if err != nil {
			return nil, err
		}
		return mat.NewDense(1, len(mean), mean), nil
	}
	return Sample(s.posterior, x, sensitivityDraws/sensitivityDesigns, s.rng)
}

// inputValues are values of an input with the probabilities of each.
type inputValues struct {
	at, weights []float64
	// split is where the second of two independent samples begins; 0 where the values
	// are all that there are.
	split int
}

// values returns all values of a column if they are few, else two independent
// stratified samples.
func (s *sensitivities) values(column []float64) inputValues {
	slices.Sort(column)
	var v inputValues
	share := 1 / float64(len(column))
	for i, value := range column {
		if i == 0 || value != column[i-1] {
			v.at, v.weights = append(v.at, value), append(v.weights, 0)
		}
		v.weights[len(v.weights)-1] += share
		if len(v.at) > sensitivityValues {
			return s.stratified(column)
		}
	}
	return v
}

// stratified draws from a sorted column.
func (s *sensitivities) stratified(sorted []float64) inputValues {
	v := inputValues{split: sensitivityValues / 2}
	for k := range sensitivityValues {
		quantile := (float64(k%v.split) + s.rng.Float64()) / float64(v.split)
		v.at = append(v.at, sorted[int(quantile*float64(len(sorted)))])
		v.weights = append(v.weights, 1.0/sensitivityValues)
	}
	return v
}

// variances are estimates of variances of f.
type variances struct{ first, total, all float64 }

// variances estimates the variances of f, rows × values, which it shifts to weighted mean
// 0, for weights of the rows that add up to 1. With the rows i and l drawn independently, and the
// samples a and b of values v,
//
//	all   = E[f(i, v)²] - E[f(i, a) f(l, b)],
//	total = E[f(i, v)²] - E[f(i, a) f(i, b)],
//	first = E[f(i, v) f(l, v)] - E[f(i, a) f(l, b)],
//
// with averages over all pairs of different rows, so that none is biased.
func (v inputValues) variances(f *mat.Dense, weights []float64) variances {
	mean := 0.0
	for i, w := range weights {
		mean += w * floats.Dot(v.weights, f.RawRowView(i))
	}
	floats.AddConst(-mean, f.RawMatrix().Data)
	_, count := f.Dims()
	// Sums over rows of f(i, v), their products within rows, and the same of averages over values.
	level, own := make([]float64, count), make([]float64, count)
	var a, b, square, within, withinTwice, pairs float64
	for i, w := range weights {
		row := f.RawRowView(i)
		meanA, meanB := v.means(row)
		a, b = a+w*meanA, b+w*meanB
		within, withinTwice = within+w*meanA*meanB, withinTwice+w*w*meanA*meanB
		pairs += w * w
		for k, y := range row {
			square += w * v.weights[k] * y * y
			level[k] += w * y
			own[k] += w * w * y * y
		}
	}
	between := (a*b - withinTwice) / (1 - pairs)
	out := variances{all: square - between, total: square - within, first: -between}
	for k, y := range level {
		out.first += v.weights[k] * (y*y - own[k]) / (1 - pairs)
	}
	return out
}

// means returns the averages of a row over the two samples of values.
func (v inputValues) means(row []float64) (a, b float64) {
	if v.split == 0 {
		a = floats.Dot(v.weights, row)
		return a, a
	}
	half := float64(v.split)
	return floats.Sum(row[:v.split]) / half, floats.Sum(row[v.split:]) / half
}
