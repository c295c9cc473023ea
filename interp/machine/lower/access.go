package lower

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"krigo/interp/machine"
)

// access lowers what reads, writes and makes memory: elements and fields, slices, maps, ranges and interfaces.
type access struct {
	admission *admission
	asm       *assembly
	places    *places
	motion    *motion
	ops       *operands
}

func (ac *access) length(in *ssa.Call, name string) {
	x := ac.ops.value(in.Call.Args[0])
	switch t := in.Call.Args[0].Type().Underlying().(type) {
	case *types.Slice:
		part := x[1:2]
		if name == "cap" {
			part = x[2:3]
		}
		ac.ops.copyTo(in, part)
	case *types.Basic:
		ac.ops.copyTo(in, x[1:2])
	case *types.Map:
		ac.asm.emit(machine.MapLen, ac.ops.wordOf(in), x[0].number, 0, 0)
	case *types.Array:
		ac.asm.emit(machine.Const, ac.ops.wordOf(in), 0, 0, t.Len())
	default:
		n, ok := arrayLength(t)
		if !ok {
			ac.admission.refuse(in.Pos(), "it takes the length of a %s", short(t))
		}
		ac.asm.emit(machine.Const, ac.ops.wordOf(in), 0, 0, n)
	}
}

func (ac *access) appended(in *ssa.Call) {
	s, to := ac.ops.value(in.Call.Args[0]), ac.places.registers[in]
	if len(in.Call.Args) == 1 {
		ac.ops.copyTo(in, s)
		return
	}
	elem := in.Type().Underlying().(*types.Slice).Elem()
	if x := ac.places.single[in]; x != nil {
		w, p := ac.ops.neighbours(x)
		ac.asm.emit(machine.AppendValue, to[0].number, s[0].number, w, ac.asm.valueIndex(elem, false, in.Pos()))
		ac.asm.emit(machine.None, to[1].number, s[1].number, p, 0)
		return
	}
	other := ac.ops.value(in.Call.Args[1])
	ac.asm.emit(machine.Append, to[0].number, s[0].number, other[0].number, ac.asm.typeIndex(elem, in.Pos()))
	ac.asm.emit(machine.None, to[1].number, s[1].number, other[1].number, 0)
}

func (ac *access) copied(in *ssa.Call) {
	to, from := ac.ops.value(in.Call.Args[0]), ac.ops.value(in.Call.Args[1])
	n := uint16(machine.NoRegister)
	if len(*in.Referrers()) > 0 {
		n = ac.ops.wordOf(in)
	}
	elem := in.Call.Args[0].Type().Underlying().(*types.Slice).Elem()
	ac.asm.emit(machine.Copy, n, to[0].number, from[0].number, 0)
	ac.asm.emit(machine.None, 0, to[1].number, from[1].number, ac.asm.typeIndex(elem, in.Pos()))
}

// element reads an element of a row, if the row is fused.
func (ac *access) element(to uint16, a *ssa.IndexAddr) bool {
	row, ok := a.X.(*ssa.UnOp)
	if !ok || !ac.motion.fused[row] {
		return false
	}
	outer := row.X.(*ssa.IndexAddr)
	i, j := ac.ops.wordOf(outer.Index), ac.ops.wordOf(a.Index)
	base, length := ac.indexed(outer)
	ac.asm.atValue(outer)
	ac.asm.emit(machine.Index2, to, base, i, int64(length)|int64(j)<<16)
	return true
}

func (ac *access) alloc(in *ssa.Alloc) {
	t := in.Type().Underlying().(*types.Pointer).Elem()
	if first, ok := ac.places.memory[in]; ok {
		ac.asm.emit(machine.Frame, ac.places.memoryPointer(in), first, 0, 0)
		if !isSetNext(in) {
			ac.asm.emit(machine.Clear, first, 0, 0, (sizes.Sizeof(t)+7)/8)
		}
		return
	}
	if _, ok := madeSlice(in); ok {
		return
	}
	ac.asm.emit(machine.NewValue, ac.ops.pointerOf(in), 0, 0, ac.asm.typeIndex(t, in.Pos()))
}

// clearAll clears a map or a slice.
func (ac *access) clearAll(in *ssa.Call) {
	x := in.Call.Args[0]
	w, p := ac.ops.neighbours(x)
	ac.asm.emit(machine.ClearAll, 0, w, p, ac.asm.valueIndex(x.Type(), false, in.Pos()))
}

