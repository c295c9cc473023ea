package lower

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"krigo/interp/machine"
)

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

// plainElement tells whether elements of what an address indexes are numbers, and how they lie in memory.
func (l *lowering) plainElement(a *ssa.IndexAddr) (machine.SlotKind, bool) {
	t := a.Type().Underlying().(*types.Pointer).Elem()
	if l.isLocal(a) {
		return 0, false
	}
	if s, ok := t.Underlying().(*types.Slice); ok && isSlice(a.X.Type()) {
		return machine.Pointer, s != nil && readOnly(a)
	}
	b, ok := t.Underlying().(*types.Basic)
	if !ok || b.Info()&(types.IsInteger|types.IsFloat|types.IsBoolean) == 0 {
		return 0, false
	}
	return kindOf(b), true
}

func isSlice(t types.Type) bool {
	_, ok := t.Underlying().(*types.Slice)
	return ok
}

// readOnly tells whether an address is only read from.
func readOnly(a *ssa.IndexAddr) bool {
	_, ok := onlyUser(a).(*ssa.UnOp)
	return ok
}

// offset is that of a field.
func (l *lowering) offset(in *ssa.FieldAddr) int64 {
	s := in.X.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct)
	return sizes.Offsetsof(fieldsOf(s))[in.Field]
}

// indexed is what an address indexes: the register of its first element, and that of their number.
func (l *lowering) indexed(a *ssa.IndexAddr) (base, length uint16) {
	x := l.value(a.X)
	if n, array := arrayLength(a.X.Type()); array {
		r, ok := l.pooled[n]
		if !ok {
			r = l.word()
			l.emit(machine.Const, r, 0, 0, n)
		}
		if _, inFrame := a.X.(*ssa.Alloc); !inFrame {
			l.emit(machine.Address, l.spare(), x[0].number, 0, 0) // fails for nil
		}
		return x[0].number, r
	}
	return x[0].number, x[1].number
}

// spare is a pointer that nothing reads.
func (l *lowering) spare() uint16 { return l.pointer() }

func (l *lowering) indexAddr(in *ssa.IndexAddr) {
	i := l.wordOf(in.Index)
	base, length := l.indexed(in)
	size := sizes.Sizeof(in.Type().Underlying().(*types.Pointer).Elem())
	l.emit(machine.Element, l.pointerOf(in), base, i, size<<16|int64(length)|unsignedIndex(in.Index))
}

// load reads what a pointer points to.
func (l *lowering) load(in *ssa.UnOp) {
	if part, ok := l.part(in.X); ok {
		l.copyTo(in, part)
		return
	}
	to := l.registers[in]
	if a, ok := in.X.(*ssa.IndexAddr); ok && l.fused[a] {
		if l.element(to[0].number, a) {
			return
		}
		i := l.wordOf(a.Index)
		base, length := l.indexed(a)
		l.atValue(a)
		kind, _ := l.plainElement(a)
		if kind == machine.Pointer {
			if to[2].number != to[1].number+1 {
				l.refuse(in.Pos(), "it reads a slice of slices in a way that is not compiled")
			}
			l.emit(machine.Row, to[0].number, base, i, int64(to[1].number)<<16|int64(length)|unsignedIndex(a.Index))
			return
		}
		l.emit(indexes[kind], to[0].number, base, i, int64(length)|unsignedIndex(a.Index))
		return
	}
	address, offset := l.address(in.X)
	slots := l.slots(in.Type(), in.Pos())
	if len(slots) == 0 {
		l.emit(machine.Address, l.spare(), address, 0, 0)
	}
	for i, s := range slots {
		l.emit(loads[s.Kind], to[i].number, address, 0, offset+int64(s.Offset))
	}
}

// atValue sets the line to that of a fused value.
func (l *lowering) atValue(v ssa.Value) {
	if v.Pos().IsValid() {
		l.line = int32(l.Line(v.Pos()))
	}
}

// address is the register of an address and an offset to it.
func (l *lowering) address(x ssa.Value) (r uint16, offset int64) {
	if f, ok := x.(*ssa.FieldAddr); ok && l.fused[f] {
		return l.pointerOf(f.X), l.offset(f)
	}
	return l.pointerOf(x), 0
}

func (l *lowering) store(in *ssa.Store) {
	if part, ok := l.part(in.Addr); ok {
		if c, ok := in.Val.(*ssa.Const); ok {
			l.constant(c, part)
			return
		}
		var moves []move
		for i, r := range l.value(in.Val) {
			moves = append(moves, move{part[i], r})
		}
		l.moveAll(moves)
		return
	}
	if a, ok := in.Addr.(*ssa.IndexAddr); ok && l.fused[a] {
		x, i := l.wordOf(in.Val), l.wordOf(a.Index)
		base, length := l.indexed(a)
		l.atValue(a)
		kind, _ := l.plainElement(a)
		l.emit(setIndexes[kind], base, x, i, int64(length)|unsignedIndex(a.Index))
		return
	}
	x := l.value(in.Val)
	address, offset := l.address(in.Addr)
	slots := l.slots(in.Val.Type(), in.Pos())
	if len(slots) == 0 {
		l.emit(machine.Address, l.spare(), address, 0, 0)
	}
	for i, s := range slots {
		l.emit(stores[s.Kind], address, x[i].number, 0, offset+int64(s.Offset))
	}
}

