package dataset_test

import (
	"fmt"
	"log"
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

// csv returns a table as text, without its header.
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
	orders := parse(t, "order,y\n1234567890123456781,1\n1234567890123456799,2\n5,3\n")
	codes := parse(t, "zip,y\n01067,1\n10115,2\n01067,3\n")
	made := func(made *dataset.Table, err error) string { return csv(t, made, err) }
	for name, c := range map[string]struct{ got, want string }{
		"Select": {made(table.Select("price", "district")), "200,north\n,south\n390,north\n100,west\n"},
		"Filter": {made(table.Filter(func(r dataset.Row) bool { return r.Number("area") > 70 || r.Missing("price") })),
			"north,80,200,2020-05-01\nsouth,60,,2019-03-02\nnorth,120,390,2021-01-01\n"},
		"Filter by time": {made(table.Filter(func(r dataset.Row) bool { return r.Time("sold").Year() == 2020 })),
			"north,80,200,2020-05-01\nwest,,100,2020-02-29\n"},
		"the first day": {made(parse(t, "day,y\n0001-01-01,1\n,2\n2020-01-05,3\n"), nil), "0001-01-01,1\n,2\n2020-01-05,3\n"},
		"codes":         {made(codes, nil), "01067,1\n10115,2\n01067,3\n"},
		"long keys":     {made(orders, nil), "1234567890123456781,1\n1234567890123456799,2\n5,3\n"},
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
	for want, err := range map[string]error{
		`no column "rooms"`:                     second(table.Select("rooms")),
		"two columns are named \"area\"":        second(table.Select("area", "area")),
		"keeps none of the 4 rows":              second(table.Filter(func(r dataset.Row) bool { return false })),
		"no column \"are\"":                     second(table.Filter(func(r dataset.Row) bool { return r.Number("are") > 1 })),
		`"north" is no number`:                  second(table.Filter(func(r dataset.Row) bool { return r.Number("district") > 1 })),
		`"area" holds number, not times`:        second(table.Filter(func(r dataset.Row) bool { return r.Time("area").IsZero() })),
		`"area" holds number, not truth values`: second(table.Filter(func(r dataset.Row) bool { return r.True("area") })),
		"keep is nil":                           second(table.Filter(nil)),
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

// Rows are chosen by a function of a row.
func ExampleTable_Filter() {
	table, err := dataset.ParseCSV("houses.csv", strings.NewReader(houses))
	if err != nil {
		log.Fatal(err)
	}
	large, err := table.Filter(func(r dataset.Row) bool { return r.Number("area") > 70 })
	if err != nil {
		log.Fatal(err)
	}
	err = large.WriteCSV(os.Stdout)
	fmt.Println(err)
	// Output:
	// district,area,price,sold
	// north,80,200,2020-05-01
	// north,120,390,2021-01-01
	// <nil>
}
