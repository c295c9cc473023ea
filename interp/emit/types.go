package emit

import (
	"go/types"
	"reflect"
	"strconv"
	"strings"

	"krigo/interp/internal/gotype"
)

// described is what is known of a type that a unit described.
type described struct {
	t  types.Type // as it is in the unit that asked last
	id int        // of its true type
}

// description is what is known of a type's true view.
func (e *Emitter) description(t types.Type) *described {
	t = types.Unalias(t)
	key := e.key(t, true)
	d, ok := e.described[key]
	if !ok {
		d = &described{}
		note(&e.journal, e.described, key, d)
	}
	d.t = t
	return d
}

// hides tells whether the work type of t is another than its true type.
func (e *Emitter) hides(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		return e.isOwn(t) && !types.IsInterface(t)
	case *types.Pointer:
		return e.hides(t.Elem())
	case *types.Slice:
		return e.hides(t.Elem())
	case *types.Array:
		return e.hides(t.Elem())
	case *types.Chan:
		return e.hides(t.Elem())
	case *types.Map:
		return e.hides(t.Key()) || e.hides(t.Elem())
	case *types.Signature:
		return t.Variadic() || e.anyHides(t.Params()) || e.anyHides(t.Results())
	case *types.Struct:
		if t.NumFields() > 0 && !e.own[t.Field(0).Pkg()] {
			return false // a compiled package's
		}
		for f := range t.Fields() {
			if !f.Exported() || f.Embedded() || e.hides(f.Type()) {
				return true
			}
		}
	}
	return false
}

func (e *Emitter) anyHides(t *types.Tuple) bool {
	for v := range t.Variables() {
		if e.hides(v.Type()) {
			return true
		}
	}
	return false
}

// isOwn tells whether a named type is one that compiled code does not have.
func (e *Emitter) isOwn(t *types.Named) bool {
	if t.Obj().Pkg() == nil || e.own[t.Obj().Pkg()] {
		return t.Obj().Pkg() != nil
	}
	_, _, compiled := e.compiledInstance(t)
	return t.TypeArgs().Len() > 0 && !compiled
}

// compiledInstance is where the instance of a generic type of a compiled package
// is, if it is compiled.
func (e *Emitter) compiledInstance(t *types.Named) (path, ident string, ok bool) {
	if t.TypeArgs().Len() == 0 || t.Obj().Pkg() == nil {
		return "", "", false
	}
	var args []string
	for arg := range t.TypeArgs().Types() {
		args = append(args, plainText(arg))
	}
	return e.world.Instance(t.Obj().Pkg().Path(), t.Obj().Name(), args)
}

// erased tells whether values of a named type are handled as what the type is
// made of, and not as those of a type of their own.
func (e *Emitter) erased(t *types.Named) bool {
	switch u := t.Underlying().(type) {
	case *types.Struct, *types.Interface:
		return false
	default:
		return e.isOwn(t) && !e.hides(u)
	}
}

// work is the text of a type's work view.
func (e *Emitter) work(t types.Type) string {
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
		return "*" + e.work(t.Elem())
	case *types.Slice:
		return "[]" + e.work(t.Elem())
	case *types.Array:
		return "[" + strconv.FormatInt(t.Len(), 10) + "]" + e.work(t.Elem())
	case *types.Map:
		return "map[" + e.work(t.Key()) + "]" + e.work(t.Elem())
	case *types.Chan:
		return chanText(t.Dir(), e.work(t.Elem()))
	case *types.Signature:
		return "func(" + strings.Join(e.works(t.Params()), ", ") + ")" + e.results(t.Results())
	case *types.Interface:
		if t.Empty() {
			return "q.Any"
		}
	case *types.Named:
		switch {
		case isDeferStack(t):
			return "*q.Frame"
		case e.erased(t):
			return e.work(t.Underlying())
		}
	}
	id := e.workID(t)
	return e.symbol("type "+strconv.Itoa(id), hintOf(t), Symbol{Kind: TypeSymbol, Type: id})
}

// isDeferStack tells whether t is the type of the frame that a function hands to
// the body of a range over a function, which defers for it.
func isDeferStack(t *types.Named) bool {
	return t.Obj().Name() == "deferStack" && t.Obj().Pkg() != nil && t.Obj().Pkg().Path() == "$ssa"
}

