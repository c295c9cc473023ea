package mime

import (
	"encoding/base64"
	"errors"
	"fmt"
	"image"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"gonum.org/v1/gonum/mat"

	"krigo/cell"
)

func TestPlainTextIsTheStringItselfAndElseWhatFmtPrints(t *testing.T) {
	type point struct{ X, Y int }
	var nothing *point
	for _, v := range []any{
		"a\nb", "", 3, -1.5, true, nil, []int{1, 2}, map[string]int{"a": 1, "b": 2}, point{1, 2}, &point{1, 2},
		nothing, errors.New("bad"), struct{}{}, [3]bool{}, complex(1, 2), []byte("ab"), []any{nil, "x"},
	} {
		want := fmt.Sprint(v)
		if got := Of(v).Data[TypePlain]; got != want {
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
	TypeHTML:             "<i>h</i>",
	TypeMarkdown:         "*m*",
	TypeLaTeX:            "$l$",
	TypeSVG:              "<svg/>",
	TypePNG:              base64.StdEncoding.EncodeToString([]byte{0x89, 'P'}),
	TypePlain:            "plain",
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
	if _, ok := b.Data[TypeHTML]; ok {
		t.Error("there is HTML all the same")
	}
}

func TestWhatCannotBeShownIsSaid(t *testing.T) {
	b := Of(cell.Bundle{Data: map[string]any{TypeJSON: func() {}, TypeHTML: 3, TypePlain: "text"}})
	if len(b.Data) != 1 || !strings.Contains(b.Plain(), TypeJSON) || !strings.Contains(b.Plain(), "got int") {
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

func TestViewsOfPlainValues(t *testing.T) {
	cases := []struct {
		value any
		key   string
		text  string // part of that representation
	}{
		{mat.NewDense(2, 2, []float64{1, 2.5, -3, 4}), TypePlain, " 1  2.5\n-3  4"},
		{mat.NewSymDense(2, []float64{1, 2, 2, 1}), TypeHTML, "2 × 2 matrix"},
		{mat.NewDense(100, 100, nil), TypePlain, "…"},
		{mat.NewDense(1, 2, []float64{1, 2}), TypeLaTeX, `1 & 2`},
		{image.NewRGBA(image.Rect(0, 0, 3, 2)), TypePlain, "<image, 3×2>"},
		{struct{ A, B int }{1, 2}, TypeHTML, "<td style=\"text-align:left\">A</td>"},
		{[]struct{ XName string }{{"a<b"}}, TypeHTML, "a&lt;b"},
		{[]struct{ Xname string }{{"x"}}, TypeHTML, "<b>Xname</b>"},
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
	for _, v := range []any{(*mat.Dense)(nil), (*image.RGBA)(nil)} {
		if got := Of(v).Plain(); !strings.Contains(got, "nil") {
			t.Errorf("%T shows as %q", v, got)
		}
	}
}

// The text beside a long representation is short: front ends that show the other get both.
func TestTheTextOfLongDisplaysIsShort(t *testing.T) {
	for mimetype, most := range map[string]int{TypeHTML: 1_100, TypeMarkdown: 10_100, TypeLaTeX: 10_100, TypeJSON: 10_100, TypeSVG: 100} {
		for text, whole := range map[string]bool{"<svg>€</svg>": true, "<svg>" + strings.Repeat("€", 1_000_000): false} {
			b, err := Check(cell.Bundle{Data: map[string]any{mimetype: text}})
			if err != nil || b.Data[mimetype] != text {
				t.Fatalf("%s: %v", mimetype, err)
			}
			switch plain := b.Plain(); {
			case len(plain) > most || !utf8.ValidString(plain):
				t.Errorf("%s: the text has %d bytes, want at most %d of UTF-8", mimetype, len(plain), most)
			case mimetype != TypeSVG && strings.HasSuffix(plain, " bytes more") == whole:
				t.Errorf("%s: the text of %d bytes ends with %q", mimetype, len(text), plain[max(0, len(plain)-20):])
			}
		}
	}
}
