package explore

import (
	"context"
	"fmt"
	"slices"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/lik"
	"krigo/gplib/mean"
	"krigo/gplib/noise"
)

// mostSteps bounds the steps of a fit.
const mostSteps = 200

// Path is the path of a fit.
type Path struct {
	// Steps are the values of all parameters, and the log marginal likelihood, from the start on.
	Steps []Step `json:"steps"`
	// Status says why the fit ended, and Warnings what is doubtful about its result.
	Status   string   `json:"status"`
	Warnings []string `json:"warnings"`
}

// Step is a step of a fit.
type Step struct {
	Theta Numbers `json:"theta"`
	Value float64 `json:"value"`
}

// Fit maximises the log marginal likelihood over the free parameters by L-BFGS from where they are, in
// at most that many steps. As on the landscape, priors do not count.
func (s *State) Fit(steps int) (*Path, error) {
	if steps < 1 || steps > mostSteps {
		return nil, fmt.Errorf("explore: steps is %d; ask for 1 to %d", steps, mostSteps)
	}
	m, d, err := s.Get()
	if err != nil {
		return nil, err
	}
	var free []string
	for _, p := range s.Params {
		if p.Free {
			free = append(free, p.Name)
		}
	}
	if m, err = m.FixAllBut(free...); err != nil {
		return nil, err
	}
	m = flat(m)
	fit, err := learner(m).Fit(context.Background(), m, d,
		&gplib.Settings{MaxIter: steps, OwnStart: true, KeepCopies: true})
	if err != nil {
		return nil, err
	}
	path := &Path{Status: fit.Status.String(), Warnings: []string{}}
	for _, step := range fit.Trace.Steps {
		path.Steps = append(path.Steps, Step{step.Theta, -step.Value})
	}
	for _, w := range fit.Warnings {
		path.Warnings = append(path.Warnings, w.String())
	}
	return path, nil
}

// flat returns m without priors.
func flat(m gplib.Model) gplib.Model {
	if m.Mean != nil {
		m.Mean = mean.WithParams(m.Mean, withoutPriors(m.Mean.Params()))
	}
	m.Cov = cov.WithParams(m.Cov, withoutPriors(m.Cov.Params()))
	if m.Noise != nil {
		m.Noise = noise.WithParams(m.Noise, withoutPriors(m.Noise.Params()))
	}
	if m.Lik != nil {
		m.Lik = lik.WithParams(m.Lik, withoutPriors(m.Lik.Params()))
	}
	return m
}

func withoutPriors(ps []cov.Param) []cov.Param {
	ps = slices.Clone(ps)
	for i := range ps {
		ps[i].Prior = nil
	}
	return ps
}
