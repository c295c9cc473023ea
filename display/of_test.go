package display

import (
	"encoding/base64"
	"errors"
	"fmt"
	"image"
	"math"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
)

func TestPlainTextIsTheStringItselfAndElseWhatFmtPrints(t *testing.T) {
	type point struct{ X, Y int }
	var nothing *point
	for _, v := range []any{
		"a\nb", "", 3, -1.5, true, nil, []int{1, 2}, map[string]int{"a": 1, "b": 2}, point{1, 2}, &point{1, 2},
		nothing, errors.New("bad"), struct{}{}, [3]bool{}, complex(1, 2), []byte("ab"), []any{nil, "x"},
	} {
		want := fmt.Sprint(v)
		if got := Of(v).Data[mimePlain]; got != want {
			t.Errorf("%T: text/plain is %q, want %q", v, got, want)
		}
	}
}

// everything has every method.
type everything struct{}

func (everything) MIMEBundle() map[string]any {
	return map[string]any{"application/x+json": []int{1}, "text/html": "from the bundle"}
}
func (everything) MIMEMetadata() map[string]any {
	return map[string]any{"image/png": map[string]any{"width": 3}}
}
func (everything) HTML() string     { return "<i>h</i>" }
func (everything) Markdown() string { return "*m*" }
func (everything) LaTeX() string    { return "$l$" }
func (everything) SVG() []byte      { return []byte("<svg/>") }
func (everything) PNG() []byte      { return []byte{0x89, 'P'} }
func (everything) String() string   { return "plain" }

var wantEverything = map[string]any{
	"application/x+json": []int{1},
	mimeHTML:             "<i>h</i>",
	mimeMarkdown:         "*m*",
	mimeLaTeX:            "$l$",
	mimeSVG:              "<svg/>",
	mimePNG:              base64.StdEncoding.EncodeToString([]byte{0x89, 'P'}),
	mimePlain:            "plain",
}

func TestEveryMethodOfAValueIsUsed(t *testing.T) {
	x := everything{}
	b := Of(x)
	if fmt.Sprint(b.Data) != fmt.Sprint(wantEverything) {
		t.Errorf("bundle is %v, want %v", b.Data, wantEverything)
	}
	if fmt.Sprint(b.Metadata) != fmt.Sprint(x.MIMEMetadata()) {
		t.Errorf("metadata is %v", b.Metadata)
	}
}

type panics struct{ A int }

func (panics) HTML() string               { panic("boom") }
func (panics) MIMEBundle() map[string]any { panic("bang") }

func TestAPanicInAMethodIsToldNotPassedOn(t *testing.T) {
	b := Of(panics{4})
	for _, want := range []string{"HTML panicked: boom", "MIMEBundle panicked: bang", "{4}"} {
		if !strings.Contains(b.Plain(), want) {
			t.Errorf("text %q does not say %q", b.Plain(), want)
		}
	}
	if _, ok := b.Data[mimeHTML]; ok {
		t.Error("there is HTML all the same")
	}
}

func TestWhatCannotBeShownIsSaid(t *testing.T) {
	b := Of(Bundle{Data: map[string]any{mimeJSON: func() {}, mimeHTML: 3, mimePlain: "text"}})
	if len(b.Data) != 1 || !strings.Contains(b.Plain(), mimeJSON) || !strings.Contains(b.Plain(), "got int") {
		t.Errorf("got %v", b.Data)
	}
}

