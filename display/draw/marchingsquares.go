package draw

import "math"

// gridPoint is a place on a grid, in steps from its first point.
type gridPoint struct{ x, y float64 }

// outline is the border of the area where values are below a level: closed loops, with
// the area to their left, and the lines along which the values equal the level.
type outline struct{ loops, lines [][]gridPoint }

// outlineBelow finds the area where values, linear along the sides of each cell
// of the grid, are at most level (marching squares; Wyvill, McPheeters and
// Wyvill 1986 in two dimensions). Cells with a corner that is not finite have no
// area. In a saddle the mean of the corners reports whether two corners below the
// level are joined.
func outlineBelow(values [][]float64, level float64) outline {
	m := &squares{values: values, level: level, next: map[vertex][]vertex{}, along: map[vertex]vertex{}}
	for j := range len(values) - 1 {
		for i := range len(values[j]) - 1 {
			if m.whole(i, j) {
				m.addCell(i, j)
			}
		}
	}
	return outline{loops: m.loops(), lines: m.lines()}
}

// vertex is a corner of cell (i, j), its lower left one, or the place on a side
// of the cell where the values are the level.
type vertex struct {
	i, j int
	kind int8
}

const (
	atCorner int8 = iota
	onBottom      // between (i, j) and (i+1, j)
	onLeft        // between (i, j) and (i, j+1)
)

// squares collects the edges of an area's border.
type squares struct {
	values [][]float64
	level  float64
	next   map[vertex][]vertex // all edges
	along  map[vertex]vertex   // those where the values are the level
	order  []vertex            // starts of edges, as they were found
}

// whole reports whether there is a cell (i, j) whose corners are all finite.
func (m *squares) whole(i, j int) bool {
	if i < 0 || j < 0 || j >= len(m.values)-1 || i >= len(m.values[j])-1 {
		return false
	}
	return finite(m.values[j][i], m.values[j][i+1], m.values[j+1][i], m.values[j+1][i+1])
}

// addCell adds the edges that cell (i, j) has in the border: those along the
// level, and parts of sides beyond which there is no cell.
func (m *squares) addCell(i, j int) {
	corners := [4]vertex{{i, j, atCorner}, {i + 1, j, atCorner}, {i + 1, j + 1, atCorner}, {i, j + 1, atCorner}}
	sides := [4]vertex{{i, j, onBottom}, {i + 1, j, onLeft}, {i, j + 1, onBottom}, {i, j, onLeft}}
	open := [4]bool{!m.whole(i, j-1), !m.whole(i+1, j), !m.whole(i, j+1), !m.whole(i-1, j)}
	var crossings []vertex // where the border leaves a side, and where it comes back
	for k := range 4 {
		a, b := corners[k], corners[(k+1)%4]
		inA, inB := m.inside(a), m.inside(b)
		from, to := a, b
		switch {
		case inA && !inB:
			to, crossings = sides[k], append(crossings, sides[k])
		case !inA && inB:
			from, crossings = sides[k], append(crossings, sides[k])
		}
		if open[k] && (inA || inB) {
			m.edge(from, to)
		}
	}
	if len(crossings) == 0 {
		return
	}
	// Crossings go round the cell: each one that leaves the area is joined with
	// one that comes back to it, the next one, or in a saddle with separate
	// corners the one before.
	leaves := 0
	if !m.inside(corners[0]) {
		leaves = 1
	}
	n := len(crossings)
	step := 1
	if n == 4 && !m.joined(i, j) {
		step = n - 1
	}
	for k := leaves; k < n; k += 2 {
		from, to := crossings[k], crossings[(k+step)%n]
		m.edge(from, to)
		m.along[from] = to
	}
}

func (m *squares) inside(v vertex) bool { return m.values[v.j][v.i] <= m.level }

// joined reports whether the middle of a cell is below the level.
func (m *squares) joined(i, j int) bool {
	return m.values[j][i]+m.values[j][i+1]+m.values[j+1][i]+m.values[j+1][i+1] <= 4*m.level
}

