package lower

import (
	"cmp"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// refusals.go: all that keeps a function out, for users. Every instruction is tried, and what is refused only because
// another instruction is, is not reported.

// Refusals returns the reasons for which Function refuses a function, in the order of its source, each in a plain
// sentence and with an advice if any; refusals with the same advice in a line are reported once.
func Refusals(f *ssa.Function, world World) (all []*Refusal) {
	defer func() {
		if r := refusalIn(f, recover()); r != nil {
			all = []*Refusal{r}
		}
	}()
	l := newLowering(f, "", world, true)
	l.admission.tolerant = true
	l.admission.try(nil, l.lower)
	if len(l.admission.refusals) == 0 {
		if _, err := Function(f, "", world); err != nil {
			l.admission.refusals = append(l.admission.refusals, err.(*Refusal))
		}
	}
	for _, r := range l.admission.refusals {
		l.subject.explain(r)
	}
	slices.SortStableFunc(l.admission.refusals, func(a, b *Refusal) int { return cmp.Compare(a.Pos, b.Pos) })
	type told struct {
		line   int
		advice string
		callee *ssa.Function
	}
	seen := map[told]bool{}
	return slices.DeleteFunc(l.admission.refusals, func(r *Refusal) bool {
		t := told{l.world.Line(r.Pos), r.Advice, r.Callee}
		defer func() { seen[t] = true }()
		return seen[t]
	})
}

// InLoops returns the refusals in loops of the function.
func InLoops(f *ssa.Function, world World) (all []*Refusal) {
	defer func() {
		if r := refusalIn(f, recover()); r != nil {
			all = []*Refusal{r}
		}
	}()
	l := newLowering(f, "", world, true)
	if l.subject.findLoops(false); !slices.Contains(slices.Collect(maps.Values(l.subject.loops)), true) {
		return nil
	}
	return slices.DeleteFunc(Refusals(f, world), func(r *Refusal) bool { return r.at == nil || !l.subject.loops[r.at.Block()] })
}
