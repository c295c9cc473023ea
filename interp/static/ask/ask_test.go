package ask

import (
	"slices"
	"strings"
	"testing"

	"krigo/cell"
	"krigo/interp/static/check"
	"krigo/interp/symbols"
)

// session is one that has checked some cells.
func session(t *testing.T, cells ...string) *check.Session {
	t.Helper()
	s := check.NewSession(symbols.NewWorld())
	for _, c := range cells {
		k := check.Check(s, &cell.Cell{Label: "cell 1", Source: c})
		if len(k.Faults) > 0 {
			t.Fatal(k.Faults)
		}
		s.Now = k.After
	}
	return s
}

const declarations = `type Point struct{ X, Y float64 }

// Norm is the distance from the origin.
func (p *Point) Norm() float64 { return math.Hypot(p.X, p.Y) }
p := &Point{3, 4}
m := mat.NewDense(2, 2, nil)
const limit = 10
func scale(by float64, p Point) Point { return Point{by * p.X, by * p.Y} }`

func TestComplete(t *testing.T) {
	s := session(t, declarations)
	for _, c := range []struct {
		source string // | is the cursor
		want   string // a match: text, type and signature
		not    string // a text that must not match
	}{
		{"sc|", "scale function (by float64, p Point) Point", "p"},
		{"p.|", "Norm method () float64", "limit"},
		{"p.X|", "X field float64", "Norm"},
		{"y := m.Mu|", "Mul method (a mat.Matrix, b mat.Matrix)", "At"},
		{"mat.NewD|", "NewDense function (r int, c int, data []float64) *mat.Dense", "NewVecDense"},
		{"func f(q Point) { for i := 0; i < 3; i++ { q.|", "Y field float64", "scale"},
		{"func f(query Point) { if true { que|", "query instance Point", "scale"},
		{"fmt.Println(scale(2, *p).|", "X field float64", "limit"},
		{"import \"gonum.org/v1/gonum/stat/dis|", "gonum.org/v1/gonum/stat/distuv path ", "fmt"},
		{"local := 3.5; loc|", "local instance float64", "limit"},
		{"q := Point{|", "Y field float64", ""},
		{"if x := p; x.|", "X field float64", "scale"},
		{"strc|", "strconv module strconv", "fmt"},
		{"retu|", "return keyword ", "fmt"},
		{"a b c )\np.|", "Norm method () float64", ""},
		{"m.At(0,\n  lim|", "limit constant untyped int", "p"},
		{"cov.S|", "SE function", "Periodic"},
		{"displ|", "display module krigo/display", "gp"},
		{`display.Fit(nil).Title("a").|`, "Samples method (count int) *gp.FitFigure", "Path"},
		{"import \"krigo/display/|", "krigo/display/draw path ", "krigo/display"},
	} {
		cursor := strings.Index(c.source, "|")
		source := strings.Replace(c.source, "|", "", 1)
		got := Complete(s, source, cursor)
		found := false
		for _, m := range got.Matches {
			found = found || strings.HasPrefix(m.Text+" "+m.Type+" "+m.Signature, c.want)
			if m.Text == c.not {
				t.Errorf("%s offers %s", c.source, c.not)
			}
			if m.Text == "" || got.Start > cursor || got.End != cursor {
				t.Errorf("%s: bad match %+v from %d to %d", c.source, m, got.Start, got.End)
			}
		}
		if !found {
			t.Errorf("%s: no %q in %v", c.source, c.want, got.Matches[:min(len(got.Matches), 12)])
		}
	}
}

// What a place admits comes before all else.
func TestCompletionRanksByType(t *testing.T) {
	s := session(t, declarations, "ratio := 2.5\nlabel := \"a\"\nfunc half(x float64) float64 { return x / 2 }\nnames := make(chan string)\nready := true")
	for _, c := range []struct {
		source      string // the cursor is at its end
		first, then string // then comes before what does not fit
	}{
		{"var x float64 = ", "ratio", "half"},
		{"var x string = ", "label", ""},
		{"ratio = ", "ratio", "half"},
		{"scale(", "ratio", "half"},
		{"half(1 + ", "ratio", ""},
		{"func f() string { return ", "label", ""},
		{"func f() (bool, string) { return true, ", "label", ""},
		{"Point{X: ", "ratio", "half"},
		{"[]string{", "label", ""},
		{"names <- ", "label", ""},
		{"if ", "ready", ""},
		{"strings.Repeat(", "label", ""},
		{"func f(inner string) string { return ", "inner", "label"},
		{"var x ", "Point", ""},
		{"x := func() *Point { return ", "p", ""},
	} {
		got := Complete(s, c.source, len(c.source))
		at := func(text string) int {
			return slices.IndexFunc(got.Matches, func(m cell.Match) bool { return m.Text == text })
		}
		misfit := at("names")
		if i := at(c.first); i < 0 || i > misfit && misfit >= 0 || c.then != "" && (at(c.then) < i || at(c.then) > misfit) {
			t.Errorf("%s: %s is number %d, %s %d, names, which does not fit, %d", c.source, c.first, i, c.then, at(c.then), misfit)
		}
	}
}

func TestInspect(t *testing.T) {
	s := session(t, declarations)
	for _, c := range []struct{ source, want string }{
		{"sca|le(2, *p)", "func scale(by float64, p Point) Point"},
		{"scale(2, |", "func scale(by float64, p Point) Point"},
		{"strings.Cont|ains", "reports whether substr"},
		{"mat.Den|se{}", "Dense is a dense matrix"},
		{"m.Mul|", "matrix product"},
		{"p.Norm|()", "distance from the origin"},
		{"p|", "var p *Point"},
		{"limit|", "const limit untyped int = 10"},
		{"fm|t", "Package fmt"},
		{"cov.SE|", "func SE("},
		{"cov.SE(|", "func SE("},
		{"display.Fi|t(nil)", "*FitFigure\n\nfrom krigo/display\n\nFit draws one or more results"},
		{"display.FitFig|ure", "FitFigure draws what fits learned"},
		{"display.Fit(nil).Ti|tle", "Title sets the title"},
		{`display.Fit(nil).Title("a").Sam|ples`, "Samples adds count draws"},
	} {
		cursor := strings.Index(c.source, "|")
		got, ok := Inspect(s, strings.Replace(c.source, "|", "", 1), cursor, 0)
		if !ok || !strings.Contains(got.Text(), c.want) {
			t.Errorf("%s: got %q, want %q in it", c.source, got.Text(), c.want)
		}
	}
	if got, _ := Inspect(s, "scale", 2, 1); !strings.Contains(got.Markdown(), "return Point{by * p.X") {
		t.Errorf("detail 1 lacks the source: %q", got.Markdown())
	}
	if got, ok := Inspect(s, "nothing", 3, 0); ok {
		t.Errorf("an unknown name is described: %+v", got)
	}
}
