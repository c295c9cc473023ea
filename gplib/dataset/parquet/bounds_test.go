package parquet_test

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"gonum.org/v1/gonum/mat"

	krigo "krigo/gplib/dataset/parquet"
)

// allocatedBy returns the bytes that a function allocates.
func allocatedBy(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// readAll reads a file as a table and by rows.
func readAll(path string) (errs []error) {
	_, err := krigo.Read(path)
	errs = append(errs, err)
	r, err := krigo.Rows(path, "value")
	if err != nil {
		return append(errs, err)
	}
	defer r.Close()
	x, y := mat.NewDense(64, r.Dim(), nil), make([]float64, 64)
	for err == nil {
		_, err = r.Read(x, y)
	}
	return append(errs, err)
}

// damaged writes a small file, changed by a function, and returns its path.
func damaged(t *testing.T, change func(raw []byte) []byte) string {
	t.Helper()
	type row struct {
		Depth float64 `parquet:"depth"`
		Value float64 `parquet:"value"`
	}
	path := filepath.Join(t.TempDir(), "t.parquet")
	if err := parquet.WriteFile(path, []row{{1, 2}, {3, 4}, {5, 6}}); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, change(raw), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestSmallFilesDoNotTakeMuchMemory: what a file announces is compared with its size before it is
// allocated.
func TestSmallFilesDoNotTakeMuchMemory(t *testing.T) {
	footer := func(length uint32) func([]byte) []byte {
		return func(raw []byte) []byte {
			binary.LittleEndian.PutUint32(raw[len(raw)-8:], length)
			return raw
		}
	}
	for name, path := range map[string]string{
		"a footer of 1 GB": damaged(t, footer(0x40000000)),
		"a footer of 4 GB": damaged(t, footer(0xfffffff0)),
		"a footer of text": damaged(t, footer(0x70)),
		"a list of 2^31 items": damaged(t, func(raw []byte) []byte {
			raw = append(raw[:4:4], 0x15, 2, 0x19, 0xfc, 0xff, 0xff, 0xff, 0xff, 7, 0)
			raw = binary.LittleEndian.AppendUint32(raw, 10)
			return append(raw, "PAR1"...)
		}),
	} {
		if n := allocatedBy(func() { readAll(path) }); n > 1<<20 {
			t.Errorf("%s: %d bytes are allocated", name, n)
		}
	}
}

// TestAFooterIsNotLongerThanItsFile.
func TestAFooterIsNotLongerThanItsFile(t *testing.T) {
	path := damaged(t, func(raw []byte) []byte {
		binary.LittleEndian.PutUint32(raw[len(raw)-8:], 0x51000000)
		return raw
	})
	for _, err := range readAll(path) {
		if err == nil || !strings.Contains(err.Error(), "t.parquet: it is damaged or cut off: its footer would have 1358954496 bytes, the file has ") {
			t.Errorf("%v", err)
		}
	}
}

// TestDamageTakesNoMemory: wherever a small file is damaged, no more is allocated than for a page of
// the usual size.
func TestDamageTakesNoMemory(t *testing.T) {
	type row struct {
		Site  string   `parquet:"site,dict"`
		Depth float64  `parquet:"depth,snappy"`
		Value *float64 `parquet:"value,optional,zstd"`
		Count int64    `parquet:"count,delta"`
	}
	one := 1.0
	path := filepath.Join(t.TempDir(), "t.parquet")
	if err := parquet.WriteFile(path, []row{{"a", 1, &one, 3}, {"b", 3, nil, 4}, {"a", 5, &one, 5}}); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := 4; i < len(raw)-8; i++ {
		for _, with := range []string{"\xff", "\xff\xff\xff\x7f", "\xf0\xff\xff\xff\x0f", "\x80\x80\x80\x80\x08"} {
			other := slices.Clone(raw)
			copy(other[i:len(raw)-8], with)
			if err := os.WriteFile(path, other, 0o600); err != nil {
				t.Fatal(err)
			}
			if n := allocatedBy(func() { readAll(path) }); n > 64<<20 {
				t.Errorf("%q at byte %d: %d bytes are allocated", with, i, n)
			}
		}
	}
}
