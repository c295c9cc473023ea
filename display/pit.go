package display

import (
	"math"

	"krigo/gplib"
)

// PIT draws a histogram of the probability integral transform: the
// probability that a prediction gave to smaller observations than y_i. It is
// flat where predictions are calibrated; a hump in the middle tells of
// intervals that are too wide, raised ends of ones that are too narrow
// (Gneiting, Balabdaoui and Raftery 2007, section 3.1). The grey area holds
// 95 % of the bars of calibrated predictions.
func PIT(y []float64, predictions ...gplib.Prediction) *AssessmentFigure {
	return assessment("PIT", y, predictions, (*AssessmentFigure).addPIT)
}

func (f *AssessmentFigure) addPIT(p *panel) error {
	p.X.Label.Text, p.Y.Label.Text = "probability integral transform", "observations"
	bins := binsFor(len(f.y))
	lower, upper := countLimits(len(f.y), 1/float64(bins))
	area := band{[]float64{0, 1}, []float64{lower, lower}, []float64{upper, upper}, faded(mutedColor, 0.15)}
	p.Add(area)
	p.keys = append(p.keys, key{name: "95 % where calibrated", band: []band{area}})
	for i := range f.predictions {
		pit, err := f.pit(i)
		if err != nil {
			return err
		}
		c := faded(Color(i), 0.75)
		p.addHistogram(pit, bins, i, len(f.predictions), c)
		p.keys = append(p.keys, key{name: f.name(i), band: []band{{color: c}}})
	}
	p.X.Min, p.X.Max = 0, 1
	leaveHeadroom(&p.Y)
	return nil
}

// binsFor is the number of bars for n uniform numbers: at least about eight
// in a bar, and 20 bars at most.
func binsFor(n int) int { return max(4, min(20, int(math.Round(float64(n)/8)))) }

// histogram counts numbers in [0, 1] by bins of equal width.
func histogram(values []float64, bins int) []float64 {
	counts := make([]float64, bins)
	for _, v := range values {
		if v >= 0 && v <= 1 {
			counts[min(int(v*float64(bins)), bins-1)]++
		}
	}
	return counts
}

// addHistogram draws bars of the histogram of values in [0, 1], the i-th of
// several beside one another.
func (p *panel) addHistogram(values []float64, bins, i, several int, c interface{ RGBA() (r, g, b, a uint32) }) {
	bars := &boxes{color: c}
	width := 1 / float64(bins)
	part := width / float64(several)
	for b, count := range histogram(values, bins) {
		left := float64(b)*width + float64(i)*part
		bars.add(left+0.04*part, left+0.96*part, 0, count)
	}
	p.Add(bars)
}
