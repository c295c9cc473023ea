// Package kernels has covariance functions with derivatives written by hand. The tests of package core run them as
// a cell's functions.
package kernels

import (
	"math"

	"krigo/gplib/cov"
)

// Kernels are the definitions; their parameters have the values that tests use. The points have three dimensions.
var Kernels = []cov.Definition{
	{Name: "SE", Params: params(1.3, 0.7, 1.9, 0.4), At: se, Grad: seGrad},
	{Name: "Matern32", Params: params(0.8, 1.7), At: matern, Grad: maternGrad},
	{Name: "Periodic", Params: params(1.1, 0.6, 2.3), At: periodic, Grad: periodicGrad},
	{Name: "RQ", Params: params(1.2, 0.9, 1.6), At: rational, Grad: rationalGrad},
	{Name: "Gibbs", Params: params(0.5, 0.3), At: gibbs, Grad: gibbsGrad},
	{Name: "Polynomial", Params: params(0.4, 1.1), At: polynomial, Grad: polynomialGrad},
	{Name: "Features", Params: params(0.9, 1.4, 0.3), At: features, Grad: featuresGrad},
	{Name: "Slices", Params: params(0.9, 1.4, 0.3), At: inSlices, Grad: featuresGrad},
	{Name: "Rows", Params: params(0.9, 1.4, 0.3), At: inRows, Grad: featuresGrad},
	{Name: "Matrix", Params: params(0.9, 1.4, 0.3), At: inMatrix, Grad: matrixGrad},
	{Name: "Integers", Params: params(0.9, 1.4, 0.3), At: integers, Grad: integersGrad},
	{Name: "Closures", Params: params(1.3, 0.8), At: closures, Grad: closuresGrad},
	{Name: "Appended", Params: params(0.9, 1.4, 0.3), At: appended, Grad: featuresGrad},
	{Name: "Copied", Params: params(0.9, 1.4, 0.3), At: copied, Grad: featuresGrad},
	{Name: "Structs", Params: params(0.9, 1.4, 0.3), At: inStructs, Grad: featuresGrad},
	{Name: "Pointers", Params: params(0.9, 1.4, 0.3), At: byPointers, Grad: featuresGrad},
	{Name: "Recursive", Params: params(0.4, 1.1), At: recursive, Grad: polynomialGrad},
	{Name: "Captured", Params: params(1.5), At: captured(0.8), Grad: capturedGrad(0.8)},
	{Name: "Wendland", Params: params(1.2, 4), At: wendland, Grad: wendlandGrad},
	{Name: "Wendland of small support", Params: params(1.2, 0.1), At: wendland, Grad: wendlandGrad},
	{Name: "Arcsine", Params: params(0.3, 0.8), At: arcsine, Grad: arcsineGrad},
	{Name: "Mixture", Params: params(0.5, 0.9, 0.7, 0.2, 1.5, 0.4), At: mixture, Grad: mixtureGrad},
	{Name: "Step", Params: params(0.7, 1.3, 0.2), At: step, Grad: stepGrad},
	{Name: "Two results", Params: params(1.3, 0.9), At: twoResults, Grad: twoResultsGrad},
	{Name: "Parameters unused", Params: params(2, 3), At: unused, Grad: func(grad, x, y, theta []float64) { clear(grad) }},
	{Name: "Switch", Params: params(1.3, 0.9), At: switched, Grad: switchedGrad},
	{Name: "Ten", Params: params(.1, .2, .3, .4, .5, .6, .7, .8, .9, 1), At: ten, Grad: tenGrad},
}

func params(values ...float64) []cov.Param {
	ps := make([]cov.Param, len(values))
	for i, v := range values {
		ps[i] = cov.Positive(string(rune('a'+i)), v)
	}
	return ps
}

// se returns the squared exponential function with a lengthscale for each dimension.
func se(x, y, theta []float64) float64 {
	r2 := 0.0
	for k := range x {
		d := (x[k] - y[k]) / theta[k+1]
		r2 += d * d
	}
	return theta[0] * math.Exp(-r2/2)
}

func seGrad(grad, x, y, theta []float64) {
	k := se(x, y, theta)
	grad[0] = k / theta[0]
	for i := range x {
		d := x[i] - y[i]
		grad[i+1] = k * d * d / (theta[i+1] * theta[i+1] * theta[i+1])
	}
}

func distance(x, y []float64) float64 {
	s := 0.0
	for k, v := range x {
		s += (v - y[k]) * (v - y[k])
	}
	return math.Sqrt(s)
}

