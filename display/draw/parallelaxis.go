package draw

import (
	"cmp"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"
)

// ParallelAxis is a vertical axis inside a panel of parallel coordinates, whose own axes are hidden by
// [Panel.HideAxes]: it is at a whole number of the panel's horizontal axis, and goes from 0 to 1 of the vertical one.
// Labels are at its left and its name is above it; both are cut where they would reach the next axis. The panel has
// to leave [ParallelHead] above 1.
type ParallelAxis struct {
	At   float64
	Name string
	// Scale has the range and the ticks; its values are at their share of the range.
	Scale plot.Axis
}

// HideAxes removes the panel's own axes and their grid.
func (p *Panel) HideAxes() {
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.Tick.Marker = plot.ConstantTicks{}
		a.Tick.Length, a.LineStyle.Width, a.Padding = 0, 0, 0
	}
}

// ParallelHead is the height of the name of a [ParallelAxis] above it, in CSS pixels.
const ParallelHead = 24

// DataRange returns the place of the axis with its labels.
func (a ParallelAxis) DataRange() (xmin, xmax, ymin, ymax float64) {
	return a.At - 0.5, a.At + 0.5, -0.04, 1
}

// Norm returns the height at which a value is drawn.
func (a ParallelAxis) Norm(v float64) float64 { return (v - a.Scale.Min) / (a.Scale.Max - a.Scale.Min) }

// Plot draws the axis.
func (a ParallelAxis) Plot(c vgdraw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	at, low, high := x(a.At), y(0), y(1)
	cell := x(a.At+1) - at
	line := Stroke(MutedColor, 1)
	c.StrokeLine2(line, at, low, at, high)
	labels := textStyle(tickSize, MutedColor)
	labels.XAlign, labels.YAlign = vgdraw.XRight, vgdraw.YCenter
	const mark, gap, rims = 3, 2, 6
	for _, t := range a.ticks(high - low) {
		height := low + (high-low)*vg.Length(a.Norm(t.Value))
		c.StrokeLine2(line, at-mark, height, at, height)
		fillHaloedBy(c, labels, vg.Point{X: at - mark - gap, Y: height + opticalShift}, elide(flat(t.Label), cell/2-mark-2*gap, labels.Width), rims)
	}
	name := textStyle(tickSize, InkColor)
	name.XAlign, name.YAlign = vgdraw.XCenter, vgdraw.YBottom
	fillHaloedBy(c, name, vg.Point{X: at, Y: high + 0.9*tickSize}, elide(a.Name, cell-2*gap, name.Width), rims)
}

// flat writes a power of ten without raised digits: the rims of a number and of its exponent would cover each other.
func flat(label string) string {
	at := strings.IndexFunc(label, func(r rune) bool { return superscripts[r] != 0 })
	if at < 0 {
		return label
	}
	power := strings.Map(func(r rune) rune { return superscripts[r] }, label[at:])
	mantissa := cmp.Or(strings.TrimSuffix(strings.TrimSuffix(label[:at], "10"), "×"), "1")
	switch {
	case power == "0":
		return mantissa
	case power == "1" && mantissa == "1":
		return "10"
	}
	return mantissa + "e" + power
}

// ticks returns the marks for which an axis of a length has room.
func (a ParallelAxis) ticks(length vg.Length) []plot.Tick {
	scale := a.Scale
	scale.Scale = plot.LinearScale{}
	return labelledIn(&scale, thinned(&scale, length, func(plot.Tick) vg.Length { return tickSize * 1.2 }))
}
