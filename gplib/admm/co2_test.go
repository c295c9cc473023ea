package admm

import (
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
	"krigo/gplib/linalg"
	"krigo/gplib/metric"
)

// carbonFit is the result of hold-out fits of the months of 1958 to 1991, in
// one environment.
type carbonFit struct {
	Error, Primal, Exact float64 // of the default, of Adjoint
	SMSE, NLPD           float64 // of the forecast of ten years
	Creeping             float64 // the error to which ADMM alone comes in 30 iterations
	Status               gplib.Status
	Warnings             gplib.Findings
}

// inChild, set to anything, makes the test print its carbonFit.
const inChild = "KRIGO_TEST_CO2"

// There is little noise in this series compared with its trend, and F has a
// long flat valley: ADMM creeps, its normal equations have a condition of 1e14,
// and rounding chose where a fit ended.
func TestCarbonDioxideIsTheSameOnEveryBLAS(t *testing.T) {
	if os.Getenv(inChild) != "" {
		linalg.Register()
		if err := json.NewEncoder(os.Stdout).Encode(fitCarbon(t)); err != nil {
			t.Fatal(err)
		}
		return
	}
	if testing.Short() {
		t.Skip("fits in three processes")
	}
	var first carbonFit
	for i, env := range []string{"GOMAXPROCS=1", linalg.Variable + "=gonum", linalg.Variable + "=libopenblas.so.0"} {
		got := carbonIn(t, env)
		if i == 0 {
			first = got
		}
		if got.Status != gplib.Converged || len(got.Warnings) > 0 || got.Primal > 1e-3 || got.Error > 1.01*got.Exact {
			t.Errorf("%s: not converged: %+v", env, got)
		}
		if got.Creeping < 1.5*got.Exact {
			t.Errorf("%s: ADMM alone comes to %g, it need not be handed over", env, got.Creeping)
		}
		for name, pair := range map[string][2]float64{
			"F": {got.Error, first.Error}, "SMSE": {got.SMSE, first.SMSE}, "NLPD": {got.NLPD, first.NLPD},
			"F of ADMM alone": {got.Creeping, first.Creeping},
		} {
			if relative(pair[0], pair[1]) > 0.01 {
				t.Errorf("%s: %s %g, elsewhere %g", env, name, pair[0], pair[1])
			}
		}
	}
}

// carbonIn runs the test in a process of its own: the BLAS is chosen once.
func carbonIn(t *testing.T, env string) carbonFit {
	t.Helper()
	c := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
	c.Env = append(os.Environ(), env, inChild+"=1")
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", env, err, out)
	}
	line, _, _ := strings.Cut(string(out), "\n")
	var fit carbonFit
	if err := json.Unmarshal([]byte(line), &fit); err != nil {
		t.Fatalf("%s: %v\n%s", env, err, out)
	}
	return fit
}

// fitCarbon fits the model of the first notebook.
func fitCarbon(t *testing.T) carbonFit {
	table, err := dataset.ReadCSV("../../testdata/co2/mauna-loa-monthly.csv")
	if err != nil {
		t.Fatal(err)
	}
	all, err := table.Data("co2", "year")
	if err != nil {
		t.Fatal(err)
	}
	train, test, err := dataset.SplitAfter(all, 0, 1992)
	if err != nil {
		t.Fatal(err)
	}
	season := cov.Product(cov.Fix(cov.SE(90)), cov.Fix(cov.Periodic(1.3, 1), "period"))
	m := gplib.Model{
		Mean:  gplib.ConstantMean(stat.Mean(train.Y, nil)),
		Cov:   cov.Sum(cov.Scale(2500, cov.SE(60)), cov.Scale(6, season), cov.Scale(0.5, cov.RationalQuadratic(0.8, 1.2))),
		Noise: gplib.Gaussian(0.05),
	}
	split := LastBlock(96)
	r := mustFit(t, HoldOut{Split: split}, m, train, nil)
	p, err := r.Posterior.Predict(test.X)
	if err != nil {
		t.Fatal(err)
	}
	f := carbonFit{
		Error: r.Value, Primal: monitor(r.Trace.Steps[len(r.Trace.Steps)-1], "primal residual"),
		Status: r.Status, Warnings: r.Warnings,
		Exact:    mustFit(t, Adjoint{Split: split}, m, train, nil).Value,
		Creeping: mustFit(t, HoldOut{Split: split, NoPolish: true}, m, train, &gplib.Settings{MaxIter: 30}).Value,
	}
	if f.SMSE, err = metric.SMSE(test.Y, p.Mean); err != nil {
		t.Fatal(err)
	}
	if f.NLPD, err = metric.NLPD(test.Y, p.Mean, p.VarY); err != nil {
		t.Fatal(err)
	}
	return f
}
