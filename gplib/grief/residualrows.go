package grief

import (
	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
)

// residuals returns rows less a mean function, which may be nil.
func residuals(r dataset.RowReader, mean gplib.Mean) dataset.RowReader {
	if mean == nil {
		return r
	}
	return &residualRows{r, mean}
}

// residualRows are rows less a mean function.
type residualRows struct {
	dataset.RowReader
	mean gplib.Mean
}

func (r *residualRows) Read(x *mat.Dense, y []float64) (int, error) {
	n, err := r.RowReader.Read(x, y)
	if n == 0 || err != nil {
		return n, err
	}
	points := cov.Points(x.Slice(0, n, 0, r.Dim()))
	if err := r.mean.Check(points); err != nil {
		return 0, err
	}
	mean := make([]float64, n)
	r.mean.Eval(mean, points)
	for i, v := range mean {
		y[i] -= v
	}
	return n, nil
}
