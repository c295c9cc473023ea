package main

import (
	"fmt"
	"math"
	"math/rand"
)

type Estimate struct {
	N    int
	Mean float64
	m2   float64
}

func (e *Estimate) Add(x float64) {
	e.N++
	d := x - e.Mean
	e.Mean += d / float64(e.N)
	e.m2 += d * (x - e.Mean)
}

func (e Estimate) StdErr() float64 {
	if e.N < 2 {
		return math.Inf(1)
	}
	return math.Sqrt(e.m2 / float64(e.N-1) / float64(e.N))
}

func (e Estimate) String() string { return fmt.Sprintf("%.5f±%.5f (n=%d)", e.Mean, e.StdErr(), e.N) }

func (e Estimate) Covers(v float64) bool { return math.Abs(e.Mean-v) < 4*e.StdErr() }

type Experiment func(r *rand.Rand) float64

type Antithetic struct {
	*rand.Rand
	last float64
	flip bool
}

func (a *Antithetic) Float64() float64 {
	defer func() { a.flip = !a.flip }()
	if a.flip {
		return 1 - a.last
	}
	a.last = a.Rand.Float64()
	return a.last
}

func run(seed int64, n int, ex Experiment) (e Estimate) {
	r := rand.New(rand.NewSource(seed))
	for range n {
		e.Add(ex(r))
	}
	return
}

func dart(r *rand.Rand) float64 {
	x, y := r.Float64(), r.Float64()
	if x*x+y*y <= 1 {
		return 4
	}
	return 0
}

func needle(length, gap float64) Experiment {
	return func(r *rand.Rand) float64 {
		d, th := r.Float64()*gap/2, r.Float64()*math.Pi/2
		if d <= length/2*math.Sin(th) {
			return 1
		}
		return 0
	}
}

func collector(k int) Experiment {
	return func(r *rand.Rand) float64 {
		seen := make(map[int]struct{}, k)
		draws := 0
		for len(seen) < k {
			seen[r.Intn(k)] = struct{}{}
			draws++
		}
		return float64(draws)
	}
}

func birthday(people int) Experiment {
	return func(r *rand.Rand) float64 {
		var days [365]bool
		for range people {
			d := r.Intn(len(days))
			if days[d] {
				return 1
			}
			days[d] = true
		}
		return 0
	}
}

func main() {
	h6 := 0.0
	for i := 1.0; i <= 6; i++ {
		h6 += 6 / i
	}
	table := []struct {
		name  string
		ex    Experiment
		exact float64
	}{
		{"pi", dart, math.Pi},
		{"needle", needle(1, 2), 1 / math.Pi},
		{"coupons", collector(6), h6},
		{"birthday23", birthday(23), 0.5073},
		{"method", (*rand.Rand).Float64, 0.5},
		{"normal^2", func(r *rand.Rand) float64 { z := r.NormFloat64(); return z * z }, 1},
		{"constant", func(*rand.Rand) float64 { return 7 }, 7},
	}
	for _, row := range table {
		for _, n := range []int{50, 2000} {
			e := run(17, n, row.ex)
			fmt.Printf("%-10s %-26v exact=%.4f covered=%t\n", row.name, e, row.exact, e.Covers(row.exact))
		}
	}
	anti := &Antithetic{Rand: rand.New(rand.NewSource(1))}
	var plain, paired Estimate
	for range 500 {
		paired.Add((math.Exp(anti.Float64()) + math.Exp(anti.Float64())) / 2)
		plain.Add((math.Exp(anti.Rand.Float64()) + math.Exp(anti.Rand.Float64())) / 2)
	}
	fmt.Println(plain, paired, paired.StdErr() < plain.StdErr())
	fmt.Println(Estimate{}, anti.Intn(10), anti.flip)
	var zero Estimate
	zero.Add(1)
	fmt.Printf("%v %+v\n", zero.StdErr(), []Estimate{zero})
}
