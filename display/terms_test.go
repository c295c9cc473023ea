package display

import (
	"context"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// The curves of Terms are those of the dense formula.
func TestTermsAreThoseOfTheFormula(t *testing.T) {
	d := sineData(15)
	m := gplib.Model{Cov: cov.SE(1), Noise: gplib.Gaussian(0.1)}
	f := Terms(context.Background(), m, d, "lengthscale").Between(0.1, 10).Resolution(5)
	series, err := f.Series()
	if err != nil || len(series) != 3 {
		t.Fatalf("%d series, %v", len(series), err)
	}
	for k, l := range []float64{0.1, math.Sqrt(0.1), 1, math.Sqrt(10), 10} {
		p := posterior{data: d, l: l}
		c := p.k(d.X, d.X)
		for i := range d.Y {
			c.Set(i, i, c.At(i, i)+0.1)
		}
		var solved mat.VecDense
		y := mat.NewVecDense(len(d.Y), d.Y)
		if err := solved.SolveVec(c, y); err != nil {
			t.Fatal(err)
		}
		det, _ := mat.LogDet(c)
		fit, penalty := -mat.Dot(y, &solved)/2, -det/2
		for i, want := range []float64{fit + penalty - float64(len(d.Y))/2*math.Log(2*math.Pi), fit, penalty} {
			if got := series[i].Y[k]; math.Abs(got-want) > 1e-8*(1+math.Abs(want)) {
				t.Errorf("lengthscale %g, curve %d: %g, want %g", l, i, got, want)
			}
		}
	}
}

func TestTermsThatCannotBeDrawnSayWhy(t *testing.T) {
	done, cancel := context.WithCancel(context.Background())
	cancel()
	d, m := sineData(5), sineModel()
	var none context.Context
	for want, f := range map[string]*TermsFigure{
		"canceled":        Terms(done, m, d, "lengthscale"),
		"ctx is nil":      Terms(none, m, d, "lengthscale"),
		"Resolution(1)":   Terms(context.Background(), m, d, "lengthscale").Resolution(1),
		"no parameter":    Terms(context.Background(), m, d, "length"),
		"no observations": Terms(context.Background(), m, gplib.Data{}, "lengthscale"),
	} {
		if _, err := f.Encode("png"); err == nil || !strings.Contains(err.Error(), "display: Terms: ") {
			t.Errorf("%s: %v", want, err)
		}
	}
}

// The dots of Paired are the differences of the folds, and its intervals those of Nadeau and Bengio.
func TestPairedDifferences(t *testing.T) {
	c := comparison()
	ranks, err := c.Ranking("RMSE")
	if err != nil {
		t.Fatal(err)
	}
	series, err := Paired(c).Score("RMSE").Series()
	if err != nil {
		t.Fatal(err)
	}
	row := 0
	for i, r := range ranks {
		if r.Best {
			continue
		}
		dots, interval := series[3*row], series[3*row+1]
		row++
		sum, squares := 0.0, 0.0
		for k, got := range dots.X {
			best := 0
			for j := range ranks {
				if ranks[j].Best {
					best = j
				}
			}
			if want := c.Outcomes[i][k].Scores.RMSE - c.Outcomes[best][k].Scores.RMSE; math.Abs(got-want) > 1e-12 {
				t.Errorf("%s, fold %d: %g, want %g", r.Name, k, got, want)
			}
			sum, squares = sum+got, squares+got*got
		}
		const folds, quantile = 5.0, 2.7764451051977987 // of Student's t with 4 degrees of freedom
		mean := sum / folds
		half := quantile * math.Sqrt((1/folds+1.0/4)*(squares-folds*mean*mean)/(folds-1))
		if math.Abs(interval.X[0]-(mean-half)) > 1e-9 || math.Abs(interval.X[1]-(mean+half)) > 1e-9 {
			t.Errorf("%s: the interval is %v, want %g ± %g", r.Name, interval.X, mean, half)
		}
	}
	for _, f := range []*PairedFigure{Paired(nil), Paired(c).Score("95 %"), Paired(c).Score("R2")} {
		if _, err := f.Encode("png"); err == nil || !strings.HasPrefix(err.Error(), "display: Paired: ") {
			t.Errorf("drawn: %v", err)
		}
	}
}
