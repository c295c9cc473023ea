package draw

import (
	"bytes"
	"fmt"
	"html"
	"os"
	"slices"

	"gonum.org/v1/plot"
	vgdraw "gonum.org/v1/plot/vg/draw"

	"krigo/cell"
)

// pageWanted reports whether figures are shown on krigo's pages.
func pageWanted() bool { return os.Getenv(cell.FigureVariable) == "1" }

// A page shows the narrow drawing where the text of the wide one would be less than 10 pixels high.
const (
	narrowWidth = 340       // CSS pixels
	mostOfPage  = 100 << 10 // bytes: a larger drawing is left out
)

// pageWidths are the widths, in CSS pixels, that figure.css has a rule for.
var pageWidths = []int{400, 480, 560, 640, 720, 800, 960, 1120, 1280}

// page returns the figure as HTML for krigo's pages: SVG with text, whose colours are variables of
// the page's style, at the figure's width and, where that is more, at the width of a telephone with
// the panels in one column. It is empty where the drawing would be large.
func (f *Figure) page(d drawing) ([]byte, error) {
	wide, err := f.themedSVG(d, false)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	i, _ := slices.BinarySearch(pageWidths, f.width+1)
	step := ""
	if narrow, ok := f.narrow(d); ok && i > 0 {
		step = fmt.Sprintf(" below-%d", pageWidths[i-1])
		wide = append(wide, narrow...)
	}
	fmt.Fprintf(&b, "<div class=\"figure%s\" role=\"img\" aria-label=\"%s\">\n%s</div>\n", step, html.EscapeString(f.said()), wide)
	if b.Len() > mostOfPage {
		return nil, nil
	}
	return b.Bytes(), nil
}

// said returns what a screen reader says of the figure.
func (f *Figure) said() string {
	if f.title == "" {
		return f.Alt()
	}
	return f.title + ": " + f.Alt()
}

// narrow draws the panels or parts below one another. It reports whether there is room.
func (f *Figure) narrow(d drawing) ([]byte, bool) {
	if f.width <= narrowWidth {
		return nil, false
	}
	narrow := *f
	narrow.width = narrowWidth
	narrow.height = min(MostSide, d.stackedHeight(f.width, f.height))
	svg, err := narrow.themedSVG(d.stacked(), true)
	return svg, err == nil
}

// leastPanel is the height of a panel of a narrow drawing, at least, in CSS pixels.
const leastPanel = 240

// stackedHeight returns the height of a narrow drawing of what is width by height pixels: each panel
// keeps its proportions, between those of a square and a minimum.
func (d drawing) stackedHeight(width, height int) int {
	n := max(len(d.panels), len(d.parts))
	columns := min(d.columns, n)
	each := height / d.rows(n)
	n = max(len(shown(d.panels)), len(d.parts))
	scaled := each * narrowWidth * columns / width
	each = min(max(scaled, min(leastPanel, each)), max(narrowWidth, scaled))
	total := each * n
	for _, part := range d.parts {
		if len(part.panels) > 1 {
			total += max(0, part.stackedHeight(width/columns, each)-each)
		}
	}
	return total
}

// shown leaves out panels that only keep a place free.
func shown(panels []*Panel) []*Panel {
	return slices.DeleteFunc(slices.Clone(panels), func(p *Panel) bool { return len(plottersOf(p.Plot)) == 0 && len(p.Keys) == 0 })
}

// stacked arranges a drawing in one column. A panel whose axes had their names at the panels beside and
// below it has them itself.
func (d drawing) stacked() drawing {
	s := d
	s.columns = 1
	s.panels = slices.Clone(d.panels)
	for i, p := range d.panels {
		q := p.copied()
		if d.columns > 1 {
			q.X.Label.Text, q.Y.Label.Text = d.axisNames(i)
		}
		for _, a := range []*plot.Axis{&q.X, &q.Y} {
			if u, ok := a.Tick.Marker.(Unlabelled); ok {
				a.Tick.Marker = u.Ticker
			}
		}
		s.panels[i] = q
	}
	s.panels = shown(s.panels)
	s.parts = slices.Clone(d.parts)
	for i, part := range d.parts {
		s.parts[i] = part.stacked()
	}
	return s
}

func (f *Figure) themedSVG(d drawing, narrow bool) ([]byte, error) {
	w, h := f.lengths()
	canvas := newPageSVG(w, h)
	canvas.narrow = narrow
	if _, err := d.page(vgdraw.NewCanvas(canvas, w, h)); err != nil {
		return nil, err
	}
	return contents(canvas)
}
