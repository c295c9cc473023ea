//go:build ignore

package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	oldrand "math/rand"
	"math/rand/v2"
	"slices"
	"strings"
)

type xorshift struct {
	s     uint64
	calls int
}

func (x *xorshift) Uint64() uint64 {
	x.calls++
	x.s ^= x.s << 13
	x.s ^= x.s >> 7
	x.s ^= x.s << 17
	return x.s
}

type legacy struct{ *xorshift }

func (l legacy) Int63() int64    { return int64(l.Uint64() >> 1) }
func (l legacy) Seed(seed int64) { l.s = uint64(seed) }

type script []uint64

func (s *script) Uint64() uint64 {
	if len(*s) == 0 {
		panic(errors.New("script ran out"))
	}
	v := (*s)[0]
	*s = (*s)[1:]
	return v
}

type reader struct{ rand.Source }

func (r reader) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(r.Uint64())
	}
	return len(p), nil
}

type Die int

func (d Die) Roll(r *rand.Rand) int { return r.IntN(int(d)) + 1 }

type Pool []Die

func (p Pool) Roll(r *rand.Rand) (total int, each []int) {
	for _, d := range p {
		n := d.Roll(r)
		total += n
		each = append(each, n)
	}
	return
}

type weighted[T any] struct {
	items   []T
	weights []float64
}

func (w weighted[T]) Pick(r *rand.Rand) T {
	sum := 0.0
	for _, x := range w.weights {
		sum += x
	}
	at := r.Float64() * sum
	for i, x := range w.weights {
		if at -= x; at < 0 {
			return w.items[i]
		}
	}
	return w.items[len(w.items)-1]
}

func main() {
	src := &xorshift{s: 42}
	r := rand.New(src)
	fmt.Println(r.IntN(100), r.Float64() < 1, r.Perm(6), r.Uint32(), r.Int64N(1e12))
	total, each := Pool{6, 6, 20}.Roll(r)
	fmt.Println(total, each, src.calls > 5)
	deck := strings.Fields("A K Q J 10 9")
	r.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	fmt.Println(deck, len(deck))
	w := weighted[string]{[]string{"common", "rare", "epic"}, []float64{80, 15, 5}}
	count := map[string]int{}
	for range 2000 {
		count[w.Pick(r)]++
	}
	fmt.Println(count["common"] > count["rare"], count["rare"] > count["epic"], len(count), count)

	old := oldrand.New(legacy{&xorshift{s: 7}})
	a := []int{old.Intn(10), old.Intn(10), old.Intn(10)}
	old.Seed(7)
	b := []int{old.Intn(10), old.Intn(10), old.Intn(10)}
	fmt.Println(a, slices.Equal(a, b), old.Perm(4))
	one, two := rand.New(rand.NewPCG(1, 2)), rand.New(rand.NewPCG(1, 2))
	fmt.Println(one.IntN(1000), one.NormFloat64() == func() float64 { two.IntN(1000); return two.NormFloat64() }(), one.ExpFloat64() > 0)
	fmt.Println(oldrand.New(oldrand.NewSource(1)).Intn(100), rand.New(rand.NewChaCha8([32]byte{1})).IntN(100))

	s := script{0, math.MaxUint64, 1 << 63}
	sr := rand.New(&s)
	fmt.Println(sr.Float64(), sr.Float64(), sr.Float64())
	fmt.Println(len(s), s == nil)
	func() {
		defer func() { fmt.Println("recovered:", recover()) }()
		sr.Uint64()
	}()
	buf := make([]byte, 6)
	n, err := io.ReadFull(reader{&xorshift{s: 3}}, buf)
	fmt.Println(n, err, buf)
	inside := 0
	for range 20000 {
		x, y := r.Float64(), r.Float64()
		if x*x+y*y < 1 {
			inside++
		}
	}
	pi := 4 * float64(inside) / 20000
	fmt.Println(math.Abs(pi-math.Pi) < 0.1)
	func() {
		defer func() { fmt.Println("recovered:", recover()) }()
		r.IntN(0)
	}()
}
