package ask

import (
	"slices"
	"strings"
	"testing"

	"krigo/cell"
	"krigo/interp/static/check"
	"krigo/interp/symbols"
)

// session returns a session that has checked some cells.
func session(t testing.TB, cells ...string) *check.Session {
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

const declarations = `// Point is a place in the plane.
// It has no unit.
type Point struct {
	// X and Y are metres.
	X, Y float64
}

// Norm is the distance from the origin.
func (p *Point) Norm() float64 { return math.Hypot(p.X, p.Y) }
type Named struct { Point; Name string } // a comment of the line
p := &Point{3, 4}
named := Named{Name: "a"}
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
		{"Poi|", "Point type struct{ … }", ""},
		{"display.FitFi|", "FitFigure type struct{ … }", ""},
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
		{`display.Fit(nil).Title("a").|`, "Samples method (count int) *display.FitFigure", "Path"},
		{"import \"krigo/display/|", "krigo/display/draw path ", "krigo/display"},
	} {
		cursor := strings.Index(c.source, "|")
		source := strings.Replace(c.source, "|", "", 1)
		got := Complete(s, Known(), source, cursor)
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
		got := Complete(s, Known(), c.source, len(c.source))
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
		{"display.Fi|t(nil)", "*FitFigure\n\nfrom krigo/display\n\nOne result shows"},
		{"display.FitFig|ure", "FitFigure draws the results of fits"},
		{"display.Fit(nil).Ti|tle", "Title sets the title"},
		{`display.Fit(nil).Title("a").Sam|ples`, "Samples adds count draws"},
	} {
		cursor := strings.Index(c.source, "|")
		got, ok := Inspect(s, Known(), strings.Replace(c.source, "|", "", 1), cursor, 0)
		if !ok || !strings.Contains(got.Text(), c.want) {
			t.Errorf("%s: got %q, want %q in it", c.source, got.Text(), c.want)
		}
	}
	if got, _ := Inspect(s, Known(), "scale", 2, 1); !strings.Contains(got.Markdown(), "return Point{by * p.X") {
		t.Errorf("detail 1 lacks the source: %q", got.Markdown())
	}
	if got, ok := Inspect(s, Known(), "nothing", 3, 0); ok {
		t.Errorf("an unknown name is described: %+v", got)
	}
}

// A tooltip begins with the purpose of a thing; fields have their comments, in cells and
// in packages.
func TestInspectTellsWhatIsFor(t *testing.T) {
	s := session(t, declarations, "opts := http.Client{}\nvar m gplib.Model")
	for _, c := range []struct {
		source string
		want   []string // in this order
	}{
		{"gplib.Settings|", []string{"Settings are the options", "type Settings struct {", "\t// MaxIter caps the iterations", "\tMaxIter int\n", "func (Settings) Check() error"}},
		{"gplib.Settings{MaxI|ter: 3}", []string{"MaxIter caps the iterations; 0 is the learner's default.", "field MaxIter int", "from krigo/gplib Settings"}},
		{"admm.HoldOut{Spl|it: nil}", []string{"Split chooses V", "field Split admm.Split", "type Split func(", "func LastBlock("}},
		{"mat.Dense|", []string{"Dense is a dense matrix", "type Dense struct {", "\t// and fields that are not exported", "func NewDense("}},
		{"optimize.Settings{Func|Evaluations: 2}", []string{"FuncEvaluations is the maximum allowed number of function evaluations.", "field FuncEvaluations int"}},
		{"opts.Time|out", []string{"Timeout specifies a time limit for requests", "field Timeout time.Duration"}},
		{"opts|", []string{"var opts http.Client", "from cell 1", "A Client is an HTTP client.", "\tTimeout time.Duration"}},
		{"Point|", []string{"Point is a place in the plane.", "type Point struct {\n\t// X and Y are metres.\n\tX, Y float64\n}", "It has no unit.", "// Norm is the distance", "func (*Point) Norm() float64"}},
		{"p.X|", []string{"X and Y are metres.", "field X float64", "from cell 1 Point"}},
		{"named.X|", []string{"X and Y are metres.", "field X float64", "from cell 1 Point"}},
		{"p|", []string{"var p *Point", "Point is a place in the plane. It has no unit.", "type Point struct {"}},
		{"gplib.Noise|", []string{"Noise is the variance", "type Noise = noise.Func", "type Func interface {", "\t// Check returns an error if the noise", "func Gaussian(variance float64) Noise"}},
		{"gplib.Fit(ctx, m, |", []string{"Fit learns the parameters of m from d", "func Fit(ctx context.Context"}},
		{"gplib.Converged|", []string{"const Converged gplib.Status = 0"}},
		{"cov.Matern52|", []string{"twice differentiable …", "func Matern52(", "twice differentiable:\n\n\tk = "}},
		{"gplib.Auto|", []string{"func Auto(", "\tm, err := gplib.Auto(d)\n\tfit, err := gplib.Fit(ctx, m, d, nil)"}},
		{"dataset.Table.Encode|", []string{"Encode returns the encoder of a target", "func (*Table) Encode(target string", "from krigo/gplib/dataset"}},
		{"(*dataset.Table).Encode|", []string{"Encode returns the encoder of a target"}},
		{"Table.Encode|", []string{"Encode returns the encoder of a target", "from krigo/gplib/dataset"}},
		{"dataset.CSV.Separator|", []string{"Separator", "field Separator rune", "from krigo/gplib/dataset CSV"}},
		{"CSV.Separator|", []string{"Separator", "from krigo/gplib/dataset CSV"}},
		{"Named.X|", []string{"X and Y are metres.", "field X float64", "from cell 1 Point"}},
		{"Point.Norm|", []string{"Norm is the distance", "func (*Point) Norm() float64"}},
		{"cov|", []string{"Package cov", "package cov", "from krigo/gplib/cov"}},
	} {
		cursor := strings.Index(c.source, "|")
		got, _ := Inspect(s, Known(), strings.Replace(c.source, "|", "", 1), cursor, 0)
		text := got.Text()
		for _, want := range c.want {
			_, rest, found := strings.Cut(text, want)
			if !found {
				t.Errorf("%s: no %q, in its place, in\n%s", c.source, want, got.Text())
				break
			}
			text = rest
		}
	}
	all, _ := Inspect(s, Known(), "cov", 3, 1)
	if i, j := strings.Index(all.Members, "func SE("), strings.Index(all.Members, "func AddGradDiag("); i < 0 || j < i {
		t.Errorf("with detail 1 package cov lists SE at %d and AddGradDiag at %d", i, j)
	}
}

func TestReadQuestion(t *testing.T) {
	for source, want := range map[string]Question{
		"cov.SE?": {Name: "cov.SE"}, "?cov.SE": {Name: "cov.SE", Start: 1}, "cov.SE??": {Name: "cov.SE", Detail: 1},
		"??x": {Name: "x", Start: 2, Detail: 1}, "%save?": {Name: "%save"}, "?%save": {Name: "%save", Start: 1}, "%%bash?": {Name: "%%bash"},
		"?": {}, "*mat.Dense?": {Name: "*mat.Dense"}, "[]float64?": {Name: "[]float64"}, " fit.Posterior? ": {Name: "fit.Posterior", Start: 1, Before: " "},
		"x := 3\nx?": {Name: "x", Start: 7, Before: "x := 3\n"}, "cov.SE(1, 2)?": {Name: "cov.SE(1, 2)"},
	} {
		if got, ok := ReadQuestion(source); !ok || got != want {
			t.Errorf("%q is read as %+v, %v, want %+v", source, got, ok, want)
		}
	}
	for _, source := range []string{
		"x", "// is it?", "x := 1 // why?", "`a?`", `"what?"`, "x ? y : z", "if x?", "x???", "/* a\nb? */", "`a\nb?", "a ?\nb", "1 + 2?", "",
	} {
		if got, ok := ReadQuestion(source); ok {
			t.Errorf("%q is read as the question %+v", source, got)
		}
	}
}
