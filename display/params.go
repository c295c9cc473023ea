package display

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"krigo/display/mime"
	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/internal/paramlist"
	"krigo/internal/words"
)

// Params returns the hyper-parameters of models as a table. Each of xs is a
// gplib.Model, a gplib.Result or pointers to them. One model is shown with
// the bounds of each parameter that the user has set; several stand side by
// side, in one column each, under the names of [gplib.Names] or those that Names
// sets. The weights of networks are summarised, "layer[0].weight: 192 numbers, sd 0.4", and
// so are lists of more than 30 numbers; of more than 60 rows the rest is counted. Model.Params has
// all of them.
func Params(xs ...any) *NamedTable {
	sets, results := make([]paramSet, len(xs)), make([]*gplib.Result, len(xs))
	for i, x := range xs {
		sets[i], results[i] = paramSetOf(x, i)
	}
	standard := gplib.Names(results...)
	for i := range sets {
		if results[i] == nil {
			standard[i] = sets[i].name
		}
	}
	return namedTable(standard, func(names []string, _ int) *mime.Tabular {
		if len(sets) == 1 && sets[0].fault == "" {
			return oneModel(sets[0])
		}
		return severalModels(sets, names)
	})
}

// paramSet is the parameters of one model; fault says why there are none.
type paramSet struct {
	name   string
	params []cov.Param
	fault  string
}

// paramSetOf returns the parameters of x, and x itself if it is a result.
func paramSetOf(x any, i int) (paramSet, *gplib.Result) {
	switch v := x.(type) {
	case gplib.Model:
		return paramSet{name: fmt.Sprintf("model %d", i+1), params: v.Params()}, nil
	case *gplib.Model:
		if v != nil {
			return paramSetOf(*v, i)
		}
	case gplib.Result:
		return paramSet{params: v.Model.Params()}, &v
	case *gplib.Result:
		if v != nil {
			return paramSetOf(*v, i)
		}
	}
	return paramSet{name: fmt.Sprintf("%T", x), fault: "not a model or a result"}, nil
}

func resultName(r *gplib.Result, i int) string {
	if r == nil || r.Label() == "" {
		return fmt.Sprintf("result %d", i+1)
	}
	return r.Label()
}

func oneModel(s paramSet) *mime.Tabular {
	header := []string{"hyper-parameter", "value", "range"}
	if slices.ContainsFunc(s.params, func(p cov.Param) bool { return paramNote(p) != "" }) {
		header = append(header, "note")
	}
	var rows [][]any
	for _, e := range paramlist.Entries(s.params) {
		row := []any{e.Name, entryValue(e), paramRange(e.First), paramNote(e.First)}
		if e.Summary != "" {
			row[2], row[3] = "", ""
		}
		rows = append(rows, row[:len(header)])
	}
	return mime.Table(header, rows)
}

// entryValue returns the number of a parameter, or the summary of several.
func entryValue(e paramlist.Entry) any {
	if e.Summary != "" {
		return e.Summary
	}
	return e.First.Value
}

// paramRange returns how far learners may move a parameter.
func paramRange(p cov.Param) string {
	if boundedByData(p) {
		return "by the data"
	}
	return words.Interval(p.Min, p.Max, 3)
}

// boundedByData reports whether learners replace the standard bounds of a parameter by
// bounds from the data.
func boundedByData(p cov.Param) bool { return !p.Bounded() && !math.IsInf(p.Max, 1) }

// paramNote describes how a learner may change a parameter, and whether it is at a
// bound.
func paramNote(p cov.Param) string {
	var notes []string
	const near = 1e-6
	switch {
	case p.Fixed:
		notes = append(notes, "fixed")
	case boundedByData(p):
	case p.Value <= p.Min+near*math.Abs(p.Min):
		notes = append(notes, "at its lower bound")
	case p.Value >= p.Max-near*math.Abs(p.Max):
		notes = append(notes, "at its upper bound")
	}
	if p.Prior != nil {
		notes = append(notes, fmt.Sprintf("prior %v", p.Prior))
	}
	if p.Tied != "" {
		notes = append(notes, "tied to "+p.Tied)
	}
	return strings.Join(notes, ", ")
}

func severalModels(sets []paramSet, names []string) *mime.Tabular {
	header := []string{"hyper-parameter"}
	var rows [][]any
	position := map[string]int{}
	for j, s := range sets {
		header = append(header, names[j])
		for _, e := range paramlist.Entries(s.params) {
			i, known := position[e.Name]
			if !known {
				i = len(rows)
				position[e.Name] = i
				rows = append(rows, append([]any{e.Name}, make([]any, len(sets))...))
			}
			rows[i][j+1] = entryValue(e)
		}
	}
	for j, s := range sets {
		if s.fault != "" {
			row := make([]any, len(header))
			row[0], row[j+1] = "", s.fault
			rows = append(rows, row)
		}
	}
	return mime.Table(header, rows)
}