var loads = map[machine.SlotKind]machine.Op{
	machine.Word: machine.Load64, machine.Int8: machine.LoadInt8, machine.Int16: machine.LoadInt16, machine.Int32: machine.LoadInt32,
	machine.Uint8: machine.LoadUint8, machine.Uint16: machine.LoadUint16, machine.Uint32: machine.LoadUint32, machine.Pointer: machine.LoadPointer,
}

var stores = map[machine.SlotKind]machine.Op{
	machine.Word: machine.Store64, machine.Int8: machine.Store8, machine.Int16: machine.Store16, machine.Int32: machine.Store32,
	machine.Uint8: machine.Store8, machine.Uint16: machine.Store16, machine.Uint32: machine.Store32, machine.Pointer: machine.StorePointer,
}

var indexes = map[machine.SlotKind]machine.Op{
	machine.Word: machine.Index64, machine.Int8: machine.IndexInt8, machine.Int16: machine.IndexInt16, machine.Int32: machine.IndexInt32,
	machine.Uint8: machine.IndexUint8, machine.Uint16: machine.IndexUint16, machine.Uint32: machine.IndexUint32,
}

var setIndexes = map[machine.SlotKind]machine.Op{
	machine.Word: machine.SetIndex64, machine.Int8: machine.SetIndex8, machine.Int16: machine.SetIndex16, machine.Int32: machine.SetIndex32,
	machine.Uint8: machine.SetIndex8, machine.Uint16: machine.SetIndex16, machine.Uint32: machine.SetIndex32,
}

// fieldOffset returns the offset of a field.
func fieldOffset(in *ssa.FieldAddr) int64 {
	s := in.X.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct)
	return sizes.Offsetsof(fieldsOf(s))[in.Field]
}

// indexed returns the registers of the address of the first element and of the number of elements.
func (ac *access) indexed(a *ssa.IndexAddr) (base, length uint16) {
	x := ac.ops.value(a.X)
	if n, array := arrayLength(a.X.Type()); array {
		r, ok := ac.asm.pooled[n]
		if !ok {
			r = ac.asm.word()
			ac.asm.emit(machine.Const, r, 0, 0, n)
		}
		if _, inFrame := a.X.(*ssa.Alloc); !inFrame {
			ac.asm.emit(machine.Address, ac.asm.spare(), x[0].number, 0, 0) // fails for nil
		}
		return x[0].number, r
	}
	return x[0].number, x[1].number
}

func (ac *access) indexAddr(in *ssa.IndexAddr) {
	i := ac.ops.wordOf(in.Index)
	base, length := ac.indexed(in)
	size := sizes.Sizeof(in.Type().Underlying().(*types.Pointer).Elem())
	ac.asm.emit(machine.Element, ac.ops.pointerOf(in), base, i, size<<16|int64(length)|unsignedIndex(in.Index))
}

// load reads a pointer's target.
func (ac *access) load(in *ssa.UnOp) {
	if part, ok := ac.places.part(in.X); ok {
		ac.ops.copyTo(in, part)
		return
	}
	to := ac.places.registers[in]
	if a, ok := in.X.(*ssa.IndexAddr); ok && ac.motion.fused[a] {
		if ac.element(to[0].number, a) {
			return
		}
		i := ac.ops.wordOf(a.Index)
		base, length := ac.indexed(a)
		ac.asm.atValue(a)
		kind, _ := ac.motion.plainElement(a)
		if kind == machine.Pointer {
			if to[2].number != to[1].number+1 {
				ac.admission.refuse(in.Pos(), "it reads a slice of slices in a way that is not compiled")
			}
			ac.asm.emit(machine.Row, to[0].number, base, i, int64(to[1].number)<<16|int64(length)|unsignedIndex(a.Index))
			return
		}
		ac.asm.emit(indexes[kind], to[0].number, base, i, int64(length)|unsignedIndex(a.Index))
		return
	}
	address, offset := ac.address(in.X)
	slots := ac.admission.slots(in.Type(), in.Pos())
	if len(slots) == 0 {
		ac.asm.emit(machine.Address, ac.asm.spare(), address, 0, 0)
	}
	if machine.Holds(slots) {
		ac.asm.emit(machine.Hold, to[0].number, ac.at(address, offset), 0, ac.asm.valueIndex(in.Type(), false, in.Pos()))
		return
	}
	classes := ac.classes(in.X, in.Type(), len(slots))
	for i, s := range slots {
		ac.asm.emit(loads[s.Kind], to[i].number, address, classes[i], offset+int64(s.Offset))
	}
}

// at returns the register of an address and an offset to it.
func (ac *access) at(address uint16, offset int64) uint16 {
	if offset == 0 {
		return address
	}
	at := ac.asm.pointer()
	ac.asm.emit(machine.Address, at, address, 0, offset)
	return at
}

