package gotype

//lint:file-ignore U1000 the fields are there to be seen by reflect

import (
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
	"unsafe"
)

// writeType writes what reflect reports about a type.
func writeType(s *strings.Builder, rt reflect.Type, depth int) {
	fmt.Fprintf(s, "%s name=%q pkg=%q kind=%s size=%d align=%d,%d cmp=%t",
		rt, rt.Name(), rt.PkgPath(), rt.Kind(), rt.Size(), rt.Align(), rt.FieldAlign(), rt.Comparable())
	r := headOf(rt)
	fmt.Fprintf(s, " ptr=%d flags=%b", r.ptrBytes, r.tflag&^(flagExtraStar))
	if depth == 0 {
		s.WriteString("...")
		return
	}
	sub := func(label string, rt reflect.Type) {
		s.WriteString("\n" + label + ": ")
		writeType(s, rt, depth-1)
	}
	for i := range rt.NumMethod() {
		m := rt.Method(i)
		fmt.Fprintf(s, "\nmethod %s %q %d", m.Name, m.PkgPath, m.Index)
		sub("its type", m.Type)
		n, ok := rt.MethodByName(m.Name)
		fmt.Fprint(s, n.Name, ok)
	}
	switch rt.Kind() {
	case reflect.Array:
		fmt.Fprint(s, rt.Len())
		sub("elem", rt.Elem())
	case reflect.Chan:
		fmt.Fprint(s, rt.ChanDir())
		sub("elem", rt.Elem())
	case reflect.Map:
		m := (*mapType)(unsafe.Pointer(headOf(rt)))
		fmt.Fprint(s, m.groupSize, m.slotSize, m.elemOff, m.flags)
		sub("key", rt.Key())
		sub("elem", rt.Elem())
	case reflect.Slice:
		sub("elem", rt.Elem())
	case reflect.Pointer:
		sub("elem", rt.Elem())
	case reflect.Func:
		fmt.Fprint(s, rt.IsVariadic())
		for p := range rt.Ins() {
			sub("in", p)
		}
		for p := range rt.Outs() {
			sub("out", p)
		}
	case reflect.Struct:
		for f := range rt.Fields() {
			fmt.Fprintf(s, "\nfield %s %q %q %d %v %t", f.Name, f.PkgPath, f.Tag, f.Offset, f.Index, f.Anonymous)
			sub("its type", f.Type)
		}
	}
	if rt.Kind() != reflect.Pointer {
		sub("pointer", reflect.PointerTo(rt))
	}
}

type (
	tInt      int
	tFloat    float32
	tString   string
	tBool     bool
	tComplex  complex128
	tSlice    []tSlice
	tMap      map[string]tMap
	tFunc     func(tFunc, ...tStruct) (tFunc, error)
	tChan     chan tChan
	tPtr      *tPtr
	tArray    [3]*tArray
	tFloats   [4]tFloat
	tNone     struct{}
	tZero     [0]func()
	tInterOne interface{ One(tInterOne) tInterOne }
	tInter    interface {
		tInterOne
		hidden(a *tStruct) int
		Zwei() (tInter, error)
		fmt.Stringer
	}
	tEmpty  any
	tStruct struct {
		A int `json:"a,omitempty" xml:"b"`
		b string
		*tOther
		tInt
		_     int8
		C     map[tKey][]tStruct
		D     func(*tStruct) struct{ X, y tInt }
		E     chan<- tOther
		F     [2]tOther
		G     any
		H     error
		I     tInter
		J     interface{ Do(tStruct) }
		K     *[]map[string]*[3]tStruct
		L     tMap
		M, N  tPtr
		O     struct{ tNone }
		P     <-chan (<-chan tOther)
		Q     struct{ _ tInt }
		R     io.Reader
		S     []struct{ x *tOther }
		Last  tNone
		tNone tNone
	}
	tOther struct {
		s    *tStruct
		f    float64
		rest [2]tKey
	}
	tKey struct {
		a tInt
		b tString
		c tFloat
		_ int32
		d tBool
	}
	tOnePtr  struct{ p *tStruct }
	tOneElem [1]tOnePtr
	tLarge   struct {
		a [20]tString
		b [20000]*tLarge
		c int
	}
	tPair[A, B any] struct {
		First  A
		Second B
	}
	tList[T any] struct {
		value T
		next  *tList[T]
	}
)

func (tInt) Val()                      {}
func (*tInt) Ptr() int                 { return 0 }
func (tKey) Key(a, b int) tKey         { return tKey{} }
func (k *tKey) Äußerst(...string)      {}
func (k tOnePtr) Zero(tOneElem) tArray { return tArray{} }
func (l *tList[T]) Push(v T) *tList[T] { return &tList[T]{v, l} }
func (p tPair[A, B]) Swap() tPair[B, A] {
	return tPair[B, A]{p.Second, p.First}
}

// typeTable lists types that are remade and compared.
var typeTable = []reflect.Type{
	reflect.TypeFor[tInt](), reflect.TypeFor[tFloat](), reflect.TypeFor[tString](), reflect.TypeFor[tBool](),
	reflect.TypeFor[tComplex](), reflect.TypeFor[tSlice](), reflect.TypeFor[tMap](), reflect.TypeFor[tFunc](),
	reflect.TypeFor[tChan](), reflect.TypeFor[tPtr](), reflect.TypeFor[tArray](), reflect.TypeFor[tFloats](),
	reflect.TypeFor[tNone](), reflect.TypeFor[tZero](), reflect.TypeFor[tInterOne](), reflect.TypeFor[tEmpty](),
	reflect.TypeFor[tStruct](), reflect.TypeFor[tOther](), reflect.TypeFor[tKey](), reflect.TypeFor[tOnePtr](),
	reflect.TypeFor[tOneElem](), reflect.TypeFor[tLarge](),
	reflect.TypeFor[tPair[int, string]](), reflect.TypeFor[*tPair[tInt, *tKey]](), reflect.TypeFor[tList[tKey]](),
	reflect.TypeFor[map[tKey]tStruct](), reflect.TypeFor[map[tLarge]tLarge](), reflect.TypeFor[[]map[int]tInt](),
	reflect.TypeFor[struct {
		tInt
		A any
		*tKey
	}](),
	reflect.TypeFor[interface{ Do(tKey) tInt }](),
	reflect.TypeFor[func(...tInt)](),
	reflect.TypeFor[tInter](),
}

func TestReflect(t *testing.T) {
	f := newForge(t)
	for _, rt := range typeTable {
		got := f.of(rt)
		if got == rt {
			t.Errorf("%s is the compiled type", rt)
		}
		if got, want := describe(got, 4), describe(rt, 4); got != want {
			t.Errorf("%s:\n%s", rt, firstDifference(got, want))
		}
	}
}

func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range g {
		if i >= len(w) || g[i] != w[i] {
			return fmt.Sprintf("line %d: got\n\t%s\nwant\n\t%s", i, g[i], strings.Join(w[min(i, len(w)):min(i+1, len(w))], ""))
		}
	}
	return "shorter"
}
