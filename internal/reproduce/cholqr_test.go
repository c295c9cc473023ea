package reproduce

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"krigo/gplib"
	"krigo/gplib/cholqr"
	"krigo/gplib/cov"
)

func TestRanksOfEqualsAreShared(t *testing.T) {
	if r := fmt.Sprint(ranksOf([]float64{3, 1, 3, 2})); r != "[2.5 0 2.5 1]" {
		t.Error(r)
	}
	if s := spearman([]float64{1, 2, 3}, []float64{10, 1000, 100000}); math.Abs(s-1) > 1e-12 {
		t.Errorf("a monotone relation has the rank correlation %v", s)
	}
	if s := spearman([]float64{1, 2, 3}, []float64{3, 2, -9}); math.Abs(s+1) > 1e-12 {
		t.Errorf("a falling one %v", s)
	}
}

// snelsonLike writes 80 points of a wave in the two files of Snelson's set.
func snelsonLike(t *testing.T) string {
	t.Helper()
	var x, y strings.Builder
	rng := rand.New(rand.NewPCG(1, 9))
	for range 80 {
		at := 6 * rng.Float64()
		fmt.Fprintln(&x, at)
		fmt.Fprintf(&y, " %v\n", math.Sin(2*at)+0.2*rng.NormFloat64())
	}
	return folderOf(t, map[string]string{"snelson/train_inputs": x.String(), "snelson/train_outputs": y.String()})
}