func matern(x, y, theta []float64) float64 {
	r := math.Sqrt(3) * distance(x, y) / theta[1]
	return theta[0] * (1 + r) * math.Exp(-r)
}

func maternGrad(grad, x, y, theta []float64) {
	r := math.Sqrt(3) * distance(x, y) / theta[1]
	grad[0] = (1 + r) * math.Exp(-r)
	grad[1] = theta[0] * r * r * math.Exp(-r) / theta[1]
}

func periodic(x, y, theta []float64) float64 {
	s := math.Sin(math.Pi*(x[0]-y[0])/theta[2]) / theta[1]
	return theta[0] * math.Exp(-2*s*s)
}

func periodicGrad(grad, x, y, theta []float64) {
	a := math.Pi * (x[0] - y[0]) / theta[2]
	s := math.Sin(a) / theta[1]
	k := theta[0] * math.Exp(-2*s*s)
	grad[0] = k / theta[0]
	grad[1] = 4 * k * s * s / theta[1]
	grad[2] = 4 * k * s * math.Cos(a) / theta[1] * a / theta[2]
}

func rational(x, y, theta []float64) float64 {
	r := distance(x, y)
	return theta[0] * math.Pow(1+r*r/(2*theta[2]*theta[1]*theta[1]), -theta[2])
}

func rationalGrad(grad, x, y, theta []float64) {
	r := distance(x, y)
	l, a := theta[1], theta[2]
	base := 1 + r*r/(2*a*l*l)
	grad[0] = math.Pow(base, -a)
	grad[1] = theta[0] * math.Pow(base, -a-1) * r * r / (l * l * l)
	grad[2] = theta[0] * math.Pow(base, -a) * (-math.Log(base) + (base-1)/base)
}

// gibbs has a lengthscale that grows along the first coordinate.
func gibbs(x, y, theta []float64) float64 {
	a, b := lengthAt(x, theta), lengthAt(y, theta)
	d := x[0] - y[0]
	s := a*a + b*b
	return math.Sqrt(2*a*b/s) * math.Exp(-d*d/s)
}

func lengthAt(x, theta []float64) float64 { return theta[0] + math.Log1p(math.Exp(theta[1]*x[0])) }

func gibbsGrad(grad, x, y, theta []float64) {
	a, b := lengthAt(x, theta), lengthAt(y, theta)
	d := x[0] - y[0]
	s := a*a + b*b
	k := gibbs(x, y, theta)
	byA := k * (1/(2*a) - a/s + d*d*2*a/(s*s))
	byB := k * (1/(2*b) - b/s + d*d*2*b/(s*s))
	slope := func(x float64) float64 { return x / (1 + math.Exp(-theta[1]*x)) }
	grad[0] = byA + byB
	grad[1] = byA*slope(x[0]) + byB*slope(y[0])
}

func dot(x, y []float64) float64 {
	s := 0.0
	for k := range x {
		s += x[k] * y[k]
	}
	return s
}

func polynomial(x, y, theta []float64) float64 {
	base, p := theta[0]+theta[1]*dot(x, y), 1.0
	for range 5 {
		p *= base
	}
	return p
}

func polynomialGrad(grad, x, y, theta []float64) {
	base := theta[0] + theta[1]*dot(x, y)
	slope := 5 * base * base * base * base
	grad[0], grad[1] = slope, slope*dot(x, y)
}

func recursive(x, y, theta []float64) float64 { return raise(theta[0]+theta[1]*dot(x, y), 5) }

func raise(base float64, n int) float64 {
	if n == 0 {
		return 1
	}
	return base * raise(base, n-1)
}

// features returns a dot product of scaled coordinates.
func features(x, y, theta []float64) float64 {
	var a, b [3]float64
	for k := range a {
		a[k] = x[k] * theta[k]
		b[k] = y[k] * theta[k]
	}
	s := 0.0
	for k := range a {
		s += a[k] * b[k]
	}
	return s
}

func featuresGrad(grad, x, y, theta []float64) {
	for k := range grad {
		grad[k] = 2 * theta[k] * x[k] * y[k]
	}
}

func scaled(x, by []float64) []float64 {
	out := make([]float64, len(x))
	for k := range x {
		out[k] = x[k] * by[k]
	}
	return out
}

func inSlices(x, y, theta []float64) float64 { return dot(scaled(x, theta), scaled(y, theta[:3])) }

func inRows(x, y, theta []float64) float64 {
	rows := make([][]float64, 2)
	for i := range rows {
		rows[i] = make([]float64, 3)
		for k := range rows[i] {
			v := x[k]
			if i == 1 {
				v = y[k]
			}
			rows[i][k] = v * theta[k]
		}
	}
	return dot(rows[0], rows[1][0:])
}

