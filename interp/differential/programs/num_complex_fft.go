package main

import (
	"fmt"
	"math"
	"math/cmplx"
	"strings"
)

type Signal []complex128

func FFT(x Signal, inverse bool) Signal {
	n := len(x)
	if n&(n-1) != 0 {
		panic(fmt.Sprintf("length %d is not a power of two", n))
	}
	if n <= 1 {
		return append(Signal(nil), x...)
	}
	even, odd := make(Signal, 0, n/2), make(Signal, 0, n/2)
	for i, v := range x {
		if i&1 == 0 {
			even = append(even, v)
		} else {
			odd = append(odd, v)
		}
	}
	e, o := FFT(even, inverse), FFT(odd, inverse)
	sign := -1.0
	if inverse {
		sign = 1
	}
	out := make(Signal, n)
	for k := range n / 2 {
		w := cmplx.Rect(1, sign*2*math.Pi*float64(k)/float64(n)) * o[k]
		out[k], out[k+n/2] = e[k]+w, e[k]-w
	}
	return out
}

func (s Signal) Scale(k complex128) Signal {
	for i := range s {
		s[i] *= k
	}
	return s
}

func (s Signal) Mags() (m []float64) {
	for _, v := range s {
		m = append(m, math.Round(cmplx.Abs(v)*1e6)/1e6)
	}
	return
}

func sample(n int, fs ...func(t float64) float64) Signal {
	s := make(Signal, n)
	for i := range s {
		for _, f := range fs {
			s[i] += complex(f(float64(i)/float64(n)), 0)
		}
	}
	return s
}

func tone(freq, amp float64) func(float64) float64 {
	return func(t float64) float64 { return amp * math.Sin(2*math.Pi*freq*t) }
}

func convolve(a, b []int) []int {
	n := 1
	for n < len(a)+len(b) {
		n <<= 1
	}
	load := func(xs []int) Signal {
		s := make(Signal, n)
		for i, x := range xs {
			s[i] = complex(float64(x), 0)
		}
		return FFT(s, false)
	}
	fa, fb := load(a), load(b)
	for i := range fa {
		fa[i] *= fb[i]
	}
	res := FFT(fa, true).Scale(complex(1/float64(n), 0))
	out := make([]int, len(a)+len(b)-1)
	for i := range out {
		out[i] = int(math.Round(real(res[i])))
	}
	return out
}

func main() {
	s := sample(16, tone(2, 1), tone(5, 0.5), func(float64) float64 { return 0.25 })
	spec := FFT(s, false)
	for k, m := range spec.Mags()[:9] {
		fmt.Printf("%2d %8.4f %s\n", k, m, strings.Repeat("#", int(m*2)))
	}
	back := FFT(spec, true).Scale(1.0 / 16)
	worst := 0.0
	for i := range back {
		worst = max(worst, cmplx.Abs(back[i]-s[i]))
	}
	fmt.Println("roundtrip ok:", worst < 1e-12)
	fmt.Println(convolve([]int{1, 2, 3}, []int{4, 5}))
	fmt.Println(convolve([]int{9, 9, 9, 9}, []int{1, -1, 1}))

	z := 3 + 4i
	var c64 complex64 = complex64(z) / 2
	fmt.Println(z, real(z), imag(z), cmplx.Abs(z), cmplx.Conj(z), c64)
	fmt.Printf("%v %.2f %g %T %T\n", z*z, z/1i, -z, z, c64)
	fmt.Printf("%.4f %.4f\n", cmplx.Sqrt(-1), cmplx.Exp(1i*math.Pi))
	fmt.Println(z == complex(3, 4), z != 0, cmplx.IsNaN(cmplx.NaN()), cmplx.Inf())
	defer func() { fmt.Println("panic:", recover()) }()
	FFT(make(Signal, 6), false)
}