func (m *squares) edge(from, to vertex) {
	if len(m.next[from]) == 0 {
		m.order = append(m.order, from)
	}
	m.next[from] = append(m.next[from], to)
}

// loops links the edges to closed borders, and uses them up.
func (m *squares) loops() [][]gridPoint {
	var loops [][]gridPoint
	for _, start := range m.order {
		for len(m.next[start]) > 0 {
			var loop []gridPoint
			for v := start; len(m.next[v]) > 0; {
				loop = append(loop, m.place(v))
				last := len(m.next[v]) - 1
				v, m.next[v] = m.next[v][last], m.next[v][:last]
			}
			loops = append(loops, loop)
		}
	}
	return loops
}

// lines links the edges along the level.
func (m *squares) lines() [][]gridPoint {
	ends := map[vertex]bool{}
	for _, to := range m.along {
		ends[to] = true
	}
	var lines [][]gridPoint
	follow := func(start vertex) {
		line := []gridPoint{m.place(start)}
		for v := start; ; {
			to, ok := m.along[v]
			if !ok {
				break
			}
			delete(m.along, v)
			line = append(line, m.place(to))
			v = to
		}
		lines = append(lines, line)
	}
	for _, closed := range []bool{false, true} { // open lines first, from where they begin
		for _, start := range m.order {
			if _, ok := m.along[start]; ok && (closed || !ends[start]) {
				follow(start)
			}
		}
	}
	return lines
}

// place returns where a vertex is on the grid.
func (m *squares) place(v vertex) gridPoint {
	at := gridPoint{float64(v.i), float64(v.j)}
	switch v.kind {
	case onBottom:
		at.x += m.crossing(m.values[v.j][v.i], m.values[v.j][v.i+1])
	case onLeft:
		at.y += m.crossing(m.values[v.j][v.i], m.values[v.j+1][v.i])
	}
	return at
}

// crossing returns where between a and b, as a share, the values are the level.
func (m *squares) crossing(a, b float64) float64 { return (m.level - a) / (b - a) }

// refined halves the grid of values that are not negative: new ones are cubic in the
// four values around them along a line (Catmull and Rom 1974), or linear where these
// are not all finite or there. Where the curve bends much less on one side the lesser
// bend counts, and no new value is below half of its neighbours: next to a steep slope
// a cubic would undershoot all values.
func refined(values [][]float64) [][]float64 {
	rows := make([][]float64, len(values))
	for j, row := range values {
		rows[j] = refinedLine(row)
	}
	out := make([][]float64, 2*len(rows)-1)
	for j := range out {
		out[j] = make([]float64, len(rows[0]))
	}
	column := make([]float64, len(rows))
	for i := range rows[0] {
		for j := range rows {
			column[j] = rows[j][i]
		}
		for j, v := range refinedLine(column) {
			out[j][i] = v
		}
	}
	return out
}

func refinedLine(v []float64) []float64 {
	out := make([]float64, 2*len(v)-1)
	for i := range v {
		out[2*i] = v[i]
		if i == len(v)-1 {
			break
		}
		out[2*i+1] = (v[i] + v[i+1]) / 2
		if i > 0 && i+2 < len(v) && finite(v[i-1:i+3]...) {
			out[2*i+1] = max(out[2*i+1]-bend(v[i-1], v[i], v[i+1], v[i+2])/8, min(v[i], v[i+1])/2)
		}
	}
	return out
}

// bend returns the second difference between b and c.
func bend(a, b, c, d float64) float64 {
	const alike = 4 // times as much
	left, right := a-2*b+c, b-2*c+d
	lesser, greater := left, right
	if math.Abs(left) > math.Abs(right) {
		lesser, greater = right, left
	}
	switch {
	case left*right <= 0:
		return 0
	case math.Abs(greater) > alike*math.Abs(lesser):
		return lesser
	}
	return (left + right) / 2
}

// halved puts a point in the middle between those of a grid.
func halved(grid []float64) []float64 {
	out := make([]float64, 2*len(grid)-1)
	for i := range grid {
		out[2*i] = grid[i]
		if i > 0 {
			out[2*i-1] = (grid[i-1] + grid[i]) / 2
		}
	}
	return out
}
