package dataset_test

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/dataset"
)

type measurement struct {
	Site  string   `parquet:"site"`
	Depth float64  `parquet:"depth"`
	Count int32    `parquet:"count"`
	Value *float32 `parquet:"value,optional"`
}

func parquetFile(t *testing.T, rows []measurement) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "t.parquet")
	if err := parquet.WriteFile(path, rows); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestReadParquetKeepsNumbersTextAndNulls(t *testing.T) {
	half := float32(0.1)
	var rows []measurement
	for i := range 100 {
		rows = append(rows, measurement{Site: "a", Depth: math.Pi * float64(i), Count: int32(-i), Value: &half})
	}
	rows[7].Value = nil
	table, err := dataset.ReadParquet(parquetFile(t, rows))
	if err != nil {
		t.Fatal(err)
	}
	if names := table.Names(); !slices.Equal(names, []string{"site", "depth", "count", "value"}) || table.Len() != 100 {
		t.Fatalf("%d rows of %q", table.Len(), names)
	}
	depth, err := table.Column("depth")
	if err != nil || depth[99] != math.Pi*99 {
		t.Errorf("depth %v (%v)", depth[99], err)
	}
	if count, err := table.Column("count"); err != nil || count[3] != -3 {
		t.Errorf("count %v (%v)", count, err)
	}
	if _, err := table.Column("value"); err == nil || !strings.Contains(err.Error(), "line 8, column 4 (value): the value is missing") {
		t.Errorf("a null: %v", err)
	}
	complete, err := table.Complete()
	if err != nil {
		t.Fatal(err)
	}
	if values, err := complete.Column("value"); err != nil || len(values) != 99 || values[0] != float64(half) {
		t.Errorf("complete values %v (%v)", values, err)
	}
}

func TestReadParquetNamesWhatItCannotRead(t *testing.T) {
	if _, err := dataset.ReadParquet("no-such.parquet"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("missing: %v", err)
	}
	path := parquetFile(t, []measurement{{Site: "a"}})
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(whole); i += 29 {
		damaged := slices.Clone(whole)
		damaged[i] ^= 0xff
		if err := os.WriteFile(path, damaged, 0o644); err != nil {
			t.Fatal(err)
		}
		// Not every damage shows; none may panic.
		_, _ = dataset.ReadParquet(path)
	}
	if err := os.WriteFile(path, whole[:len(whole)/2], 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := dataset.ReadParquet(path); err == nil || !strings.Contains(err.Error(), "t.parquet") {
		t.Errorf("half a file: %v", err)
	}
	type nested struct {
		Values []float64 `parquet:"values,list"`
	}
	list := filepath.Join(t.TempDir(), "list.parquet")
	if err := parquet.WriteFile(list, []nested{{[]float64{1, 2}}}); err != nil {
		t.Fatal(err)
	}
	if _, err := dataset.ReadParquet(list); err == nil || !strings.Contains(err.Error(), "values") {
		t.Errorf("a list: %v", err)
	}
	if _, err := dataset.ReadParquet(parquetFile(t, nil)); err == nil || !strings.Contains(err.Error(), "no rows") {
		t.Errorf("no rows: %v", err)
	}
}

// TestParquetIntegersWithoutASign are not taken for negative ones.
func TestParquetIntegersWithoutASign(t *testing.T) {
	type count struct {
		Small uint32 `parquet:"small"`
		Large uint64 `parquet:"large"`
	}
	path := filepath.Join(t.TempDir(), "t.parquet")
	if err := parquet.WriteFile(path, []count{{math.MaxUint32, math.MaxUint64}, {1, 2}}); err != nil {
		t.Fatal(err)
	}
	table, err := dataset.ReadParquet(path)
	if err != nil {
		t.Fatal(err)
	}
	want, err := table.Data("small", "large")
	if err != nil {
		t.Fatal(err)
	}
	if want.Y[0] != math.MaxUint32 {
		t.Errorf("%v, want %v", want.Y[0], uint32(math.MaxUint32))
	}
	rows, err := dataset.ParquetRows(path, "small", "large")
	if err != nil {
		t.Fatal(err)
	}
	if got := collect(t, rows, 2); !sameData(got, want) {
		t.Errorf("rows %v, the table has %v", got, want)
	}
}

// BenchmarkParquetRows reads rows of 8 numbers beside a CSV file of the same.
func BenchmarkParquetRows(b *testing.B) {
	type row struct{ A, B, C, D, E, F, G, Y float64 }
	rows := make([]row, 100_000)
	var text strings.Builder
	text.WriteString("A,B,C,D,E,F,G,Y\n")
	for i := range rows {
		x := math.Sin(float64(i))
		rows[i] = row{x, 2 * x, 3 * x, 4 * x, 5 * x, 6 * x, 7 * x, 8 * x}
		fmt.Fprintln(&text, strings.Trim(strings.ReplaceAll(fmt.Sprint(rows[i]), " ", ","), "{}"))
	}
	parquetPath, csvPath := filepath.Join(b.TempDir(), "t.parquet"), filepath.Join(b.TempDir(), "t.csv")
	if err := parquet.WriteFile(parquetPath, rows); err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(csvPath, []byte(text.String()), 0o644); err != nil {
		b.Fatal(err)
	}
	for name, open := range map[string]func() (*dataset.FileRows, error){
		"parquet": func() (*dataset.FileRows, error) { return dataset.ParquetRows(parquetPath, "Y") },
		"csv":     func() (*dataset.FileRows, error) { return dataset.CSVRows(csvPath, "Y") },
	} {
		b.Run(name, func(b *testing.B) {
			x, y := mat.NewDense(1000, 7, nil), make([]float64, 1000)
			r, err := open()
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				for {
					if _, err := r.Read(x, y); err != nil {
						break
					}
				}
				if err := r.Reset(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(rows)), "ns/row")
		})
	}
}
