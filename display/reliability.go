package display

import (
	"fmt"
	"image/color"
	"math"

	vgdraw "gonum.org/v1/plot/vg/draw"

	"krigo/display/draw"
	"krigo/gplib"
	"krigo/gplib/metric"
)

// Reliability draws, for labels y, 0 or 1, the share of labels 1 among rows of similar
// predicted probability against that probability. Points of calibrated predictions are
// on the diagonal; the vertical lines hold 95 % of them. A curve that is flatter than
// the diagonal indicates probabilities too near 0 and 1, a steeper one probabilities too
// near 1/2 (Murphy and Winkler 1977; [metric.Reliability]).
func Reliability(y []float64, predictions ...gplib.Prediction) *AssessmentFigure {
	return assessment("reliability", y, predictions, (*AssessmentFigure).addReliability)
}

// reliabilityBins returns the number of intervals of the probability for n labels.
func reliabilityBins(n int) int { return max(4, min(10, n/15)) }

func (f *AssessmentFigure) addReliability(p *draw.Panel) error {
	p.X.Label.Text, p.Y.Label.Text = "predicted probability", "share of labels 1"
	diagonal := draw.Stroke(draw.MutedColor, 0.9, 3, 2)
	p.Add(draw.Curve{X: []float64{0, 1}, Y: []float64{0, 1}, Style: diagonal})
	limits := func(c color.Color) vgdraw.LineStyle { return draw.Stroke(draw.Faded(c, 0.4), 3) }
	bins := reliabilityBins(len(f.y))
	for i := range f.predictions {
		probabilities, err := f.probabilities("Reliability", i)
		if err != nil {
			return err
		}
		found, err := metric.Reliability(f.y, probabilities, bins)
		if err != nil {
			return fmt.Errorf("display: Reliability: prediction %d: %w", i, err)
		}
		means, shares := make([]float64, len(found)), make([]float64, len(found))
		outside := 0
		for k, b := range found {
			means[k], shares[k] = b.Mean, b.Share
			lower, upper := shareLimits(b)
			p.Add(draw.Curve{X: []float64{b.Mean, b.Mean}, Y: []float64{lower, upper}, Style: limits(draw.Color(i))})
			if b.Share < lower || b.Share > upper {
				outside++
			}
		}
		line, dot := draw.Stroke(draw.Color(i), draw.LineWidth), draw.DotStyle(len(found), draw.Color(i))
		dot.Radius *= 1.5
		p.Add(draw.Curve{X: means, Y: shares, Style: line}, draw.Dots{X: means, Y: shares, Style: dot})
		p.Keys = append(p.Keys, draw.Key{Name: f.name(i), Line: line})
		off, err := metric.CalibrationError(f.y, probabilities, bins)
		if err != nil {
			return fmt.Errorf("display: Reliability: prediction %d: %w", i, err)
		}
		f.tell(i, "%s; %d of them have a share of labels 1 outside of the 95 %% limits; the calibration error is %s", draw.Count(len(found), "bin"), outside, draw.Value(off))
	}
	p.Keys = append(p.Keys, draw.Key{Name: "calibrated", Line: diagonal}, draw.Key{Name: "95 % where calibrated", Line: limits(draw.MutedColor)})
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 1, 0, 1
	return nil
}

// shareLimits returns the limits between which the share of labels 1 in a bin is with a
// probability of at least 95 %, if its mean probability is right.
func shareLimits(b metric.Bin) (lower, upper float64) {
	lower, upper = countLimits(b.Rows, math.Min(math.Max(b.Mean, 1e-12), 1-1e-12))
	return lower / float64(b.Rows), upper / float64(b.Rows)
}
