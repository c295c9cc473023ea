package gplib_test

import (
	"reflect"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
)

func TestSitesJoinRowsWithTheSameInputs(t *testing.T) {
	x, err := cov.Rows([][]float64{{1, 2}, {2, 1}, {1, 2}, {1, 2}, {3, 3}, {2, 1}})
	if err != nil {
		t.Fatal(err)
	}
	d := gplib.Data{X: x, Y: []float64{5, 6, 7, 5, 5, 6}}
	if got, want := d.Sites(), [][]int{{0, 2, 3}, {1, 5}, {4}}; !reflect.DeepEqual(got, want) {
		t.Errorf("sites %v, want %v", got, want)
	}
	if got, want := d.Distinct(), []int{0, 1, 2, 4}; !reflect.DeepEqual(got, want) {
		t.Errorf("distinct rows %v, want %v", got, want)
	}
	words := gplib.Data{X: cov.Strings([]string{"a", "a"}), Y: []float64{1, 1}}
	if got := words.Distinct(); len(got) != 2 {
		t.Errorf("distinct words %v", got)
	}
}
