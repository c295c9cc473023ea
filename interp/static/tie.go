package static

import (
	"go/types"
	"slices"
	"strconv"
	"strings"
)

// The interpreter gets the types of structs that refer to each other wrong, as
// those of a list and its elements. support.tie makes them, between the unit
// that declares types and the one that uses them.

// tie notes in the cell's declarations which of its structs refer to each
// other.
func (k *check) tie() {
	g := &references{of: map[*types.Named][]*types.Named{}}
	owners := map[*types.Named]*decl{}
	names := map[*types.Named]string{}
	for _, it := range k.items {
		for _, name := range it.names {
			o, ok := it.fresh.objects[name].(*types.TypeName)
			if !ok || it.recv != "" || it.quiet || o.IsAlias() {
				continue
			}
			if named, ok := o.Type().(*types.Named); ok && named.TypeParams().Len() == 0 {
				owners[named], names[named] = it.fresh, it.fresh.emitted[name]
			}
		}
	}
	for _, d := range k.instances {
		if named, ok := d.named.(*types.Named); ok {
			owners[named], names[named] = d, d.emitted[instanceName]
		}
	}
	var structs []*types.Named
	for named := range owners {
		if _, ok := named.Underlying().(*types.Struct); ok {
			structs = append(structs, named)
		}
	}
	g.structs = structs
	if !g.tied() {
		return
	}
	quoted := make([]string, len(structs))
	for i, named := range structs {
		quoted[i] = strconv.Quote(names[named])
	}
	slices.Sort(quoted)
	text := "var " + k.s.private("tied") + " = " + k.sessionName("Tie") + "(" + strings.Join(quoted, ", ") + ")"
	for _, named := range structs {
		owners[named].tie = text
	}
}

// references tells which structs refer to which.
type references struct {
	structs []*types.Named
	of      map[*types.Named][]*types.Named
}

// tied tells whether two of the structs refer to each other, perhaps through
// others.
func (g *references) tied() bool {
	for _, s := range g.structs {
		g.find(s, s.Underlying(), nil)
	}
	for _, s := range g.structs {
		reached := map[*types.Named]bool{}
		g.reach(s, reached)
		for other := range reached {
			back := map[*types.Named]bool{}
			if g.reach(other, back); other != s && back[s] {
				return true
			}
		}
	}
	return false
}

// reach notes what s refers to, also through others.
func (g *references) reach(s *types.Named, reached map[*types.Named]bool) {
	for _, other := range g.of[s] {
		if !reached[other] {
			reached[other] = true
			g.reach(other, reached)
		}
	}
}

// find notes the structs that s refers to in t. Seen are the types that it was
// in.
func (g *references) find(s *types.Named, t types.Type, seen []types.Type) {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		i := slices.IndexFunc(g.structs, func(n *types.Named) bool { return types.Identical(n, t) })
		if i >= 0 {
			g.of[s] = append(g.of[s], g.structs[i])
			return
		}
		if boxable(t) && !boxed(t) && !slices.Contains(seen, types.Type(t)) {
			g.find(s, t.Underlying(), append(seen, t))
		}
	case interface{ Elem() types.Type }: // pointers, slices, arrays, channels and maps
		if m, ok := t.(*types.Map); ok {
			g.find(s, m.Key(), seen)
		}
		g.find(s, t.Elem(), seen)
	case *types.Signature:
		g.tuple(s, t.Params(), seen)
		g.tuple(s, t.Results(), seen)
	case *types.Struct:
		for f := range t.Fields() {
			g.find(s, f.Type(), seen)
		}
	}
}

func (g *references) tuple(s *types.Named, t *types.Tuple, seen []types.Type) {
	for v := range t.Variables() {
		g.find(s, v.Type(), seen)
	}
}