// unsignedIndex marks an index that has no sign.
func unsignedIndex(i ssa.Value) int64 {
	if isUnsigned(i.Type()) {
		return machine.UnsignedIndex
	}
	return 0
}

// index is an element of a string or of an array that is a value.
func (l *lowering) index(in *ssa.Index) {
	x := l.value(in.X)
	switch t := in.X.Type().Underlying().(type) {
	case *types.Basic:
		i := l.wordOf(in.Index)
		l.emit(machine.IndexUint8, l.wordOf(in), x[0].number, i, int64(x[1].number)|unsignedIndex(in.Index))
	case *types.Array:
		c, ok := in.Index.(*ssa.Const)
		if !ok || !hasIndex(t.Len(), c) {
			l.indexValue(in, t)
			return
		}
		n := len(l.slots(t.Elem(), in.Pos()))
		l.copyTo(in, x[int(c.Int64())*n:][:n])
	default:
		l.refuse(in.Pos(), "%s", refusal(in))
	}
}

// indexValue is an element of an array that is a value: it is put into the frame.
func (l *lowering) indexValue(in *ssa.Index, t *types.Array) {
	if !plain(t) {
		l.refuseBut(in.Pos(), "assign the array to a variable first", "it indexes an array that is no variable")
	}
	x, i := l.value(in.X), l.wordOf(in.Index)
	frame, length, at := l.pointer(), l.word(), l.pointer()
	l.emit(machine.Frame, frame, l.wordsInRow(int((sizes.Sizeof(t)+7)/8)), 0, 0)
	for k, s := range l.slots(t, in.Pos()) {
		l.emit(stores[s.Kind], frame, x[k].number, 0, int64(s.Offset))
	}
	l.emit(machine.Const, length, 0, 0, t.Len())
	l.emit(machine.Element, at, frame, i, sizes.Sizeof(t.Elem())<<16|int64(length)|unsignedIndex(in.Index))
	for k, s := range l.slots(t.Elem(), in.Pos()) {
		l.emit(loads[s.Kind], l.registers[in][k].number, at, 0, int64(s.Offset))
	}
}

func (l *lowering) lookup(in *ssa.Lookup) {
	if _, isMap := in.X.Type().Underlying().(*types.Map); !isMap {
		x := l.value(in.X)
		i := l.wordOf(in.Index)
		l.emit(machine.IndexUint8, l.wordOf(in), x[0].number, i, int64(x[1].number)|unsignedIndex(in.Index))
		return
	}
	m := l.pointerOf(in.X)
	keyWord, keyPointer := l.neighbours(in.Index)
	elem, ok := in.Type(), uint16(machine.NoRegister)
	if in.CommaOk {
		elem = in.Type().(*types.Tuple).At(0).Type()
		ok = l.word()
	}
	found := l.freshNeighbours(elem, in.Pos())
	w, p := first(found)
	l.emit(machine.MapGet, w, m, keyWord, l.typeIndex(in.X.Type(), in.Pos()))
	l.emit(machine.None, p, ok, keyPointer, 0)
	if !in.CommaOk {
		l.copyTo(in, found)
		return
	}
	l.extract(in, 0, found)
	l.extract(in, 1, value{{false, ok}})
}

// extract gives the parts of a tuple to the values that take them.
func (l *lowering) extract(tuple ssa.Value, index int, from value) {
	for _, r := range *tuple.Referrers() {
		if e, ok := r.(*ssa.Extract); ok && e.Index == index {
			l.copyTo(e, from)
		}
	}
}

// rangeOver begins a range: over a string it is a position, over a map an iterator.
func (l *lowering) rangeOver(in *ssa.Range) {
	if _, isMap := in.X.Type().Underlying().(*types.Map); !isMap {
		// The string stays what it is where its variable changes.
		v := value{register{false, l.word()}, {true, l.pointer()}, {false, l.word()}}
		x := l.value(in.X)
		l.emit(machine.Const, v[0].number, 0, 0, 0)
		l.move(v[1], x[0])
		l.move(v[2], x[1])
		l.registers[in] = v
		return
	}
	r := register{true, l.pointer()}
	l.emit(machine.MapRange, r.number, l.pointerOf(in.X), 0, l.typeIndex(in.X.Type(), in.Pos()))
	l.registers[in] = value{r}
}

