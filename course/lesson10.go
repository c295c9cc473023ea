package course

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"
)

func init() {
	mustDefine(Exercise{
		ID:       "10-1",
		Question: "What is log|K + vI| of a hundred rows with the same single feature 1 and the noise variance 0.25?",
		Answer: numberOr(1e-3, func() (float64, error) { return onesLogDet(100), nil },
			numberSlip{number(math.Log(100.25)), "that is log|F|, of the one direction that the feature has; 99 others hold noise only"},
			numberSlip{number(math.Log(100.25) + 100*math.Log(0.25)), "there are n - d directions of noise alone, not n"},
			numberSlip{number(math.Log(100.25) - 99*math.Log(0.25)), "the logarithm of 0.25 is negative"},
			numberSlip{half, "that is half of it, which is the term of the likelihood"},
		),
		Hints: []string{
			"With one feature F is a number: the sum of the squared features, plus v.",
			"K + vI has F as one eigenvalue. All others belong to vectors that K makes zero.",
			"log|K + vI| = log|F| + (n - d) log v, with n = 100 and d = 1.",
		},
		Right: "A determinant of 100 × 100 numbers cost one logarithm of F and one of v.",
	}, Exercise{
		ID:       "10-2",
		Question: "By how much is the sum of the log-determinants of ten minibatches of ten rows above that of all hundred?",
		Answer: numberOr(1e-3, func() (float64, error) { return 10*onesLogDet(10) - onesLogDet(100), nil },
			numberSlip{half, "that is the price in nats; asked is the difference of the log-determinants, twice that"},
			numberSlip{number(onesLogDet(10) - onesLogDet(100)), "that is a single minibatch against all rows; there are ten"},
			numberSlip{number(10*math.Log(10.25) - math.Log(100.25)), "log|F| is not all: ten minibatches have 90 directions of noise alone, all rows together 99"},
		),
		Hints: []string{
			"10-1 with n = 10 is the log-determinant of one minibatch.",
			"Ten times that, minus the answer to 10-1.",
			"Each minibatch pays for the one feature again: log F of ten rows is not much smaller than log F of a hundred.",
		},
		Right: "One feature is paid for ten times. With d features it is about d times as much, as long as a minibatch has more rows than that.",
	}, Exercise{
		ID:       "10-3",
		Question: "Write SCGD's running average of F.",
		Answer:   Judged("a func(old, phi [][]float64, n int, v, b float64) [][]float64", averages, runningAverage),
		Hints: []string{
			"Make a new d × d matrix. Its element i, j begins with the part 1 - b of the old one.",
			"The minibatch's element i, j of ΦᵀΦ is the sum over its rows of row[i] times row[j].",
			"The minibatch stands for n rows, so its sum counts n/s times, with s = len(phi). The noise v is on the diagonal, once.",
		},
		Right: "Where old is F, the expectation of the new one is F again. What bias is left comes from the inverse, and vanishes with b.",
	}, Exercise{
		ID:       "10-4",
		Question: "From which μ on is A = F stationary, where the eigenvalues of F are 9, 4 and 1?",
		Answer: numberOr(0.005, func() (float64, error) { return frobenius(9, 4, 1) * frobenius(1./9, 1./4, 1), nil },
			numberSlip{number(9), "that is by spectral norms, the largest eigenvalue over the smallest"},
			numberSlip{number(14 * (1./9 + 1./4 + 1)), "that is by sums of eigenvalues; Frobenius norms are roots of sums of squares"},
			numberSlip{number(98 * (1./81 + 1./16 + 1)), "the norms are roots of the sums of squares"},
			numberSlip{number(frobenius(9, 4, 1)), "that is the norm of F alone; the inverse has another one"},
		),
		Hints: []string{
			"The formula is in section 4: the product of two norms.",
			"The inverse of F has the eigenvalues 1/9, 1/4 and 1.",
			"The Frobenius norm of a symmetric matrix is the root of the sum of its squared eigenvalues.",
		},
		Right: "It is never below d, and grows with the largest eigenvalue over the smallest. With networks that is 10⁵ and more.",
	})
}

// half returns the answer of a common mistake.
func half(right float64) float64 { return right / 2 }

// onesLogDet returns log|K + vI| of n rows with the one feature 1 and v = 0.25, by the matrix
// itself.
func onesLogDet(n int) float64 {
	k := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			k.SetSym(i, j, 1)
		}
		k.SetSym(i, i, 1.25)
	}
	logDet, _ := mat.LogDet(k)
	return logDet
}

// frobenius returns the norm of a symmetric matrix with these eigenvalues.
func frobenius(eigenvalues ...float64) float64 {
	return mat.Norm(mat.NewVecDense(len(eigenvalues), eigenvalues), 2)
}

