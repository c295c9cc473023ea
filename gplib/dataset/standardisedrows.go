package dataset

import (
	"errors"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
)

// StandardiseRows is [Standardise] of rows that are not in memory: one pass
// over r finds the means and standard deviations ([Moments]), and the reader
// that it returns reads the rows of r scaled by them. r must not be used any
// longer.
func StandardiseRows(r RowReader) (RowReader, *Scaling, error) {
	if r == nil {
		return nil, nil, errors.New("dataset: StandardiseRows: r is nil")
	}
	m := NewMoments(r.Dim())
	if err := EachBlock(r, 256, m.Add); err != nil {
		return nil, nil, err
	}
	s, err := m.Scaling()
	if err != nil {
		return nil, nil, err
	}
	if err := r.Reset(); err != nil {
		return nil, nil, err
	}
	return &standardisedRows{r, s}, s, nil
}

// ScaledRows returns a reader of the rows of r scaled by s, which may come from
// other rows: those of all parts, if r reads one part ([Moments.Scaling]). It
// begins where r is; r must not be used any longer.
func ScaledRows(r RowReader, s *Scaling) (RowReader, error) {
	if r == nil || s == nil {
		return nil, fmt.Errorf("dataset: ScaledRows: r is nil: %t, s is nil: %t", r == nil, s == nil)
	}
	d := r.Dim()
	if len(s.XMean) != d || len(s.XStd) != d {
		return nil, fmt.Errorf("dataset: ScaledRows: s has %d means and %d standard deviations, r has %d inputs", len(s.XMean), len(s.XStd), d)
	}
	for k, mean := range s.XMean {
		if err := checkScale(fmt.Sprintf("input %d", k+1), mean, s.XStd[k]); err != nil {
			return nil, err
		}
	}
	if err := checkScale("y", s.YMean, s.YStd); err != nil {
		return nil, err
	}
	return &standardisedRows{r, s}, nil
}

// checkScale returns an error unless mean is finite and std finite and positive.
func checkScale(of string, mean, std float64) error {
	if isFinite(mean) && isFinite(std) && std > 0 {
		return nil
	}
	return fmt.Errorf("dataset: ScaledRows: s scales %s by mean %v and standard deviation %v", of, mean, std)
}

type standardisedRows struct {
	RowReader
	*Scaling
}

// Like returns an empty set of points, standardised as the rows are.
func (r *standardisedRows) Like() *cov.Matrix {
	from, ok := Like(r.RowReader).(*cov.Matrix)
	if !ok {
		return nil
	}
	like, err := from.Standardised(r.XMean, r.XStd)
	if err != nil {
		return nil
	}
	return like
}

// Read reads scaled rows.
func (r *standardisedRows) Read(x *mat.Dense, y []float64) (int, error) {
	n, err := r.RowReader.Read(x, y)
	for i := range n {
		row := x.RawRowView(i)
		for k := range row {
			row[k] = (row[k] - r.XMean[k]) / r.XStd[k]
		}
		y[i] = (y[i] - r.YMean) / r.YStd
	}
	return n, err
}

// Close closes the source of the rows, if it can be closed.
func (r *standardisedRows) Close() error { return closeRows(r.RowReader) }
