package emit

import (
	"go/types"
	"reflect"
	"strconv"
	"strings"

	"krigo/interp/internal/gotype"
)

// typeTable describes types to the worker and writes them for the interpreter. A type is described once in a session,
// when it is first asked for; an ID stands for one view of one version of a type.
type typeTable struct {
	journal *journal
	views   *views
	names   *typeNames
	keys    *typeKeys
	symbols *symbols

	ids         int                   // that were given
	described   map[string]*described // by key with versions
	workIDs     map[string]int        // IDs of work types, by key without versions
	families    map[string]int        // IDs of first versions, by key without versions
	methodTypes map[string]int        // IDs of methods' types, by key without versions

	// Of the unit.
	made      []Type
	unwritten []*described // types whose methods are not yet emitted
}

// begin starts a unit.
func (tt *typeTable) begin() { tt.made, tt.unwritten = nil, nil }

// nextUnwritten takes a type whose methods are not yet emitted; it is nil if none is left.
func (tt *typeTable) nextUnwritten() *described {
	if len(tt.unwritten) == 0 {
		return nil
	}
	d := tt.unwritten[0]
	tt.unwritten = tt.unwritten[1:]
	return d
}

// trueType returns the text of a type's true view.
func (tt *typeTable) trueType(t types.Type) string {
	id := tt.trueID(t)
	return tt.symbols.of("type "+strconv.Itoa(id), hintOf(t), Symbol{Kind: TypeSymbol, Type: id})
}

// queueMethods schedules the methods of a type for emission.
func (tt *typeTable) queueMethods(d *described) {
	switch d.t.(type) {
	case *types.Named, *types.Struct:
		if !types.IsInterface(d.t) && types.NewMethodSet(types.NewPointer(d.t)).Len() > 0 {
			tt.unwritten = append(tt.unwritten, d)
		}
	}
}

// renewType describes a type that has got methods since it was described.
func (tt *typeTable) renewType(t *types.Named) {
	if len(tt.keys.versions[tt.keys.of(t, false)]) > 0 && tt.keys.version(t) > 0 {
		tt.trueID(t)
		tt.trueID(types.NewPointer(t))
	}
}

// family returns the ID of the first version of a type that has the given ID.
func (tt *typeTable) family(t types.Type, id int) int {
	key := tt.keys.of(t, false)
	if first, ok := tt.families[key]; ok {
		return first
	}
	note(tt.journal, tt.families, key, id)
	return id
}

// described is a type that a unit described.
type described struct {
	t  types.Type // as it is in the unit that asked last
	id int        // of its true type
}

// description returns the entry of a type's true view.
func (tt *typeTable) description(t types.Type) *described {
	t = types.Unalias(t)
	key := tt.keys.of(t, true)
	d, ok := tt.described[key]
	if !ok {
		d = &described{}
		note(tt.journal, tt.described, key, d)
	}
	d.t = t
	return d
}

// work returns the text of a type's work view.
func (tt *typeTable) work(t types.Type) string {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		switch t.Kind() {
		case types.UntypedNil:
			return "q.Any"
		case types.UnsafePointer:
		default:
			return types.Default(t).(*types.Basic).Name()
		}
	case *types.Pointer:
		return "*" + tt.work(t.Elem())
	case *types.Slice:
		return "[]" + tt.work(t.Elem())
	case *types.Array:
		return "[" + strconv.FormatInt(t.Len(), 10) + "]" + tt.work(t.Elem())
	case *types.Map:
		return "map[" + tt.work(t.Key()) + "]" + tt.work(t.Elem())
	case *types.Chan:
		return chanText(t.Dir(), tt.work(t.Elem()))
	case *types.Signature:
		return "func(" + strings.Join(tt.works(t.Params()), ", ") + ")" + tt.results(t.Results())
	case *types.Interface:
		if t.Empty() {
			return "q.Any"
		}
	case *types.Named:
		switch {
		case isDeferStack(t):
			return "*q.Frame"
		case tt.views.erased(t):
			return tt.work(t.Underlying())
		}
	}
	id := tt.workID(t)
	return tt.symbols.of("type "+strconv.Itoa(id), hintOf(t), Symbol{Kind: TypeSymbol, Type: id})
}

// works returns the texts of the work views of a tuple.
func (tt *typeTable) works(t *types.Tuple) []string {
	var out []string
	for v := range t.Variables() {
		out = append(out, tt.work(v.Type()))
	}
	return out
}

