package display

import (
	"fmt"

	"krigo/display/draw"
	"krigo/gplib"
)

// Calibration draws, for each probability, the share of the observations y inside the
// central predictive interval. Calibrated predictions follow the diagonal; the curve is
// below it if intervals are too narrow, above it if they are too wide. The grey area
// holds 95 % of the curves of calibrated predictions, point by point.
func Calibration(y []float64, predictions ...gplib.Prediction) *AssessmentFigure {
	return assessment("calibration", y, predictions, (*AssessmentFigure).addCoverage)
}

func (f *AssessmentFigure) addCoverage(p *draw.Panel) error {
	p.X.Label.Text, p.Y.Label.Text = "probability of the interval", "observations inside"
	levels := make([]float64, 99)
	for i := range levels {
		levels[i] = float64(i+1) / 100
	}
	addUniformBand(p, len(f.y), "95 % where calibrated")
	for i, q := range f.predictions {
		inside, err := coverageOf(f.y, q, levels)
		if err != nil {
			return fmt.Errorf("display: Calibration: prediction %d: %w", i, err)
		}
		style := draw.Stroke(draw.Color(i), draw.LineWidth)
		p.Add(draw.Curve{X: levels, Y: inside, Style: style})
		p.Keys = append(p.Keys, draw.Key{Name: f.name(i), Line: style})
		f.tell(i, "the 50 %% intervals hold %s %% of them and the 95 %% intervals %s %%", draw.Value(100*inside[49]), draw.Value(100*inside[94]))
	}
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 1, 0, 1
	return nil
}
