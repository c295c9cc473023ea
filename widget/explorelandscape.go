package widget

import (
	"context"
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"strings"
	"time"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"

	"krigo/display"
	"krigo/display/draw"
	"krigo/display/mime"
	"krigo/gplib"
)

// The time that a landscape may take: before the first picture, for each picture while
// sliders move, and between messages when they rest.
const (
	landscapeAtFirst = time.Second
	landscapeAlone   = 20 * time.Second // while no slider moves
	landscapeMoving  = 20 * time.Millisecond
	landscapeSlice   = 30 * time.Millisecond
	landscapeRest    = 150 * time.Millisecond
)

// The numbers of values of each parameter, coarse to fine. Each grid has the points of
// the one before.
var (
	finenessOfCurve = []int{17, 33, 65, 129}
	finenessOfMap   = []int{9, 17, 33}
)

// atSliders is the name of the mark.
const atSliders = "sliders"

// landscapes are the landscapes of an explorer.
type landscapes struct {
	over  []int                 // the sliders of a landscape: one or two
	byRow map[string]*landscape // by the values of the other sliders
	last  *landscape            // the one drawn last
	task  *mime.Task            // refines it; nil if no front end moves the sliders
	timer *time.Timer           // until the task
}

// mostLandscapes is the number of landscapes that are kept for sliders that come back.
const mostLandscapes = 100

// landscape returns the figure next to the posterior: the landscape of m, as fine as
// time allows.
func (e *explorer) landscape(m gplib.Model) draw.Drawable {
	l := &e.landscapes
	limit := landscapeMoving
	switch {
	case l.task == nil:
		limit = landscapeAlone
	case l.byRow == nil:
		limit = landscapeAtFirst
	}
	l.last = e.landscapeOf(m)
	l.last.refine(limit)
	if !l.last.isFinest() {
		l.later(landscapeRest)
	}
	return l.last.marked()
}

// landscapeOf returns the landscape for the other sliders' values.
func (e *explorer) landscapeOf(m gplib.Model) *landscape {
	l := &e.landscapes
	var key strings.Builder
	for i, s := range e.sliders {
		if !slices.Contains(l.over, i) {
			key.WriteString(shortest(s.Get()) + " ")
		}
	}
	if known := l.byRow[key.String()]; known != nil {
		return known
	}
	if l.byRow == nil || len(l.byRow) == mostLandscapes {
		l.byRow = map[string]*landscape{}
	}
	made := &landscape{model: m, data: e.data, values: map[string]evaluated{}}
	for _, i := range l.over {
		made.names, made.sliders = append(made.names, e.names[i]), append(made.sliders, e.sliders[i])
	}
	l.byRow[key.String()] = made
	return made
}

// later runs the task after a while, unless it is requested again meanwhile.
func (l *landscapes) later(after time.Duration) {
	switch {
	case l.task == nil:
	case l.timer == nil:
		l.timer = time.AfterFunc(after, l.task.Request)
	default:
		l.timer.Reset(after)
	}
}

// refine refines the displayed landscape for a while, lets messages pass, and goes on.
// A finer one is drawn.
func (e *explorer) refine() {
	l := &e.landscapes
	level := l.last.level
	l.last.refine(landscapeSlice)
	if l.last.level > level {
		e.sliders[0].core().changed() // redraws the picture
	}
	if !l.last.isFinest() && !mime.Interrupted() {
		l.later(time.Millisecond)
	}
}

// landscape is the log marginal likelihood over the parameters of one or two sliders.
type landscape struct {
	model   gplib.Model
	data    gplib.Data
	names   []string
	sliders []*FloatControl
	values  map[string]evaluated // of the objective, by the parameters
	level   int                  // how many grids are done
	figure  landscapeFigure      // on the finest of them
	fault   error                // why there is none
}

// landscapeFigure is a figure that evaluates an objective.
type landscapeFigure interface {
	draw.Drawable
	Evaluate() error
}

func (l *landscape) fineness() []int {
	if len(l.sliders) == 1 {
		return finenessOfCurve
	}
	return finenessOfMap
}

