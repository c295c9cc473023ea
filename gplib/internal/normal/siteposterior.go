package normal

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"krigo/gplib"
	"krigo/gplib/internal/form"
	"krigo/gplib/lik"
)

// SiteMethod has the parts that a method with sites adds to the posterior of all.
type SiteMethod struct {
	Kind
	// Find returns the sites of a model and data with their factors. It begins at the sites given, at its own if these
	// are nil.
	Find func(ctx context.Context, m gplib.Model, d gplib.Data, precision, shift []float64) (*Sites, error)
}

// SitePosterior is the posterior of a method with sites.
type SitePosterior struct {
	Posterior
	method SiteMethod
	// Sites returns the sites, always the same.
	Sites func() (*Sites, error)
}

// Later returns the posterior from sites given or, if nil, the method's own. They are found at its first use; the
// arguments are checked at once.
func (k SiteMethod) Later(m gplib.Model, d gplib.Data, precision, shift []float64) (*SitePosterior, error) {
	if err := k.Check(m, d); err != nil {
		return nil, err
	}
	return k.of(m, d, sync.OnceValues(func() (*Sites, error) { return k.Find(context.Background(), m, d, precision, shift) })), nil
}

// Condition does Later, and finds the sites at once.
func (k SiteMethod) Condition(m gplib.Model, d gplib.Data, precision, shift []float64) (*SitePosterior, error) {
	p, err := k.Later(m, d, precision, shift)
	if err != nil {
		return nil, err
	}
	if _, err := p.Sites(); err != nil {
		return nil, err
	}
	return p, nil
}

func (k SiteMethod) of(m gplib.Model, d gplib.Data, sites func() (*Sites, error)) *SitePosterior {
	given := func() (*Approximation, error) {
		s, err := sites()
		if err != nil {
			return nil, err
		}
		return &s.Approximation, nil
	}
	return &SitePosterior{NewPosterior(k.Package, m, d, given), k, sites}
}

// Extended returns the posterior given additional data, at the same parameters: it goes on from the sites of these
// data.
func (p *SitePosterior) Extended(more gplib.Data) (*SitePosterior, error) {
	all, mean, err := p.Join(more)
	if err != nil {
		return nil, err
	}
	s, err := p.Sites()
	if err != nil {
		return nil, err
	}
	precision, shift := slices.Clone(s.Precision), slices.Clone(s.Shift)
	prior := make([]float64, more.Len())
	s.Model.Cov.Diag(prior, more.X)
	for i, v := range prior {
		t := lik.Observed{Lik: s.Model.Lik, Mean: mean[i], Var: v}.Tilted(more.Y[i])
		precision, shift = append(precision, t.Precision), append(shift, t.Shift)
	}
	return p.method.Condition(p.Model(), all, precision, shift)
}

// SiteFormat is the version of the binary form of posteriors with sites: the model, the data and the sites.
const SiteFormat = 1

// Marshal returns the binary form of a posterior of the type of kind.
func (p *SitePosterior) Marshal(kind gplib.Savable) ([]byte, error) {
	s, err := p.Sites()
	if err != nil {
		return nil, err
	}
	f := form.New(kind, SiteFormat)
	f.Given(p.Model(), form.Data(s.Data))
	f.Floats("precision", s.Precision)
	f.Floats("shift", s.Shift)
	return f.Seal()
}

// Read returns the posterior that Marshal wrote, from its model, its data and further sections.
func (k SiteMethod) Read(m gplib.Model, d gplib.Data, r *form.Reader) (*SitePosterior, error) {
	precision, shift := r.Vector("precision", d.Len()), r.Vector("shift", d.Len())
	if r.Err() != nil {
		return nil, r.Err()
	}
	if err := k.Check(m, d); err != nil {
		return nil, err
	}
	ctx := context.Background()
	s, err := NewSites(ctx, m, d, new(Workspace))
	if err != nil {
		return nil, err
	}
	s.Begin(precision, shift)
	if err := s.Solve(ctx); err != nil {
		return nil, fmt.Errorf("%s: %w", k.Package, err)
	}
	return k.of(m, d, func() (*Sites, error) { return &s, nil }), nil
}

// Posterior returns the method's posterior for [Method].Later, with the findings about its sites. Wrap makes the
// posterior's own type.
func (k SiteMethod) Posterior(wrap func(*SitePosterior) gplib.Posterior, findings func(*Sites) gplib.Findings) func(m gplib.Model, d gplib.Data) (gplib.Posterior, func() (gplib.Findings, error), error) {
	return func(m gplib.Model, d gplib.Data) (gplib.Posterior, func() (gplib.Findings, error), error) {
		p, err := k.Later(m, d, nil, nil)
		if err != nil {
			return nil, nil, err
		}
		return wrap(p), func() (gplib.Findings, error) {
			s, err := p.Sites()
			if err != nil {
				return nil, err
			}
			return findings(s), nil
		}, nil
	}
}

// NotLogConcave is the finding about a likelihood that is not log-concave.
func NotLogConcave(l lik.Func) gplib.Findings {
	if lik.LogConcave(l) {
		return nil
	}
	return gplib.Findings{{
		Code:  "not-log-concave",
		Found: fmt.Sprintf("the likelihood %v is not log-concave", l),
		Means: "the posterior may have several modes, which one normal distribution does not show",
		Do:    "compare with laplace.Learner{}, and look at the rows that are far from the fit",
	}}
}
