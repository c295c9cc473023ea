package reproduce

import (
	"math"
	"math/rand/v2"
)

// knownFunction is a function whose Sobol indices are known, with the distribution of
// its inputs.
type knownFunction struct {
	name   string
	inputs int
	draw   func(x []float64, rng *rand.Rand)
	f      func(x []float64) float64
	// first and total are the indices of the inputs, as if they were independent.
	first, total []float64
}

// knownFunctions returns functions that have linear, additive and other effects, and inputs that do not matter.
func knownFunctions() []knownFunction {
	return []knownFunction{
		linear(5, 3, 1, 0),
		additive("line-and-wave", 1, []func(float64) float64{
			func(x float64) float64 { return math.Sin(2 * math.Pi * x) },
			func(x float64) float64 { return 10 * x },
		}),
		additive("additive", 2, []func(float64) float64{
			func(x float64) float64 { return math.Sin(2 * math.Pi * x) },
			func(x float64) float64 { return 4 * (x - 0.5) * (x - 0.5) },
			func(x float64) float64 { return math.Exp(x) },
		}),
		{
			name: "product", inputs: 3, draw: uniformIn(0, 1),
			f:     func(x []float64) float64 { return (x[0] - 0.5) * (x[1] - 0.5) },
			first: []float64{0, 0, 0}, total: []float64{1, 1, 0},
		},
		ishigami(7, 0.1),
		sobolG(0, 1, 4.5, 9, 99),
		friedman(),
		withCorrelation(0.9),
		additive("long-lengthscale", 1, []func(float64) float64{
			func(x float64) float64 { return 0.3 * math.Sin(4*math.Pi*x) },
			func(x float64) float64 { return 3*x + 0.2*x*x },
		}),
		additive("jump", 1, []func(float64) float64{
			func(x float64) float64 { return math.Sin(2 * math.Pi * x) },
			func(x float64) float64 {
				if x > 0.5 {
					return 2
				}
				return 0
			},
		}),
	}
}

// uniformIn draws each input between lo and hi.
func uniformIn(lo, hi float64) func(x []float64, rng *rand.Rand) {
	return func(x []float64, rng *rand.Rand) {
		for j := range x {
			x[j] = lo + (hi-lo)*rng.Float64()
		}
	}
}

// shares divides variances by their sum.
func shares(variances ...float64) []float64 {
	sum := 0.0
	for _, v := range variances {
		sum += v
	}
	parts := make([]float64, len(variances))
	for j, v := range variances {
		parts[j] = v / sum
	}
	return parts
}

func linear(slopes ...float64) knownFunction {
	squares := make([]float64, len(slopes))
	for j, b := range slopes {
		squares[j] = b * b
	}
	k := knownFunction{name: "linear", inputs: len(slopes), draw: uniformIn(0, 1), first: shares(squares...)}
	k.total = k.first
	k.f = func(x []float64) float64 {
		sum := 0.0
		for j, b := range slopes {
			sum += b * x[j]
		}
		return sum
	}
	return k
}

// additive is a sum of functions of one uniform input each, and inputs that do not
// matter. The variances of the functions are those on a fine grid.
func additive(name string, idle int, parts []func(float64) float64) knownFunction {
	variances := make([]float64, len(parts)+idle)
	for j, part := range parts {
		variances[j] = varianceOn(10000, part)
	}
	k := knownFunction{name: name, inputs: len(variances), draw: uniformIn(0, 1), first: shares(variances...)}
	k.total = k.first
	k.f = func(x []float64) float64 {
		sum := 0.0
		for j, part := range parts {
			sum += part(x[j])
		}
		return sum
	}
	return k
}

// varianceOn returns the variance of f on the midpoints of n parts of [0, 1].
func varianceOn(n int, f func(float64) float64) float64 {
	var sum, squares float64
	for i := range n {
		y := f((float64(i) + 0.5) / float64(n))
		sum, squares = sum+y, squares+y*y
	}
	mean := sum / float64(n)
	return squares/float64(n) - mean*mean
}

