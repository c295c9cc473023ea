package dataset_test

import (
	"compress/gzip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"krigo/gplib/dataset"
)

// pack writes a gzipped file.
func pack(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	w := gzip.NewWriter(file)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestReadCSVUnpacksAndKnowsTabs(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.tsv.gz")
	pack(t, path, "name\tvalue\na, b\t1.5\nsay \"c\"\t2\n")
	table, err := dataset.ReadCSV(path)
	if err != nil {
		t.Fatal(err)
	}
	names, _ := table.Text("name")
	values, err := table.Column("value")
	if err != nil || !slices.Equal(names, []string{"a, b", `say "c"`}) || !slices.Equal(values, []float64{1.5, 2}) {
		t.Errorf("%q, %v (%v)", names, values, err)
	}
	plain := filepath.Join(t.TempDir(), "t.csv.gz")
	if err := os.WriteFile(plain, []byte("a,b\n1,2\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := dataset.ReadCSV(plain); err == nil || !strings.Contains(err.Error(), "t.csv.gz") {
		t.Errorf("a file that is not packed: %v", err)
	}
}

func TestKindsAndMissingValues(t *testing.T) {
	table := parse(t, "a,b,c\n1,x,NA\nNA,y,\n3,x,?\n")
	for name, want := range map[string]struct {
		kind   dataset.Kind
		absent int
	}{"a": {dataset.Number, 1}, "b": {dataset.Text, 0}, "c": {dataset.Empty, 3}} {
		kind, absent, err := table.Kind(name)
		if err != nil || kind != want.kind || absent != want.absent {
			t.Errorf("%s: %v with %d missing (%v)", name, kind, absent, err)
		}
	}
	complete, err := table.Complete("a", "b")
	if err != nil {
		t.Fatal(err)
	}
	if a, err := complete.Column("a"); err != nil || !slices.Equal(a, []float64{1, 3}) {
		t.Errorf("complete rows %v (%v)", a, err)
	}
	if _, err := table.Complete(); err == nil {
		t.Error("no row is complete, and no error says so")
	}
	codes, levels, err := table.Categories("b")
	if err != nil || !slices.Equal(codes, []float64{0, 1, 0}) || !slices.Equal(levels, []string{"x", "y"}) {
		t.Errorf("codes %v of %q (%v)", codes, levels, err)
	}
	if _, _, err := table.Categories("a"); err == nil || !strings.Contains(err.Error(), "line 3") {
		t.Errorf("a missing category: %v", err)
	}
}

func TestUCIReadsDataAndFolds(t *testing.T) {
	dir := t.TempDir()
	pack(t, filepath.Join(dir, "toy", "data.csv.gz"), "1,2,3\n4,5,6\n7,8,9\n")
	pack(t, filepath.Join(dir, "toy", "test_mask.csv.gz"), "1,0\n0,0\n0,1\n")
	b, err := dataset.UCI(dir, "toy")
	if err != nil {
		t.Fatal(err)
	}
	if b.Folds() != 2 || b.String() != "toy: 3 observations in 2 dimensions, 2 folds" {
		t.Errorf("%v", b)
	}
	train, test, err := b.Fold(1)
	if err != nil || !slices.Equal(train.Y, []float64{3, 6}) || !slices.Equal(test.Y, []float64{9}) {
		t.Errorf("fold 1: %v and %v (%v)", train.Y, test.Y, err)
	}
	if _, _, err := b.Fold(2); err == nil {
		t.Error("a fold that is not there is no error")
	}
	pack(t, filepath.Join(dir, "toy", "test_mask.csv.gz"), "1,0\n")
	if _, err := dataset.UCI(dir, "toy"); err == nil {
		t.Error("a mask of another length is no error")
	}
}

// TestUCISetsAreThoseOfTheCollection reads what KRIGO_DATA holds.
func TestUCISetsAreThoseOfTheCollection(t *testing.T) {
	dir := os.Getenv("KRIGO_DATA")
	if dir == "" {
		t.Skip("KRIGO_DATA is not set")
	}
	for name, want := range map[string]string{
		"challenger": "challenger: 23 observations in 4 dimensions, 10 folds",
		"yacht":      "yacht: 308 observations in 6 dimensions, 10 folds",
		"concrete":   "concrete: 1030 observations in 8 dimensions, 10 folds",
	} {
		b, err := dataset.UCI(filepath.Join(dir, "uci"), name)
		if err != nil {
			t.Fatal(err)
		}
		if b.String() != want {
			t.Errorf("%v, want %s", b, want)
		}
	}
}
