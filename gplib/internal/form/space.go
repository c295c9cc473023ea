package form

import (
	"errors"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
)

// Space describes the dimensions of points: their names, and the numbers by which the
// points were standardised.
type Space struct {
	Names []string    `json:"names,omitempty"`
	Means [][]float64 `json:"means,omitempty"`
	Stds  [][]float64 `json:"stds,omitempty"`
}

// SpaceOf returns the space of x; it is zero for inputs other than a matrix.
func SpaceOf(x cov.Inputs) Space {
	m, ok := x.(*cov.Matrix)
	if !ok || m == nil {
		return Space{}
	}
	s := Space{Names: m.Names()}
	s.Means, s.Stds = m.Standardisations()
	return s
}

// Of gives the points m the description of their dimensions.
func (s Space) Of(m *cov.Matrix) (*cov.Matrix, error) {
	if len(s.Means) != len(s.Stds) {
		return nil, errors.New("the numbers of means and of standard deviations of standardised points are wrong")
	}
	like, err := nowhere(m.Dim()).Named(s.Names...)
	for i := 0; i < len(s.Means) && err == nil; i++ {
		like, err = like.Standardised(s.Means[i], s.Stds[i])
	}
	if err != nil {
		return nil, err
	}
	return m.Like(like), nil
}

// nowhere returns zero points of dimension d.
func nowhere(d int) *cov.Matrix {
	one := cov.Points(mat.NewDense(1, d, nil))
	return one.Subset(nil).(*cov.Matrix)
}
