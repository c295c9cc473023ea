package display

import (
	"image/color"
	"math"
	"slices"

	"krigo/display/draw"
	"krigo/gplib"
)

// PIT draws a histogram of the probability integral transform: the probability that a
// prediction gave to smaller observations than y_i. It is flat where predictions are
// calibrated; a hump in the middle indicates intervals that are too wide, raised ends
// ones that are too narrow (Gneiting, Balabdaoui and Raftery 2007, section 3.1). The
// grey area holds 95 % of the bars of calibrated predictions.
func PIT(y []float64, predictions ...gplib.Prediction) *AssessmentFigure {
	return assessment("PIT", y, predictions, (*AssessmentFigure).addPIT)
}

func (f *AssessmentFigure) addPIT(p *draw.Panel) error {
	p.X.Label.Text, p.Y.Label.Text = "probability integral transform", "observations"
	bins := binsFor(len(f.y))
	lower, upper := countLimits(len(f.y), 1/float64(bins))
	area := draw.Band{X: []float64{0, 1}, Lower: []float64{lower, lower}, Upper: []float64{upper, upper}, Color: draw.Faded(draw.MutedColor, 0.15)}
	p.Add(area)
	p.Keys = append(p.Keys, draw.Key{Name: "95 % where calibrated", Areas: []color.Color{area.Color}})
	for i := range f.predictions {
		pit, err := f.pit(i)
		if err != nil {
			return err
		}
		c := draw.Faded(draw.Color(i), 0.75)
		unitBins(bins).addBars(p, pit, i, len(f.predictions), c)
		p.Keys = append(p.Keys, draw.Key{Name: f.name(i), Areas: []color.Color{c}})
		counts := unitBins(bins).counts(pit)
		f.tell(i, "%s hold %s to %s observations; for calibrated predictions, 95 %% of them hold %s to %s", draw.Count(bins, "bar"),
			draw.Value(slices.Min(counts)), draw.Value(slices.Max(counts)), draw.Value(lower), draw.Value(upper))
	}
	p.X.Min, p.X.Max = 0, 1
	draw.LeaveHeadroom(&p.Y)
	return nil
}

// binsFor returns the number of bars for n uniform numbers: at least about eight
// in a bar, and 20 bars at most.
func binsFor(n int) int { return max(4, min(20, int(math.Round(float64(n)/8)))) }
