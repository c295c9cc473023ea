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
	// Values has the position in Levels of each row's level.
	Values []float64
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

// code sets the levels and their codes, and reports whether each row has one.
func (c *Category) code(x *cov.Matrix) bool {
	column, ok := c.columnOfRows(x)
	if !ok {
		return false
	}
	first, count := make([]int, len(c.Columns)), make([]int, len(c.Columns))
	for i, k := range column {
		if count[k] == 0 {
			first[k] = i
		}
		count[k]++
	}
	position := make([]float64, len(c.Columns))
	for k, j := range c.Columns {
		if count[k] == 0 {
			continue
		}
		code := make([]float64, len(c.Columns))
		for m, other := range c.Columns {
			code[m] = x.At(first[k], other)
		}
		position[k] = float64(len(c.Levels))
		c.Codes = append(c.Codes, code)
		c.Levels = append(c.Levels, strings.TrimPrefix(x.Names()[j], c.Name+"="))
		c.Rows = append(c.Rows, count[k])
	}
	c.Values = make([]float64, len(column))
	for i, k := range column {
		c.Values[i] = position[k]
	}
	return true
}

// columnOfRows returns for each row which of the columns is at its upper value, unless a row has none or several.
func (c *Category) columnOfRows(x *cov.Matrix) (column []int, ok bool) {
	column = make([]int, x.Len())
	for i := range column {
		column[i] = -1
	}
	means, _ := x.Standardisations()
	scaled := means != nil
	for k, j := range c.Columns {
		values := x.Column(j)
		if len(values) == 0 {
			return nil, false
		}
		low, high := slices.Min(values), slices.Max(values)
		if !scaled && (low != 0 || high != 1) && low != high {
			return nil, false
		}
		for i, v := range values {
			switch one := v == high && (low < high || v == 1); {
			case one && column[i] >= 0 || !one && v != low:
				return nil, false
			case one:
				column[i] = k
			}
		}
	}
	return column, !slices.Contains(column, -1)
}

// Level returns the position of the level with a code, or -1.
func (c Category) Level(code []float64) int {
	return slices.IndexFunc(c.Codes, func(known []float64) bool { return slices.Equal(known, code) })
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
