package emit

import (
	"encoding/binary"
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"maps"
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
	used := map[ssa.Value]bool{} // what may hold something
	for _, b := range f.Blocks {
		var kept []ssa.Instruction
		for i := 0; i < len(b.Instrs); {
			r := newRun(b.Instrs[i:], used)
			kept = append(kept, as.foldRun(r)...)
			if i += len(r.instrs); i < len(b.Instrs) {
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

// run is a sequence of instructions that only fill variables with constants.
type run struct {
	instrs  []ssa.Instruction
	used    map[ssa.Value]bool
	filled  map[ssa.Value]*image // by variable
	loaded  map[ssa.Value]*image // by what reads a whole variable
	targets []ssa.Value          // of filled, in order
}

// image is the memory of a variable. The data are nil where they are not known.
type image struct {
	data   []byte
	leaves int               // constants in it
	stores []*ssa.Store      // into a variable
	all    []ssa.Instruction // that are of no use where the image is known
}

// newRun returns the run at the beginning of some instructions. used are variables that may hold something.
func newRun(instrs []ssa.Instruction, used map[ssa.Value]bool) *run {
	r := &run{used: used, filled: map[ssa.Value]*image{}, loaded: map[ssa.Value]*image{}}
	for _, in := range instrs {
		if !r.takes(in) {
			break
		}
		r.instrs = append(r.instrs, in)
	}
	for _, in := range r.instrs {
		switch in := in.(type) {
		case *ssa.IndexAddr:
			used[baseOf(in)] = true
		case *ssa.FieldAddr:
			used[baseOf(in)] = true
		case *ssa.Store:
			used[baseOf(in.Addr)] = true
		}
	}
	return r
}

// takes follows an instruction, and reports whether it is one of the run.
func (r *run) takes(in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.IndexAddr, *ssa.FieldAddr, *ssa.Alloc:
		return true
	case *ssa.UnOp:
		x, ok := in.X.(*ssa.Alloc)
		if in.Op != token.MUL || !ok || x.Heap || r.filled[x] == nil || r.filled[x].data == nil {
			return false
		}
		from := r.filled[x]
		r.loaded[in] = &image{data: slices.Clone(from.data), leaves: from.leaves, all: slices.Concat(from.all, []ssa.Instruction{x, in})}
		for _, s := range from.stores {
			r.loaded[in].all = append(r.loaded[in].all, s)
		}
		return true
	case *ssa.Store:
		value := r.loaded[in.Val]
		if !isConst(in.Val) && value == nil {
			return false
		}
		if t, ok := placeOf(in.Addr); ok {
			r.store(in, t, value)
		} else {
			r.filled[baseOf(in.Addr)] = &image{}
		}
		return true
	}
	return false
}

// store follows a store of a constant, or of a known value, into a part of a variable.
func (r *run) store(s *ssa.Store, t elementPlace, value *image) {
	to := r.filled[t.variable]
	if to == nil {
		to = r.newImage(t.variable)
		r.filled[t.variable] = to
		r.targets = append(r.targets, t.variable)
	}
	switch {
	case to.data == nil:
		return
	case value != nil:
		copy(to.data[t.offset:], value.data)
		to.leaves += value.leaves
		to.all = append(to.all, value.all...)
	case encode(to.data[t.offset:], s.Val.(*ssa.Const)):
		to.leaves++
	default:
		to.data = nil
		return
	}
	to.stores = append(to.stores, s)
	to.all = append(to.all, t.path...)
}

// newImage returns the memory of a variable: zero if nothing has used it before, and if it can be known.
func (r *run) newImage(v ssa.Value) *image {
	t := deref(v.Type())
	g, global := v.(*ssa.Global)
	if r.used[v] || !isFlat(t) || global && strings.Contains(g.Name(), "$") {
		return &image{}
	}
	size := layout.Sizeof(t)
	if size > largestArray {
		return &image{}
	}
	return &image{data: make([]byte, size)}
}

// foldRun replaces the stores of a run by one for each array with many constants, and returns what is left of the run.
func (as *arrays) foldRun(r *run) []ssa.Instruction {
	gone := map[ssa.Instruction]bool{}
	for _, v := range r.targets {
		to := r.filled[v]
		if _, array := deref(v.Type()).Underlying().(*types.Array); array && to.data != nil && to.leaves >= fewestElements {
			as.replace(v, to, gone)
		}
	}
	return slices.DeleteFunc(slices.Clone(r.instrs), func(in ssa.Instruction) bool { return gone[in] })
}

// replace makes the last store that of the whole array, and notes the other instructions as gone, unless something else
// uses one of them.
func (as *arrays) replace(array ssa.Value, to *image, gone map[ssa.Instruction]bool) {
	last := to.stores[len(to.stores)-1]
	own := map[ssa.Instruction]bool{}
	for _, in := range to.all {
		own[in] = true
	}
	for _, s := range to.stores {
		own[s] = true
	}
	for in := range own {
		v, ok := in.(ssa.Value)
		if ok && slices.ContainsFunc(*v.Referrers(), func(user ssa.Instruction) bool { return !own[user] }) {
			return
		}
	}
	delete(own, last)
	maps.Copy(gone, own)
	if users := array.Referrers(); users != nil {
		*users = append(slices.DeleteFunc(*users, func(in ssa.Instruction) bool { return own[in] }), last)
	}
	last.Addr, last.Val = array, ssa.NewConst(nil, deref(array.Type()))
	as.bytes[last] = string(to.data)
}

// elementPlace is a part of a variable, and the instructions that compute its address.
type elementPlace struct {
	variable ssa.Value
	offset   int64
	path     []ssa.Instruction
}

// baseOf returns the variable, or other address, that an address is computed from.
func baseOf(v ssa.Value) ssa.Value {
	for {
		switch x := v.(type) {
		case *ssa.IndexAddr:
			v = x.X
		case *ssa.FieldAddr:
			v = x.X
		default:
			return v
		}
	}
}

// placeOf returns the part of a variable that an address means.
func placeOf(v ssa.Value) (t elementPlace, ok bool) {
	for {
		switch x := v.(type) {
		case *ssa.Alloc, *ssa.Global:
			t.variable = x
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
