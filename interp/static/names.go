package static

import (
	"go/types"
	"slices"
	"strconv"
	"strings"

	"krigo/interp/symbols/native"
)

// mark is a letter that no one types (U+1427). It sets the names that
// lowering makes apart from those of users.
const mark = "ᐧ"

// newName returns a name for the interpreter that it has not seen: the base
// itself where that is free.
func (s *Session) newName(base string) string {
	if !s.taken[base] && types.Universe.Lookup(base) == nil && base != "main" && base != "init" {
		s.taken[base] = true
		return base
	}
	return s.private(base)
}

// private returns a name for the interpreter that no user has.
func (s *Session) private(base string) string {
	s.marked++
	return base + mark + strconv.Itoa(s.marked)
}

// alias returns the name under which this program imports a package. Each
// program has names of its own, since the interpreter takes none twice.
func (k *check) alias(path, name string) string {
	if a, ok := k.aliases[path]; ok {
		return a
	}
	a := k.s.private(name)
	k.aliases[path] = a
	return a
}

// sessionName is the interpreter's name for a symbol of SessionPackage.
func (k *check) sessionName(symbol string) string {
	return k.alias(SessionPackage, "session") + "." + symbol
}

// nativeName is the interpreter's name for a symbol of package native.
func (k *check) nativeName(symbol string) string {
	return k.alias(native.Path, "native") + "." + symbol
}

// importable tells whether a package can be imported by name.
func (k *check) importable(path string) bool {
	_, found := slices.BinarySearch(k.s.world.Paths(), path)
	return found
}

// userName spells a type's name as a cell may write it, packages by their
// names in the interpreter.
func (k *check) userName(o *types.TypeName) (string, bool) {
	if o.Pkg() == nil || o.Pkg().Path() == "main" {
		return o.Name(), true
	}
	return k.alias(o.Pkg().Path(), o.Pkg().Name()) + "." + o.Name(), o.Exported()
}

// loweredName spells a type's name for the interpreter.
func (k *check) loweredName(o *types.TypeName) (string, bool) {
	if o.Pkg() == nil {
		return o.Name(), true
	}
	if o.Pkg().Path() == "main" {
		if name, ok := k.emitted[o]; ok {
			return name, true
		}
		return o.Name(), true
	}
	if !o.Exported() || !k.importable(o.Pkg().Path()) {
		return "", false
	}
	return k.alias(o.Pkg().Path(), o.Pkg().Name()) + "." + o.Name(), true
}

// embeddedName is the interpreter's name of an embedded field, which follows
// that of its type.
func (k *check) embeddedName(field *types.Var) (string, bool) {
	t := field.Type()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	var o *types.TypeName
	switch t := t.(type) {
	case *types.Alias:
		o = t.Obj()
	case *types.Named:
		o = t.Obj()
	default:
		return "", false
	}
	name, ok := k.emitted[o]
	return name, ok
}

// UserText gives interpreter names in a text back the form that users wrote:
// everything from the mark on is cut off.
func UserText(text string) string {
	var b strings.Builder
	for {
		before, after, found := strings.Cut(text, mark)
		b.WriteString(before)
		if !found {
			return b.String()
		}
		text = strings.TrimLeft(after, "0123456789")
	}
}
