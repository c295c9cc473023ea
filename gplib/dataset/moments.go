package dataset

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	saved "krigo/gplib/internal/form"
)

// Moments are the number of rows of d inputs and an observation, and the mean of
// each with the sum of its squares about the mean: the result of the pass of
// [StandardiseRows]. Moments of parts of the rows merge to those of all, so that
// the parts can be read elsewhere and their moments sent in binary form. The same
// rows added and merged in the same order give the same bits.
//
//	m := dataset.NewMoments(rows.Dim())
//	err := dataset.EachBlock(rows, 256, m.Add)
type Moments struct {
	n          int
	mean, sums []float64 // of the inputs, then of the observation
}

// NewMoments returns the moments of no rows of d inputs. It panics if d is
// negative, as make does.
func NewMoments(d int) *Moments {
	return &Moments{mean: make([]float64, d+1), sums: make([]float64, d+1)}
}

// Rows returns the number of rows.
func (m *Moments) Rows() int { return m.n }

// Dim returns the number of inputs of a row, d.
func (m *Moments) Dim() int { return len(m.mean) - 1 }

// Add adds a block of rows: x is len(y) × d. A value that is not finite is an
// error, which counts rows from the first one that m was given; after an error m
// is unchanged.
func (m *Moments) Add(x *mat.Dense, y []float64) error {
	if err := m.check(x, y); err != nil {
		return err
	}
	d := m.Dim()
	for i, v := range y {
		m.n++
		n := float64(m.n)
		m.addRow(x.RawRowView(i), n)
		m.addValue(d, v, n)
	}
	return nil
}

// check returns an error unless the rows of a block are finite.
func (m *Moments) check(x *mat.Dense, y []float64) error {
	if x == nil {
		return errors.New("dataset: Moments.Add: x is nil")
	}
	if n, d := x.Dims(); n != len(y) || d != m.Dim() {
		return fmt.Errorf("dataset: Moments.Add: x is %d × %d, y has %d values; moments of %d inputs take %d × %d", n, d, len(y), m.Dim(), len(y), m.Dim())
	}
	for i, v := range y {
		for k, input := range x.RawRowView(i) {
			if !isFinite(input) {
				return m.notFinite(i, k, input)
			}
		}
		if !isFinite(v) {
			return m.notFinite(i, m.Dim(), v)
		}
	}
	return nil
}

// notFinite returns the error of value k of row i of a block.
func (m *Moments) notFinite(i, k int, v float64) error {
	return fmt.Errorf("dataset: row %d, value %d of %d is %v", m.n+i+1, k+1, len(m.mean), v)
}

func isFinite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// addRow adds the inputs of the n-th row.
func (m *Moments) addRow(row []float64, n float64) {
	for k, v := range row {
		m.addValue(k, v, n)
	}
}

// addValue adds value k of the n-th row (Welford 1962, Technometrics 4, 419-420).
func (m *Moments) addValue(k int, v, n float64) {
	gap := v - m.mean[k]
	m.mean[k] += gap / n
	m.sums[k] += gap * (v - m.mean[k])
}

// Merge adds the rows of more, which have as many inputs (Chan, Golub and LeVeque
// 1983, The American Statistician 37, 242-247). Moments of no rows change
// nothing.
func (m *Moments) Merge(more *Moments) error {
	if more == nil {
		return errors.New("dataset: Moments.Merge: more is nil")
	}
	if more.Dim() != m.Dim() {
		return fmt.Errorf("dataset: Moments.Merge: more has %d inputs, m has %d", more.Dim(), m.Dim())
	}
	if more.n == 0 {
		return nil
	}
	if m.n == 0 {
		m.n = more.n
		copy(m.mean, more.mean)
		copy(m.sums, more.sums)
		return nil
	}
	n := float64(m.n) + float64(more.n)
	part := float64(more.n) / n
	for k, mean := range more.mean {
		gap := mean - m.mean[k]
		m.mean[k] += gap * part
		m.sums[k] += more.sums[k] + gap*gap*float64(m.n)*part
	}
	m.n += more.n
	return nil
}

// Scaling returns the scaling that gives the rows mean 0 and standard deviation
// 1; constant columns are shifted only. It fails without rows.
func (m *Moments) Scaling() (*Scaling, error) {
	if m.n == 0 {
		return nil, errors.New("dataset: Moments.Scaling: there are no rows")
	}
	std := make([]float64, len(m.sums))
	for k, sum := range m.sums {
		std[k] = gplib.UnitOf(m.mean[k], math.Sqrt(sum/float64(m.n)))
		if math.IsInf(m.mean[k]+std[k], 0) || math.IsNaN(m.mean[k]+std[k]) {
			return nil, fmt.Errorf("dataset: %s has the mean %v and the standard deviation %v: its numbers are too large", m.column(k), m.mean[k], std[k])
		}
	}
	d, mean := m.Dim(), append([]float64(nil), m.mean...)
	return &Scaling{XMean: mean[:d:d], XStd: std[:d:d], YMean: mean[d], YStd: std[d]}, nil
}

// column returns the name of an input, as in scales, or of the observation.
func (m *Moments) column(k int) string {
	if k == m.Dim() {
		return "the observation"
	}
	return fmt.Sprintf("input %d", k+1)
}

// momentsVersion is the version of the form of moments.
const momentsVersion = 1

// MarshalBinary returns the moments' binary form: the number of rows, the means
// and the sums of squares about them, of the inputs and then of the observation.
func (m *Moments) MarshalBinary() ([]byte, error) {
	f := saved.New(m, momentsVersion)
	f.JSON("rows", m.n)
	f.Floats("moments", m.mean, m.sums)
	return f.Seal()
}

// UnmarshalBinary replaces m by the moments of a binary form. Where it fails m is
// unchanged.
func (m *Moments) UnmarshalBinary(b []byte) error {
	return saved.Restore(m, b, momentsVersion, func(r *saved.Reader) (*Moments, error) {
		var n int
		r.JSON("rows", &n)
		return momentsOf(n, r.Floats("moments"))
	})
}

// momentsOf returns the moments of n rows whose means and sums are values.
func momentsOf(n int, values []float64) (*Moments, error) {
	if n < 0 || len(values) < 2 || len(values)%2 != 0 {
		return nil, fmt.Errorf("dataset: Moments: %d numbers for %d rows are not valid moments", len(values), n)
	}
	columns := len(values) / 2
	m := &Moments{n: n, mean: values[:columns:columns], sums: values[columns:]}
	for k, mean := range m.mean {
		if !isFinite(mean) || !(m.sums[k] >= 0) || n == 0 && (mean != 0 || m.sums[k] != 0) {
			return nil, fmt.Errorf("dataset: Moments: value %d of %d rows has mean %v and sum of squares %v", k+1, n, mean, m.sums[k])
		}
	}
	return m, nil
}
