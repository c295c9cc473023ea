package reproduce

import (
	"context"
	"fmt"

	"krigo/gplib/admm"
	"krigo/gplib/dataset"
)

// agreement counts the sets of 200 points on which the exact error at the end
// is within 5 % of the best of 20 direct minimisations.
func agreement(ctx context.Context, o Options) ([]Claim, error) {
	sets, starts := 20, 20
	if o.Quick {
		sets, starts = 2, 5
	}
	learners := []admmLearner{{"hold-out ADMM", admm.HoldOut{}, 8}, {"adjoint BFGS", admm.Adjoint{}, 8}}
	var claims []Claim
	for _, p := range admmProcesses {
		ratios := make([][]float64, len(learners))
		for seed := range uint64(sets) {
			if err := p.measureAgreement(ctx, seed+1, starts, learners, ratios); err != nil {
				return claims, fmt.Errorf("%s, set %d: %w", p.name, seed+1, err)
			}
		}
		for i, l := range learners {
			claims = append(claims, p.agreementClaim(l.name, ratios[i]))
			o.report("%s, n = 200, %s: F over the best direct one %.4g", p.name, l.name, ratios[i])
		}
	}
	return claims, nil
}

// measureAgreement appends each learner's F over the best direct one on a set.
func (p admmProcess) measureAgreement(ctx context.Context, seed uint64, starts int, learners []admmLearner, ratios [][]float64) error {
	d, _, err := dataset.HoldOutSet(p.process, 200, seed)
	if err != nil {
		return err
	}
	best, err := directly(200, starts-1).fit(ctx, p.model(), d)
	if err != nil {
		return err
	}
	for i, l := range learners {
		fit, err := l.fit(ctx, p.model(), d)
		if err != nil {
			return err
		}
		ratios[i] = append(ratios[i], fit.Value/best.Value)
	}
	return nil
}

func (p admmProcess) agreementClaim(learner string, ratios []float64) Claim {
	var within float64
	for _, r := range ratios {
		if r <= 1.05 {
			within++
		}
	}
	c := Claim{
		Claim: learner + ": sets on which F is within 5 % of the best direct minimum",
		Data:  fmt.Sprintf("%s, n = 200, %d sets", p.name, len(ratios)), Measured: within, Paper: "–",
	}
	if p.agree > 0 {
		least := float64(p.agree*len(ratios)) / 20
		c.Wanted, c.Holds = fmt.Sprintf(">= %g of %d", least, len(ratios)), within >= least
	}
	return c
}
