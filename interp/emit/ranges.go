package emit

import (
	"fmt"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// ranges.go: iterations over strings and maps.

// rangeOver writes the beginning of an iteration over a map or a string.
func (w *writer) rangeOver(in *ssa.Range) {
	name := w.text.names[in]
	w.body.line("%s_x = %s", name, w.text.value(in.X))
	w.body.line("%s_i = 0", name)
	m, ok := in.X.Type().Underlying().(*types.Map)
	switch {
	case ok && mayBeNaN(m.Key()):
		w.body.line("%s_k = q.MapRange(%s_x)", name, name)
	case ok:
		w.body.line("%s_k = nil", name)
		w.body.line("for k := range %s_x { %s_k = append(%s_k, k) }", name, name, name)
	}
}

// iterator declares the registers of an iteration: what it is over, the
// position, and the keys of a map.
func (w *writer) iterator(in *ssa.Range) string {
	name := fmt.Sprintf("t%d", len(w.body.vars))
	w.body.vars = append(w.body.vars, "var "+name+"_x "+w.types.work(in.X.Type()), "var "+name+"_i int")
	m, ok := in.X.Type().Underlying().(*types.Map)
	switch {
	case ok && mayBeNaN(m.Key()):
		w.body.vars = append(w.body.vars, "var "+name+"_k *q.MapIter")
	case ok:
		w.body.vars = append(w.body.vars, "var "+name+"_k []"+w.types.work(m.Key()))
	}
	return name
}

// step declares the registers of a step of an iteration.
func (w *writer) step(in *ssa.Next) string {
	name := fmt.Sprintf("t%d", len(w.body.vars))
	w.body.vars = append(w.body.vars, "var "+name+"_0 bool")
	if in.IsString {
		w.body.vars = append(w.body.vars, "var "+name+"_1 int", "var "+name+"_2 rune", "var "+name+"_n int")
		return name
	}
	m := rangedMap(in)
	if mayBeNaN(m.Key()) {
		w.body.vars = append(w.body.vars, "var "+name+"_a q.Any")
	}
	w.body.vars = append(w.body.vars, "var "+name+"_1 "+w.types.work(m.Key()), "var "+name+"_2 "+w.types.work(m.Elem()))
	return name
}

// rangedMap returns the map that a step is one over.
func rangedMap(in *ssa.Next) *types.Map {
	return in.Iter.(*ssa.Range).X.Type().Underlying().(*types.Map)
}

// mayBeNaN reports whether a key may be, or hold, a NaN, which no lookup finds.
func mayBeNaN(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return t.Info()&(types.IsFloat|types.IsComplex) != 0
	case *types.Interface:
		return true
	case *types.Array:
		return mayBeNaN(t.Elem())
	case *types.Struct:
		for f := range t.Fields() {
			if mayBeNaN(f.Type()) {
				return true
			}
		}
	}
	return false
}

// next writes a step of an iteration.
func (w *writer) next(in *ssa.Next) {
	switch {
	case in.IsString:
		w.nextRune(in)
	case mayBeNaN(rangedMap(in).Key()):
		w.nextOfIterator(in)
	default:
		w.nextKey(in)
	}
}

// nextRune writes a step to the next character of a string.
func (w *writer) nextRune(in *ssa.Next) {
	w.writeStep(in, `
IT_NEXT_0 = IT_i < len(IT_x)
if IT_NEXT_0 {
IT_NEXT_1 = IT_i
IT_NEXT_2 = rune(IT_x[IT_i])
IT_NEXT_n = 1
if IT_NEXT_2 >= 128 {
IT_NEXT_2, IT_NEXT_n = q.Rune(IT_x, IT_i)
}
IT_i = IT_i + IT_NEXT_n
}`)
}

// nextKey writes a step to the next of the keys that the map had when the iteration began. One that the map has no
// longer is skipped; one that was added since is not visited, which Go leaves open.
func (w *writer) nextKey(in *ssa.Next) {
	w.writeStep(in, `
IT_NEXT_0 = false
for IT_i < len(IT_k) {
IT_NEXT_1 = IT_k[IT_i]
IT_i = IT_i + 1
_, IT_NEXT_0 = IT_x[IT_NEXT_1]
if IT_NEXT_0 {
IT_NEXT_2 = IT_x[IT_NEXT_1]
break
}
}`)
}

// writeStep writes statements in which IT is the name of an iteration and IT_NEXT that of its step.
func (w *writer) writeStep(in *ssa.Next, lines string) {
	lines = strings.ReplaceAll(strings.ReplaceAll(lines, "IT_NEXT", w.text.names[in]), "IT", w.text.names[in.Iter])
	for l := range strings.Lines(strings.TrimSpace(lines)) {
		w.body.line("%s", strings.TrimSpace(l))
	}
}

// nextOfIterator writes a step to the next entry of a map with keys that may be NaN, by the map's own iterator.
func (w *writer) nextOfIterator(in *ssa.Next) {
	name, it, m := w.text.names[in], w.text.names[in.Iter], rangedMap(in)
	w.body.line("%s_0 = q.MapNext(%s_k)", name, it)
	w.body.line("if %s_0 {", name)
	w.body.line("%s_a = q.MapKey(%s_k)", name, it)
	w.unbox(name+"_1", m.Key(), name+"_a")
	w.body.line("%s_a = q.MapValue(%s_k)", name, it)
	w.unbox(name+"_2", m.Elem(), name+"_a")
	w.body.line("}")
}

// unbox writes the assignment of the value of type t that boxed, an any, holds: of nil if that is nil.
func (w *writer) unbox(to string, t types.Type, boxed string) {
	if !types.IsInterface(t) {
		w.body.line("%s = %s", to, w.text.unboxed(t, boxed))
		return
	}
	w.body.line("%s = %s", to, w.globals.zero(t))
	w.body.line("if %s != nil {", boxed)
	w.body.line("%s = %s", to, w.text.unboxed(t, boxed))
	w.body.line("}")
}
