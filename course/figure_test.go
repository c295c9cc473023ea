package course

import (
	"errors"
	"strings"
	"testing"

	"gonum.org/v1/plot"

	"krigo/display/draw"
)

func TestAFigureIsJudgedByWhatItDraws(t *testing.T) {
	falls := Figure(func(drawn []draw.Series) error {
		if y := drawn[0].Y; drawn[0].Kind == draw.LineSeries && y[0] > y[1] {
			return nil
		}
		return errors.New("it rises")
	})
	curve := func(from, to float64) *plot.Plot {
		p := draw.NewPlot()
		p.Add(draw.Curve{X: []float64{0, 1}, Y: []float64{from, to}})
		return p
	}
	for _, c := range []struct {
		answer any
		want   string // "" for right
	}{
		{curve(1, 0), ""},
		{draw.Plot(curve(1, 0)), ""},
		{draw.Grid(draw.Plot(curve(1, 0)), draw.Plot(curve(0, 1))), ""},
		{curve(0, 1), "it rises"},
		{draw.NewPlot(), "draws no line and no points"},
		{draw.Plot(nil), "p is nil"},
		{(*draw.Figure)(nil), "the figure is empty"},
		{draw.NewFigure("test", func() ([]*draw.Panel, error) { return nil, errors.New("no data") }), "no data"},
		{"a curve", `the answer is the text "a curve", want a figure`},
		{nil, "want a figure"},
	} {
		got := judgedAs(t, falls, c.answer)
		if c.want == "" && got != nil || c.want != "" && (got == nil || !strings.Contains(got.Error(), c.want)) {
			t.Errorf("of %v it says %v, want %q", c.answer, got, c.want)
		}
	}
	if err := falls.Judge([]byte(`[{"Kind": "line", "X": [1], "Y": []}]`), 7); err == nil || !strings.Contains(err.Error(), "1 x and 0 y") {
		t.Errorf("of a series that nothing draws it says %v", err)
	}
}
