package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCellsTakePassesAsTasks: rows of files that a cell wrote, in processes of the program
// that runs the cells, are learned from to the same bits by any number of workers, and to
// what one process finds.
func TestCellsTakePassesAsTasks(t *testing.T) {
	if testing.Short() {
		t.Skip("starts many workers")
	}
	dir := t.TempDir()
	write(t, dir, "cells.go", `rng := rand.New(rand.NewPCG(1, 1))
for k := range 5 {
	text := "a,b,y\n"
	for range 800 {
		a, b := rng.Float64(), rng.Float64()
		text += fmt.Sprintf("%v,%v,%v\n", a, b, math.Sin(6*a)+b+0.1*rng.NormFloat64())
	}
	err := os.WriteFile(fmt.Sprintf("part-%d.csv", k), []byte(text), 0o600)
}
// %%
model := gplib.Model{Cov: cov.Scale(1, cov.SE(1, 1)), Noise: gplib.Gaussian(0.1)}
learner := grief.Quadrature{Functions: 20, Exact: -1}
files, err := cluster.Glob("part-*.csv")
func fitted(workers int) *gplib.Result {
	show := display.Tasks()
	job := cluster.Local{Workers: workers, Observe: func(p cluster.Progress) { show(p.Done, p.Tasks, p.State) }}
	rows := must(cluster.Rows(job, fmt.Sprint("jobs", workers), files, "y"))
	defer rows.Close()
	return must(learner.FitPasses(ctx, model, rows, &gplib.Settings{Observe: display.Live()}))
}
one, two := fitted(1), fitted(2)
// %%
here := must(learner.FitRows(ctx, model, must(parquet.ShardedRows(files, "y")), nil))
apart, together := must(grief.Details(one)).Sums(), must(grief.Details(here)).Sums()
fmt.Println("all rows:", apart.N == 4000 && math.Abs(apart.YY-together.YY) < 1e-9*together.YY)
fmt.Println("same bits:", one.Value == two.Value && one.Model.String() == two.Model.String())
fmt.Println("as in one process:", math.Abs(one.Value-here.Value) < 1e-6*math.Abs(here.Value))
`)
	write(t, dir, "cells.go", "import \"math/rand/v2\"\n"+read(t, dir, "cells.go"))
	r := krigo(t, dir, "", "run", "cells.go")
	if r.status != 0 || !strings.HasSuffix(r.stdout, "all rows: true\nsame bits: true\nas in one process: true\n") || !strings.Contains(r.stdout+r.stderr, "5 of 5") {
		t.Errorf("status %d\n%s%s", r.status, r.stdout, r.stderr)
	}
	r = krigo(t, dir, "", "cluster", "status", "jobs2")
	if r.status != 0 || !strings.Contains(r.stdout, "rows.sums: 5 of 5 done, 0 failed, 0 missing") {
		t.Errorf("status %d\n%s%s", r.status, r.stdout, r.stderr)
	}
	if programs, err := filepath.Glob(filepath.Join(dir, "jobs2", "program-*")); err != nil || len(programs) != 1 {
		t.Errorf("programs %v (%v)", programs, err)
	}
	if _, err := os.Stat(filepath.Join(dir, "jobs1", "manifest.json")); err != nil {
		t.Error(err)
	}
}

// TestCellsCannotRegisterKindsOfTasks: the processes of tasks would not know them.
func TestCellsCannotRegisterKindsOfTasks(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "cells.go", "fmt.Println(\"ran\")\ncluster.Register(\"mine\", func(context.Context, cluster.Task) ([]byte, error) { return nil, nil })\n")
	for _, command := range []string{"run", "vet"} {
		r := krigo(t, dir, "", command, "cells.go")
		if r.status != 1 || strings.Contains(r.stdout, "ran\n") || !strings.Contains(r.stdout+r.stderr, "cells.go:2:9: kinds of tasks: ") {
			t.Errorf("%s: status %d\n%s%s", command, r.status, r.stdout, r.stderr)
		}
	}
	write(t, dir, "cells.go", "err := cluster.Run(ctx, cluster.Local{}, \"jobs\", cluster.Job{Kind: \"mine\", Tasks: 1}, nil)\nerr\n")
	if r := krigo(t, dir, "", "run", "cells.go"); r.status != 1 || !strings.Contains(r.stdout+r.stderr, `the kind "mine" is not registered; this program knows compare.trial`) {
		t.Errorf("status %d\n%s%s", r.status, r.stdout, r.stderr)
	}
}
