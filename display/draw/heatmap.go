package draw

import (
	"image"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"
)

// HeatMap is a square matrix as coloured cells, the first row on top. Rows and
// columns are numbered from 1 to Last, whether or not each has a cell of its own,
// so that the area is [1/2, Last + 1/2] in both directions. Cells that are not
// finite are left white.
type HeatMap struct {
	Rows [][]float64
	Bar  ColorBar
	Last float64
}

// Plot fills the cells on c, those of a colour at once; on krigo's pages they are a picture.
func (m HeatMap) Plot(c vgdraw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	all := vg.Rectangle{Min: vg.Point{X: x(0.5), Y: y(0.5)}, Max: vg.Point{X: x(m.Last + 0.5), Y: y(m.Last + 0.5)}}
	if page := pageCanvas(c); page != nil && holds(c.Rectangle, all) {
		page.DrawImage(all, m.image())
		return
	}
	border := func(i int) float64 { return 0.5 + m.Last*float64(i)/float64(len(m.Rows)) }
	paths := make([]vg.Path, len(m.Bar.Colors))
	for j, row := range m.Rows {
		low, high := snap(y(border(len(m.Rows)-j-1))), snap(y(border(len(m.Rows)-j)))
		for i := 0; i < len(row); {
			from := i
			if !finite(row[i]) {
				i++
				continue
			}
			shade := m.Bar.index(row[i])
			for i < len(row) && finite(row[i]) && m.Bar.index(row[i]) == shade {
				i++
			}
			left, right := snap(x(border(from))), snap(x(border(i)))
			paths[shade] = appendRectangle(paths[shade], left, right, low, high)
		}
	}
	for shade, path := range paths {
		if len(path) > 0 {
			c.SetColor(m.Bar.Colors[shade])
			c.Fill(path)
		}
	}
}

// holds reports whether inner is in outer, up to rounding.
func holds(outer, inner vg.Rectangle) bool {
	return inner.Min.X >= outer.Min.X-hair && inner.Min.Y >= outer.Min.Y-hair && inner.Max.X <= outer.Max.X+hair && inner.Max.Y <= outer.Max.Y+hair
}

// image returns the cells as pixels; those that are not finite are transparent.
func (m HeatMap) image() image.Image {
	img := image.NewNRGBA(image.Rect(0, 0, len(m.Rows[0]), len(m.Rows)))
	for j, row := range m.Rows {
		for i, v := range row {
			if finite(v) {
				img.Set(i, j, m.Bar.Of(v))
			}
		}
	}
	return img
}

func appendRectangle(path vg.Path, left, right, low, high vg.Length) vg.Path {
	path.Move(vg.Point{X: left, Y: low})
	path.Line(vg.Point{X: right, Y: low})
	path.Line(vg.Point{X: right, Y: high})
	path.Line(vg.Point{X: left, Y: high})
	path.Close()
	return path
}

// DataRange returns the area of the cells.
func (m HeatMap) DataRange() (xmin, xmax, ymin, ymax float64) {
	return 0.5, m.Last + 0.5, 0.5, m.Last + 0.5
}

// DownTicks are [Ticks] of a vertical axis that counts from Last at the bottom to
// 1 at the top.
type DownTicks struct {
	// Count is about how many ticks are wanted; 0 is 6.
	Count int
	Last  float64
}

// Ticks returns the marks in [min, max].
func (t DownTicks) Ticks(min, max float64) []plot.Tick {
	ticks := Ticks{Count: t.Count}.Ticks(t.Last+1-max, t.Last+1-min)
	slices.Reverse(ticks)
	for i := range ticks {
		ticks[i].Value = t.Last + 1 - ticks[i].Value
	}
	return ticks
}

func (t DownTicks) wanted() int             { return countOr(t.Count, 6) }
func (t DownTicks) dense(n int) plot.Ticker { return DownTicks{Count: n, Last: t.Last} }
