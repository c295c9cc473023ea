package yaegipatch

import (
	"cmp"
	"reflect"
	"unsafe"
)

type integer interface {
	int | int8 | int16 | int32 | int64 | uint | uint8 | uint16 | uint32 | uint64 | uintptr
}

type number interface {
	integer | float32 | float64
}

// operations are the generators of operations, by what makes them for two
// operands and a result of a kind.
var operations = map[string]func(k reflect.Kind) func(g *generation, x, y, z operand) bool{
	"add": adding, "sub": ofNumbers(subtract), "mul": ofNumbers(multiply), "quo": ofNumbers(divide),
	"rem": ofIntegers(rest), "and": ofIntegers(and), "or": ofIntegers(or), "xor": ofIntegers(xor), "andNot": ofIntegers(andNot),
}

// operation is one on two operands.
type operation int

const (
	plus operation = iota
	subtract
	multiply
	divide
	rest
	and
	or
	xor
	andNot
)

type made = func(g *generation, x, y, z operand) bool

func adding(k reflect.Kind) made {
	if k == reflect.String {
		return make2(func(a, b string) string { return a + b })
	}
	return ofNumbers(plus)(k)
}

func ofNumbers(o operation) func(reflect.Kind) made {
	return func(k reflect.Kind) made {
		switch k {
		case reflect.Float64:
			return make2(arithmetic[float64](o))
		case reflect.Float32:
			return make2(arithmetic[float32](o))
		}
		return ofIntegers(o)(k)
	}
}

func ofIntegers(o operation) func(reflect.Kind) made {
	return func(k reflect.Kind) made {
		switch k {
		case reflect.Int:
			return make2(bits[int](o))
		case reflect.Int8:
			return make2(bits[int8](o))
		case reflect.Int16:
			return make2(bits[int16](o))
		case reflect.Int32:
			return make2(bits[int32](o))
		case reflect.Int64:
			return make2(bits[int64](o))
		case reflect.Uint:
			return make2(bits[uint](o))
		case reflect.Uint8:
			return make2(bits[uint8](o))
		case reflect.Uint16:
			return make2(bits[uint16](o))
		case reflect.Uint32:
			return make2(bits[uint32](o))
		case reflect.Uint64:
			return make2(bits[uint64](o))
		case reflect.Uintptr:
			return make2(bits[uintptr](o))
		}
		return nil
	}
}

func arithmetic[T number](o operation) func(a, b T) T {
	switch o {
	case plus:
		return func(a, b T) T { return a + b }
	case subtract:
		return func(a, b T) T { return a - b }
	case multiply:
		return func(a, b T) T { return a * b }
	case divide:
		return func(a, b T) T { return a / b }
	}
	return nil
}

func bits[T integer](o operation) func(a, b T) T {
	switch o {
	case rest:
		return func(a, b T) T { return a % b }
	case and:
		return func(a, b T) T { return a & b }
	case or:
		return func(a, b T) T { return a | b }
	case xor:
		return func(a, b T) T { return a ^ b }
	case andNot:
		return func(a, b T) T { return a &^ b }
	}
	return arithmetic[T](o)
}

// make2 makes an operation on two operands of a type.
func make2[T any](op func(a, b T) T) made {
	return func(g *generation, x, y, z operand) bool {
		next := g.next()
		if x.local() && y.local() && z.local() {
			i, j, k := x.index, y.index, z.index
			g.n.exec = func(f *frame) step {
				d := f.data
				*(*T)(d[k].ptr) = op(*(*T)(d[i].ptr), *(*T)(d[j].ptr))
				return next
			}
			return true
		}
		if x.local() && y.fixed != nil && z.local() {
			i, b, k := x.index, *(*T)(y.fixed), z.index
			g.n.exec = func(f *frame) step {
				d := f.data
				*(*T)(d[k].ptr) = op(*(*T)(d[i].ptr), b)
				return next
			}
			return true
		}
		a, b, to := x.address(), y.address(), z.address()
		g.n.exec = func(f *frame) step {
			*(*T)(to(f)) = op(*(*T)(a(f)), *(*T)(b(f)))
			return next
		}
		return true
	}
}

// binary makes an operation on two operands of one type, with a result of the
// same type.
func binary(g *generation) bool {
	z, ok := g.destination()
	if !ok || g.n.fnext != nil || len(g.n.child) != 2 {
		return false
	}
	x, okx := g.operandOf(g.n.child[0], z.typ)
	y, oky := g.operandOf(g.n.child[1], z.typ)
	if !okx || !oky || x.typ != z.typ || y.typ != z.typ || x.fixed != nil && y.fixed != nil {
		return false
	}
	f := operations[g.name](z.typ.Kind())
	return f != nil && f(g, x, y, z)
}

// comparisons are the generators of comparisons.
var comparisons = map[string]bool{
	"lower": true, "lowerEqual": true, "greater": true, "greaterEqual": true, "equal": true, "notEqual": true,
}

