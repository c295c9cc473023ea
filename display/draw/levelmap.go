package draw

import (
	"image/color"
	"math"
	"slices"

	"krigo/display/internal/format"
)

// levelFineness is the number of rectangles that stand for the distance of two
// values of a grid.
const levelFineness = 4

// AddLevels fills the area between values of what is named on a grid by their
// distance from the least: a colour for each level, dark to light, values[j][i]
// standing at (x_i, y_j). A rectangle is as dark as the value between its
// neighbours (bilinear). Values that are not finite are left white. Grids have
// at least two points, at equal distances.
func (p *Panel) AddLevels(name string, x, y []float64, values [][]float64) {
	least, _ := Span(slices.Concat(values...))
	levels := levelsOf(values, least)
	colors := Viridis(len(levels) + 1).Colors()
	layers := make([]*Rectangles, len(colors))
	for l := range layers {
		layers[l] = &Rectangles{Color: colors[l]}
	}
	wide, high := (len(x)-1)*levelFineness, (len(y)-1)*levelFineness
	for j := range high {
		y0, y1 := borderAt(y, j, high), borderAt(y, j+1, high)
		for i := 0; i < wide; {
			level := levelAt(levels, values, i, j, least)
			from := i
			for i < wide && levelAt(levels, values, i, j, least) == level {
				i++
			}
			if level >= 0 {
				layers[level].Append(borderAt(x, from, wide), borderAt(x, i, wide), y0, y1)
			}
		}
	}
	for l, layer := range layers {
		if len(layer.x0) > 0 {
			p.Add(layer)
		}
		p.Keys = append(p.Keys, Key{Name: levelName(name, levels, l), Areas: []color.Color{layer.Color}})
	}
}

// borderAt is the place of border i between n equal parts of the grid.
func borderAt(grid []float64, i, n int) float64 {
	return grid[0] + (grid[len(grid)-1]-grid[0])*float64(i)/float64(n)
}

// levelAt is the level of the rectangle in column i and row j, -1 where it has no
// value.
func levelAt(levels []float64, values [][]float64, i, j int, least float64) int {
	u := (float64(i) + 0.5) / levelFineness
	v := (float64(j) + 0.5) / levelFineness
	a, b := int(u), int(v)
	s, t := u-float64(a), v-float64(b)
	at := (1-t)*((1-s)*values[b][a]+s*values[b][a+1]) + t*((1-s)*values[b+1][a]+s*values[b+1][a+1])
	if !finite(at) {
		return -1
	}
	level, _ := slices.BinarySearch(levels, at-least)
	return level
}

// levelsOf chooses up to seven round distances from the least value, each of
// which parts a share of the grid from the rest.
func levelsOf(values [][]float64, least float64) []float64 {
	var gaps []float64
	for _, row := range values {
		for _, v := range row {
			if finite(v) && v > least {
				gaps = append(gaps, v-least)
			}
		}
	}
	if len(gaps) == 0 {
		return nil
	}
	slices.Sort(gaps)
	var levels []float64
	for _, share := range []float64{0.02, 0.08, 0.2, 0.35, 0.5, 0.7, 0.9} {
		levels = append(levels, roundLevel(gaps[int(share*float64(len(gaps)-1))]))
	}
	return slices.Compact(levels)
}

// roundLevel is the greatest of 1, 2 and 5 times powers of ten that is at
// most v, which is positive.
func roundLevel(v float64) float64 {
	decade := math.Pow(10, math.Floor(math.Log10(v)))
	for _, digit := range []float64{5, 2} {
		if v >= digit*decade {
			return digit * decade
		}
	}
	return decade
}

// levelName tells what values the level has.
func levelName(name string, levels []float64, l int) string {
	switch {
	case len(levels) == 0:
		return name
	case l == 0:
		return name + " − best ≤ " + format.Number(levels[0], format.TableDigits)
	case l == len(levels):
		return "more"
	}
	return "≤ " + format.Number(levels[l], format.TableDigits)
}
