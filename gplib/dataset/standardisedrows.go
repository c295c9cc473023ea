package dataset

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// StandardiseRows is [Standardise] of rows that are not in memory: one pass
// over r finds the means and standard deviations, and the reader that it
// returns hands out the rows of r scaled by them. r must not be used beside
// it.
func StandardiseRows(r RowReader) (RowReader, *Scaling, error) {
	if r == nil {
		return nil, nil, errors.New("dataset: StandardiseRows: r is nil")
	}
	m := newMoments(r.Dim() + 1)
	if err := EachBlock(r, 256, m.add); err != nil {
		return nil, nil, err
	}
	if m.n == 0 {
		return nil, nil, errors.New("dataset: StandardiseRows: r has no rows")
	}
	if err := r.Reset(); err != nil {
		return nil, nil, err
	}
	s := m.scaling()
	return &standardisedRows{r, s}, s, nil
}

// moments sums columns and their squares about the running mean (Welford
// 1962, Technometrics 4, 419-420).
type moments struct {
	n          int
	mean, sums []float64
}

func newMoments(columns int) *moments {
	return &moments{mean: make([]float64, columns), sums: make([]float64, columns)}
}

// add takes in rows: of each the inputs, then the observation.
func (m *moments) add(x *mat.Dense, y []float64) error {
	row := make([]float64, len(m.mean))
	for i, v := range y {
		row[copy(row, x.RawRowView(i))] = v
		if err := m.addRow(row); err != nil {
			return err
		}
	}
	return nil
}

func (m *moments) addRow(row []float64) error {
	m.n++
	for k, v := range row {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("dataset: row %d, value %d of %d is %v", m.n, k+1, len(row), v)
		}
		gap := v - m.mean[k]
		m.mean[k] += gap / float64(m.n)
		m.sums[k] += gap * (v - m.mean[k])
	}
	return nil
}

func (m *moments) scaling() *Scaling {
	std := make([]float64, len(m.sums))
	for k, sum := range m.sums {
		std[k] = gplib.UnitOf(m.mean[k], math.Sqrt(sum/float64(m.n)))
	}
	d := len(std) - 1
	return &Scaling{XMean: m.mean[:d:d], XStd: std[:d:d], YMean: m.mean[d], YStd: std[d]}
}

type standardisedRows struct {
	RowReader
	*Scaling
}

// Like is no points, standardised as the rows are.
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

// Read hands out scaled rows.
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
