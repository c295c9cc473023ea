package main

import (
	"errors"
	"fmt"
	"math"
)

type Func func(float64) float64

type Result struct {
	Root  float64
	Iters int
}

type Solver interface {
	Solve(f Func, a, b float64) (Result, error)
}

var (
	ErrNoBracket = errors.New("no sign change in bracket")
	ErrDiverged  = errors.New("did not converge")
)

type DomainError struct {
	X, FX float64
}

func (d *DomainError) Error() string { return fmt.Sprintf("f(%.4g) = %v", d.X, d.FX) }

type bisect struct{ tol float64 }
type secant struct {
	tol float64
	max int
}
type newton struct {
	secant
	h float64
}

func check(x, fx float64) {
	if math.IsNaN(fx) || math.IsInf(fx, 0) {
		panic(&DomainError{x, fx})
	}
}

func (s bisect) Solve(f Func, a, b float64) (r Result, err error) {
	fa, fb := f(a), f(b)
	if math.Signbit(fa) == math.Signbit(fb) {
		return r, fmt.Errorf("[%g, %g]: %w", a, b, ErrNoBracket)
	}
	for r.Iters = 0; b-a > s.tol; r.Iters++ {
		m := a + (b-a)/2
		if fm := f(m); math.Signbit(fm) == math.Signbit(fa) {
			a, fa = m, fm
		} else {
			b, fb = m, fm
		}
	}
	r.Root = (a + b) / 2
	return r, nil
}

func (s secant) Solve(f Func, a, b float64) (Result, error) {
	for i := 1; i <= s.max; i++ {
		fa, fb := f(a), f(b)
		check(a, fa)
		check(b, fb)
		if fa == fb {
			break
		}
		c := b - fb*(b-a)/(fb-fa)
		if a, b = b, c; math.Abs(a-b) < s.tol {
			return Result{b, i}, nil
		}
	}
	return Result{math.NaN(), s.max}, ErrDiverged
}

func (s newton) Solve(f Func, a, b float64) (Result, error) {
	x := (a + b) / 2
	for i := range s.max {
		fx := f(x)
		check(x, fx)
		d := (f(x+s.h) - f(x-s.h)) / (2 * s.h)
		dx := fx / d
		if x -= dx; math.Abs(dx) < s.tol {
			return Result{Root: x, Iters: i + 1}, nil
		}
	}
	return Result{}, ErrDiverged
}

func guarded(s Solver, f Func, a, b float64) (r Result, err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case *DomainError:
			err = fmt.Errorf("%T: %w", s, p)
		default:
			panic(p)
		}
	}()
	return s.Solve(f, a, b)
}

func main() {
	funcs := []struct {
		name string
		f    Func
		a, b float64
	}{
		{"x^2-2", func(x float64) float64 { return x*x - 2 }, 0, 2},
		{"cos x - x", func(x float64) float64 { return math.Cos(x) - x }, 0, 1},
		{"x^2+1", func(x float64) float64 { return x*x + 1 }, -1, 2},
		{"log x", math.Log, -0.5, 3},
		{"cbrt", math.Cbrt, -1, 2},
	}
	solvers := []Solver{bisect{1e-9}, secant{1e-10, 60}, newton{secant{1e-10, 40}, 1e-5}}
	for _, t := range funcs {
		fmt.Println(t.name)
		for _, s := range solvers {
			r, err := guarded(s, t.f, t.a, t.b)
			var de *DomainError
			fmt.Printf("  %-12T %.8f in %d err=%v domain=%t\n", s, r.Root, r.Iters, err, errors.As(err, &de))
		}
	}
}
