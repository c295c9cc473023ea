package gplib

import (
	"fmt"
	"strings"
)

// Named returns a copy of the result with a name for tables and figures. The posterior
// and the trace are shared.
//
//	loo = loo.Named("LOO")
//	display.Params(ml, loo)
func (r *Result) Named(name string) *Result {
	named := *r
	named.Name = name
	return &named
}

// Label returns the result's Name, or if that is empty its method and objective, such
// as "L-BFGS, ML" or "L-BFGS, LOO log density".
func (r *Result) Label() string {
	if r.Name != "" {
		return r.Name
	}
	objective := shortObjective(r.Trace.Objective)
	for _, told := range []string{"hold-out ", "K-fold "} { // by the method's name
		if strings.HasSuffix(r.Method, strings.TrimSpace(told)) {
			objective = strings.TrimPrefix(objective, told)
		}
	}
	if objective == "" || strings.Contains(r.Method, objective) {
		return r.Method
	}
	if r.Method == "" {
		return objective
	}
	return r.Method + ", " + objective
}

// shorter maps objectives to shorter names. An empty one goes with one method only.
var shorter = map[string]string{
	"log marginal likelihood":                          "ML",
	"log marginal likelihood per row":                  "ML",
	"log marginal likelihood (Laplace)":                "ML",
	"variational free energy":                          "VFE",
	"log marginal likelihood of FITC":                  "FITC",
	"log marginal likelihood of the projected process": "DTC",
	"log posterior density of the parameters":          "",
	"log posterior density of the noise variance":      "",
}

// shortObjective returns the name of an objective in a few letters: without signs, and
// with the abbreviations of the field.
func shortObjective(name string) string {
	name, priors := strings.CutSuffix(strings.ReplaceAll(name, "negative ", ""), " plus priors")
	name = strings.ReplaceAll(name, "leave-one-out", "LOO")
	if short, ok := shorter[name]; ok {
		name = short
	}
	switch {
	case priors && name == "ML":
		return "MAP"
	case priors:
		return name + ", MAP"
	}
	return name
}

// Names returns the results' labels, as tables and figures show them together: later
// ones of the same label are numbered, ", 2" and so on. One that is nil or has no label
// is "result 1" and so on.
func Names(results ...*Result) []string {
	names := make([]string, len(results))
	for i, r := range results {
		if r != nil {
			names[i] = r.Label()
		}
		if names[i] == "" {
			names[i] = fmt.Sprintf("result %d", i+1)
		}
	}
	return unique(names)
}

// unique numbers the second and later ones of equal names.
func unique(names []string) []string {
	taken, numbered := map[string]bool{}, make([]string, len(names))
	for _, name := range names {
		taken[name] = true
	}
	seen := map[string]int{}
	for i, name := range names {
		numbered[i] = name
		if seen[name]++; seen[name] == 1 {
			continue
		}
		for next := seen[name]; taken[numbered[i]]; next++ {
			numbered[i] = fmt.Sprintf("%s, %d", name, next)
		}
		taken[numbered[i]] = true
	}
	return numbered
}
