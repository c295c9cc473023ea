package parquet_test

import (
	"path/filepath"
	"strings"
	"testing"

	"krigo/gplib/dataset"
	krigo "krigo/gplib/dataset/parquet"
)

// TestWhatIsWrittenIsReadBack: names in their order, kinds, values and missing
// cells.
func TestWhatIsWrittenIsReadBack(t *testing.T) {
	text := `z number,a text,a_text,sold,at,yes,zip,id
1.5,one,x,2020-03-04,2020-03-04T05:06:07.25Z,true,01067,1234567890123456781
,,y,1969-12-31,2020-03-05T00:00:00Z,false,,5
-2e300,"two
lines",NA,,1969-12-31T23:59:59.5Z,,10115,
`
	table, err := dataset.ParseCSV("t.csv", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "t.parquet")
	if err := krigo.Write(path, table); err != nil {
		t.Fatal(err)
	}
	read, err := krigo.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	var before, after strings.Builder
	if err := table.WriteCSV(&before); err != nil {
		t.Fatal(err)
	}
	if err := read.WriteCSV(&after); err != nil {
		t.Fatal(err)
	}
	if before.String() != after.String() {
		t.Errorf("read back as\n%swant\n%s", after.String(), before.String())
	}
	for _, name := range table.Names() {
		want, missing, _ := table.Kind(name)
		got, absent, err := read.Kind(name)
		if err != nil || got != want || absent != missing {
			t.Errorf("%s: %v with %d missing (%v), want %v with %d", name, got, absent, err, want, missing)
		}
	}
}

func TestWriteRefusesWhatIsNotKnown(t *testing.T) {
	table, err := dataset.ParseCSV("t.csv", strings.NewReader("when,y\n3/4/2020,2\n"))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "t.parquet")
	if err := krigo.Write(path, table); err == nil || !strings.Contains(err.Error(), "DayFirst") {
		t.Errorf("day or month: %v", err)
	}
	if err := krigo.Write(path, nil); err == nil {
		t.Error("no table is no error")
	}
	if err := krigo.Write(filepath.Join(path, "x"), parsed(t, "x,y\n1,2\n")); err == nil {
		t.Error("no folder is no error")
	}
}

func parsed(t *testing.T, text string) *dataset.Table {
	t.Helper()
	table, err := dataset.ParseCSV("t.csv", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return table
}