// inMatrix returns a sum of products of elements of rows.
func inMatrix(x, y, theta []float64) float64 {
	rows := make([][]float64, 3)
	for i := range rows {
		rows[i] = make([]float64, 3)
		for k := range rows[i] {
			rows[i][k] = theta[i] * x[k] * y[k]
		}
	}
	s := 0.0
	for i := range rows {
		for k := range theta {
			s += theta[k] * rows[i][k]
			s += rows[i][k] / 2
		}
	}
	return s
}

func matrixGrad(grad, x, y, theta []float64) {
	for p := range grad {
		grad[p] = 0
		for k := range theta {
			grad[p] += x[k]*y[k]/2 + theta[k]*x[k]*y[k] + theta[k]*x[p]*y[p]
		}
	}
}

func integers(x, y, theta []float64) float64 {
	s, t := 0.0, 1.0
	for i, v := range theta {
		s -= float64(i) * v
		t *= float64(i+1) * v
	}
	return s + t*dot(x, y)
}

func integersGrad(grad, x, y, theta []float64) {
	for p := range grad {
		grad[p] = -float64(p) + 6*theta[0]*theta[1]*theta[2]*dot(x, y)/theta[p]
	}
}

func closures(x, y, theta []float64) float64 {
	sum := 0.0
	add := func(d float64) {
		d /= theta[1]
		sum += d * d
	}
	for k := range x {
		add(x[k] - y[k])
	}
	return theta[0] * math.Exp(-sum)
}

func closuresGrad(grad, x, y, theta []float64) {
	r := distance(x, y) / theta[1]
	grad[0] = math.Exp(-r * r)
	grad[1] = theta[0] * math.Exp(-r*r) * 2 * r * r / theta[1]
}

func appended(x, y, theta []float64) float64 {
	var a, b []float64
	for k, t := range theta {
		a = append(a, t*x[k])
		b = append(b, y[k]*t)
	}
	c := append([]float64{}, a[:1]...)
	c = append(c, a[1:]...)
	return dot(c, b)
}

func copied(x, y, theta []float64) float64 {
	c := make([]float64, 4)
	n := copy(c, theta)
	copy(c[1:], c[:n]) // c[1] to c[3] are theta
	s := 0.0
	for k := range 3 {
		s += c[k+1] * c[k+1] * x[k] * y[k]
	}
	return s
}

type point struct {
	at     [3]float64
	weight float64
}

func (p point) dot(q point) float64 {
	s := 0.0
	for k := range p.at {
		s += p.at[k] * q.at[k]
	}
	return s * p.weight * q.weight
}

func newPoint(x, theta []float64) point {
	p := point{weight: 1}
	for k := range p.at {
		p.at[k] = x[k] * theta[k]
	}
	return p
}

func inStructs(x, y, theta []float64) float64 {
	p := []point{newPoint(x, theta), newPoint(y, theta)}
	return p[0].dot(p[1])
}

type list struct {
	value float64
	next  *list
}

func byPointers(x, y, theta []float64) float64 {
	var all *list
	for k, t := range theta {
		all = &list{t * x[k] * t * y[k], all}
	}
	s := 0.0
	for ; all != nil; all = all.next {
		s += all.value
	}
	return s
}

func captured(length float64) func(x, y, theta []float64) float64 {
	return func(x, y, theta []float64) float64 {
		r := distance(x, y) / length
		return theta[0] * math.Exp(-r)
	}
}

func capturedGrad(length float64) func(grad, x, y, theta []float64) {
	return func(grad, x, y, theta []float64) { grad[0] = math.Exp(-distance(x, y) / length) }
}

// wendland has a support of radius theta[1].
func wendland(x, y, theta []float64) float64 {
	r := distance(x, y) / theta[1]
	if r >= 1 {
		return 0
	}
	return theta[0] * math.Pow(1-r, 4) * (4*r + 1)
}

func wendlandGrad(grad, x, y, theta []float64) {
	r := distance(x, y) / theta[1]
	grad[0], grad[1] = 0, 0
	if r < 1 {
		grad[0] = math.Pow(1-r, 4) * (4*r + 1)
		grad[1] = theta[0] * 20 * math.Pow(1-r, 3) * r * r / theta[1]
	}
}

// arcsine returns the covariance of a network with one layer of error functions.
func arcsine(x, y, theta []float64) float64 {
	u := theta[0] + theta[1]*dot(x, y)
	v := (1 + theta[0] + theta[1]*dot(x, x)) * (1 + theta[0] + theta[1]*dot(y, y))
	return math.Asin(u / math.Sqrt(v))
}

