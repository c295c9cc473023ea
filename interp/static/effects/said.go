package effects

import (
	"cmp"
	"maps"
	"slices"
)

// speakFor has a record tell of roots that the caller knows in place of those that share
// with them. Where these are several, each of them is changed only perhaps.
func (g groups) speakFor(rec *record, known func(root) bool) {
	speakers := func(r root) []root {
		if known(r) || g[r] == nil {
			return []root{r}
		}
		return slices.DeleteFunc(sorted(g[r].members), func(m root) bool { return !known(m) })
	}
	for r := range rec.changes {
		of := speakers(r)
		for _, m := range of {
			if len(of) == 1 {
				rec.changes[m] = true
			} else if _, told := rec.may[m]; !told {
				rec.may[m] = ""
			}
		}
	}
	for r, by := range rec.may {
		for _, m := range speakers(r) {
			rec.may[m] = by
		}
	}
	var pending []op
	for _, o := range rec.pending {
		for i, a := range o.args {
			o.args[i] = root{}
			if of := speakers(a); len(of) > 0 {
				o.args[i] = of[0]
			}
		}
		for _, r := range speakers(o.root) {
			o.root = r
			pending = append(pending, o)
		}
	}
	rec.pending = pending
	for _, of := range []map[root]bool{rec.changes, rec.addressed} {
		maps.DeleteFunc(of, func(r root, _ bool) bool { return !known(r) })
	}
	maps.DeleteFunc(rec.may, func(r root, _ string) bool { return !known(r) })
	rec.pending = slices.DeleteFunc(rec.pending, func(o op) bool { return !known(o.root) })
}

// said are the ops that have the same effect as a record, on groups of which only
// those are left that the caller knows.
func (g groups) said(rec *record) []op {
	var ops []op
	add := func(kind opKind, of map[root]bool) {
		for _, r := range sorted(of) {
			if r.isName() {
				ops = append(ops, op{kind: kind, root: r})
			}
		}
	}
	add(reads, rec.reads)
	add(writes, rec.writes)
	add(late, rec.late)
	for _, r := range sorted(rec.addressed) {
		ops = append(ops, op{kind: addresses, root: r})
	}
	for _, r := range sorted(rec.changes) {
		ops = append(ops, op{kind: changes, root: r})
	}
	for _, r := range sorted(rec.may) {
		ops = append(ops, op{kind: mayChange, root: r, name: rec.may[r]})
	}
	if rec.starts {
		ops = append(ops, op{kind: starts, lit: &body{}})
	}
	if rec.intricate {
		ops = append(ops, op{kind: intricate, root: root{name: "_"}})
	}
	ops = append(ops, rec.pending...)
	return append(ops, g.ops()...)
}

// ops are the ops that make the groups.
func (g groups) ops() []op {
	var ops []op
	done := map[*group]bool{}
	for _, r := range sorted(g) {
		in := g[r]
		if done[in] {
			continue
		}
		done[in] = true
		for _, member := range sorted(in.members) {
			if member != r {
				ops = append(ops, op{kind: shares, root: r, with: member})
			}
		}
		for _, lit := range in.lits {
			ops = append(ops, op{kind: makes, root: r, lit: lit})
		}
	}
	return ops
}

// sorted are the roots of a set in order.
func sorted[V any](of map[root]V) []root {
	return slices.SortedFunc(maps.Keys(of), func(a, b root) int {
		return cmp.Or(cmp.Compare(a.name, b.name), cmp.Compare(a.number, b.number))
	})
}
