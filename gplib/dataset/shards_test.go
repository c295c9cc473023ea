package dataset_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
	"krigo/gplib/dataset"
)

// base returns a text whose paths are names of files.
func base(text string) string { return folders.ReplaceAllString(text, "") }

var folders = regexp.MustCompile(`/\S*/`)

// csvShard opens a file of separated values whose observation is y.
func csvShard(path string) (dataset.RowReader, error) { return dataset.CSVRows(path, "y") }

// The rows of two files are one set.
func ExampleShardedRows() {
	folder, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	var paths []string
	for i, text := range []string{"hour,load\n1,10\n2,11\n", "hour,load\n3,14\n"} {
		path := filepath.Join(folder, fmt.Sprint(i, ".csv"))
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			fmt.Println(err)
			return
		}
		paths = append(paths, path)
	}
	rows, err := dataset.ShardedRows(paths, func(path string) (dataset.RowReader, error) {
		return dataset.CSVRows(path, "load")
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	y := make([]float64, 10)
	n, err := rows.Read(mat.NewDense(10, rows.Dim(), nil), y)
	fmt.Println(rows.Names(), y[:n], err)
	// Output:
	// [hour load] [10 11 14] <nil>
}

// csvShards returns files of the rows up to ends, every other one packed, and a
// file of all rows.
func csvShards(t *testing.T, ends ...int) (paths []string, whole string) {
	t.Helper()
	const head = "a,b,y\n"
	all, part, first := head, head, 0
	for i, end := range ends {
		for ; first < end; first++ {
			line := fmt.Sprintf("%d,%v,%v\n", first, float64(first)/7, float64(-first)/3)
			all, part = all+line, part+line
		}
		paths = append(paths, writeFile(t, []string{"t.csv", "t.csv.gz"}[i%2], part))
		part = head
	}
	return paths, writeFile(t, "whole.csv", all)
}

// TestShardsAreTheRowsOfOneFile: in blocks of any size, and again after Reset,
// wherever that comes.
func TestShardsAreTheRowsOfOneFile(t *testing.T) {
	paths, whole := csvShards(t, 1, 20, 27, 100)
	one, err := dataset.CSVRows(whole, "y")
	if err != nil {
		t.Fatal(err)
	}
	want := collect(t, one, 100)
	r, err := dataset.ShardedRows(paths, csvShard)
	if err != nil {
		t.Fatal(err)
	}
	if r.Dim() != 2 || !slices.Equal(r.Names(), one.Names()) {
		t.Errorf("%d inputs, columns %q", r.Dim(), r.Names())
	}
	for _, block := range []int{1, 7, 50, 1000} {
		if got := collect(t, r, block); !sameData(got, want) {
			t.Errorf("blocks of %d: other rows", block)
		}
		x, y := mat.NewDense(30, 2, nil), make([]float64, 30)
		if err := r.Reset(); err != nil {
			t.Fatal(err)
		}
		if n, err := r.Read(x, y); n != 30 || err != nil || !slices.Equal(y, want.Y[:30]) {
			t.Errorf("a block over three files has %d rows %v (%v)", n, y, err)
		}
	}
}

// counted are rows that count how many of their kind are open.
type counted struct {
	dataset.RowReader
	open, most *int
}

func (c *counted) Close() error {
	*c.open--
	return nil
}

func TestOneShardIsOpenAtATime(t *testing.T) {
	open, most, opened := 0, 0, 0
	r, err := dataset.ShardedRows([]string{"0", "10", "20"}, func(path string) (dataset.RowReader, error) {
		var first int
		if _, err := fmt.Sscan(path, &first); err != nil {
			return nil, err
		}
		rows, err := dataset.GeneratedRows(10, 1, func(i int, x []float64) float64 {
			x[0] = float64(first + i)
			return x[0]
		})
		open++
		opened++
		most = max(most, open)
		return &counted{rows, &open, &most}, err
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := drain(t, r, 7); got != 30 || open != 0 || most != 1 || opened != 3 {
		t.Errorf("%d rows of %d files, %d open at once, %d left open", got, opened, most, open)
	}
	if n, err := r.Read(mat.NewDense(1, 1, nil), make([]float64, 1)); n != 0 || err == nil {
		t.Errorf("%d rows after the last (%v)", n, err)
	}
	if err := r.Reset(); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Read(mat.NewDense(12, 1, nil), make([]float64, 12)); err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil || open != 0 {
		t.Errorf("%d left open (%v)", open, err)
	}
	if got := drain(t, r, 12); got != 30 || most != 1 {
		t.Errorf("after Close %d rows, %d open at once", got, most)
	}
}

func TestShardsOfOtherColumnsAreRefusedByName(t *testing.T) {
	first := writeFile(t, "first.csv", "a,b,y\n1,2,3\n")
	for text, want := range map[string]string{
		"a,c,y\n1,2,3\n":     `other.csv are ["a" "c" "y"], those of`,
		"b,a,y\n1,2,3\n":     `first.csv are ["a" "b" "y"]`,
		"a,b,c,y\n1,2,3,4\n": "other.csv have 3 inputs, those of",
		"a,b\n1,2\n":         `no column "y"`,
		"a,b,y\n1,2,\n":      "other.csv, line 2, column 3 (y): the value is missing",
	} {
		other := writeFile(t, "other.csv", text)
		r, err := dataset.ShardedRows([]string{first, other}, csvShard)
		if err != nil {
			t.Fatal(err)
		}
		n, err := r.Read(mat.NewDense(2, 2, nil), make([]float64, 2))
		if n != 0 || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%d rows (%v), want %s", n, err, want)
		}
	}
	priced := writeFile(t, "priced.csv", "a,b,y\n1,$2,3%\n2,$2.5,4%\n")
	for text, want := range map[string]string{
		"a,b,y\n1,2,3\n":        `["" "" ""] in other.csv, and ["" "$" "%"] in priced.csv`,
		"a,b,y\n1,$2,0.03\n":    `["" "$" ""] in other.csv, and ["" "$" "%"] in priced.csv`,
		"a,b,y\n1,2 €,3%\n":     `["" "€" "%"] in other.csv, and ["" "$" "%"] in priced.csv`,
		"a,b,y\n1 %,$2,3%\n":    `["%" "$" "%"] in other.csv, and ["" "$" "%"] in priced.csv`,
		"a,b,y\n":               "",
		"a,b,y\n1,$3.25,50 %\n": "",
	} {
		other := writeFile(t, "other.csv", text)
		r, err := dataset.ShardedRows([]string{priced, other, priced}, csvShard)
		if err != nil {
			t.Fatal(err)
		}
		_, err = r.Read(mat.NewDense(8, 2, nil), make([]float64, 8))
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(base(err.Error()), want)) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	r, err := dataset.ShardedRows([]string{first, "no-such.csv"}, csvShard)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Read(mat.NewDense(2, 2, nil), make([]float64, 2)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

func TestShardedRowsRefuseNonsense(t *testing.T) {
	for want, refuse := range map[string]func() (*dataset.Shards, error){
		"0 paths":           func() (*dataset.Shards, error) { return dataset.ShardedRows(nil, csvShard) },
		"open is nil: true": func() (*dataset.Shards, error) { return dataset.ShardedRows([]string{"a"}, nil) },
		"no reader and no error for a": func() (*dataset.Shards, error) {
			return dataset.ShardedRows([]string{"a"}, func(string) (dataset.RowReader, error) { return nil, nil })
		},
		"no such file": func() (*dataset.Shards, error) { return dataset.ShardedRows([]string{"none.csv"}, csvShard) },
	} {
		if _, err := refuse(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q in it", err, want)
		}
	}
}

// TestShardsAreScaledAlike: points like the rows bear their scaling, and files that
// are standardised separately are refused.
func TestShardsAreScaledAlike(t *testing.T) {
	paths, whole := csvShards(t, 30, 70)
	one, err := dataset.CSVRows(whole, "y")
	if err != nil {
		t.Fatal(err)
	}
	scaled, scaling, err := dataset.StandardiseRows(one)
	if err != nil {
		t.Fatal(err)
	}
	alike, err := dataset.ShardedRows(paths, func(path string) (dataset.RowReader, error) {
		rows, err := csvShard(path)
		if err != nil {
			return nil, err
		}
		return dataset.ScaledRows(rows, scaling)
	})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := collect(t, alike, 9), collect(t, scaled, 9); !sameData(got, want) {
		t.Error("other rows")
	}
	if err := cov.CheckLike(dataset.Like(alike), dataset.Like(scaled)); err != nil {
		t.Error(err)
	}
	apart, err := dataset.ShardedRows(paths, func(path string) (dataset.RowReader, error) {
		rows, err := csvShard(path)
		if err != nil {
			return nil, err
		}
		scaled, _, err := dataset.StandardiseRows(rows)
		return scaled, err
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := apart.Read(mat.NewDense(70, 2, nil), make([]float64, 70)); err == nil || !strings.Contains(err.Error(), "scaled differently") {
		t.Errorf("standardised each by itself: %v", err)
	}
}
