package ask

import (
	"slices"
	"strings"
	"testing"

	"krigo/interp/symbols"
)

const lesson = `k1, k2 := cov.SE(1), cov.Periodic(1, 1)
xs, ys := []float64{1, 2, 3}, []float64{1, 2, 3}
table := must(dataset.ReadCSV("a.csv"))
data := must(gplib.NewData(cov.Line(xs), ys))
model := gplib.Model{Cov: k1, Noise: noise.Gaussian(0.1)}
fit := must(gplib.Fit(ctx, model, data, nil))
p := must(fit.Predict(data.X))
x := 2.0`

// Sources that a user of scikit-learn types in the first hour, the cursor at the end, and
// the first completions, or after "…" completions at any rank. A source without any has
// no completions.
func TestEverydayCompletions(t *testing.T) {
	s := session(t, lesson)
	for source, wants := range map[string]string{
		"cov.": "SE Matern52", "cov.M": "Matern52", "cov.mat": "Matern52 Matern32", "cov.m32": "Matern32", "cov.mtn52": "Matern52",
		"cov.se": "SE", "cov.per": "Periodic", "cov.lin": "Linear Line", "cov.rq": "RationalQuadratic", "cov.gx": "GammaExponential",
		"cov.RBF": "SE", "cov.rbf": "SE", "cov.squared_exp": "SE", "cov.ExpSine": "Periodic", "cov.DotP": "Linear", "cov.Scal": "Scale",
		"display.": "Fit Params", "display.f": "Fit", "display.trc": "Trace", "display.Hist": "Histogram", "display.csv": "",
		"dataset.": "ReadCSV Split", "dataset.rcsv": "ReadCSV", "dataset.csv": "CSV CSVRows", "dataset.read": "ReadCSV",
		"dataset.train_test": "Split", "dataset.StandardSc": "gplib.Standardised", "dataset.cross_val": "gplib.Compare",
		"metric.": "RMSE NLPD", "metric.rm": "RMSE", "metric.MeanSq": "MSE", "metric.r2_": "R2",
		"gplib.": "Model", "gplib.Gauss": "Gaussian", "gplib.Model{": "Mean Cov Noise", "gplib.Model{Cov: k1, ": "Mean Noise",
		"gplib.Model{Kern": "Cov", "gplib.Model{Ker": "… Cov", "gplib.Model{Likeli": "Noise", "gplib.Settings{": "MaxIter Runtime", "gplib.Settings{n_rest": "Restarts",
		"gplib.Model{Cov: ": "k1 k2 cov.SE cov.Matern52", "gplib.Model{Cov: Ma": "cov.Matern52", "gplib.Model{Cov: cov.": "SE Matern52",
		"gplib.Model{Noise: ": "gplib.Gaussian", "gplib.Model{Mean: ": "gplib.ConstantMean", "cov.Sum(k1, ": "k1 k2 cov.SE",
		"admm.HoldOut{Split: ": "admm.Random … admm.LastBlock", "admm.HoldOut{Split: Last": "admm.LastBlock", "admm.HoldOut{Scale: ": "admm.ScaleByTraining",
		"gplib.Settings{Src: ": "rand.NewPCG", "gplib.Fit(ctx, ": "model", "gplib.Fit(ctx, model, data, ": "&gplib.Settings{}",
		"var l gplib.Learner = ": "… gplib.LBFGS{} admm.HoldOut{}", "fit.Predict(": "cov.Line", "func f(k cov.": "Func", "fit.Predict(data.": "X",
		"fit.": "… Posterior", "fit.Pos": "Posterior", "fit.Posterior.pred": "Predict", "fit.LogMarg": "Value", "model.ker": "Cov",
		"p.": "… Mean", "p.conf": "IntervalY", "data.": "… X", "table.col": "Column", "table.Colm": "Column",
		"plt.hist": "display.Histogram", "pd.read_csv": "dataset.ReadCSV", "np.linsp": "cov.Grid", "GPRegr": "gplib.Model", "RBF": "cov.SE",
		"math.sq": "Sqrt", "fmt.": "Println", "fi": "fit", "for i := ra": "range", "mat.NewD": "NewDense", "x = ": "x",
		`fmt.Println("`: "", `y := "cov.`: "", "y := `a\ncov.": "", "// cov.": "", "/* fi": "", "x + 'c": "", `s := "a" // fi`: "", "nothing.": "",
	} {
		c := Complete(s, Known(), source, len(source))
		var got []string
		for _, m := range c.Matches {
			got = append(got, m.Text)
		}
		firsts, anywhere, _ := strings.Cut(wants, "…")
		first := strings.Fields(firsts)
		if len(got) < len(first) || !slices.Equal(got[:len(first)], first) || wants == "" && len(got) > 0 {
			t.Errorf("%s offers %q first, want %q", source, got[:min(len(got), 8)], first)
		}
		for _, want := range strings.Fields(anywhere) {
			if !slices.Contains(got, want) {
				t.Errorf("%s does not offer %s", source, want)
			}
		}
	}
}

