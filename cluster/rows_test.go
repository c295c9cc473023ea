package cluster

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
	"krigo/gplib/dataset/parquet"
	"krigo/gplib/grief"
	"krigo/gplib/mean"
)

// loadFiles are n rows of three inputs in eight CSV files, in units of their own.
func loadFiles(t testing.TB, n int) []string {
	t.Helper()
	dir := t.TempDir()
	rng := rand.New(rand.NewPCG(5, uint64(n)))
	for k := range 8 {
		var text strings.Builder
		text.WriteString("clock,season,level,load\n")
		for range n/8 + k {
			x := [3]float64{24 * rng.Float64(), 365 * rng.Float64(), rng.NormFloat64()}
			y := 100 + 20*math.Sin(x[0]/4) + 10*math.Cos(x[1]/60) + 5*x[2] + rng.NormFloat64()
			fmt.Fprintln(&text, strings.Trim(strings.ReplaceAll(fmt.Sprint(append(x[:], y)), " ", ","), "[]"))
		}
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("load-%d.csv", k)), []byte(text.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	files, err := Glob(filepath.Join(dir, "*.csv"))
	if err != nil || len(files) != 8 {
		t.Fatalf("%d files (%v)", len(files), err)
	}
	return files
}

// onHere are the same rows in this process.
func onHere(t testing.TB, files []string) dataset.RowReader {
	t.Helper()
	r, err := dataset.ShardedRows(files, func(path string) (dataset.RowReader, error) { return parquet.FileRows(path, "load") })
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func rowsOn(t testing.TB, workers int, files []string) *Passes {
	t.Helper()
	p, err := Rows(Local{Workers: workers}, t.TempDir(), files, "load")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Close() })
	return p
}

func loadModel() gplib.Model {
	return gplib.Model{Mean: mean.Constant(0.1), Cov: cov.Scale(1, cov.SE(1, 1, 1)), Noise: gplib.Gaussian(0.1)}
}

// TestFitsAreTheSameBitsForAnyNumberOfWorkers: 1, 2 and 7.
func TestFitsAreTheSameBitsForAnyNumberOfWorkers(t *testing.T) {
	files := loadFiles(t, 2400)
	for name, fit := range map[string]func(p grief.Passes) (*gplib.Result, error){
		"TypeII": func(p grief.Passes) (*gplib.Result, error) {
			return grief.TypeII{Functions: 30, Exact: 200, Rounds: 1}.FitPasses(t.Context(), loadModel(), p, &gplib.Settings{MaxIter: 4})
		},
		"TypeI": func(p grief.Passes) (*gplib.Result, error) {
			return grief.TypeI{Functions: 30, Exact: 200, Chains: 1}.FitPasses(t.Context(), loadModel(), p, &gplib.Settings{MaxIter: 100})
		},
	} {
		var first []byte
		for _, workers := range []int{1, 2, 7} {
			p := rowsOn(t, workers, files)
			if _, err := p.Standardise(t.Context()); err != nil {
				t.Fatal(err)
			}
			result, err := fit(p)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			text, err := result.Posterior.(gplib.Savable).MarshalBinary()
			if err != nil {
				t.Fatal(err)
			}
			if first == nil {
				first = text
			}
			if !bytes.Equal(text, first) {
				t.Errorf("%s: another posterior with %d workers", name, workers)
			}
		}
	}
}

