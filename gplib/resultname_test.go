package gplib_test

import (
	"context"
	"slices"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
)

func TestLabelsTellMethodAndObjective(t *testing.T) {
	for _, c := range []struct{ method, objective, want string }{
		{"L-BFGS", gplib.LML{}.Name(), "L-BFGS, ML"},
		{"L-BFGS", gplib.MAP{}.Name(), "L-BFGS, MAP"},
		{"L-BFGS", gplib.LOO{}.Name(), "L-BFGS, LOO log density"},
		{"L-BFGS", gplib.LOO{Loss: gplib.SquaredError}.Name(), "L-BFGS, LOO sum of squares"},
		{"L-BFGS", gplib.KFold{K: 5}.Name(), "L-BFGS, 5-fold log density"},
		{"L-BFGS", gplib.MAP{Objective: gplib.HoldOut{}}.Name(), "L-BFGS, hold-out log density, MAP"},
		{"GPCV-ADMM hold-out", "hold-out sum of squares", "GPCV-ADMM hold-out, sum of squares"},
		{"VFE, random points", "variational free energy", "VFE, random points"},
		{"", "", ""},
	} {
		r := &gplib.Result{Method: c.method, Trace: gplib.Trace{Objective: c.objective}}
		if got := r.Label(); got != c.want {
			t.Errorf("%s by %s is %q, want %q", c.objective, c.method, got, c.want)
		}
	}
}

func TestNamesOfResultsAreKeptAndUnique(t *testing.T) {
	ml, err := gplib.Fit(context.Background(), model(cov.SE(1)), sample(t, 15, 1), nil)
	if err != nil {
		t.Fatal(err)
	}
	named := ml.Named("my fit")
	if ml.Name != "" || named.Label() != "my fit" || named.Posterior != ml.Posterior {
		t.Errorf("%q, %q", ml.Name, named.Label())
	}
	got := gplib.Names(ml, named, ml, nil, ml, ml.Named("L-BFGS, ML, 2"))
	want := []string{"L-BFGS, ML", "my fit", "L-BFGS, ML, 3", "result 4", "L-BFGS, ML, 4", "L-BFGS, ML, 2"}
	if !slices.Equal(got, want) {
		t.Errorf("the names are %q, want %q", got, want)
	}
}
