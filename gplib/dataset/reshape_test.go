package dataset_test

import (
	"fmt"
	"log"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"krigo/gplib/dataset"
)

const houses = `district,area,price,sold
north,80,200,2020-05-01
south,60,,2019-03-02
north,120,390,2021-01-01
west,NA,100,2020-02-29
`

// csv is a table as text, without its header.
func csv(t *testing.T, table *dataset.Table, err error) string {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := table.WriteCSV(&b); err != nil {
		t.Fatal(err)
	}
	_, rows, _ := strings.Cut(b.String(), "\n")
	return rows
}

func TestTablesAreReshaped(t *testing.T) {
	table := parse(t, houses)
	people := parse(t, "district,people\nnorth,1000\nsouth,2000\neast,3000\n")
	orders := parse(t, "order,y\n1234567890123456781,1\n1234567890123456799,2\n5,3\n")
	codes := parse(t, "zip,y\n01067,1\n10115,2\n01067,3\n")
	made := func(made *dataset.Table, err error) string { return csv(t, made, err) }
	for name, c := range map[string]struct{ got, want string }{
		"Select": {made(table.Select("price", "district")), "200,north\n,south\n390,north\n100,west\n"},
		"Drop":   {made(table.Drop("sold", "area")), "north,200\nsouth,\nnorth,390\nwest,100\n"},
		"Filter": {made(table.Filter(func(r dataset.Row) bool { return r.Number("area") > 70 || r.Missing("price") })),
			"north,80,200,2020-05-01\nsouth,60,,2019-03-02\nnorth,120,390,2021-01-01\n"},
		"Filter by time": {made(table.Filter(func(r dataset.Row) bool { return r.Time("sold").Year() == 2020 })),
			"north,80,200,2020-05-01\nwest,,100,2020-02-29\n"},
		"Sort": {made(table.Sort("price")), "west,,100,2020-02-29\nnorth,80,200,2020-05-01\nnorth,120,390,2021-01-01\nsouth,60,,2019-03-02\n"},
		"Sort by two": {made(table.Sort("district", "-sold")),
			"north,120,390,2021-01-01\nnorth,80,200,2020-05-01\nsouth,60,,2019-03-02\nwest,,100,2020-02-29\n"},
		"Derive": {made(table.Derive("m2", func(r dataset.Row) any { return r.Number("price") / r.Number("area") })),
			"north,80,200,2020-05-01,2.5\nsouth,60,,2019-03-02,\nnorth,120,390,2021-01-01,3.25\nwest,,100,2020-02-29,\n"},
		"Derive again": {made(table.Derive("district", func(r dataset.Row) any { return r.Index() == 1 })),
			"false,80,200,2020-05-01\ntrue,60,,2019-03-02\nfalse,120,390,2021-01-01\nfalse,,100,2020-02-29\n"},
		"Derive times": {made(table.Derive("sold", func(r dataset.Row) any { return r.Time("sold").Add(90 * time.Minute) })),
			"north,80,200,2020-05-01T01:30:00Z\nsouth,60,,2019-03-02T01:30:00Z\nnorth,120,390,2021-01-01T01:30:00Z\nwest,,100,2020-02-29T01:30:00Z\n"},
		"Join": {made(table.Join(people, "district")),
			"north,80,200,2020-05-01,1000\nsouth,60,,2019-03-02,2000\nnorth,120,390,2021-01-01,1000\nwest,,100,2020-02-29,\n"},
		"Group": {made(table.Group("district", dataset.Count(), dataset.Mean("price"), dataset.Sum("area"), dataset.Max("area"), dataset.Min("area"), dataset.Median("area"), dataset.Std("price"))),
			"north,2,295,200,120,80,100,134.35028842544403\nsouth,1,,60,60,60,60,\nwest,1,100,,,,,\n"},
		"Join by long keys": {made(orders.Join(parse(t, "order,name\n1234567890123456790,other\n1234567890123456799,right\n"), "order")),
			"1234567890123456781,1,\n1234567890123456799,2,right\n5,3,\n"},
		"Join by long and short keys": {made(orders.Join(parse(t, "order,name\n5,five\n"), "order")),
			"1234567890123456781,1,\n1234567890123456799,2,\n5,3,five\n"},
		"Group by long keys": {made(orders.Group("order", dataset.Count())),
			"1234567890123456781,1\n1234567890123456799,1\n5,1\n"},
		"the first day":  {made(parse(t, "day,y\n0001-01-01,1\n,2\n2020-01-05,3\n"), nil), "0001-01-01,1\n,2\n2020-01-05,3\n"},
		"Join by codes":  {made(codes.Join(parse(t, "zip,place\n01067,D\n"), "zip")), "01067,1,D\n10115,2,\n01067,3,D\n"},
		"Group by codes": {made(parse(t, "zip,y\n01067,1\n1067,2\n01067,3\n7,3\n").Group("zip", dataset.Count())), "7,1\n01067,2\n1067,1\n"},
		"codes":          {made(codes, nil), "01067,1\n10115,2\n01067,3\n"},
	} {
		if c.got != c.want {
			t.Errorf("%s: got\n%swant\n%s", name, c.got, c.want)
		}
	}
	if got := csv(t, table, nil); got != strings.Replace(strings.SplitAfterN(houses, "\n", 2)[1], "NA", "", 1) {
		t.Errorf("the table itself has become\n%s", got)
	}
}

