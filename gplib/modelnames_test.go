package gplib_test

import (
	"strings"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/param"
)

// changedBy returns, for each method of a model that takes a name, the names of the parameters that it changes.
func changedBy(t *testing.T, m gplib.Model, name string) map[string]string {
	t.Helper()
	changed := map[string]string{}
	for what, change := range map[string]func() (gplib.Model, error){
		"Set":           func() (gplib.Model, error) { return m.Set(name, 0.75) },
		"Fix":           func() (gplib.Model, error) { return m.Fix(name) },
		"Bound":         func() (gplib.Model, error) { return m.Bound(name, 1e-3, 7) },
		"WithPrior":     func() (gplib.Model, error) { return m.WithPrior(name, cov.LogNormalPrior(0, 1)) },
		"WithTransform": func() (gplib.Model, error) { return m.WithTransform(name, cov.Softplus) },
	} {
		after, err := change()
		if err != nil {
			changed[what] = err.Error()
			continue
		}
		var names []string
		for i, p := range m.Params() {
			q := after.Params()[i]
			if p.Value != q.Value || p.Fixed != q.Fixed || p.Min != q.Min || p.Prior != q.Prior || p.Transform != q.Transform {
				names = append(names, p.Name)
			}
		}
		changed[what] = strings.Join(names, " ")
	}
	return changed
}

// All methods of a model select one parameter by its exact name, and none selects parameters of two parts of the model.
func TestNamesSelectByOneRule(t *testing.T) {
	one := gplib.Model{Mean: gplib.ConstantMean(0.1), Cov: cov.Scale(1, cov.SE(1)), Noise: gplib.Gaussian(0.1)}
	sum := gplib.Model{Cov: cov.Sum(cov.Scale(1, cov.SE(1)), cov.Scale(2, cov.Matern52(3))), Noise: gplib.Gaussian(0.1)}
	for _, c := range []struct {
		m         gplib.Model
		name      string
		set, rest string // what Set changes or says, and the others
	}{
		{one, "variance", "variance", "variance"},
		{one, "noise.variance", "noise.variance", "noise.variance"},
		{one, "noise", "noise.variance", "noise.variance"},
		{sum, "se.variance", "se.variance", "se.variance"},
		{sum, "lengthscale", "selects both", "se.lengthscale matern52.lengthscale"},
		{sum, "variance", "selects both", `the name "variance" selects parameters of different parts of the model, such as se.variance and noise.variance`},
		{sum, "nugget", "no parameter", "no parameter"},
	} {
		for what, got := range changedBy(t, c.m, c.name) {
			want := c.rest
			if what == "Set" {
				want = c.set
			}
			if got != want && !(strings.HasPrefix(got, "gplib: ") && strings.Contains(got, want)) {
				t.Errorf("%v: %s(%q): %q, want %q", c.m.Cov, what, c.name, got, want)
			}
		}
	}
}

// The exact name is one in package param, too, where it is also a part of other names.
func TestAnExactNameSelectsOneOnly(t *testing.T) {
	names := []string{"noise.variance", "variance", "variance[1]"}
	if got := param.Chosen("variance", names); len(got) != 1 || got[0] != 1 {
		t.Errorf("%v", got)
	}
	if got := param.Chosen("noise", names); len(got) != 1 || got[0] != 0 {
		t.Errorf("%v", got)
	}
}

// Tie wants several parameters: one name is a part of all their paths, and several names are exact ones first.
func TestTieByOneNameAndBySeveral(t *testing.T) {
	k := cov.Sum(cov.Periodic(1, 2), cov.Product(cov.Periodic(1, 3), cov.Matern12(4)))
	for _, c := range []struct {
		names []string
		want  string
	}{
		{[]string{"lengthscale"}, "lengthscale period periodic.period"},
		{[]string{"lengthscale", "matern12.lengthscale"}, "lengthscale period periodic.lengthscale periodic.period"},
	} {
		if got := strings.Join(param.Names(cov.Tie(k, c.names...).Params()), " "); got != c.want {
			t.Errorf("%q: %s, want %s", c.names, got, c.want)
		}
	}
}