// results returns the text of a function's results.
func (tt *typeTable) results(t *types.Tuple) string {
	switch out := tt.works(t); len(out) {
	case 0:
		return ""
	case 1:
		return " " + out[0]
	default:
		return " (" + strings.Join(out, ", ") + ")"
	}
}

func hintOf(t types.Type) string {
	if n, ok := types.Unalias(t).(*types.Named); ok {
		return n.Obj().Name()
	}
	return ""
}

// reserve makes an ID for a type, before the types that it is made of.
func (tt *typeTable) reserve() int {
	tt.ids++
	return tt.ids
}

func (tt *typeTable) addAt(id int, fill func(*Type)) int {
	t := Type{Desc: gotype.Desc{ID: id}}
	fill(&t)
	tt.made = append(tt.made, t)
	return id
}

// workID returns the ID of a type's work view.
func (tt *typeTable) workID(t types.Type) int {
	t = types.Unalias(t)
	if !tt.views.hides(t) {
		return tt.trueID(t)
	}
	if n, ok := t.(*types.Named); ok && tt.views.erased(n) {
		return tt.workID(n.Underlying())
	}
	key := tt.keys.of(t, false)
	if id, ok := tt.workIDs[key]; ok {
		return id
	}
	if origin := tt.views.origin(t); origin != nil {
		id := tt.trueID(origin)
		note(tt.journal, tt.workIDs, key, id)
		return id
	}
	id := tt.reserve()
	note(tt.journal, tt.workIDs, key, id)
	return tt.addAt(id, func(desc *Type) {
		desc.Work = true
		switch n := t.(type) {
		case *types.Named:
			tt.trueID(n) // refuses what is not available
			desc.Name, desc.PkgPath, desc.Pkg = tt.names.name(n), n.Obj().Pkg().Path(), n.Obj().Pkg().Name()
		case *types.Struct:
			desc.Name, desc.PkgPath = "s"+strconv.Itoa(id), "q"
		}
		tt.fill(desc, t.Underlying(), tt.workID)
		for i := range desc.Fields {
			name := tt.views.field(t, i)
			desc.Fields[i] = gotype.Field{Name: name, Type: desc.Fields[i].Type, Hidden: name == "_"}
		}
		desc.Variadic = false
	})
}

// trueID returns the ID of a type's true view.
func (tt *typeTable) trueID(t types.Type) int {
	t = types.Unalias(t)
	d := tt.description(t)
	if d.id != 0 {
		return d.id
	}
	d.id = tt.reserve()
	tt.journal.undo = append(tt.journal.undo, func() { d.id = 0 })
	return tt.addAt(d.id, func(desc *Type) {
		if desc.Hidden = tt.views.hides(t); desc.Hidden {
			desc.Family = tt.family(t, d.id)
		}
		switch t := t.(type) {
		case *types.Basic:
			desc.Ident = types.Default(t).(*types.Basic).Name()
			if t.Kind() == types.UnsafePointer {
				desc.Ident = "unsafe.Pointer"
			}
			return
		case *types.Named:
			if t.Obj().Pkg() == nil {
				desc.Ident = t.Obj().Name()
				return
			}
			if !tt.views.isOwn(t) {
				desc.Path, desc.Ident = t.Obj().Pkg().Path(), exportedBy(t)
				if path, ident, ok := tt.views.compiledInstance(t); ok {
					desc.Path, desc.Ident = path, ident
				}
				return
			}
			if !tt.views.own[t.Obj().Pkg()] && t.NumMethods() > 0 {
				refuse(t.Obj().Pos(), "the generic %s.%s is not available for these type arguments in a cell", t.Obj().Pkg().Name(), t.Obj().Name())
			}
			desc.Name, desc.PkgPath, desc.Pkg = tt.names.name(t), t.Obj().Pkg().Path(), t.Obj().Pkg().Name()
			if origin := tt.views.origin(t); origin != nil {
				desc.Like = tt.trueID(origin)
			}
		}
		tt.fillTrue(desc, t)
		tt.queueMethods(d)
	})
}

// fillTrue describes what a type is made of, and its methods.
func (tt *typeTable) fillTrue(desc *Type, t types.Type) {
	if desc.Like == 0 {
		tt.fill(desc, t.Underlying(), tt.trueID)
	}
	switch t.(type) {
	case *types.Named, *types.Struct:
		if !types.IsInterface(t) {
			desc.Methods = tt.methodSet(t)
			desc.PtrMethods = tt.methodSet(types.NewPointer(t))
		}
	}
}