// TestAFitThatIsDoneAgainTakesWhatIsThere: sums of all parts in the place of those of each, which are refused by name
// where they are damaged.
func TestAFitThatIsDoneAgainTakesWhatIsThere(t *testing.T) {
	files, dir := loadFiles(t, 1600), t.TempDir()
	fit := func() ([]byte, error) {
		p, err := Rows(Local{Workers: 2}, dir, files, "load")
		if err != nil {
			return nil, err
		}
		defer p.Close()
		if _, err := p.Standardise(t.Context()); err != nil {
			return nil, err
		}
		result, err := grief.TypeII{Functions: 20, Exact: -1, Rounds: 1}.FitPasses(t.Context(), loadModel(), p, &gplib.Settings{MaxIter: 2})
		if err != nil {
			return nil, err
		}
		return result.Posterior.(gplib.Savable).MarshalBinary()
	}
	first, err := fit()
	if err != nil {
		t.Fatal(err)
	}
	before, err := filepath.Glob(filepath.Join(dir, "jobs", "*", "*.out"))
	if err != nil {
		t.Fatal(err)
	}
	again, err := fit()
	if err != nil || !bytes.Equal(again, first) {
		t.Errorf("another posterior when it is done again (%v)", err)
	}
	after, err := filepath.Glob(filepath.Join(dir, "jobs", "*", "*.out"))
	if err != nil || !slices.Equal(after, before) {
		t.Errorf("files %q, before %q (%v)", after, before, err)
	}
	whole, err := filepath.Glob(filepath.Join(dir, "jobs", "*", wholeName))
	if err != nil || len(whole) < 4 || len(after) != len(whole)+8 { // the survey's stay
		t.Fatalf("%d of %d files are those of all parts (%v)", len(whole), len(after), err)
	}
	o, err := Status(dir)
	if err != nil || o.Jobs[0].Done != 8 {
		t.Errorf("status %+v (%v)", o, err)
	}
	text, err := os.ReadFile(whole[1])
	if err != nil {
		t.Fatal(err)
	}
	text[len(text)-50] ^= 1
	if err := os.WriteFile(whole[1], text, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := fit(); err == nil || !strings.Contains(err.Error(), whole[1]) {
		t.Errorf("a damaged file: %v", err)
	}
}

// TestPassesAreThoseOfTheRowsHere: the scaling, the sums and the slopes, and a fit on parts that is as good.
func TestPassesAreThoseOfTheRowsHere(t *testing.T) {
	files := loadFiles(t, 1600)
	scaled, scaling, err := dataset.StandardiseRows(onHere(t, files))
	if err != nil {
		t.Fatal(err)
	}
	p := rowsOn(t, 2, files)
	p.Parts = 3
	got, err := p.Standardise(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if !same(got.XMean, scaling.XMean) || !same(got.XStd, scaling.XStd) || !same([]float64{got.YMean, got.YStd}, []float64{scaling.YMean, scaling.YStd}) {
		t.Errorf("scaling %+v, want %+v", got, scaling)
	}
	if names := fmt.Sprint(p.Like().(*cov.Matrix).Names()); names != fmt.Sprint(dataset.Like(scaled).(*cov.Matrix).Names()) {
		t.Errorf("inputs are named %s", names)
	}
	grid, err := grief.GridOf(scaled, 8, 0)
	if err != nil {
		t.Fatal(err)
	}
	b, err := grief.NewBasis(loadModel().Cov, grid, 25)
	if err != nil {
		t.Fatal(err)
	}
	here, err := grief.LocalRows(scaled)
	if err != nil {
		t.Fatal(err)
	}
	less := mean.Constant(0.2)
	want, err := here.Sums(t.Context(), b, less)
	if err != nil {
		t.Fatal(err)
	}
	sums, err := p.Sums(t.Context(), b, less)
	if err != nil || sums.N != want.N || !same(sums.R, want.R) || !same([]float64{sums.YY, sums.Prior, sums.Captured()}, []float64{want.YY, want.Prior, want.Captured()}) {
		t.Errorf("other sums of %d rows, want %d (%v)", sums.N, want.N, err)
	}
	at := &grief.Solution{Noise: 0.1, Coef: make([]float64, 25), Inverse: want.A, Basis: want.Basis}
	for i := range at.Coef {
		at.Coef[i] = 1 / float64(i+1)
		for j := range i {
			at.Inverse.Set(j, i, at.Inverse.At(i, j))
		}
	}
	slopes, err := here.Slopes(t.Context(), b, at, less)
	if err != nil {
		t.Fatal(err)
	}
	split, err := p.Slopes(t.Context(), b, at, less)
	if err != nil || split.N != slopes.N || !same(split.Grad, slopes.Grad) {
		t.Errorf("slopes %v, want %v (%v)", split.Grad, slopes.Grad, err)
	}
	if w := p.Warnings(); len(w) > 0 {
		t.Errorf("warnings %q", w)
	}
	p.arithmetic["another"] = true
	if w := p.Warnings(); len(w) != 1 || !strings.Contains(w[0], "another, ") && !strings.Contains(w[0], ", another") {
		t.Errorf("warnings %q", w)
	}
}

func same(got, want []float64) bool {
	for i, v := range want {
		if len(got) != len(want) || math.Abs(got[i]-v) > 1e-9*math.Max(1, math.Abs(v)) {
			return false
		}
	}
	return true
}

// TestProcessesWithoutAPartAreTold: they hold machines that others wait for.
func TestProcessesWithoutAPartAreTold(t *testing.T) {
	rows := rowsOn(t, 2, loadFiles(t, 40))
	for _, c := range []struct {
		files, parts, tasks, idle int
	}{{40, 0, 32, 0}, {40, 0, 40, 8}, {40, 40, 40, 0}, {40, 64, 64, 24}, {3, 0, 4, 1}} {
		p := *rows
		p.rows.Files, p.Parts = make([]rowsFile, c.files), c.parts
		p.session = &Session{engine: Slurm{Tasks: c.tasks}}
		told := p.Warnings()
		want := fmt.Sprintf("%d of %d tasks", c.idle, c.tasks)
		if (len(told) > 0) != (c.idle > 0) || c.idle > 0 && !strings.HasPrefix(told[0], want) {
			t.Errorf("%+v: %q", c, told)
		}
	}
	rows.Parts = -1
	if _, err := rows.Standardise(t.Context()); err == nil || !strings.Contains(err.Error(), "Passes.Parts is -1") {
		t.Errorf("the error is %v", err)
	}
}

func TestPredictionsOfFilesAreThoseOfTheirRows(t *testing.T) {
	files := loadFiles(t, 400)
	p := rowsOn(t, 2, files)
	fit, err := grief.TypeII{Functions: 20, Exact: -1, Rounds: 1}.FitPasses(t.Context(), loadModel(), p, &gplib.Settings{MaxIter: 1})
	if err != nil {
		t.Fatal(err)
	}
	out := t.TempDir()
	written, err := p.Predict(t.Context(), fit.Posterior, out)
	if err != nil || len(written) != 8 || filepath.Base(written[3]) != "load-3.csv" {
		t.Fatalf("%q (%v)", written, err)
	}
	table, err := dataset.ReadCSV(written[3])
	if err != nil {
		t.Fatal(err)
	}
	got, err := table.Data("observed", "mean")
	if err != nil {
		t.Fatal(err)
	}
	details, err := grief.Details(fit)
	if err != nil {
		t.Fatal(err)
	}
	var want, observed []float64
	err = details.PredictRows(t.Context(), onHere(t, files[3:4]), func(q gplib.Prediction, y []float64) error {
		want, observed = append(want, q.Mean...), append(observed, y...)
		return nil
	})
	if err != nil || !same(got.X.(*cov.Matrix).Column(0), want) || !same(got.Y, observed) {
		t.Errorf("other predictions (%v)", err)
	}
}

func TestRowsThatAreNotWhatTheyWereAreRefused(t *testing.T) {
	files := loadFiles(t, 200)
	if _, err := Rows(Local{}, t.TempDir(), nil, "load"); err == nil {
		t.Error("no files are no error")
	}
	if _, err := Rows(Local{}, t.TempDir(), files, "height"); err == nil || !strings.Contains(err.Error(), "height") {
		t.Errorf("a column that is not there: %v", err)
	}
	if _, err := Glob(filepath.Join(t.TempDir(), "*.csv")); err == nil {
		t.Error("no file is no error")
	}
	bad := append([]string(nil), files...)
	bad[5] = filepath.Join(t.TempDir(), "bad.csv")
	if err := os.WriteFile(bad[5], []byte("clock,season,level,load\n1,2,3,4\n1,x,3,4\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := rowsOn(t, 2, bad).Standardise(t.Context())
	if err == nil || !strings.Contains(err.Error(), "bad.csv") || !strings.Contains(err.Error(), "line 3") {
		t.Errorf("a cell that is no number: %v", err)
	}
	p := rowsOn(t, 2, files)
	if err := os.WriteFile(files[2], []byte("clock,season,level,load\n1,2,3,4\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Standardise(t.Context()); err == nil || !strings.Contains(err.Error(), "load-2.csv has changed") {
		t.Errorf("a file that has changed: %v", err)
	}
	p = rowsOn(t, 2, files)
	p.counts = []int{1, 2, 3, 4, 5, 6, 7, 8}
	if _, err := p.Standardise(t.Context()); err == nil || !strings.Contains(err.Error(), "load-0.csv: 25 rows, which were 1") {
		t.Errorf("other numbers of rows: %v", err)
	}
}
