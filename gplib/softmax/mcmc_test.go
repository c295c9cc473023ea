package softmax_test

import (
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"slices"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/internal/peer"
)

// reference is one case of testdata/classes.py.
type reference struct {
	Name                  string
	X, At, Prob           [][]float64
	Y                     []float64
	Variance, Lengthscale float64
	Error                 float64
}

func references(t *testing.T, text []byte) []reference {
	t.Helper()
	var cases []reference
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	if len(cases) == 0 {
		t.Fatal("no cases")
	}
	return cases
}

// largestOff returns the largest difference of Laplace's probabilities from those of draws.
func (c reference) largestOff(t *testing.T) float64 {
	t.Helper()
	x, err := cov.Rows(c.X)
	if err != nil {
		t.Fatal(err)
	}
	d, err := gplib.NewData(x, c.Y)
	if err != nil {
		t.Fatal(err)
	}
	at, err := cov.Rows(c.At)
	if err != nil {
		t.Fatal(err)
	}
	m := gplib.Model{Cov: cov.Scale(c.Variance, cov.SE(c.Lengthscale)), Lik: named(int(slices.Max(c.Y)) + 1)}
	q := classified(t, conditioned(t, m, d), at)
	off := 0.0
	for i, row := range c.Prob {
		for k, want := range row {
			off = max(off, math.Abs(q.Prob.At(i, k)-want))
		}
	}
	return off
}

// Laplace's approximation is known to be too near equal probabilities: by up to 0.1 at these points. The likeliest
// class is the same unless two are as likely.
func TestProbabilitiesAreCloseToThoseOfDraws(t *testing.T) {
	const known = 0.1
	text, err := os.ReadFile("testdata/classes.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range references(t, text) {
		off := c.largestOff(t)
		t.Logf("%s: the largest difference is %.3f, the error of the draws %.3f", c.Name, off, c.Error)
		if off > known+3*c.Error {
			t.Errorf("%s: a probability differs by %v", c.Name, off)
		}
	}
}

func TestProbabilitiesOfIrisInThisRunAreClose(t *testing.T) {
	c := exec.Command(peer.Python(t, "sklearn"), "testdata/classes.py", "iris")
	c.Env = append(os.Environ(), "OPENBLAS_NUM_THREADS=1") // small matrices: more threads wait for each other
	text, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	const known = 0.15
	for _, c := range references(t, text) {
		off := c.largestOff(t)
		t.Logf("%s: the largest difference is %.3f, the error of the draws %.3f", c.Name, off, c.Error)
		if off > known+3*c.Error {
			t.Errorf("%s: a probability differs by %v", c.Name, off)
		}
	}
}
