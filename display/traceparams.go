package display

import (
	"fmt"
	"slices"

	"krigo/display/draw"
	"krigo/gplib"
	"krigo/gplib/param"
)

const (
	// mostTraceParams is the number of parameters that have a panel.
	mostTraceParams = 6
	// traceParamHeight is the standard height of such a panel in CSS pixels.
	traceParamHeight = 110
)

// Params adds a panel for each parameter that the names select, as in
// [gplib.Model.Param]: its path, on a logarithmic scale if it is positive, as learners
// move such parameters. If a name selects several, such as those of all inputs, each
// has a panel, six at most.
func (f *TraceFigure) Params(names ...string) *TraceFigure {
	f.params = names
	draw.StandardSize(f.Figure, draw.Width, f.height()+traceParamHeight*min(len(names), mostTraceParams))
	return f
}

// paramPanels draws the chosen parameters.
func (f *TraceFigure) paramPanels() ([]*draw.Panel, error) {
	names, err := f.selected()
	if err != nil {
		return nil, fmt.Errorf("display: Trace: Params: %w", err)
	}
	var panels []*draw.Panel
	for _, name := range names[:min(len(names), mostTraceParams)] {
		panels = append(panels, f.paramPanel(name))
	}
	if len(names) > mostTraceParams {
		panels[0].Remark("%d of %d parameters", mostTraceParams, len(names))
	}
	return panels, nil
}

// selected lists the full names of the chosen parameters of all traces.
func (f *TraceFigure) selected() ([]string, error) {
	var found, all []string
	for _, chosen := range f.params {
		before := len(found)
		known := false
		for _, t := range f.traces {
			names := t.Steps[0].Names
			all = append(all, names...)
			for _, name := range chosenOf(names, chosen) {
				known = true
				if !slices.Contains(found, name) {
					found = append(found, name)
				}
			}
		}
		if !known && len(found) == before {
			slices.Sort(all)
			return nil, fmt.Errorf("no trace has a parameter %q; available: %q", chosen, slices.Compact(all))
		}
	}
	return found, nil
}

// chosenOf returns the name itself, else those that it selects.
func chosenOf(names []string, chosen string) []string {
	var found []string
	for _, i := range param.Chosen(chosen, names) {
		found = append(found, names[i])
	}
	return found
}

// paramPanel draws the path of one parameter in all traces that have it.
func (f *TraceFigure) paramPanel(name string) *draw.Panel {
	p := draw.NewPanel()
	p.Y.Label.Text = name
	log := f.positive(name)
	for i, t := range f.traces {
		values := along(t, name)
		if len(values) != len(t.Steps) {
			continue
		}
		if log {
			for k, v := range values {
				values[k] = draw.Log10(v)
			}
		}
		addSteps(p, f.position(t), values, draw.Stroke(draw.Color(i), draw.LineWidth))
	}
	settle(&p.Y, log)
	p.Say("%s", f.paramStory(name))
	return p
}

// positive reports whether the parameter is greater than 0 at all steps.
func (f *TraceFigure) positive(name string) bool {
	for _, t := range f.traces {
		if slices.ContainsFunc(along(t, name), func(v float64) bool { return !(v > 0) }) {
			return false
		}
	}
	return true
}

// paramStory describes the first and last values of the parameter.
func (f *TraceFigure) paramStory(name string) string {
	var ways []string
	for i, t := range f.traces {
		if values := along(t, name); len(values) > 0 {
			ways = append(ways, fmt.Sprintf("from %s to %s (%s)", draw.Value(values[0]), draw.Value(values[len(values)-1]), f.traceName(i, t)))
		}
	}
	return name + " goes " + draw.List(ways)
}

func (f *TraceFigure) traceName(i int, t gplib.Trace) string {
	return nameAt(f.names, i, orElse(t.Objective, "objective"))
}