// loadHeld loads a value of type t in one that is held at an address.
func (ac *access) loadHeld(to value, address uint16, offset int64, t types.Type, pos token.Pos) {
	slots := ac.admission.slots(t, pos)
	if machine.Holds(slots) { // it does not change, either
		ac.asm.move(to[0], register{true, ac.at(address, offset)})
		return
	}
	for i, s := range slots {
		ac.asm.emit(loads[s.Kind], to[i].number, address, 0, offset+int64(s.Offset))
	}
}

// heldField loads a field of a struct that is held.
func (ac *access) heldField(in *ssa.Field) {
	s := in.X.Type().Underlying().(*types.Struct)
	offset := sizes.Offsetsof(fieldsOf(s))[in.Field]
	ac.loadHeld(ac.places.registers[in], ac.ops.pointerOf(in.X), offset, in.Type(), in.Pos())
}

// heldElement loads an element of an array that is held.
func (ac *access) heldElement(in *ssa.Index, t *types.Array) {
	x, i := ac.ops.pointerOf(in.X), ac.ops.wordOf(in.Index)
	length, at := ac.asm.word(), ac.asm.pointer()
	ac.asm.emit(machine.Const, length, 0, 0, t.Len())
	ac.asm.emit(machine.Element, at, x, i, sizes.Sizeof(t.Elem())<<16|int64(length)|unsignedIndex(in.Index))
	ac.loadHeld(ac.places.registers[in], at, 0, t.Elem(), in.Pos())
}

// classes returns the classes of the parts of a value of type t at an address. Where values of the type are refused,
// and refusals kept, there are n parts all the same.
func (ac *access) classes(address ssa.Value, t types.Type, n int) []uint16 {
	class := anywhere
	switch address.(type) {
	case *ssa.FieldAddr:
		class = inField
	case *ssa.IndexAddr:
		class = inElement
	}
	all := appendClasses(nil, t, class)
	if ac.places.subject.usesUnsafe() || len(all) != n {
		return make([]uint16, n)
	}
	return all
}

// appendClasses appends the classes of the parts of a type, where a number has this one.
func appendClasses(all []uint16, t types.Type, number uint16) []uint16 {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			all = appendClasses(all, f.Type(), inField)
		}
	case *types.Array:
		for range u.Len() {
			all = appendClasses(all, u.Elem(), inElement)
		}
	case *types.Slice:
		all = append(all, anywhere, inHeader, inHeader)
	case *types.Interface:
		all = append(all, anywhere, anywhere)
	case *types.Basic:
		switch {
		case u.Info()&types.IsString != 0:
			all = append(all, anywhere, inHeader)
		case u.Info()&types.IsComplex != 0:
			all = append(all, anywhere, anywhere)
		default:
			all = append(all, number)
		}
	default:
		all = append(all, anywhere)
	}
	return all
}

// address returns the register of an address and an offset to it.
func (ac *access) address(x ssa.Value) (r uint16, offset int64) {
	if f, ok := x.(*ssa.FieldAddr); ok && ac.motion.fused[f] {
		return ac.ops.pointerOf(f.X), fieldOffset(f)
	}
	return ac.ops.pointerOf(x), 0
}

func (ac *access) store(in *ssa.Store) {
	if part, ok := ac.places.part(in.Addr); ok {
		if c, ok := in.Val.(*ssa.Const); ok {
			ac.ops.constant(c, part)
			return
		}
		var moves []move
		for i, r := range ac.ops.value(in.Val) {
			moves = append(moves, move{part[i], r})
		}
		ac.asm.moveAll(moves)
		return
	}
	if a, ok := in.Addr.(*ssa.IndexAddr); ok && ac.motion.fused[a] {
		x, i := ac.ops.wordOf(in.Val), ac.ops.wordOf(a.Index)
		base, length := ac.indexed(a)
		ac.asm.atValue(a)
		kind, _ := ac.motion.plainElement(a)
		ac.asm.emit(setIndexes[kind], base, x, i, int64(length)|unsignedIndex(a.Index))
		return
	}
	if load, ok := in.Val.(*ssa.UnOp); ok && ac.motion.fused[load] {
		from, offset := ac.address(load.X)
		ac.copyTo(in, ac.at(from, offset))
		return
	}
	x := ac.ops.value(in.Val)
	address, offset := ac.address(in.Addr)
	slots := ac.admission.slots(in.Val.Type(), in.Pos())
	if len(slots) == 0 {
		ac.asm.emit(machine.Address, ac.asm.spare(), address, 0, 0)
	}
	if machine.Holds(slots) {
		ac.copyTo(in, x[0].number)
		return
	}
	classes := ac.classes(in.Addr, in.Val.Type(), len(slots))
	for i, s := range slots {
		ac.asm.emit(stores[s.Kind], address, x[i].number, classes[i], offset+int64(s.Offset))
	}
}

