package widget

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"krigo/cell"
	"krigo/display"
	"krigo/display/mime"
	"krigo/gplib/bo"
	"krigo/internal/explore"
	"krigo/internal/words"
)

const (
	mostSearchSteps = 60  // with a model
	mostSlices      = 6   // dimensions to draw along
	searchPoints    = 101 // of a curve, with several slices fewer
)

// SearchFigure replays a Bayesian optimisation; [ExploreSearch] makes one.
type SearchFigure struct {
	ctx   context.Context
	run   *bo.Optimiser
	truth func(x []float64) float64

	ran     *search
	picture cell.Bundle
}

// ExploreSearch returns a figure that replays a Bayesian optimisation, to be a cell's value: after each evaluation the
// mean of the function by the model with the interval that holds 95 % of it, the acquisition, the next point, and what
// was observed there. In krigo's pages, among them those of krigo run --html, readers go through the evaluations by a
// slider, by the arrow keys, or have them played; elsewhere the figure is a picture of the last step.
//
//	widget.ExploreSearch(ctx, run)
//
// Of several dimensions it draws along one of numbers, which readers choose: a slice through the best evaluation so
// far. Evaluations elsewhere are faint there; next to the slice all are lines over parallel axes
// ([display.ParallelCoordinates]).
//
// The figure repeats the run with its own evaluations when it is first shown: the models are learned again. So the
// next point is the one that the run would have asked for without pending points; an evaluation that was told without
// having been asked for is another one. At most 60 steps are recorded, closest at the start, and slices along the
// first six dimensions of numbers. ctx ends the recording with an error.
func ExploreSearch(ctx context.Context, run *bo.Optimiser) *SearchFigure {
	return &SearchFigure{ctx: ctx, run: run}
}

// Truth adds the function without noise, which the figure draws next to the model.
func (f *SearchFigure) Truth(truth func(x []float64) float64) *SearchFigure {
	f.truth, f.ran = truth, nil
	return f
}

// String says what was found, if the figure has been shown.
func (f *SearchFigure) String() string {
	if f.ran == nil {
		return "the steps of a Bayesian optimisation"
	}
	return f.ran.summary()
}

// MIMEBundle shows the figure: as numbers from which krigo's pages draw it, with a picture for all others.
func (f *SearchFigure) MIMEBundle() map[string]any {
	bundle, err := f.bundle()
	if err != nil {
		return mime.Failed(fmt.Errorf("widget: ExploreSearch: %w", err)).Data
	}
	return bundle
}

// MIMEMetadata returns the metadata of the picture.
func (f *SearchFigure) MIMEMetadata() map[string]any { return f.picture.Metadata }

func (f *SearchFigure) bundle() (map[string]any, error) {
	s, err := f.record()
	if err != nil {
		return nil, err
	}
	if f.picture, err = mime.Check(f.still(s)); err != nil {
		return nil, err
	}
	f.picture.Data[mime.TypePlain] = s.summary()
	if !pagesDraw() {
		return f.picture.Data, nil
	}
	m, err := openRecorded("the figure of ExploreSearch", "search", s)
	if err != nil {
		return nil, err
	}
	return m.onPages(f.picture), nil
}

// still draws the last step, for readers without a page of krigo.
func (f *SearchFigure) still(s *search) any {
	lines, model := display.ParallelCoordinates(f.run), display.Acquisition(f.ctx, f.run)
	switch {
	case len(s.Slices) == 0:
		return lines
	case len(s.Dims) == 1:
		return model
	}
	return display.Grid(model, lines).Columns(1).Size(640, 720)
}

// record repeats the run, once for the options.
func (f *SearchFigure) record() (*search, error) {
	switch {
	case f.ran != nil:
		return f.ran, nil
	case f.ctx == nil:
		return nil, errors.New("ctx is nil; pass context.Background()")
	case f.run == nil:
		return nil, errors.New("the run is nil")
	}
	s := newSearch(f.run)
	if err := s.repeat(f.ctx, f.run, f.truth); err != nil {
		return nil, err
	}
	f.ran = s
	return s, nil
}

// search is the content of the figure in a page. Rows are those of evaluations, from 0.
type search struct {
	Acquisition string      `json:"acquisition"`
	IsLog       bool        `json:"isLog"` // of the acquisition
	Initial     int         `json:"initial"`
	Dims        []searchDim `json:"dims"`
	X           []series    `json:"x"` // of each dimension, a value for each row
	Y           series      `json:"y"` // not finite where the evaluation failed
	Infeasible  []int       `json:"infeasible"`
	// Slices are the dimensions to draw along, and Grids the values of each.
	Slices []int        `json:"slices"`
	Grids  []series     `json:"grids"`
	Steps  []searchStep `json:"steps"`

	points [][]float64 // of one evaluation each, the rows of X
}

// searchDim is a dimension.
type searchDim struct {
	Name   string   `json:"name"`
	Kind   bo.Kind  `json:"kind"`
	Low    float64  `json:"low"`
	High   float64  `json:"high"`
	Levels []string `json:"levels,omitempty"`
}

// searchStep is the state after some evaluations.
type searchStep struct {
	Rows int    `json:"rows"` // evaluations so far
	Best int    `json:"best"` // the row of the recommended one
	Next series `json:"next"` // the point that is asked for
	// Mean and SD are those of the function there, and Top the acquisition.
	Mean float64       `json:"mean"`
	SD   float64       `json:"sd"`
	Top  *float64      `json:"top"` // nil where it is not finite
	At   []searchSlice `json:"at"`  // along each of the slices
}

// searchSlice has curves over a grid.
type searchSlice struct {
	Mean        series `json:"mean"`
	SD          series `json:"sd"`
	Acquisition series `json:"acquisition"`
	Truth       series `json:"truth,omitempty"`
}

