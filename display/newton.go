package display

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"

	"krigo/display/draw"
	"krigo/gplib/cov"
	"krigo/gplib/laplace"
)

// NewtonFigure draws a step of Newton's method to the mode of latent values; [Newton] makes one.
type NewtonFigure struct {
	draw.Options[*NewtonFigure]
	path *laplace.NewtonPath
	step int
	row  int // -1 is the one that moves furthest
}

// Newton draws step i of Newton's method to the mode of the latent values ([laplace.Newton]), for inputs on
// a line. The left panel has the latent function before and after the step, and the targets of the step
// with one standard deviation: the step is a regression on them, in which targets with long lines count
// little. The right panel has the log likelihood of one row, the parabola that takes its place about
// the row's latent value, and where the step leads. The axes are those of all steps, so that figures of
// different steps can be compared; targets outside of them are not drawn. The last step of a path is
// the mode, where f before and after are the same.
//
//	path, err := laplace.Newton(ctx, model, data)
//	display.Newton(path, 0)
func Newton(path *laplace.NewtonPath, i int) *NewtonFigure {
	f := &NewtonFigure{path: path, step: i, row: -1}
	f.Options = draw.NewOptions(f, draw.NewFigure("newton", f.draw))
	draw.StandardSize(f.Figure, 760, 320)
	return f
}

// Row sets the row, from 0, whose log likelihood is drawn. The standard is the one that moves furthest on
// the whole path.
func (f *NewtonFigure) Row(row int) *NewtonFigure {
	f.row = row
	return f
}

func (f *NewtonFigure) draw() ([]*draw.Panel, error) {
	panels, err := f.panels()
	if err != nil {
		return nil, fmt.Errorf("display: Newton: %w", err)
	}
	draw.Columns(f.Figure, 2)
	return panels, nil
}

func (f *NewtonFigure) panels() ([]*draw.Panel, error) {
	x, row, err := f.check()
	if err != nil {
		return nil, err
	}
	latent, err := f.latent(x, row)
	if err != nil {
		return nil, err
	}
	return []*draw.Panel{latent, f.likelihood(row)}, nil
}

// check returns the inputs and the row to draw.
func (f *NewtonFigure) check() (x []float64, row int, err error) {
	if f.path == nil || len(f.path.Steps) == 0 {
		return nil, 0, errors.New("the path is nil or has no steps; laplace.Newton returns one")
	}
	if last := len(f.path.Steps) - 1; f.step < 0 || f.step > last {
		return nil, 0, fmt.Errorf("there is no step %d; the path has steps 0 to %d", f.step, last)
	}
	points, ok := f.path.Data.X.(*cov.Matrix)
	if !ok || points.Dim() != 1 {
		return nil, 0, errors.New("the inputs are not on a line")
	}
	n := f.path.Data.Len()
	switch {
	case f.row >= n || f.row < -1:
		return nil, 0, fmt.Errorf("Row(%d): there are rows 0 to %d", f.row, n-1)
	case f.row == -1:
		return points.Column(0), furthest(f.path), nil
	}
	return points.Column(0), f.row, nil
}

// furthest returns the row whose latent value moves furthest on the path.
func furthest(path *laplace.NewtonPath) int {
	first, last, row := path.Steps[0].F, path.Steps[len(path.Steps)-1].F, 0
	for i := range first {
		if math.Abs(last[i]-first[i]) > math.Abs(last[row]-first[row]) {
			row = i
		}
	}
	return row
}

// bounds returns the range of f that is drawn at each step: that of the latent values of all steps, with
// room for targets.
func (f *NewtonFigure) bounds() (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, s := range f.path.Steps {
		least, most := draw.Span(s.F)
		lo, hi = min(lo, least), max(hi, most)
	}
	room := max(0.4*(hi-lo), 1e-9)
	return lo - room, hi + room
}

// styles returns those of the function before and after the step, and of targets.
func (f *NewtonFigure) styles() (before, after, target vgdraw.LineStyle) {
	return draw.Stroke(draw.InkColor, draw.LineWidth, 4, 3), draw.Stroke(draw.Color(0), draw.LineWidth), draw.Stroke(draw.Faded(draw.Color(1), 0.5), 1)
}

// marked is the style of the row of the right panel.
func (f *NewtonFigure) marked() vgdraw.GlyphStyle {
	return vgdraw.GlyphStyle{Color: draw.InkColor, Radius: vg.Points(3.4), Shape: draw.Rimmed{}}
}

