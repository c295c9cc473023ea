package display

import (
	"strings"
	"testing"

	"krigo/display/mime"
	"krigo/gplib"
	"krigo/gplib/cov"
)

func TestValuesOfTheLibraryShowThemselves(t *testing.T) {
	d := sineData(5)
	prediction, err := posterior{data: d, l: 1, s: 0.1}.Predict(d.X)
	if err != nil {
		t.Fatal(err)
	}
	cases := []struct {
		value any
		key   string
		text  string // part of that representation
	}{
		{d, mime.TypeHTML, "5 observations"},
		{prediction, mime.TypePlain, "95 % of y"},
		{cov.SE(2), mime.TypePlain, "lengthscale"},
		{gplib.Model{Cov: cov.SE(2)}, mime.TypeMarkdown, "lengthscale"},
		{fitOf("L-BFGS", posterior{data: d, l: 1, s: 0.1}), mime.TypeHTML, "&lt;1e-6&gt;"},
		{*fitOf("L-BFGS", posterior{data: d, l: 1, s: 0.1}), mime.TypePlain, "warning: noise"},
		{traceOf(3, 1), mime.TypeMarkdown, "primal residual"},
	}
	for _, c := range cases {
		b, err := mime.Check(c.value)
		if err != nil {
			t.Errorf("%T: %v", c.value, err)
		}
		if s, _ := b.Data[c.key].(string); !strings.Contains(s, c.text) {
			t.Errorf("%T: %s is %q, want %q in it", c.value, c.key, s, c.text)
		}
		if b.Plain() == "" {
			t.Errorf("%T: no text/plain", c.value)
		}
	}
}

func TestANilResultShowsAsNil(t *testing.T) {
	if got := mime.Of((*gplib.Result)(nil)).Plain(); !strings.Contains(got, "nil") {
		t.Errorf("it shows as %q", got)
	}
}
