package parquet_test

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
	"krigo/gplib/dataset"
	krigo "krigo/gplib/dataset/parquet"
)

// mixed is a row with numbers of every kind and encoding.
type mixed struct {
	Plain    float64  `parquet:"plain"`
	Words    float64  `parquet:"words,dict"`
	Split    float64  `parquet:"split,split,snappy"`
	Perhaps  *float64 `parquet:"perhaps,optional"`
	Single   float32  `parquet:"single"`
	Singles  float32  `parquet:"singles,dict,zstd"`
	Int      int32    `parquet:"int"`
	Long     int64    `parquet:"long,delta"`
	Unsigned uint32   `parquet:"unsigned"`
	Huge     uint64   `parquet:"huge,dict"`
	Code     *int32   `parquet:"code,optional,dict"`
	Text     string   `parquet:"text"`
	Y        float64  `parquet:"y"`
}

func mixedRows(n int) []mixed {
	rows := make([]mixed, n)
	for i := range rows {
		perhaps, code := math.Cbrt(float64(i)), int32(-i%5)
		rows[i] = mixed{
			Plain: math.Sin(float64(i)), Words: math.Sqrt(float64(i % 7)), Split: math.Exp(float64(i) / 100),
			Perhaps: &perhaps, Single: float32(i) / 3, Singles: float32(i%3) / 7,
			Int: int32(-i), Long: int64(i) << 40, Unsigned: math.MaxUint32 - uint32(i), Huge: math.MaxUint64 - uint64(i%4)<<12,
			Code: &code, Text: fmt.Sprintf("%v", float64(i)/8), Y: float64(i),
		}
	}
	return rows
}

// inputs returns the row's numbers as doubles.
func (m mixed) inputs() []float64 {
	return []float64{
		m.Plain, m.Words, m.Split, *m.Perhaps, float64(m.Single), float64(m.Singles), float64(m.Int), float64(m.Long),
		float64(m.Unsigned), float64(m.Huge), float64(*m.Code), m.Y / 8,
	}
}

// numeric are the inputs but the text.
var numeric = []string{"plain", "words", "split", "perhaps", "single", "singles", "int", "long", "unsigned", "huge", "code"}

// mixedFile writes rows in groups and pages that end in different rows.
func mixedFile(t *testing.T, rows []mixed) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "mixed.parquet")
	if err := parquet.WriteFile(path, rows, parquet.MaxRowsPerRowGroup(389), parquet.PageBufferSize(500)); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestRowsAreWhatWasWritten: of every kind and encoding, in blocks of any size,
// again after Reset in the middle, and with fewer columns.
func TestRowsAreWhatWasWritten(t *testing.T) {
	written := mixedRows(1000)
	path := mixedFile(t, written)
	for _, columns := range [][]string{nil, numeric, {"plain"}} {
		r, err := krigo.Rows(path, "y", columns...)
		if err != nil {
			t.Fatal(err)
		}
		for _, block := range []int{1, 7, 1000} {
			got := collect(t, r, block)
			if len(got.Y) != len(written) {
				t.Fatalf("blocks of %d: %d rows", block, len(got.Y))
			}
			for i, row := range written {
				if x := got.X.(*cov.Matrix).Row(i); !slices.Equal(x, row.inputs()[:len(x)]) || got.Y[i] != row.Y {
					t.Fatalf("%d inputs, blocks of %d, row %d: %v at %v, want %v at %v", len(x), block, i, got.Y[i], x, row.Y, row.inputs())
				}
			}
			if err := r.Reset(); err != nil {
				t.Fatal(err)
			}
			if n, err := r.Read(mat.NewDense(500, r.Dim(), nil), make([]float64, 500)); n != 500 || err != nil {
				t.Fatalf("%d rows (%v)", n, err)
			}
		}
	}
}