// A synonym for another library's name replaces the whole selector.
func TestForeignSelectorsAreReplaced(t *testing.T) {
	s := session(t, lesson)
	for source, start := range map[string]int{"x = plt.hist": 4, "x = cov.rbf": 8, "x = GaussianLike": 4, "x = cov.WhiteK": 4} {
		if c := Complete(s, Known(), source, len(source)); len(c.Matches) == 0 || c.Start != start {
			t.Errorf("%s: %v from %d, want from %d", source, c.Matches, c.Start, start)
		}
	}
}

// The session's own uses count, too.
func TestOwnUsesComeFirst(t *testing.T) {
	s := session(t, lesson)
	uses := Known()
	for range 3 {
		uses.AddOwn("strings.ToUpper(\"a\")\nmetric.CRPS(y, m, v)")
	}
	if c := Complete(s, uses, "strings.", 8); c.Matches[0].Text != "ToUpper" {
		t.Errorf("strings. offers %v first", c.Matches[0])
	}
}

func TestFuzzyDistance(t *testing.T) {
	for _, c := range []struct {
		typed, near, far string // far does not match, or is farther
	}{
		{"rcsv", "ReadCSV", "Records"}, {"mtn52", "Matern52", "Mismatch"}, {"nd", "NewDense", "Condition"}, {"fg", "FixedGaussian", "Figure"},
		{"csv", "ReadCSV", "Schedule"}, {"nvd", "NewVecDense", "NewDiagDense"}, {"lp", "LocallyPeriodic", "SplitAfter"}, {"ys", "YStd", "Days"},
	} {
		near, ok := distance(c.typed, c.near)
		far, matches := distance(c.typed, c.far)
		if !ok || matches && far <= near {
			t.Errorf("%s is %d from %s (%v), %d from %s (%v)", c.typed, near, c.near, ok, far, c.far, matches)
		}
	}
}

func TestFilePlace(t *testing.T) {
	s := session(t, lesson, "func Read(path, mode string) {}\nfunc all(files ...string) {}\ncanvas := display.NewPlot()")
	for source, want := range map[string]bool{
		`dataset.ReadCSV("`: true, `t, err := dataset.ReadCSV("te`: true, "dataset.ReadCSV(`te": true, `dataset.CSVRows("a/`: true,
		`os.Open("`: true, `b := must(os.ReadFile("../x`: true, `os.WriteFile("`: true, `os.MkdirAll("a`: true, `os.Rename("a", "`: true,
		`display.Fit(fit).Save(4, 3, "`: true, `canvas.Save(4, 3, "`: true, `Read("`: true, `filepath.WalkDir("`: false,
		`dataset.CSVRows("a", "`: false, `Read("a", "`: false, `os.Getenv("`: false, `fmt.Println("`: false, `x := "`: false, `strings.Contains("`: false,
		`dataset.ReadCSV("a.csv"`: false, `dataset.ReadCSV(`: false, `// os.Open("`: false, `path.Base("`: false, `dataset.Fetch("`: false,
	} {
		start, ok := FilePlace(s, source, len(source))
		if ok != want || ok && start != max(strings.LastIndexByte(source, '"'), strings.LastIndexByte(source, '`'))+1 {
			t.Errorf("%s: %v from %d, want %v", source, ok, start, want)
		}
	}
}

// The names in first are in the library.
func TestFirstNamesExist(t *testing.T) {
	world := symbols.NewWorld()
	for pkg, names := range first {
		path, _ := world.Resolve(pkg)
		p, err := world.Import(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			if p.Scope().Lookup(name) == nil {
				t.Errorf("there is no %s.%s", pkg, name)
			}
		}
	}
}

func BenchmarkComplete(b *testing.B) {
	s := session(b, lesson)
	for _, source := range []string{"cov.", "cov.mtn52", "gplib.Model{Cov: ", "var l gplib.Learner = ", "fit.", "x = ", `os.Open("`} {
		b.Run(source, func(b *testing.B) {
			for b.Loop() {
				Complete(s, known(), source, len(source))
			}
		})
	}
}
