package display

import "krigo/display/draw"

const (
	// smallWidth and smallHeight are the standard size of one of several panels,
	// in CSS pixels, and the least ones that can be read.
	smallWidth, smallHeight = 240, 210
	leastWidth, leastHeight = 150, 90
	mostColumnsOfPanels     = 3
)

// panelColumns returns the number of columns in which n panels stand.
func panelColumns(n int) int {
	if n == 4 {
		return 2
	}
	return max(1, min(n, mostColumnsOfPanels))
}

// sizeFor sets the standard size of a figure of n panels.
func sizeFor(f *draw.Figure, n int) {
	if n < 2 {
		return
	}
	columns := panelColumns(n)
	rows := (n + columns - 1) / columns
	draw.StandardSize(f, max(columns*smallWidth, draw.Width), rows*smallHeight+60)
}

// arrange lays up to n panels out, and returns in how many columns, and for how
// many panels a figure of this size has room.
func arrange(f *draw.Figure, n int) (columns, shown int) {
	columns, rows := draw.Room(f, leastWidth, leastHeight)
	columns = min(columns, panelColumns(n))
	draw.Columns(f, columns)
	return columns, min(n, columns*rows)
}

// shareYName leaves the name of the y axis to the panels at the left.
func shareYName(panels []*draw.Panel, columns int) {
	for i, p := range panels {
		if i%columns > 0 {
			p.Y.Label.Text = ""
		}
	}
}
