package inducing

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib"
	"krigo/gplib/metric"
)

// CSIRegression is the regression of Bach and Jordan (2005): points chosen by
// [CSI], once, and ridge regression on the centred columns of the partial
// Cholesky factor. Hyper-parameters are the point of a grid that best predicts
// a fifth of the data, held out: all lengthscales times one of Lengthscales,
// and all parameters of the noise times one of Ridges; fixed parameters stay.
// The model with the best of them is conditioned on all data, with newly chosen
// points.
//
// Each step is a point of the grid, with the standardised mean squared error
// of the held-out part as its value. The posterior is a [*Posterior] of [DTC]
// whose mean is shifted by the constant of the centring; see [metric.SMSE].
type CSIRegression struct {
	// Size is the number of inducing points, m; 0 is 100, or all where there
	// are fewer.
	Size int
	// CSI holds the options of the choice.
	CSI CSI
	// Lengthscales and Ridges are factors; nil is 1/4, 1/2, 1, 2, 4 and 1/100,
	// 1/10, 1, 10.
	Lengthscales, Ridges []float64
}

// Fit chooses the hyper-parameters of m for d; see [gplib.Learner].
// Settings.MaxIter caps the points of the grid; Restarts and Tol have no
// meaning.
func (l CSIRegression) Fit(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings) (*gplib.Result, error) {
	return gplib.Learn(ctx, &csiRegression{l}, m, d, s)
}

// csiRegression is the [gplib.Method] of one fit.
type csiRegression struct{ CSIRegression }

func (l *csiRegression) Begin(f *gplib.Fitting) (err error) {
	l.CSIRegression, err = l.resolved(f.Data.Len())
	f.Name, f.Objective = "CSI, ridge regression", "standardised mean squared error of a fifth"
	f.Default(defaultMaxIter, 0)
	f.Starts = 1
	f.LastIter = min(f.Settings.MaxIter, len(l.Lengthscales)*len(l.Ridges)-1)
	return err
}

func (l *csiRegression) Run(s *gplib.Start) (*gplib.End, error) {
	status, err := l.search(s)
	if err != nil {
		return nil, err
	}
	end, err := l.end(s.Ctx, s.RNG, s.Best(), s.Fitting.Model, s.Data)
	if err != nil {
		return nil, err
	}
	end.Status = status
	return end, nil
}

// end returns the regression on all data at a point of the grid.
func (l *csiRegression) end(ctx context.Context, src rand.Source, at gplib.Step, m gplib.Model, d gplib.Data) (*gplib.End, error) {
	p, err := l.condition(ctx, src, m.With(at.Theta), d)
	if err != nil {
		return nil, err
	}
	return &gplib.End{
		Model: p.model, Value: at.Value, Score: at.Value,
		Posterior: func(gplib.Model) (gplib.Posterior, gplib.Findings, error) { return p, nil, nil },
	}, nil
}

// resolved fills in defaults and checks the options.
func (l CSIRegression) resolved(n int) (CSIRegression, error) {
	if n < 5 {
		return l, fmt.Errorf("inducing: CSIRegression keeps a fifth of the data apart, and there are %d", n)
	}
	var err error
	if l.Size, err = sizeFor(l.Size, n); err != nil {
		return l, err
	}
	if l.Lengthscales == nil {
		l.Lengthscales = []float64{0.25, 0.5, 1, 2, 4}
	}
	if l.Ridges == nil {
		l.Ridges = []float64{0.01, 0.1, 1, 10}
	}
	for _, factors := range [][]float64{l.Lengthscales, l.Ridges} {
		for _, v := range factors {
			if !(v > 0) || math.IsInf(v, 1) {
				return l, fmt.Errorf("inducing: a factor of CSIRegression is %v; it must be positive", v)
			}
		}
	}
	return l, nil
}

// search goes through the grid.
func (l *csiRegression) search(s *gplib.Start) (gplib.Status, error) {
	order := s.RNG.Perm(s.Data.Len())
	apart := len(order) / 5
	train, valid := s.Data.Subset(order[apart:]), s.Data.Subset(order[:apart])
	for _, lengthscale := range l.Lengthscales {
		for _, ridge := range l.Ridges {
			m := scaled(s.Model, lengthscale, ridge)
			value, err := l.validate(s, m, train, valid)
			if err != nil {
				return gplib.Stalled, err
			}
			step, data := gplib.Step{Value: value, Theta: m.Theta()}, s.Data
			end := func() (*gplib.End, error) { return l.end(context.Background(), nil, step, m, data) }
			if s.RecordAt(step, end) {
				status, _ := s.Interrupted()
				return status, nil
			}
			if len(s.Steps()) > s.Settings.MaxIter {
				return gplib.IterationLimit, nil
			}
		}
	}
	return gplib.Converged, nil
}

// scaled returns m with lengthscales and noise times factors, inside their bounds.
func scaled(m gplib.Model, lengthscale, noise float64) gplib.Model {
	theta, layout := m.Theta(), m.Layout()
	for i, p := range m.Params() {
		factor := 1.0
		switch name := p.Name[strings.LastIndex(p.Name, ".")+1:]; {
		case p.Fixed || i < layout.Mean:
		case i >= layout.Mean+layout.Cov:
			factor = noise
		case strings.HasPrefix(name, "lengthscale"):
			factor = lengthscale
		}
		theta[i] = min(max(theta[i]*factor, p.Min), p.Max)
	}
	return m.With(theta)
}

func (l *csiRegression) validate(s *gplib.Start, m gplib.Model, train, valid gplib.Data) (float64, error) {
	p, err := l.condition(s.Ctx, s.RNG, m, train)
	if err != nil {
		return 0, err
	}
	mean, err := p.Mean(valid.X)
	if err != nil {
		return 0, err
	}
	value, err := metric.SMSE(valid.Y, mean)
	if err != nil {
		return 0, fmt.Errorf("inducing: CSIRegression: the part kept apart: %w", err)
	}
	return value, nil
}

// condition returns the ridge regression of d on points chosen from it. It
// minimises over a constant too, as centring does.
func (l *csiRegression) condition(ctx context.Context, src rand.Source, m gplib.Model, d gplib.Data) (*Posterior, error) {
	size := min(l.Size, d.Len())
	chosen, err := l.CSI.Select(ctx, m, d, size, src)
	if err != nil && errors.Is(err, ctx.Err()) { // cancelled before the first point
		chosen, err = Random{}.Select(context.WithoutCancel(ctx), m, d, size, src)
	}
	if err != nil {
		return nil, err
	}
	sparse := Sparse{Approximation: DTC, Points: chosen.Points(d.X)}
	s, err := sparse.factorize(m, d)
	if err != nil {
		return nil, err
	}
	ones := make([]float64, d.Len())
	for i := range ones {
		ones[i] = 1
	}
	weights := s.solve(ones)
	m.Mean = gplib.ShiftedMean(m.Mean, floats.Dot(weights, s.residual)/floats.Sum(weights))
	return sparse.Condition(m, d)
}
