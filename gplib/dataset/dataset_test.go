package dataset_test

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"slices"
	"strings"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
)

func parse(t *testing.T, text string) *dataset.Table {
	t.Helper()
	table, err := dataset.ParseCSV("t.csv", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func TestTableOfNumbersAndText(t *testing.T) {
	table := parse(t, "\ufeffmonth, a ,b\n1958-03,1, 2e0\n\n1958-04,-3,4\n")
	if got := table.Names(); !slices.Equal(got, []string{"month", "a", "b"}) {
		t.Errorf("names %q", got)
	}
	text, err := table.Text("month")
	if err != nil || !slices.Equal(text, []string{"1958-03", "1958-04"}) {
		t.Errorf("month %q (%v)", text, err)
	}
	d, err := table.Data("b", "a")
	if err != nil {
		t.Fatal(err)
	}
	x := d.X.(*cov.Matrix)
	if !slices.Equal(d.Y, []float64{2, 4}) || !slices.Equal(x.Column(0), []float64{1, -3}) {
		t.Errorf("data %v at %v", d.Y, x.Column(0))
	}
}

func TestTableWithoutHeader(t *testing.T) {
	table := parse(t, "1,2,3\n4,5,6\n")
	d, err := table.Data("column 3")
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(d.Y, []float64{3, 6}) || d.X.(*cov.Matrix).Dim() != 2 {
		t.Errorf("data %v at %v", d.Y, d.X)
	}
}

func TestReadErrorsNameFileLineAndColumn(t *testing.T) {
	_, missing := dataset.ReadCSV("no-such.csv")
	if !errors.Is(missing, fs.ErrNotExist) || !strings.Contains(missing.Error(), "no-such.csv") {
		t.Errorf("missing file: %v", missing)
	}
	for _, c := range []struct{ text, want string }{
		{"", "t.csv is empty"},
		{"a,b\n", "no rows"},
		{"a,b\n1,2\n3\n", "t.csv, line 3: 1 columns, the first line has 2"},
		{"a,b\n1,\"2\n", "t.csv, line"},
	} {
		_, err := dataset.ParseCSV("t.csv", strings.NewReader(c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q in it", c.text, err, c.want)
		}
	}
	for _, c := range []struct{ cell, want string }{
		{"x", `t.csv, line 3, column 2 (b): "x" is no number`},
		{"", "t.csv, line 3, column 2 (b): the value is missing"},
		{"NaN", `t.csv, line 3, column 2 (b): the value is missing`},
		{"-Inf", "is not finite"},
	} {
		_, err := parse(t, "a,b\n1,2\n3,"+c.cell+"\n").Data("a")
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("cell %q: %v, want %q in it", c.cell, err, c.want)
		}
	}
	if _, err := parse(t, "a,b\n1,2\n").Column("c"); err == nil || !strings.Contains(err.Error(), "a, b") {
		t.Errorf("unknown column: %v", err)
	}
}

func line(n int) gplib.Data {
	v := make([]float64, n)
	for i := range v {
		v[i] = float64(i)
	}
	return gplib.Data{X: cov.Line(v), Y: v}
}

func TestSplitsPartitionTheData(t *testing.T) {
	d := line(20)
	train, test, err := dataset.Split(d, dataset.TestShare(0.3), 1)
	if err != nil {
		t.Fatal(err)
	}
	if test.Len() != 6 || !slices.IsSorted(test.Y) || !slices.IsSorted(train.Y) {
		t.Errorf("test %v, train %v", test.Y, train.Y)
	}
	all := append(slices.Clone(train.Y), test.Y...)
	slices.Sort(all)
	if !slices.Equal(all, d.Y) {
		t.Errorf("parts join to %v", all)
	}
	_, again, _ := dataset.Split(d, dataset.TestShare(0.3), 1)
	_, other, _ := dataset.Split(d, dataset.TestShare(0.3), 2)
	if !slices.Equal(again.Y, test.Y) || slices.Equal(other.Y, test.Y) {
		t.Errorf("seeds: %v, again %v, other %v", test.Y, again.Y, other.Y)
	}
	train, test, err = dataset.SplitAfter(d, 0, 16)
	if err != nil || !slices.Equal(test.Y, []float64{17, 18, 19}) || train.Len() != 17 {
		t.Errorf("SplitAfter: %v (%v)", test.Y, err)
	}
}

func TestImpossibleSplitsAreErrors(t *testing.T) {
	for name, err := range map[string]error{
		"part 0":     third(dataset.Split(line(5), dataset.TestShare(0), 1)),
		"part NaN":   third(dataset.Split(line(5), dataset.TrainShare(math.NaN()), 1)),
		"one":        third(dataset.Split(line(1), dataset.TestShare(0.5), 1)),
		"outside":    third(dataset.SplitIndex(line(5), []int{5})),
		"repeated":   third(dataset.SplitIndex(line(5), []int{1, 1})),
		"all":        third(dataset.SplitIndex(line(2), []int{1, 0})),
		"none after": third(dataset.SplitAfter(line(5), 0, 9)),
		"dimension":  third(dataset.SplitAfter(line(5), 1, 2)),
		"nil":        third(dataset.SplitAfter(gplib.Data{}, 0, 2)),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func third(_, _ gplib.Data, err error) error { return err }

func TestStandardiseInvertsAndSurvivesConstants(t *testing.T) {
	x, err := cov.Rows([][]float64{{1, 5}, {2, 5}, {6, 5}})
	if err != nil {
		t.Fatal(err)
	}
	d := gplib.Data{X: x, Y: []float64{10, 20, 60}}
	scaled, s, err := dataset.Standardise(d)
	if err != nil {
		t.Fatal(err)
	}
	mean, square := 0.0, 0.0
	for _, v := range scaled.Y {
		mean, square = mean+v/3, square+v*v/3
	}
	if math.Abs(mean) > 1e-15 || math.Abs(square-1) > 1e-15 {
		t.Errorf("y has mean %v and mean square %v", mean, square)
	}
	if c := scaled.X.(*cov.Matrix).Column(1); !slices.Equal(c, []float64{0, 0, 0}) {
		t.Errorf("constant column became %v", c)
	}
	p, err := s.Invert(gplib.Prediction{X: scaled.X, Mean: scaled.Y, Var: []float64{1, 1, 1}, VarY: []float64{2, 2, 2}})
	if err != nil {
		t.Fatal(err)
	}
	for i, y := range d.Y {
		for k := range 2 {
			if math.Abs(p.X.(*cov.Matrix).At(i, k)-x.At(i, k)) > 1e-14 {
				t.Errorf("x[%d, %d] came back as %v", i, k, p.X.(*cov.Matrix).At(i, k))
			}
		}
		if math.Abs(p.Mean[i]-y) > 1e-13 || math.Abs(p.Var[i]-s.YStd*s.YStd) > 1e-12 || math.Abs(p.VarY[i]-2*p.Var[i]) > 1e-12 {
			t.Errorf("prediction %d: %v, %v, %v", i, p.Mean[i], p.Var[i], p.VarY[i])
		}
	}
	if _, err := s.Inputs(cov.Line([]float64{1})); err == nil {
		t.Error("no error of inputs of another dimension")
	}
}

func ExampleTable_Data() {
	table, _ := dataset.ParseCSV("small.csv", strings.NewReader("day,temperature\n1,15.5\n2,17\n"))
	data, err := table.Data("temperature", "day")
	fmt.Println(data.Y, data.X, err)
	// Output: [15.5 17] 2 points in 1 dimension <nil>
}
