package draw

import (
	"cmp"
	"fmt"
	"image/color"
	"reflect"
	"slices"

	stdfont "golang.org/x/image/font"
	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"
)

const (
	margin   = 8.0  // points around a figure
	panelGap = 10.0 // between panels
	partGap  = 14.0 // between the figures of a grid
)

// drawing is a figure with all that is drawn: panels, or the drawings of a grid.
type drawing struct {
	title   string
	panels  []*Panel
	parts   []drawing
	columns int
}

// PlacedPanel is a panel as it was drawn, with the ticks and the names of axes
// that had room, and the areas of its data, of the legend above it and of the bar
// of colours at its right.
type PlacedPanel struct {
	*Panel
	Data, Legend, Bar vg.Rectangle
}

// DrawOn draws the figure on any canvas, at its size, and returns where its
// panels are.
func (f *Figure) DrawOn(c vg.Canvas) (placed []PlacedPanel, err error) {
	d, err := f.compose()
	if err != nil {
		return nil, err
	}
	w, h := f.lengths()
	err = f.guard(func() (err error) {
		page := vgdraw.NewCanvas(c, w, h)
		paintGround(page)
		placed, err = d.page(page)
		return err
	})
	return placed, err
}

const (
	leastData = 8   // points, of the sides of a data area
	hair      = 0.5 // points, which rounding may take
)

func paintGround(c vgdraw.Canvas) {
	c.SetColor(color.White)
	c.Fill(c.Rectangle.Path())
}

// page draws d on a white ground, with a margin. It is an error where texts leave
// no room.
func (d drawing) page(c vgdraw.Canvas) ([]PlacedPanel, error) {
	placed := d.draw(vgdraw.Crop(c, margin, -margin, margin, -margin))
	for _, p := range placed {
		size, inside := p.Data.Size(), p.Data.Min.X >= c.Min.X && p.Data.Min.Y >= c.Min.Y && p.Data.Max.Y <= p.Legend.Min.Y+hair
		if size.X < leastData || size.Y < leastData || !inside {
			return nil, fmt.Errorf("display: Size(%.0f, %.0f) is too small: titles, legends and axes leave no room for data",
				c.Size().X/pointsPerPixel, c.Size().Y/pointsPerPixel)
		}
	}
	return placed, nil
}

// draw lays d out on c: the title, the legend, then the panels or the parts.
func (d drawing) draw(c vgdraw.Canvas) []PlacedPanel {
	if len(d.parts) > 0 {
		c.Max.Y -= drawTitle(c, d.title, gridTitleSize)
		return d.drawParts(c)
	}
	c.Max.Y -= drawTitle(c, d.title, titleSize)
	top := c.Max.Y
	c.Max.Y -= d.drawLegend(c)
	legend := vg.Rectangle{Min: vg.Point{X: c.Min.X, Y: c.Max.Y}, Max: vg.Point{X: c.Max.X, Y: top}}
	return d.drawPanels(c, legend)
}

// drawTitle writes the title at the top left and returns the height taken.
func drawTitle(c vgdraw.Canvas, title string, size vg.Length) vg.Length {
	if title == "" {
		return 0
	}
	style := textStyle(size, InkColor)
	style.Font.Weight = stdfont.WeightBold
	style.YAlign = vgdraw.YTop
	lines := wrap(title, c.Max.X-c.Min.X, style.Width)
	c.FillText(style, vg.Point{X: c.Min.X, Y: c.Max.Y + style.FontExtents().Descent}, lines)
	return style.Height(lines) + 0.4*size
}

// drawLegend writes the keys and returns the height taken.
func (d drawing) drawLegend(c vgdraw.Canvas) vg.Length {
	placed, height := placeKeys(c, d.keys())
	for _, k := range placed {
		k.draw(c)
	}
	if height > 0 {
		height += 6
	}
	return height
}

// keys lists the keys of all panels, equal ones once.
func (d drawing) keys() []Key {
	var keys []Key
	for _, p := range d.panels {
		for _, k := range p.Keys {
			if !slices.ContainsFunc(keys, func(other Key) bool { return reflect.DeepEqual(k, other) }) {
				keys = append(keys, k)
			}
		}
	}
	return keys
}

// rows returns the number of rows of n things in the drawing's columns.
func (d drawing) rows(n int) int { return (n + d.columns - 1) / d.columns }

