package widget

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"krigo/cell"
	"krigo/display"
	"krigo/display/mime"
	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/internal/explore"
	"krigo/internal/words"
)

const (
	mostLearners = 6
	raceRows     = 500  // of the landscape, which is evaluated on a grid
	racePoints   = 33   // values of each parameter of the landscape
	heldEvery    = 5    // one row of so many is held out
	mostTests    = 2000 // rows of test data, which are predicted at each recorded step
)

// RaceFigure shows learners on one landscape; [Race] makes one.
type RaceFigure struct {
	model    gplib.Model
	data     gplib.Data
	test     *gplib.Data // nil are rows that are held out of the data
	learners []gplib.Learner
	over     []string
	names    []string
	settings gplib.Settings

	ran     *race // by these options but for the names, or nil
	picture cell.Bundle
}

// Race returns a figure of up to six learners, to be a cell's value, that run on one landscape: the log
// marginal likelihood of the model over its two free parameters. Each learner is a ball with a trail;
// below it are its predictions at that moment, and their score. In krigo's pages, among them those of
// krigo run --html, readers play the race by steps or by seconds, pause it, and set the budget by a
// slider; the ranking follows in words. Elsewhere the figure is a picture of all trails.
//
//	widget.Race(model, data, gplib.LBFGS{}, gplib.LBFGS{Objective: gplib.LOO{}}, admm.HoldOut{}).
//		Over("lengthscale", "noise")
//
// All learners begin at the model's own parameters; of Markov chains the steps after their warm-up
// are recorded. A model with more free parameters needs [RaceFigure.Over], which chooses two; the
// others keep their values, so that every ball is on the landscape. One row in five is held out for
// the score, unless [RaceFigure.Test] names other data: the mean negative log predictive density
// (NLPD); less is better.
//
// The learners run one after another when the figure is first shown or asked for its results, and
// their steps are recorded ([gplib.Result.At]), at most 40 of each with predictions, closest at the
// start. The last step is the result. The data have 500 rows or fewer, test data 2000. Learners on the
// standard scale ([gplib.Standardised]) are refused, because their parameters are not those of the
// landscape.
func Race(m gplib.Model, d gplib.Data, learners ...gplib.Learner) *RaceFigure {
	return &RaceFigure{model: m, data: d, learners: learners}
}

// Over chooses the two parameters of the landscape, by their names as in [gplib.Model.Param]. The
// others keep the model's values.
func (f *RaceFigure) Over(x, y string) *RaceFigure {
	f.over, f.ran = []string{x, y}, nil
	return f
}

// Test sets the data by which predictions are scored. The learners then have all rows of the others.
func (f *RaceFigure) Test(d gplib.Data) *RaceFigure {
	f.test, f.ran = &d, nil
	return f
}

// Names sets the learners' names. By default they are those of their results.
func (f *RaceFigure) Names(names ...string) *RaceFigure {
	f.names = names
	return f
}

// Settings sets the limits of all learners, MaxIter, Runtime and Tol, and Src, whose first two words seed
// a generator for each. A race sets the other fields itself.
func (f *RaceFigure) Settings(s gplib.Settings) *RaceFigure {
	f.settings, f.ran = s, nil
	return f
}

// Results returns the learners' results, in their order, and runs the race if it has not been run.
func (f *RaceFigure) Results() ([]*gplib.Result, error) {
	r, err := f.run()
	if err != nil {
		return nil, err
	}
	return r.results, nil
}

// String is the ranking at the end, if the race has been run.
func (f *RaceFigure) String() string {
	if f.ran != nil {
		if r, err := f.recorded(); err == nil {
			return r.ranking()
		}
	}
	return "a race of " + words.Count(len(f.learners), "learner")
}

// MIMEBundle shows the race: as numbers from which krigo's pages draw it, with a picture for all others.
func (f *RaceFigure) MIMEBundle() map[string]any {
	bundle, err := f.bundle()
	if err != nil {
		return mime.Failed(err).Data
	}
	return bundle
}

// MIMEMetadata returns the metadata of the picture.
func (f *RaceFigure) MIMEMetadata() map[string]any { return f.picture.Metadata }

func (f *RaceFigure) bundle() (map[string]any, error) {
	r, err := f.recorded()
	if err != nil {
		return nil, err
	}
	if f.picture, err = mime.Check(r.landscape.Title("A race of " + words.Count(len(r.results), "learner"))); err != nil {
		return nil, fmt.Errorf("widget: Race: %w", err)
	}
	f.picture.Data[mime.TypePlain] = r.ranking()
	if !pagesDraw() {
		return f.picture.Data, nil
	}
	m, err := openRecorded("the figure of Race", "race", r.content)
	if err != nil {
		return nil, fmt.Errorf("widget: Race: %w", err)
	}
	return m.onPages(f.picture), nil
}

