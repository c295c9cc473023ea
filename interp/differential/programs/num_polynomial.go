package main

import (
	"fmt"
	"slices"
	"strings"
)

type Scalar interface {
	~int | ~int64 | ~float64 | ~complex128
}

// Poly holds coefficients, lowest power first.
type Poly[T Scalar] []T

func (p Poly[T]) Degree() int { return len(p) - 1 }

func (p Poly[T]) trim() Poly[T] {
	for len(p) > 0 && p[len(p)-1] == 0 {
		p = p[:len(p)-1]
	}
	return p
}

func (p Poly[T]) Eval(x T) (y T) {
	for _, c := range slices.Backward(p) {
		y = y*x + c
	}
	return
}

func (p Poly[T]) Add(q Poly[T]) Poly[T] {
	if len(p) < len(q) {
		p, q = q, p
	}
	out := slices.Clone(p)
	for i, c := range q {
		out[i] += c
	}
	return out.trim()
}

func (p Poly[T]) Mul(q Poly[T]) Poly[T] {
	if len(p) == 0 || len(q) == 0 {
		return nil
	}
	out := make(Poly[T], len(p)+len(q)-1)
	for i, a := range p {
		for j, b := range q {
			out[i+j] += a * b
		}
	}
	return out.trim()
}

func (p Poly[T]) Deriv() (d Poly[T]) {
	k := T(0)
	for i, c := range p {
		if i > 0 {
			d = append(d, k*c)
		}
		k += 1
	}
	return
}

func (p Poly[T]) DivMod(q Poly[T]) (quo, rem Poly[T], err error) {
	if len(q) == 0 {
		return nil, nil, fmt.Errorf("division of %v by the zero polynomial", p)
	}
	rem = slices.Clone(p)
	for len(rem) >= len(q) {
		shift := len(rem) - len(q)
		k := rem[len(rem)-1] / q[len(q)-1]
		if quo == nil {
			quo = make(Poly[T], shift+1)
		}
		quo[shift] = k
		for i, c := range q {
			rem[shift+i] -= k * c
		}
		rem = rem[:len(rem)-1].trim()
	}
	return quo, rem, nil
}

func (p Poly[T]) String() string {
	var terms []string
	for i, c := range slices.Backward(p) {
		if c == 0 {
			continue
		}
		switch i {
		case 0:
			terms = append(terms, fmt.Sprintf("%v", c))
		case 1:
			terms = append(terms, fmt.Sprintf("%vx", c))
		default:
			terms = append(terms, fmt.Sprintf("%vx^%d", c, i))
		}
	}
	if terms == nil {
		return "0"
	}
	return strings.ReplaceAll(strings.Join(terms, " + "), "+ -", "- ")
}

func Map[T, U Scalar](p Poly[T], f func(T) U) Poly[U] {
	out := make(Poly[U], len(p))
	for i, c := range p {
		out[i] = f(c)
	}
	return out
}

func main() {
	p := Poly[int]{-6, 11, -6, 1}
	q := Poly[int]{-1, 1}
	fmt.Println(p, "|", q, "|", p.Mul(q), "|", p.Add(Poly[int]{6, -11, 6, -1}))
	fmt.Println(p.DivMod(q))
	fmt.Println(p.DivMod(Poly[int]{1, 0, 1}))
	_, _, err := q.DivMod(nil)
	fmt.Println(err)
	for x := range 5 {
		fmt.Print(p.Eval(x), " ")
	}
	fmt.Println(p.Deriv(), "|", p.Deriv().Deriv(), p.Degree())
	f := Map(p, func(c int) float64 { return float64(c) / 4 })
	fmt.Printf("%v at 2.5 = %.5f, %T\n", f, f.Eval(2.5), f)
	c := Map(p, func(c int) complex128 { return complex(float64(c), 0) })
	fmt.Println(c.Eval(1i), c.Eval(3))
	pow := Poly[int64]{1}
	for range 6 {
		pow = pow.Mul(Poly[int64]{1, 1})
		fmt.Println(pow)
	}
	evals := []func(int) int{p.Eval, 2: q.Eval, 1: func(x int) int { return Poly[int].Eval(q, -x) }}
	for _, e := range evals {
		fmt.Print(e(10), " ")
	}
	fmt.Println()
	fmt.Printf("%#v %q\n", p, q)
}
