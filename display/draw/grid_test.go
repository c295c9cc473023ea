package draw

import (
	"strings"
	"testing"

	"gonum.org/v1/plot/vg/recorder"
)

func TestAGridHasItsFiguresInRows(t *testing.T) {
	three := []Drawable{Plot(studentsPlot(NewPlot())), Plot(studentsPlot(NewPlot())), Plot(studentsPlot(NewPlot()))}
	for columns, rows := range map[int]int{1: 3, 2: 2, 3: 1} {
		placed, err := Grid(three...).Columns(columns).Size(1200, 900).DrawOn(&recorder.Canvas{})
		if err != nil {
			t.Fatal(err)
		}
		xs, ys := map[int]bool{}, map[int]bool{}
		for _, p := range placed {
			xs[int(p.Data.Min.X)], ys[int(p.Data.Min.Y)] = true, true
		}
		if len(placed) != 3 || len(xs) != columns || len(ys) != rows {
			t.Errorf("%d columns: %d figures in %d columns and %d rows", columns, len(placed), len(xs), len(ys))
		}
	}
}

func TestAGridThatCannotBeDrawnSaysWhy(t *testing.T) {
	one := Plot(studentsPlot(NewPlot()))
	for want, f := range map[string]Drawable{
		"figure is empty":              Grid(),
		"figure 1: display: the figur": Grid(one, (*Figure)(nil)),
		"figure 1: display: Plot":      Grid(one, Plot(nil)),
		"Columns(0)":                   Grid(one).Columns(0),
		"Labels":                       Grid(one).Labels("x", "y"),
		"too small":                    Grid(one, one, one, one, one, one, one, one, one).Size(200, 100),
	} {
		if _, err := f.AsFigure().Encode("png"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one of %q", err, want)
		}
	}
}