// run has the learners run, once for the options.
func (f *RaceFigure) run() (*race, error) {
	if err := f.checkNames(); err != nil {
		return nil, fmt.Errorf("widget: Race: %w", err)
	}
	if f.ran != nil {
		return f.ran, nil
	}
	r, err := f.prepare()
	if err == nil {
		err = r.run(f.learners, f.settings)
	}
	if err != nil {
		return nil, fmt.Errorf("widget: Race: %w", err)
	}
	f.ran = r
	return r, nil
}

// recorded returns the race with what is drawn of it, under the names.
func (f *RaceFigure) recorded() (*race, error) {
	r, err := f.run()
	if err != nil {
		return nil, err
	}
	if err := r.record(f.names); err != nil {
		return nil, fmt.Errorf("widget: Race: %w", err)
	}
	return r, nil
}

// prepare checks the arguments, and returns the race before its start.
func (f *RaceFigure) prepare() (*race, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	r := &race{train: f.data}
	if err := r.hold(f.test); err != nil {
		return nil, err
	}
	m, err := explore.Named(f.model, f.data.X) // as fits name it
	if err != nil {
		return nil, err
	}
	return r, r.choose(m, f.over)
}

func (f *RaceFigure) checkNames() error {
	if n := len(f.learners); len(f.names) > 0 && len(f.names) != n {
		return fmt.Errorf("Names has %s for %s", words.Count(len(f.names), "name"), words.Count(n, "learner"))
	}
	return nil
}

func (f *RaceFigure) check() error {
	switch n := len(f.learners); {
	case n == 0:
		return errors.New("there are no learners: pass one to six, such as gplib.LBFGS{}")
	case n > mostLearners:
		return fmt.Errorf("there are %d learners: pass at most %d", n, mostLearners)
	}
	if i := slices.Index(f.learners, nil); i >= 0 {
		return fmt.Errorf("learner %d is nil", i+1)
	}
	if err := f.data.Check(); err != nil {
		return fmt.Errorf("data: %w", err)
	}
	if n := f.data.Len(); n > raceRows {
		return fmt.Errorf("the data have %d rows, and a race has at most %d: pass a part, such as data.Subset(gplib.Spaced(%d, %d))", n, raceRows, n, raceRows)
	}
	if err := f.model.Check(f.data.X); err != nil {
		return err
	}
	s := f.settings
	switch {
	case s.Restarts != 0 || s.OwnStart || s.KeepCopies:
		return errors.New("Settings: a race has one start, the model's own, and keeps all rows: leave Restarts, OwnStart and KeepCopies out")
	case s.Observe != nil || s.Part != nil:
		return errors.New("Settings: a race observes its learners itself: leave Observe and Part out")
	}
	return s.Check()
}

// hold sets the data for the score: rows of the training data where there are no others.
func (r *race) hold(test *gplib.Data) error {
	if test != nil {
		if test.X != nil && test.Len() == 0 {
			return errors.New("Test: the data have no rows")
		}
		if err := test.Check(); err != nil {
			return fmt.Errorf("Test: %w", err)
		}
		if n := test.Len(); n > mostTests {
			return fmt.Errorf("Test: the data have %d rows, and a race has at most %d for the score: pass a part, such as test.Subset(gplib.Spaced(%d, %d))", n, mostTests, n, mostTests)
		}
		r.test = *test
		return nil
	}
	n := r.train.Len()
	var held []int
	for i := heldEvery / 2; i < n; i += heldEvery {
		held = append(held, i)
	}
	if n < heldEvery {
		return fmt.Errorf("the data have %s, too few to hold one in %d out for the score: pass test data by Test", words.Count(n, "row"), heldEvery)
	}
	r.train, r.test, r.of = r.train.Subset(gplib.Rest(held, n)), r.train.Subset(held), n
	return nil
}