// newSearch returns the content without steps.
func newSearch(run *bo.Optimiser) *search {
	kind := run.Settings().Acquisition
	s := &search{
		Acquisition: string(kind), IsLog: kind == bo.LogEI || kind == bo.LogPI, Initial: run.Settings().Initial,
		Infeasible: []int{}, Slices: []int{}, Grids: []series{}, Steps: []searchStep{},
	}
	dims := run.Space().Dimensions()
	for k, d := range dims {
		s.Dims, s.X = append(s.Dims, searchDim{d.Name, d.Kind, d.Lo, d.Hi, d.Levels}), append(s.X, series{})
		if d.Kind != bo.CategoricalKind && len(s.Slices) < mostSlices {
			s.Slices = append(s.Slices, k)
		}
	}
	for i, e := range run.Evaluations() {
		s.points = append(s.points, e.X)
		for k, v := range e.X {
			s.X[k] = append(s.X[k], explore.Short(v, 6))
		}
		y := e.Y
		switch {
		case e.Failed:
			y = math.NaN()
		case !e.Feasible():
			s.Infeasible = append(s.Infeasible, i)
		}
		s.Y = append(s.Y, y)
	}
	for _, k := range s.Slices {
		s.Grids = append(s.Grids, s.gridOf(dims[k]))
	}
	return s
}

// gridOf returns the values of a dimension at which curves are drawn.
func (s *search) gridOf(d bo.Dimension) series {
	n := max(31, (searchPoints-1)/len(s.Slices)+1)
	grid := make(series, n)
	for i := range grid {
		t := float64(i) / float64(n-1)
		v := d.Lo + t*(d.Hi-d.Lo)
		if d.Kind == bo.LogKind {
			v = d.Lo * math.Pow(d.Hi/d.Lo, t)
		}
		grid[i] = min(max(explore.Short(v, 6), d.Lo), d.Hi)
	}
	return grid
}

// repeat tells the evaluations to a new run, and records its steps.
func (s *search) repeat(ctx context.Context, run *bo.Optimiser, truth func([]float64) float64) error {
	settings := run.Settings()
	again, err := bo.New(run.Space(), &settings)
	if err != nil {
		return err
	}
	all := run.Evaluations()
	first := max(s.Initial, 1+slices.IndexFunc(all, func(e bo.Evaluation) bool { return !e.Failed }))
	if len(all) < first || !slices.ContainsFunc(all, func(e bo.Evaluation) bool { return !e.Failed }) {
		return fmt.Errorf("the run has no model: it has %s, and needs %d, with a value among them", words.Count(len(all), "evaluation"), s.Initial)
	}
	recorded := thinned(len(all)-first+1, mostSearchSteps)
	for n, e := range all {
		if e.Failed {
			err = again.TellFailed(e.X)
		} else {
			err = again.Tell(e.X, e.Y, e.Constraints...)
		}
		if err != nil {
			return err
		}
		if !slices.Contains(recorded, n+1-first) {
			continue
		}
		if mime.Interrupted() {
			return errInterrupted
		}
		step, err := s.step(ctx, again, truth)
		if err != nil {
			return fmt.Errorf("after %s: %w", words.Count(n+1, "evaluation"), err)
		}
		s.Steps = append(s.Steps, step)
	}
	return nil
}

// step records the present state of a run.
func (s *search) step(ctx context.Context, run *bo.Optimiser, truth func([]float64) float64) (searchStep, error) {
	best, err := run.Best()
	if err != nil {
		return searchStep{}, err
	}
	next, err := run.Peek(ctx)
	if err != nil {
		return searchStep{}, err
	}
	xs := [][]float64{next}
	for i, k := range s.Slices {
		for _, v := range s.Grids[i] {
			x := slices.Clone(best.X)
			x[k] = v
			xs = append(xs, x)
		}
	}
	mean, sd, err := run.Predict(ctx, xs)
	if err != nil {
		return searchStep{}, err
	}
	values, err := acquisitionOf(ctx, run, xs)
	if err != nil {
		return searchStep{}, err
	}
	step := searchStep{
		Rows: len(run.Evaluations()), Best: best.Row, Next: shortened(next, 6), Mean: explore.Short(mean[0], 4), SD: explore.Short(sd[0], 4),
	}
	if top := explore.Short(values[0], 5); !math.IsInf(top, 0) && !math.IsNaN(top) {
		step.Top = &top
	}
	at := 1
	for _, grid := range s.Grids {
		to := at + len(grid)
		slice := searchSlice{Mean: shortened(mean[at:to], 4), SD: shortened(sd[at:to], 4), Acquisition: shortened(values[at:to], 5)}
		if truth != nil {
			for _, x := range xs[at:to] {
				slice.Truth = append(slice.Truth, explore.Short(truth(x), 4))
			}
		}
		step.At, at = append(step.At, slice), to
	}
	return step, nil
}

// acquisitionOf returns the acquisition at points; NaN where a trust region has just begun, which has no model.
func acquisitionOf(ctx context.Context, run *bo.Optimiser, xs [][]float64) ([]float64, error) {
	values, err := run.Acquisition(ctx, xs)
	if errors.Is(err, bo.ErrNoModel) || errors.Is(err, bo.ErrNoValue) {
		values, err = make([]float64, len(xs)), nil
		for i := range values {
			values[i] = math.NaN()
		}
	}
	return values, err
}

// summary says what was found.
func (s *search) summary() string {
	last := s.Steps[len(s.Steps)-1]
	return fmt.Sprintf("A Bayesian optimisation of %s: after %s the best value is %s, found by number %d.", words.Count(len(s.Dims), "dimension"),
		words.Count(last.Rows, "evaluation"), words.Number(s.Y[last.Best], 4), last.Best+1)
}
