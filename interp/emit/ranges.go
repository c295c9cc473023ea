package emit

import (
	"fmt"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// ranges.go: iterations over strings and maps.

// rangeOver writes the beginning of an iteration over a map or a string.
func (w *writer) rangeOver(in *ssa.Range) {
	name := w.names[in]
	w.line("%s_x = %s", name, w.value(in.X))
	w.line("%s_i = 0", name)
	m, ok := in.X.Type().Underlying().(*types.Map)
	switch {
	case ok && mayBeNaN(m.Key()):
		w.line("%s_k = q.MapRange(%s_x)", name, name)
	case ok:
		w.line("%s_k = nil", name)
		w.line("for k := range %s_x { %s_k = append(%s_k, k) }", name, name, name)
	}
}

// iterator declares the registers of an iteration: what it is over, the
// position, and the keys of a map.
func (w *writer) iterator(in *ssa.Range) string {
	name := fmt.Sprintf("t%d", len(w.vars))
	w.vars = append(w.vars, "var "+name+"_x "+w.work(in.X.Type()), "var "+name+"_i int")
	m, ok := in.X.Type().Underlying().(*types.Map)
	switch {
	case ok && mayBeNaN(m.Key()):
		w.vars = append(w.vars, "var "+name+"_k *q.MapIter")
	case ok:
		w.vars = append(w.vars, "var "+name+"_k []"+w.work(m.Key()))
	}
	return name
}

// step declares the registers of a step of an iteration.
func (w *writer) step(in *ssa.Next) string {
	name := fmt.Sprintf("t%d", len(w.vars))
	w.vars = append(w.vars, "var "+name+"_0 bool")
	if in.IsString {
		w.vars = append(w.vars, "var "+name+"_1 int", "var "+name+"_2 rune", "var "+name+"_n int")
		return name
	}
	m := rangedMap(in)
	if mayBeNaN(m.Key()) {
		w.vars = append(w.vars, "var "+name+"_a q.Any")
	}
	w.vars = append(w.vars, "var "+name+"_1 "+w.work(m.Key()), "var "+name+"_2 "+w.work(m.Elem()))
	return name
}

// rangedMap is the map that a step is one over.
func rangedMap(in *ssa.Next) *types.Map {
	return in.Iter.(*ssa.Range).X.Type().Underlying().(*types.Map)
}

// mayBeNaN tells whether a key may be one that no map finds again.
func mayBeNaN(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return t.Info()&(types.IsFloat|types.IsComplex) != 0
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

// nextEntry writes a step of an iteration over a map with keys that may be NaN.
func (w *writer) nextEntry(in *ssa.Next) {
	name, it, m := w.names[in], w.names[in.Iter], rangedMap(in)
	w.line("%s_0 = q.MapNext(%s_k)", name, it)
	w.line("if %s_0 {", name)
	w.line("%s_a = q.MapKey(%s_k)", name, it)
	w.line("%s_1 = %s", name, w.unboxed(m.Key(), name+"_a"))
	w.line("%s_a = q.MapValue(%s_k)", name, it)
	w.line("%s_2 = %s", name, w.zero(m.Elem()))
	w.line("if %s_a != nil {", name)
	w.line("%s_2 = %s", name, w.unboxed(m.Elem(), name+"_a"))
	w.line("}")
	w.line("}")
}

// unboxed is the text of the value of the work type of t that x, an any, holds.
func (w *writer) unboxed(t types.Type, x string) string {
	if types.IsInterface(t) {
		return w.taken(t, x)
	}
	id := w.workID(t)
	return w.symbol("type "+strconv.Itoa(id), hintOf(t), Symbol{Kind: TypeSymbol, Type: id}) + "(" + x + ")"
}

// next writes a step of an iteration: to the next character of a string, or to
// the next key that the map still has.
func (w *writer) next(in *ssa.Next) {
	name, it := w.names[in], w.names[in.Iter]
	if !in.IsString && mayBeNaN(rangedMap(in).Key()) {
		w.nextEntry(in)
		return
	}
	var lines string
	if in.IsString {
		lines = `
IT_NEXT_0 = IT_i < len(IT_x)
if IT_NEXT_0 {
IT_NEXT_1 = IT_i
IT_NEXT_2 = rune(IT_x[IT_i])
IT_NEXT_n = 1
if IT_NEXT_2 >= 128 {
IT_NEXT_2, IT_NEXT_n = q.Rune(IT_x, IT_i)
}
IT_i = IT_i + IT_NEXT_n
}`
	} else {
		lines = `
IT_NEXT_0 = false
for IT_i < len(IT_k) {
IT_NEXT_1 = IT_k[IT_i]
IT_i = IT_i + 1
_, IT_NEXT_0 = IT_x[IT_NEXT_1]
if IT_NEXT_0 {
IT_NEXT_2 = IT_x[IT_NEXT_1]
break
}
}`
	}
	lines = strings.ReplaceAll(strings.ReplaceAll(lines, "IT_NEXT", name), "IT", it)
	for l := range strings.Lines(strings.TrimSpace(lines)) {
		w.line("%s", strings.TrimSpace(l))
	}
}