func TestReshapingNamesWhatItCannotDo(t *testing.T) {
	table := parse(t, houses)
	twice := parse(t, "district,x\nnorth,1\nnorth,2\n")
	number := parse(t, "district,x\n1,1\n2,2\n")
	same := parse(t, "district,area\nnorth,1\n")
	for want, err := range map[string]error{
		`no column "rooms"`:                                 second(table.Select("rooms")),
		"two columns are named \"area\"":                    second(table.Select("area", "area")),
		"leaves no column":                                  second(table.Drop("district", "area", "price", "sold")),
		"keeps none of the 4 rows":                          second(table.Filter(func(r dataset.Row) bool { return false })),
		"no column \"are\"":                                 second(table.Filter(func(r dataset.Row) bool { return r.Number("are") > 1 })),
		`"north" is no number`:                              second(table.Filter(func(r dataset.Row) bool { return r.Number("district") > 1 })),
		`"area" holds no times but number`:                  second(table.Filter(func(r dataset.Row) bool { return r.Time("area").IsZero() })),
		`"area" holds no truth values but number`:           second(table.Filter(func(r dataset.Row) bool { return r.True("area") })),
		"keep is nil":                                       second(table.Filter(nil)),
		"no column is named":                                second(table.Sort()),
		"line 3: x is text, the rows before have number":    second(table.Derive("n", func(r dataset.Row) any { return []any{1, "x", 2, 3}[r.Index()] })),
		"must be a number, a text, a truth value or a time": second(table.Derive("n", func(r dataset.Row) any { return []int{1} })),
		"infinite":                          second(table.Derive("n", func(r dataset.Row) any { return math.Inf(1) })),
		`district "north" in lines 2 and 3`: second(table.Join(twice, "district")),
		`"district" is text in t.csv and number in t.csv`:                                       second(table.Join(number, "district")),
		`zip is "01067" in t.csv, line 2, and "1067" in t.csv, line 3: has one lost its zeros?`: second(parse(t, "zip,y\n01067,1\n").Join(parse(t, "zip,z\n7,1\n1067,1\n"), "zip")),
		`both tables have a column "area"; Drop it from one`:                                    second(table.Join(same, "district")),
		"there are no aggregates":                                                               second(table.Group("district")),
		`two columns are named "mean area"`:                                                     second(table.Group("district", dataset.Mean("area"), dataset.Mean("area"))),
		`column "sold" holds times; in table.Encode`:                                            second(table.Group("district", dataset.Mean("sold"))),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s in it", err, want)
		}
	}
}

func second(_ *dataset.Table, err error) error { return err }

