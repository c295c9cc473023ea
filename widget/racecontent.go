package widget

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"krigo/display/mime"
	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/metric"
	"krigo/internal/explore"
)

// The most of a learner that a page has.
const (
	mostRaceSteps  = 300 // points of a trail
	mostRaceFrames = 40  // steps with predictions
	raceInputs     = 60  // of a curve
	mostRaceDots   = 100 // of predicted against observed values
)

// raceContent is all that a page needs to draw a race.
type raceContent struct {
	X         raceAxis `json:"x"`
	Y         raceAxis `json:"y"`
	Landscape series   `json:"landscape"` // the log marginal likelihood, row by row of Y
	Side      int      `json:"side"`      // points of a row, and of a column
	Data      raceData `json:"data"`
	Learners  []racer  `json:"learners"`
	Tests     int      `json:"tests"` // rows of the score
	Of        int      `json:"of"`    // rows before these were held out, 0 where they are other data
}

// raceAxis is a parameter of the landscape.
type raceAxis struct {
	Name string  `json:"name"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
	Log  bool    `json:"log"`
}

// raceData has the data that predictions are drawn with: for one input the observations, which curves are drawn
// through at At; for others Observed, the values of rows of the score that predictions are drawn
// against.
type raceData struct {
	Input    string `json:"input"`
	Target   string `json:"target"`
	X        series `json:"x"`
	Y        series `json:"y"`
	TestX    series `json:"testX"`
	TestY    series `json:"testY"`
	At       series `json:"at"`
	Observed series `json:"observed"`
}

// racer is a learner's way. Slices of steps have an element for each recorded step, those of frames one
// for each with predictions.
type racer struct {
	Name      string   `json:"name"`
	Objective string   `json:"objective"`
	Status    string   `json:"status"`
	Warnings  []string `json:"warnings"`
	Steps     []int    `json:"steps"`   // their numbers
	Elapsed   series   `json:"elapsed"` // in seconds
	X         series   `json:"x"`       // the parameters of the landscape
	Y         series   `json:"y"`
	Value     series   `json:"value"` // of the learner's objective

	Frames []int    `json:"frames"` // positions in Steps
	NLPD   series   `json:"nlpd"`
	RMSE   series   `json:"rmse"`
	Mean   []series `json:"mean"`
	SD     []series `json:"sd"` // of an observation
}

// last returns the score at the end.
func (r racer) last() float64 { return r.NLPD[len(r.NLPD)-1] }

// compareScores orders scores, the least first, with those that are none behind.
func compareScores(a, b float64) int {
	if math.IsNaN(a) || math.IsNaN(b) {
		return -cmp.Compare(a, b) // NaN is less than all to cmp
	}
	return cmp.Compare(a, b)
}

// scored says by what predictions are scored.
func (c *raceContent) scored() string {
	if c.Of == 0 {
		return fmt.Sprintf("%d rows of test data", c.Tests)
	}
	return fmt.Sprintf("%d of %d rows, which no learner had", c.Tests, c.Of)
}

// contents returns the content of the page, without the learners' names.
func (r *race) contents() (*raceContent, error) {
	xs, ys, values, err := r.landscape.Values()
	if err != nil {
		return nil, err
	}
	axis := func(p cov.Param, v []float64) raceAxis {
		return raceAxis{p.Name, v[0], v[len(v)-1], p.Transform != cov.Identity}
	}
	c := &raceContent{X: axis(r.x, xs), Y: axis(r.y, ys), Side: racePoints, Tests: r.test.Len(), Of: r.of}
	for _, row := range values {
		floats.Scale(-1, row)
		c.Landscape = append(c.Landscape, shortened(row, 7)...)
	}
	curve := c.Data.set(r.train, r.test)
	for i, fit := range r.results {
		l, err := r.racerOf(fit, curve)
		if err != nil {
			return nil, fmt.Errorf("learner %d (%s): %w", i+1, r.names[i], err)
		}
		c.Learners = append(c.Learners, l)
	}
	return c, nil
}

// set sets what predictions are drawn with, and returns the inputs of a curve, or nil.
func (d *raceData) set(train, tests gplib.Data) cov.Inputs {
	d.Input, d.Target = "x", cmp.Or(train.Target, "y")
	x, ok := train.X.(*cov.Matrix)
	test, same := tests.X.(*cov.Matrix)
	if !ok || !same || x.Dim() != 1 || test.Dim() != 1 || isStandardised(x) || isStandardised(test) {
		d.Observed = at(tests.Y, gplib.Spaced(tests.Len(), mostRaceDots))
		return nil
	}
	if names := x.Names(); names != nil {
		d.Input = names[0]
	}
	d.X, d.Y, d.TestX, d.TestY = x.Column(0), train.Y, test.Column(0), tests.Y
	all := slices.Concat(d.X, d.TestX)
	low, high := slices.Min(all), slices.Max(all)
	pad := (high - low) / 20
	curve := cov.Grid(low-pad, high+pad, raceInputs)
	d.At = shortened(curve.Column(0), 6)
	return curve.Like(x)
}

func isStandardised(x *cov.Matrix) bool {
	means, _ := x.Standardisations()
	return means != nil
}

// at returns the values at some positions.
func at(v []float64, positions []int) []float64 {
	var some []float64
	for _, i := range positions {
		some = append(some, v[i])
	}
	return some
}

// racerOf records the way of a fit. Without a curve its predictions are those of rows of the score.
func (r *race) racerOf(fit *gplib.Result, curve cov.Inputs) (racer, error) {
	steps, kept := fit.Trace.Steps, fit.KeptSteps()
	if len(kept) == 0 {
		return racer{}, errors.New("its result does not have the posterior of any step")
	}
	var frames []int
	for _, k := range thinned(len(kept), mostRaceFrames) {
		frames = append(frames, kept[k])
	}
	shown := slices.Concat(thinned(len(steps), mostRaceSteps), frames)
	slices.Sort(shown)
	shown = slices.Compact(shown)
	l := racer{Objective: fit.Trace.Objective, Status: fit.Status.String(), Warnings: []string{}}
	for _, w := range fit.Warnings {
		l.Warnings = append(l.Warnings, w.String())
	}
	for _, i := range shown {
		if err := l.addStep(steps[i], r.x.Name, r.y.Name); err != nil {
			return racer{}, err
		}
	}
	for _, i := range frames {
		if mime.Interrupted() {
			return racer{}, errInterrupted
		}
		n, _ := slices.BinarySearch(shown, i)
		l.addFrame(n, r.frameAt(fit, i, curve))
	}
	if mime.Interrupted() {
		return racer{}, errInterrupted
	}
	return l, r.end(&l, fit, curve)
}

// end replaces the last step by the result: that of a method that averages, or returns an earlier step,
// differs from it.
func (r *race) end(l *racer, fit *gplib.Result, curve cov.Inputs) error {
	last := len(l.Steps) - 1
	x, err := fit.Param(r.x.Name)
	if err != nil {
		return err
	}
	y, err := fit.Param(r.y.Name)
	if err != nil {
		return err
	}
	l.X[last], l.Y[last], l.Value[last] = explore.Short(x.Value, 7), explore.Short(y.Value, 7), explore.Short(fit.Value, 7)
	if n := len(l.Frames) - 1; l.Frames[n] == last {
		l.Frames, l.RMSE, l.NLPD, l.Mean, l.SD = l.Frames[:n], l.RMSE[:n], l.NLPD[:n], l.Mean[:n], l.SD[:n]
	}
	frame, err := r.frame(fit, curve)
	if err != nil {
		return err
	}
	l.addFrame(last, frame)
	return nil
}

// addStep adds a step of the trail.
func (l *racer) addStep(s gplib.Step, x, y string) error {
	i, k := slices.Index(s.Names, x), slices.Index(s.Names, y)
	if i < 0 || k < 0 || max(i, k) >= len(s.Theta) {
		return fmt.Errorf("its steps do not have %s and %s, but %q", x, y, s.Names)
	}
	l.Steps = append(l.Steps, s.Iter)
	l.Elapsed = append(l.Elapsed, explore.Short(s.Elapsed.Seconds(), 4))
	l.X, l.Y = append(l.X, explore.Short(s.Theta[i], 7)), append(l.Y, explore.Short(s.Theta[k], 7))
	l.Value = append(l.Value, explore.Short(s.Value, 7))
	return nil
}

// raceFrame holds the predictions of a learner at a step, and their scores.
type raceFrame struct {
	nlpd, rmse float64
	mean, sd   []float64
}

// addFrame adds predictions to a recorded step.
func (l *racer) addFrame(step int, f raceFrame) {
	l.Frames = append(l.Frames, step)
	l.RMSE, l.NLPD = append(l.RMSE, explore.Short(f.rmse, 7)), append(l.NLPD, explore.Short(f.nlpd, 7))
	l.Mean, l.SD = append(l.Mean, shortened(f.mean, 4)), append(l.SD, shortened(f.sd, 4))
}

// frameAt returns the predictions of a step, or NaN where there are none: a page draws a gap then.
func (r *race) frameAt(fit *gplib.Result, step int, curve cov.Inputs) raceFrame {
	past, err := fit.At(step)
	if err == nil {
		var f raceFrame
		if f, err = r.frame(past, curve); err == nil {
			return f
		}
	}
	n := min(r.test.Len(), mostRaceDots)
	if curve != nil {
		n = curve.Len()
	}
	none := make([]float64, n)
	for i := range none {
		none[i] = math.NaN()
	}
	return raceFrame{nlpd: math.NaN(), rmse: math.NaN(), mean: none, sd: none}
}

// frame returns the predictions of a result. Without a curve these are those of rows of the score.
func (r *race) frame(past *gplib.Result, curve cov.Inputs) (raceFrame, error) {
	drawn, err := past.Predict(r.test.X)
	if err != nil {
		return raceFrame{}, err
	}
	var f raceFrame
	if f.rmse, err = metric.RMSE(r.test.Y, drawn.Mean); err != nil {
		return raceFrame{}, err
	}
	if f.nlpd, err = metric.NLPD(r.test.Y, drawn.Mean, drawn.VarY); err != nil {
		return raceFrame{}, err
	}
	variance := drawn.VarY
	if curve == nil {
		some := gplib.Spaced(len(drawn.Mean), mostRaceDots)
		f.mean, variance = at(drawn.Mean, some), at(variance, some)
	} else {
		if drawn, err = past.Predict(curve); err != nil {
			return raceFrame{}, err
		}
		f.mean, variance = drawn.Mean, drawn.VarY
	}
	f.sd = make([]float64, len(variance))
	for i, v := range variance {
		f.sd[i] = math.Sqrt(v)
	}
	return f, nil
}

// thinned returns at most so many positions in [0, n): all, or the first, the last, and others between
// them that are closest at the start.
func thinned(n, most int) []int {
	var some []int
	for k := range min(n, most) {
		at := k
		if n > most {
			at = int(math.Round(float64(most) / 2 * (math.Pow(1+2*float64(n-1)/float64(most), float64(k)/float64(most-1)) - 1)))
		}
		if len(some) == 0 || at > some[len(some)-1] {
			some = append(some, at)
		}
	}
	return some
}
