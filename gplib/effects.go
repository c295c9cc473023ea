package gplib

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
	"krigo/internal/category"
)

// Effect is the effect of an input, or of several together, on f: the posterior of the average of
// f over the rows of the data, in which the input has been set to a value (Friedman 2001, section
// 8.2, partial dependence). See [Effects].
type Effect struct {
	// Inputs are the names of the inputs.
	Inputs []string
	// Values holds the values of the inputs, one set a row.
	Values [][]float64
	// Mean and Var are the mean and the variance of the average at each of Values.
	Mean, Var []float64
	// Rows is the number of rows that are averaged over.
	Rows int
}

// Interval returns the bounds of the central interval that holds the effect with probability p, as
// [Prediction.Interval] does. It panics unless p is in [0, 1].
func (e Effect) Interval(p float64) (lower, upper []float64) {
	return interval("Interval", e.Mean, e.Var, p)
}

// Std returns the standard deviation of the effect at each of its values.
func (e Effect) Std() []float64 { return roots(e.Var) }

// String names the inputs.
func (e Effect) String() string {
	return fmt.Sprintf("effect of %q at %d values, over %d rows", e.Inputs, len(e.Values), e.Rows)
}

const (
	effectValues   = 41  // of an input
	mostEffectRows = 200 // that are averaged over
	// fewEffectValues is the number of different values up to which an effect is at these alone: the
	// input may be a category or a count.
	fewEffectValues = 12
)

// Effects returns the effect of each of some inputs on f, numbered from 0; without dims of all, in
// the order of the columns of x:
//
//	E[f | x_j = v] = 1/n Σ_i f(x_i with x_ij = v).
//
// The columns of a category ([krigo/gplib/dataset.OneHot]) are one input, with one effect at the
// place of the first of them that dims has: Inputs has all of the columns, Values those of each
// level.
//
// The values are 41 from the least to the greatest of the input, or all if they are few. The
// average is over 200 rows of x at most, evenly spaced ones of more. A nil x is the data of the
// posterior. f with the value in a row may be far from all data where inputs depend on each other;
// variances are large there.
//
// The level of f is part of the effects, in the unit of the observations; of a model with a
// likelihood they are those on the latent f. An exact posterior of n observations takes O(n² + nm)
// time for each value, with m rows.
func Effects(p Posterior, x cov.Inputs, dims ...int) ([]Effect, error) {
	d, err := newEffectDesign(p, x)
	if err != nil {
		return nil, fmt.Errorf("gplib: Effects: %w", err)
	}
	if len(dims) == 0 {
		for j := range d.x.Dim() {
			dims = append(dims, j)
		}
	}
	if err := d.check(dims); err != nil {
		return nil, fmt.Errorf("gplib: Effects: %w", err)
	}
	var all []Effect
	var done []int // columns of categories
	categories := category.Of(d.x)
	for _, j := range dims {
		if slices.Contains(done, j) {
			continue
		}
		columns, values := d.valuesOf(j, category.Having(categories, j))
		if len(columns) > 1 {
			done = append(done, columns...)
		}
		e, err := d.effect(columns, values)
		if err != nil {
			return nil, fmt.Errorf("gplib: Effects: %w", err)
		}
		all = append(all, e)
	}
	return all, nil
}

// valuesOf returns the columns of an input, which may be one of a category, and their values.
func (d *effectDesign) valuesOf(j int, c *category.Category) (columns []int, values [][]float64) {
	if c != nil {
		return c.Columns, c.Codes
	}
	for _, v := range effectValuesOf(d.x.Column(j), effectValues) {
		values = append(values, []float64{v})
	}
	return []int{j}, values
}

// EffectAt returns the joint effect of the inputs dims, numbered from 0, at the given values: rows
// of len(dims) numbers. It does what [Effects] does for values and inputs of your choice.
func EffectAt(p Posterior, x cov.Inputs, dims []int, values [][]float64) (Effect, error) {
	d, err := newEffectDesign(p, x)
	if err != nil {
		return Effect{}, fmt.Errorf("gplib: EffectAt: %w", err)
	}
	if err := d.check(dims); err != nil {
		return Effect{}, fmt.Errorf("gplib: EffectAt: %w", err)
	}
	for i, v := range values {
		if len(v) != len(dims) {
			return Effect{}, fmt.Errorf("gplib: EffectAt: values[%d] has %d numbers for %d inputs", i, len(v), len(dims))
		}
	}
	if len(dims) == 0 || len(values) == 0 {
		return Effect{}, fmt.Errorf("gplib: EffectAt: %d inputs and %d values; at least one of each is needed", len(dims), len(values))
	}
	e, err := d.effect(dims, values)
	if err != nil {
		return Effect{}, fmt.Errorf("gplib: EffectAt: %w", err)
	}
	return e, nil
}

// effectDesign holds the rows that effects of a posterior are averaged over.
type effectDesign struct {
	posterior Posterior
	x, rows   *cov.Matrix
	names     []string
}

func newEffectDesign(p Posterior, x cov.Inputs) (*effectDesign, error) {
	points, err := rowsOf(p, x)
	if err != nil {
		return nil, err
	}
	if err := points.CheckFinite(); err != nil {
		return nil, err
	}
	rows := points.Subset(Spaced(points.Len(), mostEffectRows)).(*cov.Matrix)
	return &effectDesign{p, points, rows, inputNames(points)}, nil
}

// check returns an error that names an input that does not exist, or nil.
func (d *effectDesign) check(dims []int) error {
	for _, j := range dims {
		if j < 0 || j >= d.x.Dim() {
			return fmt.Errorf("there is no input %d; the inputs are 0 to %d", j, d.x.Dim()-1)
		}
	}
	return nil
}

// effectValuesOf returns values of a column in increasing order.
func effectValuesOf(column []float64, count int) []float64 {
	slices.Sort(column)
	distinct := slices.Compact(slices.Clone(column))
	if len(distinct) <= fewEffectValues {
		return distinct
	}
	return floats.Span(make([]float64, count), distinct[0], distinct[len(distinct)-1])
}

func (d *effectDesign) effect(dims []int, values [][]float64) (Effect, error) {
	e := Effect{Values: values, Rows: d.rows.Len()}
	for _, j := range dims {
		e.Inputs = append(e.Inputs, d.names[j])
	}
	sets := make([]cov.Inputs, len(values))
	for k, v := range values {
		set := mat.DenseCopyOf(d.rows)
		for c, j := range dims {
			for i := range e.Rows {
				set.Set(i, j, v[c])
			}
		}
		sets[k] = cov.Points(set).Like(d.x)
	}
	all, err := average.of(d.posterior, sets)
	if err != nil {
		return Effect{}, err
	}
	e.Mean, e.Var = all[0].mean, all[0].variance
	return e, nil
}

// average is the average of f over each set.
var average = linear{
	weighted: func(w Weights, sets []cov.Inputs) []moments { return []moments{w.averages(sets)} },
	otherwise: func(p Posterior, sets []cov.Inputs) ([]moments, error) {
		at := moments{make([]float64, len(sets)), make([]float64, len(sets))}
		for j, x := range sets {
			mean, c, err := p.Covariance(x)
			if err != nil {
				return nil, err
			}
			m := float64(len(mean))
			at.mean[j], at.variance[j] = floats.Sum(mean)/m, max(mat.Sum(c), 0)/(m*m)
		}
		return []moments{at}, nil
	},
}