func (l *landscape) isFinest() bool { return l.fault != nil || l.level == len(l.fineness()) }

// refine evaluates grid after grid until the time limit, at least one point. It keeps
// all evaluations for the next call.
func (l *landscape) refine(limit time.Duration) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	o := &remembered{values: l.values, stop: cancel, end: time.Now().Add(limit)}
	for !l.isFinest() && ctx.Err() == nil {
		f := l.newFigure(ctx, o, l.fineness()[l.level])
		if err := f.Evaluate(); err == nil {
			l.figure, l.level = f, l.level+1
		} else if !errors.Is(err, context.Canceled) {
			l.fault = err
		}
	}
	if l.isFinest() {
		l.values = nil
	}
}

func (l *landscape) newFigure(ctx context.Context, o gplib.Objective, points int) landscapeFigure {
	x := l.sliders[0]
	if len(l.sliders) == 1 {
		return display.ObjectiveCurve(ctx, o, l.model, l.data, l.names[0]).Between(x.lo, x.hi).Resolution(points)
	}
	y := l.sliders[1]
	return display.Landscape(ctx, o, l.model, l.data, l.names[0], l.names[1]).Between(x.lo, x.hi, y.lo, y.hi).Resolution(points)
}

// marked returns the figure with a mark at the sliders' position.
func (l *landscape) marked() draw.Drawable {
	switch f := l.figure.(type) {
	case *display.ObjectiveCurveFigure:
		return f.Mark(atSliders, l.sliders[0].Get())
	case *display.LandscapeFigure:
		return f.Mark(atSliders, l.sliders[0].Get(), l.sliders[1].Get())
	}
	return draw.NewFigure("landscape", l.drawMarkAlone)
}

// drawMarkAlone draws the sliders' position before the landscape is known.
func (l *landscape) drawMarkAlone() ([]*draw.Panel, error) {
	p := draw.NewPanel()
	dot := vgdraw.GlyphStyle{Color: draw.Color(1), Radius: vg.Points(5), Shape: draw.Rimmed{}}
	x := onSlider(&p.X, l.names[0], l.sliders[0])
	y := 0.0
	if len(l.sliders) == 2 {
		y = onSlider(&p.Y, l.names[1], l.sliders[1])
	}
	p.Add(draw.Dots{X: []float64{x}, Y: []float64{y}, Style: dot})
	text := "The landscape is computed when the sliders stop"
	if l.fault != nil {
		text = l.fault.Error()
	}
	p.Keys = append(p.Keys, draw.Key{Name: atSliders, Dot: &dot})
	p.Remark("%s", text)
	p.Say("%s", text)
	return []*draw.Panel{p}, nil
}

// onSlider gives an axis the range of a slider, and returns its position.
func onSlider(a *plot.Axis, name string, s *FloatControl) float64 {
	a.Label.Text = name
	if !s.log {
		a.Min, a.Max = s.lo, s.hi
		return s.Get()
	}
	draw.SetLog(a)
	a.Min, a.Max = draw.Log10(s.lo), draw.Log10(s.hi)
	return draw.Log10(s.Get())
}

// remembered is the negative log marginal likelihood, evaluated once per set of
// parameters. After its end, or an interrupt, it calls stop.
type remembered struct {
	gplib.LML
	values map[string]evaluated
	stop   func()
	end    time.Time
}

// evaluated is the result of an evaluation.
type evaluated struct {
	value float64
	err   error
}

// Eval returns the value.
func (o *remembered) Eval(m gplib.Model, d gplib.Data, grad []float64) (float64, error) {
	key := keyOf(m.Theta())
	if v, known := o.values[key]; known {
		return v.value, v.err
	}
	if time.Now().After(o.end) || mime.Interrupted() {
		defer o.stop()
	}
	v, err := o.LML.Eval(m, d, grad)
	o.values[key] = evaluated{v, err}
	return v, err
}

func keyOf(theta []float64) string {
	key := make([]byte, 0, 8*len(theta))
	for _, v := range theta {
		key = binary.LittleEndian.AppendUint64(key, math.Float64bits(v))
	}
	return string(key)
}
