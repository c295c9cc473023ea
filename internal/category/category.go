// Package category finds the columns of 0 and 1 that dataset.OneHot has made of a category.
package category

import (
	"slices"
	"strings"

	"krigo/gplib/cov"
)

// Category is a category and its columns.
type Category struct {
	Name string
	// Columns are the positions of its columns.
	Columns []int
	// Levels are those that rows have, and Codes the values of the columns for each.
	Levels []string
	Codes  [][]float64
	// Rows is the number of rows of each level.
	Rows []int
}

// Of returns the categories of points, in the order of their first columns: columns that are named
// "category=level", where each row has exactly one at its upper value. Standardised points have them, too.
func Of(x *cov.Matrix) []Category {
	var found []Category
	for j, name := range x.Names() {
		category, _, ok := strings.Cut(name, "=")
		if !ok {
			continue
		}
		k := slices.IndexFunc(found, func(c Category) bool { return c.Name == category })
		if k < 0 {
			k, found = len(found), append(found, Category{Name: category})
		}
		found[k].Columns = append(found[k].Columns, j)
	}
	var all []Category
	for _, c := range found {
		if len(c.Columns) > 1 && c.code(x) {
			all = append(all, c)
		}
	}
	return all
}

// code sets the codes, and reports whether each row has one.
func (c *Category) code(x *cov.Matrix) bool {
	low, level := make([]float64, len(c.Columns)), make([]int, x.Len())
	for i := range level {
		level[i] = -1
	}
	means, _ := x.Standardisations()
	scaled := means != nil
	for k, j := range c.Columns {
		column := x.Column(j)
		if len(column) == 0 {
			return false
		}
		high := slices.Max(column)
		low[k] = slices.Min(column)
		if !scaled && (low[k] != 0 || high != 1) && low[k] != high {
			return false
		}
		for i, v := range column {
			switch one := v == high && (low[k] < high || v == 1); {
			case one && level[i] >= 0 || !one && v != low[k]:
				return false
			case one:
				level[i] = k
			}
		}
	}
	if slices.Contains(level, -1) {
		return false
	}
	for k, j := range c.Columns {
		if i := slices.Index(level, k); i >= 0 {
			code := make([]float64, len(c.Columns))
			for m, other := range c.Columns {
				code[m] = x.At(i, other)
			}
			c.Codes = append(c.Codes, code)
			c.Levels = append(c.Levels, strings.TrimPrefix(x.Names()[j], c.Name+"="))
			c.Rows = append(c.Rows, count(level, k))
		}
	}
	return true
}

func count(values []int, v int) int {
	n := 0
	for _, w := range values {
		if v == w {
			n++
		}
	}
	return n
}

// Level returns the position of the level with a code, or -1.
func (c Category) Level(code []float64) int {
	return slices.IndexFunc(c.Codes, func(known []float64) bool { return slices.Equal(known, code) })
}

// LevelOf returns the position of the level of a row of the points.
func (c Category) LevelOf(x *cov.Matrix, row int) int {
	code := make([]float64, len(c.Columns))
	for k, j := range c.Columns {
		code[k] = x.At(row, j)
	}
	return c.Level(code)
}

// Least returns the value that column k of the category has at the other levels.
func (c Category) Least(k int) float64 {
	least := c.Codes[0][k]
	for _, code := range c.Codes {
		least = min(least, code[k])
	}
	return least
}

// Having returns the category that a column belongs to, or nil.
func Having(all []Category, column int) *Category {
	for i := range all {
		if slices.Contains(all[i].Columns, column) {
			return &all[i]
		}
	}
	return nil
}
