package static

import (
	"testing"

	"krigo/cell"
)

// session runs cells through Check and Commit only.
func session(t *testing.T, cells ...string) *Session {
	t.Helper()
	s := New(world)
	for _, c := range cells {
		p, faults := s.Check(cell.Cell{Label: "cell 1", Source: c})
		if len(faults) > 0 {
			t.Fatal(faults)
		}
		s.Commit(p)
	}
	return s
}

const declarations = `type Point struct{ X, Y float64 }

// Norm is the distance from the origin.
func (p *Point) Norm() float64 { return math.Hypot(p.X, p.Y) }
p := &Point{3, 4}
m := mat.NewDense(2, 2, nil)
const limit = 10
func scale(by float64, p Point) Point { return Point{by * p.X, by * p.Y} }`
