package draw

import (
	"cmp"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"

	"krigo/display/internal/format"
)

// Contours fills the area between values on a grid by levels, dark to light, and
// draws a line at each: Values[j][i] stands at (X_i, Y_j). Values that are not
// finite are left white. Grids ascend and have at least two points.
type Contours struct {
	X, Y   []float64
	Values [][]float64
	Levels []float64 // ascending
	// Names, where there are some, are written on the lines, a name a level.
	Names []string
	// Avoid are points that names keep away from.
	Avoid Dots

	outlines []outline // of the area below each level, and of all of it
}

// NewContours finds the contours of values on a grid by their distance from least. They
// can be drawn again and again.
func NewContours(x, y []float64, values [][]float64, least float64) *Contours {
	distances := lessBy(least, values...)
	c := newContours(x, y, distances, levelsOf(distances))
	for _, level := range c.Levels {
		c.Names = append(c.Names, format.Number(level, format.TableDigits))
	}
	return c
}

// AddContours draws the contours of what is named, with a bar of their levels. [ContourNames] are drawn
// last.
func (p *Panel) AddContours(name string, c *Contours) {
	p.Add(c)
	p.Keys = append(p.Keys, Key{Name: name + " − best", Scale: c.colors()})
	if n := len(c.Names); n > 0 && n == len(c.Levels) {
		p.SetColorBar(ColorBar{Max: float64(n + 1), Colors: c.colors(), Labels: c.Names})
	}
}

// gridFineness is how often a grid is halved, so that lines look round.
const gridFineness = 2

func (k *Contours) colors() []color.Color { return Viridis(len(k.Levels) + 1).Colors() }

// DataRange returns the range of the grid.
func (k *Contours) DataRange() (xmin, xmax, ymin, ymax float64) {
	return k.X[0], k.X[len(k.X)-1], k.Y[0], k.Y[len(k.Y)-1]
}

// Plot fills the levels from the highest to the lowest, each over the one before,
// and draws the lines.
func (k *Contours) Plot(c vgdraw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	at := func(v gridPoint) vg.Point { return vg.Point{X: x(alongGrid(k.X, v.x)), Y: y(alongGrid(k.Y, v.y))} }
	colors := k.colors()
	for l := len(k.outlines) - 1; l >= 0; l-- {
		var area vg.Path
		for _, loop := range k.outlines[l].loops {
			for i, v := range simplify(places(loop, at), tolerance(c)) {
				if i == 0 {
					area.Move(v)
				} else {
					area.Line(v)
				}
			}
			area.Close()
		}
		c.SetColor(colors[l])
		c.Fill(area)
		for _, line := range k.outlines[l].lines {
			c.StrokeLines(Stroke(contourColor, 0.5), c.ClipLinesXY(simplify(places(line, at), tolerance(c)))...)
		}
	}
}

// contourColor is the colour of lines on the colours of levels.
var contourColor = Faded(color.White, 0.65)

func places(line []gridPoint, at func(gridPoint) vg.Point) []vg.Point {
	out := make([]vg.Point, len(line))
	for i, v := range line {
		out[i] = at(v)
	}
	return out
}

// alongGrid returns the value at a place of a grid between its points.
func alongGrid(grid []float64, at float64) float64 {
	i := min(int(at), len(grid)-2)
	return grid[i] + (grid[i+1]-grid[i])*(at-float64(i))
}

// ContourNames writes the names of levels on the lines of contours: draw them
// last, over what else there is.
type ContourNames struct{ *Contours }

// mostNames is the number of levels whose lines bear a name.
const mostNames = 5

