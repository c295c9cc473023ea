package cholqr_test

import (
	"context"
	"fmt"

	"krigo/gplib"
	"krigo/gplib/cholqr"
	"krigo/gplib/cov"
	"krigo/gplib/inducing"
)

func ExampleHybrid() {
	fit, err := cholqr.Hybrid{M: 25}.Fit(context.Background(), line(), curve(120), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	p := fit.Posterior.(*cholqr.Posterior)
	fmt.Println(fit.Method, fit.Status)
	fmt.Println(len(p.Index()), "inducing points")
	fmt.Println("The trace term is less than half a nat:", p.Certificate().TraceBound/2 < 0.5)
	// Output:
	// CholQR-z16 VAR converged
	// 25 inducing points
	// The trace term is less than half a nat: true
}

// Inputs need no coordinates: here they are strings.
func ExampleHybrid_strings() {
	model := gplib.Model{Cov: cov.Scale(1, cov.Spectrum(2)), Noise: gplib.Gaussian(0.3)}
	fit, err := cholqr.Hybrid{M: 12}.Fit(context.Background(), model, words(60), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := fit.Predict(cov.Strings{"abab", "cccc"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("abab is above cccc:", p.Mean[0] > p.Mean[1]+1)
	// Output:
	// abab is above cccc: true
}

// The swaps of a fit that began with ten neighbours.
func ExamplePosterior_Swaps() {
	clump := inducing.Given{50, 51, 52, 53, 54, 55, 56, 57, 58, 59}
	fit, err := cholqr.Hybrid{M: 10, Start: clump}.Fit(context.Background(), line(), curve(120), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	p := fit.Posterior.(*cholqr.Posterior)
	accepted := 0
	for _, s := range p.Swaps() {
		if s.Accepted {
			accepted++
		}
	}
	first := p.Swaps()[0]
	fmt.Println("The first attempt lowers the objective:", first.Accepted && first.Gain > first.Rise)
	fmt.Println("At least one for each point:", accepted >= 10)
	// Output:
	// The first attempt lowers the objective: true
	// At least one for each point: true
}

func ExampleHybrid_Reductions() {
	all, err := cholqr.Hybrid{}.Reductions(context.Background(), line(), curve(60), []int{10, 40}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	best, truly := all[0], all[0]
	for _, r := range all {
		if r.Estimate > best.Estimate {
			best = r
		}
		if r.Exact > truly.Exact {
			truly = r
		}
	}
	fmt.Println("The best by estimate is nearly the best:", best.Exact > 0.95*truly.Exact)
	// Output:
	// The best by estimate is nearly the best: true
}
