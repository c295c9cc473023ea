package cov

import (
	"fmt"
	"strings"
)

// several is the common part of Sum and Product: parts and their parameters, one after
// the other.
type several struct {
	name  string
	parts []Func
}

func (s several) params() []Param {
	groups := make([]named, len(s.parts))
	for i, k := range s.parts {
		groups[i] = named{labelOf(k), k.Params()}
	}
	return joinParams(groups)
}

func (s several) check(x Inputs) error {
	if len(s.parts) == 0 {
		return fmt.Errorf("cov: %s has no parts", s.name)
	}
	for _, k := range s.parts {
		if err := k.Check(x); err != nil {
			return err
		}
	}
	return nil
}

// split returns the parts with their shares of theta.
func (s several) split(theta []float64) several {
	parts := make([]Func, len(s.parts))
	for i, k := range s.parts {
		p := len(k.Params())
		parts[i] = k.With(theta[:p])
		theta = theta[p:]
	}
	return several{s.name, parts}
}

// partRows is the evaluator of a part whose parameters are [from, to).
type partRows struct {
	evaluator
	from, to int
}

func (s several) partRows(a, b Inputs) []partRows {
	rows := make([]partRows, len(s.parts))
	from := 0
	for i, k := range s.parts {
		to := from + len(k.Params())
		rows[i] = partRows{rowsOf(k, a, b), from, to}
		from = to
	}
	return rows
}

func evaluatorsOf(parts []partRows) []evaluator {
	es := make([]evaluator, len(parts))
	for i, p := range parts {
		es[i] = p.evaluator
	}
	return es
}

// named is the parameters of one part and the part's label.
type named struct {
	label  string
	params []Param
}

// joinParams joins the parameters of several parts. Where two parts share a
// name, the names of all parts get their label as a prefix, numbered where
// labels are shared too.
func joinParams(parts []named) []Param {
	ambiguous := sharedNames(parts)
	labels := numberedLabels(parts)
	var joined []Param
	for i, part := range parts {
		for _, p := range part.params {
			if ambiguous {
				p.Name = labels[i] + "." + p.Name
			}
			joined = append(joined, p)
		}
	}
	return joined
}

func sharedNames(parts []named) bool {
	seen := map[string]bool{}
	for _, part := range parts {
		for _, p := range part.params {
			if seen[p.Name] {
				return true
			}
			seen[p.Name] = true
		}
	}
	return false
}

func numberedLabels(parts []named) []string {
	count := map[string]int{}
	for _, part := range parts {
		count[part.label]++
	}
	labels, next := make([]string, len(parts)), map[string]int{}
	for i, part := range parts {
		labels[i] = part.label
		if count[part.label] > 1 {
			next[part.label]++
			labels[i] = fmt.Sprintf("%s%d", part.label, next[part.label])
		}
	}
	return labels
}

// labelOf returns the prefix of k's parameters where names are ambiguous.
func labelOf(k Func) string {
	if f, ok := k.(function); ok {
		return f.label()
	}
	return "k"
}

// inBrackets returns k's text as a factor.
func inBrackets(k Func) string {
	s := fmt.Sprint(k)
	if strings.Contains(s, " + ") {
		return "(" + s + ")"
	}
	return s
}

func fill(dst []float64, v float64) {
	for i := range dst {
		dst[i] = v
	}
}
