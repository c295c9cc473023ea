package main

import (
	"bytes"
	"fmt"
	"math/rand"
)

type Cell byte

const (
	Ash  Cell = ' '
	Tree Cell = 't'
	Fire Cell = '*'
	Rock Cell = 'O'
)

type Forest struct {
	cells [][]Cell
	rng   *rand.Rand
	stats struct{ grown, burnt, lit int }
}

type Point struct{ r, c int }

func NewForest(rows, cols int, seed int64, density float64) *Forest {
	f := &Forest{rng: rand.New(rand.NewSource(seed))}
	backing := make([]Cell, rows*cols)
	for i := range backing {
		switch p := f.rng.Float64(); {
		case p < density:
			backing[i] = Tree
		case p > 0.97:
			backing[i] = Rock
		default:
			backing[i] = Ash
		}
	}
	for r := 0; r < rows; r++ {
		f.cells = append(f.cells, backing[r*cols:(r+1)*cols:(r+1)*cols])
	}
	return f
}

func (f *Forest) each(visit func(Point, Cell) bool) {
	for r, row := range f.cells {
		for c, v := range row {
			if !visit(Point{r, c}, v) {
				return
			}
		}
	}
}

func (f *Forest) at(p Point) (Cell, bool) {
	if p.r < 0 || p.r >= len(f.cells) || p.c < 0 || p.c >= len(f.cells[p.r]) {
		return 0, false
	}
	return f.cells[p.r][p.c], true
}

func (f *Forest) Step() (burning int) {
	next := map[Point]Cell{}
	f.each(func(p Point, v Cell) bool {
		switch v {
		case Fire:
			next[p] = Ash
			f.stats.burnt++
		case Tree:
			for _, d := range [...]Point{{0, 1}, {1, 0}, {0, -1}, {-1, 0}} {
				if n, ok := f.at(Point{p.r + d.r, p.c + d.c}); ok && n == Fire {
					next[p] = Fire
					burning++
					break
				}
			}
		case Ash:
			if f.rng.Intn(40) == 0 {
				next[p] = Tree
				f.stats.grown++
			}
		}
		return true
	})
	for p, v := range next {
		f.cells[p.r][p.c] = v
	}
	return
}

func (f *Forest) Light() (where Point, ok bool) {
	f.each(func(p Point, v Cell) bool {
		if v == Tree && p.r >= len(f.cells)/2 {
			f.cells[p.r][p.c] = Fire
			f.stats.lit++
			where, ok = p, true
		}
		return !ok
	})
	return
}

func (f *Forest) Dump() string {
	var b bytes.Buffer
	for _, row := range f.cells {
		fmt.Fprintf(&b, "|%s|\n", string(asBytes(row)))
	}
	return b.String()
}

func asBytes(row []Cell) (out []byte) {
	for _, c := range row {
		out = append(out, byte(c))
	}
	return
}

func main() {
	f := NewForest(8, 24, 11, 0.62)
	fmt.Print(f.Dump())
	fmt.Println(f.Light())
	for i := 1; ; i++ {
		n := f.Step()
		fmt.Printf("step %d burning %d %+v\n", i, n, f.stats)
		if n == 0 || i >= 25 {
			break
		}
	}
	fmt.Print(f.Dump())
	counts := map[Cell]int{}
	f.each(func(_ Point, v Cell) bool { counts[v]++; return true })
	fmt.Println(counts, counts[Tree]+counts[Ash]+counts[Rock]+counts[Fire] == 8*24)
	fmt.Printf("%c %q %v %T\n", Fire, Rock, Tree, Ash)
}
