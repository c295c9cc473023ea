package parquet_test

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"

	"github.com/parquet-go/parquet-go"
)

// FuzzRead: any bytes are rows or an error, and what is announced is not allocated before it is there.
func FuzzRead(f *testing.F) {
	path := filepath.Join(f.TempDir(), "t.parquet")
	half := float32(0.5)
	if err := parquet.WriteFile(path, []measurement{{"a", 1, 2, &half}, {"b", 2, 3, nil}}); err != nil {
		f.Fatal(err)
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(raw)
	f.Add(raw[:len(raw)-20])
	f.Add(append(raw[:len(raw)-8:len(raw)-8], binary.LittleEndian.AppendUint32(nil, 0x51000000)...))
	f.Add([]byte("PAR1\x15\x02\x19\xfc\xff\xff\xff\xff\x07\x00\x0a\x00\x00\x00PAR1"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		path := filepath.Join(t.TempDir(), "t.parquet")
		if err := os.WriteFile(path, raw, 0o600); err != nil {
			t.Fatal(err)
		}
		if n := allocatedBy(func() { readAll(path) }); n > 1<<29 {
			t.Errorf("%d bytes take %d", len(raw), n)
		}
	})
}
