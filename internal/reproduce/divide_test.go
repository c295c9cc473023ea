package reproduce

import (
	"context"
	"errors"
	"slices"
	"testing"
)

var experiments = map[string]func(context.Context, Options) ([]Claim, error){
	"exact": Exact, "admm": ADMM, "cholqr": CholQR, "grief": Grief, "relevance": Relevance, "rkhs": RKHS, "robust": Robust,
}

// The experiment lists its parts in their order when it is asked for one that does not
// exist.
func TestDivideNamesEveryPartOnceInOrder(t *testing.T) {
	if len(divisible) != len(experiments) {
		t.Errorf("%d experiments can be divided, want %d", len(divisible), len(experiments))
	}
	for name, run := range experiments {
		var unknown *UnknownError
		if _, err := run(t.Context(), Options{Sets: []string{"none"}}); !errors.As(err, &unknown) {
			t.Fatalf("%s: %v", name, err)
		}
		lists, err := Divide(name, Options{})
		if got := slices.Concat(lists...); err != nil || !slices.Equal(got, unknown.Known) {
			t.Errorf("%s: %q (%v), want %q", name, got, err, unknown.Known)
		}
		last := unknown.Known[len(unknown.Known)-1]
		if lists, err := Divide(name, Options{Sets: []string{last, unknown.Known[0]}}); err != nil || len(lists) != 2 || lists[1][0] != last {
			t.Errorf("%s: two parts are divided as %q (%v)", name, lists, err)
		}
	}
}

func TestDivideKeepsTheFiguresTogether(t *testing.T) {
	for _, c := range []struct {
		o    Options
		want [][]string
	}{
		{Options{Quick: true}, [][]string{{"snelson"}, {"reductions"}, {"cost"}, {"thrombin-16"}}},
		{Options{Sets: []string{"kin40k-256", "thrombin-32", "pivots", "kin40k-128", "thrombin-16"}},
			[][]string{{"thrombin-16", "thrombin-32"}, {"pivots"}, {"kin40k-128", "kin40k-256"}}},
	} {
		got, err := Divide("cholqr", c.o)
		if err != nil || !slices.EqualFunc(got, c.want, slices.Equal) {
			t.Errorf("%+v: %q (%v), want %q", c.o, got, err, c.want)
		}
	}
}

func TestDivideRefusesWhatTheExperimentRefuses(t *testing.T) {
	for _, c := range []struct {
		name string
		o    Options
	}{{"grief", Options{Sets: []string{"fig3"}}}, {"cholqr", Options{Methods: []string{"CholQr"}}}} {
		var got, want *UnknownError
		_, err := Divide(c.name, c.o)
		_, of := experiments[c.name](t.Context(), c.o)
		if !errors.As(err, &got) || !errors.As(of, &want) || got.Error() != want.Error() {
			t.Errorf("%s: %v, the experiment says %v", c.name, err, of)
		}
	}
	if _, err := Divide("none", Options{}); err == nil {
		t.Error("an experiment that is none is divided")
	}
}
