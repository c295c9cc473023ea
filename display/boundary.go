package display

import (
	"errors"
	"fmt"
	"slices"

	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"

	"krigo/display/draw"
	"krigo/gplib"
	"krigo/gplib/cov"
)

// BoundaryFigure draws a classifier over two inputs; [Boundary] makes one.
type BoundaryFigure struct {
	draw.Options[*BoundaryFigure]
	result *gplib.Result
	over   []string
	ranges []float64
	names  []string
}

// Boundary draws the probability of the label 1 over two inputs by its contours, the
// decision boundary, where it is 1/2, and the labels of the training data. Of more inputs,
// Over chooses two, and the others are held at their medians: labels may then be on the
// wrong side because of these. Probabilities near 1/2 far from the data say that nothing is
// known there, and those near 0 and 1 far from the data that the model extrapolates.
//
//	display.Boundary(fit).Over("area", "texture").Names("benign", "malignant")
func Boundary(r *gplib.Result) *BoundaryFigure {
	f := &BoundaryFigure{result: r}
	f.Options = draw.NewOptions(f, draw.NewFigure("boundary", f.draw))
	draw.StandardSize(f.Figure, 480, 380)
	return f
}

// Over chooses the two inputs, by their names, as [ContourFigure.Over] does.
func (f *BoundaryFigure) Over(a, b string) *BoundaryFigure {
	f.over = []string{a, b}
	return f
}

// Between sets the ranges of the two inputs; the default is the data's.
func (f *BoundaryFigure) Between(xlo, xhi, ylo, yhi float64) *BoundaryFigure {
	f.ranges = []float64{xlo, xhi, ylo, yhi}
	return f
}

// Names sets the names of the labels 0 and 1 in the legend.
func (f *BoundaryFigure) Names(names ...string) *BoundaryFigure {
	f.names = names
	return f
}

func (f *BoundaryFigure) draw() ([]*draw.Panel, error) {
	p, err := f.panel()
	if err != nil {
		return nil, fmt.Errorf("display: Boundary: %w", err)
	}
	return []*draw.Panel{p}, nil
}

func (f *BoundaryFigure) panel() (*draw.Panel, error) {
	c := ContourFigure{result: f.result, over: f.over, ranges: f.ranges}
	if err := c.check(); err != nil {
		return nil, err
	}
	g, err := c.grid()
	if err != nil {
		return nil, err
	}
	q, err := f.result.Posterior.Predict(g.points)
	if err != nil {
		return nil, err
	}
	probabilities, err := probabilitiesOf(q, g.points.Len())
	if err != nil {
		return nil, err
	}
	p := g.panel("", probabilities)
	line := draw.Stroke(draw.InkColor, 1.6)
	rows := slices.Collect(slices.Chunk(probabilities, len(g.x)))
	p.Add(draw.LevelLine{X: g.x, Y: g.y, Values: rows, Level: 0.5, Style: draw.Halo(line)}, draw.LevelLine{X: g.x, Y: g.y, Values: rows, Level: 0.5, Style: line})
	p.Keys = append(p.Keys, draw.Key{Name: "probability 1/2", Line: line})
	if err := f.addLabels(p, g, probabilities); err != nil {
		return nil, err
	}
	if rest := g.rest(); rest != "" {
		p.Remark("%s", rest)
	}
	g.settle(p)
	return p, nil
}

func (f *BoundaryFigure) addLabels(p *draw.Panel, g *plane, probabilities []float64) error {
	d := f.result.Posterior.Data()
	x, err := coordinates(d.X)
	if err != nil {
		return err
	}
	q, err := f.result.Posterior.Predict(d.X)
	if err != nil {
		return err
	}
	own, err := probabilitiesOf(q, d.Len())
	if err != nil {
		return err
	}
	if len(f.names) > 2 {
		return errors.New("Names: there are two labels")
	}
	wrong := 0
	for i, v := range own {
		if (v > 0.5) != (d.Y[i] == 1) {
			wrong++
		}
	}
	index, counts := g.inside(x), [2]int{}
	for label := range counts {
		style := labelStyle(label, len(index))
		at := labelsAt(x, d.Y, g, index, float64(label))
		at.Style, counts[label] = style, len(at.X)
		p.Add(at)
		p.Keys = append(p.Keys, draw.Key{Name: nameAt(f.names, label, fmt.Sprintf("label %d", label)), Dot: &style})
	}
	lo, hi := draw.Span(probabilities)
	p.Say("The probability of the label 1 over %s and %s lies between %s and %s; %d labels 0 and %d labels 1 are in the ranges drawn. "+
		"Of all %d rows, %d are on the wrong side of the boundary", g.names[g.a], g.names[g.b], draw.Value(lo), draw.Value(hi), counts[0], counts[1], d.Len(), wrong)
	return nil
}

// labelStyle returns how n labels are drawn: differently in shape and brightness, with a rim.
func labelStyle(label, n int) vgdraw.GlyphStyle {
	style := draw.DotStyle(n, draw.InkColor)
	style.Shape, style.Radius = draw.Rimmed{}, max(style.Radius, vg.Points(1.8))
	if label == 1 {
		style.Color, style.Shape, style.Radius = draw.Color(1), draw.Diamond{}, 1.5*style.Radius
	}
	return style
}

// labelsAt returns the rows of index with a label as dots.
func labelsAt(x *cov.Matrix, y []float64, g *plane, index []int, label float64) draw.Dots {
	var at draw.Dots
	for _, i := range index {
		if y[i] == label {
			at.X, at.Y = append(at.X, x.At(i, g.a)), append(at.Y, x.At(i, g.b))
		}
	}
	return at
}
