package dataset_test

import (
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

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
	if values, err := complete.Column("value"); err != nil || len(values) != 99 || values[0] != 0.1 {
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
