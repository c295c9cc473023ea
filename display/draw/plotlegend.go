package draw

import (
	"reflect"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"
)

// moveLegend makes keys of the entries of the plot's legend, unless its user has moved
// it. A legend does not export its entries, so it is drawn and observed.
func (p *Panel) moveLegend() {
	legend := p.Legend
	if legend.XOffs != 0 || legend.YOffs != 0 {
		return
	}
	p.Legend = plot.NewLegend()
	style := legend.TextStyle
	watch := &legendWatch{Handler: style.Handler}
	legend.TextStyle.Handler = watch
	legend.Left, legend.Top, legend.Padding, legend.ThumbnailWidth = true, true, 0, swatchWidth
	canvas := vgdraw.Canvas{Canvas: &watch.canvas, Rectangle: vg.Rectangle{Max: vg.Point{X: swatchWidth}}}
	legend.Draw(canvas)

	height := vg.Length(0) // of every entry
	for _, e := range watch.entries {
		height = max(height, style.Rectangle(e.name).Max.Y)
	}
	first := -height - style.FontExtents().Descent
	for i, e := range watch.entries {
		key := Key{Name: e.name, sample: e.sample, sampleMiddle: first - vg.Length(i)*height + height/2}
		if !reflect.DeepEqual(style, keyStyle()) {
			key.style = &style
		}
		p.Keys = append(p.Keys, key)
	}
}

// legendWatch is the handler of a legend's texts that keeps its entries: a
// legend draws the sample of each, and then its text.
type legendWatch struct {
	text.Handler
	canvas  recorder.Canvas
	entries []legendEntry
}

type legendEntry struct {
	name   string
	sample []recorder.Action
}

// Draw keeps what was drawn since the last text.
func (w *legendWatch) Draw(_ vg.Canvas, txt string, _ text.Style, _ vg.Point) {
	entry := legendEntry{name: txt}
	for _, action := range w.canvas.Actions {
		if _, isText := action.(*recorder.FillString); !isText {
			entry.sample = append(entry.sample, action)
		}
	}
	w.canvas.Actions = nil
	w.entries = append(w.entries, entry)
}