func folderOf(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestCholQROnSnelsonsFilesFromTheClump(t *testing.T) {
	out := t.TempDir()
	o := Options{Data: snelsonLike(t), Trials: 1, Out: out, Sets: []string{"reductions"}}
	claims, err := CholQR(context.Background(), o)
	if err != nil || len(claims) != 4 {
		t.Fatalf("%v, %v", claims, err)
	}
	for _, c := range claims {
		if !(c.Measured > 0.5 && c.Measured <= 1+1e-12) {
			t.Errorf("%+v", c)
		}
	}
	if _, err := os.Stat(filepath.Join(out, "cholqr-fig1-VAR.png")); err != nil {
		t.Error(err)
	}
	all, err := readSnelson(o)
	if err != nil {
		t.Fatal(err)
	}
	o.Out = ""
	claims, err = fromClump(context.Background(), o, all, 1e9)
	if err != nil || len(claims) != 3 || !claims[0].Holds || claims[0].Measured != 1 {
		t.Errorf("%+v, %v", claims, err)
	}
	if c, err := fromClump(context.Background(), o, all, -1e9); err != nil || c[0].Holds || c[1].Holds {
		t.Errorf("an unreachable figure holds: %+v, %v", c, err)
	}
}

func TestTheClumpIsNearOneAndAHalf(t *testing.T) {
	d := gplib.Data{X: cov.Line([]float64{0, 1.4, 3, 1.7, 1.5}), Y: make([]float64, 5)}
	if c := fmt.Sprint(clump(d, 3)); c != "[4 1 3]" {
		t.Error(c)
	}
}

func TestEveryMethodIsComparedOnTheSameData(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	rng := rand.New(rand.NewPCG(2, 2))
	all := gplib.Data{X: cov.Grid(0, 6, 90), Y: make([]float64, 90)}
	for i := range all.Y {
		all.Y[i] = math.Sin(float64(i)/5) + 0.1*rng.NormFloat64()
	}
	var train, test []int
	for i := range 90 {
		if i%3 == 0 {
			test = append(test, i)
		} else {
			train = append(train, i)
		}
	}
	c := &comparison{
		name: "wave", train: all.Subset(train), test: all.Subset(test),
		model: gplib.Model{Cov: cov.Scale(1, cov.SE(1)), Noise: gplib.Gaussian(0.1)},
	}
	out := t.TempDir()
	claims, err := c.measure(context.Background(), Options{Out: out, Trials: 2}, 12)
	if err != nil {
		t.Fatal(err)
	}
	if want := 2 * len(methods()); len(c.scores) != want {
		t.Errorf("%d scores, want %d", len(c.scores), want)
	}
	for _, s := range c.scores {
		if !(s.smse > 0 && s.smse < 0.5) || math.IsNaN(s.snlp) || s.seconds <= 0 {
			t.Errorf("%+v", s)
		}
		if chooses := s.method != "subset of data"; chooses && s.selection <= 0 {
			t.Errorf("%s: no time of choosing", s.method)
		}
	}
	lead := stat.Mean(differences(c.of("random", 12, smseOf), c.of(ours, 12, smseOf)), nil)
	if claims[1].Measured != lead || claims[1].Holds != (lead > 0) || len(claims) != 10 {
		t.Errorf("%d claims, %+v, lead %v", len(claims), claims[1], lead)
	}
	if _, err := os.Stat(filepath.Join(out, "cholqr-wave-smse.png")); err != nil {
		t.Error(err)
	}
	for _, few := range []struct {
		methods []string
		claims  int
	}{{[]string{ours, "random"}, 4}, {[]string{ours, "Titsias-512"}, 6}, {[]string{"IVM"}, 0}} {
		c.scores = nil
		claims, err := c.measure(context.Background(), Options{Methods: few.methods, Out: t.TempDir()}, 12)
		if err != nil || len(claims) != few.claims || len(c.scores) != len(few.methods) {
			t.Errorf("%v: %d claims, %d scores (%v)", few.methods, len(claims), len(c.scores), err)
		}
	}
	if _, err := CholQR(context.Background(), Options{Methods: []string{"Titsias"}}); err == nil || !strings.Contains(err.Error(), "Titsias-512") {
		t.Errorf("unknown method: %v", err)
	}
}

func TestTheTimeUntilAnObjectiveIsThatOfTheExchangesBefore(t *testing.T) {
	s := score{swaps: []cholqr.Swap{
		{Value: 9, Elapsed: time.Second}, {Value: 7, Elapsed: 2 * time.Second}, {Value: 6, Elapsed: 4 * time.Second},
	}}
	for value, want := range map[float64]float64{10: 1, 7: 3, 6.5: 7, 5: math.Inf(1)} {
		if got := s.until(value); got != want {
			t.Errorf("%v until %v, want %v", got, value, want)
		}
	}
}

func TestTheTrendIsThatOfTheTrainingData(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	draw := func(n int, tilt float64) gplib.Data {
		x, y := mat.NewDense(n, 2, nil), make([]float64, n)
		for i := range n {
			x.Set(i, 0, rng.NormFloat64())
			x.Set(i, 1, rng.NormFloat64())
			y[i] = 3 + tilt*x.At(i, 0) - x.At(i, 1) + 0.5*rng.NormFloat64()
		}
		return gplib.Data{X: cov.Points(x), Y: y}
	}
	train, test := draw(200, 2), draw(100, 5)
	if err := removeTrend(train, test); err != nil {
		t.Fatal(err)
	}
	var left mat.VecDense
	left.MulVec(design(train.X).T(), mat.NewVecDense(200, train.Y))
	if mat.Norm(&left, math.Inf(1)) > 1e-9 || math.Abs(stat.StdDev(train.Y, nil)-1) > 1e-12 {
		t.Errorf("%v is left of the trend, sd %v", left.RawVector().Data, stat.StdDev(train.Y, nil))
	}
	slope := stat.Covariance(test.X.(*cov.Matrix).Column(0), test.Y, nil)
	if slope < 3 { // three of its five, over a unit of about a half
		t.Errorf("slope %v of the test set", slope)
	}
}

func TestThrombinIsReadWithItsSplit(t *testing.T) {
	header := "smiles,exp_mean [nM],y,cliff_mol,split\n"
	dir := folderOf(t, map[string]string{"molecules/chembl204_ki.csv": header + "CCO,1,2,0,train\nc1ccccc1O,2,-1,0,test\nCCN,2,1,0,train\nCCC,2,4,0,train\n"})
	c := &comparison{name: "thrombin"}
	if err := c.readPrints(Options{Data: dir}); err != nil {
		t.Fatal(err)
	}
	if c.train.Len() != 3 || c.test.Len() != 1 || math.Abs(stat.StdDev(c.train.Y, nil)-1) > 1e-12 {
		t.Errorf("%v and %v", c.train, c.test)
	}
	g := &comparison{name: "graphs"}
	if err := g.readGraphs(Options{Data: dir}); err != nil || len(g.model.Cov.Params()) != 14 {
		t.Errorf("%v, %v", g.model, err)
	}
	bad := folderOf(t, map[string]string{"molecules/chembl204_ki.csv": header + "CCO,1,2,0,both\n"})
	if _, err := readThrombin(Options{Data: bad}); err == nil || !strings.Contains(err.Error(), `"both"`) {
		t.Errorf("%v", err)
	}
}

func TestCholQRLeavesOutWhatIsMissingAndEndsWithTheContext(t *testing.T) {
	var progress bytes.Buffer
	o := Options{Data: t.TempDir(), Progress: &progress, Sets: []string{"snelson", "reductions", "thrombin-16", "graphs-16", "kin40k-128"}}
	if claims, err := CholQR(context.Background(), o); err != nil || len(claims) != 0 || strings.Count(progress.String(), "left out") != 5 ||
		strings.Count(progress.String(), "krigo data get thrombin") != 2 {
		t.Errorf("%v, %v, %s", claims, err, &progress)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if claims, err := CholQR(ctx, Options{Data: snelsonLike(t), Quick: true}); !errors.Is(err, context.Canceled) || len(claims) > 0 {
		t.Errorf("cancelled: %v, %v", claims, err)
	}
	if _, err := CholQR(ctx, Options{Sets: []string{"snelsen"}}); err == nil || !strings.Contains(err.Error(), "snelsen") {
		t.Errorf("unknown part: %v", err)
	}
}

func TestTheTimeOfASwapIsMeasured(t *testing.T) {
	few, err := swapTime(context.Background(), 200, 30)
	if err != nil || few <= 0 {
		t.Errorf("%v, %v", few, err)
	}
}