func arcsineGrad(grad, x, y, theta []float64) {
	u := theta[0] + theta[1]*dot(x, y)
	a, b := 1+theta[0]+theta[1]*dot(x, x), 1+theta[0]+theta[1]*dot(y, y)
	z := u / math.Sqrt(a*b)
	slope := 1 / math.Sqrt(1-z*z)
	grad[0] = slope * (1/math.Sqrt(a*b) - z/2*(1/a+1/b))
	grad[1] = slope * (dot(x, y)/math.Sqrt(a*b) - z/2*(dot(x, x)/a+dot(y, y)/b))
}

// mixture has a weight, a mean and a scale of the frequency for each part.
func mixture(x, y, theta []float64) float64 {
	d, sum := x[0]-y[0], 0.0
	for ; len(theta) > 0; theta = theta[3:] {
		sum += part(d, theta[0], theta[1], theta[2])
	}
	return sum
}

func part(d, weight, mean, scale float64) float64 {
	return weight * math.Exp(-2*math.Pi*math.Pi*d*d*scale*scale) * math.Cos(2*math.Pi*d*mean)
}

func mixtureGrad(grad, x, y, theta []float64) {
	d := x[0] - y[0]
	for q := 0; q < len(theta); q += 3 {
		weight, mean, scale := theta[q], theta[q+1], theta[q+2]
		bell := math.Exp(-2 * math.Pi * math.Pi * d * d * scale * scale)
		grad[q] = bell * math.Cos(2*math.Pi*d*mean)
		grad[q+1] = -weight * bell * math.Sin(2*math.Pi*d*mean) * 2 * math.Pi * d
		grad[q+2] = weight * bell * math.Cos(2*math.Pi*d*mean) * -4 * math.Pi * math.Pi * d * d * scale
	}
}

// step changes from one variance to another at theta[2].
func step(x, y, theta []float64) float64 {
	return theta[0]*(1-gate(x[0], theta[2]))*(1-gate(y[0], theta[2])) + theta[1]*gate(x[0], theta[2])*gate(y[0], theta[2])
}

func gate(x, at float64) float64 { return (1 + math.Tanh(3*(x-at))) / 2 }

func stepGrad(grad, x, y, theta []float64) {
	a, b := gate(x[0], theta[2]), gate(y[0], theta[2])
	grad[0], grad[1] = (1-a)*(1-b), a*b
	slopeA, slopeB := -6*a*(1-a), -6*b*(1-b)
	grad[2] = theta[0]*(-slopeA*(1-b)-slopeB*(1-a)) + theta[1]*(slopeA*b+a*slopeB)
}

func twoResults(x, y, theta []float64) float64 {
	s, c := angle(x[0], theta)
	t, d := angle(y[0], theta)
	return s*t + c*d
}

func angle(x float64, theta []float64) (float64, float64) {
	sin, cos := math.Sincos(x * theta[1])
	return theta[0] * sin, theta[0] * cos
}

func twoResultsGrad(grad, x, y, theta []float64) {
	d := x[0] - y[0]
	grad[0] = 2 * theta[0] * math.Cos(d*theta[1])
	grad[1] = -theta[0] * theta[0] * d * math.Sin(d*theta[1])
}

func unused(x, y, theta []float64) float64 { return dot(x, y) }

func switched(x, y, theta []float64) float64 {
	n := int(math.Floor(math.Abs(x[0] - y[0])))
	var v float64
	switch n {
	case 0:
		v = theta[0]
	case 1:
		v = theta[1]
	default:
		v = min(theta[0], theta[1]) / float64(n)
	}
	return max(v, 0) + math.Abs(theta[0])
}

func switchedGrad(grad, x, y, theta []float64) {
	grad[0], grad[1] = 1, 0
	switch n := math.Floor(math.Abs(x[0] - y[0])); {
	case n == 0:
		grad[0]++
	case n == 1 || theta[1] < theta[0]:
		grad[1] = 1 / max(n, 1)
	default:
		grad[0] += 1 / n
	}
}

// ten has more parameters than a pass has directions.
func ten(x, y, theta []float64) float64 {
	s := 0.0
	for i, t := range theta {
		s += t * t * t * math.Cos(float64(i)*(x[0]-y[0]))
	}
	return s
}

func tenGrad(grad, x, y, theta []float64) {
	for i, t := range theta {
		grad[i] = 3 * t * t * math.Cos(float64(i)*(x[0]-y[0]))
	}
}
