package dataset_test

import (
	"fmt"
	"strings"
	"testing"

	"krigo/gplib/cov"
	"krigo/gplib/dataset"
)

const river = `day;copper;lead;site
1;0,5;;north
2;;1,25;south
4;0,75;2;west
`

func TestStackHasARowForEachValue(t *testing.T) {
	table := parse(t, river)
	if got, want := csv(t, stacked(table.Stack([]string{"day", "site"}, "lead", "copper")), nil),
		"2,south,0,1.25\n4,west,0,2\n1,north,1,0.5\n4,west,1,0.75\n"; strings.ReplaceAll(got, ";", ",") != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	long, err := table.Stack([]string{"day"}, "lead", "copper")
	if err != nil {
		t.Fatal(err)
	}
	d, err := long.Data("value", "day", "output")
	if err != nil {
		t.Fatal(err)
	}
	x := d.X.(*cov.Matrix)
	if got, want := fmt.Sprintf("%v %v %v %v %s", d.Y, x.Column(0), x.Column(1), x.Names(), d.Target), "[1.25 2 0.5 0.75] [2 4 1 4] [0 0 1 1] [day output] value"; got != want {
		t.Errorf("the data are %s, want %s", got, want)
	}
}

func stacked(t *dataset.Table, err error) *dataset.Table {
	if err != nil {
		panic(err)
	}
	return t
}

func TestStackNamesWhatItCannotDo(t *testing.T) {
	table := parse(t, river)
	taken := parse(t, "output,y\n1,2\n")
	for want, err := range map[string]error{
		"no output is named":            second(table.Stack([]string{"day"})),
		`no column "tin"`:               second(table.Stack([]string{"day"}, "tin")),
		`no column "hour"`:              second(table.Stack([]string{"hour"}, "lead")),
		`two columns are named "lead"`:  second(table.Stack([]string{"day"}, "lead", "lead")),
		`"north" is no number`:          second(table.Stack([]string{"day"}, "site")),
		`Stack adds a column "output"`:  second(taken.Stack([]string{"output"}, "y")),
		`every row misses a value of y`: second(parse(t, "x,y,z\n1,,2\n2,,3\n").Stack([]string{"x"}, "z", "y")),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s in it", err, want)
		}
	}
}

func ExampleTable_Stack() {
	table, err := dataset.NewTable("river", []string{"day", "copper", "lead"}, [][]string{{"1", "0.5", ""}, {"2", "0.7", "1.2"}})
	if err != nil {
		panic(err)
	}
	long, err := table.Stack([]string{"day"}, "copper", "lead")
	if err != nil {
		panic(err)
	}
	for i := range long.Len() {
		r := long.Row(i)
		fmt.Println(r.Number("day"), r.Number("output"), r.Number("value"))
	}
	// Output:
	// 1 0 0.5
	// 2 0 0.7
	// 2 1 1.2
}
