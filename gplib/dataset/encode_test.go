package dataset_test

import (
	"fmt"
	"log"
	"math"
	"slices"
	"strings"
	"testing"

	"krigo/gplib/cov"
	"krigo/gplib/dataset"
)

// TestEncodingsAreWhatTheySay, with figures by hand.
func TestEncodingsAreWhatTheySay(t *testing.T) {
	table := parse(t, "size,when,x,y\nM,2020-03-02 06:00,1,0\nS,2020-07-02 00:00,2,0\nL,2020-03-04 12:00,3,0\n")
	for name, c := range map[string]struct {
		encoding any
		want     [][]float64 // by dimension
		names    []string
	}{
		"one-hot": {dataset.OneHot("size"), [][]float64{{0, 0, 1}, {1, 0, 0}, {0, 1, 0}}, []string{"size=L", "size=M", "size=S"}},
		"days":    {dataset.Days("when"), [][]float64{{0, 121.75, 2.25}}, []string{"when (days)"}},
		"hours":   {dataset.Hours("when"), [][]float64{{0, 2922, 54}}, []string{"when (hours)"}},
		"seconds": {dataset.Seconds("when"), [][]float64{{0, 10519200, 194400}}, []string{"when (seconds)"}},
		"number":  {"x", [][]float64{{1, 2, 3}}, []string{"x"}},
	} {
		enc, err := table.Encode("y", c.encoding)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		x, err := enc.Inputs(table)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if !slices.Equal(x.Names(), c.names) {
			t.Errorf("%s: the names are %q", name, x.Names())
		}
		for k, column := range c.want {
			for i, want := range column {
				if got := x.At(i, k); math.Abs(got-want) > 1e-12*math.Max(1, math.Abs(want)) {
					t.Errorf("%s: row %d, dimension %d is %v, want %v", name, i, k, got, want)
				}
			}
		}
	}
}

// TestFurtherRowsAreEncodedAlike: with the levels and the origin of the first
// table, and not their own.
func TestFurtherRowsAreEncodedAlike(t *testing.T) {
	table := parse(t, "size,when,y\nM,2020-03-02,1\nS,2020-03-05,2\n")
	enc, err := table.Encode("y", dataset.OneHot("size"), dataset.Days("when"))
	if err != nil {
		t.Fatal(err)
	}
	x, err := enc.Inputs(parse(t, "when;size\n7.3.2020;S\n30.3.2020;S\n"))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(x.Row(0), []float64{0, 1, 5}) {
		t.Errorf("the row is %v", x.Row(0))
	}
	_, err = enc.Inputs(parse(t, "when,size\n2020-03-07,XL\n"))
	if err == nil || !strings.Contains(err.Error(), `line 2, column 2 (size): "XL" is not one of the levels M, S`) {
		t.Errorf("an unknown level: %v", err)
	}
	onehot := dataset.OneHot("size")
	for _, text := range []string{"size,y\na,1\nb,2\n", "size,y\nc,1\nd,2\n"} {
		table := parse(t, text)
		enc, err := table.Encode("y", onehot)
		if err != nil {
			t.Fatal(err)
		}
		if want := []string{"size=" + text[7:8], "size=" + text[11:12]}; !slices.Equal(enc.Names(), want) {
			t.Errorf("an encoding keeps the levels of another table: %q", enc.Names())
		}
	}
}

