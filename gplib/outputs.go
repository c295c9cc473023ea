package gplib

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
)

// Outputs returns the result for each output of a model of several (cov.Tasks): a result on the
// other inputs alone, with the data of that output. dim is the inputs' coordinate with the number of
// the output, from 0. There are as many as the largest number among the data says; it fails if one of
// them has no observation.
//
//	each, err := fit.Outputs(1)
//	display.Fit(each...).Names("copper", "lead")
func (r *Result) Outputs(dim int) ([]*Result, error) {
	if r == nil || r.Posterior == nil {
		return nil, fmt.Errorf("gplib: Outputs: the result has no posterior")
	}
	d := r.Posterior.Data()
	x, ok := d.X.(*cov.Matrix)
	if !ok || x.Dim() < 2 {
		return nil, fmt.Errorf("gplib: Outputs: the inputs are %v; they must be points of a matrix of two dimensions or more", d.X)
	}
	groups, err := cov.Groups(x, dim, math.MaxInt32)
	if err != nil {
		return nil, fmt.Errorf("gplib: Outputs: %w", err)
	}
	if means, _ := x.Standardisations(); means != nil {
		return nil, fmt.Errorf("gplib: Outputs: the inputs are standardised, the numbers of the outputs too; fit the data as they are")
	}
	var results []*Result
	for output := range slices.Max(groups) + 1 {
		p, err := newOutput(r.Posterior, x, dim, output, groups)
		if err != nil {
			return nil, err
		}
		results = append(results, &Result{Method: r.Method, Name: fmt.Sprintf("output %d", output), Model: r.Model, Posterior: p,
			Value: r.Value, Trace: r.Trace, Status: r.Status, Warnings: r.Warnings, Notes: r.Notes, Elapsed: r.Elapsed})
	}
	return results, nil
}

// output is the posterior of one output of several.
type output struct {
	of     Posterior
	data   Data // of the output, on the other inputs
	dim    int
	number float64
}

func newOutput(of Posterior, x *cov.Matrix, dim, number int, groups []int) (*output, error) {
	var index []int
	for i, g := range groups {
		if g == number {
			index = append(index, i)
		}
	}
	if len(index) == 0 {
		return nil, fmt.Errorf("gplib: Outputs: output %d has no observations; number the outputs from 0 without gaps", number)
	}
	d := of.Data().Subset(index)
	points, names := mat.NewDense(len(index), x.Dim()-1, nil), x.Names()
	for i := range index {
		points.SetRow(i, slices.Delete(d.X.(*cov.Matrix).Row(i), dim, dim+1))
	}
	if names != nil {
		names = slices.Delete(names, dim, dim+1)
	}
	var err error
	if d.X, err = cov.Points(points).Named(names...); err != nil {
		return nil, fmt.Errorf("gplib: Outputs: %w", err)
	}
	return &output{of, d, dim, float64(number)}, nil
}

// Data returns the observations of the output.
func (o *output) Data() Data { return o.data }

// whole returns x with the number of the output.
func (o *output) whole(x cov.Inputs) (*cov.Matrix, error) {
	if err := checkInputs(x); err != nil {
		return nil, err
	}
	m, ok := x.(*cov.Matrix)
	if !ok {
		return nil, fmt.Errorf("gplib: x is %T; this output takes points of a matrix", x)
	}
	if err := cov.CheckLike(x, o.data.X); err != nil {
		return nil, fmt.Errorf("gplib: %w", err)
	}
	points := mat.NewDense(m.Len(), m.Dim()+1, nil)
	for i := range m.Len() {
		points.SetRow(i, slices.Insert(m.Row(i), o.dim, o.number))
	}
	return cov.Points(points), nil
}

// Predict returns the marginal distributions of the output at x.
func (o *output) Predict(x cov.Inputs) (Prediction, error) {
	all, err := o.whole(x)
	if err != nil {
		return Prediction{}, err
	}
	q, err := o.of.Predict(all)
	q.X = x
	return q, err
}

// Covariance returns the joint mean and covariance of the output at x.
func (o *output) Covariance(x cov.Inputs) ([]float64, *mat.SymDense, error) {
	all, err := o.whole(x)
	if err != nil {
		return nil, nil, err
	}
	return o.of.Covariance(all)
}
