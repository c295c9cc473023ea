package gplib_test

import (
	"context"
	"fmt"
	"math"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// halving is a learner of one parameter: it halves or doubles the lengthscale as
// long as that lowers the leave-one-out error.
type halving struct{}

func (l halving) Fit(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings) (*gplib.Result, error) {
	return gplib.Learn(ctx, l, m, d, s)
}

func (halving) Begin(f *gplib.Fitting) error {
	f.Name, f.Objective = "halving", gplib.LOO{}.Name()
	f.Default(50, 0)
	return nil
}

func (halving) Run(s *gplib.Start) (*gplib.End, error) {
	theta, factor := s.Model.Theta(), 0.5
	for range s.Settings.MaxIter {
		value, err := gplib.LOO{}.Eval(s.Model.With(theta), s.Data, nil)
		if err != nil {
			return nil, err
		}
		better := len(s.Steps()) == 0 || value < s.Best().Value
		if s.Record(gplib.Step{Value: value, Theta: append([]float64(nil), theta...)}) {
			status, _ := s.Interrupted()
			return s.End(status), nil
		}
		switch {
		case !better && factor > 1:
			return s.End(gplib.Converged), nil
		case !better:
			factor = 2
			copy(theta, s.Best().Theta)
		}
		theta[0] *= factor
	}
	return s.End(gplib.IterationLimit), nil
}

// A learner of your own: checks, restarts, the clock, cancellation, the trace and the
// posterior are those of all learners.
func ExampleLearn() {
	xs := []float64{0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 5.5, 6}
	ys := make([]float64, len(xs))
	for i, x := range xs {
		ys[i] = math.Sin(x)
	}
	model := gplib.Model{Cov: cov.SE(0.25), Noise: gplib.FixedGaussian(0.001)}
	fit, err := halving{}.Fit(context.Background(), model, gplib.Data{X: cov.Line(xs), Y: ys}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(fit.Method, fit.Status, len(fit.Trace.Steps), "steps")
	fmt.Println("lengthscale", fit.Model.Theta()[0])
	// Output:
	// halving converged 6 steps
	// lengthscale 2
}

// An observer may ask for the outcome of the fit.
func ExampleRunning() {
	xs, ys := []float64{0, 1, 2, 3, 4, 5, 6, 7}, []float64{0, 0.84, 0.91, 0.14, -0.76, -0.96, -0.28, 0.66}
	model := gplib.Model{Cov: cov.SE(2), Noise: gplib.FixedGaussian(0.01)}
	observe := func(s gplib.Step) error {
		if s.Iter > 0 {
			return nil
		}
		fmt.Printf("%s, at most %d iterations\n", s.Fit.Method, s.Fit.MaxIter)
		s.Fit.AtEnd(func(r *gplib.Result, err error) { fmt.Println(r.Status, err) })
		return nil
	}
	settings := &gplib.Settings{MaxIter: 40, OwnStart: true, Observe: observe}
	if _, err := gplib.Fit(context.Background(), model, gplib.Data{X: cov.Line(xs), Y: ys}, settings); err != nil {
		fmt.Println(err)
	}
	// Output:
	// L-BFGS, at most 40 iterations
	// converged <nil>
}
