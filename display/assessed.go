package display

import (
	"fmt"

	"krigo/gplib"
	"krigo/gplib/metric"
)

// AssessmentFigure draws predictions beside what was then observed. Set what
// is its own (Names) before what every [Figure] has.
type AssessmentFigure struct {
	*Figure
	y           []float64
	predictions []gplib.Prediction
	names       []string
}

// assessment returns a figure of one panel, on which fill draws.
func assessment(kind string, y []float64, predictions []gplib.Prediction, fill func(*AssessmentFigure, *panel) error) *AssessmentFigure {
	f := &AssessmentFigure{y: y, predictions: predictions}
	f.Figure = newFigure(kind, func() ([]*panel, error) {
		if len(f.predictions) == 0 {
			return nil, fmt.Errorf("display: %s: there is no prediction", kind)
		}
		p := newPanel()
		if err := fill(f, p); err != nil {
			return nil, err
		}
		return []*panel{p}, nil
	})
	return f
}

// Names sets the predictions' names in the legend.
func (f *AssessmentFigure) Names(names ...string) *AssessmentFigure {
	f.names = names
	return f
}

func (f *AssessmentFigure) name(i int) string {
	return nameAt(f.names, i, fmt.Sprintf("prediction %d", i+1))
}

// pit is the probability integral transform of prediction i.
func (f *AssessmentFigure) pit(i int) ([]float64, error) {
	p := f.predictions[i]
	pit, err := metric.PIT(f.y, p.Mean, p.VarY)
	if err != nil {
		return nil, fmt.Errorf("display: prediction %d: %w", i, err)
	}
	return pit, nil
}
