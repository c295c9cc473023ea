package widget

import (
	"fmt"
	"slices"
	"strings"

	"krigo/internal/words"
)

// stepped is a kind of control with a sequence of values.
type stepped interface {
	// stops returns values of the control in order, about n of them where there is a
	// choice, with the current value.
	stops(n int, now any) []any
}

func (c *FloatControl) stops(n int, now any) []any {
	var values []any
	for _, x := range spread(n, c.lo, c.hi, now.(float64), c.log) {
		values = append(values, x)
	}
	return values
}

func (s *steps) stops(n int, now any) []any {
	all := (s.hi-s.lo)/s.step + 1
	n = min(n, all)
	numbers := []int{now.(int)}
	for i := range n {
		numbers = append(numbers, s.lo+s.step*((2*i*(all-1)+n-1)/(2*(n-1))))
	}
	slices.Sort(numbers)
	var values []any
	for _, x := range slices.Compact(numbers) {
		values = append(values, x)
	}
	return values
}

func (c *ChoiceControl) stops(int, any) []any { return anys(c.options) }

func (c *BoolControl) stops(int, any) []any { return []any{false, true} }

// stopLabels returns values as they are written next to a slider.
func stopLabels(values []any) []string {
	var floats []float64
	var labels []string
	for _, v := range values {
		if x, ok := v.(float64); ok {
			floats = append(floats, x)
		}
		labels = append(labels, fmt.Sprint(v))
	}
	if len(floats) == len(values) {
		return numbers(floats...)
	}
	return labels
}

// axis is a control with the values that frames are drawn at.
type axis struct {
	c      *core
	values []any
	labels []string
	start  int // the place of the current value
}

// grid is the product of its axes. Places in it count with the last axis fastest.
type grid []axis

func newGrid(cores []*core, count int) (grid, error) {
	var g grid
	size := 1
	for _, c := range cores {
		kind, ok := c.kind.(stepped)
		if !ok {
			return nil, fmt.Errorf("%s has no values to go through: want Float, Int, Play, Choice or Bool", c.call)
		}
		if c.beside {
			return nil, fmt.Errorf("%s is Concurrent: somebody might move it while its frames are drawn", c.call)
		}
		a := axis{c: c, values: kind.stops(count, c.get())}
		a.labels = stopLabels(a.values)
		a.start = slices.Index(a.values, c.get())
		g = append(g, a)
		if size *= len(a.values); size > mostFrames {
			return nil, fmt.Errorf("more than %d frames over %s: set Count to fewer values than %d%s",
				mostFrames, g.names(), g.most(), g.fewer())
		}
	}
	return g, nil
}

func (g grid) size() int {
	n := 1
	for _, a := range g {
		n *= len(a.values)
	}
	return n
}

// start returns the place of the initial values of the controls.
func (g grid) start() int {
	i := 0
	for _, a := range g {
		i = i*len(a.values) + a.start
	}
	return i
}

// indices returns the places on the axes of a place in the grid.
func (g grid) indices(i int) []int {
	at := make([]int, len(g))
	for k := len(g) - 1; k >= 0; k-- {
		n := len(g[k].values)
		at[k], i = i%n, i/n
	}
	return at
}

// place sets the controls to a place of the grid.
func (g grid) place(i int) {
	for k, j := range g.indices(i) {
		g[k].c.place(g[k].values[j])
	}
}

// moved returns a control that has left the position that place set, or nil.
func (g grid) moved(i int) *core {
	for k, j := range g.indices(i) {
		if g[k].c.get() != g[k].values[j] {
			return g[k].c
		}
	}
	return nil
}

// at names a place of the grid.
func (g grid) at(i int) string {
	var parts []string
	for k, j := range g.indices(i) {
		parts = append(parts, g[k].c.label+" = "+g[k].labels[j])
	}
	return strings.Join(parts, ", ")
}

func (g grid) cores() []*core {
	var cores []*core
	for _, a := range g {
		cores = append(cores, a.c)
	}
	return cores
}

func (g grid) names() string {
	var names []string
	for _, a := range g {
		names = append(names, a.c.label)
	}
	return strings.Join(names, " and ")
}

// ranges names the axes with their values.
func (g grid) ranges() string {
	var parts []string
	for _, a := range g {
		last := len(a.labels) - 1
		parts = append(parts, fmt.Sprintf("%s (%s, %s to %s)", a.c.label, words.Count(last+1, "value"), a.labels[0], a.labels[last]))
	}
	return strings.Join(parts, " and ")
}

// fewer returns advice about several axes.
func (g grid) fewer() string {
	if len(g) == 1 {
		return ""
	}
	return ", name fewer to go over"
}

// most returns the largest number of values of a control.
func (g grid) most() int {
	n := 0
	for _, a := range g {
		n = max(n, len(a.values))
	}
	return n
}
