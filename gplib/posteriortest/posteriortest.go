// Package posteriortest checks that a posterior keeps the contract of
// [gplib.Posterior] and of its optional interfaces. Authors call it from their
// tests:
//
//	func TestMyPosterior(t *testing.T) {
//		posteriortest.Check(t, posteriortest.Case{Posterior: p, At: x})
//	}
package posteriortest

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// Case holds a posterior to check and the options of the check.
type Case struct {
	Posterior gplib.Posterior
	// At are the points of all checks, two or more: few, not all among the data,
	// apart from each other, and where they have coordinates away from kinks of
	// the covariance function.
	At cov.Inputs
	// More is the data to extend the posterior by; none if it is not extendable.
	More gplib.Data
	// Anew conditions on all data, which should give the posterior of extending;
	// nil skips the comparison.
	Anew func(all gplib.Data) (gplib.Posterior, error)
	// Tol is the largest difference, relative to the largest of their kind, of
	// values computed in two ways that differ by rounding only; 0 is 1e-8.
	Tol float64
	// GradientTol is the same for derivatives and differences; 0 is 1e-5.
	GradientTol float64
}

// Check fails t where the posterior of c breaks its contract:
//
//   - predictions are finite, variances not negative, with Gaussian
//     noise those of f no larger than those of y, and those of single points equal those of all together; the
//     joint mean and covariance agree with them, and the covariance is symmetric
//     without negative eigenvalues;
//   - inputs that are nil, empty, NaN, of another dimension or standardised
//     otherwise than the data are errors;
//   - samples have the posterior's mean and covariance, and the same seed gives
//     the same ones; a draw is one function, however often it is evaluated;
//   - the gradients of a [gplib.Differentiable] agree with finite differences;
//   - the mean and the variance that follow from the weights of a [gplib.Weighted] are those of its
//     predictions;
//   - a [gplib.Savable] survives saving, with the same data and predictions, and
//     truncated or damaged forms are refused;
//   - extending a [gplib.Extendable] does not change it, and equals extending by
//     parts and conditioning on all data; bad data are errors.
func Check(t testing.TB, c Case) {
	t.Helper()
	c.Tol, c.GradientTol = cmp.Or(c.Tol, 1e-8), cmp.Or(c.GradientTol, 1e-5)
	k := &checker{t, c}
	k.predictions()
	k.refusals()
	k.samples()
	k.path()
	if p, ok := c.Posterior.(gplib.Differentiable); ok {
		if x, ok := c.At.(*cov.Matrix); ok {
			k.gradients(p, x)
		}
	}
	if p, ok := c.Posterior.(gplib.Weighted); ok {
		k.weights(p)
	}
	if p, ok := c.Posterior.(gplib.Savable); ok {
		k.saving(p)
	}
	if p, ok := c.Posterior.(gplib.Extendable); ok && c.More.Len() > 0 {
		k.extending(p)
	}
}

type checker struct {
	testing.TB
	Case
}

