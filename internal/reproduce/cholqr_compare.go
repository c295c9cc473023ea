package reproduce

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"krigo/display"
	"krigo/gplib"
	"krigo/gplib/cholqr"
	"krigo/gplib/inducing"
	"krigo/gplib/metric"
)

// comparison is one data set with the scores that were measured on it, of
// all m so far.
type comparison struct {
	name        string
	train, test gplib.Data
	model       gplib.Model
	scores      []score
}

// score is the result of one method with m inducing points from one start.
type score struct {
	method     string
	m, trial   int
	smse, snlp float64
	value      float64       // the objective
	seconds    float64       // of the fit
	selection  time.Duration // of the choice of points
	swaps      []cholqr.Swap // of CholQR
	status     gplib.Status
}

// until returns how many seconds CholQR spent on exchanges until its objective was
// at most value, +Inf where it never was.
func (s score) until(value float64) float64 {
	var sum time.Duration
	for _, swap := range s.swaps {
		if sum += swap.Elapsed; swap.Value <= value {
			return sum.Seconds()
		}
	}
	return math.Inf(1)
}

// method is a way to fit with m inducing points. It returns the time spent
// choosing points, which it adds up while the learner runs.
type method struct {
	name string
	// most is the largest m at which it is tried; 0 means no limit.
	most    int
	learner func(m int) (gplib.Learner, func(*gplib.Result) time.Duration)
}

const ours = "CholQR-z16"

// methods returns CholQR and its baselines, all with the variational free energy but
// for the one that says MLE, SPGP and the subset of data.
func methods() []method {
	return []method{
		hybrid(ours, cholqr.Hybrid{}),
		hybrid(ours+" MLE", cholqr.Hybrid{Objective: cholqr.MLE}),
		chosenBy("random", inducing.Random{}, 0),
		chosenBy("IVM", inducing.IVM{}, 0),
		chosenBy("greedy variance", inducing.GreedyVariance{}, 0),
		chosenBy("CSI", inducing.CSI{}, 128),
		chosenBy("Titsias-16", inducing.TitsiasGreedy{Candidates: 16}, 512),
		chosenBy("Titsias-512", inducing.TitsiasGreedy{Candidates: 512}, 512),
		{"subset of data", 1024, func(m int) (gplib.Learner, func(*gplib.Result) time.Duration) {
			return inducing.SubsetOfData{Size: m}, noTime
		}},
	}
}

func noTime(*gplib.Result) time.Duration { return 0 }

// hybrid is CholQR; its exchanges count as the time of choosing.
func hybrid(name string, h cholqr.Hybrid) method {
	return method{name, 0, func(m int) (gplib.Learner, func(*gplib.Result) time.Duration) {
		h.M = m
		return h, func(r *gplib.Result) time.Duration {
			var sum time.Duration
			for _, s := range r.Posterior.(*cholqr.Posterior).Swaps() {
				sum += s.Elapsed
			}
			return sum
		}
	}}
}

// chosenBy returns a baseline that chooses points by a selector.
func chosenBy(name string, s inducing.Selector, most int) method {
	return method{name, most, func(m int) (gplib.Learner, func(*gplib.Result) time.Duration) {
		clock := &clocked{Selector: s}
		return inducing.Subset{Size: m, Selector: clock}, func(*gplib.Result) time.Duration { return clock.spent }
	}}
}

// clocked is a selector whose time is added up.
type clocked struct {
	inducing.Selector
	spent time.Duration
}

// Select implements [inducing.Selector].
func (c *clocked) Select(ctx context.Context, m gplib.Model, d gplib.Data, size int, src rand.Source) (*inducing.Selection, error) {
	began := time.Now()
	defer func() { c.spent += time.Since(began) }()
	return c.Selector.Select(ctx, m, d, size, src)
}

// limit returns the wall time of one fit.
func (o Options) limit() time.Duration {
	if o.Quick {
		return 3 * time.Second
	}
	return 20 * time.Second
}

