package gotype

import (
	"maps"
	"reflect"
	"sync/atomic"
)

// A family is the versions of one declared type: where a method is added to the
// declaration, a type with it is described anew, with the same layout and
// Family. The values that there are keep their type, the old version; an
// assertion to one version accepts the others, and one to an interface asks the
// newest.
type family struct {
	newest  *entry
	members []*entry
}

// versions are the types that belong to families, and pointers to them.
type versions struct {
	families map[*rtype]familyOf
	outdated map[*rtype]*rtype // to the newest version
}

type familyOf struct {
	*family
	pointer bool
}

// known is replaced as a whole. making guards that.
var known atomic.Pointer[versions]

// joinFamily adds a version that is there.
func (t *Types) joinFamily(e *entry) {
	id := e.desc.Family
	if id == 0 || e.desc.Name == "" {
		return
	}
	f := t.families[id]
	if f == nil {
		f = &family{}
		t.families[id] = f
	}
	f.newest = e
	f.members = append(f.members, e)

	v := &versions{families: map[*rtype]familyOf{}, outdated: map[*rtype]*rtype{}}
	if old := known.Load(); old != nil {
		v.families, v.outdated = maps.Clone(old.families), maps.Clone(old.outdated)
	}
	for _, m := range f.members {
		r := headOf(m.rt)
		v.families[r] = familyOf{f, false}
		v.families[m.ptr] = familyOf{f, true}
		if m != e {
			v.outdated[r], v.outdated[m.ptr] = headOf(e.rt), e.ptr
		}
	}
	known.Store(v)
}

// sameFamily reports whether two types are versions of one, or pointers to
// such.
func sameFamily(a, b *rtype) bool {
	v := known.Load()
	if v == nil {
		return false
	}
	f, ok := v.families[a]
	return ok && f == v.families[b]
}

// newest is the newest version of a type, or of the one it points to.
func newest(r *rtype) *rtype {
	v := known.Load()
	if v == nil || len(v.outdated) == 0 {
		return r
	}
	if n, ok := v.outdated[r]; ok {
		return n
	}
	return r
}

// Newest is the newest version of a type of a family, or of a pointer to one;
// of other types the type itself.
func Newest(rt reflect.Type) reflect.Type {
	return newest(headOf(rt)).reflected()
}
