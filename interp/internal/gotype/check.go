package gotype

import (
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"sync"
	"unsafe"
)

// Check returns an error unless types can be made here: the Go version that compiled
// this must lay types out as this package knows, and there must be code for its
// architecture. It changes nothing.
func Check() error { return checked() }

var checked = sync.OnceValue(func() (err error) {
	if !stubsSupported {
		return fmt.Errorf("gotype: types with methods can't be made on %s", runtime.GOARCH)
	}
	defer func() {
		if r := recover(); r != nil {
			err = layoutError("%v", r)
		}
	}()
	for _, check := range []func() error{
		checkMirrors, checkHeads, checkStruct, checkMethods, checkInterface, checkFunc, checkValue, checkStubs,
	} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
})

// layoutError returns the error of a Go that this package doesn't know.
func layoutError(format string, args ...any) error {
	return fmt.Errorf("gotype: %s lays out types in a way that this package does not know: %w",
		runtime.Version(), fmt.Errorf(format, args...))
}

// checkMirrors compares those structs that reflect lets us see.
func checkMirrors() error {
	head := reflect.TypeOf(reflect.TypeFor[int]()).Elem() // reflect.rtype
	for head.NumField() == 1 {
		head = head.Field(0).Type // abi.Type
	}
	for _, m := range []struct {
		real, mirror reflect.Type
		names        []string
	}{
		{head, reflect.TypeFor[rtype](), []string{
			"Size_", "PtrBytes", "Hash", "TFlag", "Align_", "FieldAlign_", "Kind_", "Equal", "GCData", "Str", "PtrToThis",
		}},
		{reflect.TypeFor[reflect.Value](), reflect.TypeFor[value](), []string{"typ_", "ptr", "flag"}},
		{reflect.TypeFor[runtime.TypeAssertionError](), reflect.TypeFor[assertionError](), []string{
			"_interface", "concrete", "asserted", "missingMethod",
		}},
	} {
		if m.real.Size() != m.mirror.Size() || m.real.NumField() != len(m.names) {
			return layoutError("%s has %d bytes and %d fields", m.real, m.real.Size(), m.real.NumField())
		}
		for i, name := range m.names {
			f, g := m.real.Field(i), m.mirror.Field(i)
			if f.Name != name || f.Offset != g.Offset || f.Type.Size() != g.Type.Size() {
				return layoutError("%s.%s is at %d", m.real, f.Name, f.Offset)
			}
		}
	}
	return nil
}

// Types for the checks.
type (
	checkedStruct struct {
		First  int `tag:"x"`
		second *checkedStruct
		checkedEmbedded
	}
	checkedEmbedded struct{}
	checkedMap      map[string]checkedStruct
	checkedNumber   int
	checkedChan     <-chan int
	checkedFunc     func(int, ...string) error
	checkedInter    interface {
		fmt.Stringer
		hidden(int)
	}
)

func (checkedNumber) String() string   { return "a checkedNumber" }
func (checkedNumber) hidden(int)       {}
func (*checkedNumber) Pointer()        {}
func (*checkedStruct) hidden()         {}
func (*checkedStruct) Pointer() string { return "" }
func (checkedFunc) Method()            {}

var (
	_ checkedInter          = checkedNumber(0)
	_ interface{ hidden() } = &checkedStruct{second: nil, checkedEmbedded: checkedEmbedded{}}
)

// checkHeads compares what follows the head, for each kind that has elements.
func checkHeads() error {
	number := headOf(reflect.TypeFor[checkedNumber]())
	at := func(rt reflect.Type) unsafe.Pointer { return unsafe.Pointer(headOf(rt)) }
	array := (*arrayType)(at(reflect.TypeFor[[7]checkedNumber]()))
	channel := (*chanType)(at(reflect.TypeFor[chan<- checkedNumber]()))
	key := headOf(reflect.TypeFor[string]())
	m := (*mapType)(at(reflect.TypeFor[map[string]checkedNumber]()))
	pointer := (*ptrType)(at(reflect.TypeFor[*checkedNumber]()))
	slice := (*sliceType)(at(reflect.TypeFor[[]checkedNumber]()))
	for kind, ok := range map[reflect.Kind]bool{
		reflect.Int: number.kind == uint8(reflect.Int) && number.size == 8 && number.ptrBytes == 0 && number.align == 8,
		reflect.Array: array.elem == number && array.len == 7 &&
			array.slice == headOf(reflect.TypeFor[[]checkedNumber]()),
		reflect.Chan:    channel.elem == number && channel.dir == int(reflect.SendDir),
		reflect.Map:     m.key == key && m.elem == number && m.slotSize == 24 && m.elemOff == 16 && m.group.size == m.groupSize,
		reflect.Pointer: pointer.elem == number,
		reflect.Slice:   slice.elem == number,
	} {
		if !ok {
			return layoutError("an unknown %s", kind)
		}
	}
	for rt, flags := range map[reflect.Type]uint8{
		reflect.TypeFor[checkedNumber]():     flagNamed | flagUncommon | flagRegular | flagExtraStar,
		reflect.TypeFor[*checkedNumber]():    flagUncommon | flagRegular | flagDirect,
		reflect.TypeFor[[]checkedNumber]():   flagExtraStar,
		reflect.TypeFor[[1]*checkedNumber](): flagRegular | flagDirect | flagExtraStar,
		reflect.TypeFor[float64]():           flagNamed | flagUncommon | flagExtraStar,
		reflect.TypeFor[checkedFunc]():       flagNamed | flagUncommon | flagDirect | flagExtraStar,
		reflect.TypeFor[[1 << 15]*int]():     flagRegular | flagGCOnDemand | flagExtraStar,
	} {
		if got := headOf(rt).tflag; got != flags {
			return layoutError("%s has the flags %b", rt, got)
		}
	}
	return nil
}

