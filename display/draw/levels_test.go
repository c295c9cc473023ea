package draw

import (
	"testing"

	"gonum.org/v1/plot/vg/recorder"
)

// Levels of a plane that is negative in parts are at even distances.
func TestLevelsOfAPlaneAreStraight(t *testing.T) {
	grid := []float64{-1, 0, 1, 2, 3}
	var values [][]float64
	for range grid {
		values = append(values, grid) // the value is x
	}
	p := NewPanel()
	if !p.AddLevels(grid, grid, values, 4) {
		t.Fatal("nothing is drawn")
	}
	c := newContours(grid, grid, lessBy(-1, values...), []float64{0.75, 1.5, 2.25})
	for l, outline := range c.outlines[:3] {
		for _, line := range outline.lines {
			for _, v := range line {
				if x := alongGrid(c.X, v.x); x < c.Levels[l]-1-1e-9 || x > c.Levels[l]-1+1e-9 {
					t.Errorf("level %v passes %v", c.Levels[l]-1, x)
				}
			}
		}
	}
}

func TestLevelsOfAConstantAreNotDrawn(t *testing.T) {
	p := NewPanel()
	if p.AddLevels([]float64{0, 1}, []float64{0, 1}, [][]float64{{2, 2}, {2, 2}}, 5) {
		t.Error("there are levels of a constant")
	}
}

// Cells of a heat map stand with the first row on top.
func TestAHeatMapHasItsFirstRowOnTop(t *testing.T) {
	p := NewPanel()
	bar := ColorBar{Max: 1, Colors: Viridis(2).Colors()}
	p.Add(HeatMap{Rows: [][]float64{{0, 0}, {1, 1}}, Bar: bar, Last: 2})
	f := NewFigure("map", func() ([]*Panel, error) { return []*Panel{p}, nil })
	var rec recorder.Canvas
	placed, err := f.DrawOn(&rec)
	if err != nil {
		t.Fatal(err)
	}
	middle := (placed[0].Data.Min.Y + placed[0].Data.Max.Y) / 2
	var current any
	for _, action := range rec.Actions {
		switch a := action.(type) {
		case *recorder.SetColor:
			current = a.Color
		case *recorder.Fill:
			top := a.Path[0].Pos.Y >= middle-1
			if current == bar.Colors[0] && !top || current == bar.Colors[1] && top {
				t.Errorf("a cell of %v begins at %v, the middle is %v", current, a.Path[0].Pos, middle)
			}
		}
	}
}