// fill describes what a type is made of, by the view that id gives.
func (tt *typeTable) fill(desc *Type, t types.Type, id func(types.Type) int) {
	switch t := t.(type) {
	case *types.Basic:
		desc.Kind = kinds[t.Kind()]
	case *types.Pointer:
		desc.Kind, desc.Elem = reflect.Pointer, id(t.Elem())
	case *types.Slice:
		desc.Kind, desc.Elem = reflect.Slice, id(t.Elem())
	case *types.Array:
		desc.Kind, desc.Elem, desc.Len = reflect.Array, id(t.Elem()), int(t.Len())
	case *types.Map:
		desc.Kind, desc.Key, desc.Elem = reflect.Map, id(t.Key()), id(t.Elem())
	case *types.Chan:
		desc.Kind, desc.Elem = reflect.Chan, id(t.Elem())
		desc.Dir = map[types.ChanDir]reflect.ChanDir{types.SendRecv: reflect.BothDir, types.SendOnly: reflect.SendDir, types.RecvOnly: reflect.RecvDir}[t.Dir()]
	case *types.Signature:
		desc.Kind, desc.In, desc.Out, desc.Variadic = reflect.Func, ids(t.Params(), id), ids(t.Results(), id), t.Variadic()
	case *types.Interface:
		desc.Kind = reflect.Interface
		desc.Methods = tt.methodSet(t)
		if desc.PkgPath == "" {
			desc.PkgPath = "main"
		}
	case *types.Struct:
		desc.Kind = reflect.Struct
		for i := range t.NumFields() {
			f := t.Field(i)
			desc.Fields = append(desc.Fields, gotype.Field{
				Name: UserText(f.Name()), Tag: t.Tag(i), Type: id(f.Type()), Embedded: f.Embedded(), Hidden: !f.Exported(),
			})
			if !f.Exported() {
				setFieldsPackage(desc, f.Pkg().Path())
			}
		}
	}
}

// setFieldsPackage describes which package the hidden fields of a struct are of. A named type may be of another
// package.
func setFieldsPackage(desc *Type, path string) {
	if desc.PkgPath == "" {
		desc.PkgPath = path
	} else if desc.PkgPath != path {
		desc.FieldsPkgPath = path
	}
}

func ids(t *types.Tuple, id func(types.Type) int) []int {
	var out []int
	for v := range t.Variables() {
		out = append(out, id(v.Type()))
	}
	return out
}

// methodSet describes the methods of a type.
func (tt *typeTable) methodSet(t types.Type) []gotype.Method {
	var out []gotype.Method
	set := types.NewMethodSet(t)
	for i := range set.Len() {
		m := set.At(i).Obj().(*types.Func)
		if !m.Exported() && !tt.views.own[m.Pkg()] && !types.IsInterface(t) {
			continue // nothing but its own package can ask for it
		}
		method := gotype.Method{Name: m.Name(), Type: tt.methodType(bare(set.At(i).Type().(*types.Signature)))}
		if !m.Exported() {
			method.Hidden, method.PkgPath = true, m.Pkg().Path()
		}
		out = append(out, method)
	}
	return out
}

// methodType returns the ID of a method's type. It is one for all versions of the types that it
// is made of, so that a type implements what it did before these got more methods.
func (tt *typeTable) methodType(s *types.Signature) int {
	key := tt.keys.of(s, false)
	id, ok := tt.methodTypes[key]
	if !ok {
		id = tt.trueID(s)
		note(tt.journal, tt.methodTypes, key, id)
	}
	return id
}

// kinds are the kinds of basic types.
var kinds = map[types.BasicKind]reflect.Kind{
	types.Bool: reflect.Bool, types.Int: reflect.Int, types.Int8: reflect.Int8, types.Int16: reflect.Int16,
	types.Int32: reflect.Int32, types.Int64: reflect.Int64, types.Uint: reflect.Uint, types.Uint8: reflect.Uint8,
	types.Uint16: reflect.Uint16, types.Uint32: reflect.Uint32, types.Uint64: reflect.Uint64, types.Uintptr: reflect.Uintptr,
	types.Float32: reflect.Float32, types.Float64: reflect.Float64, types.Complex64: reflect.Complex64,
	types.Complex128: reflect.Complex128, types.String: reflect.String, types.UnsafePointer: reflect.UnsafePointer,
}
