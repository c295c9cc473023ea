package yaegipatch

import (
	"go/constant"
	"reflect"
	"unsafe"
)

// operand is the location of a node's value: in a frame, or fixed.
type operand struct {
	level, index int
	fixed        unsafe.Pointer // the address of a constant
	typ          reflect.Type
}

// local reports whether an operand is in the frame of the call itself.
func (o operand) local() bool { return o.fixed == nil && o.level == 0 }

// address returns a function that finds the operand. Its values must be kept at
// addresses, as all are except pointer-shaped ones.
func (o operand) address() func(*frame) unsafe.Pointer {
	i := o.index
	switch {
	case o.fixed != nil:
		p := o.fixed
		return func(*frame) unsafe.Pointer { return p }
	case o.level == 0:
		return func(f *frame) unsafe.Pointer { return f.data[i].ptr }
	case o.level == 1:
		return func(f *frame) unsafe.Pointer { return f.anc.data[i].ptr }
	case o.level == global:
		return func(f *frame) unsafe.Pointer { return f.root.data[i].ptr }
	}
	l := o.level
	return func(f *frame) unsafe.Pointer { return f.up(l).data[i].ptr }
}

// word returns a function that reads an operand of a pointer's shape.
func (o operand) word() func(*frame) unsafe.Pointer {
	i, l := o.index, o.level
	switch {
	case o.fixed != nil:
		p := *(*unsafe.Pointer)(o.fixed)
		return func(*frame) unsafe.Pointer { return p }
	case l == 0:
		return func(f *frame) unsafe.Pointer { return f.data[i].word() }
	}
	return func(f *frame) unsafe.Pointer { return f.of(l).data[i].word() }
}

// word returns the pointer in a pointer-shaped value.
func (v *value) word() unsafe.Pointer {
	if v.flag&indirect != 0 {
		return *(*unsafe.Pointer)(v.ptr)
	}
	return v.ptr
}

// function returns the function around a node some levels above it.
func (g *generation) function(level int) *node {
	for n := g.n; n != nil; n = n.anc {
		if n.kind != g.funcDecl && n.kind != g.funcLit {
			continue
		}
		if level == 0 {
			return n
		}
		level--
	}
	return nil
}

// slot returns the operand at an index of the frame of a level.
func (g *generation) slot(level, index int) (operand, bool) {
	if level == global || index < 0 {
		return operand{}, false
	}
	f := g.function(level)
	if f == nil || index >= len(f.types) || f.types[index] == nil {
		return operand{}, false
	}
	return operand{level: level, index: index, typ: f.types[index]}, true
}

// operand returns the location of a node's value after its computation. Constants and
// nil have none.
func (g *generation) operand(n *node) (operand, bool) {
	if n.rval.IsValid() || n.kind == g.basicLit {
		return operand{}, false
	}
	if s := n.sym; s != nil {
		switch {
		case s.index < 0:
			return operand{}, false
		case s.global:
			if s.typ == nil || s.typ.rtype == nil {
				return operand{}, false
			}
			return operand{level: global, index: s.index, typ: s.typ.rtype}, true
		}
		return g.slot(n.level, s.index)
	}
	return g.slot(n.level, n.findex)
}

// operandOf returns the location of a node's value, which may be a constant of a type.
func (g *generation) operandOf(n *node, t reflect.Type) (operand, bool) {
	if !n.rval.IsValid() {
		return g.operand(n)
	}
	p := constantOf(n.rval, t)
	return operand{fixed: p, typ: t}, p != nil
}

// constantOf returns the address of a constant as one of a type, or nil.
func constantOf(v reflect.Value, t reflect.Type) unsafe.Pointer {
	p := reflect.New(t)
	if v.CanInterface() {
		if c, ok := v.Interface().(constant.Value); ok {
			if !setConstant(p.Elem(), c) {
				return nil
			}
			return p.UnsafePointer()
		}
	}
	if v.Type() == t {
		p.Elem().Set(v)
		return p.UnsafePointer()
	}
	if !isNumber(v.Kind()) || !isNumber(t.Kind()) || v.Type().PkgPath() != "" {
		return nil
	}
	p.Elem().Set(v.Convert(t))
	return p.UnsafePointer()
}

func setConstant(to reflect.Value, c constant.Value) bool {
	switch {
	case to.CanInt():
		x, ok := constant.Int64Val(constant.ToInt(c))
		to.SetInt(x)
		return ok
	case to.CanUint():
		x, ok := constant.Uint64Val(constant.ToInt(c))
		to.SetUint(x)
		return ok
	case to.CanFloat():
		if k := c.Kind(); k != constant.Int && k != constant.Float {
			return false
		}
		x, _ := constant.Float64Val(c)
		to.SetFloat(x)
		return true
	case to.Kind() == reflect.String && c.Kind() == constant.String:
		to.SetString(constant.StringVal(c))
		return true
	}
	return false
}

func isNumber(k reflect.Kind) bool { return k >= reflect.Int && k <= reflect.Float64 }

// destination returns the location for a node's own value.
func (g *generation) destination() (operand, bool) {
	return g.operand(g.n)
}