func (f *NewtonFigure) latent(x []float64, row int) (*draw.Panel, error) {
	const points = 201
	p := draw.NewPanel()
	p.X.Label.Text, p.Y.Label.Text = inputNames(f.path.Data.X, 1)[0], "latent f"
	left, right := draw.Span(x)
	room := 0.04 * (right - left)
	if room == 0 {
		room = 1
	}
	grid := evenly(left-room, right+room, points)
	from, to, err := f.path.Curves(f.step, cov.Line(grid))
	if err != nil {
		return nil, err
	}
	target, deviation, err := f.path.Targets(f.step)
	if err != nil {
		return nil, err
	}
	before, after, line := f.styles()
	for i, z := range target {
		if !math.IsNaN(z) {
			p.Add(draw.Curve{X: []float64{x[i], x[i]}, Y: []float64{z - deviation[i], z + deviation[i]}, Style: line})
		}
	}
	dot := draw.DotStyle(len(target), draw.Color(1))
	ring, s := f.marked(), f.path.Steps[f.step]
	p.Add(draw.Dots{X: x, Y: target, Style: dot}.Numbered(), draw.Curve{X: grid, Y: from, Style: before}, draw.Curve{X: grid, Y: to, Style: after},
		draw.Dots{X: x[row : row+1], Y: s.F[row : row+1], Style: ring})
	p.Y.Min, p.Y.Max = f.bounds()
	p.X.Min, p.X.Max = grid[0], grid[points-1]
	p.Keys = []draw.Key{
		{Name: "f before the step", Line: before}, {Name: f.afterName(), Line: after},
		{Name: "target of a row, ± 1 sd", Dot: &dot, Line: line}, {Name: fmt.Sprintf("row %d", row), Dot: &ring},
	}
	f.say(p, target, p.Y.Min, p.Y.Max)
	return p, nil
}

// afterName names the end of the step.
func (f *NewtonFigure) afterName() string {
	if size := f.path.Steps[f.step].Size; size > 0 && size < 1 {
		return fmt.Sprintf("f after the whole step (taken: %s of it)", draw.Value(size))
	}
	return "f after it"
}

// say describes the step.
func (f *NewtonFigure) say(p *draw.Panel, target []float64, lo, hi float64) {
	s, last := f.path.Steps[f.step], len(f.path.Steps)-1
	outside, none := 0, 0
	for _, z := range target {
		switch {
		case math.IsNaN(z):
			none++
		case z < lo || z > hi:
			outside++
		}
	}
	least, greatest := draw.Span(s.F)
	text := fmt.Sprintf("Step %d of %d of Newton's method, where f at %s is between %s and %s and the objective %s", f.step, last,
		draw.Count(len(target), "row"), draw.Value(least), draw.Value(greatest), draw.Value(s.Psi))
	if f.step == last {
		text += "; this is the mode"
	} else {
		text += fmt.Sprintf("; it moves f by up to %s", draw.Value(s.Move()))
	}
	if size := s.Size; size > 0 && size < 1 {
		text += fmt.Sprintf(", which is %s of the whole step", draw.Value(size))
	}
	if outside > 0 {
		text += fmt.Sprintf("; %s outside of the picture", draw.Count(outside, "target"))
	}
	if none > 0 {
		text += fmt.Sprintf("; %s without a target", draw.Count(none, "row"))
	}
	p.Say("%s", text)
}

// likelihood draws the log likelihood of a row and its parabola.
func (f *NewtonFigure) likelihood(row int) *draw.Panel {
	const points = 201
	p := draw.NewPanel()
	s, y := f.path.Steps[f.step], f.path.Data.Y[row]
	p.X.Label.Text, p.Y.Label.Text = fmt.Sprintf("f of row %d", row), fmt.Sprintf("log p(%s = %s | f)", targetName(f.path.Data), draw.Value(y))
	lo, hi := f.bounds()
	at, log, parabola := evenly(lo, hi, points), make([]float64, points), make([]float64, points)
	value := f.path.Model.Lik.Log(y, s.F[row]).Value
	quadratic := func(g float64) float64 {
		d := g - s.F[row]
		return value + s.Slope[row]*d - s.Weight[row]*d*d/2
	}
	for i, g := range at {
		log[i], parabola[i] = f.path.Model.Lik.Log(y, g).Value, quadratic(g)
	}
	curve, line := draw.Stroke(draw.MutedColor, draw.LineWidth), draw.Stroke(draw.Color(1), draw.LineWidth, 4, 3)
	ring, end := f.marked(), vgdraw.GlyphStyle{Color: draw.Color(0), Radius: vg.Points(3.4), Shape: draw.Rimmed{}}
	to := s.To[row]
	p.Add(draw.Curve{X: at, Y: log, Style: curve}, draw.Curve{X: at, Y: parabola, Style: line},
		draw.Dots{X: []float64{to}, Y: []float64{quadratic(to)}, Style: end}, draw.Dots{X: []float64{s.F[row]}, Y: []float64{value}, Style: ring})
	least, most := draw.Span(log)
	room := max(0.25*(most-least), 1e-9)
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = lo, hi, least-room, most+room
	p.Keys = []draw.Key{{Name: "log likelihood of the row", Line: curve}, {Name: "its parabola", Line: line}, {Name: "where the step leads", Dot: &end}}
	p.Say("Row %d has the observation %s and goes from f = %s to %s; its parabola has the slope %s and the curvature %s there", row, draw.Value(y),
		draw.Value(s.F[row]), draw.Value(to), draw.Value(s.Slope[row]), draw.Value(-s.Weight[row]))
	return p
}