// TestWhatIsSavedIsReadBack: also in other words than it was read.
func TestWhatIsSavedIsReadBack(t *testing.T) {
	table := parse(t, "wer;wann;Preis;neu\n\"a, b\";3.4.2020;1.234,5;ja\nc;24.12.2020;2;nein\n")
	for _, name := range []string{"t.csv", "t.tsv", "t.csv.gz"} {
		path := filepath.Join(t.TempDir(), name)
		if err := table.SaveCSV(path); err != nil {
			t.Fatal(err)
		}
		read, err := dataset.ReadCSV(path)
		if err != nil {
			t.Fatal(err)
		}
		if len(read.Notes()) > 0 {
			t.Errorf("%s has notes: %v", name, read)
		}
		if got, want := csv(t, read, nil), csv(t, table, nil); got != want {
			t.Errorf("%s: got\n%swant\n%s", name, got, want)
		}
	}
	there := writeFile(t, "there.csv", "as it was\n")
	if err := parse(t, "x;y\n1.234;1\n").SaveCSV(there); err == nil || !strings.Contains(err.Error(), "Decimal") {
		t.Errorf("a number that can be read in two ways: %v", err)
	}
	if got, err := os.ReadFile(there); string(got) != "as it was\n" {
		t.Errorf("the file there is lost: %q (%v)", got, err)
	}
	if err := table.SaveCSV(filepath.Join(t.TempDir(), "no", "t.csv")); !os.IsNotExist(err) && err == nil {
		t.Error("no folder is no error")
	}
}

func TestColumnsAreDescribed(t *testing.T) {
	s := parse(t, houses).Describe()
	if d := s[0]; d.Kind != dataset.Text || !slices.Equal(d.Levels, []dataset.Level{{Text: "north", Count: 2}, {Text: "south", Count: 1}, {Text: "west", Count: 1}}) {
		t.Errorf("district: %+v", d)
	}
	if a := s[1]; a.Kind != dataset.Number || a.Missing != 1 || a.Min != 60 || a.Median != 80 || a.Max != 120 ||
		!slices.Equal(a.Counts, []int{1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1}) {
		t.Errorf("area: %+v", a)
	}
	day := func(text string) time.Time {
		d, _ := time.Parse(time.DateOnly, text)
		return d
	}
	if d := s[3]; d.Kind != dataset.Time || !d.First.Equal(day("2019-03-02")) || !d.Middle.Equal(day("2020-02-29")) || !d.Last.Equal(day("2021-01-01")) {
		t.Errorf("sold: %+v", d)
	}
	if first := parse(t, "day,y\n0001-01-01,1\n,2\n2020-01-05,3\n").Describe()[0]; first.Missing != 1 || first.First.Year() != 1 || first.Counts[0] != 1 {
		t.Errorf("the first day: %+v", first)
	}
	same := parse(t, "x,y\n7,-1e308\n7,1e308\n").Describe()
	if !slices.Equal(same[0].Counts, []int{2}) || same[1].Counts[0] != 1 || same[1].Counts[11] != 1 {
		t.Errorf("constant and wide columns: %+v", same)
	}
	if empty := parse(t, "x,y\n,1\nNA,2\n").Describe()[0]; empty.Kind != dataset.Empty || empty.Missing != 2 || empty.Counts != nil {
		t.Errorf("empty: %+v", empty)
	}
}

// Rows are chosen and columns made by functions of a row.
func ExampleTable_Filter() {
	table, err := dataset.ParseCSV("houses.csv", strings.NewReader(houses))
	if err != nil {
		log.Fatal(err)
	}
	large, err := table.Filter(func(r dataset.Row) bool { return r.Number("area") > 70 })
	if err != nil {
		log.Fatal(err)
	}
	priced, err := large.Derive("per m²", func(r dataset.Row) any { return r.Number("price") / r.Number("area") })
	if err != nil {
		log.Fatal(err)
	}
	by, err := priced.Group("district", dataset.Count(), dataset.Mean("per m²"))
	if err != nil {
		log.Fatal(err)
	}
	err = by.WriteCSV(os.Stdout)
	fmt.Println(err)
	// Output:
	// district,rows,mean per m²
	// north,2,2.875
	// <nil>
}
