package static

import (
	"go/types"
	"slices"
	"strconv"
)

// The interpreter cannot exchange methods, so they are not lowered again when a
// function that they call is declared again. Instead, the earlier version of
// the function becomes the new one (support.redirect).

// redirect has the methods that stand call the new versions of the functions
// that this cell declares or carries.
func (k *check) redirect() {
	for _, it := range k.items {
		fn := it.function()
		if fn == nil || it.recv != "" || it.quiet || it.generic() || isInit(fn) {
			continue
		}
		name := it.names[0]
		for _, earlier := range k.calledByMethods(name) {
			if k.sameSignature(earlier.objects[name], it.fresh.objects[name]) {
				it.fresh.promoted += "\nvar " + k.s.private("redirected") + " = " + k.sessionName("Redirect") +
					"(" + strconv.Quote(earlier.emitted[name]) + ", " + strconv.Quote(it.fresh.emitted[name]) + ")"
			}
		}
	}
}

// calledByMethods are the earlier versions of a function that methods use which
// this cell does not declare again.
func (k *check) calledByMethods(name string) []*decl {
	var found []*decl
	for _, m := range k.s.now.live {
		if !m.isMethod() || k.changed[m] == replaced {
			continue
		}
		for _, u := range m.uses {
			if u.kind != instancePiece && u.recv == nil && slices.Contains(u.names, name) && u.emitted[name] != "" && !slices.Contains(found, u) {
				found = append(found, u)
			}
		}
	}
	return found
}

// sameSignature tells whether two functions have the same signature in the
// interpreter.
func (k *check) sameSignature(earlier, later types.Object) bool {
	a, ok := earlier.(*types.Func)
	b, ok2 := later.(*types.Func)
	return ok && ok2 && k.canonical(anonymous(a.Signature())) == k.canonical(anonymous(b.Signature()))
}

// keepQuiet has what was only checked again stand as it is in the interpreter: its
// source, and what that refers to.
func (k *check) keepQuiet() {
	fresh := map[*decl]*decl{}
	for _, it := range k.items {
		if it.quiet {
			fresh[it.old] = it.fresh
		}
	}
	for old, d := range fresh {
		d.source, d.methods, d.promoted, d.tie, d.imports = old.source, old.methods, old.promoted, old.tie, old.imports
		d.uses = nil
		for _, u := range old.uses {
			if f := fresh[u]; f != nil {
				u = f
			}
			d.uses = append(d.uses, u)
		}
	}
}
