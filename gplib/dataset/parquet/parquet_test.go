package parquet_test

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

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
	krigo "krigo/gplib/dataset/parquet"
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

func TestReadKeepsNumbersTextAndNulls(t *testing.T) {
	half := float32(0.1)
	var rows []measurement
	for i := range 100 {
		rows = append(rows, measurement{Site: "a", Depth: math.Pi * float64(i), Count: int32(-i), Value: &half})
	}
	rows[7].Value = nil
	table, err := krigo.Read(parquetFile(t, rows))
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

func TestReadNamesWhatItCannotRead(t *testing.T) {
	if _, err := krigo.Read("no-such.parquet"); !errors.Is(err, fs.ErrNotExist) {
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
		_, _ = krigo.Read(path)
	}
	if err := os.WriteFile(path, whole[:len(whole)/2], 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := krigo.Read(path); err == nil || !strings.Contains(err.Error(), "t.parquet") {
		t.Errorf("half a file: %v", err)
	}
	text := filepath.Join(t.TempDir(), "t.csv")
	if err := os.WriteFile(text, []byte("x,y\n1,2\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := krigo.Read(text); err == nil || !strings.Contains(err.Error(), `t.csv is not a Parquet file, it begins with "x,y\n"; for separated values use dataset.ReadCSV`) {
		t.Errorf("a CSV file: %v", err)
	}
	type nested struct {
		Values []float64 `parquet:"values,list"`
	}
	list := filepath.Join(t.TempDir(), "list.parquet")
	if err := parquet.WriteFile(list, []nested{{[]float64{1, 2}}}); err != nil {
		t.Fatal(err)
	}
	if _, err := krigo.Read(list); err == nil || !strings.Contains(err.Error(), "values") {
		t.Errorf("a list: %v", err)
	}
	if _, err := krigo.Read(parquetFile(t, nil)); err == nil || !strings.Contains(err.Error(), "no rows") {
		t.Errorf("no rows: %v", err)
	}
}

// TestIntegersWithoutASign are not taken for negative ones.
func TestIntegersWithoutASign(t *testing.T) {
	type count struct {
		Small uint32 `parquet:"small"`
		Large uint64 `parquet:"large"`
	}
	path := filepath.Join(t.TempDir(), "t.parquet")
	if err := parquet.WriteFile(path, []count{{math.MaxUint32, math.MaxUint64}, {1, 2}}); err != nil {
		t.Fatal(err)
	}
	table, err := krigo.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	small, err := table.Column("small")
	if err != nil || small[0] != math.MaxUint32 {
		t.Errorf("%v (%v), want %v", small, err, uint32(math.MaxUint32))
	}
	if large, err := table.Text("large"); err != nil || large[0] != "18446744073709551615" {
		t.Errorf("%v (%v), want %v", large, err, uint64(math.MaxUint64))
	}
	rows, err := krigo.Rows(path, "small", "large")
	if err != nil {
		t.Fatal(err)
	}
	if got := collect(t, rows, 2); got.Y[0] != math.MaxUint32 || got.X.(*cov.Matrix).Row(0)[0] != math.MaxUint64 {
		t.Errorf("rows %v at %v", got.Y, got.X)
	}
}

func TestRowsReadsWhatReadParquetReads(t *testing.T) {
	var rows []measurement
	value := float32(0.1)
	for i := range 300 {
		rows = append(rows, measurement{Site: "a", Depth: float64(i) / 7, Count: int32(-i), Value: &value})
	}
	path := parquetFile(t, rows)
	table, err := krigo.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	want, err := table.Data("depth", "count", "value")
	if err != nil {
		t.Fatal(err)
	}
	r, err := krigo.Rows(path, "depth", "count", "value")
	if err != nil {
		t.Fatal(err)
	}
	for _, block := range []int{1, 64, 100, 1000} {
		if got := collect(t, r, block); !sameData(got, want) {
			t.Errorf("blocks of %d: other rows", block)
		}
		if err := r.Reset(); err != nil {
			t.Fatal(err)
		}
	}
	rows[7].Value = nil
	r, err = krigo.Rows(parquetFile(t, rows), "depth", "value")
	if err != nil {
		t.Fatal(err)
	}
	_, err = r.Read(mat.NewDense(9, 1, nil), make([]float64, 9))
	if err == nil || !strings.Contains(err.Error(), "line 8, column 4 (value): the value is missing") {
		t.Errorf("a null: %v", err)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	if _, err := krigo.Rows(path, "depth", "site"); err != nil {
		t.Errorf("text is an error of Read only: %v", err)
	}
}

// TestDamagedRowsNeverPanic: a damaged file is an error or wrong rows.
func TestDamagedRowsNeverPanic(t *testing.T) {
	path := parquetFile(t, []measurement{{Site: "a", Depth: 1}, {Site: "b", Depth: 2}})
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(whole); i += 17 {
		damaged := slices.Clone(whole)
		damaged[i] ^= 0xff
		if err := os.WriteFile(path, damaged, 0o644); err != nil {
			t.Fatal(err)
		}
		if r, err := krigo.Rows(path, "depth", "count"); err == nil {
			_, _ = r.Read(mat.NewDense(4, 1, nil), make([]float64, 4))
			_ = r.Close()
		}
	}
}

// BenchmarkRows reads rows of 8 numbers, and a CSV file of the same.
func BenchmarkRows(b *testing.B) {
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
		"parquet": func() (*dataset.FileRows, error) { return krigo.Rows(parquetPath, "Y") },
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
