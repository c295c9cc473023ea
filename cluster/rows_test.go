package cluster

import (
	"bytes"
	"context"
	"errors"
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

// loadFiles returns n rows of three inputs in eight CSV files, in arbitrary units.
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

// onHere returns the same rows in this process.
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

// TestFitsAreTheSameBitsForAnyNumberOfWorkersUnraced: 1, 2 and 7.
func TestFitsAreTheSameBitsForAnyNumberOfWorkersUnraced(t *testing.T) {
	if testing.Short() {
		t.Skip("fits in many processes")
	}
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

// TestAFitThatIsDoneAgainTakesWhatIsThere: sums of all parts replace those of each part; damaged
// ones are refused by name.
func TestAFitThatIsDoneAgainTakesWhatIsThere(t *testing.T) {
	if testing.Short() {
		t.Skip("fits in many processes")
	}
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
	if err != nil || len(whole) < 4 || len(after) != len(whole)+8 { // the survey's results stay
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
	if w := p.Warnings(); len(w) != 1 || !strings.Contains(w.String(), "another, ") && !strings.Contains(w.String(), ", another") {
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

// TestProcessesWithoutAPartAreTold: they occupy machines that others wait for.
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
		if (len(told) > 0) != (c.idle > 0) || c.idle > 0 && !strings.HasPrefix(told[0].String(), want) {
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
	if _, err := p.Standardise(t.Context()); err == nil || !strings.Contains(err.Error(), "load-0.csv: 25 rows, but 1") {
		t.Errorf("other numbers of rows: %v", err)
	}
}

// TestPredictionsAreOfThePosteriorThatIsGiven: also if the folder holds those of another posterior,
// or none.
func TestPredictionsAreOfThePosteriorThatIsGiven(t *testing.T) {
	p := rowsOn(t, 2, loadFiles(t, 50))
	out := t.TempDir()
	text := func(functions int) (texts []string) {
		fit, err := grief.Quadrature{Functions: functions, Exact: -1}.FitPasses(t.Context(), loadModel(), p, &gplib.Settings{MaxIter: 1})
		if err != nil {
			t.Fatal(err)
		}
		written, err := p.Predict(t.Context(), fit.Posterior, out)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range written {
			raw, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			texts = append(texts, string(raw))
		}
		return texts
	}
	few, many := text(10), text(20)
	if slices.Equal(few, many) {
		t.Fatal("both posteriors predict the same")
	}
	if got := text(10); !slices.Equal(got, few) {
		t.Error("what comes back is of the other posterior")
	}
	if err := errors.Join(os.Remove(filepath.Join(out, "load-3.csv")), os.WriteFile(filepath.Join(out, "load-4.csv"), []byte("junk"), 0o600)); err != nil {
		t.Fatal(err)
	}
	if got := text(10); !slices.Equal(got, few) {
		t.Error("a file that was removed, or written by others, is not written again")
	}
}

func TestPredictionsAreNotWrittenOverRows(t *testing.T) {
	files := loadFiles(t, 50)
	p := rowsOn(t, 1, files)
	fit, err := grief.Quadrature{Functions: 10, Exact: -1}.FitPasses(t.Context(), loadModel(), p, nil)
	if err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(filepath.Dir(files[0]), link); err != nil {
		t.Fatal(err)
	}
	for out, want := range map[string]string{filepath.Dir(files[0]): "overwrite the rows", link: "overwrite the rows", "": "out is empty"} {
		if _, err := p.Predict(t.Context(), fit.Posterior, out); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: the error is %v, want %q in it", out, err, want)
		}
	}
}

func TestPredictionsHaveTheNamesOfTheirFiles(t *testing.T) {
	got, err := predictionNames([]rowsFile{{Path: "/a/load.2019.csv"}, {Path: "/a/load.2020.csv.gz"}, {Path: "/a/part.0.parquet"}, {Path: "/a/.hidden.csv"}})
	if want := []string{"load.2019.csv", "load.2020.csv", "part.0.csv", ".hidden.csv"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%q (%v), want %q", got, err, want)
	}
	if _, err := predictionNames([]rowsFile{{Path: "/2019/load.csv"}, {Path: "/2020/load.csv"}}); err == nil || !strings.Contains(err.Error(), "use separate Rows") {
		t.Errorf("the error is %v", err)
	}
}

// columnFiles returns two files; the second has another header.
func columnFiles(t *testing.T, header string) []string {
	dir := t.TempDir()
	var files []string
	for k, head := range []string{"a,b,y", header} {
		var text strings.Builder
		fmt.Fprintln(&text, head)
		for i := range 60 {
			row := map[string]float64{"a": float64(i % 7), "b": 100 + float64(i%11), "B": 5, "y": math.Sin(float64(i))}
			for j, name := range strings.Split(head, ",") {
				if j > 0 {
					text.WriteByte(',')
				}
				fmt.Fprint(&text, row[name])
			}
			text.WriteByte('\n')
		}
		path := filepath.Join(dir, fmt.Sprintf("part-%d.csv", k))
		if err := os.WriteFile(path, []byte(text.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		files = append(files, path)
	}
	return files
}

// TestColumnsAreThoseOfTheFirstFile, or found by name.
func TestColumnsAreThoseOfTheFirstFile(t *testing.T) {
	for _, header := range []string{"b,a,y", "a,B,y", "a,b,B,y"} {
		for parts := range 3 {
			p := onFiles(t, columnFiles(t, header), "y")
			p.Parts = parts
			if _, err := p.Standardise(t.Context()); err == nil || !strings.Contains(err.Error(), "the columns of ") || !strings.Contains(err.Error(), "part-1.csv") {
				t.Errorf("%s in %d parts: the error is %v", header, parts, err)
			}
		}
	}
	for _, header := range []string{"b,a,y", "a,b,B,y"} {
		scaling, err := onFiles(t, columnFiles(t, header), "y", "a", "b").Standardise(t.Context())
		if err != nil || scaling.XMean[0] > 7 || scaling.XMean[1] < 100 {
			t.Errorf("%s: %+v (%v)", header, scaling, err)
		}
	}
	p := onFiles(t, columnFiles(t, "b,a,y"), "y", "b", "a")
	model := gplib.Model{Cov: cov.Scale(1, cov.SE(1, 1)), Noise: gplib.Gaussian(0.1)}
	fit, err := grief.Quadrature{Functions: 10, Exact: -1}.FitPasses(t.Context(), model, p, nil)
	if err != nil {
		t.Fatal(err)
	}
	other := onFiles(t, columnFiles(t, "b,a,y"), "y", "a", "b")
	if _, err := other.Predict(t.Context(), fit.Posterior, t.TempDir()); err == nil || !strings.Contains(err.Error(), "b, a") {
		t.Errorf("predictions at swapped columns: %v", err)
	}
}

// TestFilesAreReadAsTheCallerSays, and those with other units than the first are refused by name.
func TestFilesAreReadAsTheCallerSays(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	german := []string{write("a.csv", "x;y\n1,125;2\n3;4\n"), write("b.csv", "x;y\n1,125;2\n2.125;4\n")}
	p, err := CSVRows(Local{Workers: 1}, t.TempDir(), dataset.CSV{Decimal: ','}, german, "y")
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	scaling, err := p.Standardise(t.Context())
	if want := (1.125 + 3 + 1.125 + 2125) / 4; err != nil || scaling.XMean[0] != want || scaling.YMean != 3 {
		t.Errorf("%+v (%v), want a mean of %v", scaling, err, want)
	}
	if _, err := onFiles(t, german, "y").Standardise(t.Context()); err == nil || !strings.Contains(err.Error(), "dataset.CSV") {
		t.Errorf("numbers that can be read in two ways: %v", err)
	}
	other := []string{write("c.csv", "x,y\n1,$2\n"), write("d.csv", "x,y\n1,€2\n"), write("e.csv", "x,y\n1,$3\n")}
	for parts := range 3 {
		p := onFiles(t, other, "y")
		p.Parts = parts
		if _, err := p.Standardise(t.Context()); err == nil || !strings.Contains(err.Error(), `["" "€"] in `) || !strings.Contains(err.Error(), "d.csv") {
			t.Errorf("other units in %d parts: %v", parts, err)
		}
	}
}

func onFiles(t *testing.T, files []string, target string, inputs ...string) *Passes {
	t.Helper()
	p, err := Rows(Local{Workers: 1}, t.TempDir(), files, target, inputs...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Close() })
	return p
}

// TestPassesThatCannotBeTakenAreRefused, without a panic.
func TestPassesThatCannotBeTakenAreRefused(t *testing.T) {
	files := loadFiles(t, 40)
	closed := onFiles(t, files, "load")
	if err := errors.Join(closed.Close(), closed.Close()); err != nil {
		t.Fatal(err)
	}
	late := onFiles(t, files, "load")
	if _, err := late.Standardise(t.Context()); err != nil {
		t.Fatal(err)
	}
	late.Parts = 3
	open := onFiles(t, files, "load")
	var noContext context.Context
	for want, call := range map[string]func() error{
		"create them with cluster.Rows": func() error { _, err := new(Passes).Standardise(t.Context()); return err },
		"these Passes are empty": func() error {
			_, err := grief.TypeII{}.FitPasses(t.Context(), loadModel(), new(Passes), nil)
			return err
		},
		"the session is closed":          func() error { _, err := closed.Standardise(t.Context()); return err },
		"Passes.Parts is 3, but":         func() error { _, err := late.Sums(t.Context(), nil, nil); return err },
		"the basis is nil":               func() error { _, err := open.Sums(t.Context(), nil, nil); return err },
		"create one with grief.NewBasis": func() error { _, err := open.Slopes(t.Context(), nil, nil, nil); return err },
		"the posterior: gplib: ":         func() error { _, err := open.Predict(t.Context(), nil, t.TempDir()); return err },
		"ctx is nil":                     func() error { _, err := open.Standardise(noContext); return err },
		"FarmEach: each is nil": func() error {
			return FarmEach[study, study](t.Context(), Local{}, t.TempDir(), "study", []study{{}}, nil)
		},
	} {
		if err := call(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q in it", err, want)
		}
	}
	if err := errors.Join(new(Passes).Close(), Again(nil)); err != nil {
		t.Error(err)
	}
}

// TestOtherRowsAreScaledAsTheFirst: files that were held out are predicted as by one process.
func TestOtherRowsAreScaledAsTheFirst(t *testing.T) {
	files := loadFiles(t, 80)
	train, test := onFiles(t, files[:6], "load"), onFiles(t, files[6:], "load")
	scaling, err := train.Standardise(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	fit, err := grief.Quadrature{Functions: 20, Exact: -1}.FitPasses(t.Context(), loadModel(), train, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := test.ScaleBy(nil); err == nil {
		t.Error("no scaling is taken for one")
	}
	if err := test.ScaleBy(scaling); err != nil {
		t.Fatal(err)
	}
	if err := test.ScaleBy(scaling); err == nil {
		t.Error("rows are scaled twice")
	}
	written, err := test.Predict(t.Context(), fit.Posterior, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	here, err := dataset.ScaledRows(onHere(t, files[6:7]), scaling)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if _, err := writePredictions(t.Context(), &text, fit.Posterior, here); err != nil {
		t.Fatal(err)
	}
	if raw, err := os.ReadFile(written[0]); err != nil || text.String() != string(raw) {
		t.Errorf("%s (%v)", raw, err)
	}
}
