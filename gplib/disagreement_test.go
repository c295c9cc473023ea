package gplib

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
)

// waves returns observations of a wave, and the gap of two models of it: one interpolates, one is nearly constant.
func waves() (d Data, gap func(x cov.Inputs, k func(lengthscale float64) Model, condition func(m Model) (Posterior, Findings, error)) float64) {
	d = Data{X: cov.Grid(0, 9, 30), Y: make([]float64, 30)}
	for i := range d.Y {
		d.Y[i] = math.Sin(float64(i))
	}
	return d, func(x cov.Inputs, k func(lengthscale float64) Model, condition func(m Model) (Posterior, Findings, error)) float64 {
		f := &Fitting{Model: k(0.3), Data: Data{X: x, Y: d.Y}, Condition: condition}
		return f.disagreement(k(0.3), k(30))
	}
}

func TestStartsAreComparedInAllModels(t *testing.T) {
	d, gap := waves()
	plain := gap(d.X, func(l float64) Model { return Model{Cov: cov.SE(l), Noise: Gaussian(0.01)} }, nil)
	if !(plain > muchApart) {
		t.Fatalf("the models differ by %v standard deviations", plain)
	}
	// A column of outputs that are one by their covariance: W is a column of ones, v is nearly 0.
	column := mat.NewDense(d.Len(), 2, nil)
	for i := range d.Len() {
		column.SetRow(i, []float64{d.X.(*cov.Matrix).At(i, 0), float64(i % 2)})
	}
	numbered, err := cov.Points(column).Named("time", "output")
	if err != nil {
		t.Fatal(err)
	}
	tasks := gap(numbered, func(l float64) Model {
		same := cov.Tasks(2, 1).With([]float64{1, 1, 1e-12, 1e-12})
		return Model{Mean: GroupMean(1, 0, 0), Cov: cov.Product(cov.On(cov.SE(l), 0), cov.On(same, 1)), Noise: GroupNoise(1, 0.01, 0.01)}
	}, nil)
	standardised, err := d.X.(*cov.Matrix).Standardised([]float64{1}, []float64{2})
	if err != nil {
		t.Fatal(err)
	}
	scaled := gap(standardised, func(l float64) Model { return Model{Cov: cov.SE(l / 2), Noise: Gaussian(0.01)} }, nil)
	process := gap(d.X, func(l float64) Model { return Model{Cov: cov.SE(l), Noise: NoiseProcess(0.01, cov.SE(1))} },
		func(m Model) (Posterior, Findings, error) {
			m.Noise = Gaussian(0.01)
			p, err := Condition(m, d)
			return p, nil, err
		})
	// Rounding, through a matrix of condition number 30/0.01; in tasks, v of 1e-12.
	for name, got := range map[string]float64{"of outputs": tasks, "of standardised points": scaled, "with a noise process": process} {
		if !(math.Abs(got-plain) <= 1e-6*plain) {
			t.Errorf("models %s differ by %v standard deviations, want %v", name, got, plain)
		}
	}
}
