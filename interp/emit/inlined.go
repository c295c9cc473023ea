package emit

import "go/types"

// inlined.go: what the compiler evaluates earlier if it has inlined all function literals that refer to a local
// variable. Order.go has the order without inlining, where it reads such a variable after the calls of the statement.

// BoxedEarly reports whether the compiler then copies a variable of a type that a statement converts to an interface
// before the calls that follow in the statement.
func BoxedEarly(t types.Type) bool { return SizeVaries(t) || byAddress(t) && !isWord(t) }

// KeptEarly reports whether the compiler then copies a variable that is the key of a map before the calls that follow
// in the statement.
func KeptEarly(m, key types.Type) bool {
	t, ok := m.Underlying().(*types.Map)
	return ok && (SizeVaries(key) || SizeVaries(t.Elem()) || copiedKey(m, key) && !isIntegerOfBytes(m, key))
}

// SizeVaries reports whether the size of a type depends on a type parameter.
func SizeVaries(t types.Type) bool {
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Array:
		return SizeVaries(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if SizeVaries(f.Type()) {
				return true
			}
		}
	}
	return false
}

// ComparedEarly is KeptEarly for an operand of a comparison.
func ComparedEarly(t types.Type) bool { return isComposite(t) }

// InRegisters reports whether the compiler may keep a variable of a type in registers. It copies no others early.
func InRegisters(t types.Type) bool {
	const mostWords, mostFields = 4, 4
	if SizeVaries(t) {
		return true
	}
	if layout.Sizeof(t) > mostWords*layout.Sizeof(types.Typ[types.Uintptr]) {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Array:
		return u.Len() == 0 || u.Len() == 1 && InRegisters(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if !InRegisters(f.Type()) {
				return false
			}
		}
		return u.NumFields() <= mostFields
	}
	return true
}
