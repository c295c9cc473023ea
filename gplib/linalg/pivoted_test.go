package linalg_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/linalg"
)

// smooth returns the squared exponential on a line: its eigenvalues fall fast.
func smooth(n int) *mat.Dense {
	k := mat.NewDense(n, n, nil)
	for i := range n {
		for j := range n {
			d := float64(i-j) / 10
			k.Set(i, j, math.Exp(-d*d/2))
		}
	}
	return k
}

func pivoted(t *testing.T, k *mat.Dense, columns int, enough float64) *linalg.Pivoted {
	t.Helper()
	n, _ := k.Dims()
	diag := make([]float64, n)
	for i := range diag {
		diag[i] = k.At(i, i)
	}
	p, err := linalg.PivotedCholesky(diag, func(dst []float64, i int) { copy(dst, k.RawRowView(i)) }, columns, enough)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestPivotedCholeskyCertifiesItsRest(t *testing.T) {
	const n = 100
	k := smooth(n)
	p := pivoted(t, k, 12, 0)
	var rest mat.Dense
	rest.Mul(p.L, p.L.T())
	rest.Sub(k, &rest)
	if got, want := p.Trace[12], mat.Trace(&rest); math.Abs(got-want) > 1e-10 {
		t.Errorf("trace %v, want %v", got, want)
	}
	for j := 1; j < len(p.Trace); j++ {
		if p.Trace[j] >= p.Trace[j-1] {
			t.Errorf("column %d does not lower the trace", j)
		}
	}
	for _, i := range p.Pivots {
		for j := range n {
			if math.Abs(rest.At(i, j)) > 1e-12 {
				t.Fatalf("row %d, a pivot, is not exact", i)
			}
		}
	}
	if all := pivoted(t, k, n, 1e-6); all.Trace[len(all.Pivots)] > 1e-6 || len(all.Pivots) > 40 {
		t.Errorf("%d columns leave %v", len(all.Pivots), all.Trace[len(all.Pivots)])
	}
	if _, err := linalg.PivotedCholesky([]float64{1, -1}, nil, 1, 0); err == nil {
		t.Error("a negative diagonal is no error")
	}
}

func TestPivotedPreconditionerInvertsAndSavesSteps(t *testing.T) {
	const n, s = 300, 1e-3
	k := smooth(n)
	mul := func(dst, v []float64) {
		linalg.MulVec(dst, k, v)
		floats.AddScaled(dst, s, v)
	}
	b := make([]float64, n)
	for i := range b {
		b[i] = math.Sin(float64(i * i))
	}
	p := pivoted(t, k, 80, 1e-6)
	precondition, err := p.Preconditioner(s)
	if err != nil {
		t.Fatal(err)
	}
	x, back := make([]float64, n), make([]float64, n)
	precondition(x, b)
	mul(back, x)
	if d := floats.Distance(back, b, 2); d > 1e-2*floats.Norm(b, 2) {
		t.Errorf("the preconditioner of a nearly whole factor is off by %v", d)
	}
	plain := linalg.CG{Tol: 1e-8}.Solve(make([]float64, n), b, mul)
	fast := linalg.CG{Tol: 1e-8, Precondition: precondition}.Solve(make([]float64, n), b, mul)
	if !fast.Converged || fast.Iter*4 > plain.Iter {
		t.Errorf("%d steps with the preconditioner, %d without", fast.Iter, plain.Iter)
	}
	if _, err := p.Preconditioner(0); err == nil {
		t.Error("a noise of 0 is no error")
	}
}

func TestMulVecAndItsTransposeAreProducts(t *testing.T) {
	a := mat.DenseCopyOf(positive(90).Slice(0, 90, 0, 50))
	v, w := make([]float64, 50), make([]float64, 90)
	for i := range v {
		v[i] = math.Cos(float64(i))
	}
	linalg.MulVec(w, a, v)
	var want mat.VecDense
	want.MulVec(a, mat.NewVecDense(50, append([]float64(nil), v...)))
	if !floats.EqualApprox(w, want.RawVector().Data, 1e-12) {
		t.Error("MulVec is not a·v")
	}
	linalg.MulTransVec(v, a, w)
	var back mat.VecDense
	back.MulVec(a.T(), mat.NewVecDense(90, w))
	if !floats.EqualApprox(v, back.RawVector().Data, 1e-9) {
		t.Error("MulTransVec is not aᵀ·v")
	}
}

func TestLanczosLogDetIsWithinItsStandardErrors(t *testing.T) {
	const n = 300
	k := smooth(n)
	for i := range n {
		k.Set(i, i, 1.1)
	}
	want := factorOf(t, k).LogDet()
	mul := func(dst, v []float64) { linalg.MulVec(dst, k, v) }
	got, std, err := linalg.Lanczos{}.LogDet(n, mul)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(got-want) > 4*std || std > 0.05*math.Abs(want) {
		t.Errorf("log determinant %v ± %v, want %v", got, std, want)
	}
	negative := func(dst, v []float64) { floats.ScaleTo(dst, -1, v) }
	if _, _, err := (linalg.Lanczos{}).LogDet(5, negative); err == nil {
		t.Error("a negative definite matrix has a log determinant")
	}
}

func TestLanczosLogDetIsExactForAMultipleOfTheIdentity(t *testing.T) {
	got, std, err := linalg.Lanczos{Probes: 2}.LogDet(7, func(dst, v []float64) { floats.ScaleTo(dst, 3, v) })
	if want := 7 * math.Log(3); err != nil || math.Abs(got-want) > 1e-12 || std > 1e-12 {
		t.Errorf("%v ± %v (%v), want %v", got, std, err, want)
	}
}
