package main

import (
	"fmt"
	"slices"
	"strconv"
)

const (
	python = "out/python/bin/python"
	peers  = "bench/peers.py"
)

// ours returns an operation of this program, in a process of its own.
func ours(operation string, args ...string) side {
	return side{command: append([]string{self(), "op", operation}, args...)}
}

// peer returns an operation of peers.py.
func peer(operation string, args ...string) side {
	return side{command: append([]string{python, peers, operation}, args...), env: []string{"KRIGO_BENCH=" + self()}}
}

func (s side) with(env ...string) side {
	s.env = append(s.env, env...)
	return s
}

func (s side) beside(neighbours int) side {
	s.neighbours = neighbours
	return s
}

// seconds returns a fixed time.
func seconds(x float64) side { return side{fixed: x} }

// threads bounds what a process computes with.
func threads(n int) []string {
	return []string{fmt.Sprintf("GOMAXPROCS=%d", n), fmt.Sprintf("OPENBLAS_NUM_THREADS=%d", n)}
}

// both compares an operation of krigo with the peer's of the same name.
func both(name, beside, operation string, args ...string) pair {
	return pair{name: name, beside: beside, ours: ours(operation, args...), theirs: peer(operation, args...)}
}

func (p pair) atMost(limit float64) pair {
	p.limit = limit
	return p
}

// quick measurements are also in the reduced form; long ones are not.
func quick(m measurement) entry { return entry{m, true} }
func long(m measurement) entry  { return entry{m, false} }

// entries returns all measurements in the order of the table; program is the binary
// bin/krigo.
func entries(program string) []entry {
	return slices.Concat(likelihoods(), inferences(), fitting(), loopsOfCells(program), []entry{
		quick(script{
			name: "kernel", beside: "ipykernel", command: []string{python, "bench/latency.py", "--krigo", program, "--rounds"},
			limits: map[string]float64{"1 MB of text": 0.5, "10 MB of HTML": 1},
		}),
		long(script{name: "server", beside: "Jupyter's server", command: []string{python, "bench/notebook.py", "--krigo", program, "--rounds"}}),
	})
}

const rate = "n³ operations at the rate of Dgemm"

// gonumLimit demands 1.3 times the speed of version 0.1.0's first measurement: 240 ms
// against 128 ms, 1.8 times the n³ operations.
const gonumLimit = 240.0 / 128 * 1.8 / 1.3

// likelihoods returns evaluations of the log marginal likelihood with its gradient.
func likelihoods() []entry {
	return []entry{
		quick(both("Dgemm, n = 2000", "NumPy", "dgemm", "2000")),
		quick(likelihood(500).atMost(1.4)),
		long(likelihood(1000).atMost(1.4)),
		quick(likelihood(2000).atMost(1.4)),
		long(likelihood(4000).atMost(1.25)),
		long(likelihood(8000).atMost(1.25)),
		quick(pair{
			name: "likelihood, n = 2000, gonum alone", beside: rate + " of the system's BLAS",
			ours: ours("lml", "2000").with("KRIGO_BLAS=gonum"), theirs: ours("dgemm", "2000"),
		}.atMost(gonumLimit)),
		quick(busy(1).atMost(1.6)),
		quick(busy(2).atMost(2.2)),
		quick(pair{
			name: "likelihood, n = 2000, two cores", beside: "one core",
			ours: ours("lml", "2000").with(threads(2)...), theirs: ours("lml", "2000").with(threads(1)...),
		}.atMost(1 / 1.8)),
		quick(both("likelihood of 500 points", "scikit-learn", "lml", "500")),
		long(both("likelihood of 2000 points", "scikit-learn", "lml", "2000")),
	}
}

func likelihood(n int) pair {
	order := strconv.Itoa(n)
	return pair{name: "likelihood, n = " + order, beside: rate, ours: ours("lml", order), theirs: ours("dgemm", order)}
}

// busy returns a likelihood while other processes compute.
func busy(neighbours int) pair {
	name := fmt.Sprintf("likelihood, n = 2000, %d busy beside", neighbours)
	return pair{name: name, beside: "none busy", ours: ours("lml", "2000").beside(neighbours), theirs: ours("lml", "2000")}
}

// inferences returns other objectives with their gradients, and operations of posteriors.
func inferences() []entry {
	return []entry{
		long(both("leave-one-out error, n = 2000", "dense formula in NumPy", "loo", "2000")),
		long(both("10-fold error, n = 2000", "dense formula in NumPy", "kfold", "2000")),
		long(both("predict 10,000 points, n = 4000", "scikit-learn", "predict", "4000", "10000")),
		long(both("sample 100 times at 1000 points, n = 2000", "dense formula in NumPy", "sample", "2000", "1000")),
	}
}

// fitting returns whole fits by the default settings, a step, and the end of a fit.
func fitting() []entry {
	return []entry{
		long(pair{
			name: "two fits at once, n = 1000", beside: "one fit",
			ours: ours("fits", "1000", "2"), theirs: ours("fits", "1000", "1"),
		}.atMost(2.1)),
		quick(fitted("500")),
		long(fitted("autompg")),
		long(fitted("concrete")),
		long(pair{
			name: "classifier of 500 labels, one start", beside: "scikit-learn",
			ours: ours("labels", "500", "own"), theirs: peer("labels", "500"),
		}.atMost(1 / 5.0)),
		long(pair{
			name: "classifier of 500 labels, starts compared", beside: "scikit-learn from one",
			ours: ours("labels", "500", "compared"), theirs: peer("labels", "500"),
		}),
		long(both("step of SCGD, d = 128, b = 32", "PyTorch", "step").atMost(1 / 3.0)),
		long(pair{
			name: "cancelled fit returns, n = 10,000, worst of 4", beside: "50 ms",
			ours: ours("cancel", "10000"), theirs: seconds(0.05),
		}.atMost(1)),
		long(pair{
			name: "processor time in the 100 ms after that, worst of 4", beside: "100 ms",
			ours: ours("after", "10000"), theirs: seconds(0.1),
		}.atMost(0.1)),
	}
}

// fitted returns a fit whose values are log marginal likelihoods.
func fitted(data string) pair {
	return pair{name: "fit of " + data, beside: "scikit-learn", ours: ours("fits", data, "1"), theirs: peer("fit", data)}
}

// mostOfCompiled bounds the time of a loop of numbers in a cell, relative to the
// toolchain's program.
const mostOfCompiled = 12

// loopsOfCells compares loops of numbers in cells with the same, compiled.
func loopsOfCells(program string) []entry {
	loop := func(title, name string) pair {
		return pair{
			name: "in cells: " + title, beside: "compiled Go",
			ours: ours("cells", program, name), theirs: ours("compiled", name),
		}
	}
	return []entry{
		quick(loop("sum of floats", "sum").atMost(mostOfCompiled)),
		long(loop("product of matrices", "matmul").atMost(mostOfCompiled)),
		quick(loop("recursion", "fib").atMost(mostOfCompiled)),
		long(loop("words counted in a map", "words")),
		long(loop("methods of structs", "methods").atMost(mostOfCompiled)),
		long(loop("methods of an interface", "interfaces")),
		long(loop("sort.Slice", "sort")),
		long(loop("covariance function", "covariance")),
	}
}