// ishigami is sin x_0 + a sin² x_1 + b x_2⁴ sin x_0 (Ishigami and Homma 1990).
func ishigami(a, b float64) knownFunction {
	p4, p8 := math.Pow(math.Pi, 4), math.Pow(math.Pi, 8)
	first := (1 + b*p4/5) * (1 + b*p4/5) / 2
	second := a * a / 8
	both := b * b * p8 * (1.0/18 - 1.0/50) // of x_0 and x_2
	all := first + second + both
	return knownFunction{
		name: "ishigami", inputs: 3, draw: uniformIn(-math.Pi, math.Pi),
		f: func(x []float64) float64 {
			return math.Sin(x[0]) + a*math.Pow(math.Sin(x[1]), 2) + b*math.Pow(x[2], 4)*math.Sin(x[0])
		},
		first: []float64{first / all, second / all, 0}, total: []float64{(first + both) / all, second / all, both / all},
	}
}

// sobolG is Π (|4x_j - 2| + a_j)/(1 + a_j) (Saltelli and Sobol 1995).
func sobolG(a ...float64) knownFunction {
	k := knownFunction{name: "sobol-g", inputs: len(a), draw: uniformIn(0, 1)}
	k.f = func(x []float64) float64 {
		product := 1.0
		for j, v := range x {
			product *= (math.Abs(4*v-2) + a[j]) / (1 + a[j])
		}
		return product
	}
	all := 1.0
	for _, v := range a {
		all *= 1 + 1/(3*(1+v)*(1+v))
	}
	for _, v := range a {
		own := 1 / (3 * (1 + v) * (1 + v))
		k.first = append(k.first, own/(all-1))
		k.total = append(k.total, own/(1+own)*all/(all-1))
	}
	return k
}

// friedman is 10 sin(πx_0x_1) + 20(x_2 - 1/2)² + 10x_3 + 5x_4 with five inputs that do
// not matter (Friedman 1991).
func friedman() knownFunction {
	const n = 1000
	wave := func(a, b float64) float64 { return 10 * math.Sin(math.Pi*a*b) }
	mean := func(a float64) float64 {
		sum := 0.0
		for i := range n {
			sum += wave(a, (float64(i)+0.5)/n)
		}
		return sum / n
	}
	alone, within := varianceOn(n, mean), 0.0
	for i := range n {
		a := (float64(i) + 0.5) / n
		within += varianceOn(n, func(b float64) float64 { return wave(a, b) }) / n
	}
	square, ten, five := 400.0/180, 100.0/12, 25.0/12
	all := alone + within + square + ten + five
	idle := make([]float64, 5)
	return knownFunction{
		name: "friedman", inputs: 10, draw: uniformIn(0, 1),
		f: func(x []float64) float64 {
			return wave(x[0], x[1]) + 20*(x[2]-0.5)*(x[2]-0.5) + 10*x[3] + 5*x[4]
		},
		first: append([]float64{alone / all, alone / all, square / all, ten / all, five / all}, idle...),
		total: append([]float64{within / all, within / all, square / all, ten / all, five / all}, idle...),
	}
}

// withCorrelation is x_0 + x_1 of normal inputs with a correlation, and an input that is as
// correlated with x_0 but does not matter.
func withCorrelation(rho float64) knownFunction {
	rest := math.Sqrt(1 - rho*rho)
	return knownFunction{
		name: "correlated", inputs: 3,
		draw: func(x []float64, rng *rand.Rand) {
			x[0] = rng.NormFloat64()
			x[1] = rho*x[0] + rest*rng.NormFloat64()
			x[2] = rho*x[0] + rest*rng.NormFloat64()
		},
		f:     func(x []float64) float64 { return x[0] + x[1] },
		first: []float64{0.5, 0.5, 0}, total: []float64{0.5, 0.5, 0},
	}
}