// copyTo stores the value at an address.
func (ac *access) copyTo(in *ssa.Store, from uint16) {
	to, offset := ac.address(in.Addr)
	ac.asm.emit(machine.CopyValue, ac.at(to, offset), from, 0, ac.asm.valueIndex(in.Val.Type(), false, in.Pos()))
}

// unsignedIndex marks an index that has no sign.
func unsignedIndex(i ssa.Value) int64 {
	if isUnsigned(i.Type()) {
		return machine.UnsignedIndex
	}
	return 0
}

// index lowers an element of a string or of an array that is a value.
func (ac *access) index(in *ssa.Index) {
	x := ac.ops.value(in.X)
	switch t := in.X.Type().Underlying().(type) {
	case *types.Basic:
		i := ac.ops.wordOf(in.Index)
		ac.asm.emit(machine.IndexUint8, ac.ops.wordOf(in), x[0].number, i, int64(x[1].number)|unsignedIndex(in.Index))
	case *types.Array:
		if ac.admission.holds(t) {
			ac.heldElement(in, t)
			return
		}
		c, ok := in.Index.(*ssa.Const)
		if !ok || !hasIndex(t.Len(), c) {
			ac.indexValue(in, t)
			return
		}
		n := len(ac.admission.slots(t.Elem(), in.Pos()))
		ac.ops.copyTo(in, x[int(c.Int64())*n:][:n])
	default:
		ac.admission.refuse(in.Pos(), "%s", refusal(in))
	}
}

// indexValue lowers an element of an array that is a value: it is put into the frame.
func (ac *access) indexValue(in *ssa.Index, t *types.Array) {
	if !plain(t) {
		ac.admission.refuseBut(in.Pos(), "assign the array to a variable first", "it indexes an array that is not a variable")
	}
	x, i := ac.ops.value(in.X), ac.ops.wordOf(in.Index)
	frame, length, at := ac.asm.pointer(), ac.asm.word(), ac.asm.pointer()
	ac.asm.emit(machine.Frame, frame, ac.asm.memoryOf(t), 0, 0)
	for k, s := range ac.admission.slots(t, in.Pos()) {
		ac.asm.emit(stores[s.Kind], frame, x[k].number, 0, int64(s.Offset))
	}
	ac.asm.emit(machine.Const, length, 0, 0, t.Len())
	ac.asm.emit(machine.Element, at, frame, i, sizes.Sizeof(t.Elem())<<16|int64(length)|unsignedIndex(in.Index))
	for k, s := range ac.admission.slots(t.Elem(), in.Pos()) {
		ac.asm.emit(loads[s.Kind], ac.places.registers[in][k].number, at, 0, int64(s.Offset))
	}
}

func (ac *access) lookup(in *ssa.Lookup) {
	if _, isMap := in.X.Type().Underlying().(*types.Map); !isMap {
		x := ac.ops.value(in.X)
		i := ac.ops.wordOf(in.Index)
		ac.asm.emit(machine.IndexUint8, ac.ops.wordOf(in), x[0].number, i, int64(x[1].number)|unsignedIndex(in.Index))
		return
	}
	m := ac.ops.pointerOf(in.X)
	keyWord, keyPointer := ac.ops.neighbours(in.Index)
	elem, ok := in.Type(), uint16(machine.NoRegister)
	if in.CommaOk {
		elem = in.Type().(*types.Tuple).At(0).Type()
		ok = ac.asm.word()
	}
	found := ac.asm.freshNeighbours(elem, in.Pos())
	w, p := first(found)
	ac.asm.emit(machine.MapGet, w, m, keyWord, ac.asm.typeIndex(in.X.Type(), in.Pos()))
	ac.asm.emit(machine.None, p, ok, keyPointer, 0)
	if !in.CommaOk {
		ac.ops.copyTo(in, found)
		return
	}
	ac.ops.extract(in, 0, found)
	ac.ops.extract(in, 1, value{{false, ok}})
}

