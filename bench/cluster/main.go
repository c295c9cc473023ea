//go:build unix

// Cluster compares the cost of passes over rows in tasks with the same passes in one process: sums
// on a basis and slopes, over shards of [dataset.ElectricLike] in Parquet, with tasks on this
// machine or on a cluster of Slurm.
//
// Usage:
//
//	go run ./bench/cluster [-rows 2000000] [-shards 32] [-functions 200,1000] [-workers 2] [-slurm partition]
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/parquet-go/parquet-go"
	"gonum.org/v1/gonum/mat"

	"krigo/cluster"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
	krigoparquet "krigo/gplib/dataset/parquet"
	"krigo/gplib/grief"
)

var (
	rowCount  = flag.Int("rows", 2_000_000, "the number of rows")
	shards    = flag.Int("shards", 32, "the number of files")
	functions = flag.String("functions", "200,1000", "numbers of functions, p")
	workers   = flag.Int("workers", 2, "tasks at the same time")
	partition = flag.String("slurm", "", "a partition of Slurm; if empty, tasks run on this machine")
	folder    = flag.String("dir", "", "a folder for files, which is kept; if empty, a temporary one")
)

func main() {
	cluster.Main()
	flag.Parse()
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "cluster:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	dir := *folder
	if dir == "" {
		var err error
		if dir, err = os.MkdirTemp("", "krigo-bench-cluster"); err != nil {
			return err
		}
		defer os.RemoveAll(dir)
	}
	files, err := writeShards(filepath.Join(dir, "data"))
	if err != nil {
		return err
	}
	if err := measureReader(files); err != nil {
		return err
	}
	fmt.Println("| pass | p | one process, s | tasks, s | processor time, ratio | wall, s | again from files, s | largest task, MiB |")
	fmt.Println("| --- | --- | --- | --- | --- | --- | --- | --- |")
	for i, text := range strings.Split(*functions, ",") {
		p, err := strconv.Atoi(text)
		if err != nil {
			return err
		}
		if err := measure(ctx, files, filepath.Join(dir, fmt.Sprint("run", i)), p); err != nil {
			return err
		}
	}
	return measureOverhead(ctx, files[:1], filepath.Join(dir, "overhead"))
}

// row is a row of the files.
type row struct {
	X0, X1, X2, X3, X4, X5, X6, X7, X8, X9, X10, Y float64
}

// writeShards writes the files, or finds them.
func writeShards(dir string) ([]string, error) {
	if files, err := cluster.Glob(filepath.Join(dir, "*.parquet")); err == nil && len(files) == *shards {
		return files, nil
	}
	var files []string
	for k := range *shards {
		path := filepath.Join(dir, fmt.Sprintf("shard-%03d.parquet", k))
		if err := writeFile(path, *rowCount / *shards, uint64(k)); err != nil {
			return nil, err
		}
		files = append(files, path)
	}
	return files, nil
}

// writeFile writes n rows.
func writeFile(path string, n int, seed uint64) error {
	r, err := dataset.ElectricLike(n, seed)
	if err != nil {
		return err
	}
	rows := make([]row, 0, n)
	err = dataset.EachBlock(r, 4096, func(x *mat.Dense, y []float64) error {
		for i, v := range y {
			a := x.RawRowView(i)
			rows = append(rows, row{a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], v})
		}
		return nil
	})
	return errors.Join(err, os.MkdirAll(filepath.Dir(path), 0o755), parquet.WriteFile(path, rows))
}

func open(files []string) (dataset.RowReader, error) {
	return dataset.ShardedRows(files, func(path string) (dataset.RowReader, error) { return krigoparquet.FileRows(path, "Y") })
}

// measureReader prints the processor time of reading a row.
func measureReader(files []string) error {
	r, err := open(files)
	if err != nil {
		return err
	}
	began, n := used(syscall.RUSAGE_SELF), 0
	err = dataset.EachBlock(r, 2048, func(_ *mat.Dense, y []float64) error {
		n += len(y)
		return nil
	})
	took := used(syscall.RUSAGE_SELF) - began
	fmt.Printf("reader: %.3f µs of processor time a row, %d rows\n\n", float64(took.Nanoseconds())/float64(n)/1e3, n)
	return err
}