// comparison makes a comparison of two operands of one type.
func comparison(g *generation) bool {
	z, ok := g.destination()
	if !ok || z.typ.Kind() != reflect.Bool || len(g.n.child) != 2 {
		return false
	}
	c0, c1 := g.n.child[0], g.n.child[1]
	var x, y operand
	var okx, oky bool
	if c0.rval.IsValid() {
		y, oky = g.operand(c1)
		if oky {
			x, okx = g.operandOf(c0, y.typ)
		}
	} else if x, okx = g.operand(c0); okx {
		y, oky = g.operandOf(c1, x.typ)
	}
	if !okx || !oky || x.typ != y.typ {
		return false
	}
	name := g.name
	switch x.typ.Kind() {
	case reflect.Int:
		return compare[int](g, name, x, y, z)
	case reflect.Int8:
		return compare[int8](g, name, x, y, z)
	case reflect.Int16:
		return compare[int16](g, name, x, y, z)
	case reflect.Int32:
		return compare[int32](g, name, x, y, z)
	case reflect.Int64:
		return compare[int64](g, name, x, y, z)
	case reflect.Uint:
		return compare[uint](g, name, x, y, z)
	case reflect.Uint8:
		return compare[uint8](g, name, x, y, z)
	case reflect.Uint16:
		return compare[uint16](g, name, x, y, z)
	case reflect.Uint32:
		return compare[uint32](g, name, x, y, z)
	case reflect.Uint64:
		return compare[uint64](g, name, x, y, z)
	case reflect.Uintptr:
		return compare[uintptr](g, name, x, y, z)
	case reflect.Float32:
		return compare[float32](g, name, x, y, z)
	case reflect.Float64:
		return compare[float64](g, name, x, y, z)
	case reflect.String:
		return compare[string](g, name, x, y, z)
	}
	return false
}

func compare[T cmp.Ordered](g *generation, name string, x, y, z operand) bool {
	var op func(a, b T) bool
	switch name {
	case "lower":
		op = func(a, b T) bool { return a < b }
	case "lowerEqual":
		op = func(a, b T) bool { return a <= b }
	case "greater":
		op = func(a, b T) bool { return a > b }
	case "greaterEqual":
		op = func(a, b T) bool { return a >= b }
	case "equal":
		op = func(a, b T) bool { return a == b }
	case "notEqual":
		op = func(a, b T) bool { return a != b }
	}
	next, otherwise := g.next(), step(nil)
	branches := g.n.fnext != nil
	if branches {
		otherwise = g.n.fnext.exec
	}
	if branches && x.local() && z.local() && (y.local() || y.fixed != nil) {
		i, j, k := x.index, y.index, z.index
		if y.fixed != nil {
			b := *(*T)(y.fixed)
			g.n.exec = func(f *frame) step {
				d := f.data
				yes := op(*(*T)(d[i].ptr), b)
				*(*bool)(d[k].ptr) = yes
				if yes {
					return next
				}
				return otherwise
			}
			return true
		}
		g.n.exec = func(f *frame) step {
			d := f.data
			yes := op(*(*T)(d[i].ptr), *(*T)(d[j].ptr))
			*(*bool)(d[k].ptr) = yes
			if yes {
				return next
			}
			return otherwise
		}
		return true
	}
	a, b, to := x.address(), y.address(), z.address()
	g.n.exec = func(f *frame) step {
		yes := op(*(*T)(a(f)), *(*T)(b(f)))
		*(*bool)(to(f)) = yes
		if branches && !yes {
			return otherwise
		}
		return next
	}
	return true
}

// convert makes a conversion between the types of numbers that Go declares.
func convert(g *generation) bool {
	z, ok := g.destination()
	if !ok || g.n.fnext != nil || len(g.n.child) != 2 {
		return false
	}
	x, ok := g.operand(g.n.child[1])
	if !ok || !plain(x.typ) || !plain(z.typ) {
		return false
	}
	var op func(to, from unsafe.Pointer)
	switch x.typ.Kind() {
	case reflect.Int:
		op = conversion[int](z.typ.Kind())
	case reflect.Int8:
		op = conversion[int8](z.typ.Kind())
	case reflect.Int16:
		op = conversion[int16](z.typ.Kind())
	case reflect.Int32:
		op = conversion[int32](z.typ.Kind())
	case reflect.Int64:
		op = conversion[int64](z.typ.Kind())
	case reflect.Uint:
		op = conversion[uint](z.typ.Kind())
	case reflect.Uint8:
		op = conversion[uint8](z.typ.Kind())
	case reflect.Uint16:
		op = conversion[uint16](z.typ.Kind())
	case reflect.Uint32:
		op = conversion[uint32](z.typ.Kind())
	case reflect.Uint64:
		op = conversion[uint64](z.typ.Kind())
	case reflect.Uintptr:
		op = conversion[uintptr](z.typ.Kind())
	case reflect.Float32:
		op = conversion[float32](z.typ.Kind())
	case reflect.Float64:
		op = conversion[float64](z.typ.Kind())
	}
	if op == nil {
		return false
	}
	next, from, to := g.next(), x.address(), z.address()
	g.n.exec = func(f *frame) step {
		op(to(f), from(f))
		return next
	}
	return true
}

// plain reports whether a type is one of numbers that Go declares.
func plain(t reflect.Type) bool { return isNumber(t.Kind()) && t.PkgPath() == "" }

func conversion[S number](to reflect.Kind) func(to, from unsafe.Pointer) {
	switch to {
	case reflect.Int:
		return converted[S, int]
	case reflect.Int8:
		return converted[S, int8]
	case reflect.Int16:
		return converted[S, int16]
	case reflect.Int32:
		return converted[S, int32]
	case reflect.Int64:
		return converted[S, int64]
	case reflect.Uint:
		return converted[S, uint]
	case reflect.Uint8:
		return converted[S, uint8]
	case reflect.Uint16:
		return converted[S, uint16]
	case reflect.Uint32:
		return converted[S, uint32]
	case reflect.Uint64:
		return converted[S, uint64]
	case reflect.Uintptr:
		return converted[S, uintptr]
	case reflect.Float32:
		return converted[S, float32]
	case reflect.Float64:
		return converted[S, float64]
	}
	return nil
}

func converted[S, D number](to, from unsafe.Pointer) { *(*D)(to) = D(*(*S)(from)) }
