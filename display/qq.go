package display

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"krigo/display/draw"
	"krigo/gplib"
)

// QQ draws the quantiles of the standardised errors (y - mean)/sd of predictions
// against those of the standard normal distribution. Points of calibrated predictions
// are on the diagonal: a steeper line indicates intervals that are too narrow, ends
// that bend away indicate outliers.
func QQ(y []float64, predictions ...gplib.Prediction) *AssessmentFigure {
	return assessment("QQ", y, predictions, (*AssessmentFigure).addQuantiles)
}

func (f *AssessmentFigure) addQuantiles(p *draw.Panel) error {
	p.X.Label.Text, p.Y.Label.Text = "normal quantile", "standardised error"
	lo, hi := math.Inf(1), math.Inf(-1)
	for i := range f.predictions {
		errors, err := f.standardised(i)
		if err != nil {
			return err
		}
		mean, sd := stat.MeanStdDev(errors, nil)
		f.tell(i, "the standardised errors lie between %s and %s, with the mean %s and the standard deviation %s, which are 0 and 1 for calibrated predictions",
			draw.Value(errors[0]), draw.Value(errors[len(errors)-1]), draw.Value(mean), draw.Value(sd))
		normal, errors := againstNormal(errors)
		style := draw.DotStyle(len(errors), draw.Color(i))
		p.Add(draw.Dots{X: normal, Y: errors, Style: style})
		p.Keys = append(p.Keys, draw.Key{Name: f.name(i), Dot: &style})
		lo, hi = min(lo, normal[0]), max(hi, normal[len(normal)-1])
	}
	diagonal := draw.Stroke(draw.MutedColor, 0.9, 3, 2)
	p.Add(draw.Curve{X: []float64{lo, hi}, Y: []float64{lo, hi}, Style: diagonal})
	p.Keys = append(p.Keys, draw.Key{Name: "calibrated", Line: diagonal})
	draw.Widen(&p.X)
	draw.Widen(&p.Y)
	return nil
}

// qqPoints is about the number of points of a prediction that are drawn.
const qqPoints = 150

// againstNormal pairs sorted errors with the normal quantiles of their ranks.
// Of many it keeps some at even distances, which look the same; the ends are
// sparse and stay whole.
func againstNormal(errors []float64) (normal, kept []float64) {
	quantile := func(j int) float64 {
		return distuv.UnitNormal.Quantile((float64(j) + 0.5) / float64(len(errors)))
	}
	apart := (quantile(len(errors)-1) - quantile(0)) / qqPoints
	for j, e := range errors {
		if q := quantile(j); j == 0 || j == len(errors)-1 || q-normal[len(normal)-1] >= apart {
			normal, kept = append(normal, q), append(kept, e)
		}
	}
	return normal, kept
}

// standardised returns the sorted errors of prediction i in units of their
// standard deviation.
func (f *AssessmentFigure) standardised(i int) ([]float64, error) {
	if _, err := f.pit(i); err != nil { // the checks of the arguments
		return nil, err
	}
	errors, err := standardised(f.y, f.predictions[i])
	if err != nil {
		return nil, fmt.Errorf("display: QQ: prediction %d: %w", i, err)
	}
	slices.Sort(errors)
	return errors, nil
}
