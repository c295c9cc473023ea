package draw_test

import (
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"

	"krigo/cell"
	"krigo/display/draw"
	"krigo/display/mime"
)

func dotsFigure(n int) *draw.Figure {
	return draw.NewFigure("dots", func() ([]*draw.Panel, error) {
		p := draw.NewPanel()
		d := draw.Dots{Style: draw.DotStyle(n, draw.InkColor)}
		for i := range n {
			d.X, d.Y = append(d.X, float64(i)), append(d.Y, float64(i*i%97))
		}
		p.Add(d)
		p.X.Label.Text, p.Y.Label.Text = "time (s) & more", "force"
		return []*draw.Panel{p}, nil
	}).Title("A <title>")
}

// A figure has a drawing for pages where the environment says that it is shown on one.
func TestFiguresForPages(t *testing.T) {
	if _, ok := mime.Of(dotsFigure(10)).Data[cell.FigureType]; ok {
		t.Error("a figure has a drawing for pages that nobody asked for")
	}
	t.Setenv(cell.FigureVariable, "1")
	page, _ := mime.Of(dotsFigure(10)).Data[cell.FigureType].(string)
	for _, want := range []string{`role="img"`, `aria-label="A &lt;title&gt;: `, ">time (s) &amp; more</text>", "var(--figure-ink,#262626)", "below-640", `width="340"`} {
		if !strings.Contains(page, want) {
			t.Errorf("the drawing has no %q:\n%s", want, page)
		}
	}
	if got := strings.Count(page, "<svg "); got != 2 {
		t.Errorf("%d drawings, want a wide and a narrow one", got)
	}
	d := xml.NewDecoder(strings.NewReader(page))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("not well-formed: %v", err)
		}
	}
}

// Dots are one path: the same positions as in the SVG of a file, where each is an outline.
func TestDotsOfPages(t *testing.T) {
	t.Setenv(cell.FigureVariable, "1")
	const n = 1000
	page, _ := mime.Of(dotsFigure(n)).Data[cell.FigureType].(string)
	runs := regexp.MustCompile(`<path d="((?:m[^mh]*h0)+)"[^>]* stroke-linecap="round"/>`).FindAllStringSubmatch(page, -1)
	if len(runs) != 2 {
		t.Fatalf("%d runs of dots, want one in each drawing", len(runs))
	}
	for _, run := range runs {
		if got := strings.Count(run[1], "h0"); got != n {
			t.Errorf("%d dots, want %d", got, n)
		}
	}
	if kilobytes := len(page) >> 10; kilobytes > 25 {
		t.Errorf("a drawing of %d dots takes %d kB", n, kilobytes)
	}
}

// A drawing that would be large is left out; the PNG is always there.
func TestLargeFiguresForPages(t *testing.T) {
	t.Setenv(cell.FigureVariable, "1")
	data := mime.Of(dotsFigure(9000)).Data
	if _, ok := data[cell.FigureType]; ok {
		t.Error("a large drawing is not left out")
	}
	if _, ok := data[mime.TypePNG]; !ok {
		t.Error("no PNG")
	}
}
