package display

import (
	"fmt"
	"strings"

	"krigo/display/draw"
	"krigo/gplib"
)

// AssessmentFigure draws predictions against later observations; [Calibration], [QQ]
// and [PIT] make one.
type AssessmentFigure struct {
	draw.Options[*AssessmentFigure]
	y           []float64
	predictions []gplib.Prediction
	names       []string
	told        []string // a sentence a prediction, of what is drawn
}

// assessment returns a figure of one panel, on which fill draws.
func assessment(kind string, y []float64, predictions []gplib.Prediction, fill func(*AssessmentFigure, *draw.Panel) error) *AssessmentFigure {
	f := &AssessmentFigure{y: y, predictions: predictions}
	f.Options = draw.NewOptions(f, draw.NewFigure(kind, func() ([]*draw.Panel, error) {
		if len(f.predictions) == 0 {
			return nil, fmt.Errorf("display: %s: there is no prediction", kind)
		}
		f.told = nil
		p := draw.NewPanel()
		if err := fill(f, p); err != nil {
			return nil, err
		}
		p.Say("%s of %s. %s", strings.ToUpper(kind[:1])+kind[1:], draw.Count(len(f.y), "observation"), strings.Join(f.told, " "))
		return []*draw.Panel{p}, nil
	}))
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

// pit returns the probability integral transform of prediction i.
func (f *AssessmentFigure) pit(i int) ([]float64, error) {
	p := f.predictions[i]
	pit, err := pitOf(f.y, p)
	if err != nil {
		return nil, fmt.Errorf("display: prediction %d: %w", i, err)
	}
	return pit, nil
}

// tell adds a sentence about prediction i.
func (f *AssessmentFigure) tell(i int, format string, args ...any) {
	f.told = append(f.told, f.name(i)+": "+fmt.Sprintf(format, args...)+".")
}