// atBottom reports whether no panel stands below panel i.
func (d drawing) atBottom(i int) bool { return i+d.columns >= len(d.panels) }

// drawParts draws the parts of a grid, each with its title and its legend, in
// cells of one size.
func (d drawing) drawParts(c vgdraw.Canvas) []PlacedPanel {
	columns, rows := vg.Length(d.columns), vg.Length(d.rows(len(d.parts)))
	size := c.Size()
	w, h := (size.X-partGap*(columns-1))/columns, (size.Y-partGap*(rows-1))/rows
	var placed []PlacedPanel
	for i, part := range d.parts {
		cell := c
		cell.Min.X += vg.Length(i%d.columns) * (w + partGap)
		cell.Max.Y -= vg.Length(i/d.columns) * (h + partGap)
		cell.Max.X, cell.Min.Y = cell.Min.X+w, cell.Max.Y-h
		placed = append(placed, part.draw(cell)...)
	}
	return placed
}

// drawPanels draws the panels in rows, with data areas of equal size and aligned
// sides.
func (d drawing) drawPanels(c vgdraw.Canvas, legend vg.Rectangle) []PlacedPanel {
	g := newPanelGrid(c, d)
	if g.data.Y < leastHeight && d.columns == 1 && len(d.panels) > 1 {
		g = newPanelGrid(c, d.besides())
	}
	placed := make([]PlacedPanel, len(g.panels))
	for i, p := range g.panels {
		area := g.area(i)
		headed := area
		headed.Max.Y -= p.drawHeading(area)
		data := p.DataCanvas(headed).Rectangle
		if page := pageCanvas(c); page != nil {
			x, y := d.axisNames(i)
			page.openPanel(p, data, x, y, d.keys())
			p.drawOn(headed)
			page.closePanel()
		} else {
			p.drawOn(headed)
		}
		placed[i] = PlacedPanel{Panel: p, Data: data, Legend: legend, Bar: p.barArea(data)}
	}
	return placed
}

// axisNames returns the names of the axes of panel i, which may stand at the panels below and beside it.
func (d drawing) axisNames(i int) (x, y string) {
	last := i
	for last+d.columns < len(d.panels) {
		last += d.columns
	}
	x, y = cmp.Or(d.panels[i].X.Label.Text, d.panels[last].X.Label.Text), d.panels[i].Y.Label.Text
	if first := d.panels[i-i%d.columns]; y == "" && d.panels[i].Counts == first.Counts {
		y = first.Y.Label.Text
	}
	if y == "" && d.panels[i].Counts {
		y = "count"
	}
	return x, y
}

// leastHeight is the least height of a data area that has room for three labels.
const leastHeight = 36 // points

// besides arranges the panels in two columns instead of one, for a figure that is too
// low. Each of the last row then has the name of the axis below it.
func (d drawing) besides() drawing {
	d.columns = 2
	d.panels = slices.Clone(d.panels)
	last := d.panels[len(d.panels)-1]
	for i, p := range d.panels {
		if d.atBottom(i) && p.X.Label.Text == "" {
			d.panels[i] = p.copied()
			d.panels[i].X.Label.Text = last.X.Label.Text
		}
	}
	return d
}

// panelGrid settles where panels stand.
type panelGrid struct {
	drawing
	canvas      vgdraw.Canvas
	panels      []*Panel
	rims        []rim
	left, right []vg.Length // the widest rims of each column
	top, bottom []vg.Length // the highest of each row
	data        vg.Point    // the size of all data areas
}

// rim is the space that a panel needs around its data area.
type rim struct{ left, right, bottom, top vg.Length }

// newPanelGrid measures twice: what an axis has room for depends on the data
// area, and that on what the axes take.
func newPanelGrid(c vgdraw.Canvas, d drawing) *panelGrid {
	rows := d.rows(len(d.panels))
	g := &panelGrid{drawing: d, canvas: c, rims: make([]rim, len(d.panels))}
	for range d.panels {
		g.panels = append(g.panels, nil)
	}
	const axisName, numbers = 30, 40 // points, about
	g.data = vg.Point{
		X: c.Size().X/vg.Length(d.columns) - numbers,
		Y: c.Size().Y/vg.Length(rows) - axisName,
	}
	for range 2 {
		g.measure()
	}
	return g
}

