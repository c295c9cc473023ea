package draw

import (
	"math"
	"slices"
	"testing"
)

// gridOf returns f on a grid of n points a side over [-1, 1]².
func gridOf(n int, f func(x, y float64) float64) [][]float64 {
	values := make([][]float64, n)
	at := func(i int) float64 { return 2*float64(i)/float64(n-1) - 1 }
	for j := range values {
		for i := range n {
			values[j] = append(values[j], f(at(i), at(j)))
		}
	}
	return values
}

// area returns the area that loops enclose, in steps of the grid squared (the shoelace
// formula).
func area(loops [][]gridPoint) float64 {
	sum := 0.0
	for _, loop := range loops {
		for i, a := range loop {
			b := loop[(i+1)%len(loop)]
			sum += (a.x*b.y - b.x*a.y) / 2
		}
	}
	return sum
}

func TestTheAreaBelowALevelIsThatOfTheCircle(t *testing.T) {
	const n, r = 201, 0.7
	values := gridOf(n, func(x, y float64) float64 { return x*x + y*y })
	step := 2.0 / (n - 1)
	below := outlineBelow(values, r*r)
	if got, want := area(below.loops)*step*step, math.Pi*r*r; math.Abs(got-want) > 1e-3*want {
		t.Errorf("the area is %v, want %v", got, want)
	}
	if len(below.loops) != 1 || len(below.lines) != 1 {
		t.Errorf("%d loops and %d lines, want one of each", len(below.loops), len(below.lines))
	}
	for _, v := range below.lines[0] {
		if got := math.Hypot(v.x*step-1, v.y*step-1); math.Abs(got-r) > 1e-4 {
			t.Fatalf("a point of the line has the distance %v, want %v", got, r)
		}
	}
}

func TestAHoleIsLeftOut(t *testing.T) {
	const n = 101
	values := gridOf(n, func(x, y float64) float64 { return math.Abs(math.Hypot(x, y) - 0.6) })
	step := 2.0 / (n - 1)
	below := outlineBelow(values, 0.2)
	if got, want := area(below.loops)*step*step, math.Pi*(0.8*0.8-0.4*0.4); math.Abs(got-want) > 5e-3*want || len(below.loops) != 2 {
		t.Errorf("%d loops with the area %v, want 2 with %v", len(below.loops), got, want)
	}
}

func TestEveryCellIsBelowInfinityUnlessACornerIsMissing(t *testing.T) {
	values := gridOf(5, func(x, y float64) float64 { return x + y })
	values[2][3] = math.NaN()
	if got := area(outlineBelow(values, math.Inf(1)).loops); got != 16-4 {
		t.Errorf("the area is %v cells, want 12", got)
	}
}

// In a cell with two opposite corners below the level the area depends on the
// middle; the sum of the area below and of that of the negative values is the cell.
func TestSaddlesAreJoinedWhereTheirMiddleIsBelow(t *testing.T) {
	for _, c := range []struct {
		level, loops float64
	}{{0.6, 1}, {0.4, 2}} {
		values := [][]float64{{0, 1}, {1, 0}}
		below := outlineBelow(values, c.level)
		if len(below.loops) != int(c.loops) || len(below.lines) != 2 {
			t.Errorf("level %v: %d loops and %d lines", c.level, len(below.loops), len(below.lines))
		}
		corner := (1 - c.level) * (1 - c.level) / 2
		want := 1 - 2*corner
		if c.loops == 2 {
			want = c.level * c.level
		}
		if got := area(below.loops); math.Abs(got-want) > 1e-12 {
			t.Errorf("level %v: the area is %v, want %v", c.level, got, want)
		}
	}
}

func TestARefinedGridKeepsParabolasAndHoles(t *testing.T) {
	bowl := func(x, y float64) float64 { return 1 + x*x - x*y + 2*y*y }
	coarse, fine := gridOf(9, bowl), gridOf(17, bowl)
	coarse[4][4] = math.NaN()
	for j, row := range refined(coarse) {
		for i, v := range row {
			near := max(abs(i-8), abs(j-8)) <= 3 // a value about the hole
			border := min(i, j, 16-i, 16-j) <= 1
			if !near && !border && math.Abs(v-fine[j][i]) > 1e-12 {
				t.Errorf("(%d, %d) is %v, want %v", i, j, v, fine[j][i])
			}
		}
	}
	if v := refined(coarse)[8][8]; !math.IsNaN(v) {
		t.Errorf("the hole has the value %v", v)
	}
}

// A cubic through these values would be negative between them.
func TestARefinedGridDoesNotDipBesideASlope(t *testing.T) {
	for _, line := range [][]float64{{2000, 10, 8, 1}, {2000, 10, 10, 2000}, {5, 4, 2000, 3000}} {
		least := min(line[1], line[2])
		if v := refinedLine(line)[3]; v < least/2 || v > 1.01*max(line[1], line[2]) {
			t.Errorf("between %v stands %v", line, v)
		}
	}
}

func TestLevelsLeaveOutWhatIsEqualToTheBest(t *testing.T) {
	values := gridOf(21, func(x, y float64) float64 { return 1e-9*math.Abs(y) + math.Pow(max(0, math.Abs(x)-0.3), 2) })
	if levels := levelsOf(values); len(levels) < 2 || levels[0] < 1e-5 {
		t.Errorf("levels %v", levels)
	}
}

func abs(i int) int { return max(i, -i) }

func TestLevelsAreRoundAndAscend(t *testing.T) {
	levels := levelsOf(gridOf(21, func(x, y float64) float64 { return 100 * (x*x + y*y) }))
	if len(levels) < 3 || !slices.IsSorted(levels) {
		t.Errorf("levels %v", levels)
	}
	for _, c := range []struct{ v, want float64 }{{1, 1}, {1.99, 1}, {2.5, 2}, {70, 50}, {0.003, 0.002}} {
		if got := roundLevel(c.v); math.Abs(got-c.want) > 1e-12*c.want {
			t.Errorf("roundLevel(%v) = %v, want %v", c.v, got, c.want)
		}
	}
}
