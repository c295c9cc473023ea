package display

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/display/draw"
	"krigo/gplib"
	"krigo/gplib/cholqr"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
	"krigo/gplib/inducing"
	"krigo/gplib/laplace"
	"krigo/gplib/lik"
	"krigo/gplib/rkhs"
	"krigo/gplib/rkhs/feature"
	"krigo/gplib/softmax"
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

// interacting returns a model given 60 rows of a product, a line and an input that does not
// matter.
func interacting() *gplib.Result {
	rng := rand.New(rand.NewPCG(15, 16))
	x, y := mat.NewDense(60, 4, nil), make([]float64, 60)
	for i := range y {
		row := x.RawRowView(i)
		for j := range row {
			row[j] = rng.Float64()
		}
		y[i] = 12*(row[0]-0.5)*(row[1]-0.5) + 3*row[2] + 0.1*rng.NormFloat64()
	}
	named, err := cov.Points(x).Named("cement", "slag", "water", "age")
	if err != nil {
		panic(err)
	}
	m := gplib.Model{Cov: cov.Scale(10, cov.SE(1, 1, 5, 20)), Noise: gplib.Gaussian(0.01)}
	return conditioned("L-BFGS", m, gplib.Data{X: named, Y: y})
}

// seasonal returns a model of a trend, a season and the rest given 300 months, with a mean.
func seasonal() *gplib.Result {
	rng := rand.New(rand.NewPCG(2, 9))
	x, y := make([]float64, 300), make([]float64, 300)
	for i := range x {
		t := float64(i) / 12
		x[i] = 1958.21 + t
		y[i] = 315 + 0.9*t + 0.015*t*t + 3*math.Sin(2*math.Pi*t) + 0.6*math.Sin(1.7*t) + 0.3*rng.NormFloat64()
	}
	line, err := cov.Line(x).Named("year")
	if err != nil {
		panic(err)
	}
	m := gplib.Model{
		Mean: gplib.ConstantMean(330),
		Cov: cov.Sum(cov.Scale(400, cov.SE(30)), cov.Scale(10, cov.Product(cov.SE(60), cov.Periodic(1.5, 1))),
			cov.Scale(0.4, cov.SE(1))),
		Noise: gplib.Gaussian(0.09),
	}
	return conditioned("L-BFGS", m, gplib.Data{X: line, Y: y, Target: "CO₂ (ppm)"})
}

// additive returns a model of single inputs and of two together given houses.
func additive() *gplib.Result {
	m := gplib.Model{
		Mean: gplib.ConstantMean(300),
		Cov: cov.Sum(cov.Scale(30000, cov.On(cov.SE(100), 0)), cov.Scale(2000, cov.On(cov.SE(80), 2)), cov.Scale(1000, cov.On(cov.SE(6), 3)),
			cov.Scale(500, cov.On(cov.SE(3, 6), 1, 3)), cov.Constant(100)),
		Noise: gplib.Gaussian(300),
	}
	return conditioned("L-BFGS", m, houses(80))
}

// labelsOf returns n labels of the plane, and a model of them by Laplace's approximation.
func labelsOf(n int) *gplib.Result {
	rng := rand.New(rand.NewPCG(8, uint64(n)))
	x, y := mat.NewDense(n, 2, nil), make([]float64, n)
	for i := range y {
		row := x.RawRowView(i)
		row[0], row[1] = 6*rng.Float64(), 4*rng.Float64()
		y[i] = lik.Bernoulli().Sample(4*math.Sin(row[0])+3*(row[1]-2), rng)
	}
	named, err := cov.Points(x).Named("acidity (pH)", "sugar (g/l)")
	if err != nil {
		panic(err)
	}
	return approximated(gplib.Model{Mean: gplib.ConstantMean(0), Cov: cov.Scale(9, cov.SE(1.5, 2)), Lik: lik.Bernoulli()}, gplib.Data{X: named, Y: y, Target: "ripe"})
}

// classesOf returns n rows of three classes in the plane, and a model of them by Laplace's approximation.
func classesOf(n int) *gplib.Result {
	rng := rand.New(rand.NewPCG(9, uint64(n)))
	x, y, f := mat.NewDense(n, 2, nil), make([]float64, n), make([]float64, 3)
	for i := range y {
		row := x.RawRowView(i)
		row[0], row[1] = 6*rng.Float64(), 4*rng.Float64()
		f[0], f[1], f[2] = 3*(2-row[1]), 4*math.Sin(row[0]), 2*(row[0]-3)
		for c := range f {
			f[c] -= math.Log(rng.ExpFloat64())
		}
		y[i] = float64(floats.MaxIdx(f))
	}
	named, err := cov.Points(x).Named("acidity (pH)", "sugar (g/l)")
	if err != nil {
		panic(err)
	}
	m := gplib.Model{Cov: cov.Scale(6, cov.SE(1.5, 2)), Lik: lik.Categorical("Elstar", "Boskoop", "Gala")}
	p, err := softmax.Condition(m, gplib.Data{X: named, Y: y, Target: "apple"})
	if err != nil {
		panic(err)
	}
	return &gplib.Result{Method: "softmax", Model: m, Posterior: p}
}

