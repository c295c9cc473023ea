package display

import (
	"fmt"
	"image/color"
	"math"

	vgdraw "gonum.org/v1/plot/vg/draw"

	"krigo/display/draw"
	"krigo/gplib"
	"krigo/gplib/metric"
	"krigo/gplib/softmax"
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

// ClassReliability draws [Reliability] of the answers of predictions of several classes: the share of right answers
// among rows whose likeliest class has a similar probability, against that probability ([metric.Confidence]).
func ClassReliability(y []float64, predictions ...softmax.Prediction) *AssessmentFigure {
	none := make([]gplib.Prediction, len(predictions)) // their number
	return assessment("reliability of answers", y, none, func(f *AssessmentFigure, p *draw.Panel) error {
		return f.drawReliability(p, "ClassReliability", "right answers", func(i int) (y, probabilities []float64, err error) {
			if y, probabilities, err = metric.Confidence(f.y, predictions[i].Prob); err != nil {
				err = fmt.Errorf("display: ClassReliability: prediction %d: %w", i, err)
			}
			return y, probabilities, err
		})
	})
}

func (f *AssessmentFigure) addReliability(p *draw.Panel) error {
	return f.drawReliability(p, "Reliability", "labels 1", func(i int) (y, probabilities []float64, err error) {
		probabilities, err = f.probabilities("Reliability", i)
		return f.y, probabilities, err
	})
}

// drawReliability draws the share of what is counted, by labels and probabilities of each prediction.
func (f *AssessmentFigure) drawReliability(p *draw.Panel, caller, counted string, of func(i int) (y, probabilities []float64, err error)) error {
	p.X.Label.Text, p.Y.Label.Text = "predicted probability", "share of "+counted
	diagonal := draw.Stroke(draw.MutedColor, 0.9, 3, 2)
	p.Add(draw.Curve{X: []float64{0, 1}, Y: []float64{0, 1}, Style: diagonal})
	limits := func(c color.Color) vgdraw.LineStyle { return draw.Stroke(draw.Faded(c, 0.4), 3) }
	bins := reliabilityBins(len(f.y))
	for i := range f.predictions {
		y, probabilities, err := of(i)
		if err != nil {
			return err
		}
		found, err := metric.Reliability(y, probabilities, bins)
		if err != nil {
			return fmt.Errorf("display: %s: prediction %d: %w", caller, i, err)
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
		off, err := metric.CalibrationError(y, probabilities, bins)
		if err != nil {
			return fmt.Errorf("display: %s: prediction %d: %w", caller, i, err)
		}
		f.tell(i, "%s; %d of them have a share of %s outside of the 95 %% limits; the calibration error is %s", draw.Count(len(found), "bin"), outside, counted, draw.Value(off))
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
