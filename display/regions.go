package display

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"

	"krigo/display/draw"
	"krigo/gplib"
	"krigo/gplib/softmax"
)

// mostRegions is the number of classes whose dots can be told apart.
const mostRegions = 8

// RegionsFigure draws a classifier of several classes over two inputs; [Regions] makes one.
type RegionsFigure struct {
	draw.Options[*RegionsFigure]
	result *gplib.Result
	over   []string
	ranges []float64
}

// Regions draws a fit of [softmax.Learner] over two inputs: the probability of the likeliest class by its contours, the
// lines between the regions of the classes, and the classes of the training data. Of more inputs, Over chooses two, and
// the others are held at their medians: rows may then be in another region because of these. A probability near 1/C far
// from the data, for C classes, says that nothing is known there, and one near 1 that the model extrapolates.
//
//	display.Regions(fit).Over("petal length", "petal width")
func Regions(r *gplib.Result) *RegionsFigure {
	f := &RegionsFigure{result: r}
	f.Options = draw.NewOptions(f, draw.NewFigure("regions", f.draw))
	draw.StandardSize(f.Figure, 480, 380)
	return f
}

// Over chooses the two inputs, by their names, as [ContourFigure.Over] does.
func (f *RegionsFigure) Over(a, b string) *RegionsFigure {
	f.over = []string{a, b}
	return f
}

// Between sets the ranges of the two inputs; the default is the data's.
func (f *RegionsFigure) Between(xlo, xhi, ylo, yhi float64) *RegionsFigure {
	f.ranges = []float64{xlo, xhi, ylo, yhi}
	return f
}

func (f *RegionsFigure) draw() ([]*draw.Panel, error) {
	p, err := f.panel()
	if err != nil {
		return nil, fmt.Errorf("display: Regions: %w", err)
	}
	return []*draw.Panel{p}, nil
}

func (f *RegionsFigure) panel() (*draw.Panel, error) {
	c := ContourFigure{result: f.result, over: f.over, ranges: f.ranges}
	if err := c.check(); err != nil {
		return nil, err
	}
	posterior, err := softmax.Of(f.result)
	if err != nil {
		return nil, err
	}
	if n := len(posterior.Classes()); n > mostRegions {
		return nil, fmt.Errorf("there are %d classes, and dots of at most %d can be told apart", n, mostRegions)
	}
	g, err := c.grid()
	if err != nil {
		return nil, err
	}
	q, err := posterior.Classify(g.points)
	if err != nil {
		return nil, err
	}
	largest := make([]float64, q.Len())
	for i := range largest {
		largest[i] = floats.Max(q.Prob.RawRowView(i))
	}
	p := g.panel("", largest)
	addBorders(p, g, q)
	if err := f.addRows(p, g, posterior, q); err != nil {
		return nil, err
	}
	if rest := g.rest(); rest != "" {
		p.Remark("%s", rest)
	}
	g.settle(p)
	return p, nil
}

// addBorders draws where each class is as likely as the likeliest other one.
func addBorders(p *draw.Panel, g *plane, q softmax.Prediction) {
	line := draw.Stroke(draw.InkColor, 1.6)
	var halos, lines []draw.LevelLine
	for c := range q.Classes {
		margins := make([]float64, q.Len())
		for i := range margins {
			others := mat.Row(nil, i, q.Prob)
			others[c] = math.Inf(-1)
			margins[i] = q.Prob.At(i, c) - floats.Max(others)
		}
		at := draw.LevelLine{X: g.x, Y: g.y, Values: slices.Collect(slices.Chunk(margins, len(g.x))), Style: draw.Halo(line)}
		halos = append(halos, at)
		at.Style = line
		lines = append(lines, at)
	}
	for _, of := range slices.Concat(halos, lines) {
		p.Add(of)
	}
	p.Keys = append(p.Keys, draw.Key{Name: "two classes as likely", Line: line})
}

// addRows draws the rows by class, and says what is drawn.
func (f *RegionsFigure) addRows(p *draw.Panel, g *plane, posterior *softmax.Posterior, q softmax.Prediction) error {
	d := posterior.Data()
	x, err := coordinates(d.X)
	if err != nil {
		return err
	}
	own, err := posterior.Classify(d.X)
	if err != nil {
		return err
	}
	wrong, shares := 0, make([]float64, len(q.Classes))
	for i, answer := range own.Answers() {
		if answer != d.Y[i] {
			wrong++
		}
	}
	for _, answer := range q.Answers() {
		shares[int(answer)] += 1 / float64(q.Len())
	}
	var parts []string
	index := g.inside(x)
	for c, name := range q.Classes {
		style := classStyle(c, len(index))
		at := labelsAt(x, d.Y, g, index, float64(c))
		at.Style = style
		p.Add(at)
		p.Keys = append(p.Keys, draw.Key{Name: name, Dot: &style})
		parts = append(parts, fmt.Sprintf("%s on %.0f %% of it, with %s", name, 100*shares[c], draw.Count(len(at.X), "row")))
	}
	p.Say("The likeliest class over the plane of %s and %s: %s. Of all %d rows, %d are of another class than the likeliest one",
		g.names[g.a], g.names[g.b], strings.Join(parts, "; "), d.Len(), wrong)
	return nil
}

// classStyle returns how n rows of a class are drawn: neighbours differ in shape and brightness.
func classStyle(c, n int) vgdraw.GlyphStyle {
	shapes := []struct {
		glyph vgdraw.GlyphDrawer
		size  vg.Length
	}{{draw.Rimmed{}, 1}, {draw.Diamond{}, 1.5}, {draw.Star{}, 1.9}, {draw.Ring{}, 1.3}}
	of := shapes[c%len(shapes)]
	style := draw.DotStyle(n, draw.InkColor)
	style.Shape, style.Radius = of.glyph, of.size*max(style.Radius, vg.Points(1.8))
	if c > 0 {
		style.Color = draw.Color(c)
	}
	return style
}