// predictedClasses returns classes with their predictions, and some that are too certain.
func predictedClasses() (y []float64, right, bold softmax.Prediction) {
	r := classesOf(250)
	right, err := softmax.Classify(r, r.Posterior.Data().X)
	if err != nil {
		panic(err)
	}
	bold = right
	bold.Prob = mat.DenseCopyOf(right.Prob)
	for i := range right.Len() {
		row := bold.Prob.RawRowView(i)
		for c, p := range row {
			row[c] = p * p * p
		}
		floats.Scale(1/floats.Sum(row), row)
	}
	return right.Sample(rand.New(rand.NewPCG(11, 11))), right, bold
}

// approximated returns a model given data by Laplace's approximation, as a result.
func approximated(m gplib.Model, d gplib.Data) *gplib.Result {
	p, err := laplace.Condition(m, d)
	if err != nil {
		panic(err)
	}
	return &gplib.Result{Method: "Laplace", Model: m, Posterior: p}
}

// newtonPath returns the steps to the mode of 30 latent values on a line.
func newtonPath(l lik.Func, f func(x float64) float64) *laplace.NewtonPath {
	r := onALine(30, l, f)
	path, err := laplace.Newton(context.Background(), r.Model, r.Posterior.Data())
	if err != nil {
		panic(err)
	}
	return path
}

// onALine returns n rows of a likelihood on a line, and their model.
func onALine(n int, l lik.Func, f func(x float64) float64) *gplib.Result {
	rng := rand.New(rand.NewPCG(9, uint64(n)))
	x, y := make([]float64, n), make([]float64, n)
	for i := range x {
		x[i] = 8 * rng.Float64()
		y[i] = l.Sample(f(x[i]), rng)
	}
	return approximated(gplib.Model{Mean: gplib.ConstantMean(0), Cov: cov.Scale(3, cov.SE(1)), Lik: l}, gplib.Data{X: cov.Line(x), Y: y})
}

// predictedLabels returns labels and two predictions of them: by a model, and by one whose f is three times as large.
func predictedLabels() (y []float64, right, bold gplib.Prediction) {
	r := labelsOf(300)
	q, err := r.Posterior.Predict(r.Posterior.Data().X)
	if err != nil {
		panic(err)
	}
	rng := rand.New(rand.NewPCG(10, 10))
	bold = gplib.Prediction{Lik: q.Lik}
	for i, m := range q.Mean {
		y = append(y, lik.Bernoulli().Sample(m+math.Sqrt(q.Var[i])*rng.NormFloat64(), rng))
		bold.Mean, bold.Var, bold.VarY = append(bold.Mean, 3*m), append(bold.Var, 0), append(bold.VarY, q.VarY[i])
	}
	return y, q, bold
}

