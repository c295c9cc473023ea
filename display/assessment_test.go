package display

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"krigo/display/draw"
	"krigo/gplib"
	"krigo/gplib/lik"
)

// observed returns n observations with predictions of the given spread: 1 is
// calibrated.
func observed(n int, spread float64) ([]float64, gplib.Prediction) {
	rng := rand.New(rand.NewPCG(1, uint64(n)))
	y := make([]float64, n)
	var p gplib.Prediction
	for i := range y {
		mean := math.Sin(float64(i))
		y[i] = mean + rng.NormFloat64()
		p.Mean = append(p.Mean, mean)
		p.Var = append(p.Var, spread*spread/2)
		p.VarY = append(p.VarY, spread*spread)
	}
	return y, p
}

// filled returns the panel that fill draws on.
func filled(t *testing.T, f *AssessmentFigure, fill func(*AssessmentFigure, *draw.Panel) error) *draw.Panel {
	t.Helper()
	p := draw.NewPanel()
	if err := fill(f, p); err != nil {
		t.Fatal(err)
	}
	return p
}

func TestStandardisedErrorsAreSortedInUnitsOfTheirDeviation(t *testing.T) {
	y, p := observed(200, 0.5)
	errors, err := QQ(y, p).standardised(0)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.IsSorted(errors) {
		t.Error("the errors are not sorted")
	}
	// Predictions of half the spread have errors of twice the deviation.
	if q := errors[int(0.975*200)]; math.Abs(q-2*1.96) > 0.8 {
		t.Errorf("the 97.5 %% quantile is %v, want about %v", q, 2*1.96)
	}
}

func TestQuantilesOfManyErrorsKeepTheEnds(t *testing.T) {
	errors := make([]float64, 10000)
	for i := range errors {
		errors[i] = distuv.UnitNormal.Quantile((float64(i) + 0.5) / 10000)
	}
	normal, kept := againstNormal(errors)
	if !slices.Equal(normal, kept) {
		t.Error("normal errors do not lie on the diagonal")
	}
	if n := len(kept); n > qqPoints+2 || kept[0] != errors[0] || kept[1] != errors[1] || kept[n-1] != errors[9999] {
		t.Errorf("%d points from %v to %v", n, kept[0], kept[n-1])
	}
}

func TestAHistogramCountsEveryNumberOnce(t *testing.T) {
	counts := unitBins(4).counts([]float64{0, 0.1, 0.25, 0.5, 0.999, 1, math.NaN()})
	if !slices.Equal(counts, []float64{2, 1, 1, 2}) {
		t.Errorf("counts are %v", counts)
	}
}

func TestCountLimitsHold95PercentOfABinomial(t *testing.T) {
	for _, n := range []int{1, 10, 200} {
		lower, upper := countLimits(n, 0.05)
		b := distuv.Binomial{N: float64(n), P: 0.05}
		inside := b.CDF(upper) - b.CDF(lower-1)
		if inside < 0.95 || b.CDF(upper-1) >= 0.975 {
			t.Errorf("n=%d: [%v, %v] holds %v", n, lower, upper, inside)
		}
	}
}

func TestAssessmentsOfWrongArgumentsSayWhatIsWrong(t *testing.T) {
	y, p := observed(20, 1)
	short := p
	short.Mean = short.Mean[1:]
	certain := p
	certain.VarY = make([]float64, 20)
	labels, right, _ := predictedLabels()
	few := right
	few.Mean = few.Mean[1:]
	one := []float64{1, 1}
	ones := gplib.Prediction{Lik: right.Lik, Mean: []float64{0, 1}, Var: []float64{1, 1}, VarY: []float64{1, 1}}
	for want, f := range map[string]*AssessmentFigure{
		"Reliability: prediction 0: the prediction has Gaussian noise":  Reliability(y, p),
		"ROC: prediction 1: 300 labels but 299 predictions":             ROC(labels, right, few),
		"PrecisionRecall: prediction 0: metric: y[0] is":                PrecisionRecall(y, gplib.Prediction{Lik: right.Lik, Mean: p.Mean, Var: p.Var, VarY: p.VarY}),
		"ROC: prediction 0: metric: Thresholds: y has only one label":   ROC(one, ones),
		"Reliability: prediction 0: observations of y ~ Poisson(exp(f)": Reliability(one, gplib.Prediction{Lik: lik.Poisson(), Mean: one, Var: one, VarY: one}),
		"there is no prediction":                                        Calibration(y),
		"prediction 0":                                                  PIT(y, short),
		"prediction 1":                                                  QQ(y, p, short),
		"variance":                                                      QQ(y, certain),
	} {
		if _, err := f.Encode("png"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one of %q", err, want)
		}
	}
}

func TestEachPredictionHasAKeyOfItsName(t *testing.T) {
	y, p := observed(50, 1)
	for _, fill := range []func(*AssessmentFigure, *draw.Panel) error{
		(*AssessmentFigure).addCoverage, (*AssessmentFigure).addQuantiles, (*AssessmentFigure).addPIT,
	} {
		keys := filled(t, Calibration(y, p, p).Names("first"), fill).Keys
		var names []string
		for _, k := range keys {
			names = append(names, k.Name)
		}
		if !slices.Contains(names, "first") || !slices.Contains(names, "prediction 2") {
			t.Errorf("keys %q", names)
		}
	}
}
