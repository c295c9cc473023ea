package main

import "fmt"

const (
	python = "/usr/bin/python3"
	peers  = "bench/peers.py"
)

// ours is an operation of this program, in a process of its own.
func ours(operation string, args ...string) side {
	return side{command: append([]string{self(), "op", operation}, args...)}
}

// peer is an operation of peers.py.
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

// seconds is a fixed time.
func seconds(x float64) side { return side{fixed: x} }

// threads bounds what a process computes with.
func threads(n int) []string {
	return []string{fmt.Sprintf("GOMAXPROCS=%d", n), fmt.Sprintf("OPENBLAS_NUM_THREADS=%d", n)}
}

const rate = "n³ operations at the rate of Dgemm"

// entries are all measurements in the order of the table; program is the binary
// bin/krigo.
func entries(program string) []entry {
	kernel := script{
		name: "kernel", beside: "ipykernel", command: []string{python, "bench/latency.py", "--krigo", program, "--rounds"},
		limits: map[string]float64{"1 MB of text": 0.5},
	}
	server := script{name: "server", beside: "Jupyter's server", command: []string{python, "bench/notebook.py", "--krigo", program, "--rounds"}}
	return []entry{
		{pair{"Dgemm, n = 2000", "NumPy", ours("dgemm", "2000"), peer("dgemm", "2000"), 0}, true},
		likelihood(500, 1.4, true),
		likelihood(1000, 1.4, false),
		likelihood(2000, 1.4, true),
		likelihood(4000, 1.25, false),
		likelihood(8000, 1.25, false),
		{pair{"likelihood, n = 2000, gonum alone", rate + " of the BLAS", ours("lml", "2000").with("KRIGO_BLAS=gonum"), ours("dgemm", "2000"), 0}, true},
		busy(1, 1.6, true),
		busy(2, 2.2, true),
		{pair{"likelihood, n = 2000, two cores", "one core", ours("lml", "2000").with(threads(2)...), ours("lml", "2000").with(threads(1)...), 1 / 1.8}, true},
		{pair{"likelihood, n = 2000, alone", "scikit-learn", ours("lml", "2000"), peer("lml", "2000"), 0}, false},
		{pair{"likelihood, n = 500, alone", "scikit-learn", ours("lml", "500"), peer("lml", "500"), 0}, true},
		{pair{"leave-one-out error and gradient, n = 2000", "dense formula in NumPy", ours("loo", "2000"), peer("loo", "2000"), 0}, false},
		{pair{"10-fold error and gradient, n = 2000", "dense formula in NumPy", ours("kfold", "2000"), peer("kfold", "2000"), 0}, false},
		{pair{"predict 10,000 points, n = 4000", "scikit-learn", ours("predict", "4000", "10000"), peer("predict", "4000", "10000"), 0}, false},
		{pair{"sample 100 times at 1000 points, n = 2000", "dense formula in NumPy", ours("sample", "2000", "1000"), peer("sample", "2000", "1000"), 0}, false},
		{pair{"two fits at once, n = 1000", "one fit", ours("fits", "1000", "2"), ours("fits", "1000", "1"), 2.1}, false},
		fitted("500", true),
		fitted("autompg", false),
		fitted("concrete", false),
		{pair{"step of SCGD, d = 128, b = 32", "PyTorch", ours("step"), peer("step"), 1 / 3.0}, false},
		{pair{"cancelled fit returns, n = 10,000, worst of 4", "50 ms", ours("cancel", "10000"), seconds(0.05), 1}, false},
		{pair{"processor time in 100 ms after it, worst of 4", "100 ms", ours("after", "10000"), seconds(0.1), 0.02}, false},
		{kernel, true},
		{server, false},
	}
}

// likelihood is an evaluation of the log marginal likelihood with its gradient.
func likelihood(n int, limit float64, quick bool) entry {
	order := fmt.Sprint(n)
	return entry{pair{"likelihood, n = " + order, rate, ours("lml", order), ours("dgemm", order), limit}, quick}
}

// busy is the same while other processes compute.
func busy(neighbours int, limit float64, quick bool) entry {
	name := fmt.Sprintf("likelihood, n = 2000, %d busy beside", neighbours)
	return entry{pair{name, "none busy", ours("lml", "2000").beside(neighbours), ours("lml", "2000"), limit}, quick}
}

// fitted is a whole fit by default settings; the values are log marginal likelihoods.
func fitted(data string, quick bool) entry {
	return entry{pair{"fit of " + data, "scikit-learn", ours("fits", data, "1"), peer("fit", data), 0}, quick}
}
