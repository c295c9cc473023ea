package normal

import (
	"context"
	"fmt"

	"krigo/gplib"
	"krigo/gplib/lik"
)

// Kind describes a normal approximation to checks and errors.
type Kind struct {
	Package, Name string
	// Takes returns an error that says why the approximation cannot take a likelihood. nil takes all.
	Takes func(l lik.Func) error
}

// CheckModel implements [gplib.LikelihoodMethod].
func (k Kind) CheckModel(m gplib.Model) error {
	if m.Lik == nil {
		return fmt.Errorf("%s: the model has no likelihood (Lik is nil); gplib.Fit takes Gaussian noise, and a likelihood is lik.Bernoulli() or lik.Poisson() "+
			"(the noise is %v)", k.Package, m.Noise)
	}
	if k.Takes == nil {
		return nil
	}
	if err := k.Takes(m.Lik); err != nil {
		return fmt.Errorf("%s: %w", k.Package, err)
	}
	return nil
}

// Check returns an error that says why a model and data are not for the approximation.
func (k Kind) Check(m gplib.Model, d gplib.Data) error {
	if err := k.CheckModel(m); err != nil {
		return err
	}
	return m.CheckData(d)
}

// Method is gplib's descent for models with a likelihood, by the evidence of a normal approximation.
type Method struct {
	gplib.Method
	Kind
	// Later returns the posterior of a model, which is computed at its first use, and what computes it
	// at once.
	Later func(m gplib.Model, d gplib.Data) (p gplib.Posterior, now func() (gplib.Findings, error), err error)
}

// NewMethod returns the method of [gplib.LBFGS] with an objective.
func NewMethod(o gplib.Evidence, m Method) Method {
	m.Method = gplib.LBFGS{Objective: o}.Method()
	return m
}

// Begin implements [gplib.Method].
func (l Method) Begin(f *gplib.Fitting) error {
	if err := l.CheckModel(f.Model); err != nil {
		return err
	}
	if err := l.Method.Begin(f); err != nil {
		return err
	}
	f.Name = l.Name
	data, ctx := f.Data, f.Ctx
	f.Condition = func(learned gplib.Model) (gplib.Posterior, gplib.Findings, error) {
		return l.condition(ctx, learned, data)
	}
	return nil
}

// long is the number of observations from which a posterior takes so long that an interrupt should not
// wait for it.
const long = 1000

// condition computes the posterior, or defers it if a long fit was cancelled.
func (l Method) condition(ctx context.Context, m gplib.Model, d gplib.Data) (gplib.Posterior, gplib.Findings, error) {
	p, now, err := l.Later(m, d)
	if err != nil {
		return nil, nil, err
	}
	if ctx.Err() != nil && d.Len() >= long {
		return p, gplib.Findings{{Code: "posterior-later", Found: "the posterior is computed at the first prediction"}}, nil
	}
	findings, err := now()
	if err != nil {
		return nil, nil, err
	}
	return p, findings, nil
}