// TestCellsAmidNumbersAreToldByLine: those that are missing, not finite or no
// numbers, whatever the blocks; the rows before are read.
func TestCellsAmidNumbersAreToldByLine(t *testing.T) {
	for want, spoil := range map[string]func(*mixed){
		"line 701, column 4 (perhaps): the value is missing": func(m *mixed) { m.Perhaps = nil },
		"line 701, column 11 (code): the value is missing":   func(m *mixed) { m.Code = nil },
		"line 701, column 1 (plain): NaN is not finite":      func(m *mixed) { m.Plain = math.NaN() },
		"line 701, column 2 (words): +Inf is not finite":     func(m *mixed) { m.Words = math.Inf(1) },
		"line 701, column 5 (single): -Inf is not finite":    func(m *mixed) { m.Single = float32(math.Inf(-1)) },
		"line 701, column 13 (y): NaN is not finite":         func(m *mixed) { m.Y = math.NaN() },
		`line 701, column 12 (text): "many" is no number`:    func(m *mixed) { m.Text = "many" },
	} {
		written := mixedRows(1000)
		spoil(&written[700])
		columns := numeric
		if strings.Contains(want, "text") {
			columns = nil
		}
		r, err := krigo.Rows(mixedFile(t, written), "y", columns...)
		if err != nil {
			t.Fatal(err)
		}
		for _, block := range []int{1, 7, 100, 1000} {
			read := 0
			err = dataset.EachBlock(r, block, func(_ *mat.Dense, y []float64) error { read += len(y); return nil })
			if err == nil || !strings.Contains(err.Error(), want) || read != 700/block*block {
				t.Errorf("blocks of %d: after %d rows %v, want %s", block, read, err, want)
			}
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestDamagedBlocksNeverPanic: a damaged file is an error or wrong rows, whatever
// is damaged, also where pages are given back and read again.
func TestDamagedBlocksNeverPanic(t *testing.T) {
	path := mixedFile(t, mixedRows(150))
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	step := 3
	if testing.Short() {
		step = 31
	}
	x, y := mat.NewDense(32, 12, nil), make([]float64, 32)
	for i := 0; i < len(whole); i += step {
		damaged := bytes.Clone(whole)
		damaged[i] ^= 0xff
		r, err := krigo.RowsAt(bytes.NewReader(damaged), int64(len(damaged)), "t.parquet", "y")
		if err != nil {
			continue
		}
		for range 4 {
			_, _ = r.Read(x, y)
		}
		_ = r.Close()
	}
}

// TestRowsAtAreThoseOfTheFile: the same rows, names and errors.
func TestRowsAtAreThoseOfTheFile(t *testing.T) {
	written := mixedRows(900)
	path := mixedFile(t, written)
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	file, err := krigo.Rows(path, "y", "code", "plain")
	if err != nil {
		t.Fatal(err)
	}
	at, err := krigo.RowsAt(bytes.NewReader(content), int64(len(content)), "bucket/mixed", "y", "code", "plain")
	if err != nil {
		t.Fatal(err)
	}
	want := collect(t, file, 100)
	for _, block := range []int{1, 7, 1000} {
		if got := collect(t, at, block); !sameData(got, want) || !slices.Equal(at.Names(), file.Names()) {
			t.Errorf("blocks of %d: other rows of %q", block, at.Names())
		}
	}
	for want, refuse := range map[string]func() (*dataset.FileRows, error){
		`bucket/mixed has no column "z"`: func() (*dataset.FileRows, error) {
			return krigo.RowsAt(bytes.NewReader(content), int64(len(content)), "bucket/mixed", "z")
		},
		"parquet: bucket/mixed: ": func() (*dataset.FileRows, error) {
			return krigo.RowsAt(bytes.NewReader(content), int64(len(content))-1, "bucket/mixed", "y")
		},
		`bucket/text is not a Parquet file, it begins with "a,y\n"`: func() (*dataset.FileRows, error) {
			return krigo.RowsAt(strings.NewReader("a,y\n1,2\n"), 8, "bucket/text", "y")
		},
		"the reader of bucket/none is nil": func() (*dataset.FileRows, error) { return krigo.RowsAt(nil, 8, "bucket/none", "y") },
		"bucket/small": func() (*dataset.FileRows, error) {
			return krigo.RowsAt(strings.NewReader("PAR1"), 4, "bucket/small", "y")
		},
	} {
		if _, err := refuse(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q in it", err, want)
		}
	}
}

// TestShardsAreTheRowsOfOneFile: of Parquet files, and with separated values among
// them, in blocks of any size.
func TestShardsAreTheRowsOfOneFile(t *testing.T) {
	written := mixedRows(1000)
	one, err := krigo.Rows(mixedFile(t, written), "y", "plain", "perhaps", "int")
	if err != nil {
		t.Fatal(err)
	}
	want := collect(t, one, 1000)
	text := filepath.Join(t.TempDir(), "t.csv")
	var lines strings.Builder
	lines.WriteString("int,plain,perhaps,y\n")
	for _, m := range written[400:401] {
		fmt.Fprintf(&lines, "%v,%v,%v,%v\n", m.Int, m.Plain, *m.Perhaps, m.Y)
	}
	if err := os.WriteFile(text, []byte(lines.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	shards := []string{mixedFile(t, written[:400]), text, mixedFile(t, written[401:403]), mixedFile(t, written[403:])}
	r, err := krigo.ShardedRows(shards, "y", "plain", "perhaps", "int")
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(r.Names(), one.Names()) {
		t.Errorf("columns %q", r.Names())
	}
	for _, block := range []int{1, 7, 1000} {
		if got := collect(t, r, block); !sameData(got, want) {
			t.Errorf("blocks of %d: other rows", block)
		}
	}
}

// countedReader counts reads.
type countedReader struct {
	*bytes.Reader
	reads int
}

func (r *countedReader) ReadAt(b []byte, offset int64) (int, error) {
	r.reads++
	return r.Reader.ReadAt(b, offset)
}

// TestRowsAtReadsInLargeParts: each chosen column of a group of rows at once, where
// it has less than a megabyte, and few parts besides.
func TestRowsAtReadsInLargeParts(t *testing.T) {
	content, err := os.ReadFile(mixedFile(t, mixedRows(1000)))
	if err != nil {
		t.Fatal(err)
	}
	from := &countedReader{Reader: bytes.NewReader(content)}
	r, err := krigo.RowsAt(from, int64(len(content)), "bucket/mixed", "y", "plain", "code")
	if err != nil {
		t.Fatal(err)
	}
	if from.reads > 3 {
		t.Errorf("%d reads tell the columns", from.reads)
	}
	from.reads = 0
	const groups, columns = 3, 3
	if collect(t, r, 256); from.reads > groups*columns {
		t.Errorf("%d reads of %d columns in %d groups", from.reads, columns, groups)
	}
}

func TestShardsOfOtherColumnsAreRefusedByName(t *testing.T) {
	first := mixedFile(t, mixedRows(3))
	value := float32(1)
	other := parquetFile(t, []measurement{{Value: &value}})
	r, err := krigo.ShardedRows([]string{first, other}, "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Read(mat.NewDense(4, 12, nil), make([]float64, 4)); err == nil || !strings.Contains(err.Error(), "rows of "+other+" have 3 inputs, those of "+first+" have 12") {
		t.Errorf("other columns: %v", err)
	}
	if _, err := krigo.ShardedRows([]string{other, first}, "y"); err == nil || !strings.Contains(err.Error(), other) {
		t.Errorf("no such column: %v", err)
	}
	if _, err := krigo.ShardedRows(nil, "y"); err == nil || !strings.Contains(err.Error(), "0 paths") {
		t.Errorf("no files: %v", err)
	}
}

// electricRow is a row of [dataset.ElectricLike].
type electricRow struct{ A, B, C, D, E, F, G, H, I, J, K, Y float64 }

// looseRow is a row as most programs write it, and so does [krigo.Write]: any cell
// may be missing.
type looseRow struct {
	A, B, C, D, E, F, G, H, I, J, K, Y *float64
}

func electricRows(b *testing.B, n int) []electricRow {
	b.Helper()
	from, err := dataset.ElectricLike(n, 1)
	if err != nil {
		b.Fatal(err)
	}
	rows := make([]electricRow, 0, n)
	err = dataset.EachBlock(from, 256, func(x *mat.Dense, y []float64) error {
		for i, v := range y {
			r := x.RawRowView(i)
			rows = append(rows, electricRow{r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7], r[8], r[9], r[10], v})
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	return rows
}

// BenchmarkElectricRows reads rows of 11 inputs in blocks of 256, and finds their
// scaling, of columns without and with room for missing cells.
func BenchmarkElectricRows(b *testing.B) {
	rows := electricRows(b, 200_000)
	loose := make([]looseRow, len(rows))
	for i := range rows {
		r := &rows[i]
		loose[i] = looseRow{&r.A, &r.B, &r.C, &r.D, &r.E, &r.F, &r.G, &r.H, &r.I, &r.J, &r.K, &r.Y}
	}
	strictPath, loosePath := filepath.Join(b.TempDir(), "strict.parquet"), filepath.Join(b.TempDir(), "loose.parquet")
	if err := parquet.WriteFile(strictPath, rows); err != nil {
		b.Fatal(err)
	}
	if err := parquet.WriteFile(loosePath, loose); err != nil {
		b.Fatal(err)
	}
	for name, path := range map[string]string{"strict": strictPath, "loose": loosePath} {
		r, err := krigo.Rows(path, "Y")
		if err != nil {
			b.Fatal(err)
		}
		for what, pass := range map[string]func() error{
			"read": func() error {
				return dataset.EachBlock(r, 256, func(*mat.Dense, []float64) error { return nil })
			},
			"standardise": func() error {
				_, _, err := dataset.StandardiseRows(r)
				return err
			},
		} {
			b.Run(name+"/"+what, func(b *testing.B) {
				for b.Loop() {
					if err := pass(); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(rows)), "ns/row")
			})
		}
	}
}
