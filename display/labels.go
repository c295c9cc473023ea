package display

import (
	"fmt"

	"krigo/gplib"
)

// probabilitiesOf returns the probabilities of the label 1 of a prediction of n labels.
func probabilitiesOf(q gplib.Prediction, n int) ([]float64, error) {
	switch {
	case q.Lik == nil:
		return nil, fmt.Errorf("the prediction has Gaussian noise and no probabilities of labels; gplib.AutoLik(data, lik.Bernoulli()) is a model that has")
	case !labelled(q.Lik):
		return nil, fmt.Errorf("observations of %v are not labels 0 and 1", q.Lik)
	case len(q.Mean) != n:
		return nil, fmt.Errorf("%d labels but %d predictions", n, len(q.Mean))
	}
	return q.MeanY(), nil
}

// probabilities returns those of prediction i.
func (f *AssessmentFigure) probabilities(kind string, i int) ([]float64, error) {
	p, err := probabilitiesOf(f.predictions[i], len(f.y))
	if err != nil {
		return nil, fmt.Errorf("display: %s: prediction %d: %w", kind, i, err)
	}
	return p, nil
}