// try calls f; a panic is an error of the check.
func (k *checker) try(what string, f func() error) (err error) {
	k.Helper()
	defer func() {
		if p := recover(); p != nil {
			k.Errorf("%s panics: %v", what, p)
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return f()
}

// predict returns the prediction at x, which must be complete.
func (k *checker) predict(p gplib.Posterior, x cov.Inputs) (q gplib.Prediction) {
	k.Helper()
	err := k.try("Predict", func() (err error) { q, err = p.Predict(x); return err })
	if n := x.Len(); err != nil || len(q.Mean) != n || len(q.Var) != n || len(q.VarY) != n {
		k.Fatalf("Predict at %d points: %d means, %d and %d variances (%v)", n, len(q.Mean), len(q.Var), len(q.VarY), err)
	}
	return q
}

// near compares relative to the largest of want.
func (k *checker) near(what string, got, want []float64, tol float64) {
	k.Helper()
	scale := math.SmallestNonzeroFloat64
	for _, v := range want {
		scale = math.Max(scale, math.Abs(v))
	}
	if len(got) != len(want) {
		k.Errorf("%s: %d numbers, not %d", what, len(got), len(want))
		return
	}
	for i, v := range want {
		if !(math.Abs(got[i]-v) <= tol*scale) {
			k.Errorf("%s: number %d is %v, not %v", what, i, got[i], v)
			return
		}
	}
}

func (k *checker) predictions() {
	k.Helper()
	q := k.predict(k.Posterior, k.At)
	for i, v := range q.Var {
		if math.IsNaN(q.Mean[i]) || math.IsInf(q.Mean[i], 0) || !(v >= 0) || !(q.VarY[i] >= 0) || math.IsInf(q.VarY[i], 1) || q.Lik == nil && q.VarY[i] < v {
			k.Errorf("at point %d the mean is %v, the variances of f and y are %v and %v", i, q.Mean[i], v, q.VarY[i])
		}
	}
	var mean, variance []float64
	for i := range k.At.Len() {
		one := k.predict(k.Posterior, k.At.Subset([]int{i}))
		mean, variance = append(mean, one.Mean[0]), append(variance, one.Var[0])
	}
	k.near("means one by one", mean, q.Mean, k.Tol)
	k.near("variances one by one", variance, q.Var, k.Tol)
	mean, joint := k.joint()
	k.near("the joint mean", mean, q.Mean, k.Tol)
	k.near("the diagonal of the covariance", diagonal(joint), q.Var, k.Tol)
	var eigen mat.EigenSym
	if !eigen.Factorize(joint, false) {
		k.Fatalf("the covariance has no eigenvalues")
	}
	if values := eigen.Values(nil); values[0] < -k.Tol*values[len(values)-1] {
		k.Errorf("the covariance has the eigenvalues %v", values)
	}
}

func (k *checker) joint() (mean []float64, joint *mat.SymDense) {
	k.Helper()
	err := k.try("Covariance", func() (err error) { mean, joint, err = k.Posterior.Covariance(k.At); return err })
	if err != nil {
		k.Fatalf("Covariance: %v", err)
	}
	if n := joint.SymmetricDim(); n != k.At.Len() {
		k.Fatalf("Covariance: %d × %d for %d points", n, n, k.At.Len())
	}
	return mean, joint
}

// weights compares m(x) + k(x, Z) w and k(x, x) - k(x, Z) A k(Z, x) with predictions.
func (k *checker) weights(p gplib.Weighted) {
	k.Helper()
	var w gplib.Weights
	if err := k.try("Weights", func() (err error) { w, err = p.Weights(); return err }); err != nil {
		k.Errorf("Weights: %v", err)
		return
	}
	n, m := w.Z.Len(), k.At.Len()
	cross := mat.NewDense(n, m, nil)
	w.Model.Cov.Gram(cross, w.Z, k.At)
	solved := mat.DenseCopyOf(cross)
	w.Solve(solved)
	mean, variance := w.Model.MeanAt(k.At), make([]float64, m)
	w.Model.Cov.Diag(variance, k.At)
	for j := range m {
		column := cross.ColView(j)
		mean[j] += mat.Dot(column, mat.NewVecDense(n, w.W))
		variance[j] -= mat.Dot(column, solved.ColView(j))
	}
	q := k.predict(p, k.At)
	k.near("the mean by the weights", mean, q.Mean, k.Tol)
	k.near("the variance by the weights", variance, q.Var, k.Tol)
}

func diagonal(a *mat.SymDense) []float64 {
	d := make([]float64, a.SymmetricDim())
	for i := range d {
		d[i] = a.At(i, i)
	}
	return d
}

// refusals checks the inputs that posteriors must refuse.
func (k *checker) refusals() {
	k.Helper()
	bad := map[string]cov.Inputs{"nil": nil, "no points": k.At.Subset(nil)}
	if x, ok := k.At.(*cov.Matrix); ok {
		n, d := x.Dims()
		missing := mat.DenseCopyOf(x)
		missing.Set(n-1, d-1, math.NaN())
		bad["NaN"], bad["another dimension"] = cov.Points(missing).Like(x), cov.Points(mat.NewDense(n, d+1, nil))
		bad["points of another scale"] = k.rescaled(x)
	}
	for what, x := range bad {
		if err := k.try("Predict at "+what, func() error { _, err := k.Posterior.Predict(x); return err }); err == nil {
			k.Errorf("Predict at %s: there is no error", what)
		}
		if err := k.try("Covariance at "+what, func() error { _, _, err := k.Posterior.Covariance(x); return err }); err == nil {
			k.Errorf("Covariance at %s: there is no error", what)
		}
		p, ok := k.Posterior.(gplib.Differentiable)
		if !ok {
			continue
		}
		for _, f := range []func(cov.Inputs) (*mat.Dense, error){p.MeanGradient, p.VarGradient} {
			if err := k.try("a gradient at "+what, func() error { _, err := f(x); return err }); err == nil {
				k.Errorf("a gradient at %s: there is no error", what)
			}
		}
	}
}

// rescaled returns the same numbers, declared to be in other units.
func (k *checker) rescaled(x *cov.Matrix) *cov.Matrix {
	k.Helper()
	mean, std := make([]float64, x.Dim()), make([]float64, x.Dim())
	for i := range std {
		std[i] = 1
	}
	r, err := x.Standardised(mean, std)
	if err != nil {
		k.Fatal(err)
	}
	return r
}

// draws is the number of samples compared with the posterior, and errors the
// largest difference in standard errors: the fixed seed makes the outcome
// deterministic.
const (
	draws  = 4000
	errors = 5
)

func (k *checker) samples() {
	k.Helper()
	mean, joint := k.joint()
	s, err := gplib.Sample(k.Posterior, k.At, draws, rand.NewPCG(1, 2))
	if err != nil {
		k.Errorf("Sample: %v", err)
		return
	}
	if again, err := gplib.Sample(k.Posterior, k.At, draws, rand.NewPCG(1, 2)); err != nil || !mat.Equal(s, again) {
		k.Errorf("Sample: the same seed gives others (%v)", err)
	}
	largest := slices.Max(diagonal(joint))
	for i, m := range mean {
		for j := range i + 1 {
			sum, product := 0.0, 0.0
			for r := range draws {
				sum += s.At(r, i) - m
				product += (s.At(r, i) - m) * (s.At(r, j) - mean[j])
			}
			vi, vj, c := joint.At(i, i), joint.At(j, j), joint.At(i, j)
			if off := math.Abs(sum) / draws; off > errors*math.Sqrt(vi/draws)+1e-3*math.Sqrt(largest) {
				k.Errorf("the mean of the samples at point %d is off by %v, the variance is %v", i, off, vi)
			}
			if off := math.Abs(product/draws - c); off > errors*math.Sqrt((vi*vj+c*c)/draws)+1e-3*largest {
				k.Errorf("the covariance of the samples at points %d and %d is off by %v from %v", i, j, off, c)
			}
		}
	}
	if _, err := gplib.Sample(k.Posterior, k.At, 0, nil); err == nil {
		k.Errorf("no samples: there is no error")
	}
}

// path evaluates a draw twice, the second time in reverse order.
func (k *checker) path() {
	k.Helper()
	_, joint := k.joint()
	tol := 0.02 * math.Sqrt(slices.Max(diagonal(joint))) // of the jitter that coinciding points need
	order := make([]int, k.At.Len())
	for i := range order {
		order[i] = len(order) - 1 - i
	}
	var first []float64
	for range 2 {
		p, err := gplib.Draw(k.Posterior, rand.NewPCG(3, 4))
		if err != nil {
			k.Errorf("Draw: %v", err)
			return
		}
		a, err := p.At(k.At)
		if err != nil {
			k.Errorf("Draw: %v", err)
			return
		}
		b, err := p.At(k.At.Subset(order))
		if err != nil {
			k.Errorf("Draw: %v", err)
			return
		}
		for i, v := range a {
			if w := b[len(b)-1-i]; !(math.Abs(v-w) <= tol) {
				k.Errorf("a draw is %v at point %d, then %v", v, i, w)
			}
		}
		if first != nil && !slices.Equal(first, a) {
			k.Errorf("Draw: the same seed gives %v and %v", first, a)
		}
		first = a
	}
}

// step of differences, relative to the largest coordinate.
const step = 1e-3

// gradients compares with central differences of two steps, extrapolated.
func (k *checker) gradients(p gplib.Differentiable, x *cov.Matrix) {
	k.Helper()
	var mean, variance *mat.Dense
	if err := k.try("MeanGradient", func() (err error) { mean, err = p.MeanGradient(x); return err }); err != nil {
		k.Errorf("MeanGradient: %v", err)
		return
	}
	if err := k.try("VarGradient", func() (err error) { variance, err = p.VarGradient(x); return err }); err != nil {
		k.Errorf("VarGradient: %v", err)
		return
	}
	n, d := x.Dims()
	wantMean, wantVar := mat.NewDense(n, d, nil), mat.NewDense(n, d, nil)
	h := step * math.Max(1, mat.Norm(x, math.Inf(1))/float64(d))
	for j := range d {
		for _, c := range []struct{ by, weight float64 }{{h / 2, 8}, {-h / 2, -8}, {h, -1}, {-h, 1}} {
			moved := mat.DenseCopyOf(x)
			for i := range n {
				moved.Set(i, j, moved.At(i, j)+c.by)
			}
			q := k.predict(p, cov.Points(moved).Like(x))
			for i := range n {
				wantMean.Set(i, j, wantMean.At(i, j)+c.weight*q.Mean[i]/(6*h))
				wantVar.Set(i, j, wantVar.At(i, j)+c.weight*q.Var[i]/(6*h))
			}
		}
	}
	k.near("MeanGradient", mean.RawMatrix().Data, wantMean.RawMatrix().Data, k.GradientTol)
	k.near("VarGradient", variance.RawMatrix().Data, wantVar.RawMatrix().Data, k.GradientTol)
}

func (k *checker) saving(p gplib.Savable) {
	k.Helper()
	var file bytes.Buffer
	if err := k.try("Save", func() error { return gplib.Save(&file, p) }); err != nil {
		k.Errorf("Save: %v", err)
		return
	}
	whole := bytes.Clone(file.Bytes())
	read, err := gplib.Load(&file)
	if err != nil {
		k.Errorf("Load: %v", err)
		return
	}
	if reflect.TypeOf(read) != reflect.TypeOf(p) {
		k.Errorf("a %T came back as a %T", p, read)
	}
	if !reflect.DeepEqual(read.Data(), p.Data()) {
		k.Errorf("other data came back")
	}
	k.same("the posterior that was loaded", read, p, 1e-12)
	for _, cut := range []int{0, 3, len(whole) / 3, len(whole) - 1} {
		k.damaged(fmt.Sprintf("the first %d of %d bytes", cut, len(whole)), whole[:cut])
	}
	for _, at := range []int{1, len(whole) / 2, len(whole) - 1} {
		bad := bytes.Clone(whole)
		bad[at] ^= 0x40
		k.damaged(fmt.Sprintf("what has byte %d of %d changed", at, len(whole)), bad)
	}
}

func (k *checker) damaged(what string, b []byte) {
	k.Helper()
	err := k.try("Load", func() error { _, err := gplib.Load(bytes.NewReader(b)); return err })
	if err == nil {
		k.Errorf("Load reads %s", what)
	}
}

// same compares predictions.
func (k *checker) same(what string, got, want gplib.Posterior, tol float64) {
	k.Helper()
	p, q := k.predict(got, k.At), k.predict(want, k.At)
	k.near(what+": means", p.Mean, q.Mean, tol)
	k.near(what+": variances", p.Var, q.Var, tol)
	k.near(what+": variances of y", p.VarY, q.VarY, tol)
	k.near(what+": means of y", p.MeanY(), q.MeanY(), tol)
}

func (k *checker) extending(p gplib.Extendable) {
	k.Helper()
	before := k.predict(p, k.At)
	n := p.Data().Len()
	extended := k.extend(p, k.More)
	if after := k.predict(p, k.At); !slices.Equal(after.Mean, before.Mean) || !slices.Equal(after.Var, before.Var) || p.Data().Len() != n {
		k.Errorf("Extend changed its receiver")
	}
	var first, rest []int
	for i := range k.More.Len() {
		if i < k.More.Len()/2 {
			first = append(first, i)
		} else {
			rest = append(rest, i)
		}
	}
	if len(first) > 0 {
		half, ok := k.extend(p, k.More.Subset(first)).(gplib.Extendable)
		if !ok {
			k.Fatalf("what Extend returns cannot be extended again")
		}
		k.same("extended by parts", k.extend(half, k.More.Subset(rest)), extended, k.Tol)
	}
	bad := gplib.Data{X: k.More.X, Y: slices.Clone(k.More.Y)}
	bad.Y[0] = math.NaN()
	for what, d := range map[string]gplib.Data{"NaN": bad, "nothing": {}} {
		if err := k.try("Extend by "+what, func() error { _, err := p.Extend(d); return err }); err == nil {
			k.Errorf("Extend by %s: there is no error", what)
		}
	}
	if s, ok := extended.(gplib.Savable); ok {
		k.saving(s)
	}
	if k.Anew == nil {
		return
	}
	all, err := p.Data().Join(k.More)
	if err != nil {
		k.Fatalf("the data: %v", err)
	}
	again, err := k.Anew(all)
	if err != nil {
		k.Fatalf("Anew: %v", err)
	}
	k.same("extended, next to conditioned again", extended, again, k.Tol)
}

func (k *checker) extend(p gplib.Extendable, more gplib.Data) (q gplib.Posterior) {
	k.Helper()
	if err := k.try("Extend", func() (err error) { q, err = p.Extend(more); return err }); err != nil {
		k.Fatalf("Extend: %v", err)
	}
	if n := p.Data().Len(); n > 0 && q.Data().Len() != n+more.Len() {
		k.Errorf("Extend by %d to %d observations gives %d", more.Len(), n, q.Data().Len())
	}
	return q
}
