package gplib_test

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// compass is a learner that needs no gradient: it moves to the lowest of the points at a distance
// along each coordinate, and halves the distance where none is lower (compass search; Kolda, Lewis
// and Torczon 2003, SIAM Review 45, 385-482). It stops where the distance is at most Tol.
type compass struct {
	// Distance is the first one, on the learning scale; 0 is 1.
	Distance float64
}

func (c compass) Fit(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings) (*gplib.Result, error) {
	return gplib.Learn(ctx, &compassMethod{c}, m, d, s)
}

// compassMethod is the Method of one fit.
type compassMethod struct{ compass }

func (c *compassMethod) Begin(f *gplib.Fitting) error {
	if !(c.Distance >= 0) || math.IsInf(c.Distance, 1) {
		return fmt.Errorf("compass: Distance is %v; it must be finite and not negative", c.Distance)
	}
	c.Distance = cmp.Or(c.Distance, 1)
	f.Name, f.Objective = "compass search", gplib.LML{}.Name()
	f.Default(200, 1e-3)
	f.Screen()
	return nil
}

func (c *compassMethod) Run(s *gplib.Start) (*gplib.End, error) {
	space, err := s.Space()
	if err != nil {
		return nil, err
	}
	value := func(u []float64) (float64, error) {
		return gplib.LML{}.Eval(s.Model.With(space.Natural(u)), s.Data, nil)
	}
	at, distance := space.Start(), c.Distance
	lowest, err := value(at)
	if err != nil {
		return nil, err
	}
	for iter := 0; ; iter++ {
		if s.Record(gplib.Step{Value: lowest, Theta: space.Natural(at)}) {
			status, _ := s.Interrupted()
			return s.End(status), nil
		}
		switch {
		case distance <= s.Settings.Tol:
			return s.End(gplib.Converged), nil
		case iter >= s.Settings.MaxIter:
			return s.End(gplib.IterationLimit), nil
		}
		before := lowest
		for _, u := range around(at, distance) {
			if v, err := value(u); err == nil && v < lowest { // a point that fails is no candidate
				at, lowest = u, v
			}
		}
		if lowest == before {
			distance /= 2
		}
	}
}

// around returns the points at a distance from u along each coordinate.
func around(u []float64, distance float64) (points [][]float64) {
	for j := range u {
		for _, step := range []float64{-distance, distance} {
			point := slices.Clone(u)
			point[j] += step
			points = append(points, point)
		}
	}
	return points
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
	data := gplib.Data{X: cov.Line(xs), Y: ys}
	fit, err := compass{}.Fit(context.Background(), model, data, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	best, err := gplib.Fit(context.Background(), model, data, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(fit.Method, fit.Status)
	fmt.Printf("lengthscale %.2f, by gradients %.2f\n", fit.Model.Theta()[0], best.Model.Theta()[0])
	// Output:
	// compass search converged
	// lengthscale 1.93, by gradients 1.93
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
