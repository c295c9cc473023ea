package dataset_test

import (
	"testing"

	"krigo/gplib/cov"
	"krigo/gplib/dataset"
)

// The sums are those of the dates in the set coal of R's package boot 1.3-28, in the parts of the record
// before and after the drop that Raftery and Akman (1986, Biometrika 73, 85-89) place about 1890.
func TestCoalDisastersAreThoseOfTheDates(t *testing.T) {
	d := dataset.CoalDisasters()
	before, after := 0.0, 0.0
	for i, y := range d.Y {
		year := d.X.(*cov.Matrix).At(i, 0)
		if year != float64(1851+i) {
			t.Fatalf("row %d is of the year %v", i, year)
		}
		if year < 1890 {
			before += y
		} else {
			after += y
		}
	}
	if d.Len() != 112 || before != 123 || after != 68 {
		t.Errorf("%d years with %v and %v disasters, want 112 with 123 and 68", d.Len(), before, after)
	}
	quiet := d.Subset([]int{4, 8, 13}) // 1855, 1859 and 1864
	if quiet.Y[0]+quiet.Y[1]+quiet.Y[2] != 0 {
		t.Errorf("the years without a disaster have %v", quiet.Y)
	}
}
