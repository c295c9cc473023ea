package display

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"

	"krigo/display/draw"
	"krigo/gplib"
	"krigo/gplib/mcmc"
)

// ChainFigure draws Markov chains, a panel for each value of a draw and a
// colour for each chain.
type ChainFigure struct {
	draw.Options[*ChainFigure]
	chains *mcmc.Chains
	fault  error // why there are none
	chosen []string
}

const (
	// chainPanels is the number of values that are drawn by default.
	chainPanels      = 6
	chainPanelHeight = 130
	// leastDraws is the least number of draws of a chain that is drawn.
	leastDraws = 4
)

// chainFigure returns a figure with a panel for each value, on which fill
// draws the chains of that value.
func chainFigure(kind string, of any, fill func(p *draw.Panel, v chainValues)) *ChainFigure {
	c, fault := chainsOf(of)
	f := &ChainFigure{chains: c, fault: fault}
	f.Options = draw.NewOptions(f, draw.NewFigure(kind, func() ([]*draw.Panel, error) { return f.draw(fill) }))
	if c != nil {
		draw.StandardSize(f.Figure, draw.Width, chainPanelHeight*min(max(len(c.Names), 2), chainPanels)+60)
	}
	return f
}

// chainsOf returns chains, or those of a fit or its posterior.
func chainsOf(v any) (*mcmc.Chains, error) {
	switch v := v.(type) {
	case *mcmc.Chains:
		return v, nil
	case interface{ Chains() *mcmc.Chains }:
		return v.Chains(), nil
	case gplib.Result:
		return chainsOf(&v)
	case *gplib.Result:
		if v == nil {
			return nil, nil
		}
		if _, ok := v.Posterior.(interface{ Chains() *mcmc.Chains }); ok {
			return chainsOf(v.Posterior)
		}
		return nil, fmt.Errorf("display: the fit by %s has no chains; fit by mcmc.Learner", v.Method)
	case nil:
		return nil, nil
	}
	return nil, fmt.Errorf("display: a %T has no chains; want an *mcmc.Chains, or a fit by mcmc.Learner", v)
}

// Values chooses the values to draw, by the names of [mcmc.Chains]; the default is the
// first six.
func (f *ChainFigure) Values(names ...string) *ChainFigure {
	f.chosen = names
	draw.StandardSize(f.Figure, draw.Width, min(chainPanelHeight*max(len(names), 2)+60, draw.MostSide))
	return f
}

func (f *ChainFigure) draw(fill func(p *draw.Panel, v chainValues)) ([]*draw.Panel, error) {
	names, err := f.values()
	if err != nil {
		return nil, err
	}
	var panels []*draw.Panel
	for _, name := range names {
		values, err := f.chains.Values(name)
		if err != nil {
			return nil, fmt.Errorf("display: %w", err)
		}
		p := draw.NewPanel()
		p.Y.Label.Text = name
		v := f.onScale(name, values)
		sayChains(p, name, values) // what fill says is said instead
		fill(p, v)
		panels = append(panels, p)
	}
	shareLabel(panels)
	for c := range f.chains.Draws {
		panels[0].Keys = append(panels[0].Keys, draw.Key{Name: fmt.Sprintf("chain %d", c+1), Line: chainStyle(c)})
	}
	return panels, nil
}

// chainValues are the draws of one value by chain, or their decimal logarithms if they
// move on a logarithmic scale.
type chainValues struct {
	chains      [][]float64
	logarithmic bool
}

// onScale takes logarithms of values that the chains declare positive.
func (f *ChainFigure) onScale(name string, values [][]float64) chainValues {
	at := slices.Index(f.chains.Names, name)
	if at >= len(f.chains.Positive) || !f.chains.Positive[at] {
		return chainValues{chains: values}
	}
	if least, _ := draw.Span(slices.Concat(values...)); least <= 0 {
		return chainValues{chains: values}
	}
	logs := make([][]float64, len(values))
	for c, draws := range values {
		for _, v := range draws {
			logs[c] = append(logs[c], draw.Log10(v))
		}
	}
	return chainValues{logs, true}
}

// settle widens an axis of values, or marks it by powers of ten.
func (v chainValues) settle(a *plot.Axis) {
	if v.logarithmic {
		draw.SetLog(a)
		return
	}
	draw.Widen(a)
}

// sayChains describes the median of each chain, and whether they agree.
func sayChains(p *draw.Panel, name string, chains [][]float64) {
	medians := make([]string, len(chains))
	for c, values := range chains {
		sorted := slices.Sorted(slices.Values(values))
		medians[c] = draw.Value(sorted[len(sorted)/2])
	}
	agree := ""
	if r, err := mcmc.RHat(chains); err == nil && !math.IsNaN(r) {
		agree = fmt.Sprintf("; R-hat is %s, 1 if chains agree", draw.Value(r))
	}
	p.Say("%s in %s of %s: the medians are %s%s", name, draw.Count(len(chains), "chain"), draw.Count(len(chains[0]), "draw"), draw.List(medians), agree)
}

// shareLabel leaves the label of the x axis to the last panel where all have
// the same.
func shareLabel(panels []*draw.Panel) {
	last := panels[len(panels)-1].X.Label.Text
	for _, p := range panels[:len(panels)-1] {
		if p.X.Label.Text == last {
			p.X.Label.Text = ""
		}
	}
}

// values lists what is drawn.
func (f *ChainFigure) values() ([]string, error) {
	if f.fault != nil {
		return nil, f.fault
	}
	if f.chains == nil || len(f.chains.Draws) == 0 {
		return nil, errors.New("display: there are no chains")
	}
	for c, draws := range f.chains.Draws {
		if len(draws) < leastDraws {
			return nil, fmt.Errorf("display: chain %d has %d draws, want at least %d", c, len(draws), leastDraws)
		}
	}
	names := f.chosen
	if names == nil {
		names = f.chains.Names[:min(len(f.chains.Names), chainPanels)]
	}
	if len(names) == 0 {
		return nil, errors.New("display: no value of the chains is selected")
	}
	return names, nil
}
