package main

import (
	"fmt"
	"math/rand"
	"strconv"
	"strings"
)

const empty = -1

// Road is a ring of cells: the speed of the car there, or empty.
type Road []int

type Rule interface {
	Apply(r Road, i, v int) int
}

type RuleFunc func(Road, int, int) int

func (f RuleFunc) Apply(r Road, i, v int) int { return f(r, i, v) }

type speedLimit int

func (s speedLimit) Apply(_ Road, _, v int) int { return min(v+1, int(s)) }

type jitter struct {
	*rand.Rand
	p float64
}

func (j jitter) Apply(_ Road, _ int, v int) int {
	if v > 0 && j.Float64() < j.p {
		return v - 1
	}
	return v
}

func (r Road) gap(i int) int {
	for d := 1; d < len(r); d++ {
		if r[(i+d)%len(r)] != empty {
			return d - 1
		}
	}
	return len(r)
}

func keepDistance(r Road, i, v int) int { return min(v, r.gap(i)) }

func NewRoad(n, every int) Road {
	r := make(Road, n)
	for i := range r {
		if r[i] = empty; i%every == 0 {
			r[i] = 0
		}
	}
	return r
}

func (r Road) Step(rules ...Rule) (moved int, out Road) {
	out = make(Road, len(r))
	for i := range out {
		out[i] = empty
	}
	for i, v := range r {
		if v == empty {
			continue
		}
		for _, rule := range rules {
			v = rule.Apply(r, i, v)
		}
		moved += v
		out[(i+v)%len(r)] = v
	}
	return
}

func (r Road) String() string {
	return strings.Join(mapSlice(r, func(v int) string {
		if v == empty {
			return "."
		}
		return strconv.Itoa(v)
	}), "")
}

func mapSlice[S ~[]E, E, F any](s S, f func(E) F) []F {
	out := make([]F, 0, len(s))
	for _, e := range s {
		out = append(out, f(e))
	}
	return out
}

func main() {
	r := NewRoad(50, 5)
	rules := []Rule{speedLimit(5), RuleFunc(keepDistance), jitter{rand.New(rand.NewSource(3)), 0.3}}
	for t := 0; t < 14; t++ {
		m, next := r.Step(rules...)
		fmt.Printf("%s %2d\n", r, m)
		r = next
	}
	for _, every := range []int{2, 3, 4, 6, 10} {
		road := NewRoad(120, every)
		total, cars := 0, 0
		for _, v := range road {
			if v != empty {
				cars++
			}
		}
		for range 200 {
			var m int
			m, road = road.Step(rules...)
			total += m
		}
		fmt.Printf("density=%.3f flow=%.4f mean speed=%.4f\n", float64(cars)/120, float64(total)/200/120, float64(total)/200/float64(cars))
	}
	for _, rule := range rules[:2] {
		fmt.Printf("%T %d\n", rule, rule.Apply(r, 0, 9))
	}
}