func TestLargeAndCyclicValuesAreShortened(t *testing.T) {
	huge := make([]float64, 1_000_000)
	if got := Of(huge).Plain(); len(got) > 1000 || !strings.Contains(got, "999950 more") {
		t.Errorf("a million numbers print as %.80q…", got)
	}
	durations := make([]any, 5000)
	for i := range durations {
		durations[i] = time.Duration(i) * time.Second
	}
	if got := Of(durations).Plain(); !strings.HasPrefix(got, "[0s 1s 2s ") || !strings.HasSuffix(got, " … 4950 more]") {
		t.Errorf("a long list of durations is %s", got)
	}
	cyclic := []any{1, nil}
	cyclic[1] = cyclic
	if got := Of(cyclic).Plain(); len(got) > 1000 || !strings.HasPrefix(got, "[1 [1 ") {
		t.Errorf("a slice that holds itself prints as %.80q", got)
	}
	type node struct {
		Name string
		Next any
	}
	ring := &node{Name: "a"}
	ring.Next = map[string]any{"self": ring, "map": map[string]any{}}
	ring.Next.(map[string]any)["map"].(map[string]any)["up"] = ring.Next
	if got := Of(ring).Plain(); len(got) > 2000 {
		t.Errorf("a ring prints as %.80q", got)
	}
}

func TestBuiltInViews(t *testing.T) {
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
		{mat.NewDense(2, 2, []float64{1, 2.5, -3, 4}), mimePlain, " 1  2.5\n-3    4"},
		{mat.NewSymDense(2, []float64{1, 2, 2, 1}), mimeHTML, "2 × 2 matrix"},
		{mat.NewDense(100, 100, nil), mimePlain, "…"},
		{mat.NewDense(1, 2, []float64{1, 2}), mimeLaTeX, `1 & 2`},
		{image.NewRGBA(image.Rect(0, 0, 3, 2)), mimePlain, "<image, 3×2>"},
		{d, mimeHTML, "5 observations"},
		{prediction, mimePlain, "95 % of y"},
		{cov.SE(2), mimePlain, "lengthscale"},
		{gplib.Model{Cov: cov.SE(2)}, mimeMarkdown, "lengthscale"},
		{fitOf("L-BFGS", posterior{data: d, l: 1, s: 0.1}), mimeHTML, "&lt;1e-6&gt;"},
		{*fitOf("L-BFGS", posterior{data: d, l: 1, s: 0.1}), mimePlain, "warning: noise"},
		{traceOf(3, 1), mimeMarkdown, "primal residual"},
		{struct{ A, B int }{1, 2}, mimeHTML, "<td style=\"text-align:left\">A</td>"},
		{[]struct{ XName string }{{"a<b"}}, mimeHTML, "a&lt;b"},
		{[]struct{ Xname string }{{"x"}}, mimeHTML, "<b>Xname</b>"},
	}
	for _, c := range cases {
		b := Of(c.value)
		if s, _ := b.Data[c.key].(string); !strings.Contains(s, c.text) {
			t.Errorf("%T: %s is %q, want %q in it", c.value, c.key, s, c.text)
		}
		if b.Plain() == "" {
			t.Errorf("%T: no text/plain", c.value)
		}
	}
}

func TestNilPointersOfKnownTypesShowAsNil(t *testing.T) {
	for _, v := range []any{(*mat.Dense)(nil), (*gplib.Result)(nil), (*image.RGBA)(nil)} {
		if got := Of(v).Plain(); !strings.Contains(got, "nil") {
			t.Errorf("%T shows as %q", v, got)
		}
	}
	if got := Of((*Figure)(nil)).Plain(); !strings.Contains(got, "empty") {
		t.Errorf("a nil figure shows as %q", got)
	}
}

func TestNumbersHaveTheDigitsAskedForAndNoNoise(t *testing.T) {
	for _, c := range []struct {
		v    float64
		want string
	}{
		{0, "0"}, {1, "1"}, {0.1 + 0.2, "0.3"}, {1234567, "1234567"}, {12345.678, "12346"}, {1e7, "1e7"},
		{-0.00012344, "-0.0001234"}, {0.00001234, "1.234e-5"}, {3.14159, "3.142"}, {9.99999, "10"},
		{math.NaN(), "NaN"}, {math.Inf(-1), "-Inf"}, {100, "100"}, {999999.9, "1000000"},
	} {
		if got := number(c.v, 4); got != c.want {
			t.Errorf("number(%v) = %q, want %q", c.v, got, c.want)
		}
	}
}
