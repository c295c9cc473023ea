package display

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"

	"krigo/display/draw"
	"krigo/gplib"
	"krigo/gplib/metric"
)

// PairedFigure draws the paired differences of a comparison; [Paired] makes one.
type PairedFigure struct {
	draw.Options[*PairedFigure]
	comparison *gplib.Comparison
	score      string
}

// Paired draws how much worse than the best the contenders of a comparison are: the differences of
// the folds as dots, their mean and its 95 % interval by the corrected standard error of Nadeau and
// Bengio (2003), which [gplib.Comparison.Ranking] uses. A contender whose interval reaches 0 is tied
// with the best. The score is the negative log predictive density, or the one that Score chooses. A
// contender that failed on a fold is left out.
//
//	display.Paired(comparison).Score("RMSE")
func Paired(c *gplib.Comparison) *PairedFigure {
	f := &PairedFigure{comparison: c, score: "NLPD"}
	f.Options = draw.NewOptions(f, draw.NewFigure("paired differences", f.draw))
	if c != nil {
		draw.StandardSize(f.Figure, draw.Width, 110+40*len(c.Names))
	}
	return f
}

// Score chooses one of [metric.Losses].
func (f *PairedFigure) Score(name string) *PairedFigure {
	f.score = name
	return f
}

func (f *PairedFigure) draw() ([]*draw.Panel, error) {
	p, err := f.panel()
	if err != nil {
		return nil, fmt.Errorf("display: Paired: %w", err)
	}
	return []*draw.Panel{p}, nil
}

func (f *PairedFigure) panel() (*draw.Panel, error) {
	if f.comparison == nil || len(f.comparison.Names) < 2 {
		return nil, errors.New("there are no two contenders to compare")
	}
	ranks, err := f.comparison.Ranking(f.score)
	if err != nil {
		return nil, err
	}
	best := -1
	for i, r := range ranks {
		if r.Best {
			best = i
		}
	}
	if best < 0 {
		return nil, fmt.Errorf("the score %q has no best contender; use one of %v", f.score, metric.Losses())
	}
	p := draw.NewPanel()
	var ticks plot.ConstantTicks
	var told string
	row := 0
	for i, r := range ranks {
		if i == best || math.IsNaN(r.Difference) {
			continue
		}
		row--
		ticks = append(ticks, plot.Tick{Value: float64(row), Label: r.Name})
		told += f.add(p, r, f.gaps(i, best), float64(row))
	}
	if row == 0 {
		return nil, fmt.Errorf("no contender but %s has the %s on all folds", ranks[best].Name, f.score)
	}
	p.Add(draw.Curve{X: []float64{0, 0}, Y: []float64{float64(row) - 0.5, -0.5}, Style: draw.Stroke(draw.MutedColor, 0.9, 3, 2)})
	p.Y.Min, p.Y.Max, p.Y.Tick.Marker = float64(row)-0.5, -0.5, ticks
	draw.Widen(&p.X)
	p.X.Label.Text = fmt.Sprintf("%s, less that of %s", f.score, ranks[best].Name)
	dot, mean := f.dots(), f.means()
	p.Keys = append(p.Keys, draw.Key{Name: "fold", Dot: &dot}, draw.Key{Name: "mean and 95 %", Dot: &mean})
	p.Say("Differences in %s to %s, the best, over %s.%s", f.score, ranks[best].Name, draw.Count(ranks[best].Folds, "fold"), told)
	return p, nil
}

// gaps returns the differences of the scores of contender i and the best on each fold.
func (f *PairedFigure) gaps(i, best int) []float64 {
	var gaps []float64
	for k := range f.comparison.Outcomes[i] {
		a, b := f.comparison.Outcomes[i][k], f.comparison.Outcomes[best][k]
		cancelled := slices.ContainsFunc(f.comparison.Outcomes, func(of []gplib.Outcome) bool { return of[k].Cancelled() })
		if cancelled || a.Err != nil || b.Err != nil {
			continue
		}
		v, _ := a.Scores.Of(f.score)
		w, _ := b.Scores.Of(f.score)
		gaps = append(gaps, v-w)
	}
	return gaps
}

// belowInterval is how far below the interval of a contender its folds are, in rows.
const belowInterval = 0.2

// add draws a contender's differences and returns what they are in words.
func (f *PairedFigure) add(p *draw.Panel, r gplib.Rank, gaps []float64, row float64) string {
	at := make([]float64, len(gaps))
	for k := range at {
		at[k] = row - belowInterval
	}
	p.Add(draw.Dots{X: gaps, Y: at, Style: f.dots()})
	told := fmt.Sprintf(" %s is worse by %s", r.Name, draw.Value(r.Difference))
	if !math.IsNaN(r.DifferenceErr) && r.Folds > 1 {
		half := distuv.StudentsT{Sigma: 1, Nu: float64(r.Folds - 1)}.Quantile(0.975) * r.DifferenceErr
		p.Add(draw.Curve{X: []float64{r.Difference - half, r.Difference + half}, Y: []float64{row, row}, Style: draw.Stroke(draw.Color(0), 2)})
		told += " ± " + draw.Value(half)
	}
	p.Add(draw.Dots{X: []float64{r.Difference}, Y: []float64{row}, Style: f.means()})
	if r.Tied {
		told += ", which is no significant difference"
	}
	return told + "."
}

func (f *PairedFigure) dots() vgdraw.GlyphStyle { return draw.DotStyle(20, draw.MutedColor) }

func (f *PairedFigure) means() vgdraw.GlyphStyle {
	return vgdraw.GlyphStyle{Color: draw.Color(0), Radius: vg.Points(4), Shape: draw.Rimmed{}}
}
