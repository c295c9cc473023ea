package display

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"krigo/display/draw"
	"krigo/gplib"
	"krigo/gplib/cholqr"
	"krigo/gplib/cov"
	"krigo/gplib/inducing"
	"krigo/gplib/rkhs"
	"krigo/gplib/rkhs/feature"
)

// houses returns n rows of four named inputs, the second correlated with the first, and
// a price.
func houses(n int) gplib.Data {
	rng := rand.New(rand.NewPCG(5, 6))
	x, y := mat.NewDense(n, 4, nil), make([]float64, n)
	for i := range n {
		area := 40 + 120*rng.Float64()
		rooms := math.Round(1 + area/35 + rng.NormFloat64()*0.6)
		age, distance := 80*rng.Float64(), rng.ExpFloat64()*5
		x.SetRow(i, []float64{area, rooms, age, distance})
		y[i] = 3*area + 12*rooms - 0.9*age + 60*math.Exp(-distance/4) + 15*rng.NormFloat64()
	}
	named, err := cov.Points(x).Named("area (m²)", "rooms", "age (years)", "distance (km)")
	if err != nil {
		panic(err)
	}
	return gplib.Data{X: named, Y: y, Target: "price"}
}

// conditioned returns a model given data, as a result.
func conditioned(method string, m gplib.Model, d gplib.Data) *gplib.Result {
	e, err := gplib.Condition(m, d)
	if err != nil {
		panic(err)
	}
	return &gplib.Result{Method: method, Model: m, Posterior: e}
}

// sineModel suits sineData.
func sineModel() gplib.Model {
	return gplib.Model{Cov: cov.Scale(1, cov.SE(1)), Noise: gplib.Gaussian(0.04)}
}

// housesModel suits houses.
func housesModel() gplib.Model {
	return gplib.Model{
		Mean: gplib.ConstantMean(300), Cov: cov.Scale(20000, cov.SE(100, 5, 80, 8)), Noise: gplib.Gaussian(400),
	}
}

// swapped returns a short fit that exchanges inducing points.
func swapped() *gplib.Result {
	learner := cholqr.Hybrid{M: 6, Start: inducing.Given{0, 1, 2, 3, 4, 5}}
	fit, err := learner.Fit(context.Background(), sineModel(), sineData(80), &gplib.Settings{MaxIter: 10})
	if err != nil {
		panic(err)
	}
	return fit
}

// sparseHouses returns a fit of eight inducing points that were chosen one by one.
func sparseHouses() *gplib.Result {
	learner := inducing.Subset{Size: 8}
	fit, err := learner.Fit(context.Background(), housesModel(), houses(80), &gplib.Settings{MaxIter: 3})
	if err != nil {
		panic(err)
	}
	return fit
}

// deep returns a short fit of a network's features.
func deep() *gplib.Result {
	network := feature.MLP{Inputs: 1, Widths: []int{12, 8}, Activation: feature.Tanh}
	m := gplib.Model{Cov: rkhs.Linear(network, 1), Noise: gplib.Gaussian(0.04)}
	fit, err := rkhs.NOLD{}.Fit(context.Background(), m, sineData(60), &gplib.Settings{MaxIter: 4})
	if err != nil {
		panic(err)
	}
	return fit
}

// spent returns the scores of two methods for five budgets, three runs each.
func spent(rate float64) []Spent {
	rng := rand.New(rand.NewPCG(7, uint64(1000*rate)))
	var out []Spent
	for _, m := range []float64{10, 20, 50, 100, 200} {
		s := Spent{Budget: m}
		for range 3 {
			s.Scores = append(s.Scores, 0.2+math.Pow(m/10, -rate)*(1+0.1*rng.NormFloat64()))
		}
		out = append(out, s)
	}
	return out
}

// figuresOfData returns those that need no fit, or little of one.
func figuresOfData() map[string]*draw.Figure {
	d, h := sineData(60), houses(44)
	sine := conditioned("the right model", sineModel(), d)
	stiff := conditioned("too stiff", gplib.Model{Cov: cov.Scale(1, cov.SE(4)), Noise: gplib.Gaussian(0.04)}, d)
	quasi := gplib.Model{Cov: cov.Product(cov.SE(8), cov.Periodic(1, 4))}
	return map[string]*draw.Figure{
		"observations":    Observations(d).Trend().Title("A sine with a gap").Figure,
		"sets":            Observations(d.Subset(gplib.Spaced(60, 40)), sineData(15)).Names("training", "test").Figure,
		"inputs":          Observations(h).Trend().Title("Houses").Figure,
		"pairs":           Pairs(h).Columns("area (m²)", "rooms", "age (years)", "price").Title("Houses").Figure,
		"histogram":       Histogram(h.Y).Labels("price", "").Figure,
		"histograms":      Histogram(h.Y[:22], h.Y[22:]).Names("north", "south").Bins(12).Figure,
		"prior":           Prior(quasi).Samples(2).Title("A slowly changing period").Figure,
		"priordata":       Prior(sineModel()).Data(d).Samples(8).Figure,
		"priorhouses":     Prior(housesModel()).Data(h).Along("age (years)").Figure,
		"gram":            Gram(quasi, cov.Grid(0, 12, 60)).Title("Periods in a covariance matrix").Figure,
		"gramsorted":      Gram(cov.SE(1), sineData(200).X).Sorted().Figure,
		"residuals":       Residuals(sine).Figure,
		"residualsof":     Residuals(sine, stiff).Figure,
		"residualhouses":  Residuals(conditioned("L-BFGS", housesModel(), h)).Title("Houses").Figure,
		"autocorrelation": ChainAutocorrelation(normalChains(400, 1)).Figure,
		"inducing":        Inducing(swapped()).Title("Points that were exchanged").Figure,
		"inducingplane":   Inducing(sparseHouses()).Over("area (m²)", "age (years)").Ordered().Figure,
		"step":            Step(swapped(), 3).Figure,
		"stepplane":       Step(sparseHouses(), 2).Title("Houses, after two steps").Figure,
		"stepfeatures":    Step(deep(), 2).Figure,
		"contour": Contour(conditioned("L-BFGS", gplib.Model{Cov: cov.SE(1), Noise: gplib.Gaussian(0.01)}, planeData(18))).
			Truth(func(x []float64) float64 { return math.Sin(x[0]) * math.Cos(x[1]) }).Title("A function of the plane").Size(640, 230).Figure,
		"contourhouses": Contour(conditioned("L-BFGS", housesModel(), h)).Over("area (m²)", "age (years)").Test(houses(40)).Size(640, 220).Figure,
		"traceparams":   Trace(traceOf(30, 1), traceOf(20, 2)).Names("ML", "GPCV").Monitors().Params("lengthscale").Figure,
		"budgets":       Budgets().Method("CholQR", spent(0.9)...).Method("random", spent(0.5)...).Labels("inducing points", "RMSE").LogScore().Figure,
	}
}
