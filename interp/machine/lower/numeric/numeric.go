// Package numeric has functions for the tests of package lower, which run them compiled and by the machine.
package numeric

import "math"

func FloatSum(n int) float64 {
	s := 0.0
	for i := 0; i < n; i++ {
		s += float64(i) * 0.5
	}
	return s
}

func Fib(n int) int {
	if n < 2 {
		return n
	}
	return Fib(n-1) + Fib(n-2)
}

func MatMul(a, b [][]float64) [][]float64 {
	n, m := len(a), len(b[0])
	c := make([][]float64, n)
	for i := range c {
		c[i] = make([]float64, m)
		for j := range m {
			s := 0.0
			for k := range b {
				s += a[i][k] * b[k][j]
			}
			c[i][j] = s
		}
	}
	return c
}

func Sieve(n int) []int {
	composite := make([]bool, n+1)
	var primes []int
	for i := 2; i <= n; i++ {
		if composite[i] {
			continue
		}
		primes = append(primes, i)
		for j := i * i; j <= n; j += i {
			composite[j] = true
		}
	}
	return primes
}

func EditDistance(a, b string) int {
	last := make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row := make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(row[j-1]+1, last[j]+1, last[j-1]+cost)
		}
		last = row
	}
	return last[len(b)]
}

type Point struct{ X, Y, Z float64 }

func (p Point) Dot(q Point) float64   { return p.X*q.X + p.Y*q.Y + p.Z*q.Z }
func (p Point) Scale(f float64) Point { return Point{p.X * f, p.Y * f, p.Z * f} }
func (p *Point) Add(q Point)          { p.X += q.X; p.Y += q.Y; p.Z += q.Z }
func (p Point) Length() float64       { return math.Sqrt(p.Dot(p)) }

func Points(n int) (Point, float64) {
	var sum Point
	longest := 0.0
	for i := range n {
		p := Point{float64(i), 1 / float64(i+1), math.Sin(float64(i))}
		sum.Add(p.Scale(0.5))
		if l := p.Length(); l > longest {
			longest = l
		}
	}
	return sum, longest
}

type Body struct {
	Pos, Vel [3]float64
	Mass     float64
}

func NBody(bodies []Body, steps int, dt float64) float64 {
	for range steps {
		for i := range bodies {
			for j := i + 1; j < len(bodies); j++ {
				var d [3]float64
				r2 := 0.0
				for k := range 3 {
					d[k] = bodies[i].Pos[k] - bodies[j].Pos[k]
					r2 += d[k] * d[k]
				}
				mag := dt / (r2 * math.Sqrt(r2))
				for k := range 3 {
					bodies[i].Vel[k] -= d[k] * bodies[j].Mass * mag
					bodies[j].Vel[k] += d[k] * bodies[i].Mass * mag
				}
			}
		}
		for i := range bodies {
			b := &bodies[i]
			for k := range b.Pos {
				b.Pos[k] += dt * b.Vel[k]
			}
		}
	}
	e := 0.0
	for _, b := range bodies {
		e += 0.5 * b.Mass * (b.Vel[0]*b.Vel[0] + b.Vel[1]*b.Vel[1] + b.Vel[2]*b.Vel[2])
	}
	return e
}

func LU(a [][]float64) int {
	n := len(a)
	swaps := 0
	for k := 0; k < n; k++ {
		p := k
		for i := k + 1; i < n; i++ {
			if math.Abs(a[i][k]) > math.Abs(a[p][k]) {
				p = i
			}
		}
		if p != k {
			a[p], a[k] = a[k], a[p]
			swaps++
		}
		for i := k + 1; i < n; i++ {
			a[i][k] /= a[k][k]
			for j := k + 1; j < n; j++ {
				a[i][j] -= a[i][k] * a[k][j]
			}
		}
	}
	return swaps
}

func FFT(x []complex128) {
	n := len(x)
	for i, j := 1, 0; i < n; i++ {
		bit := n >> 1
		for ; j&bit != 0; bit >>= 1 {
			j ^= bit
		}
		j ^= bit
		if i < j {
			x[i], x[j] = x[j], x[i]
		}
	}
	for size := 2; size <= n; size <<= 1 {
		angle := -2 * math.Pi / float64(size)
		w := complex(math.Cos(angle), math.Sin(angle))
		for start := 0; start < n; start += size {
			f := complex(1, 0)
			for k := range size / 2 {
				even, odd := x[start+k], x[start+k+size/2]*f
				x[start+k] = even + odd
				x[start+k+size/2] = even - odd
				f *= w
			}
		}
	}
}

func WordCount(words []string) map[string]int {
	counts := make(map[string]int)
	for _, w := range words {
		counts[w]++
	}
	return counts
}

func Collatz(limit int) (best, steps int) {
	seen := map[int]int{1: 1}
	for i := 1; i < limit; i++ {
		n, count := i, 0
		for n != 1 {
			if c, ok := seen[n]; ok {
				count += c - 1
				break
			}
			if n%2 == 0 {
				n /= 2
			} else {
				n = 3*n + 1
			}
			count++
		}
		seen[i] = count + 1
		if count > steps {
			best, steps = i, count
		}
	}
	return best, steps
}

func Narrow(a int8, b uint8, c int16, d uint16, e int32, f uint32) (int8, uint8, int16, uint16, int32, uint32) {
	a, b, c, d, e, f = a*a+3, b*b-9, c*c<<3, d*7^0xff, e*e-1, -f
	a >>= 1
	b <<= 3
	c /= 3
	d %= 7
	e = e>>2 + int32(a)
	f = f/3 + uint32(b)
	return a, b, c, d, e, f
}