// next takes a step of a range.
func (l *lowering) next(in *ssa.Next) {
	of := in.Iter.(*ssa.Range)
	state, ok := l.registers[of], l.word()
	if in.IsString {
		key, r := l.word(), l.word()
		l.emit(machine.NextRune, ok, state[1].number, state[0].number, 0)
		l.emit(machine.None, key, state[2].number, r, 0)
		l.extract(in, 0, value{{false, ok}})
		l.extract(in, 1, value{{false, key}})
		l.extract(in, 2, value{{false, r}})
		return
	}
	m := of.X.Type().Underlying().(*types.Map)
	key, elem := l.fresh(m.Key(), in.Pos()), l.fresh(m.Elem(), in.Pos())
	keyWord, keyPointer := first(key)
	word, pointer := first(elem)
	l.emit(machine.NextEntry, ok, state[0].number, keyWord, 0)
	l.emit(machine.None, word, pointer, keyPointer, 0)
	l.extract(in, 0, value{{false, ok}})
	l.extract(in, 1, key)
	l.extract(in, 2, elem)
}

func (l *lowering) mapUpdate(in *ssa.MapUpdate) {
	m := l.pointerOf(in.Map)
	keyWord, keyPointer := l.neighbours(in.Key)
	word, pointer := l.neighbours(in.Value)
	l.emit(machine.MapSet, word, m, keyWord, l.typeIndex(in.Map.Type(), in.Pos()))
	l.emit(machine.None, pointer, 0, keyPointer, 0)
}

// neighbours are the first word and pointer of a value whose registers lie side by side, of a copy where they do not.
func (l *lowering) neighbours(x ssa.Value) (word, pointer uint16) {
	v := l.value(x)
	if !besides(v) {
		copied := l.freshNeighbours(x.Type(), x.Pos())
		var moves []move
		for i, r := range v {
			moves = append(moves, move{copied[i], r})
		}
		l.moveAll(moves)
		v = copied
	}
	return first(v)
}

// freshNeighbours are new registers side by side.
func (l *lowering) freshNeighbours(t types.Type, pos token.Pos) value { return l.fresh(t, pos) }

func besides(v value) bool {
	var words, pointers []uint16
	for _, r := range v {
		if r.pointer {
			pointers = append(pointers, r.number)
		} else {
			words = append(words, r.number)
		}
	}
	for _, list := range [][]uint16{words, pointers} {
		for i := 1; i < len(list); i++ {
			if list[i] != list[0]+uint16(i) {
				return false
			}
		}
	}
	return true
}

// first are the first word and the first pointer of a value.
func first(v value) (word, pointer uint16) {
	for i := len(v) - 1; i >= 0; i-- {
		if v[i].pointer {
			pointer = v[i].number
		} else {
			word = v[i].number
		}
	}
	return word, pointer
}

func (l *lowering) makeSlice(in *ssa.MakeSlice) {
	n, c := l.wordOf(in.Len), l.wordOf(in.Cap)
	to := l.registers[in]
	elem := in.Type().Underlying().(*types.Slice).Elem()
	l.emit(machine.Make, to[0].number, n, c, 0)
	l.emit(machine.None, to[1].number, 0, 0, l.typeIndex(elem, in.Pos()))
}

// madeSlice is the array of which SSA makes a slice with a constant capacity.
func madeSlice(x ssa.Value) (*types.Array, bool) {
	a, ok := x.(*ssa.Alloc)
	if !ok || a.Comment != "makeslice" {
		return nil, false
	}
	array, ok := a.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Array)
	return array, ok
}

func (l *lowering) slice(in *ssa.Slice) {
	if array, ok := madeSlice(in.X); ok {
		n, c, to := l.wordOf(in.High), l.word(), l.registers[in]
		l.emit(machine.Const, c, 0, 0, array.Len())
		l.emit(machine.Make, to[0].number, n, c, 0)
		l.emit(machine.None, to[1].number, 0, 0, l.typeIndex(array.Elem(), in.Pos()))
		return
	}
	x, to := l.value(in.X), l.registers[in]
	bound := func(v ssa.Value) int64 {
		if v == nil {
			return machine.NoRegister
		}
		if isUnsigned(v.Type()) {
			l.refuseBut(in.Pos(), "use bounds of type int", "it slices with bounds of type %s", short(v.Type())) // whose faults have other words
		}
		return int64(l.wordOf(v))
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
			l.refuseBut(in.Pos(), "slice it without a capacity", "it slices an array with a capacity")
		}
		what, length, size = machine.SlicedArray, l.word(), sizes.Sizeof(a.Elem())
		l.emit(machine.Const, length, 0, 0, a.Len())
	}
	bounds := bound(in.Low) | bound(in.High)<<16 | bound(in.Max)<<32
	l.emit(machine.SliceOf, to[0].number, x[0].number, length, bounds)
	l.emit(machine.None, to[1].number, uint16(what), 0, size)
}
