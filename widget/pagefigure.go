package widget

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"krigo/cell"
	"krigo/display/mime"
	"krigo/internal/explore"
)

// Figures that front ends draw from numbers have a model, as widgets of Jupyter's have, which krigo's
// scripts know by its kind. With it an output has a picture for all others.

// pagesDraw reports whether the output is one that krigo's scripts may draw: of a front end that has
// asked for such figures, or of a file.
func pagesDraw() bool {
	if mime.Converses() {
		draws, _ := mime.Remembered(cell.FrontTarget)["explore"].(bool)
		return draws
	}
	return mime.Records()
}

// figureDialect is v2 for the models of figures, which have a target of their own.
type figureDialect struct{ v2 }

func (figureDialect) open(state map[string]any) *mime.Comm {
	return mime.OpenComm(cell.FigureTarget, map[string]any{"state": state, "buffer_paths": []any{}})
}

// openFigure opens the model of a figure of a kind with its content, a value that has a JSON form. Its
// handlers are named after the figure.
func openFigure(name, kind string, content any) (*model, error) {
	raw, err := json.Marshal(content)
	if err != nil {
		return nil, fmt.Errorf("the content of the figure: %w", err)
	}
	var values map[string]any
	if err := json.Unmarshal(raw, &values); err != nil {
		return nil, fmt.Errorf("the content of the figure: %w", err)
	}
	m := openModel(figureDialect{}, name, map[string]any{
		"_krigo": kind, "_model_module": baseModule, "_model_module_version": baseVersions, "_model_name": "WidgetModel",
		"_view_module": baseModule, "_view_module_version": baseVersions, "_view_name": nil,
	}, values)
	m.comm.Concurrent() // a question needs no lock, and what a figure keeps has its own
	return m, nil
}

// onPages returns the bundle of a picture for outputs that pages draw from the numbers of m.
func (m *model) onPages(picture cell.Bundle) map[string]any {
	bundle := maps.Clone(picture.Data)
	bundle[cell.ExploreType] = map[string]any{"model_id": m.comm.ID()}
	return bundle
}

// openRecorded opens the model of a figure that asks nothing of the kernel.
func openRecorded(name, kind string, content any) (*model, error) {
	m, err := openFigure(name, kind, content)
	if err != nil {
		return nil, err
	}
	m.comm.OnMessage(func(data map[string]any) { m.answer(data) })
	return m, nil
}

// distinct returns names, those that others before have too with a number behind.
func distinct(names []string) []string {
	apart := slices.Clone(names)
	for i, name := range names {
		for k := 2; slices.Contains(apart[:i], apart[i]); k++ {
			apart[i] = fmt.Sprintf("%s (%d)", name, k)
		}
	}
	return apart
}

// series are numbers as pages get them: in one text, with "-" for those that are not finite. Notebooks
// write each number of a list on a line of its own.
type series []float64

// MarshalJSON returns the JSON form.
func (s series) MarshalJSON() ([]byte, error) {
	text := append(make([]byte, 0, 8*len(s)+2), '"')
	for i, v := range s {
		if i > 0 {
			text = append(text, ' ')
		}
		if math.IsNaN(v) || math.IsInf(v, 0) {
			text = append(text, '-')
		} else {
			text = strconv.AppendFloat(text, v, 'g', -1, 64)
		}
	}
	return append(text, '"'), nil
}

// shortened returns v in some digits, for a page that draws it.
func shortened(v []float64, digits int) series {
	short := make(series, len(v))
	for i := range v {
		short[i] = explore.Short(v[i], digits)
	}
	return short
}
