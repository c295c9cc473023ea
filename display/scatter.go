package display

import (
	"fmt"
	"math"

	"krigo/gplib"
)

// scatter draws predicted against observed values, for inputs that are not on
// a line: those of the test data where there are some, else of the data. Bars
// are the 95 % intervals of y; what lies on the diagonal was predicted
// exactly.
func (f *FitFigure) scatter() ([]*panel, error) {
	p := newPanel()
	p.X.Label.Text, p.Y.Label.Text = "observed", "predicted"
	lo, hi := math.Inf(1), math.Inf(-1)
	for i, r := range f.results {
		d := r.Posterior.Data()
		if f.test.X != nil {
			d = f.test
		}
		least, greatest, err := p.addScatter(r, d, i)
		if err != nil {
			return nil, err
		}
		lo, hi = min(lo, least), max(hi, greatest)
		if len(f.results) > 1 {
			style := dotStyle(len(d.Y), Color(i))
			p.keys = append(p.keys, key{name: nameAt(f.names, i, resultName(r, i)), dot: &style})
		}
	}
	diagonal := []float64{lo, hi}
	p.Add(curve{diagonal, diagonal, stroke(mutedColor, 0.9, 3, 2)})
	p.keys = append(p.keys, key{name: "predicted = observed", line: stroke(mutedColor, 0.9, 3, 2)})
	widen(&p.X)
	widen(&p.Y)
	return []*panel{p}, nil
}

func (p *panel) addScatter(r *gplib.Result, d gplib.Data, i int) (lo, hi float64, err error) {
	q, err := r.Posterior.Predict(d.X)
	if err != nil {
		return 0, 0, fmt.Errorf("display: predict with result %d: %w", i, err)
	}
	if len(q.Mean) != len(d.Y) || len(q.VarY) != len(d.Y) {
		return 0, 0, fmt.Errorf("display: Fit: %d predictions for %d observations", len(q.Mean), len(d.Y))
	}
	sd := roots(q.VarY)
	lower, upper := around(q.Mean, sd, -z95), around(q.Mean, sd, z95)
	for j, y := range d.Y {
		p.Add(curve{[]float64{y, y}, []float64{lower[j], upper[j]}, stroke(faded(Color(i), 0.35), 0.8)})
	}
	p.Add(dots{d.Y, q.Mean, dotStyle(len(d.Y), Color(i))})
	lo, hi = span(d.Y)
	return lo, hi, nil
}