// used returns the processor time of this process, or of the processes that it has waited
// for.
func used(who int) time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(who, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func largestChild() float64 {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_CHILDREN, &u)
	return float64(u.Maxrss) / 1024
}

func engine() cluster.Engine {
	if *partition != "" {
		return cluster.Slurm{Partition: *partition, Tasks: *workers}
	}
	return cluster.Local{Workers: *workers}
}

// measure prints the table's lines of one basis.
func measure(ctx context.Context, files []string, dir string, p int) error {
	r, err := open(files)
	if err != nil {
		return err
	}
	here, err := grief.LocalRows(r)
	if err != nil {
		return err
	}
	grid, err := grief.GridOf(r, grief.DefaultPoints, 0)
	if err != nil {
		return err
	}
	b, err := grief.NewBasis(cov.Scale(1, cov.SE(2)), grid, p)
	if err != nil {
		return err
	}
	rows, err := cluster.Rows(engine(), dir, files, "Y")
	if err != nil {
		return err
	}
	defer rows.Close()
	var sums *grief.Sums
	var at *grief.Solution
	passes := []pass{
		{"sums", func(rows grief.Passes) (err error) {
			sums, err = rows.Sums(ctx, b, nil)
			return err
		}},
		{"slopes", func(rows grief.Passes) error {
			at = &grief.Solution{Noise: 0.1, Coef: sums.R, Inverse: sums.A, Basis: sums.Basis}
			_, err := rows.Slopes(ctx, b, at, nil)
			return err
		}},
	}
	// Tasks first: the largest memory of a process is at least that of the one that begins it.
	var lines []line
	for _, pass := range passes {
		l, err := inTasks(pass, rows)
		if err != nil {
			return err
		}
		lines = append(lines, l)
	}
	for i, pass := range passes {
		began := used(syscall.RUSAGE_SELF)
		if err := pass.run(here); err != nil {
			return err
		}
		l := lines[i]
		direct := used(syscall.RUSAGE_SELF) - began
		fmt.Printf("| %s | %d | %.2f | %.2f | %.3f | %.2f | %.2f | %.0f |\n",
			pass.name, p, direct.Seconds(), l.processor.Seconds(), l.processor.Seconds()/direct.Seconds(), l.wall.Seconds(), l.again.Seconds(), l.memory)
	}
	return nil
}

// pass is a pass over rows.
type pass struct {
	name string
	run  func(grief.Passes) error
}

// line formats a pass in tasks: the first time, the time with existing results, and MiB.
type line struct {
	processor, wall, again time.Duration
	memory                 float64
}

func inTasks(p pass, rows grief.Passes) (l line, err error) {
	self, children, clock := used(syscall.RUSAGE_SELF), used(syscall.RUSAGE_CHILDREN), time.Now()
	if err := p.run(rows); err != nil {
		return l, err
	}
	l.wall = time.Since(clock)
	l.processor = used(syscall.RUSAGE_SELF) - self + used(syscall.RUSAGE_CHILDREN) - children
	l.memory = largestChild()
	clock = time.Now()
	err = p.run(rows)
	l.again = time.Since(clock)
	return l, err
}

// measureOverhead prints the wall time of passes that compute almost nothing.
func measureOverhead(ctx context.Context, files []string, dir string) error {
	r, err := open(files)
	if err != nil {
		return err
	}
	grid, err := grief.GridOf(r, 4, 0)
	if err != nil {
		return err
	}
	const passes = 10
	small := filepath.Join(dir, "small.parquet")
	if err := writeFile(small, 100, 1); err != nil {
		return err
	}
	rows, err := cluster.Rows(engine(), filepath.Join(dir, "run"), []string{small}, "Y")
	if err != nil {
		return err
	}
	defer rows.Close()
	var began time.Time
	for k := range passes + 1 {
		b, err := grief.NewBasis(cov.Scale(1, cov.SE(1+float64(k))), grid, 2)
		if err != nil {
			return err
		}
		if _, err := rows.Sums(ctx, b, nil); err != nil {
			return err
		}
		if k == 0 {
			began = time.Now() // the first begins the workers
		}
	}
	fmt.Printf("\na pass over 100 rows takes %.3f s, mean of %d\n", time.Since(began).Seconds()/passes, passes)
	return nil
}