// choose finds the two parameters of the landscape, and fixes all others.
func (r *race) choose(m gplib.Model, names []string) error {
	if len(names) == 0 {
		for _, p := range m.Params() {
			if !p.Fixed {
				names = append(names, p.Name)
			}
		}
		if len(names) != 2 {
			return fmt.Errorf("the model has %s (%s), and a landscape has two: choose them by Over",
				words.Count(len(names), "free parameter"), strings.Join(names, ", "))
		}
	}
	for i, at := range []*cov.Param{&r.x, &r.y} {
		p, err := m.Param(names[i])
		if err != nil {
			return fmt.Errorf("Over: %w", err)
		}
		if p.Fixed {
			return fmt.Errorf("Over: %s is fixed, so that no learner moves it", p.Name)
		}
		*at = p
	}
	if r.x.Name == r.y.Name {
		return fmt.Errorf("Over: both parameters are %s", r.x.Name)
	}
	var err error
	r.model, err = m.FixAllBut(r.x.Name, r.y.Name)
	return err
}

// race is a race that has been run.
type race struct {
	model       gplib.Model // with two free parameters
	x, y        cov.Param
	train, test gplib.Data
	of          int // rows before some were held out, or 0
	results     []*gplib.Result

	// What is drawn, of the results.
	names     []string
	landscape *display.LandscapeFigure
	content   *raceContent
}

// run has the learners run.
func (r *race) run(learners []gplib.Learner, s gplib.Settings) error {
	s.OwnStart, s.KeepCopies = true, true
	var seed [2]uint64
	if s.Src != nil {
		seed = [2]uint64{s.Src.Uint64(), s.Src.Uint64()}
	}
	for i, l := range learners {
		if s.Src != nil {
			s.Src = rand.NewPCG(seed[0], seed[1])
		}
		fit, err := r.fit(l, s)
		if err != nil {
			return fmt.Errorf("learner %d (%T): %w", i+1, l, err)
		}
		r.results = append(r.results, fit)
	}
	return nil
}

var errInterrupted = errors.New("interrupted: nothing is shown")

// fit has a learner run until an interrupt.
func (r *race) fit(l gplib.Learner, s gplib.Settings) (*gplib.Result, error) {
	s.Observe = func(gplib.Step) error {
		if mime.Interrupted() {
			return errInterrupted
		}
		return nil
	}
	fit, err := l.Fit(context.Background(), r.model, r.train, &s)
	switch {
	case err != nil:
		return nil, err
	case fit == nil || len(fit.Trace.Steps) == 0:
		return nil, errors.New("its result has no steps")
	}
	if _, is := fit.Posterior.(interface{ Scaling() gplib.Scaling }); is {
		return nil, errors.New("it learns on the standard scale, which is not that of the landscape: pass the learner without gplib.Standardised")
	}
	return fit, nil
}

// record records what is drawn, once, under names; without names under those of the results.
func (r *race) record(names []string) error {
	if len(names) == 0 {
		for _, fit := range r.results {
			names = append(names, fit.Label())
		}
	}
	r.names = distinct(names)
	if r.content == nil {
		if err := r.evaluate(); err != nil {
			return err
		}
		c, err := r.contents()
		if err != nil {
			return err
		}
		r.content = c
	}
	r.landscape.Names(r.names...)
	for i := range r.content.Learners {
		r.content.Learners[i].Name = r.names[i]
	}
	return nil
}

// evaluate evaluates the landscape, over all that the learners visited.
func (r *race) evaluate() error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var traces []gplib.Trace
	for _, fit := range r.results {
		traces = append(traces, fit.Trace)
	}
	r.landscape = display.Landscape(ctx, interruptible{stop: cancel}, r.model, r.train, r.x.Name, r.y.Name).
		Path(traces...).Resolution(racePoints)
	if err := r.landscape.Evaluate(); err != nil {
		if ctx.Err() != nil {
			return errInterrupted
		}
		return err
	}
	return nil
}

// interruptible is the negative log marginal likelihood, which calls stop at an interrupt.
type interruptible struct {
	gplib.LML
	stop func()
}

// Eval returns the value.
func (o interruptible) Eval(m gplib.Model, d gplib.Data, grad []float64) (float64, error) {
	if mime.Interrupted() {
		o.stop()
	}
	return o.LML.Eval(m, d, grad)
}

// ranking describes the end of the race.
func (r *race) ranking() string {
	var b strings.Builder
	fmt.Fprintf(&b, "A race of %s over %s and %s; at the end, by the NLPD of %s:", words.Count(len(r.results), "learner"), r.x.Name, r.y.Name, r.content.scored())
	ls := slices.Clone(r.content.Learners)
	slices.SortStableFunc(ls, func(a, b racer) int { return compareScores(a.last(), b.last()) })
	for i, l := range ls {
		fmt.Fprintf(&b, "\n%d. %s: NLPD %s, %s after %s", i+1, l.Name, words.Number(l.last(), 4), l.Status, words.Count(l.Steps[len(l.Steps)-1], "step"))
	}
	return b.String()
}
