package reproduce

import (
	"context"
	"fmt"
	"math"

	"krigo/gplib"
	"krigo/gplib/admm"
	"krigo/gplib/dataset"
)

// minimaSize is a size at which F is compared with its least value. The
// random restarts and the direct minimisations take O(n³) time together, so
// that there are fewer where n is large.
type minimaSize struct{ n, sets, restarts, direct int }

func (o Options) minimaSize(n int) minimaSize {
	switch {
	case o.Quick:
		return minimaSize{120, o.trials(2), 3, 3}
	case n < 1000:
		return minimaSize{n, o.trials(5), 8, 8}
	case n < 2000:
		return minimaSize{n, o.trials(5), 4, 2}
	}
	return minimaSize{n, o.trials(3), 2, 0}
}

// learners returns those that are compared, then the paper's settings.
func (s minimaSize) learners() []admmLearner {
	return []admmLearner{
		{"hold-out ADMM", admm.HoldOut{}, s.restarts},
		{"hold-out ADMM, continued from fewer points", admm.Continuation{Smallest: s.n / 4}, s.restarts},
		{"adjoint BFGS", admm.Adjoint{}, s.restarts},
		{"the paper's settings", paperSettings(s.n), 0},
	}
}

// holdOutMinima compares F with its least value, by direct minimisation, on
// sets of n points.
func holdOutMinima(ctx context.Context, o Options, n int) ([]Claim, error) {
	size := o.minimaSize(n)
	var claims []Claim
	for _, p := range admmProcesses {
		ratios, err := p.ratios(ctx, o, size)
		if err != nil {
			return claims, fmt.Errorf("%s: %w", p.name, err)
		}
		claims = append(claims, p.minimaClaims(size, ratios)...)
	}
	return claims, nil
}

func (p admmProcess) minimaClaims(size minimaSize, ratios [][]float64) []Claim {
	var claims []Claim
	learners := size.learners()
	for i, l := range learners {
		c := Claim{
			Claim:    l.name + ": F over the least F, median",
			Data:     fmt.Sprintf("%s, n = %d, %d sets", p.name, size.n, size.sets),
			Measured: median(ratios[i]), SD: spread(ratios[i]), Paper: "–",
		}
		switch {
		case i < len(learners)-1:
			c.Wanted, c.Holds = fmt.Sprintf("<= %g", p.within), c.Measured <= p.within
		case p.process == dataset.ProcessSE:
			c.Claim = "the paper's settings stop early: F over the least F, median"
			c.Wanted, c.Holds = "> 1.005", c.Measured > 1.005
		}
		claims = append(claims, c)
	}
	return claims
}

// ratios returns F over the least F for each learner, on each set.
func (p admmProcess) ratios(ctx context.Context, o Options, size minimaSize) ([][]float64, error) {
	ratios := make([][]float64, len(size.learners()))
	for seed := range uint64(size.sets) {
		d, _, err := dataset.HoldOutSet(p.process, size.n, seed+1)
		if err != nil {
			return nil, err
		}
		values, least, err := p.errors(ctx, d, size)
		if err != nil {
			return nil, err
		}
		for i, v := range values {
			ratios[i] = append(ratios[i], v/least)
		}
		o.report("%s, n = %d, set %d of %d: least F %.5g, learners %.5g", p.name, size.n, seed+1, size.sets, least, values)
	}
	return ratios, nil
}

// errors returns the F of the learners and the least that any of them found,
// or direct minimisation from the paper's start, from random ones and from
// where the best learner ended.
func (p admmProcess) errors(ctx context.Context, d gplib.Data, size minimaSize) (values []float64, least float64, err error) {
	m := p.model()
	best := m
	least = math.Inf(1)
	for _, l := range size.learners() {
		fit, err := l.fit(ctx, m, d)
		if err != nil {
			return nil, 0, err
		}
		values = append(values, fit.Value)
		if fit.Value < least {
			least, best = fit.Value, fit.Model
		}
	}
	for _, from := range []gplib.Model{m, best} {
		fit, err := directly(d.Len(), size.direct).fit(ctx, from, d)
		if err != nil {
			return nil, 0, err
		}
		least = math.Min(least, fit.Value)
	}
	return values, least, nil
}