// counts returns a model of counts with two terms, by Laplace's approximation.
func counts() *gplib.Result {
	rng := rand.New(rand.NewPCG(3, 3))
	x, y := make([]float64, 80), make([]float64, 80)
	for i := range x {
		x[i] = float64(i) / 10
		y[i] = math.Floor(rng.ExpFloat64() * math.Exp(1+0.2*x[i]+math.Sin(2*x[i])))
	}
	m := gplib.Model{Cov: cov.Sum(cov.Scale(2, cov.SE(5)), cov.Scale(1, cov.SE(0.7))), Lik: lik.Poisson()}
	return approximated(m, gplib.Data{X: cov.Line(x), Y: y})
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
// comparison returns scores of three contenders on five folds.
func comparison() *gplib.Comparison {
	folds, err := dataset.KFold(sineData(40), 5, 1)
	if err != nil {
		panic(err)
	}
	once := &gplib.Settings{MaxIter: 1, OwnStart: true}
	short, long := sineModel(), sineModel()
	short.Cov, long.Cov = cov.Scale(1, cov.SE(0.05)), cov.Scale(1, cov.SE(2))
	c, err := gplib.Compare(context.Background(), folds, gplib.Contender{Name: "right", Model: sineModel(), Settings: once},
		gplib.Contender{Name: "too short", Model: short, Settings: once}, gplib.Contender{Name: "long", Model: long, Settings: once})
	if err != nil {
		panic(err)
	}
	return c
}

func figuresOfData() map[string]*draw.Figure {
	d, h := sineData(60), houses(44)
	labels, right, bold := predictedLabels()
	classes, ofClasses, boldClasses := predictedClasses()
	wave := func(x float64) float64 { return 2 * math.Sin(1.5*x) }
	sine := conditioned("the right model", sineModel(), d)
	stiff := conditioned("too stiff", gplib.Model{Cov: cov.Scale(1, cov.SE(4)), Noise: gplib.Gaussian(0.04)}, d)
	quasi := gplib.Model{Cov: cov.Product(cov.SE(8), cov.Periodic(1, 4))}
	return map[string]*draw.Figure{
		"acquisition":     Acquisition(context.Background(), searched(9)).Title("The next point of a search").Figure,
		"parallel":        ParallelCoordinates(tuned(30)).Title("Thirty evaluations").Figure,
		"regret":          Regret(searched(9), searched(12)).Names("nine", "twelve").Minimum(-1).Title("Regret of two runs").Figure,
		"terms":           Terms(context.Background(), sineModel(), d, "lengthscale").Title("Terms of the likelihood").Figure,
		"paired":          Paired(comparison()).Title("Differences to the best").Figure,
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
		"relevance":       Relevance(interacting()).Title("Relevance").Size(640, 260).Figure,
		"relevances":      Relevance(conditioned("ML", housesModel(), h), conditioned("GPCV", housesModel(), houses(15))).Size(480, 320).Figure,
		"parts":           Parts(seasonal()).Names("", "trend", "season", "irregular").Title("Carbon dioxide").XTicks(draw.YearTicks{}).Figure,
		"partshouses":     Parts(additive()).Figure,
		"partscounts":     Parts(counts()).Figure,
		"effects":         Effects(conditioned("L-BFGS", housesModel(), h)).Title("Houses").Figure,
		"effectscounts":   Effects(counts()).Figure,
		"slice":           Slice(conditioned("L-BFGS", housesModel(), h), "area (m²)", map[string]float64{"rooms": 5}).Figure,
		"effectspair":     Effects(interacting()).Pair("cement", "slag").Title("An interaction").Figure,
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
		"contourhouses":      Contour(conditioned("L-BFGS", housesModel(), h)).Over("area (m²)", "age (years)").Test(houses(40)).Size(640, 220).Figure,
		"reliability":        Reliability(labels, right, bold).Names("the model", "too certain").Title("Are probabilities right?").Figure,
		"roc":                ROC(labels, right, bold).Names("the model", "too certain").Figure,
		"precision":          PrecisionRecall(labels, right).Names("the model").Figure,
		"boundary":           Boundary(labelsOf(120)).Names("unripe", "ripe").Title("A decision boundary").Figure,
		"regions":            Regions(classesOf(120)).Title("Regions of three classes").Figure,
		"reliabilityclasses": ClassReliability(classes, ofClasses, boldClasses).Names("the model", "too certain").Figure,
		"latentcounts":       Latent(onALine(60, lik.Poisson(), wave)).Title("Counts against f").Figure,
		"latentlabels":       Latent(onALine(60, lik.Bernoulli(), wave)).Figure,
		"newton":             Newton(newtonPath(lik.Bernoulli(), wave), 1).Title("A step to the mode").Figure,
		"newtoncounts":       Newton(newtonPath(lik.Poisson(), wave), 0).Row(3).Figure,
		"newtonhalved":       Newton(newtonPath(lik.StudentT(0.1, 3), wave), 4).Figure,
		"latentlevels":       Latent(onALine(250, lik.Ordinal(1, 1.5), wave)).Figure,
		"fitlabels":          Fit(onALine(80, lik.Bernoulli(), wave)).Title("A probability").Figure,
		"fitcounts":          Fit(onALine(80, lik.Poisson(), wave)).Title("Counts").Figure,
		"fitlevels":          Fit(onALine(80, lik.Ordinal(1, 1.5), wave)).Title("Grades").Figure,
		"traceparams":        Trace(traceOf(30, 1), traceOf(20, 2)).Names("ML", "GPCV").Monitors().Params("lengthscale").Figure,
		"budgets":            Budgets().Method("CholQR", spent(0.9)...).Method("random", spent(0.5)...).Labels("inducing points", "RMSE").LogScore().Figure,
	}
}
