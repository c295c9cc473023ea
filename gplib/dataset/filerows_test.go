package dataset_test

import (
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
)

// collect reads all rows of r in blocks of the given size.
func collect(t *testing.T, r dataset.RowReader, block int) gplib.Data {
	t.Helper()
	var rows [][]float64
	var ys []float64
	err := dataset.EachBlock(r, block, func(x *mat.Dense, y []float64) error {
		for i := range y {
			rows = append(rows, slices.Clone(x.RawRowView(i)))
		}
		ys = append(ys, y...)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	points, err := cov.Rows(rows)
	if err != nil {
		t.Fatal(err)
	}
	return gplib.Data{X: points, Y: ys}
}

func sameData(a, b gplib.Data) bool {
	return slices.Equal(a.Y, b.Y) && mat.Equal(a.X.(*cov.Matrix), b.X.(*cov.Matrix))
}

func writeFile(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var w io.WriteCloser = file
	if strings.HasSuffix(name, ".gz") {
		w = gzip.NewWriter(file)
		defer w.Close()
	}
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestCSVRowsReadsWhatReadCSVReads: with a header or without, packed or not,
// with tabs, in blocks of any size, and again after Reset.
func TestCSVRowsReadsWhatReadCSVReads(t *testing.T) {
	for name, text := range map[string]string{
		"header.csv":     "\ufeffa, b,y\n1,2,3\n\n4,5e-1,6\n7,8,9\n",
		"bare.csv.gz":    "1,2,3\n4,5,6\n7,8,9\n",
		"tabbed.tsv.gz":  "a\tb\ty\n1\t2\t3\n4\t5\t6\n",
		"one-row.csv":    "1,2,3\n",
		"no-newline.csv": "a,b,y\n1,2,3\n4,5,6",
	} {
		path := writeFile(t, name, text)
		table, err := dataset.ReadCSV(path)
		if err != nil {
			t.Fatal(err)
		}
		names := table.Names()
		want, err := table.Data(names[2])
		if err != nil {
			t.Fatal(err)
		}
		r, err := dataset.CSVRows(path, "")
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(r.Names(), names) {
			t.Errorf("%s: columns %q", name, r.Names())
		}
		for _, block := range []int{1, 2, 3, 5} {
			if got := collect(t, r, block); !sameData(got, want) {
				t.Errorf("%s, blocks of %d: %v", name, block, got)
			}
			if err := r.Reset(); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestCSVRowsChoosesColumns(t *testing.T) {
	path := writeFile(t, "t.csv", "a,when,b,y\n1,x,2,3\n4,x,5,6\n")
	r, err := dataset.CSVRows(path, "a", "y", "b")
	if err != nil {
		t.Fatal(err)
	}
	got := collect(t, r, 8)
	if x := got.X.(*cov.Matrix); !slices.Equal(got.Y, []float64{1, 4}) || !slices.Equal(x.Row(1), []float64{6, 5}) {
		t.Errorf("%v at %v", got.Y, x)
	}
	if _, err := dataset.CSVRows(path, "z"); err == nil || !strings.Contains(err.Error(), `no column "z"`) {
		t.Errorf("an unknown column: %v", err)
	}
}

func TestFileRowsNameWhatTheyCannotRead(t *testing.T) {
	for text, want := range map[string]string{
		"a,y\n1,2\n3,\n":      "t.csv, line 3, column 2 (y): the value is missing",
		"a,y\n1,2\n3,four\n":  `t.csv, line 3, column 2 (y): "four" is no number`,
		"1,2\n3,4,5\n":        "t.csv, line 2: 3 columns, the first line has 2",
		"a,y\n1,2\n\"3,4\n\n": "t.csv, line 4",
	} {
		r, err := dataset.CSVRows(writeFile(t, "t.csv", text), "")
		if err != nil {
			t.Fatal(err)
		}
		x, y := mat.NewDense(9, 1, nil), make([]float64, 9)
		if _, err = r.Read(x, y); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}
	if _, err := dataset.CSVRows(writeFile(t, "t.csv", ""), ""); err == nil || !strings.Contains(err.Error(), "empty") {
		t.Errorf("an empty file: %v", err)
	}
	if _, err := dataset.CSVRows(writeFile(t, "t.csv.gz", "")[:3], ""); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	if _, err := dataset.CSVRows(writeFile(t, "t.csv", "1\n2\n"), ""); err == nil || !strings.Contains(err.Error(), "1 columns") {
		t.Errorf("one column: %v", err)
	}
}
