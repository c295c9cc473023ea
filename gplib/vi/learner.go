package vi

import (
	"context"
	"fmt"

	"krigo/gplib"
	"krigo/gplib/internal/normal"
)

// Learner learns the parameters of a model with a likelihood, those of the likelihood too, by the
// maximum of the evidence lower bound, the minimum of [ELBO], with the model's priors. It is
// [gplib.LBFGS] on that objective: the same comparison of starts, stopping rule and defaults. The
// posterior is a [Posterior]. A warning says where the likelihood is not log-concave, and where the steps
// of the posterior did not reach the maximum.
type Learner struct{}

var (
	kind   = normal.Kind{Package: "vi", Name: "Variational normal approximation"}
	method = normal.SiteMethod{Kind: kind, Find: atMaximum}
)

// Fit learns the parameters of m from d. s may be nil.
func (l Learner) Fit(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings) (*gplib.Result, error) {
	return gplib.Learn(ctx, normal.NewMethod(ELBO{}, normal.Method{Kind: kind, Later: posteriorLater}), m, d, s)
}

// Auto returns the model of [gplib.AutoLik] with a likelihood that suits the observations:
// [lik.Bernoulli] where they are 0 and 1, [lik.Poisson] where they are whole numbers from 0, else
// [lik.StudentT]. Observations of two other values, such as -1 and 1, are an error that says how to
// code labels.
func (Learner) Auto(d gplib.Data) (gplib.Model, error) { return normal.Auto(d) }

var posteriorLater = method.Posterior(func(p *sited) gplib.Posterior { return &Posterior{*p} }, findings)

// findings says what to know about the approximation.
func findings(s *normal.Sites) gplib.Findings {
	var all gplib.Findings
	if s.Gap > nearly {
		all = append(all, gplib.Finding{
			Code:  "vi-not-converged",
			Found: fmt.Sprintf("after %d steps %s", s.Sweeps, gapOf(s)),
			Means: "predictions have errors of about this size",
			Do:    "compare with laplace.Learner{}, which has other steps",
		})
	}
	return append(all, normal.NotLogConcave(s.Model.Lik)...)
}
