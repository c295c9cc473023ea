package interp_test

import (
	"testing"

	"krigo/cell"
)

// shows keeps the bundles that a cell shows.
type shows struct {
	*record
	bundles []cell.Bundle
}

func (s *shows) Display(d cell.Display) { s.bundles = append(s.bundles, d.Bundle) }

// A value of a type that a cell declared shows itself by its methods, and its
// text is its own, as the last expression and as an argument of display.Show.
func TestDeclaredTypesShowThemselves(t *testing.T) {
	s := start(t, options(t))
	out := &shows{record: newRecord()}
	declare := `type pair struct{ X, Y float64 }
func (p pair) HTML() string { return "<b>" + fmt.Sprint(p.X) + "</b>" }
func makePair() pair { made++; return pair{3, 4} }
var made int`
	if _, err := s.Eval(t.Context(), cell.Cell{Label: "cell 1", Source: declare}, out); err != nil {
		t.Fatal(err)
	}
	for _, source := range []string{"pair{3, 4}", "p := pair{3, 4}\np", "func() pair { return pair{3, 4} }()"} {
		b, err := s.Eval(t.Context(), cell.Cell{Label: "cell 2", Source: source}, out)
		if err != nil {
			t.Fatal(err)
		}
		checkPair(t, source, *b)
	}
	source := "display.Show(makePair(), &pair{3, 4})\nh := display.NewHandle(1)\nh.Update(pair{3, 4})\nmade"
	b, err := s.Eval(t.Context(), cell.Cell{Label: "cell 3", Source: source}, out)
	if err != nil {
		t.Fatal(err)
	}
	if made := b.Data["text/plain"]; made != "1" {
		t.Errorf("the argument was evaluated %v times", made)
	}
	if len(out.bundles) != 4 {
		t.Fatalf("%d bundles were shown, want 4", len(out.bundles))
	}
	checkPair(t, "display.Show", out.bundles[0])
	checkPair(t, "Handle.Update", out.bundles[3])
	if html := out.bundles[1].Data["text/html"]; html != "<b>3</b>" {
		t.Errorf("a pointer shows as %v", html)
	}
}

func checkPair(t *testing.T, source string, b cell.Bundle) {
	t.Helper()
	if plain, html := b.Data["text/plain"], b.Data["text/html"]; plain != "{3 4}" || html != "<b>3</b>" {
		t.Errorf("%s shows %v and %v, want {3 4} and <b>3</b>", source, plain, html)
	}
}

// What cells have shown is not kept for the rest of the session; the
// interpreter may still refer to the latest.
func TestShownValuesAreFreed(t *testing.T) {
	t.Parallel()
	s := start(t, options(t))
	emitted(t, s, `func heap() int {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc >> 20)
}
before := heap()`)
	for range 20 {
		emitted(t, s, "mat.NewDense(1000, 1000, nil)") // 8 MB
	}
	want(t, s, "heap() - before < 40", "true")
}

// The options of a figure chain in any order in cells, too: those that all
// figures have are methods of a generic type that each embeds.
func TestFiguresChainInCells(t *testing.T) {
	s := start(t, options(t))
	want(t, s, `steps := gplib.Trace{Steps: []gplib.Step{{Value: 1}, {Iter: 1, Value: 0.5}}}
display.Trace(steps).Title("a").ByTime().Size(300, 200).Names("b").Labels("c", "d")`,
		`<trace figure "a", 300×200>: a. b went from 1 to 0.5 in 1 iteration.`)
	want(t, s, `type wide struct{ *display.TraceFigure }
f := display.Trace(steps)
w := wide{f}
w.Title("e").ByTime()
size := f.Size
size(900, 200)
var d interface{ Labels(x, y string) *display.TraceFigure } = w
fmt.Stringer(d.Labels("f", "g"))`, `<trace figure "e", 900×200>: e. objective went from 1 to 0.5 in 1 iteration.`)
	want(t, s, `display.Plot(display.NewPlot()).Title("h").Describe("Nothing.")`, `<plot figure "h", 640×400>: Nothing.`)
	want(t, s, `fmt.Sprint(display.Grid(display.Trace(steps), display.Plot(display.NewPlot())).Columns(2).Title("i"))`, `<grid figure "i", 880×300>`)
}

// A cell draws a figure of its own with the rooms of display, by their paths.
func TestCellsImportTheRoomsOfDisplay(t *testing.T) {
	s := start(t, options(t))
	want(t, s, `import ("krigo/display/draw"; "krigo/display/mime")
square := draw.NewFigure("square", func() ([]*draw.Panel, error) {
	p := draw.NewPanel()
	p.Add(draw.Curve{X: []float64{1, 2}, Y: []float64{1, 4}, Style: draw.Stroke(draw.Color(0), draw.LineWidth)})
	return []*draw.Panel{p}, nil
})
_, err := mime.Check(square)
fmt.Sprint(square, " ", err)`, "<square figure, 640×400> <nil>")
}

// A cell's texts keep to the given width, and to none otherwise.
func TestTextsOfCellsFitTheirColumns(t *testing.T) {
	s := start(t, options(t))
	source := `display.Table([]string{"name", "a long comment"}, [][]any{{"x", "words and words and words"}})`
	for columns, want := range map[int]string{
		0:  "name  a long comment\n────  ─────────────────────────\nx     words and words and words",
		24: "name  a long comment\n────  ──────────────────\nx     words and words a…",
	} {
		for _, source := range []string{source, "%time " + source, "func() *display.Tabular { return " + source + " }()"} {
			b, err := s.Eval(t.Context(), cell.Cell{Label: "cell 1", Source: source, Columns: columns}, newRecord())
			if err != nil {
				t.Fatal(err)
			}
			if b.Plain() != want {
				t.Errorf("%d columns: got\n%s\nwant\n%s", columns, b.Plain(), want)
			}
		}
	}
}

// A type of a cell fits a terminal by its method TextIn.
func TestDeclaredTypesFitTheirColumns(t *testing.T) {
	s := start(t, options(t))
	source := `type sized struct{}
func (sized) TextIn(columns int) string { return fmt.Sprint("in ", columns) }
func (sized) String() string { return "whole" }
sized{}`
	for columns, want := range map[int]string{0: "whole", 33: "in 33"} {
		b, err := s.Eval(t.Context(), cell.Cell{Label: "cell 1", Source: source, Columns: columns}, newRecord())
		if err != nil {
			t.Fatal(err)
		}
		if b.Plain() != want {
			t.Errorf("%d columns: got %q, want %q", columns, b.Plain(), want)
		}
	}
}
