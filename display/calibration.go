package display

import (
	"fmt"

	"krigo/gplib"
	"krigo/gplib/metric"
)

// Calibration draws the part of the observations y that lies inside the
// central predictive interval of each probability. Calibrated predictions
// follow the diagonal; below it they are too sure, above it too wide. The
// grey area holds 95 % of the curves of calibrated predictions, point by
// point.
//
//	p, err := fit.Posterior.Predict(test.X)
//	display.Calibration(test.Y, p)
func Calibration(y []float64, predictions ...gplib.Prediction) *AssessmentFigure {
	return assessment("calibration", y, predictions, (*AssessmentFigure).addCoverage)
}

func (f *AssessmentFigure) addCoverage(p *panel) error {
	p.X.Label.Text, p.Y.Label.Text = "probability of the interval", "observations inside"
	levels := make([]float64, 99)
	for i := range levels {
		levels[i] = float64(i+1) / 100
	}
	p.addUniformBand(len(f.y), "95 % where calibrated")
	for i, q := range f.predictions {
		inside, err := metric.Calibration(f.y, q.Mean, q.VarY, levels)
		if err != nil {
			return fmt.Errorf("display: Calibration: prediction %d: %w", i, err)
		}
		style := stroke(Color(i), lineWidth)
		p.Add(curve{levels, inside, style})
		p.keys = append(p.keys, key{name: f.name(i), line: style})
	}
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 1, 0, 1
	return nil
}
