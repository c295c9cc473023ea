package display

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/plot"

	"krigo/display/draw"
	"krigo/display/internal/format"
	"krigo/gplib"
)

// PairsFigure draws pairs of columns of data against one another.
type PairsFigure struct {
	draw.Options[*PairsFigure]
	data   gplib.Data
	chosen []string
}

const (
	// mostColumns is the number of columns that are drawn.
	mostColumns = 6
	// pairSide is the standard side of a panel.
	pairSide = 140
	// leastPair is the side below which a panel cannot be read.
	leastPair = 90
)

// Pairs draws a panel for each pair of columns of data, inputs and observations, with
// their correlation, and a histogram of each: it shows which inputs are correlated and
// which values are outliers. It shows six columns at most; Columns chooses them.
func Pairs(d gplib.Data) *PairsFigure {
	f := &PairsFigure{data: d}
	f.Options = draw.NewOptions(f, draw.NewFigure("pairs", f.draw))
	if x, err := coordinates(d.X); err == nil {
		f.arrange(x.Dim() + 1)
	}
	return f
}

func (f *PairsFigure) arrange(columns int) {
	n := min(columns, mostColumns)
	draw.StandardSize(f.Figure, max(n*pairSide+60, 400), max(n*pairSide+40, 380))
}

// Columns chooses up to six columns by the names of inputs and observations, in
// their order; the standard is the first five inputs and the observations.
func (f *PairsFigure) Columns(names ...string) *PairsFigure {
	f.chosen = names
	f.arrange(len(names))
	return f
}

// column is one of the data's columns.
type column struct {
	name   string
	values []float64
}

func (f *PairsFigure) draw() ([]*draw.Panel, error) {
	all, err := columnsOf(f.data)
	if err != nil {
		return nil, fmt.Errorf("display: Pairs: %w", err)
	}
	columns, err := f.choose(all)
	if err != nil {
		return nil, err
	}
	wide, high := draw.Room(f.Figure, leastPair, leastPair)
	shown := columns[:min(len(columns), max(2, min(wide, high)))]
	panels := pairPanels(shown)
	draw.Columns(f.Figure, len(shown))
	if min(wide, high) < 2 {
		panels = panels[2:3] // below the diagonal
		draw.Columns(f.Figure, 1)
	}
	if n := len(all); len(shown) < n && (f.chosen == nil || len(shown) < len(f.chosen)) {
		panels[0].Remark("%d of %d columns", len(shown), n)
	}
	sayPairs(panels, shown, f.data.Len())
	return panels, nil
}

// pairPanels returns the panels of all pairs, by rows.
func pairPanels(columns []column) []*draw.Panel {
	var panels []*draw.Panel
	for row := range columns {
		for c := range columns {
			panels = append(panels, pairPanel(columns, row, c))
		}
	}
	return panels
}

// columnsOf returns the inputs and then the observations.
func columnsOf(d gplib.Data) ([]column, error) {
	if err := d.Check(); err != nil {
		return nil, err
	}
	x, err := coordinates(d.X)
	if err != nil {
		return nil, err
	}
	var columns []column
	for k, name := range inputNames(x, x.Dim()) {
		columns = append(columns, column{name, x.Column(k)})
	}
	return append(columns, column{targetName(d), d.Y}), nil
}

func (f *PairsFigure) choose(all []column) ([]column, error) {
	if f.chosen == nil {
		if len(all) <= mostColumns {
			return all, nil
		}
		return append(all[:mostColumns-1:mostColumns-1], all[len(all)-1]), nil
	}
	if n := len(f.chosen); n < 2 || n > mostColumns {
		return nil, fmt.Errorf("display: Pairs: Columns names %d columns, want 2 to %d", n, mostColumns)
	}
	var columns []column
	for _, name := range f.chosen {
		found := false
		for _, c := range all {
			if c.name == name && !found {
				columns, found = append(columns, c), true
			}
		}
		if !found {
			return nil, fmt.Errorf("display: Pairs: there is no column %q; available: %s", name, namesOf(all))
		}
	}
	return columns, nil
}

func namesOf(columns []column) string {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = fmt.Sprintf("%q", c.name)
	}
	return strings.Join(names, ", ")
}

// pairPanel draws column c against column row: a histogram where they are the
// same, the points and their correlation below, and nothing above.
func pairPanel(columns []column, row, c int) *draw.Panel {
	p := draw.NewPanel()
	x, y := columns[c], columns[row]
	switch {
	case row == c:
		p.Heading, p.Counts = x.name, true
		binsOf(x.values, 0).addBars(p, x.values, 0, 1, draw.Faded(draw.Color(0), 0.75))
		draw.LeaveHeadroom(&p.Y)
	case row > c:
		p.Heading = correlationText(x.values, y.values)
		p.Add(draw.Dots{X: x.values, Y: y.values, Style: draw.DotStyle(4*len(x.values), draw.InkColor)}.Numbered())
		draw.Widen(&p.Y)
	default:
		p.HideAxes()
		return p
	}
	p.X.Tick.Marker, p.Y.Tick.Marker = fewTicks, fewTicks
	b := binsOf(x.values, 0)
	p.X.Min, p.X.Max = b.lo, b.lo+b.width*float64(b.n)
	draw.Widen(&p.X)
	if row == len(columns)-1 {
		p.X.Label.Text = x.name
	} else {
		unlabelled(&p.X)
	}
	switch {
	case row == c:
		unlabelled(&p.Y)
	case c == 0:
		p.Y.Label.Text = y.name
	default:
		unlabelled(&p.Y)
	}
	return p
}

// fewTicks are the ticks of a small panel.
var fewTicks = draw.Ticks{Count: 3}

// unlabelled leaves the grid at the marks of an axis and takes their labels.
func unlabelled(a *plot.Axis) { a.Tick.Marker = draw.Unlabelled{Ticker: fewTicks} }

func correlationText(x, y []float64) string {
	r := math.Round(100*stat.Correlation(x, y, nil))/100 + 0 // no negative 0
	if math.IsNaN(r) {
		return "constant"
	}
	return "r = " + format.TrueMinus(fmt.Sprintf("%.2f", r))
}

// sayPairs gives the strongest correlation to the description of the first panel, and
// nothing to the others.
func sayPairs(panels []*draw.Panel, columns []column, n int) {
	names := make([]string, len(columns))
	strongest, said := 0.0, "no two of them are correlated"
	for i, a := range columns {
		names[i] = a.name
		for _, b := range columns[:i] {
			if r := stat.Correlation(a.values, b.values, nil); math.Abs(r) > strongest {
				strongest = math.Abs(r)
				said = fmt.Sprintf("the strongest correlation, %s, is that of %s and %s", draw.Value(r), b.name, a.name)
			}
		}
	}
	panels[0].Say("%s of %s against one another: %s", draw.Count(n, "row"), draw.List(names), said)
	for _, p := range panels[1:] {
		p.Silence()
	}
}
