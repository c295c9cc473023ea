package draw

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gonum.org/v1/plot"
	vgdraw "gonum.org/v1/plot/vg/draw"

	"krigo/display/mime"
)

// bomb is a plotter that panics.
type bomb struct{}

func (bomb) Plot(vgdraw.Canvas, *plot.Plot) { panic("boom") }

func TestAFigureThatCannotBeDrawnSaysWhyAndFailsItsCell(t *testing.T) {
	exploding := NewPlot()
	exploding.Add(bomb{})
	for _, c := range []struct {
		shown any
		want  string
	}{
		{Plot(nil), "p is nil"},
		{Plot(nil).SVG(), "p is nil"},
		{Plot(exploding), "panicked: boom"},
		{exploding, "panicked: boom"},
		{Plot(NewPlot()).Size(10, 400), "Size(10, 400)"},
		{&Figure{}, "figure is empty"},
		{(*Figure)(nil), "figure is empty"},
	} {
		b, err := mime.Check(c.shown)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(b.Plain(), c.want) || len(b.Data) != 1 {
			t.Errorf("%T shows %.200q, error %v; want %q", c.shown, b.Plain(), err, c.want)
		}
		if f, ok := c.shown.(*Figure); ok {
			if err := f.Save(filepath.Join(t.TempDir(), "x.png")); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("Save says %v, want %q", err, c.want)
			}
		}
	}
}

func TestSaveWritesByExtension(t *testing.T) {
	dir := t.TempDir()
	for name, magic := range map[string]string{"a.png": "\x89PNG", "a.PDF": "%PDF", "a.svg": "<svg"} {
		path := filepath.Join(dir, name)
		if err := Plot(NewPlot()).Save(path); err != nil {
			t.Fatal(err)
		}
		if data, _ := os.ReadFile(path); !bytes.HasPrefix(data, []byte(magic)) {
			t.Errorf("%s begins with %.8q", name, data)
		}
	}
	if err := Plot(NewPlot()).Save(filepath.Join(dir, "a.gif")); err == nil || !strings.Contains(err.Error(), `"gif"`) {
		t.Errorf("gif: %v", err)
	}
}

func TestAUsersPlotIsShownAsAFigureAndNotChanged(t *testing.T) {
	p := plot.New()
	p.Title.Text = "mine"
	Plot(p).Title("other").Labels("a", "b").MIMEBundle()
	if p.Title.Text != "mine" || p.X.Label.Text != "" {
		t.Error("showing changed the plot")
	}
	if _, ok := mime.Of(p).Data[mime.TypePNG]; !ok {
		t.Error("a *plot.Plot does not show as PNG")
	}
}

func TestAStandardSizeLeavesOneThatWasSet(t *testing.T) {
	before, after := Plot(NewPlot()).Size(300, 200), Plot(NewPlot())
	for _, f := range []*Figure{before, after} {
		StandardSize(f, 640, 480)
	}
	after.Size(300, 200)
	for _, f := range []*Figure{before, after} {
		if got := f.String(); !strings.Contains(got, "300×200") {
			t.Errorf("got %s, want 300×200", got)
		}
	}
}

// Size with a width keeps the proportions of a kind, also of one that is arranged later; small figures
// are not flat.
func TestSizeInProportion(t *testing.T) {
	for _, c := range []struct {
		f             *Figure
		width, height int
	}{
		{Plot(NewPlot()).Size(320), 320, 224},
		{Plot(NewPlot()).Size(1280), 1280, 800},
		{Plot(NewPlot()).Size(Column, 200), Column, 200},
		{func() *Figure { f := Plot(NewPlot()).Size(600); StandardSize(f, 300, 300); return f }(), 600, 600},
	} {
		if c.f.width != c.width || c.f.height != c.height {
			t.Errorf("%d × %d, want %d × %d", c.f.width, c.f.height, c.width, c.height)
		}
	}
	for _, f := range []*Figure{Plot(NewPlot()).Size(20), Plot(NewPlot()).Size(640, 400, 300)} {
		if _, err := f.Encode("svg"); err == nil || !strings.Contains(err.Error(), "want sides between") {
			t.Errorf("drawn: %v", err)
		}
	}
}

// A figure for a column of a journal is as wide in its PDF.
func TestAColumnOfAJournal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.pdf")
	if err := Plot(NewPlot()).Size(Column).Save(path); err != nil {
		t.Fatal(err)
	}
	data, _ := os.ReadFile(path)
	if box := regexp.MustCompile(`/MediaBox \[0 0 252(\.0+)? `); !box.Match(data) { // 3.5 inches of 72 points
		t.Errorf("the PDF is not 252 points wide: %s", regexp.MustCompile(`/MediaBox[^\]]*`).Find(data))
	}
}
