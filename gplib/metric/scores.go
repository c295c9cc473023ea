package metric

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"krigo/internal/words"
)

// Scores are the usual measures of predictions.
type Scores struct {
	// RMSE and MAE are in the unit of y, as is CRPS; SMSE is relative to the variance
	// of y and NaN where y is constant; NLPD is in nats.
	RMSE, MAE, SMSE, NLPD, CRPS float64
	// Coverage50 and Coverage95 are the parts of the observations inside the central
	// predictive intervals of 50 % and 95 %.
	Coverage50, Coverage95 float64
}

// String lists the scores by their names.
func (s Scores) String() string {
	parts := make([]string, len(names))
	for i, name := range names {
		v, _ := s.Of(name)
		parts[i] = name + " " + words.Number(v, 4)
		if i >= losses {
			parts[i] = name + " intervals hold " + words.Number(100*v, 4) + " %"
		}
	}
	return strings.Join(parts, ", ")
}

// All returns all scores of n observations y by the means and variances of their normal predictive distributions. SMSE
// is NaN where y is constant. It fails where the lengths differ or are 0, a number is not finite, or a variance is
// negative.
func All(y, mean, variance []float64) (Scores, error) {
	var s Scores
	if err := checkAll(y, mean, variance); err != nil {
		return s, err
	}
	var err error
	if s.SMSE, err = SMSE(y, mean); err != nil { // y is constant
		s.SMSE = math.NaN()
	}
	inside, err := Calibration(y, mean, variance, []float64{0.5, 0.95})
	if err != nil {
		return s, err
	}
	s.Coverage50, s.Coverage95 = inside[0], inside[1]
	for _, score := range []struct {
		of  *float64
		get func() (float64, error)
	}{
		{&s.RMSE, func() (float64, error) { return RMSE(y, mean) }},
		{&s.MAE, func() (float64, error) { return MAE(y, mean) }},
		{&s.NLPD, func() (float64, error) { return NLPD(y, mean, variance) }},
		{&s.CRPS, func() (float64, error) { return CRPS(y, mean, variance) }},
	} {
		if *score.of, err = score.get(); err != nil {
			return s, err
		}
	}
	return s, nil
}

var names = []string{"RMSE", "MAE", "SMSE", "NLPD", "CRPS", "50 %", "95 %"}

const losses = 5

// Names returns the names of all scores: those of [Losses], and "50 %" and "95 %", the
// parts of the observations inside those intervals.
func Names() []string { return slices.Clone(names) }

// Losses returns the names of the scores whose lowest value is the best.
func Losses() []string { return slices.Clone(names[:losses]) }

// Of returns the score of a name of [Names]. It fails for other names, and lists these.
func (s Scores) Of(name string) (float64, error) {
	values := []float64{s.RMSE, s.MAE, s.SMSE, s.NLPD, s.CRPS, s.Coverage50, s.Coverage95}
	i := slices.Index(names, name)
	if i < 0 {
		return 0, fmt.Errorf("metric: there is no score %q; available: %q", name, names)
	}
	return values[i], nil
}