// TestFurtherRowsMeanWhatTheFirstDid: units, truth values, and levels by value.
func TestFurtherRowsMeanWhatTheFirstDid(t *testing.T) {
	first := parse(t, "p,c,b,z,k,y\n5%,$3,Y,yes,5,1\n7%,$4,N,no,5.0,2\n9%,$5,Y,yes,10,4\n11%,$6,N,no,05,4\n")
	for name, c := range map[string]struct {
		encoding any
		text     string
		want     []float64 // of the first row
		fault    string
	}{
		"percent":           {"p", "p\n5%\n20%\n", []float64{5}, ""},
		"no percent":        {"p", "p\n0.05\n0.20\n", nil, `new.csv: the numbers of column "p" are without a unit, such as "0.05"; the encoder learned it in %`},
		"another currency":  {"c", "c\n€3\n€4\n", nil, `of column "c" are in €, such as "€3"; the encoder learned it in $`},
		"a unit too much":   {"k", "k\n5%\n", nil, `of column "k" are in %, such as "5%"; the encoder learned it without a unit`},
		"a single N":        {"b", "b\nN\n", []float64{0}, ""},
		"a single y":        {"b", "b\n y\n", []float64{1}, ""},
		"words of a pair":   {"b", "b\nfalse\ntrue\n", []float64{0}, ""},
		"numbers for yes":   {"z", "z\n3\n-5\n", nil, `line 2, column 1 (z): "3" is neither no nor yes`},
		"perhaps":           {"b", "b\nN\nperhaps\n", nil, `line 3, column 1 (b): "perhaps" is neither n nor y`},
		"yes for numbers":   {"k", "k\nyes\n", nil, `column "k" holds boolean values, such as "yes"; the encoder learned it with number values`},
		"level by value":    {dataset.OneHot("k"), "k\n10.00\n", []float64{0, 1}, ""},
		"level and another": {dataset.OneHot("k"), "k\n5\nmany\n", nil, `line 3, column 1 (k): "many" is not one of the levels 5, 10`},
		"level in percent":  {dataset.OneHot("p"), "p\n5\n", nil, `learned it in %`},
		"level of truth":    {dataset.OneHot("b"), "b\nn\n", []float64{1, 0}, ""},
		"named levels":      {dataset.OneHot("k", "10", "5.00"), "k\n5\n", []float64{0, 1}, ""},
	} {
		enc, err := first.Encode("y", c.encoding)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		table, err := dataset.ParseCSV("new.csv", strings.NewReader(c.text))
		if err != nil {
			t.Fatal(err)
		}
		x, err := enc.Inputs(table)
		switch {
		case c.fault != "" && (err == nil || !strings.Contains(err.Error(), c.fault)):
			t.Errorf("%s: %v, want %s in it", name, err, c.fault)
		case c.fault == "" && (err != nil || !slices.Equal(x.Row(0), c.want)):
			t.Errorf("%s: %v (%v), want %v", name, x, err, c.want)
		}
	}
	enc, err := first.Encode("p", dataset.OneHot("k"), dataset.OneHot("b"))
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"k=5", "k=10", "b=N", "b=Y"}; !slices.Equal(enc.Names(), want) {
		t.Errorf("levels %q, want %q", enc.Names(), want)
	}
	if _, err := enc.Data(parse(t, "p,k,b\n0.05,5,N\n")); err == nil || !strings.Contains(err.Error(), `"p" are without a unit`) {
		t.Errorf("a target in another unit: %v", err)
	}
	if _, err := first.Encode("y", dataset.OneHot("k", "5", "5.0")); err == nil || !strings.Contains(err.Error(), `level "5.0" is named twice`) {
		t.Errorf("one level in two spellings: %v", err)
	}
	if _, err := first.Data("y", "y", "p"); err == nil || !strings.Contains(err.Error(), `Data: the target "y" is among the inputs`) {
		t.Errorf("the target is an input: %v", err)
	}
}

// TestTimesInZonesAreInstants: three in the order of time; the first two are the
// same.
func TestTimesInZonesAreInstants(t *testing.T) {
	table := parse(t, "d,y\n2020-01-01 00:00:00 +0200,1\n2019-12-31 17:00:00 -0500,2\n2020-01-01 00:00:00 -0500,3\n")
	enc, err := table.Encode("y", dataset.Hours("d"))
	if err != nil {
		t.Fatal(err)
	}
	x, err := enc.Inputs(table)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := x.Column(0), []float64{0, 0, 7}; !slices.Equal(got, want) {
		t.Errorf("hours %v, want %v", got, want)
	}
}