func checkStruct() error {
	rt := reflect.TypeFor[checkedStruct]()
	st := (*structType)(unsafe.Pointer(headOf(rt)))
	if len(st.fields) != rt.NumField() || decodeName(st.pkgPath) != rt.PkgPath() {
		return layoutError("an unknown struct")
	}
	for i, f := range st.fields {
		want := rt.Field(i)
		if decodeName(f.name) != want.Name || f.typ != headOf(want.Type) || f.offset != want.Offset {
			return layoutError("an unknown field of a struct")
		}
		made := name{text: want.Name, tag: string(want.Tag), exported: want.IsExported(), embedded: want.Anonymous}
		size := 2 + len(want.Name)
		if want.Tag != "" {
			size += 1 + len(want.Tag)
		}
		if unsafe.String(f.name, size) != unsafe.String(made.bytes(), size) {
			return layoutError("an unknown name")
		}
	}
	return nil
}

func checkMethods() error {
	for rt, counts := range map[reflect.Type][2]uint16{
		reflect.TypeFor[checkedNumber]():  {2, 1},
		reflect.TypeFor[*checkedNumber](): {3, 2},
		reflect.TypeFor[*checkedStruct](): {2, 1},
		reflect.TypeFor[checkedFunc]():    {1, 1},
		reflect.TypeFor[checkedMap]():     {0, 0},
		reflect.TypeFor[checkedChan]():    {0, 0},
	} {
		u := uncommonOf(headOf(rt))
		if u == nil || u.mcount != counts[0] || u.xcount != counts[1] {
			return layoutError("an unknown list of methods")
		}
		if u.mcount > 0 && u.moff < uint32(unsafe.Sizeof(*u)) {
			return layoutError("methods at another place")
		}
	}
	return nil
}

func checkInterface() error {
	rt := reflect.TypeFor[checkedInter]()
	it := (*interfaceType)(unsafe.Pointer(headOf(rt)))
	if len(it.methods) != 2 || decodeName(it.pkgPath) != rt.PkgPath() {
		return layoutError("an unknown interface")
	}
	var v checkedInter = checkedNumber(7)
	number := headOf(reflect.TypeFor[checkedNumber]())
	first := (*itab)((*iface)(unsafe.Pointer(&v)).first)
	if first.inter != it || first.typ != number || first.hash != number.hash || first.fun[0] == 0 {
		return layoutError("an unknown itab")
	}
	if getitab(it, number, false) != first {
		return layoutError("runtime.getitab gives another itab")
	}
	if *(*int)((*iface)(unsafe.Pointer(&v)).data) != 7 {
		return layoutError("an unknown interface value")
	}
	return nil
}

func checkFunc() error {
	f := (*funcType)(unsafe.Pointer(headOf(reflect.TypeFor[checkedFunc]())))
	params := unsafe.Slice((**rtype)(unsafe.Add(unsafe.Pointer(uncommonOf(&f.rtype)), unsafe.Sizeof(uncommon{}))), 3)
	if f.in != 2 || f.out != 1|variadicBit || params[0] != headOf(reflect.TypeFor[int]()) ||
		params[1] != headOf(reflect.TypeFor[[]string]()) || params[2] != headOf(reflect.TypeFor[error]()) {
		return layoutError("an unknown func")
	}
	return nil
}

func checkValue() error {
	var n checkedNumber
	v := reflect.ValueOf(&n).Elem()
	p := (*value)(unsafe.Pointer(&v))
	if p.typ != headOf(reflect.TypeFor[checkedNumber]()) || p.ptr != unsafe.Pointer(&n) ||
		p.flag&valueKind != uintptr(reflect.Int) || p.flag&valueIndirect == 0 || p.flag&(valueReadOnly|valueMethod) != 0 {
		return layoutError("an unknown reflect.Value")
	}
	m := v.Method(0)
	if (*value)(unsafe.Pointer(&m)).flag&valueMethod == 0 {
		return layoutError("an unknown reflect.Value of a method")
	}
	for i := 1; i <= 2; i++ { // a hidden field, and a hidden embedded one
		f := reflect.ValueOf(checkedStruct{}).Field(i)
		if (*value)(unsafe.Pointer(&f)).flag&valueReadOnly == 0 {
			return layoutError("an unknown reflect.Value of a hidden field")
		}
	}
	return nil
}

// checkStubs calls some of the stubs, while none is used.
func checkStubs() error {
	making.Lock()
	defer making.Unlock()
	if usedStubs > 0 {
		return errors.New("gotype: stubs in use before the check")
	}
	for _, i := range []int{0, 1, 7, 8, 127, 128, poolSize/8 - 1, poolSize / 8, poolSize - 1} {
		setStub(i, closureOf(func(a *int, b float64, c string, d [2]int) (string, int) { return c, *a + int(b) + d[1] + i }))
		code := stubCode(i)
		closure := unsafe.Pointer(&code)
		call := *(*func(a *int, b float64, c string, d [2]int) (string, int))(unsafe.Pointer(&closure))
		one := 1
		s, n := call(&one, 2, "s", [2]int{0, 4})
		if s != "s" || n != 7+i {
			return layoutError("a stub called with other registers")
		}
		setStub(i, nil)
	}
	return nil
}
