package softmax_test

import (
	"bytes"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/laplace"
	"krigo/gplib/lik"
	"krigo/gplib/softmax"
)

var somewhere = cov.Points(mat.NewDense(3, 2, []float64{0.3, 0.8, 1.9, 2.6, 4.4, -0.2}))

func conditioned(t testing.TB, m gplib.Model, d gplib.Data) *softmax.Posterior {
	t.Helper()
	p, err := softmax.Condition(m, d)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func classified(t testing.TB, p *softmax.Posterior, x cov.Inputs) softmax.Prediction {
	t.Helper()
	q, err := p.Classify(x)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func sameProbabilities(t testing.TB, what string, got, want softmax.Prediction, tol float64) {
	t.Helper()
	if !mat.EqualApprox(got.Prob, want.Prob, tol) || !mat.EqualApprox(got.Mean, want.Mean, tol) {
		t.Errorf("%s: the probabilities are %v, not %v", what, mat.Formatted(got.Prob), mat.Formatted(want.Prob))
	}
}

// Predictions and left-out predictions of two classes are those of the difference of their latent values.
func TestPredictionsOfTwoClassesAreThoseOfLabels(t *testing.T) {
	d := drawn(t, 40, 2, 3)
	p := conditioned(t, modelOf(2), d)
	binary, err := laplace.Condition(gplib.Model{Cov: cov.Scale(2*2.3, cov.Matern52(0.8, 1.6)), Lik: lik.Bernoulli()}, d)
	if err != nil {
		t.Fatal(err)
	}
	q, err := binary.Predict(somewhere)
	if err != nil {
		t.Fatal(err)
	}
	left, err := p.LeaveOneOut()
	if err != nil {
		t.Fatal(err)
	}
	leftLabels, err := binary.LeaveOneOut()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		got  softmax.Prediction
		want gplib.Prediction
	}{{classified(t, p, somewhere), q}, {left, leftLabels}} {
		of, err := c.got.Of("class 1")
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range c.want.MeanY() {
			v := c.got.Cov[i]
			near(t, "the mean of the difference", c.got.Mean.At(i, 1)-c.got.Mean.At(i, 0), c.want.Mean[i], 1e-8)
			near(t, "the variance of the difference", v.At(0, 0)+v.At(1, 1)-2*v.At(0, 1), c.want.Var[i], 1e-8)
			near(t, "the probability", of[i], want, 1e-6)
		}
	}
}

// Latent moments are those of dense matrices of all classes (equations 3.38 and 3.39).
func TestMomentsAreThoseOfWholeMatrices(t *testing.T) {
	m, d := modelOf(3), drawn(t, 12, 3, 4)
	s, _ := newDense(t, m, d)
	n, at := d.Len(), somewhere.Len()
	cross, prior := mat.NewDense(n, at, nil), mat.NewDense(at, at, nil)
	m.Cov.Gram(cross, d.X, somewhere)
	m.Cov.Gram(prior, somewhere, somewhere)
	all, joint := mat.NewDense(3*n, 3*at, nil), mat.NewDense(3*at, 3*at, nil)
	for c := range 3 {
		all.Slice(c*n, (c+1)*n, c*at, (c+1)*at).(*mat.Dense).Copy(cross)
		joint.Slice(c*at, (c+1)*at, c*at, (c+1)*at).(*mat.Dense).Copy(prior)
	}
	// K_* - K_*ᵀ(I + WK)⁻¹W K_* and K_*ᵀK⁻¹f.
	var system, weights, right, change mat.Dense
	system.Mul(s.w, s.k)
	for i := range 3 * n {
		system.Set(i, i, system.At(i, i)+1)
	}
	right.Mul(s.w, all)
	if err := change.Solve(&system, &right); err != nil {
		t.Fatal(err)
	}
	var less mat.Dense
	less.Mul(all.T(), &change)
	joint.Sub(joint, &less)
	if err := weights.Solve(s.k, s.f); err != nil {
		t.Fatal(err)
	}
	var mean mat.Dense
	mean.Mul(all.T(), &weights)
	p := conditioned(t, m, d)
	q := classified(t, p, somewhere)
	gotMean, gotJoint, err := p.Joint(somewhere)
	if err != nil {
		t.Fatal(err)
	}
	for a := range 3 {
		for i := range at {
			near(t, "the mean", q.Mean.At(i, a), mean.At(a*at+i, 0), 1e-8)
			near(t, "the joint mean", gotMean[a*at+i], mean.At(a*at+i, 0), 1e-8)
			for b := range 3 {
				near(t, "the covariance", q.Cov[i].At(a, b), joint.At(a*at+i, b*at+i), 1e-8)
				for j := range at {
					near(t, "the joint covariance", gotJoint.At(a*at+i, b*at+j), joint.At(a*at+i, b*at+j), 1e-8)
				}
			}
		}
	}
}

// A left-out prediction is close to that of a posterior without the row.
func TestRowsLeftOutArePredictedAsByTheOthers(t *testing.T) {
	m, d := modelOf(3), drawn(t, 30, 3, 7)
	left, err := conditioned(t, m, d).LeaveOneOut()
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range []int{0, 11, 29} {
		var others []int
		for j := range d.Len() {
			if j != i {
				others = append(others, j)
			}
		}
		want := classified(t, conditioned(t, m, d.Subset(others)), d.X.Subset([]int{i}))
		for c := range 3 {
			if got := left.Prob.At(i, c); math.Abs(got-want.Prob.At(0, c)) > 0.03 {
				t.Errorf("row %d: the probability of class %d is %v, that of the others %v", i, c, got, want.Prob.At(0, c))
			}
		}
	}
}

func TestAPosteriorComesBackFromAFile(t *testing.T) {
	p := conditioned(t, modelOf(3), drawn(t, 30, 3, 8))
	var file bytes.Buffer
	if err := gplib.Save(&file, p); err != nil {
		t.Fatal(err)
	}
	read, err := gplib.Load(bytes.NewReader(file.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	q := read.(*softmax.Posterior)
	sameProbabilities(t, "after Load", classified(t, q, somewhere), classified(t, p, somewhere), 1e-9)
	if !reflect.DeepEqual(q.Classes(), []string{"class 0", "class 1", "class 2"}) {
		t.Errorf("the classes are %q", q.Classes())
	}
	if err := q.UnmarshalBinary(file.Bytes()[:file.Len()-9]); err == nil {
		t.Error("a file without its end is read")
	}
}

func TestMoreDataExtendAPosterior(t *testing.T) {
	m, d := modelOf(3), drawn(t, 50, 3, 9)
	first, more := d.Subset(from(0, 40)), d.Subset(from(40, 50))
	p, err := conditioned(t, m, first).Extend(more)
	if err != nil {
		t.Fatal(err)
	}
	sameProbabilities(t, "extended", classified(t, p.(*softmax.Posterior), somewhere), classified(t, conditioned(t, m, d), somewhere), 1e-7)
	more.Y[0] = 7
	if _, err := conditioned(t, m, first).Extend(more); err == nil || !strings.Contains(err.Error(), "y[0] is 7") {
		t.Errorf("an unknown class: %v", err)
	}
}

func from(lo, hi int) []int {
	var index []int
	for i := lo; i < hi; i++ {
		index = append(index, i)
	}
	return index
}

// Labels that are drawn have the shares of their probabilities, alone and jointly.
func TestSampledLabelsHaveTheirProbabilities(t *testing.T) {
	const count = 4000
	p := conditioned(t, modelOf(3), drawn(t, 40, 3, 10))
	q := classified(t, p, somewhere)
	joint, err := p.Sample(somewhere, count, rand.NewPCG(1, 2))
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(3, 4))
	shares := [2]*mat.Dense{mat.NewDense(3, 3, nil), mat.NewDense(3, 3, nil)}
	for k := range count {
		for way, y := range [2][]float64{joint.RawRowView(k), q.Sample(rng)} {
			for i, v := range y {
				shares[way].Set(i, int(v), shares[way].At(i, int(v))+1.0/count)
			}
		}
	}
	for way, of := range shares {
		for i := range 3 {
			for c := range 3 {
				want := q.Prob.At(i, c)
				if sd := math.Sqrt(want * (1 - want) / count); math.Abs(of.At(i, c)-want) > 4*sd {
					t.Errorf("way %d, point %d, class %d: the share is %v, the probability %v", way, i, c, of.At(i, c), want)
				}
			}
		}
	}
}

// A posterior of classes has no one latent value, and says so.
func TestOneLatentValueIsRefused(t *testing.T) {
	p := conditioned(t, modelOf(3), drawn(t, 10, 3, 11))
	_, predicted := p.Predict(somewhere)
	_, _, covariance := p.Covariance(somewhere)
	_, sampled := p.Sample(somewhere, 0, nil)
	_, other := p.Classify(cov.Line([]float64{1}))
	_, none := softmax.Classify(nil, somewhere)
	_, noise := softmax.Classify(&gplib.Result{Posterior: &gplib.Exact{}}, somewhere)
	_, nothing := p.Classify(nil)
	for want, err := range map[string]error{
		"softmax.Classify(fit, x)": errors.Join(predicted, nil), "has the probabilities of the classes": covariance,
		"count is 0": sampled, "dimension": other, "the fit is nil": none, "has no classes": noise, "x is nil": nothing,
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v; it should hold %q", err, want)
		}
	}
}
