package parquet_test

import (
	"bytes"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/dataset"
	krigo "krigo/gplib/dataset/parquet"
)

// writeExample writes a table to a Parquet file.
func writeExample(path, text string) {
	table, err := dataset.ParseCSV(path, strings.NewReader(text))
	if err != nil {
		log.Fatal(err)
	}
	if err := krigo.Write(path, table); err != nil {
		log.Fatal(err)
	}
}

// The rows of a Parquet file and of a file of separated values are one set.
func ExampleShardedRows() {
	folder, err := os.MkdirTemp("", "")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	paths := []string{filepath.Join(folder, "2008.parquet"), filepath.Join(folder, "2009.csv")}
	writeExample(paths[0], "hour,load\n1,10\n2,11\n")
	if err := os.WriteFile(paths[1], []byte("hour,load\n3,14\n"), 0o644); err != nil {
		log.Fatal(err)
	}
	rows, err := krigo.ShardedRows(paths, "load")
	if err != nil {
		log.Fatal(err)
	}
	y := make([]float64, 10)
	n, err := rows.Read(mat.NewDense(10, rows.Dim(), nil), y)
	fmt.Println(rows.Names(), y[:n], err)
	// Output:
	// [hour load] [10 11 14] <nil>
}

// Files that are not local are read by an [io.ReaderAt].
func ExampleRowsAt() {
	folder, err := os.MkdirTemp("", "")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "t.parquet")
	writeExample(path, "hour,load\n1,10\n2,11\n")
	content, err := os.ReadFile(path)
	if err != nil {
		log.Fatal(err)
	}
	rows, err := krigo.RowsAt(bytes.NewReader(content), int64(len(content)), "bucket/2008", "load")
	if err != nil {
		log.Fatal(err)
	}
	y := make([]float64, 10)
	n, err := rows.Read(mat.NewDense(10, rows.Dim(), nil), y)
	fmt.Println(rows.Names(), y[:n], err)
	// Output:
	// [hour load] [10 11] <nil>
}