func chanText(dir types.ChanDir, elem string) string {
	switch dir {
	case types.SendOnly:
		return "chan<- " + elem
	case types.RecvOnly:
		return "<-chan " + elem
	}
	if strings.HasPrefix(elem, "<-") {
		elem = "(" + elem + ")"
	}
	return "chan " + elem
}

// works are the texts of the work views of a tuple.
func (e *Emitter) works(t *types.Tuple) []string {
	var out []string
	for v := range t.Variables() {
		out = append(out, e.work(v.Type()))
	}
	return out
}

// results is the text of a function's results.
func (e *Emitter) results(t *types.Tuple) string {
	switch out := e.works(t); len(out) {
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
func (e *Emitter) reserve() int {
	e.ids++
	return e.ids
}

func (e *Emitter) addAt(id int, fill func(*Type)) int {
	t := Type{Desc: gotype.Desc{ID: id}}
	fill(&t)
	e.unit.Types = append(e.unit.Types, t)
	return id
}

// workID is the ID of a type's work view.
func (e *Emitter) workID(t types.Type) int {
	t = types.Unalias(t)
	if !e.hides(t) {
		return e.trueID(t)
	}
	if n, ok := t.(*types.Named); ok && e.erased(n) {
		return e.workID(n.Underlying())
	}
	key := e.key(t, false)
	if id, ok := e.workIDs[key]; ok {
		return id
	}
	if origin := e.origin(t); origin != nil {
		id := e.trueID(origin)
		note(&e.journal, e.workIDs, key, id)
		return id
	}
	id := e.reserve()
	note(&e.journal, e.workIDs, key, id)
	return e.addAt(id, func(desc *Type) {
		desc.Work = true
		switch n := t.(type) {
		case *types.Named:
			e.trueID(n) // refuses what is not available
			desc.Name, desc.PkgPath, desc.Pkg = e.name(n), n.Obj().Pkg().Path(), n.Obj().Pkg().Name()
		case *types.Struct:
			desc.Name, desc.PkgPath = "s"+strconv.Itoa(id), "q"
		}
		e.fill(desc, t.Underlying(), e.workID)
		for i := range desc.Fields {
			name := e.field(t, i)
			desc.Fields[i] = gotype.Field{Name: name, Type: desc.Fields[i].Type, Hidden: name == "_"}
		}
		desc.Variadic = false
	})
}

// trueID is the ID of a type's true view.
func (e *Emitter) trueID(t types.Type) int {
	t = types.Unalias(t)
	d := e.description(t)
	if d.id != 0 {
		return d.id
	}
	d.id = e.reserve()
	return e.addAt(d.id, func(desc *Type) {
		if desc.Hidden = e.hides(t); desc.Hidden {
			desc.Family = e.family(t, d.id)
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
			if !e.isOwn(t) {
				desc.Path, desc.Ident = t.Obj().Pkg().Path(), e.exportedBy(t)
				if path, ident, ok := e.compiledInstance(t); ok {
					desc.Path, desc.Ident = path, ident
				}
				return
			}
			if !e.own[t.Obj().Pkg()] && t.NumMethods() > 0 {
				e.refuse(t.Obj().Pos(), "the generic %s.%s is not available for these type arguments in a cell", t.Obj().Pkg().Name(), t.Obj().Name())
			}
			desc.Name, desc.PkgPath, desc.Pkg = e.name(t), t.Obj().Pkg().Path(), t.Obj().Pkg().Name()
			if origin := e.origin(t); origin != nil {
				desc.Like = e.trueID(origin)
			}
		}
		e.fillTrue(desc, t)
		e.queueMethods(d)
	})
}

// exportedBy is how a compiled package gives away one of its types: by its name,
// or, of one that is not exported, by a variable or a function's result.
func (e *Emitter) exportedBy(t *types.Named) string {
	if t.Obj().Exported() {
		return t.Obj().Name()
	}
	name := e.givenAwayBy(t)
	if name == "" {
		e.refuse(t.Obj().Pos(), "type %s of package %s is not exported: it cannot be named here", t.Obj().Name(), t.Obj().Pkg().Path())
	}
	return name
}

// givenAwayBy is a variable or a function of a compiled package that has a type
// which is not exported, or empty.
func (e *Emitter) givenAwayBy(t *types.Named) string {
	scope := t.Obj().Pkg().Scope()
	for _, name := range scope.Names() {
		switch o := scope.Lookup(name).(type) {
		case *types.Var:
			if o.Exported() && types.Identical(deref(o.Type()), t) {
				return o.Name()
			}
		case *types.Func:
			results := o.Signature().Results()
			if o.Exported() && results.Len() > 0 && types.Identical(deref(results.At(0).Type()), t) {
				return o.Name()
			}
		}
	}
	return ""
}

// fillTrue describes what a type is made of, and its methods.
func (e *Emitter) fillTrue(desc *Type, t types.Type) {
	if desc.Like == 0 {
		e.fill(desc, t.Underlying(), e.trueID)
	}
	switch t.(type) {
	case *types.Named, *types.Struct:
		if !types.IsInterface(t) {
			desc.Methods = e.methodSet(t)
			desc.PtrMethods = e.methodSet(types.NewPointer(t))
		}
	}
}

// fill describes what a type is made of, by the view that id gives.
func (e *Emitter) fill(desc *Type, t types.Type, id func(types.Type) int) {
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
		desc.Methods = e.methodSet(t)
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
			if !f.Exported() && desc.PkgPath == "" {
				desc.PkgPath = f.Pkg().Path()
			}
		}
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
func (e *Emitter) methodSet(t types.Type) []gotype.Method {
	var out []gotype.Method
	set := types.NewMethodSet(t)
	for i := range set.Len() {
		m := set.At(i).Obj().(*types.Func)
		if !m.Exported() && !e.own[m.Pkg()] && !types.IsInterface(t) {
			continue // nothing but its own package can ask for it
		}
		method := gotype.Method{Name: m.Name(), Type: e.methodType(e.bare(set.At(i).Type().(*types.Signature)))}
		if !m.Exported() {
			method.Hidden, method.PkgPath = true, m.Pkg().Path()
		}
		out = append(out, method)
	}
	return out
}

// methodType is the ID of a method's type. It is one for all versions of the types that it
// is made of, so that a type implements what it did before these got more methods.
func (e *Emitter) methodType(s *types.Signature) int {
	key := e.key(s, false)
	id, ok := e.methodTypes[key]
	if !ok {
		id = e.trueID(s)
		note(&e.journal, e.methodTypes, key, id)
	}
	return id
}

// bare is a signature without its receiver.
func (e *Emitter) bare(s *types.Signature) *types.Signature {
	return types.NewSignatureType(nil, nil, nil, s.Params(), s.Results(), s.Variadic())
}

// origin is the compiled named type of the struct that an own type is declared
// to be, as time.Time of "type Stamp time.Time". Its fields are not ours.
func (e *Emitter) origin(t types.Type) types.Type {
	s, ok := t.Underlying().(*types.Struct)
	if _, named := t.(*types.Named); !named || !ok || s.NumFields() == 0 || e.own[s.Field(0).Pkg()] {
		return nil
	}
	scope := s.Field(0).Pkg().Scope()
	for _, name := range scope.Names() {
		if o, ok := scope.Lookup(name).(*types.TypeName); ok && !o.IsAlias() && o.Exported() && o.Type().Underlying() == types.Type(s) {
			return o.Type()
		}
	}
	return nil
}

// field is the name by which emitted code has a field of a struct.
func (e *Emitter) field(t types.Type, i int) string {
	s := t.Underlying().(*types.Struct)
	if !e.hides(t) || e.origin(types.Unalias(t)) != nil || open(s) || s.Field(i).Name() == "_" {
		return s.Field(i).Name()
	}
	return "F" + strconv.Itoa(i)
}

// open tells whether all fields of a struct have names by which reflection sets
// them.
func open(s *types.Struct) bool {
	for f := range s.Fields() {
		if !f.Exported() || f.Embedded() {
			return false
		}
	}
	return true
}

// kinds are the kinds of basic types.
var kinds = map[types.BasicKind]reflect.Kind{
	types.Bool: reflect.Bool, types.Int: reflect.Int, types.Int8: reflect.Int8, types.Int16: reflect.Int16,
	types.Int32: reflect.Int32, types.Int64: reflect.Int64, types.Uint: reflect.Uint, types.Uint8: reflect.Uint8,
	types.Uint16: reflect.Uint16, types.Uint32: reflect.Uint32, types.Uint64: reflect.Uint64, types.Uintptr: reflect.Uintptr,
	types.Float32: reflect.Float32, types.Float64: reflect.Float64, types.Complex64: reflect.Complex64,
	types.Complex128: reflect.Complex128, types.String: reflect.String, types.UnsafePointer: reflect.UnsafePointer,
}
