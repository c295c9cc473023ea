package dataset_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"krigo/gplib"
	"krigo/gplib/dataset"
	"krigo/gplib/lik"
)

func tableOf(t *testing.T, text string) *dataset.Table {
	t.Helper()
	table, err := dataset.ParseCSV("flowers.csv", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func TestClassesOfATable(t *testing.T) {
	table := tableOf(t, flowers)
	d, classes, err := table.Classes("species", "length", "width")
	if err != nil {
		t.Fatal(err)
	}
	if names := lik.Classes(classes); !slices.Equal(d.Y, []float64{0, 2, 0, 1}) || d.Target != "species" || !slices.Equal(names, []string{"setosa", "versicolor", "virginica"}) {
		t.Errorf("the data are %v, the classes %q", d, names)
	}
	if m, err := gplib.AutoLik(d, classes); err != nil || !strings.Contains(fmt.Sprint(m), "setosa, versicolor, virginica") {
		t.Errorf("the model is %v (%v)", m, err)
	}
	_, ofNumbers, err := tableOf(t, "a,sort\n1,10\n2,9\n3,10\n4,11\n").Classes("sort")
	if err != nil || !slices.Equal(lik.Classes(ofNumbers), []string{"9", "10", "11"}) {
		t.Errorf("the classes of numbers are %v (%v)", ofNumbers, err)
	}
	enc, same, err := table.EncodeClasses("species", "length", dataset.OneHot("wild"))
	if err != nil || fmt.Sprint(same) != fmt.Sprint(classes) {
		t.Fatal(same, err)
	}
	if all, err := enc.Data(table); err != nil || !slices.Equal(all.Y, d.Y) {
		t.Errorf("the encoded data are %v (%v)", all, err)
	}
	const head = "length,width,species,wild\n"
	if some, err := enc.Data(tableOf(t, head+"2,2,virginica,no\n1,2,setosa,yes\n")); err != nil || !slices.Equal(some.Y, []float64{2, 0}) {
		t.Errorf("the data of a further table are %v (%v)", some, err)
	}
	many := "a,sort\n"
	for i := range 120 {
		many += fmt.Sprintf("%d,kind %d\n", i, i)
	}
	for want, f := range map[string]func() error{
		`"rosa" is not one of the levels setosa, versicolor, virginica, which are the classes that were learned`: func() error {
			_, err := enc.Data(tableOf(t, head+"2,2,virginica,no\n1,2,rosa,yes\n"))
			return err
		},
		`all rows of the column species are "setosa"`: func() error {
			_, _, err := tableOf(t, head+"2,2,setosa,no\n1,2,setosa,yes\n").Classes("species", "length")
			return err
		},
		"Classes: the column sort has 120 different values": func() error { _, _, err := tableOf(t, many).Classes("sort"); return err },
		"the value is missing": func() error {
			_, _, err := tableOf(t, head+"2,2,a,no\n1,2,,yes\n1,2,b,yes\n").Classes("species", "length")
			return err
		},
		"among the inputs":                       func() error { _, _, err := table.Classes("species", "species"); return err },
		`no column "sort"`:                       func() error { _, _, err := table.EncodeClasses("sort", "length"); return err },
		"there are no inputs":                    func() error { _, _, err := table.EncodeClasses("species"); return err },
		`table.Classes("species") numbers`:       func() error { _, err := table.Encode("species", "length"); return err },
		`table.Classes("species") numbers all 3`: func() error { _, err := table.Data("species", "length"); return err },
	} {
		if err := f(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v; it should hold %q", err, want)
		}
	}
}
