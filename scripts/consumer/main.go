// Command consumer is a program that uses nothing of krigo but its library. It compares a fit with
// textbook formulas in plain Go, and fails where they differ. scripts/check-rename builds it in a
// module of its own, from what a tag of a release publishes.
package main

import (
	"context"
	"fmt"
	"log"
	"math"
	"math/rand/v2"

	"krigo/gplib"
	"krigo/gplib/cov"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("consumer: ")
	x, y := observations()
	data, err := gplib.NewData(cov.Line(x), y)
	if err != nil {
		log.Fatal(err)
	}
	model := gplib.Model{Cov: cov.Scale(1, cov.SE(1)), Noise: gplib.Gaussian(0.1)}
	fit, err := gplib.Fit(context.Background(), model, data, nil)
	if err != nil {
		log.Fatal(err)
	}
	best, err := learned(fit)
	if err != nil {
		log.Fatal(err)
	}
	const at = 2.4
	p, err := fit.Predict(cov.Line([]float64{at}))
	if err != nil {
		log.Fatal(err)
	}
	mean, variance := best.predict(x, y, at)
	compare("negative log marginal likelihood", fit.Value, best.nlml(x, y))
	compare("mean", p.Mean[0], mean)
	compare("variance", p.Var[0], variance)
	optimal(best, x, y)
	fmt.Printf("%v\nf(%g) = %.4f ± %.4f, as the formulas say\n", fit, at, mean, math.Sqrt(variance))
}

// observations returns 30 noisy values of a sine.
func observations() (x, y []float64) {
	src := rand.New(rand.NewPCG(1, 2))
	for i := range 30 {
		x = append(x, float64(i)/5)
		y = append(y, math.Sin(x[i])+0.1*src.NormFloat64())
	}
	return x, y
}

// learned returns the parameters of a fit.
func learned(fit *gplib.Result) (h hyperparameters, err error) {
	for name, value := range map[string]*float64{"variance": &h.variance, "lengthscale": &h.lengthscale, "noise.variance": &h.noise} {
		p, err := fit.Param(name)
		if err != nil {
			return h, err
		}
		*value = p.Value
	}
	return h, nil
}

// compare fails unless two numbers agree but for rounding: the covariance matrix has a condition
// number below 1e5, so that solutions agree to some 1e-11.
func compare(what string, got, want float64) {
	if math.Abs(got-want) > 1e-9*(1+math.Abs(want)) {
		log.Fatalf("the %s is %.17g, by the formula %.17g", what, got, want)
	}
}

// optimal fails if a parameter that is changed by 2 % gives the data a clearly higher likelihood.
func optimal(best hyperparameters, x, y []float64) {
	least := best.nlml(x, y)
	for _, factor := range []float64{0.98, 1.02} {
		for i, near := range []hyperparameters{best, best, best} {
			*[]*float64{&near.variance, &near.lengthscale, &near.noise}[i] *= factor
			if value := near.nlml(x, y); value < least-1e-6 {
				log.Fatalf("%+v is not the optimum: %+v has the value %.9g, and not %.9g", best, near, value, least)
			}
		}
	}
}