// averaging is the type of the answer to 10-3.
type averaging = func(old, phi [][]float64, n int, v, b float64) [][]float64

// averaged is the result of such a function for a matrix, and whether it left the matrix
// unchanged.
type averaged struct {
	New  [][]float64
	Kept bool
}

// averages runs the function on some minibatches.
func averages(average averaging, rng *rand.Rand) ([]averaged, error) {
	var all []averaged
	for range 4 {
		m := newMinibatch(rng)
		old := lines(m.old)
		f := average(old, lines(m.phi), m.n, m.v, m.b)
		for _, v := range slices.Concat(f...) {
			if !isFinite(v) {
				return nil, fmt.Errorf("it gives %v, want finite numbers", v)
			}
		}
		all = append(all, averaged{f, mat.Equal(m.old, dense(old))})
	}
	return all, nil
}

// runningAverage returns nil where all are the running averages.
func runningAverage(all []averaged, rng *rand.Rand) error {
	if len(all) != 4 {
		return fmt.Errorf("there are %d averages of 4", len(all))
	}
	for _, a := range all {
		m := newMinibatch(rng)
		d, _ := m.old.Dims()
		if len(a.New) != d || len(a.New[0]) != d {
			return fmt.Errorf("what is returned is not %d × %d as old is", d, d)
		}
		if !a.Kept {
			return errors.New("old was written over")
		}
		if err := m.judge(dense(a.New)); err != nil {
			return err
		}
	}
	return nil
}

// minibatch is the input of SCGD's average.
type minibatch struct {
	old, phi *mat.Dense
	n        int
	v, b     float64
}

func newMinibatch(rng *rand.Rand) minibatch {
	d, s := 2+rng.IntN(3), 3+rng.IntN(4)
	random := func(r, c int) *mat.Dense {
		m := mat.NewDense(r, c, nil)
		m.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, m)
		return m
	}
	var old mat.Dense
	root := random(d, d)
	old.Mul(root.T(), root)
	return minibatch{&old, random(s, d), s * (2 + rng.IntN(5)), 0.2 + rng.Float64(), 0.1 + 0.3*rng.Float64()}
}

// average returns keep·old + b·(scale·ΦᵀΦ + noise·I).
func (m minibatch) average(keep, b, scale, noise float64) *mat.Dense {
	var f, part mat.Dense
	f.Scale(keep, m.old)
	part.Mul(m.phi.T(), m.phi)
	part.Scale(b*scale, &part)
	f.Add(&f, &part)
	for i := range f.RawMatrix().Rows {
		f.Set(i, i, f.At(i, i)+b*noise)
	}
	return &f
}

// judge compares with the average and with what typically comes out instead.
func (m minibatch) judge(got *mat.Dense) error {
	s, _ := m.phi.Dims()
	scale := float64(m.n) / float64(s)
	if mat.EqualApprox(got, m.average(1-m.b, m.b, scale, m.v), 1e-9) {
		return nil
	}
	for _, typical := range []struct {
		f    *mat.Dense
		text string
	}{
		{m.average(1-m.b, m.b, 1, m.v), "the minibatch stands for all n rows, but its sum counts once"},
		{m.average(1-m.b, m.b, 1/float64(s), m.v), "the minibatch's mean is there, and F is a sum over n rows"},
		{m.average(1-m.b, m.b, scale, 0), "the noise is missing from the diagonal"},
		{m.average(1-m.b, m.b, scale, scale*m.v), "the noise is added to the diagonal n/s times; it is not part of the sum over rows, so add it once"},
		{m.average(m.b, 1-m.b, scale, m.v), "b is the weight of the minibatch, not of the old average"},
		{m.average(1, m.b, scale, m.v), "the old average keeps its whole weight, so it grows from step to step"},
	} {
		if mat.EqualApprox(got, typical.f, 1e-9) {
			return errors.New(typical.text)
		}
	}
	return fmt.Errorf("for n = %d, %d rows, v = %.2f and b = %.2f element 0, 0 is %.4g; which is not by the formula", m.n, s, m.v, m.b, got.At(0, 0))
}

// dense returns a matrix of lines of the same length. Numbers that are missing are 0.
func dense(rows [][]float64) *mat.Dense {
	m := mat.NewDense(len(rows), len(rows[0]), nil)
	for i, row := range rows {
		for j := range min(len(row), len(rows[0])) {
			m.Set(i, j, row[j])
		}
	}
	return m
}

// lines returns the rows of a copy of m.
func lines(m *mat.Dense) [][]float64 {
	r, _ := m.Dims()
	rows := make([][]float64, r)
	for i := range rows {
		rows[i] = mat.Row(nil, i, m)
	}
	return rows
}
