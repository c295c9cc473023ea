package display

import (
	"context"
	"math"
	"strings"
	"testing"

	"krigo/display/draw"
	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/lik"
)

func TestPanelsHaveTheNamesOfTheData(t *testing.T) {
	panels, err := Observations(houses(20)).Size(900, 700).draw()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, p := range panels {
		names = append(names, p.X.Label.Text)
	}
	if got := strings.Join(names, "; "); got != "area (m²); rooms; age (years); distance (km)" || panels[0].Y.Label.Text != "price" || panels[1].Y.Label.Text != "" {
		t.Errorf("panels %s of %q", got, panels[0].Y.Label.Text)
	}
}

func TestASmallFigureShowsFewerInputsAndSaysSo(t *testing.T) {
	panels, err := Observations(houses(20)).Size(320, 200).draw()
	if err != nil {
		t.Fatal(err)
	}
	if keys := panels[0].Keys; len(panels) != 2 || keys[len(keys)-1].Name != "the first 2 of 4 inputs" {
		t.Errorf("%d panels, the legend is %v", len(panels), keys)
	}
}

func TestATrendOfALineIsTheLine(t *testing.T) {
	x, y := evenly(0, 3, 50), make([]float64, 50)
	for i := range y {
		y[i] = 2 - 0.7*x[i]
	}
	at, trend := trendOf(x, y)
	for i, v := range at {
		if math.Abs(trend[i]-(2-0.7*v)) > 1e-9 {
			t.Fatalf("at %v the trend is %v", v, trend[i])
		}
	}
}

// The weight of an observation in the trend at its own place is the change of the trend
// per change of the observation.
func TestATrendKnowsWhatAnObservationAddsToIt(t *testing.T) {
	x, y := []float64{0, 1, 1.5, 2.5, 4}, []float64{1, 0, 2, 1, 3}
	rows := gplib.Spaced(5, 5)
	before, own := localLine(x, y, rows, 1.5, 0.8)
	y[2]++
	after, _ := localLine(x, y, rows, 1.5, 0.8)
	if math.Abs(after-before-own) > 1e-12 {
		t.Errorf("the trend moves by %v, want %v", after-before, own)
	}
}

func TestATrendIsNotDrawnAcrossAGap(t *testing.T) {
	d := sineData(60) // without x in (5, 7)
	at, trend := trendOf(coordinatesOf(d), d.Y)
	for i, v := range at {
		if v > 5.4 && v < 6.6 && !math.IsNaN(trend[i]) {
			t.Errorf("the trend is %v at %v", trend[i], v)
		}
	}
}

func coordinatesOf(d gplib.Data) []float64 { return d.X.(*cov.Matrix).Column(0) }

