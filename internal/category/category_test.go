package category_test

import (
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
	"krigo/gplib/dataset"
	"krigo/internal/category"
)

// The categories of points are those that dataset.OneHot encodes, in any units.
func TestCategoriesAreThoseOfOneHot(t *testing.T) {
	table, err := dataset.ParseCSV("sites.csv", strings.NewReader("site,temp,day=odd,n\nA,1,1,0\nB,2,0,0\nB,3,1,0\nC,4,0,0\n"))
	if err != nil {
		t.Fatal(err)
	}
	e, err := table.Encode("n", "temp", dataset.OneHot("site", "C", "B", "A", "D"), "day=odd")
	if err != nil {
		t.Fatal(err)
	}
	d, err := e.Data(table)
	if err != nil {
		t.Fatal(err)
	}
	x := d.X.(*cov.Matrix)
	scaled, err := x.Standardised([]float64{0, 1, 1, 1, 0, 0}, []float64{1, 2, 2, 2, 1, 1})
	if err != nil {
		t.Fatal(err)
	}
	for i, points := range []*cov.Matrix{x, scaled} {
		all := category.Of(points)
		if len(all) != 1 {
			t.Fatalf("points %d have the categories %v", i, all)
		}
		c := all[0]
		if c.Name != "site" || !slices.Equal(c.Columns, []int{1, 2, 3, 4}) || strings.Join(c.Levels, "") != "CBA" || !slices.Equal(c.Rows, []int{1, 2, 1}) {
			t.Errorf("points %d have %+v", i, c)
		}
		if !slices.Equal(c.Values, []float64{2, 1, 1, 0}) || c.Level(c.Codes[1]) != 1 || category.Having(all, 0) != nil || category.Having(all, 3).Name != "site" {
			t.Errorf("points %d: the rows have the levels %v", i, c.Values)
		}
	}
}

func TestColumnsThatAreNoCategory(t *testing.T) {
	for name, rows := range map[string][]float64{
		"two at once": {1, 1, 0, 1}, "none": {0, 0, 0, 1}, "numbers": {0.5, 0.5, 1, 0},
	} {
		x, err := cov.Points(mat.NewDense(2, 2, rows)).Named("a=b", "a=c")
		if err != nil {
			t.Fatal(err)
		}
		if all := category.Of(x); len(all) != 0 {
			t.Errorf("%s: %v", name, all)
		}
	}
}
