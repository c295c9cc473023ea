package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"sort"
)

type Vec struct{ X, Y int }

func (v Vec) Add(o Vec) Vec     { return Vec{v.X + o.X, v.Y + o.Y} }
func (v Vec) Norm() float64     { return math.Hypot(float64(v.X), float64(v.Y)) }
func (v *Vec) Scale(k int) *Vec { v.X *= k; v.Y *= k; return v }

type Stepper func() Vec

type Walker struct {
	Pos   Vec
	Steps int
	step  Stepper
	seen  map[Vec]int
}

var compass = [4]Vec{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}

func uniform(r *rand.Rand) Stepper {
	return func() Vec { return compass[r.IntN(len(compass))] }
}

func persistent(r *rand.Rand, p float64) Stepper {
	last := 0
	return func() Vec {
		if r.Float64() >= p {
			last = (last + 1 + r.IntN(3)) % 4
		}
		return compass[last]
	}
}

func levy(r *rand.Rand) Stepper {
	base := uniform(r)
	return func() Vec {
		v := base()
		k := int(1 / (r.Float64() + 0.05))
		return *v.Scale(k)
	}
}

func NewWalker(s Stepper) *Walker {
	return &Walker{step: s, seen: map[Vec]int{{}: 1}}
}

func (w *Walker) Run(n int) *Walker {
	for range n {
		w.Pos = w.Pos.Add(w.step())
		w.Steps++
		w.seen[w.Pos]++
	}
	return w
}

func (w *Walker) Favourite() (best Vec, n int) {
	for v, c := range w.seen {
		if c > n || c == n && (v.X < best.X || v.X == best.X && v.Y < best.Y) {
			best, n = v, c
		}
	}
	return
}

func main() {
	mk := func(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 99)) }
	kinds := map[string]func(*rand.Rand) Stepper{
		"uniform":    uniform,
		"levy":       levy,
		"persistent": func(r *rand.Rand) Stepper { return persistent(r, 0.8) },
	}
	names := make([]string, 0)
	for k := range kinds {
		names = append(names, k)
	}
	sort.Strings(names)
	for _, name := range names {
		var sum, sq float64
		for seed := range uint64(20) {
			w := NewWalker(kinds[name](mk(seed))).Run(100)
			d := w.Pos.Norm()
			sum += d
			sq += d * d
		}
		fmt.Printf("%-10s mean=%.4f rms=%.4f\n", name, sum/20, math.Sqrt(sq/20))
	}
	w := NewWalker(uniform(mk(5)))
	for i := 1; i <= 5; i++ {
		w.Run(40)
		f, n := w.Favourite()
		fmt.Println(w.Steps, w.Pos, len(w.seen), f, n)
	}
	move := w.Pos.Add
	w.Pos = Vec{}
	fmt.Println(move(Vec{}) != Vec{}, w.Pos, Vec.Norm(Vec{3, 4}), (*Vec).Scale(&w.Pos, 3))
	r := mk(1)
	fmt.Println(r.IntN(100), r.IntN(100), r.Perm(6), r.Uint32(), r.Float64() < 1)
	r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	fmt.Println(names)
	fmt.Printf("%.6f %.6f %d\n", r.NormFloat64(), r.ExpFloat64(), rand.N[int64](1))
}
