package emit

import (
	"encoding/binary"
	"fmt"
	"go/constant"
	"go/types"
	"math"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// data.go: tables of numbers, as fonts and Unicode's are. SSA stores each element of such an array on its own; here the
// elements that are constants become one text of bytes, from which the worker makes the array.

// arrays has the stores that stand for those of an array's elements, with the bytes of the array.
type arrays struct {
	symbols *symbols
	types   *typeTable
	bytes   map[*ssa.Store]string
}

const (
	fewestElements = 32
	largestArray   = 1 << 26 // bytes
)

// layout is that of the compiler.
var layout = types.SizesFor("gc", runtime.GOARCH)

// text returns the text of the value of a store that stands for others.
func (as *arrays) text(s *ssa.Store) (string, bool) {
	data, ok := as.bytes[s]
	if !ok {
		return "", false
	}
	id := as.types.workID(types.NewPointer(s.Val.Type()))
	return "*" + as.symbols.of(fmt.Sprintf("bytes %d", id), "bytes", Symbol{Kind: BytesSymbol, Type: id}) + fmt.Sprintf("(%+q)", data), true
}

// fold folds the arrays of a function that initialises a package's variables.
func (as *arrays) fold(f *ssa.Function) {
	used := map[ssa.Value]bool{} // arrays that may hold something
	for _, b := range f.Blocks {
		var kept []ssa.Instruction
		for i := 0; i < len(b.Instrs); {
			run := runOf(b.Instrs[i:])
			kept = append(kept, as.foldRun(run, used)...)
			i += len(run)
			if i < len(b.Instrs) {
				for _, v := range b.Instrs[i].Operands(nil) {
					used[*v] = true
				}
				kept = append(kept, b.Instrs[i])
				i++
			}
		}
		b.Instrs = kept
	}
}

// runOf returns the instructions at the beginning that store constants into elements, or compute addresses for that.
func runOf(instrs []ssa.Instruction) []ssa.Instruction {
	for i, in := range instrs {
		switch in := in.(type) {
		case *ssa.IndexAddr, *ssa.FieldAddr:
		case *ssa.Store:
			if !isConst(in.Val) {
				return instrs[:i]
			}
		default:
			return instrs[:i]
		}
	}
	return instrs
}

// foldRun replaces the stores of a run by one for each array that nothing has used before.
func (as *arrays) foldRun(run []ssa.Instruction, used map[ssa.Value]bool) []ssa.Instruction {
	found := map[ssa.Value]*elements{}
	for _, in := range run {
		if s, ok := in.(*ssa.Store); ok {
			if t, ok := targetOf(s.Addr); ok {
				if found[t.array] == nil {
					found[t.array] = newElements(t.array, used)
				}
				found[t.array].add(s, t)
			}
		} else if v, ok := in.(ssa.Value); ok && !isOnlyStoredTo(v) {
			if t, ok := targetOf(v); ok {
				found[t.array] = &elements{} // its address goes elsewhere
			}
		}
	}
	gone := map[ssa.Instruction]bool{}
	for array, e := range found {
		used[array] = true
		if e.size > 0 && len(e.stores) >= fewestElements {
			as.replace(array, e, gone)
		}
	}
	return slices.DeleteFunc(slices.Clone(run), func(in ssa.Instruction) bool { return gone[in] })
}

// replace makes the last store that of the whole array, and notes the other instructions as gone.
func (as *arrays) replace(array ssa.Value, e *elements, gone map[ssa.Instruction]bool) {
	last := e.stores[len(e.stores)-1]
	for _, in := range e.addresses {
		gone[in] = true
	}
	for _, s := range e.stores[:len(e.stores)-1] {
		gone[s] = true
	}
	if users := array.Referrers(); users != nil {
		*users = append(slices.DeleteFunc(*users, func(in ssa.Instruction) bool { return gone[in] }), last)
	}
	last.Addr, last.Val = array, ssa.NewConst(nil, deref(array.Type()))
	as.bytes[last] = string(e.data)
}

// elements are the constants that are stored into an array. The size is 0 for one that cannot be folded.
type elements struct {
	size      int64
	data      []byte
	stores    []*ssa.Store
	addresses []ssa.Instruction
}

func newElements(array ssa.Value, used map[ssa.Value]bool) *elements {
	t, ok := deref(array.Type()).Underlying().(*types.Array)
	if !ok || used[array] || !isFlat(t) {
		return &elements{}
	}
	if g, ok := array.(*ssa.Global); ok && strings.Contains(g.Name(), "$") {
		return &elements{}
	}
	size := layout.Sizeof(t)
	if size > largestArray {
		return &elements{}
	}
	return &elements{size: size, data: make([]byte, size)}
}

func (e *elements) add(s *ssa.Store, t elementPlace) {
	if e.size > 0 && encode(e.data[t.offset:], s.Val.(*ssa.Const)) {
		e.stores = append(e.stores, s)
		e.addresses = append(e.addresses, t.path...)
		return
	}
	e.size = 0
}

// elementPlace is a place in an array, and the instructions that compute its address.
type elementPlace struct {
	array  ssa.Value
	offset int64
	path   []ssa.Instruction
}

// targetOf returns the place that an address of an element, or of a field of one, means.
func targetOf(v ssa.Value) (t elementPlace, ok bool) {
	for {
		switch x := v.(type) {
		case *ssa.Alloc, *ssa.Global:
			t.array = x
			return t, len(t.path) > 0
		case *ssa.IndexAddr:
			k, known := x.Index.(*ssa.Const)
			a, array := deref(x.X.Type()).Underlying().(*types.Array)
			if !known || !array {
				return t, false
			}
			t.offset += k.Int64() * layout.Sizeof(a.Elem())
			t.path, v = append(t.path, x), x.X
		case *ssa.FieldAddr:
			s := deref(x.X.Type()).Underlying().(*types.Struct)
			t.offset += layout.Offsetsof(slices.Collect(s.Fields()))[x.Field]
			t.path, v = append(t.path, x), x.X
		default:
			return t, false
		}
	}
}

// isOnlyStoredTo reports whether an address is used to store into, or to compute such addresses.
func isOnlyStoredTo(v ssa.Value) bool {
	for _, in := range *v.Referrers() {
		switch in := in.(type) {
		case *ssa.Store:
			if in.Val == v || !isConst(in.Val) {
				return false
			}
		case *ssa.IndexAddr, *ssa.FieldAddr:
		default:
			return false
		}
	}
	return true
}

// isFlat reports whether a type is made of numbers and truth values alone.
func isFlat(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return t.Info()&(types.IsInteger|types.IsFloat|types.IsBoolean) != 0
	case *types.Array:
		return isFlat(t.Elem())
	case *types.Struct:
		for f := range t.Fields() {
			if !isFlat(f.Type()) {
				return false
			}
		}
		return true
	}
	return false
}

