package parquet_test

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	krigo "krigo/gplib/dataset/parquet"
)

// crafted is a file of one column, value, with pages that nobody else writes.
type crafted struct {
	kind     format.Type
	optional bool
	codec    format.CompressionCodec
	pages    []format.PageHeader
	contents [][]byte
	values   int64
}

// write writes the file and returns its path.
func (c crafted) write(t *testing.T) string {
	t.Helper()
	marshal := func(v any) []byte {
		b, err := thrift.Marshal(&thrift.CompactProtocol{}, v)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	file := []byte("PAR1")
	chunk := format.ColumnMetaData{
		Type: c.kind, Encoding: []format.Encoding{format.Plain}, PathInSchema: []string{"value"}, Codec: c.codec,
		NumValues: c.values, TotalUncompressedSize: 1000, DataPageOffset: 4,
	}
	for i, h := range c.pages {
		if h.DictionaryPageHeader.Valid {
			chunk.DictionaryPageOffset = 4
		} else if i > 0 {
			chunk.DataPageOffset = int64(len(file))
		}
		h.CompressedPageSize = int32(len(c.contents[i]))
		file = append(append(file, marshal(&h)...), c.contents[i]...)
	}
	chunk.TotalCompressedSize = int64(len(file)) - 4
	repetition := format.Required
	if c.optional {
		repetition = format.Optional
	}
	footer := marshal(&format.FileMetaData{
		Version: 1, NumRows: c.values,
		Schema: []format.SchemaElement{
			{Name: "root", NumChildren: thrift.New[int32](1)},
			{Name: "value", Type: thrift.New(c.kind), RepetitionType: thrift.New(repetition)},
		},
		RowGroups: []format.RowGroup{{Columns: []format.ColumnChunk{{MetaData: chunk}}, NumRows: c.values, TotalByteSize: 1000}},
	})
	file = append(file, footer...)
	file = append(binary.LittleEndian.AppendUint32(file, uint32(len(footer))), "PAR1"...)
	path := filepath.Join(t.TempDir(), "t.parquet")
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// version1 and version2 are headers of pages of n values of an encoding, with so many unpacked bytes.
func version1(encoding format.Encoding, n, unpacked int) format.PageHeader {
	return format.PageHeader{Type: format.DataPage, UncompressedPageSize: int32(unpacked), DataPageHeader: thrift.New(format.DataPageHeader{
		NumValues: int32(n), Encoding: encoding, DefinitionLevelEncoding: format.RLE, RepetitionLevelEncoding: format.RLE,
	})}
}

func version2(encoding format.Encoding, n, unpacked, levels int) format.PageHeader {
	return format.PageHeader{Type: format.DataPageV2, UncompressedPageSize: int32(unpacked), DataPageHeaderV2: thrift.New(format.DataPageHeaderV2{
		NumValues: int32(n), NumRows: int32(n), Encoding: encoding, DefinitionLevelsByteLength: int32(levels),
	})}
}

// runs are twenty runs of 2³⁰ ones.
func runs() []byte {
	return bytes.Repeat(append(binary.AppendUvarint(nil, 1<<31), 1), 20)
}

// differences announce 2³¹ - 1 numbers.
func differences() []byte {
	b := binary.AppendUvarint(nil, 128)
	b = binary.AppendUvarint(b, 4)
	b = binary.AppendUvarint(b, 1<<31-1)
	return append(b, 2, 0, 0, 0, 0, 0)
}

// sharing are 100,000 texts of 100,000 bytes, each the same as the first one.
func sharing(t *testing.T) []byte {
	t.Helper()
	shared, other := make([]int32, 100_000), make([]int32, 100_000)
	other[0] = 100_000
	for i := range shared[1:] {
		shared[i+1] = 100_000
	}
	var b []byte
	for _, lengths := range [][]int32{shared, other} {
		part, err := parquet.DeltaBinaryPacked.EncodeInt32(nil, lengths)
		if err != nil {
			t.Fatal(err)
		}
		b = append(b, part...)
	}
	return append(b, bytes.Repeat([]byte("x"), 100_000)...)
}

// packed returns 400 MB of zeros, packed.
func packed(t *testing.T, codec format.CompressionCodec) []byte {
	t.Helper()
	var out bytes.Buffer
	var to interface {
		Write([]byte) (int, error)
		Close() error
	}
	switch codec {
	case format.Gzip:
		to = gzip.NewWriter(&out)
	case format.Zstd:
		to, _ = zstd.NewWriter(&out)
	case format.Brotli:
		to = brotli.NewWriterLevel(&out, 1)
	}
	zeros := make([]byte, 1<<20)
	for range 400 {
		if _, err := to.Write(zeros); err != nil {
			t.Fatal(err)
		}
	}
	if err := to.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// sizedBytes puts the length before bytes.
func sizedBytes(b []byte) []byte {
	return append(binary.LittleEndian.AppendUint32(nil, uint32(len(b))), b...)
}

// TestNumbersInPagesTakeNoMemory: what pages announce within themselves is compared with their headers.
func TestNumbersInPagesTakeNoMemory(t *testing.T) {
	random := make([]byte, 300)
	for i, rng := 0, rand.New(rand.NewPCG(1, 2)); i < len(random); i++ {
		random[i] = byte(rng.Uint32())
	}
	bomb := func(codec format.CompressionCodec) crafted {
		return crafted{kind: format.Double, codec: codec, pages: []format.PageHeader{version1(format.Plain, 3, 1000)}, contents: [][]byte{packed(t, codec)}, values: 3}
	}
	dictionary := format.PageHeader{Type: format.DictionaryPage, UncompressedPageSize: 8, DictionaryPageHeader: thrift.New(format.DictionaryPageHeader{NumValues: 1, Encoding: format.Plain})}
	one := func(c crafted, h format.PageHeader, content []byte) crafted {
		c.pages, c.contents, c.values = []format.PageHeader{h}, [][]byte{content}, 3
		return c
	}
	for name, c := range map[string]crafted{
		"runs of levels":           one(crafted{kind: format.Double, optional: true}, version1(format.Plain, 3, 1000), append(sizedBytes(runs()), make([]byte, 24)...)),
		"runs of levels, V2":       one(crafted{kind: format.Double, optional: true}, version2(format.Plain, 3, 1000, len(runs())), append(runs(), make([]byte, 24)...)),
		"runs of truth values":     one(crafted{kind: format.Boolean}, version1(format.RLE, 3, 1000), sizedBytes(runs())),
		"runs of words":            {kind: format.Double, pages: []format.PageHeader{dictionary, version1(format.RLEDictionary, 3, 1000)}, contents: [][]byte{make([]byte, 8), append([]byte{1}, runs()...)}, values: 3},
		"differences":              one(crafted{kind: format.Int64}, version1(format.DeltaBinaryPacked, 3, 1000), differences()),
		"differences of 32 bits":   one(crafted{kind: format.Int32}, version2(format.DeltaBinaryPacked, 3, 1000, 0), differences()),
		"lengths":                  one(crafted{kind: format.ByteArray}, version1(format.DeltaLengthByteArray, 3, 1000), differences()),
		"shared parts":             one(crafted{kind: format.ByteArray}, version1(format.DeltaByteArray, 100_000, 200_000), sharing(t)),
		"differences, in Snappy":   one(crafted{kind: format.Int64, codec: format.Snappy}, version1(format.DeltaBinaryPacked, 3, 1000), must(parquet.Snappy.Encode(nil, differences()))),
		"a bomb of gzip":           bomb(format.Gzip),
		"a bomb of Zstandard":      bomb(format.Zstd),
		"a bomb of Brotli":         bomb(format.Brotli),
		"damaged LZ4":              one(crafted{kind: format.Double, codec: format.Lz4Raw}, version1(format.Plain, 3, 24), random),
		"a frame of 16 GB":         one(crafted{kind: format.Double, codec: format.Zstd}, version1(format.Plain, 3, 24), []byte{0x28, 0xb5, 0x2f, 0xfd, 0xe0, 0, 0, 0, 0, 4, 0, 0, 0, 1, 0, 0}),
		"levels longer than pages": one(crafted{kind: format.Double, optional: true}, version2(format.Plain, 3, 1000, 1<<30), make([]byte, 24)),
	} {
		t.Run(name, func(t *testing.T) {
			path := c.write(t)
			var errs []error
			if n := allocatedBy(func() { errs = readAll(path) }); n > 64<<20 {
				t.Errorf("%d bytes are allocated", n)
			}
			for _, err := range errs {
				if err == nil {
					t.Error("it is read")
				}
			}
		})
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// TestPackedPagesAreRead: each codec and encoding that files have passes the checks.
func TestPackedPagesAreRead(t *testing.T) {
	type row struct {
		A float64  `parquet:"a,gzip"`
		B int64    `parquet:"b,delta,zstd"`
		C *float64 `parquet:"c,optional,gzip"`
		D string   `parquet:"d,delta,brotli"`
		E string   `parquet:"e,dict,snappy"`
		F int32    `parquet:"f,delta"`
		G bool     `parquet:"g"`
		H float64  `parquet:"h,split,zstd"`
		J float64  `parquet:"j,brotli"`
		V float64  `parquet:"value"`
	}
	rng := rand.New(rand.NewPCG(3, 4))
	rows := make([]row, 5000)
	for i := range rows {
		x := rng.NormFloat64()
		rows[i] = row{A: x, B: rng.Int64N(1e6), D: "site " + string(rune('a'+i%26)), E: string(rune('a' + i%7)), F: int32(i * i), G: i%3 == 0, H: float64(i), J: x, V: -x}
		if i%5 > 0 {
			rows[i].C = &rows[i].A
		}
	}
	for _, options := range [][]parquet.WriterOption{{}, {parquet.DataPageVersion(1)}, {parquet.PageBufferSize(300)}} {
		path := filepath.Join(t.TempDir(), "t.parquet")
		if err := parquet.WriteFile(path, rows, options...); err != nil {
			t.Fatal(err)
		}
		table, err := krigo.Read(path)
		if err != nil {
			t.Fatal(err)
		}
		texts, err := table.Text("d")
		if err != nil {
			t.Fatal(err)
		}
		for name, of := range map[string]func(r row) float64{
			"a": func(r row) float64 { return r.A }, "b": func(r row) float64 { return float64(r.B) }, "f": func(r row) float64 { return float64(r.F) },
			"h": func(r row) float64 { return r.H }, "j": func(r row) float64 { return r.J }, "value": func(r row) float64 { return r.V },
		} {
			got, err := table.Column(name)
			if err != nil || len(got) != len(rows) {
				t.Fatalf("column %s has %d rows (%v)", name, len(got), err)
			}
			for i, r := range rows {
				if got[i] != of(r) || texts[i] != r.D {
					t.Fatalf("row %d of %s is %v, next to %q; want %v and %q", i, name, got[i], texts[i], of(r), r.D)
				}
			}
		}
	}
}

// TestPagesOfLZ4ThatAreReadRight are those that LZ4 makes at least three times smaller.
func TestPagesOfLZ4ThatAreReadRight(t *testing.T) {
	type row struct {
		Value float64 `parquet:"value,lz4"`
	}
	rows := make([]row, 3000)
	for i := range rows {
		rows[i].Value = float64(i / 1000)
	}
	path := filepath.Join(t.TempDir(), "t.parquet")
	if err := parquet.WriteFile(path, rows); err != nil {
		t.Fatal(err)
	}
	table, err := krigo.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	got, err := table.Column("value")
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range rows {
		if got[i] != r.Value {
			t.Fatalf("row %d is %v, want %v", i, got[i], r.Value)
		}
	}
}

// TestPagesOfLZ4ThatWouldBeReadWrongAreRefused: the library takes a page that LZ4 has made less than three
// times smaller for zeros.
func TestPagesOfLZ4ThatWouldBeReadWrongAreRefused(t *testing.T) {
	type row struct {
		Value float64 `parquet:"value,lz4"`
	}
	rng := rand.New(rand.NewPCG(5, 6))
	rows := make([]row, 500)
	for i := range rows {
		rows[i].Value = rng.NormFloat64()
	}
	path := filepath.Join(t.TempDir(), "t.parquet")
	if err := parquet.WriteFile(path, rows); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		t.Fatal(err)
	}
	_, err = krigo.RowsAt(file, info.Size(), "t.parquet", "value")
	for _, err := range append(readAll(path), err) {
		if err == nil || !strings.Contains(err.Error(), "LZ4") {
			t.Errorf("the error is %v, want one about LZ4", err)
		}
	}
}