func Shifts(x int, y uint64, n uint, m int) (int, uint64, int, uint64) {
	return x << n, y >> n, x >> n, y << uint(m&63)
}

func Integrate(f func(float64) float64, a, b float64, n int) float64 {
	h := (b - a) / float64(n)
	s := 0.5 * (f(a) + f(b))
	for i := 1; i < n; i++ {
		s += f(a + float64(i)*h)
	}
	return s * h
}

func Heat(u []float64, steps int) []float64 {
	next := make([]float64, len(u))
	for range steps {
		for i := 1; i < len(u)-1; i++ {
			next[i] = u[i] + 0.25*(u[i-1]-2*u[i]+u[i+1])
		}
		u, next = next, u
	}
	return u
}

func Select(x []float64, i int) float64 { return x[i] }
func Cut(x []int, i, j int) []int       { return x[i:j] }
func Cut3(x []int, i, j, k int) []int   { return x[i:j:k] }
func Text(s string, i, j int) string    { return s[i:j] }
func Divide(a, b int) int               { return a / b }
func Shift(a, n int) int                { return a << n }
func Through(p *Point) float64          { return p.Y }
func Made(n, c int) []float64           { return make([]float64, n, c) }
func Assign(m map[string]int, k string) { m[k] = 1 }
func Fail(n int) int {
	if n > 3 {
		panic("too large")
	}
	return n
}

func Converts(x float64, y float32) (int8, uint8, int16, uint16, int32, uint32, int, uint64, float32, int32, uint64) {
	return int8(x), uint8(x), int16(x), uint16(x), int32(x), uint32(x), int(x), uint64(x), float32(x), int32(y), uint64(y)
}

func Compares(x, y float64) (int, bool, bool) {
	n := 0
	if x < y {
		n |= 1
	}
	if !(x < y) {
		n |= 2
	}
	if x >= y {
		n |= 4
	}
	if x == y {
		n |= 8
	}
	if !(x != y) {
		n |= 16
	}
	for x <= y {
		n |= 32
		break
	}
	return n, x > y, !(x <= y)
}

func Swap(a, b, c int, n int) (int, int, int) {
	for range n {
		a, b, c = b, c, a+1
	}
	return a, b, c
}

type Triple struct {
	A, B, C float64
	Name    string
}

func Grow(n int) ([]Point, []Triple, [][]int, []float32, []int8, []int) {
	var points []Point
	var triples []Triple
	var rows [][]int
	var singles []float32
	var bytes []int8
	var caps []int
	for i := range n {
		points = append(points, Point{X: float64(i)})
		triples = append(triples, Triple{B: float64(i), Name: "t"})
		rows = append(rows, []int{i})
		singles = append(singles, float32(i)/3)
		bytes = append(bytes, int8(i), int8(-i))
		// Compiled slices of a few small elements may begin in the frame, and have other capacities.
		caps = append(caps, cap(points), cap(triples), cap(rows))
	}
	return points, triples, rows, singles[:n:n], bytes[: 2*n : 2*n], caps[: 3*n : 3*n]
}

func Bits(x float32, y float64) (uint32, uint64, float32) {
	x *= 3
	b := math.Float32bits(x)
	return b >> 1, math.Float64bits(y * 3), math.Float32frombits(b + 1)
}

func At(x []int, i uint64) int    { return x[i] }
func AtByte(x []int, i uint8) int { return x[i] }
func InArray(i uint) (int, [4]int) {
	var a [4]int
	for k := range a {
		a[k] = k * k
	}
	return a[i], a
}

func Letters(s string) (counts [5]int, last int, sum rune) {
	for i, r := range s {
		counts[int(r)%5]++
		last = i
		sum += r
	}
	return counts, last, sum
}

func Totals(m map[string]float64) (n int, total float64, longest int) {
	for k, v := range m {
		n++
		total += v
		longest = max(longest, len(k))
	}
	for k := range m {
		if len(k) > 1 {
			delete(m, k)
		}
	}
	return n, total, len(m)*100 + longest
}

func Eaten(s string) (n int, rest string) {
	for i, r := range s {
		if len(s) > 1 {
			s = s[1:]
		}
		n += i * int(r)
	}
	return n, s
}

// Acc sums numbers and their squares.
type Acc struct{ X, Y float64 }

func (a *Acc) add(v float64) { a.X += v; a.Y += v * v }

func (a Acc) mean(n int) float64 { return a.X / float64(n) }

// Methods calls methods of a variable.
func Methods(n int) float64 {
	var a Acc
	for i := 0; i < n; i++ {
		a.add(float64(i))
	}
	return a.mean(n) + a.Y
}

// Either merges sorted numbers: its loop has two conditions.
func Either(a, b []int) []int {
	var out []int
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		if j == len(b) || i < len(a) && a[i] <= b[j] {
			out = append(out, a[i])
			i++
			continue
		}
		out = append(out, b[j])
		j++
	}
	return out
}

// Dots reads rows of matrices in the ways that have instructions of their own.
func Dots(a, b [][]float64, x []float64, i, j int) (s, t, u float64) {
	for k := range x {
		s += a[i][k] * b[k][j]
		t += x[k] * a[k][i]
		u += 2 * x[k+i]
		u -= b[j][k] - float64(k)*x[k]
	}
	return s, t, u
}

// Windows slices an array in a loop.
func Windows(p [6]int) [6]int {
	for i := 0; i+2 <= len(p); i++ {
		w := p[i : i+2]
		w[1] += w[0]
	}
	return p
}
