package dataset_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"krigo/gplib"
	"krigo/gplib/dataset"
	"krigo/gplib/laplace"
)

const flowers = "length,width,species,wild\n1,2,setosa,yes\n2,3,virginica,no\n3,1,setosa,yes\n4,4,versicolor,no\n"

func TestLabelsOfATable(t *testing.T) {
	table, err := dataset.ParseCSV("flowers.csv", strings.NewReader(flowers))
	if err != nil {
		t.Fatal(err)
	}
	d, err := table.Labels("species", "setosa", "length", "width")
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(d.Y, []float64{1, 0, 1, 0}) || d.Target != "species = setosa" || d.X.Len() != 4 {
		t.Errorf("the data are %v", d)
	}
	wild, err := table.Data("wild", "length", "width")
	if err != nil {
		t.Fatal(err)
	}
	for _, labels := range []gplib.Data{d, wild} {
		m, err := gplib.AutoFor(laplace.Learner{}, labels)
		if err != nil || !strings.Contains(fmt.Sprint(m), "Bernoulli") {
			t.Errorf("the model of labels is %v (%v)", m, err)
		}
	}
	enc, err := table.EncodeLabels("species", "setosa", "length", dataset.OneHot("wild"))
	if err != nil {
		t.Fatal(err)
	}
	if same, err := enc.Data(table); err != nil || !slices.Equal(same.Y, d.Y) || same.Target != d.Target {
		t.Errorf("the encoded data are %v (%v)", same, err)
	}
	further := func(species string) error {
		more, err := dataset.ParseCSV("more.csv", strings.NewReader("length,width,species,wild\n2,2,setosa,no\n1,2,"+species+",yes\n"))
		if err != nil {
			t.Fatal(err)
		}
		_, err = enc.Data(more)
		return err
	}
	if err := further("virginica"); err != nil {
		t.Errorf("a table of known classes: %v", err)
	}
	for want, f := range map[string]func() error{
		`line 3, column 3 (species): "rosa" is not one of the levels setosa, versicolor, virginica, which are the classes that were learned`: func() error { return further("rosa") },
		`EncodeLabels: the column species has no text "rosa"`:                                                                                func() error { _, err := table.EncodeLabels("species", "rosa", "length"); return err },
		`the target "species" is among the inputs`:                                                                                           func() error { _, err := table.EncodeLabels("species", "setosa", "species"); return err },
		"there are no inputs": func() error { _, err := table.EncodeLabels("species", "setosa"); return err },
		`no column "sort"`:    func() error { _, err := table.EncodeLabels("sort", "setosa", "length"); return err },

		`no text "rosa"; it has "setosa", "versicolor", "virginica"`: func() error { _, err := table.Labels("species", "rosa"); return err },
		"among the inputs":                     func() error { _, err := table.Labels("species", "setosa", "species"); return err },
		`table.Labels("species", "virginica")`: func() error { _, err := table.Data("species", "length"); return err },
	} {
		if err := f(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v; it should hold %q", err, want)
		}
	}
}
