package draw

import (
	"bytes"
	"image/color"
	"strings"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
)

// studentsPlot fills p with a line and a legend.
func studentsPlot(p *plot.Plot) *plot.Plot {
	line, err := plotter.NewLine(plotter.XYs{{X: 0, Y: 1}, {X: 5, Y: 2.5}, {X: 10, Y: 0}})
	if err != nil {
		panic(err)
	}
	p.Add(line)
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = "Speed", "time (s)", "speed (m/s)"
	p.Legend.Add("model", line)
	return p
}

func TestAPlotOfGonumLooksLikeOneOfOurs(t *testing.T) {
	var drawn [2][]byte
	for i, p := range []*plot.Plot{plot.New(), NewPlot()} {
		data, err := Plot(studentsPlot(p)).Encode("svg")
		if err != nil {
			t.Fatal(err)
		}
		drawn[i] = data
	}
	if !bytes.Equal(drawn[0], drawn[1]) {
		t.Error("plot.New and NewPlot are drawn differently")
	}
}

// panelOf returns the panel that shows p.
func panelOf(t *testing.T, p *plot.Plot) *Panel {
	t.Helper()
	panels, err := Plot(p).panels()
	if err != nil {
		t.Fatal(err)
	}
	return panels[0]
}

func TestWhatAUserHasSetInAPlotStays(t *testing.T) {
	red := color.NRGBA{0xFF, 0, 0, 0xFF}
	p := studentsPlot(plot.New())
	p.X.Tick.Marker = plot.ConstantTicks{{Value: 5, Label: "half-time"}}
	p.X.Tick.Length = vg.Points(20)
	p.Y.Label.TextStyle.Color = red
	p.Y.Padding = vg.Points(17)
	p.Title.TextStyle.Font.Size = 30
	p.Legend.XOffs = vg.Points(-40)
	p.BackgroundColor = red
	got := panelOf(t, p)
	for what, kept := range map[string]bool{
		"ticks":            len(got.X.Tick.Marker.Ticks(0, 10)) == 1,
		"length of ticks":  got.X.Tick.Length == vg.Points(20),
		"colour of a name": got.Y.Label.TextStyle.Color == red,
		"padding":          got.Y.Padding == vg.Points(17),
		"title":            got.Plot.Title.Text == "Speed" && got.Plot.Title.TextStyle.Font.Size == 30,
		"legend":           len(got.Keys) == 0 && got.Legend.XOffs == vg.Points(-40),
		"ground":           got.BackgroundColor == red,
	} {
		if !kept {
			t.Errorf("the %s that a user set is gone", what)
		}
	}
	if got.X.Label.TextStyle.Font.Variant != "Sans" || got.Y.Tick.Marker != (Ticks{}) {
		t.Errorf("what was not set has the font %v and the ticks %T", got.X.Label.TextStyle.Font, got.Y.Tick.Marker)
	}
}

func TestALogarithmicScaleHasLogarithmicTicks(t *testing.T) {
	p := studentsPlot(plot.New())
	p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, plot.LogTicks{}
	if got := panelOf(t, p).Y.Tick.Marker; got != (LogTicks{}) {
		t.Errorf("the ticks are %T", got)
	}
}

func TestTheLegendOfAPlotMovesOutOfTheData(t *testing.T) {
	p := studentsPlot(plot.New())
	dots, err := plotter.NewScatter(plotter.XYs{{X: 1, Y: 1}})
	if err != nil {
		t.Fatal(err)
	}
	p.Add(dots)
	p.Legend.Add("measured", dots)
	got := panelOf(t, p)
	if len(got.Keys) != 2 || got.Keys[0].Name != "model" || got.Keys[1].Name != "measured" {
		t.Fatalf("the legend has %v", got.Keys)
	}
	for _, k := range got.Keys {
		if len(k.sample) == 0 {
			t.Errorf("%s has no sample", k.Name)
		}
	}
	if box := got.Legend.Rectangle; box == nil || got.title != "Speed" || got.Plot.Title.Text != "" {
		t.Errorf("the title is %q, and %q inside the plot", got.title, got.Plot.Title.Text)
	}
}

func TestAPlotTellsItsAxesAndPoints(t *testing.T) {
	const want = "Speed. A plot with time (s) from 0 to 10; speed (m/s) from 0 to 2.5: line of 3 points."
	f := Plot(studentsPlot(plot.New()))
	if got := f.Alt(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	svg, err := f.Encode("svg")
	if err != nil || !strings.Contains(string(svg), `role="img"`) || !strings.Contains(string(svg), "<desc>"+want+"</desc>") {
		t.Errorf("the SVG does not tell it, error %v: %.300s", err, svg)
	}
	if got := f.Describe("Faster, then slower.").Alt(); got != "Faster, then slower." {
		t.Errorf("described as %q", got)
	}
	if text := f.MIMEBundle()["text/plain"]; text != "<plot figure, 640×400>: Faster, then slower." {
		t.Errorf("the text is %q", text)
	}
}
