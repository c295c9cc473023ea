// Command loops times a loop of numbers, named by its argument, and writes one line of
// JSON: the time of one turn and the result of the loop. It is both compiled and run by
// krigo.
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"math"
	"os"
	"sort"
	"strings"
	"time"
)

// shortest is the least time for which a loop is repeated.
const shortest = 300 * time.Millisecond

// loops are the timed loops; each returns part of its result.
var loops = map[string]func() float64{
	"sum":        func() float64 { return sum(1_000_000) },
	"matmul":     func() float64 { return product(filled(100, 3), filled(100, 7))[13][17] },
	"fib":        func() float64 { return float64(fib(24)) },
	"words":      func() float64 { return float64(mostFrequent(text)) },
	"methods":    func() float64 { return fall(10_000) },
	"interfaces": func() float64 { return total(shapes, 500) },
	"sort":       func() float64 { return sorted(10_000) },
	"covariance": func() float64 { return trace(covariance(points, []float64{0.5, 1, 2})) },
}

func main() {
	loop := loops[os.Args[1]]
	if loop == nil {
		log.Fatalf("no loop %q", os.Args[1])
	}
	began := time.Now()
	for n := 1; ; n++ {
		value := loop()
		if took := time.Since(began); took >= shortest {
			answer, err := json.Marshal(map[string]float64{"seconds": took.Seconds() / float64(n), "value": value})
			if err != nil {
				log.Fatal(err)
			}
			fmt.Println(string(answer))
			return
		}
	}
}

func sum(n int) (s float64) {
	for i := range n {
		s += 0.5 * float64(i)
	}
	return s
}

// filled returns a square matrix of order n.
func filled(n, step int) [][]float64 {
	m := make([][]float64, n)
	for i := range m {
		m[i] = make([]float64, n)
		for j := range m[i] {
			m[i][j] = float64((i*step+j)%11) - 5
		}
	}
	return m
}

func product(a, b [][]float64) [][]float64 {
	c := make([][]float64, len(a))
	for i := range c {
		c[i] = make([]float64, len(b[0]))
		for j := range c[i] {
			s := 0.0
			for k, x := range a[i] {
				s += x * b[k][j]
			}
			c[i][j] = s
		}
	}
	return c
}

func fib(n int) int {
	if n < 2 {
		return n
	}
	return fib(n-1) + fib(n-2)
}

var text = strings.Fields(strings.Repeat("the quick brown fox jumps over the lazy dog and the cat sees the fox ", 500))

func mostFrequent(words []string) (most int) {
	counts := map[string]int{}
	for _, w := range words {
		counts[w]++
	}
	for _, n := range counts {
		most = max(most, n)
	}
	return most
}

type vector struct{ x, y, z float64 }

func (v vector) plus(w vector) vector         { return vector{v.x + w.x, v.y + w.y, v.z + w.z} }
func (v vector) scaled(by float64) vector     { return vector{v.x * by, v.y * by, v.z * by} }
func (v vector) dot(w vector) float64         { return v.x*w.x + v.y*w.y + v.z*w.z }
func (v *vector) move(w vector, time float64) { *v = v.plus(w.scaled(time)) }

// fall computes where a body falls with drag.
func fall(steps int) float64 {
	place, speed := vector{}, vector{3, 4, 12}
	for range steps {
		drag := -0.01 * math.Sqrt(speed.dot(speed))
		speed.move(speed.scaled(drag).plus(vector{0, 0, -9.81}), 1e-4)
		place.move(speed, 1e-4)
	}
	return place.z
}

type shape interface {
	area() float64
	grown(by float64) shape
}

type (
	circle    struct{ radius float64 }
	rectangle struct{ width, height float64 }
)

func (c circle) area() float64             { return math.Pi * c.radius * c.radius }
func (c circle) grown(by float64) shape    { return circle{c.radius * by} }
func (r rectangle) area() float64          { return r.width * r.height }
func (r rectangle) grown(by float64) shape { return rectangle{r.width * by, r.height * by} }

var shapes = []shape{circle{1}, rectangle{2, 3}, circle{0.5}, rectangle{1, 1}}

func total(all []shape, turns int) (s float64) {
	for i := range turns {
		for _, x := range all {
			s += x.area() + x.grown(1+1/float64(i+1)).area()
		}
	}
	return s
}

type row struct {
	key   int
	value float64
}

// sorted sorts rows by a function of the cell.
func sorted(n int) float64 {
	rows := make([]row, n)
	for i := range rows {
		rows[i] = row{i * 7919 % n / 3, float64(i%17) - 8}
	}
	sort.Slice(rows, func(i, j int) bool {
		if rows[i].key != rows[j].key {
			return rows[i].key < rows[j].key
		}
		return rows[i].value < rows[j].value
	})
	return rows[n/2].value
}

var points = filled(100, 5)

// covariance returns the squared exponential between rows, by some of their columns.
func covariance(rows [][]float64, lengths []float64) [][]float64 {
	k := make([][]float64, len(rows))
	for i := range k {
		k[i] = make([]float64, len(rows))
		for j := range i + 1 {
			s := 0.0
			for d, l := range lengths {
				u := (rows[i][d] - rows[j][d]) / l
				s += u * u
			}
			k[i][j] = math.Exp(-s / 2)
			k[j][i] = k[i][j]
		}
	}
	return k
}

func trace(m [][]float64) (t float64) {
	for i := range m {
		t += m[i][i] + m[i][0]
	}
	return t
}