// rangeOver begins a range: over a string it is a position, over a map an iterator.
func (ac *access) rangeOver(in *ssa.Range) {
	if _, isMap := in.X.Type().Underlying().(*types.Map); !isMap {
		// The string stays what it is where its variable changes.
		v := value{register{false, ac.asm.word()}, {true, ac.asm.pointer()}, {false, ac.asm.word()}}
		x := ac.ops.value(in.X)
		ac.asm.emit(machine.Const, v[0].number, 0, 0, 0)
		ac.asm.move(v[1], x[0])
		ac.asm.move(v[2], x[1])
		ac.places.registers[in] = v
		return
	}
	r := register{true, ac.asm.pointer()}
	ac.asm.emit(machine.MapRange, r.number, ac.ops.pointerOf(in.X), 0, ac.asm.typeIndex(in.X.Type(), in.Pos()))
	ac.places.registers[in] = value{r}
}

// next takes a step of a range.
func (ac *access) next(in *ssa.Next) {
	of := in.Iter.(*ssa.Range)
	state, ok := ac.places.registers[of], ac.asm.word()
	if in.IsString {
		key, r := ac.asm.word(), ac.asm.word()
		ac.asm.emit(machine.NextRune, ok, state[1].number, state[0].number, 0)
		ac.asm.emit(machine.None, key, state[2].number, r, 0)
		ac.ops.extract(in, 0, value{{false, ok}})
		ac.ops.extract(in, 1, value{{false, key}})
		ac.ops.extract(in, 2, value{{false, r}})
		return
	}
	m := of.X.Type().Underlying().(*types.Map)
	key, elem := ac.asm.fresh(m.Key(), in.Pos()), ac.asm.fresh(m.Elem(), in.Pos())
	keyWord, keyPointer := first(key)
	word, pointer := first(elem)
	ac.asm.emit(machine.NextEntry, ok, state[0].number, keyWord, 0)
	ac.asm.emit(machine.None, word, pointer, keyPointer, 0)
	ac.ops.extract(in, 0, value{{false, ok}})
	ac.ops.extract(in, 1, key)
	ac.ops.extract(in, 2, elem)
}

func (ac *access) mapUpdate(in *ssa.MapUpdate) {
	m := ac.ops.pointerOf(in.Map)
	keyWord, keyPointer := ac.ops.neighbours(in.Key)
	word, pointer := ac.ops.neighbours(in.Value)
	ac.asm.emit(machine.MapSet, word, m, keyWord, ac.asm.typeIndex(in.Map.Type(), in.Pos()))
	ac.asm.emit(machine.None, pointer, 0, keyPointer, 0)
}

func (ac *access) makeSlice(in *ssa.MakeSlice) {
	n, c := ac.ops.wordOf(in.Len), ac.ops.wordOf(in.Cap)
	to := ac.places.registers[in]
	elem := in.Type().Underlying().(*types.Slice).Elem()
	ac.asm.emit(machine.Make, to[0].number, n, c, 0)
	ac.asm.emit(machine.None, to[1].number, 0, 0, ac.asm.typeIndex(elem, in.Pos()))
}

func (ac *access) slice(in *ssa.Slice) {
	if array, ok := madeSlice(in.X); ok {
		n, c, to := ac.ops.wordOf(in.High), ac.asm.word(), ac.places.registers[in]
		ac.asm.emit(machine.Const, c, 0, 0, array.Len())
		ac.asm.emit(machine.Make, to[0].number, n, c, 0)
		ac.asm.emit(machine.None, to[1].number, 0, 0, ac.asm.typeIndex(array.Elem(), in.Pos()))
		return
	}
	x, to := ac.ops.value(in.X), ac.places.registers[in]
	bound := func(v ssa.Value) int64 {
		if v == nil {
			return machine.NoRegister
		}
		if isUnsigned(v.Type()) {
			ac.admission.refuseBut(in.Pos(), "use bounds of type int", "it slices with bounds of type %s", short(v.Type())) // whose faults have other words
		}
		return int64(ac.ops.wordOf(v))
	}
	what, length, size := machine.SlicedSlice, uint16(0), int64(1)
	switch t := in.X.Type().Underlying().(type) {
	case *types.Slice:
		length, size = x[1].number, sizes.Sizeof(t.Elem())
	case *types.Basic:
		what, length = machine.SlicedString, x[1].number
	case *types.Pointer:
		a := t.Elem().Underlying().(*types.Array)
		if in.Max != nil {
			ac.admission.refuseBut(in.Pos(), "slice it without a capacity", "it slices an array with a capacity")
		}
		what, length, size = machine.SlicedArray, ac.asm.word(), sizes.Sizeof(a.Elem())
		ac.asm.emit(machine.Const, length, 0, 0, a.Len())
	}
	bounds := bound(in.Low) | bound(in.High)<<16 | bound(in.Max)<<32
	ac.asm.emit(machine.SliceOf, to[0].number, x[0].number, length, bounds)
	ac.asm.emit(machine.None, to[1].number, uint16(what), 0, size)
}