// measure fits every method with m inducing points and returns the claims
// about them.
func (c *comparison) measure(ctx context.Context, o Options, m int) ([]Claim, error) {
	trials := o.trials(1)
	for _, way := range methods() {
		if way.most > 0 && m > way.most || m >= c.train.Len() || o.Methods != nil && !slices.Contains(o.Methods, way.name) {
			continue
		}
		for trial := range trials {
			s, err := c.fit(ctx, o, way, m, trial)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", way.name, err)
			}
			c.scores = append(c.scores, s)
			o.report("%s, m = %d, %s: SMSE %.4f, SNLP %.4f, objective %.6g, %.1f s, %v of it choosing, %v",
				c.name, m, s.method, s.smse, s.snlp, s.value, s.seconds, s.selection.Round(time.Millisecond), s.status)
		}
	}
	return c.claims(m), c.save(o)
}

// fit measures one method from one start on the test observations.
func (c *comparison) fit(ctx context.Context, o Options, way method, m, trial int) (score, error) {
	learner, selection := way.learner(m)
	settings := &gplib.Settings{Runtime: o.limit(), Src: rand.NewPCG(uint64(trial), uint64(m))}
	r, err := learner.Fit(ctx, c.model, c.train, settings)
	if err = errors.Join(err, ctx.Err()); err != nil {
		return score{}, err
	}
	p, err := r.Predict(c.test.X)
	if err != nil {
		return score{}, err
	}
	s := score{
		method: way.name, m: m, trial: trial, value: r.Value, seconds: r.Elapsed.Seconds(),
		selection: selection(r), status: r.Status,
	}
	if p, ok := r.Posterior.(*cholqr.Posterior); ok {
		s.swaps = p.Swaps()
	}
	if s.smse, err = metric.SMSE(c.test.Y, p.Mean); err != nil {
		return s, err
	}
	s.snlp, err = metric.SNLP(c.test.Y, p.Mean, p.VarY, c.train.Y)
	return s, err
}

// of returns the values of a method at m, by trial.
func (c *comparison) of(method string, m int, value func(score) float64) []float64 {
	var values []float64
	for _, s := range c.scores {
		if s.method == method && s.m == m {
			values = append(values, value(s))
		}
	}
	return values
}

func smseOf(s score) float64      { return s.smse }
func snlpOf(s score) float64      { return s.snlp }
func valueOf(s score) float64     { return s.value }
func secondsOf(s score) float64   { return s.seconds }
func selectionOf(s score) float64 { return s.selection.Seconds() }

// claims compare CholQR with random points, IVM and Titsias-512 at m, those of
// them that were measured.
func (c *comparison) claims(m int) []Claim {
	if len(c.of(ours, m, smseOf)) == 0 {
		return nil
	}
	data := fmt.Sprintf("%s, m = %d", c.name, m)
	var claims []Claim
	for _, kind := range []struct {
		name  string
		value func(score) float64
	}{{"SMSE", smseOf}, {"SNLP", snlpOf}} {
		own, sd := meanSD(c.of(ours, m, kind.value))
		claims = append(claims, Claim{Claim: ours + ": " + kind.name, Data: data, Measured: own, SD: sd, Paper: "–"})
		for _, rival := range []string{"random", "IVM"} {
			lead := differences(c.of(rival, m, kind.value), c.of(ours, m, kind.value))
			if len(lead) == 0 {
				continue
			}
			mean, sd := meanSD(lead)
			claims = append(claims, Claim{
				Claim: fmt.Sprintf("%s of %s less that of %s", kind.name, rival, ours), Data: data,
				Measured: mean, SD: sd, Paper: "> 0", Wanted: "> 0", Holds: mean > 0,
			})
		}
	}
	return append(claims, c.titsiasClaims(data, m)...)
}