func TestFiguresOfDataRefuseWhatTheyCannotDraw(t *testing.T) {
	text := gplib.Data{X: cov.Strings{"a", "b"}, Y: []float64{1, 2}}
	short := gplib.Data{X: cov.Line([]float64{1, 2}), Y: []float64{1}}
	bare := gplib.Model{}
	var noContext context.Context
	h := houses(12)
	model := housesModel()
	sine := conditioned("A", sineModel(), sineData(9))
	for want, f := range map[string]draw.Drawable{
		"display: Observations: there are no data":                             Observations(),
		"Observations: data 0: inputs of type cov.Strings are not numbers":     Observations(text),
		"Observations: data 1: gplib: 2 inputs but 1 observations":             Observations(h, short),
		"Observations: data 1 have 1 inputs, data 0 have 4":                    Observations(h, sineData(5)),
		"Pairs: inputs of type cov.Strings":                                    Pairs(text),
		`Pairs: there is no column "size"; available: "area (m²)"`:             Pairs(h).Columns("size", "price"),
		"Pairs: Columns names 1 columns, want 2 to 6":                          Pairs(h).Columns("price"),
		"Prior: the model has no covariance function":                          Prior(bare),
		"Prior: Samples(-1): want 0 to 100":                                    Prior(model).Samples(-1),
		"Prior: Between(3, 2): want a lower and a higher number":               Prior(model).Between(3, 2),
		`Prior: Along: there is no input "size"; available: ["x[0]" "x[1]"`:    Prior(model).Along("size"),
		"Prior: inputs of type cov.Strings are not numbers":                    Prior(sineModel()).Data(text),
		"Gram: a string is not a covariance function, model or result":         Gram("SE", h.X),
		"Gram: the covariance function is nil":                                 Gram(bare, h.X),
		"Gram: there are no points":                                            Gram(cov.SE(1), nil),
		"Gram: Sorted: inputs of type cov.Strings are not numbers":             Gram(cov.Spectrum(1), text.X).Sorted(),
		"Contour: the result is nil or has no posterior":                       Contour(nil),
		"Contour: the inputs have 1 dimension, want 2 or more":                 Contour(sine),
		`Contour: Over: there is no input "size"`:                              Contour(conditioned("A", model, h)).Over("size", "rooms"),
		"Contour: Over(\"rooms\", \"rooms\"): want two inputs":                 Contour(conditioned("A", model, h)).Over("rooms", "rooms"),
		"Contour: area (m²) from 2 to 1":                                       Contour(conditioned("A", model, h)).Between(2, 1, 0, 1),
		"Contour: test data: gplib: 2 inputs but 1 observations":               Contour(conditioned("A", model, h)).Test(short),
		"Inducing: the posterior, a *gplib.Exact, has no inducing points":      Inducing(sine),
		"Residuals: there is no result":                                        Residuals(),
		"Residuals: result 0: gplib: 2 inputs but 1 observations":              Residuals(sine).Test(short),
		"Residuals: result 1 has 12 residuals (leave-one-out), result 0 has 9": Residuals(sine, conditioned("B", model, h)),
		"Parts: the result is nil or has no posterior":                         Parts(nil),
		"Parts: no part of 2e+04·SE(100, 5, 80, 8) varies with one input":      Parts(conditioned("A", model, h)),
		"Parts: display: Between(3, 2): want a lower and a higher number":      Parts(sine).Between(3, 2),
		"Parts: Between is for one input, and there are 4":                     Parts(conditioned("A", model, h)).Between(1, 2),
		"Effects: the result is nil or has no posterior":                       Effects(nil),
		`Slice: gplib: Slice: there is no input "size"; available: ["area`:     Slice(conditioned("A", model, h), "size", nil),
		"Slice: the result is nil or has no posterior":                         Slice(nil, "x", nil),
		`Effects: Inputs: there is no input "size"; available: ["area (m²)"`:   Effects(conditioned("A", model, h)).Inputs("size"),
		`Effects: Pair: there is no input "size"; available: ["area (m²)"`:     Effects(conditioned("A", model, h)).Pair("rooms", "size"),
		`Effects: Pair("rooms", "rooms"): want two inputs`:                     Effects(conditioned("A", model, h)).Pair("rooms", "rooms"),
		"Effects: Pair needs two inputs, and there is one":                     Effects(sine).Pair("x", "x"),
		"Boundary: the result is nil or has no posterior":                      Boundary(nil),
		"Boundary: the inputs have 1 dimension, want 2 or more":                Boundary(sine),
		"Boundary: the prediction has Gaussian noise and no probabilities":     Boundary(conditioned("A", model, h)),
		"Boundary: Names: there are two labels":                                Boundary(labelsOf(20)).Names("a", "b", "c"),
		`Boundary: Over: there is no input "size"`:                             Boundary(labelsOf(20)).Over("size", "sugar (g/l)"),
		"Boundary: acidity (pH) from 2 to 1":                                   Boundary(labelsOf(20)).Between(2, 1, 0, 1),
		"Regions: the result is nil or has no posterior":                       Regions(nil),
		"Regions: softmax: the posterior of the fit is a *laplace.Posterior":   Regions(labelsOf(20)),
		`Regions: Over: there is no input "size"`:                              Regions(classesOf(20)).Over("size", "sugar (g/l)"),
		"Regions: acidity (pH) from 2 to 1":                                    Regions(classesOf(20)).Between(2, 1, 0, 1),
		"Boundary: softmax: a point has a latent value for each class":         Boundary(classesOf(20)),
		"predict with result 0: softmax: a point has a latent value for each":  Fit(classesOf(20)),
		"Latent: the result is nil or has no posterior":                        Latent(nil),
		"Latent: the model has Gaussian noise":                                 Latent(sine),
		"Newton: the path is nil or has no steps":                              Newton(nil, 0),
		"Newton: there is no step 99; the path has steps 0 to ":                Newton(newtonPath(lik.Poisson(), math.Sin), 99),
		"Newton: Row(30): there are rows 0 to 29":                              Newton(newtonPath(lik.Poisson(), math.Sin), 0).Row(30),
		"Newton: the inputs are not on a line":                                 Newton(planePath(t), 0),
		"Acquisition: ctx is nil":                                              Acquisition(noContext, searched(3)),
		"Acquisition: the run is nil":                                          Acquisition(context.Background(), nil),
		`Acquisition: Along: there is no dimension of numbers "size"`:          Acquisition(context.Background(), searched(8)).Along("size"),
		"Acquisition: bo: there is no model before Settings.Initial":           Acquisition(context.Background(), searched(3)),
		"Regret: there is no run":                                              Regret(),
		"Regret: run 1 is nil":                                                 Regret(searched(3), nil),
		"Regret: run 0 has no feasible evaluation":                             Regret(searched(0)),
		"Budgets: there is no method":                                          Budgets(),
		"Budgets: A: the budget 0 cannot be drawn":                             Budgets().Method("A", Spent{0, []float64{1}}),
		"Budgets: A: the budget 3 has no scores":                               Budgets().Method("A", Spent{Budget: 3}),
		"Budgets: A: the score -1 of the budget 2 cannot be drawn":             Budgets().LogScore().Method("A", Spent{2, []float64{-1}}),
		"Budgets: A has no score":                                              Budgets().Fits("A", nil, nil, sine),
		`Trace: Params: no trace has a parameter "alpha"; available:`:          Trace(traceOf(3, 1)).Params("alpha"),
	} {
		if _, err := f.AsFigure().Encode("svg"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

func TestDataOfOneRowCanBeDrawn(t *testing.T) {
	x, _ := cov.Rows([][]float64{{1, 2}})
	one := gplib.Data{X: x, Y: []float64{3}}
	line := gplib.Data{X: cov.Line([]float64{1}), Y: []float64{3}}
	plane := gplib.Model{Cov: cov.SE(1), Noise: gplib.Gaussian(0.1)}
	for name, f := range map[string]draw.Drawable{
		"observations": Observations(one).Trend(), "pairs": Pairs(one), "histogram": Histogram(one.Y), "prior": Prior(plane).Data(line),
		"gram": Gram(plane, one.X), "residuals": Residuals(conditioned("A", plane, one)), "contour": Contour(conditioned("A", plane, one)).Between(0, 2, 0, 2),
		"parts": Parts(conditioned("A", plane, line)), "effects": Effects(conditioned("A", plane, one)),
	} {
		if _, err := f.AsFigure().Encode("svg"); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestPairsTellTheCorrelation(t *testing.T) {
	x, _ := cov.Rows([][]float64{{1, 4}, {2, 1}, {3, 3}, {5, 2}})
	d := gplib.Data{X: x, Y: []float64{2, 4, 6, 10}}
	panels, err := Pairs(d).draw()
	if err != nil {
		t.Fatal(err)
	}
	// numpy.corrcoef([1, 2, 3, 5], [4, 1, 3, 2]) is -0.378.
	if panels[3].Heading != "r = −0.38" || panels[6].Heading != "r = 1.00" || panels[0].Heading != "x[0]" {
		t.Errorf("headings %q, %q, %q", panels[0].Heading, panels[3].Heading, panels[6].Heading)
	}
}