func TestEncodeNamesWhatItCannotEncode(t *testing.T) {
	table := parse(t, "size,when,y,z,x\nM,2020-03-02,1,1,1\nS,2020-03-05,2,,2\n")
	for want, inputs := range map[string][]any{
		"there are no inputs": nil,
		"input 1 is a int":    {"x", 3},
		`no column "colour"`:  {dataset.OneHot("colour")},
		`encode text as numbers with dataset.OneHot("size") in table.Encode`: {"size"},
		"holds text such as":                                 {dataset.Days("size")},
		`"M" is not one of the levels`:                       {dataset.OneHot("size", "S", "L")},
		`level "S" is named twice`:                           {dataset.OneHot("size", "S", "S")},
		`as 1 of 2 are; table.Complete("z") drops such rows`: {"z"},
		"an encoding is empty":                               {dataset.Encoding{}},
		`the target "y" is among the inputs`:                 {"x", dataset.OneHot("y")},
	} {
		if _, err := table.Encode("y", inputs...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s in it", err, want)
		}
	}
	if _, err := table.Encode("price", "x"); err == nil || !strings.Contains(err.Error(), `no column "price"`) {
		t.Errorf("no target: %v", err)
	}
	if _, err := table.Encode("size", "y"); err == nil || !strings.Contains(err.Error(), `line 2, column 1 (size): "M" is no number; the target of table.Encode must be`) {
		t.Errorf("a target of text: %v", err)
	}
	enc, err := table.Encode("y", "x")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := enc.Inputs(nil); err == nil {
		t.Error("no table is no error")
	}
}

// TestDataKeepsTheNamesOfColumns through a split.
func TestDataKeepsTheNamesOfColumns(t *testing.T) {
	d, err := parse(t, "area,rooms,price\n80,3,200\n60,2,100\n70,2,150\n").Data("price")
	if err != nil {
		t.Fatal(err)
	}
	_, test, err := dataset.Split(d, dataset.TestShare(0.4), 1)
	if err != nil {
		t.Fatal(err)
	}
	if names := test.X.(*cov.Matrix).Names(); !slices.Equal(names, []string{"area", "rooms"}) || test.Target != "price" {
		t.Errorf("inputs %q, target %q", names, test.Target)
	}
}

// TestASplitSaysWhoseShareItIs and gives it to that side.
func TestASplitSaysWhoseShareItIs(t *testing.T) {
	for share, tests := range map[dataset.Share]int{
		dataset.TestShare(0.2): 2, dataset.TrainShare(0.8): 2, dataset.TrainShare(0.2): 8, dataset.TestShare(0.001): 1, dataset.TrainShare(0.001): 9,
	} {
		train, test, err := dataset.Split(line(10), share, 1)
		if err != nil || test.Len() != tests || train.Len() != 10-tests {
			t.Errorf("%v: %d to train and %d to test (%v)", share, train.Len(), test.Len(), err)
		}
	}
	_, a, _ := dataset.Split(line(10), dataset.TestShare(0.2), 1)
	_, b, _ := dataset.Split(line(10), dataset.TrainShare(0.8), 1)
	if !slices.Equal(a.Y, b.Y) {
		t.Errorf("the same split in other words: %v and %v", a.Y, b.Y)
	}
	if _, _, err := dataset.Split(line(10), dataset.Share{}, 1); err == nil || !strings.Contains(err.Error(), "TestShare(0)") {
		t.Errorf("no share: %v", err)
	}
}

// Text and times become inputs; what is to be predicted is encoded as the data
// were.
func ExampleTable_Encode() {
	table, err := dataset.ParseCSV("houses.csv", strings.NewReader(`area,district,sold,price
80,north,2020-01-01,200
60,south,2020-07-02,150
`))
	if err != nil {
		log.Fatal(err)
	}
	enc, err := table.Encode("price", "area", dataset.OneHot("district"), dataset.Days("sold"))
	if err != nil {
		log.Fatal(err)
	}
	data, err := enc.Data(table)
	fmt.Println(enc, data.Y, err)
	offers, err := dataset.ParseCSV("offers.csv", strings.NewReader("district,area,sold\nsouth,75,2020-07-02\n"))
	if err != nil {
		log.Fatal(err)
	}
	x, err := enc.Inputs(offers)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(x.Row(0))
	// Output:
	// price by area, district=north, district=south, sold (days) [200 150] <nil>
	// [75 0 1 183]
}
