// Package metric scores predictions of held-out observations. y are the n observations,
// mean and variance the predictive mean and the predictive variance of y (not of the
// latent f):
//
//	p, err := fit.Predict(test.X)
//	rmse, err := metric.RMSE(test.Y, p.Mean)
//	nlpd, err := metric.NLPD(test.Y, p.Mean, p.VarY)
//
// Every function returns an error that names the argument where lengths differ, n is 0,
// a value is NaN or infinite or a variance is not positive.
package metric

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
)

// MSE returns the mean squared error, in the square of the unit of y.
func MSE(y, mean []float64) (float64, error) {
	return average(y, mean, func(e float64) float64 { return e * e })
}

// RMSE returns the root of the mean squared error, in the unit of y.
func RMSE(y, mean []float64) (float64, error) {
	mse, err := MSE(y, mean)
	return math.Sqrt(mse), err
}

// MAE returns the mean absolute error, in the unit of y.
func MAE(y, mean []float64) (float64, error) { return average(y, mean, math.Abs) }

// SMSE returns the mean squared error divided by the variance of y, with divisor
// n: predicting the mean of y scores 1 (Rasmussen and Williams 2006, section
// 2.5). It fails where y is constant.
func SMSE(y, mean []float64) (float64, error) {
	mse, err := MSE(y, mean)
	if err != nil {
		return 0, err
	}
	v := stat.PopVariance(y, nil)
	if !(v > 0) {
		return 0, fmt.Errorf("metric: y is constant, %v; its variance cannot standardise an error", y[0])
	}
	return mse / v, nil
}

// R2 returns the coefficient of determination, 1 - SMSE. It is at most 1, and 0
// for predicting the mean of y.
func R2(y, mean []float64) (float64, error) {
	smse, err := SMSE(y, mean)
	if err != nil {
		return 0, err
	}
	return 1 - smse, nil
}

// NLPD returns the mean negative log density of the observations under their
// normal predictive distributions, in nats (Rasmussen and Williams 2006,
// equation 2.34).
func NLPD(y, mean, variance []float64) (float64, error) {
	if err := checkAll(y, mean, variance); err != nil {
		return 0, err
	}
	sum := 0.0
	for i, v := range variance {
		e := y[i] - mean[i]
		sum += (math.Log(2*math.Pi*v) + e*e/v) / 2
	}
	return sum / float64(len(y)), nil
}

// MSLL returns the mean standardised log loss: NLPD less that of the normal
// distribution with the mean and variance of the training observations
// (Rasmussen and Williams 2006, section 2.5). Below 0 is better than that.
func MSLL(y, mean, variance, train []float64) (float64, error) {
	if err := check("train", train); err != nil {
		return 0, err
	}
	m, v := stat.PopMeanVariance(train, nil)
	if !(v > 0) {
		return 0, fmt.Errorf("metric: train is constant, %v; it has no normal distribution", train[0])
	}
	nlpd, err := NLPD(y, mean, variance)
	if err != nil {
		return 0, err
	}
	trivialMean, trivialVar := make([]float64, len(y)), make([]float64, len(y))
	floats.AddConst(m, trivialMean)
	floats.AddConst(v, trivialVar)
	trivial, err := NLPD(y, trivialMean, trivialVar)
	return nlpd - trivial, err
}

// Coverage returns the part of the n observations inside their intervals [lower, upper], from 0
// to 1. Infinite bounds are allowed. It fails where the lengths differ or are 0, an observation is
// not finite, or a lower bound exceeds its upper one.
func Coverage(y, lower, upper []float64) (float64, error) {
	if err := check("y", y); err != nil {
		return 0, err
	}
	if len(lower) != len(y) || len(upper) != len(y) {
		return 0, fmt.Errorf("metric: %d observations, %d lower and %d upper bounds", len(y), len(lower), len(upper))
	}
	inside := 0.0
	for i, v := range y {
		if !(lower[i] <= upper[i]) {
			return 0, fmt.Errorf("metric: bounds %d are [%v, %v]", i, lower[i], upper[i])
		}
		if lower[i] <= v && v <= upper[i] {
			inside++
		}
	}
	return inside / float64(len(y)), nil
}

// average returns the mean of loss over the errors y - mean.
func average(y, mean []float64, loss func(float64) float64) (float64, error) {
	if err := checkPair(y, mean); err != nil {
		return 0, err
	}
	sum := 0.0
	for i, v := range y {
		sum += loss(v - mean[i])
	}
	return sum / float64(len(y)), nil
}

func checkPair(y, mean []float64) error {
	if err := check("y", y); err != nil {
		return err
	}
	if len(mean) != len(y) {
		return fmt.Errorf("metric: %d observations but %d means", len(y), len(mean))
	}
	return check("mean", mean)
}

func checkAll(y, mean, variance []float64) error {
	if err := checkVariances(y, mean, variance); err != nil {
		return err
	}
	if i := slices.Index(variance, 0); i >= 0 {
		return fmt.Errorf("metric: variance[%d] is 0; it must be positive", i)
	}
	return nil
}

// checkVariances returns an error unless there are finite predictions of y with
// variances that are not negative.
func checkVariances(y, mean, variance []float64) error {
	if err := checkPair(y, mean); err != nil {
		return err
	}
	if len(variance) != len(y) {
		return fmt.Errorf("metric: %d observations but %d variances", len(y), len(variance))
	}
	if err := check("variance", variance); err != nil {
		return err
	}
	for i, v := range variance {
		if v < 0 {
			return fmt.Errorf("metric: variance[%d] is %v; it must be positive", i, v)
		}
	}
	return nil
}

func check(name string, v []float64) error {
	if len(v) == 0 {
		return fmt.Errorf("metric: %s is empty", name)
	}
	for i, x := range v {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return fmt.Errorf("metric: %s[%d] is %v", name, i, x)
		}
	}
	return nil
}
