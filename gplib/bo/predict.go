package bo

import (
	"context"
	"fmt"
	"math"
)

// predict returns the mean and the standard deviation of the function at places.
func (m *models) predict(space *Space, places [][]float64) (mean, sd []float64, err error) {
	x, err := space.inputs(places)
	if err != nil {
		return nil, nil, err
	}
	p, err := m.objective.post.Predict(x)
	if err != nil {
		return nil, nil, err
	}
	mean, sd = p.Mean, p.Std()
	for i := range mean {
		mean[i] = m.objective.centre + m.objective.scale*mean[i]
		sd[i] *= m.objective.scale
	}
	return mean, sd, nil
}

// Predict returns the mean and the standard deviation of the function at the points xs, by the model of all
// evaluations. It fails before [Settings].Initial evaluations.
func (o *Optimiser) Predict(ctx context.Context, xs [][]float64) (mean, sd []float64, err error) {
	if err := contextOf("Predict", ctx); err != nil {
		return nil, nil, err
	}
	places, err := o.placesOf("Predict", xs)
	if err != nil {
		return nil, nil, err
	}
	m, err := o.modelOfAll(ctx)
	if err != nil {
		return nil, nil, err
	}
	return m.predict(o.space, places)
}

// Acquisition returns the acquisition function at the points xs, as the next call of Ask maximises it. Outside a trust
// region, and where a linear constraint does not hold, it is -Inf. It fails before [Settings].Initial evaluations.
func (o *Optimiser) Acquisition(ctx context.Context, xs [][]float64) ([]float64, error) {
	if err := contextOf("Acquisition", ctx); err != nil {
		return nil, err
	}
	places, err := o.placesOf("Acquisition", xs)
	if err != nil {
		return nil, err
	}
	t := o.trust()
	if len(o.evaluations)-t.from < o.settings.Initial {
		return nil, ErrNoModel
	}
	if !o.succeeded(t.from) {
		return nil, ErrNoValue
	}
	s, err := o.search(ctx, t)
	if err != nil {
		return nil, err
	}
	values, err := s.values(places)
	if err != nil {
		return nil, err
	}
	for i, t := range places {
		if !s.within.has(t) || !o.space.satisfied(xs[i]) {
			values[i] = math.Inf(-1)
		}
	}
	return values, nil
}

// placesOf returns the places of points.
func (o *Optimiser) placesOf(what string, xs [][]float64) ([][]float64, error) {
	if len(xs) == 0 {
		return nil, fmt.Errorf("bo: %s: xs has no points", what)
	}
	places := make([][]float64, len(xs))
	for i, x := range xs {
		if len(x) != len(o.space.dims) {
			return nil, fmt.Errorf("bo: %s: point %d has %d values, the space has %d dimensions", what, i, len(x), len(o.space.dims))
		}
		for k, d := range o.space.dims {
			if !(x[k] >= d.Lo && x[k] <= d.Hi) {
				return nil, fmt.Errorf("bo: %s: %s of point %d is %v, outside [%v, %v]", what, d.Name, i, x[k], d.Lo, d.Hi)
			}
		}
		places[i] = o.space.places(x)
	}
	return places, nil
}
