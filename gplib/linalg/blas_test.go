package linalg

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
)

func random(n int) []float64 {
	rng := rand.New(rand.NewPCG(uint64(n), 3))
	v := make([]float64, n)
	for i := range v {
		v[i] = rng.NormFloat64()
	}
	return v
}

// system returns a system library, or skips the test where there is none.
func system(t *testing.T) library {
	t.Helper()
	l := choose("auto")
	if l.name == "gonum" {
		t.Skip("no system BLAS (libopenblas0 on Debian)")
	}
	return l
}

func TestSystemLibraryAgreesWithGonum(t *testing.T) {
	for _, scale := range []int{1, 4} { // small and large enough for the library's products
		agreeAt(t, 70*scale, 60*scale, 50*scale, 90*scale)
	}
}

func agreeAt(t *testing.T, m, n, k, stride int) {
	t.Helper()
	l, g := system(t), gonumLibrary()
	agree := func(what string, run func(library, []float64)) {
		t.Helper()
		got, want := random(stride*stride), random(stride*stride)
		run(l, got)
		run(g, want)
		if d := floats.Distance(got, want, 2); d > 1e-9 {
			t.Errorf("%s differs from gonum's by %v", what, d)
		}
	}
	a, b := random(stride*stride), random(stride*stride+1)
	spd := dominant(n, stride)
	for _, tr := range []blas.Transpose{blas.NoTrans, blas.Trans} {
		agree(fmt.Sprintf("Dgemm %c", tr), func(l library, c []float64) {
			l.blas.Dgemm(tr, tr, m, n, k, 1.5, a, stride, b, stride, 0.5, c, stride)
		})
		for _, ul := range []blas.Uplo{blas.Upper, blas.Lower} {
			agree(fmt.Sprintf("Dsyrk %c %c", ul, tr), func(l library, c []float64) {
				l.blas.Dsyrk(ul, tr, n, k, -1, a, stride, 2, c, stride)
			})
			for _, side := range []blas.Side{blas.Left, blas.Right} {
				for _, d := range []blas.Diag{blas.NonUnit, blas.Unit} {
					agree(fmt.Sprintf("Dtrsm %c %c %c %c", side, ul, tr, d), func(l library, c []float64) {
						l.blas.Dtrsm(side, ul, tr, d, n, n, 2, dominant(n, stride), stride, c, stride)
					})
				}
			}
		}
	}
	for _, ul := range []blas.Uplo{blas.Upper, blas.Lower} {
		agree(fmt.Sprintf("Dpotrf and Dpotri %c", ul), func(l library, c []float64) {
			copy(c, spd)
			if !l.lapack.Dpotrf(ul, n, c, stride) || !l.lapack.Dpotri(ul, n, c, stride) {
				t.Errorf("%s: no factor or no inverse", l.name)
			}
		})
	}
}

// dominant is a symmetric, diagonally dominant matrix with a unit diagonal.
func dominant(n, stride int) []float64 {
	v := make([]float64, stride*stride)
	for i := range n {
		for j := range n {
			v[i*stride+j] = 0.3 / float64(n) * float64((i*j)%7)
		}
		v[i*stride+i] = 1
	}
	return v
}

func TestSystemLibraryRejectsIndefiniteMatricesAndBadArguments(t *testing.T) {
	l := system(t)
	a := make([]float64, 100*100)
	if l.lapack.Dpotrf(blas.Lower, 100, a, 100) {
		t.Error("a matrix of zeros has a factor")
	}
	defer func() {
		if recover() == nil {
			t.Error("a destination that is too short did not panic")
		}
	}()
	l.blas.Dgemm(blas.NoTrans, blas.NoTrans, 100, 100, 100, 1, a, 100, a, 100, 0, a[:50], 100)
}

func TestChooseGonumAndNamesWhatCannotBeLoaded(t *testing.T) {
	if l := choose("gonum"); l.name != "gonum" || l.problem != nil {
		t.Errorf("gonum: %q (%v)", l.name, l.problem)
	}
	l := choose("/nowhere/libblas.so")
	if l.name != "gonum" || l.problem == nil || !strings.Contains(l.problem.Error(), "/nowhere/libblas.so") {
		t.Errorf("a path that does not exist: %q (%v)", l.name, l.problem)
	}
	if slices.Contains(systemPaths, "gonum") {
		t.Error("a system library is named gonum")
	}
}
