package static

import (
	"go/types"
)

// environment is what the type parameters of a generic declaration, and the
// types declared in it, stand for in one of its instances. A nil environment
// changes nothing.
type environment struct {
	params map[*types.TypeParam]types.Type
	locals map[*types.TypeName]types.Type
}

func newEnvironment(params []*types.TypeParam, args []types.Type) *environment {
	env := &environment{map[*types.TypeParam]types.Type{}, map[*types.TypeName]types.Type{}}
	for i, p := range params {
		if p != nil && i < len(args) {
			env.params[p] = args[i]
		}
	}
	return env
}

// subst puts what they stand for in the place of type parameters.
func (env *environment) subst(t types.Type) types.Type {
	if env == nil || t == nil {
		return t
	}
	switch t := t.(type) {
	case *types.TypeParam:
		if arg := env.params[t]; arg != nil {
			return arg
		}
	case *types.Named:
		return env.named(t)
	case *types.Alias:
		if t.TypeArgs().Len() > 0 {
			return env.subst(types.Unalias(t))
		}
	case *types.Pointer:
		return types.NewPointer(env.subst(t.Elem()))
	case *types.Slice:
		return types.NewSlice(env.subst(t.Elem()))
	case *types.Array:
		return types.NewArray(env.subst(t.Elem()), t.Len())
	case *types.Map:
		return types.NewMap(env.subst(t.Key()), env.subst(t.Elem()))
	case *types.Chan:
		return types.NewChan(t.Dir(), env.subst(t.Elem()))
	case *types.Struct:
		return env.structure(t)
	case *types.Tuple:
		return env.tuple(t)
	case *types.Signature:
		return types.NewSignatureType(nil, nil, nil, env.tuple(t.Params()), env.tuple(t.Results()), t.Variadic())
	case *types.Interface:
		return env.iface(t)
	}
	return t
}

func (env *environment) named(t *types.Named) types.Type {
	if local := env.locals[t.Obj()]; local != nil {
		return local
	}
	if t.TypeArgs().Len() == 0 {
		return t
	}
	args := make([]types.Type, t.TypeArgs().Len())
	for i := range args {
		args[i] = env.subst(t.TypeArgs().At(i))
	}
	inst, err := types.Instantiate(nil, t.Origin(), args, false)
	if err != nil {
		return t
	}
	return inst
}

func (env *environment) structure(t *types.Struct) types.Type {
	fields := make([]*types.Var, t.NumFields())
	tags := make([]string, t.NumFields())
	for i := range fields {
		f := t.Field(i)
		fields[i] = types.NewField(f.Pos(), f.Pkg(), f.Name(), env.subst(f.Type()), f.Embedded())
		tags[i] = t.Tag(i)
	}
	return types.NewStruct(fields, tags)
}

func (env *environment) tuple(t *types.Tuple) *types.Tuple {
	var vars []*types.Var
	for v := range t.Variables() {
		vars = append(vars, types.NewParam(v.Pos(), v.Pkg(), v.Name(), env.subst(v.Type())))
	}
	return types.NewTuple(vars...)
}

func (env *environment) iface(t *types.Interface) types.Type {
	if t.NumExplicitMethods() == 0 && t.NumEmbeddeds() == 0 {
		return t
	}
	var methods []*types.Func
	for m := range t.ExplicitMethods() {
		methods = append(methods, types.NewFunc(m.Pos(), m.Pkg(), m.Name(), env.subst(m.Signature()).(*types.Signature)))
	}
	var embedded []types.Type
	for e := range t.EmbeddedTypes() {
		embedded = append(embedded, env.subst(e))
	}
	return types.NewInterfaceType(methods, embedded).Complete()
}
