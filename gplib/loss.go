package gplib

import "math"

// Loss is the loss of one prediction, as [LOO], [KFold] and [HoldOut] sum it.
type Loss int

const (
	// LogDensity is the negative log density of y_i, in nats.
	LogDensity Loss = iota
	// SquaredError is the squared error of the mean, in the square of the
	// unit of y. It leaves a common factor of all variances undetermined.
	SquaredError
)

// String is the loss in words.
func (l Loss) String() string {
	if l == SquaredError {
		return "sum of squares"
	}
	return "negative log density"
}

// at is the loss of the error e of a prediction of variance v, and its
// derivatives by e and v.
func (l Loss) at(e, v float64) (value, byError, byVar float64) {
	if l == SquaredError {
		return e * e, 2 * e, 0
	}
	return (math.Log(2*math.Pi*v) + e*e/v) / 2, e / v, (1/v - e*e/(v*v)) / 2
}
