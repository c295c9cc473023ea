package draw

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/plot/vg"
)

func TestSimplifyStaysCloseToTheCurve(t *testing.T) {
	var path []vg.Point
	for i := range 1000 {
		x := float64(i) / 4
		path = append(path, vg.Point{X: vg.Length(x), Y: vg.Length(50 * math.Sin(x/20))})
	}
	short := simplify(path, 0.05)
	if len(short) > 200 || short[0] != path[0] || short[len(short)-1] != path[len(path)-1] {
		t.Fatalf("%d of %d points are left", len(short), len(path))
	}
	for _, p := range path {
		nearest := math.Inf(1)
		for i := 1; i < len(short); i++ {
			if a, b := short[i-1], short[i]; p.X >= a.X && p.X <= b.X {
				nearest = min(nearest, float64(offLine(p, a, b)))
			}
		}
		if nearest > 0.0501 {
			t.Fatalf("%v lies %g points off", p, nearest)
		}
	}
}

func TestThinKeepsTheRangeOfEveryColumn(t *testing.T) {
	src := rand.New(rand.NewPCG(9, 10))
	path := make([]vg.Point, 50_000)
	for i := range path {
		path[i] = vg.Point{X: vg.Length(i) / 1000, Y: vg.Length(src.NormFloat64())}
	}
	short := thin(path)
	if len(short) != 4*50 || short[0] != path[0] || short[len(short)-1] != path[len(path)-1] {
		t.Fatalf("%d points are left", len(short))
	}
	if before, after := columnRanges(path), columnRanges(short); before != after {
		t.Errorf("ranges were %v and are %v", before, after)
	}
}

// columnRanges returns the least and the greatest y of each column of 50.
func columnRanges(path []vg.Point) (r [50][2]vg.Length) {
	for _, p := range path {
		c := &r[int(p.X)]
		c[0], c[1] = min(c[0], p.Y), max(c[1], p.Y)
	}
	return r
}