// titsiasClaims returns the claims about Titsias' choice among 512 candidates, if it was
// tried. The objectives accompany the errors because a limit that ends it early leaves
// it at the first hyper-parameters, whose errors may be lower.
func (c *comparison) titsiasClaims(data string, m int) []Claim {
	const rival = "Titsias-512"
	theirs := c.of(rival, m, smseOf)
	if len(theirs) == 0 {
		return nil
	}
	ratio := stat.Mean(c.of(ours, m, smseOf), nil) / stat.Mean(theirs, nil)
	faster := stat.Mean(c.of(rival, m, selectionOf), nil) / stat.Mean(c.of(ours, m, selectionOf), nil)
	lead := differences(c.of(rival, m, valueOf), c.of(ours, m, valueOf))
	equal := stat.Mean(c.of(rival, m, selectionOf), nil) / stat.Mean(c.untilEqual(rival, m), nil)
	return []Claim{{
		Claim: fmt.Sprintf("objective of %s less that of %s", rival, ours), Data: data,
		Measured: stat.Mean(lead, nil), Paper: "–",
	}, {
		Claim: fmt.Sprintf("SMSE of %s over that of %s", ours, rival), Data: data,
		Measured: ratio, Paper: "1", Wanted: "<= 1.02", Holds: ratio <= 1.02,
	}, {
		Claim: fmt.Sprintf("time that %s spends choosing points over what %s needs for its objective", rival, ours), Data: data,
		Measured: equal, Paper: "100 to 10,000", Wanted: ">= 50", Holds: equal >= 50,
	}, {
		Claim: fmt.Sprintf("time that %s spends choosing points over that of %s", rival, ours), Data: data,
		Measured: faster, Paper: "100 to 10,000", Wanted: ">= 50", Holds: faster >= 50,
	}}
}

// untilEqual returns the seconds that CholQR spent on exchanges until its objective
// was as low as that with which the baseline ended in the same trial.
func (c *comparison) untilEqual(rival string, m int) []float64 {
	values := c.of(rival, m, valueOf)
	return c.of(ours, m, func(s score) float64 { return s.until(values[min(s.trial, len(values)-1)]) })
}

func differences(a, b []float64) []float64 {
	d := make([]float64, min(len(a), len(b)))
	for i := range d {
		d[i] = a[i] - b[i]
	}
	return d
}

// save draws what has been measured so far: SMSE, SNLP and time against m.
func (c *comparison) save(o Options) error {
	for _, kind := range []struct {
		file, label string
		value       func(score) float64
		logarithmic bool
	}{
		{"smse", "SMSE", smseOf, true}, {"snlp", "SNLP", snlpOf, false}, {"time", "time of a fit (s)", secondsOf, true},
	} {
		figure := c.figure(kind.value, kind.logarithmic).Labels("m", kind.label)
		if err := o.save(fmt.Sprintf("cholqr-%s-%s.png", strings.Fields(c.name)[0], kind.file), figure); err != nil {
			return err
		}
	}
	return nil
}

// figure has a curve for each method, of means over trials.
func (c *comparison) figure(value func(score) float64, logarithmic bool) *display.Figure {
	p := display.NewPlot()
	for i, way := range methods() {
		var curve plotter.XYs
		for _, m := range c.counts() {
			if v := c.of(way.name, m, value); len(v) > 0 {
				curve = append(curve, plotter.XY{X: float64(m), Y: stat.Mean(v, nil)})
			}
		}
		if len(curve) > 0 {
			line := addLine(p, curve, i)
			if i >= 8 { // the colours start again
				line.Dashes = []vg.Length{vg.Points(3), vg.Points(2)}
			}
			p.Legend.Add(way.name, line)
		}
	}
	p.X.Scale = plot.LogScale{}
	p.X.Tick.Marker = doublings(p.X.Min, p.X.Max)
	for _, axis := range []*plot.Axis{&p.X, &p.Y} { // of one value the plot would make one from 1 below
		if axis.Min == axis.Max && axis.Min > 0 {
			axis.Min, axis.Max = axis.Min/2, axis.Max*2
		}
	}
	if logarithmic && p.Y.Min > 0 && !math.IsInf(p.Y.Min, 1) {
		p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, display.LogTicks{}
	}
	p.Legend.Top = true
	return display.Plot(p).Title(c.name)
}

// counts returns the m measured, in order.
func (c *comparison) counts() []int {
	var ms []int
	for _, s := range c.scores {
		ms = append(ms, s.m)
	}
	slices.Sort(ms)
	return slices.Compact(ms)
}
