package dataset

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/linalg"
)

// leastCorrelation is the eigenvalue of the correlation matrix, whose mean is
// 1, below which a direction is scaled as if it had this one: smaller variation
// is mostly rounding.
const leastCorrelation = 1e-3

// Whitening is an affine map of inputs of dimension d to principal components
// of mean 0 and standard deviation 1, which are uncorrelated.
type Whitening struct {
	// Mean has d values.
	Mean []float64
	// Axes is d × d; a point x becomes (x - Mean)·Axes.
	Axes *mat.Dense
}

// Whiten returns x with its dimensions decorrelated, and the map that was
// applied: with s the standard deviations and QΛQᵀ the correlations, Axes is
// diag(1/s)·Q·Λ^-½ (PCA-cor of Kessy, Lewin and Strimmer 2018, The American
// Statistician 72, 309-314). Eigenvalues below 0.001 count as 0.001, so that
// constant dimensions and combinations of others are not blown up.
//
// A network's first layer can undo any such map, so that the functions it can
// learn stay the same; but gradient descent finds them in fewer steps where
// inputs are not correlated (LeCun, Bottou, Orr and Müller 1998, Efficient
// BackProp, section 4.3). Covariance functions with a lengthscale for each
// dimension do depend on it.
func Whiten(x cov.Inputs) (cov.Inputs, *Whitening, error) {
	m, err := matrixOf(x, "Whiten")
	if err != nil {
		return nil, nil, err
	}
	if m.Len() == 0 {
		return nil, nil, fmt.Errorf("dataset: Whiten: there are no points")
	}
	w, centred := &Whitening{}, mat.NewDense(m.Dim(), m.Len(), nil)
	stds := make([]float64, m.Dim())
	for k := range m.Dim() {
		mean, std := stat.PopMeanStdDev(m.Column(k), nil)
		std = gplib.UnitOf(mean, std)
		w.Mean, stds[k] = append(w.Mean, mean), std
		row := centred.RawRowView(k)
		copy(row, m.Column(k))
		floats.AddConst(-mean, row)
		floats.Scale(1/std, row)
	}
	if w.Axes, err = principalAxes(centred); err != nil {
		return nil, nil, err
	}
	for k, std := range stds {
		floats.Scale(1/std, w.Axes.RawRowView(k))
	}
	out, err := w.Inputs(x)
	return out, w, err
}

// principalAxes returns Q·Λ^-½ of the second moments of the columns of z, d × n.
func principalAxes(z *mat.Dense) (*mat.Dense, error) {
	d, n := z.Dims()
	moments := mat.NewDense(d, d, nil)
	moments.Mul(z, z.T())
	moments.Scale(1/float64(n), moments)
	lambda, q, err := linalg.SymmetricEigen(moments)
	if err != nil {
		return nil, fmt.Errorf("dataset: Whiten: %w", err)
	}
	for k := range d {
		row := q.RawRowView(k)
		for j, l := range lambda {
			row[j] /= math.Sqrt(math.Max(l, leastCorrelation))
		}
	}
	return q, nil
}

// Inputs applies the map to inputs, such as those to predict at.
func (w *Whitening) Inputs(x cov.Inputs) (cov.Inputs, error) {
	m, err := matrixOf(x, "Whitening")
	if err != nil {
		return nil, err
	}
	if m.Dim() != len(w.Mean) {
		return nil, fmt.Errorf("dataset: a whitening of %d dimensions was given inputs of %d", len(w.Mean), m.Dim())
	}
	rows := make([][]float64, m.Len())
	for i := range rows {
		point := m.Row(i)
		floats.Sub(point, w.Mean)
		rows[i] = make([]float64, len(point))
		for k, v := range point {
			floats.AddScaled(rows[i], v, w.Axes.RawRowView(k))
		}
	}
	return cov.Rows(rows)
}