// Plot writes the names, each where its lines are far from the border, from other
// names and from what is to be avoided.
func (k ContourNames) Plot(c vgdraw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	at := func(v gridPoint) vg.Point { return vg.Point{X: x(alongGrid(k.X, v.x)), Y: y(alongGrid(k.Y, v.y))} }
	var taken []vg.Point
	for i := range k.Avoid.X {
		taken = append(taken, vg.Point{X: x(k.Avoid.X[i]), Y: y(k.Avoid.Y[i])})
	}
	style := textStyle(nameSize, InkColor)
	style.XAlign, style.YAlign = vgdraw.XCenter, vgdraw.YCenter
	every := (len(k.Names) + mostNames - 1) / mostNames
	for l := 0; l < len(k.Names); l += max(every, 1) {
		free := vg.Rectangle{
			Min: c.Min.Add(vg.Point{X: style.Width(k.Names[l])/2 + 3, Y: nameSize}),
			Max: c.Max.Sub(vg.Point{X: style.Width(k.Names[l])/2 + 3, Y: nameSize}),
		}
		if place, ok := freest(k.outlines[l].lines, at, free, taken); ok {
			fillHaloed(c, style, place, k.Names[l])
			taken = append(taken, place)
		}
	}
}

// DataRange returns the range of the contours.
func (k ContourNames) DataRange() (xmin, xmax, ymin, ymax float64) { return k.Contours.DataRange() }

const (
	nameSize = 7.5 // points
	nameRoom = 16  // points between a name and what it keeps away from
)

// freest returns the point of lines in free that is the farthest from all points
// taken, at least nameRoom.
func freest(lines [][]gridPoint, at func(gridPoint) vg.Point, free vg.Rectangle, taken []vg.Point) (best vg.Point, ok bool) {
	farthest := vg.Length(nameRoom)
	for _, line := range lines {
		for _, v := range line {
			place := at(v)
			if place.X < free.Min.X || place.X > free.Max.X || place.Y < free.Min.Y || place.Y > free.Max.Y {
				continue
			}
			nearest := vg.Length(1000)
			for _, t := range taken {
				d := place.Sub(t)
				nearest = min(nearest, vg.Length(math.Hypot(float64(d.X), float64(d.Y))))
			}
			if nearest > farthest {
				farthest, best, ok = nearest, place, true
			}
		}
	}
	return best, ok
}

// fillHaloed writes text with a white rim, which can be read on any ground.
func fillHaloed(c vgdraw.Canvas, style vgdraw.TextStyle, at vg.Point, text string) {
	fillHaloedBy(c, style, at, text, 12)
}

// fillHaloedBy is fillHaloed with a rim of some copies of the text, for figures that have many.
func fillHaloedBy(c vgdraw.Canvas, style vgdraw.TextStyle, at vg.Point, text string, copies int) {
	const rim = 1.1
	if page := pageCanvas(c); page != nil {
		page.fillHaloed(style, at, text, rim)
		return
	}
	halo := style
	halo.Color = color.White
	for i := range copies {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(copies))
		c.FillText(halo, at.Add(vg.Point{X: vg.Length(rim * cos), Y: vg.Length(rim * sin)}), text)
	}
	c.FillText(style, at, text)
}

// levelsOf chooses up to seven round levels above 0; each separates a share of the
// values from the rest. Levels below a thousandth of the middle one would separate
// equally good values.
func levelsOf(values [][]float64) []float64 {
	var above []float64
	for _, row := range values {
		for _, v := range row {
			if finite(v) && v > 0 {
				above = append(above, v)
			}
		}
	}
	if len(above) == 0 {
		return nil
	}
	slices.SortFunc(above, cmp.Compare[float64])
	var levels []float64
	at := func(share float64) float64 { return above[int(share*float64(len(above)-1))] }
	for _, share := range []float64{0.02, 0.08, 0.2, 0.35, 0.5, 0.7, 0.9} {
		if v := at(share); v >= at(0.5)/1000 {
			levels = append(levels, roundLevel(v))
		}
	}
	return slices.Compact(levels)
}

// roundLevel returns the greatest of 1, 2 and 5 times powers of ten that is at
// most v, which is positive.
func roundLevel(v float64) float64 {
	decade := math.Pow(10, math.Floor(math.Log10(v)))
	for _, digit := range []float64{5, 2} {
		if v >= digit*decade {
			return digit * decade
		}
	}
	return decade
}
