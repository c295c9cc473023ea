// The fast Fourier transform in place, without recursion: a round trip, a
// convolution beside the plain sum, and a spectrum.
package main

import (
	"fmt"
	"math"
	"math/bits"
	"math/cmplx"
)

const size = 1 << 12

// plan are the factors of a transform of one size.
type plan struct {
	n       int
	factors []complex128
	order   []int
}

func newPlan(n int) *plan {
	p := &plan{n: n, factors: make([]complex128, n/2), order: make([]int, n)}
	for i := range p.factors {
		p.factors[i] = cmplx.Rect(1, -2*math.Pi*float64(i)/float64(n))
	}
	shift := 64 - bits.Len(uint(n-1))
	for i := range p.order {
		p.order[i] = int(bits.Reverse64(uint64(i)) >> shift)
	}
	return p
}

func (p *plan) forward(x []complex128) {
	for i, j := range p.order {
		if i < j {
			x[i], x[j] = x[j], x[i]
		}
	}
	for half := 1; half < p.n; half *= 2 {
		stride := p.n / (2 * half)
		for start := 0; start < p.n; start += 2 * half {
			low, high := x[start:start+half], x[start+half:start+2*half]
			for k, a := range low {
				b := high[k] * p.factors[k*stride]
				low[k], high[k] = a+b, a-b
			}
		}
	}
}

func (p *plan) inverse(x []complex128) {
	p.forward(x)
	for i, j := 1, p.n-1; i < j; i, j = i+1, j-1 {
		x[i], x[j] = x[j], x[i]
	}
	scale := complex(1/float64(p.n), 0)
	for i := range x {
		x[i] *= scale
	}
}

// convolve is the circular convolution of real signals, by one transform of both.
func (p *plan) convolve(a, b []float64) []float64 {
	x := make([]complex128, p.n)
	for i := range x {
		x[i] = complex(a[i], b[i])
	}
	p.forward(x)
	product := make([]complex128, p.n)
	for i := range x {
		mirrored := cmplx.Conj(x[(p.n-i)%p.n])
		product[i] = (x[i] + mirrored) * (x[i] - mirrored) * complex(0, -0.25)
	}
	p.inverse(product)
	out := make([]float64, p.n)
	for i, v := range product {
		out[i] = real(v)
	}
	return out
}

func main() {
	p := newPlan(size)
	signal := make([]complex128, size)
	for i := range signal {
		t := float64(i) / size
		signal[i] = complex(math.Sin(2*math.Pi*50*t)+0.5*math.Cos(2*math.Pi*300*t), 0.1*float64(i%3))
	}
	x := append([]complex128(nil), signal...)
	p.forward(x)
	var before, after float64
	for i := range x {
		before += real(signal[i])*real(signal[i]) + imag(signal[i])*imag(signal[i])
		after += real(x[i] * cmplx.Conj(x[i]))
	}
	fmt.Printf("energy %.6f %.6f\n", before, after/size)
	for _, f := range []int{0, 50, 51, 300, size - 50} {
		fmt.Printf("%4d %.4f\n", f, cmplx.Abs(x[f])/size)
	}
	p.inverse(x)
	worst := 0.0
	for i := range x {
		worst = math.Max(worst, cmplx.Abs(x[i]-signal[i]))
	}
	fmt.Println("round trip", worst < 1e-12)

	small := newPlan(256)
	a, b := make([]float64, 256), make([]float64, 256)
	for i := range a {
		a[i], b[i] = math.Exp(-float64(i)/20), float64((i*7)%11)-5
	}
	got := small.convolve(a, b)
	worst = 0
	for i := range got {
		want := 0.0
		for j := range a {
			want += a[j] * b[(i-j+256)%256]
		}
		worst = math.Max(worst, math.Abs(got[i]-want))
	}
	fmt.Printf("convolution %v, first %.6f\n", worst < 1e-10, got[0])
}