// encode writes a constant as it is in memory. It reports whether it can.
func encode(to []byte, k *ssa.Const) bool {
	basic, ok := k.Type().Underlying().(*types.Basic)
	if !ok || k.Value == nil {
		return false
	}
	var bits uint64
	switch info := basic.Info(); {
	case info&types.IsBoolean != 0:
		if constant.BoolVal(k.Value) {
			bits = 1
		}
	case info&types.IsUnsigned != 0:
		bits = k.Uint64()
	case info&types.IsInteger != 0:
		bits = uint64(k.Int64())
	case basic.Kind() == types.Float32:
		x, _ := constant.Float32Val(constant.ToFloat(k.Value))
		bits = uint64(math.Float32bits(x))
	case basic.Kind() == types.Float64:
		x, _ := constant.Float64Val(constant.ToFloat(k.Value))
		bits = math.Float64bits(x)
	default:
		return false
	}
	var word [8]byte
	binary.NativeEndian.PutUint64(word[:], bits)
	size := layout.Sizeof(basic)
	if isBigEndian {
		copy(to[:size], word[8-size:])
	} else {
		copy(to[:size], word[:])
	}
	return true
}

// isBigEndian reports whether the highest byte of a number is the first.
var isBigEndian = binary.NativeEndian.Uint16([]byte{0, 1}) == 1
