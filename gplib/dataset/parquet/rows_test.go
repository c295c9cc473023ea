package parquet_test

import (
	"fmt"
	"math"
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

// inputs are the row's numbers as doubles.
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