// measure fits the panels to data areas of the present size, and finds the rims
// and the size that the data areas then have.
func (g *panelGrid) measure() {
	rows := g.rows(len(g.panels))
	g.left, g.right = make([]vg.Length, g.columns), make([]vg.Length, g.columns)
	g.top, g.bottom = make([]vg.Length, rows), make([]vg.Length, rows)
	for i, p := range g.drawing.panels {
		g.panels[i] = p.copied()
		g.panels[i].fit(g.data.X, g.data.Y)
		r := g.panels[i].rim(g.canvas)
		g.rims[i] = r
		column, row := i%g.columns, i/g.columns
		g.left[column], g.right[column] = max(g.left[column], r.left), max(g.right[column], r.right)
		g.top[row], g.bottom[row] = max(g.top[row], r.top), max(g.bottom[row], r.bottom)
	}
	free := g.canvas.Size()
	free.X -= panelGap*vg.Length(g.columns-1) + sum(g.left) + sum(g.right)
	free.Y -= panelGap*vg.Length(rows-1) + sum(g.top) + sum(g.bottom)
	g.data = vg.Point{X: max(1, free.X/vg.Length(g.columns)), Y: max(1, free.Y/vg.Length(rows))}
}

func sum(lengths []vg.Length) (s vg.Length) {
	for _, l := range lengths {
		s += l
	}
	return s
}

// area returns the place of panel i, with its rim.
func (g *panelGrid) area(i int) vgdraw.Canvas {
	column, row := i%g.columns, i/g.columns
	left := g.canvas.Min.X + sum(g.left[:column+1]) + sum(g.right[:column]) + vg.Length(column)*(g.data.X+panelGap)
	top := g.canvas.Max.Y - sum(g.top[:row+1]) - sum(g.bottom[:row]) - vg.Length(row)*(g.data.Y+panelGap)
	area := g.canvas
	area.Min = vg.Point{X: left - g.rims[i].left, Y: top - g.data.Y - g.rims[i].bottom}
	area.Max = vg.Point{X: left + g.data.X + g.rims[i].right, Y: top + g.rims[i].top}
	return area
}

func (p *Panel) rim(c vgdraw.Canvas) rim {
	data := p.DataCanvas(c)
	return rim{
		data.Min.X - c.Min.X, c.Max.X - data.Max.X,
		data.Min.Y - c.Min.Y, c.Max.Y - data.Max.Y + p.headingHeight(),
	}
}

// drawOn draws the plot over its grid.
func (p *Panel) drawOn(c vgdraw.Canvas) {
	if p.BackgroundColor != nil && p.BackgroundColor != color.White {
		c.SetColor(p.BackgroundColor)
		c.Fill(c.Rectangle.Path())
	}
	p.BackgroundColor = nil // or it would cover the grid
	p.drawGrid(c)
	p.Draw(c)
}

// drawGrid draws the grid of the data area.
func (p *Panel) drawGrid(c vgdraw.Canvas) {
	if page := pageCanvas(c); page != nil && page.panel != nil {
		page.panel.inGrid = true
		defer func() { page.panel.inGrid = false }()
	}
	grid{}.Plot(p.DataCanvas(c), p.Plot)
}

func headingStyle() vgdraw.TextStyle {
	style := textStyle(labelSize, InkColor)
	style.Font.Weight = stdfont.WeightBold
	style.YAlign = vgdraw.YTop
	return style
}

func (p *Panel) headingHeight() vg.Length {
	if p.Heading == "" {
		return 0
	}
	return headingStyle().Height(p.Heading) + 3
}

// drawHeading writes the heading above the data area and returns the height
// taken.
func (p *Panel) drawHeading(c vgdraw.Canvas) vg.Length {
	if p.Heading == "" {
		return 0
	}
	style, data := headingStyle(), p.DataCanvas(c)
	text := elide(p.Heading, c.Max.X-data.Min.X, style.Width)
	c.FillText(style, vg.Point{X: data.Min.X, Y: c.Max.Y + style.FontExtents().Descent}, text)
	return p.headingHeight()
}

// ShareNames leaves the names of the axes of a figure's panels to those at the
// left and at the bottom.
func ShareNames(f *Figure, panels []*Panel) {
	d := drawing{panels: panels, columns: f.columns}
	for i, p := range panels {
		if !d.atBottom(i) {
			p.X.Label.Text = ""
		}
		if i%d.columns > 0 {
			p.Y.Label.Text = ""
		}
	}
}
