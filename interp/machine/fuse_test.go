package machine

import (
	"slices"
	"testing"
	"unsafe"
)

// fusedMemory is the memory that the code of the tests reads and writes.
type fusedMemory struct {
	slice []uint64
	pair  [2]*uint64
}

// TestFusedCodeDoesTheSame runs code as it is linked and as it was, for several words and memory that is nil or not.
func TestFusedCodeDoesTheSame(t *testing.T) {
	load := func(op Op, to, offset int) Instr { return Instr{Op: op, A: uint16(to), B: 0, K: int64(offset)} }
	is := func(op Op, value int32, distance int) Instr { return Instr{Op: op, K: Distance(distance, value)} }
	constant := func(k int64) Instr { return Instr{Op: Const, K: k} }
	add, end := Instr{Op: Add, A: 0, B: 1, C: 2}, Instr{Op: Return}
	for _, c := range []struct {
		name   string
		instrs []Instr
		first  Op
	}{
		{"a slice", []Instr{load(LoadPointer, 1, 0), load(Load64, 1, 8), load(Load64, 2, 16), {Op: Index64, A: 0, B: 1, C: 0, K: 1}, add, end}, LoadSlice},
		{"a slice whose base is replaced", []Instr{load(LoadPointer, 0, 0), load(Load64, 1, 8), load(Load64, 2, 16), add, end}, LoadPointer},
		{"a jump to a load of its length", []Instr{load(LoadPointer, 1, 0), load(Load64, 1, 8), {Op: AddK, A: 0, B: 0, K: 1}, is(JumpLtK, 5, -2), {Op: Add, A: 0, B: 0, C: 1}, end}, LoadString},
		{"a string", []Instr{load(LoadPointer, 1, 0), load(Load64, 1, 8), {Op: Index64, A: 0, B: 1, C: 0, K: 1}, end}, LoadString},
		{"pointers", []Instr{load(LoadPointer, 1, 24), load(LoadPointer, 2, 32), {Op: EqPointer, A: 0, B: 1, C: 2}, end}, LoadPointers},
		{"pointers in one register, one behind the other", []Instr{load(LoadPointer, 1, 24), load(LoadPointer, 1, 32), load(LoadPointer, 2, 24), {Op: EqPointer, A: 0, B: 1, C: 2}, end}, LoadPointer},
		{"a switch", []Instr{is(JumpNeK, 2, 3), constant(20), end, is(JumpNeK, -1, 3), constant(10), end, is(JumpEqK, 5, 5), is(JumpNeK, 4, 3), constant(40), end, end, constant(50), end}, Switch},
		{"a switch with a value twice", []Instr{is(JumpEqK, 1, 7), is(JumpEqK, 2, 7), is(JumpEqK, 3, 7), is(JumpEqK, 4, 7), is(JumpEqK, 1, 7), constant(0), end, constant(1), end, constant(3), end, constant(4), end}, Switch},
		{"a switch in a loop", []Instr{is(JumpEqK, 9, 7), is(JumpEqK, 8, 6), is(JumpEqK, 7, 5), is(JumpEqK, -3, 4), {Op: AddK, A: 0, B: 0, K: 1}, is(JumpGtK, 20, 2), {Op: Jump, K: Distance(-6, 0)}, end}, Switch},
		{"three cases", []Instr{is(JumpEqK, 9, 4), is(JumpEqK, 8, 3), is(JumpEqK, 7, 2), constant(1), end}, JumpEqK},
		{"distant cases", []Instr{is(JumpEqK, 9, 5), is(JumpEqK, 800, 4), is(JumpEqK, 7, 3), is(JumpEqK, 1<<30, 2), constant(1), end}, JumpEqK},
	} {
		t.Run(c.name, func(t *testing.T) {
			code := Code{Name: "f", Instrs: c.instrs, Lines: make([]int32, len(c.instrs)), Words: 4, Pointers: 4}
			fused, plain := linked(t, code), linked(t, code)
			copy(plain.instrs, code.Instrs)
			if got := fused.instrs[0].Op; got != c.first {
				t.Fatalf("the first instruction is %v, want %v", got, c.first)
			}
			for word := -3; word < 12; word++ {
				for _, isNil := range []bool{false, true} {
					got, gotFault := ranWith(fused, word, isNil)
					want, wantFault := ranWith(plain, word, isNil)
					if got != want || gotFault != wantFault {
						t.Errorf("of %d, memory nil: %v: %d, fault %v; unfused %d, fault %v", word, isNil, int64(got), gotFault, int64(want), wantFault)
					}
				}
			}
		})
	}
}

func TestStoreSliceStoresAllWords(t *testing.T) {
	code := Code{Name: "f", Words: 4, Pointers: 4, Lines: make([]int32, 4), Instrs: []Instr{
		{Op: StorePointer, A: 0, B: 1}, {Op: Store64, A: 0, B: 0, K: 8}, {Op: Store64, A: 0, B: 1, K: 16}, {Op: Return},
	}}
	f := linked(t, code)
	if f.instrs[0].Op != StoreSlice {
		t.Fatalf("the first instruction is %v", f.instrs[0].Op)
	}
	var to []uint64
	from := []uint64{7, 8, 9}
	th := f.machine.thread(f)
	*pointerAt(th.firstPointer(), 0), *pointerAt(th.firstPointer(), 1) = unsafe.Pointer(&to), unsafe.Pointer(&from[0])
	*wordAt(th.firstWord(), 0), *wordAt(th.firstWord(), 1) = 2, 3
	if fault := th.run(f.code, th.firstWord(), th.firstPointer()); fault != noFault || !slices.Equal(to, from[:2]) || cap(to) != 3 {
		t.Errorf("%v with capacity %d, fault %v", to, cap(to), fault)
	}
}

func linked(t *testing.T, code Code) *Function {
	t.Helper()
	m := New()
	if err := m.Link([]Code{code}, nil); err != nil {
		t.Fatal(err)
	}
	return m.Lookup(code.Name)
}

// ranWith returns the first word after a run with a first word and memory at the first pointer.
func ranWith(f *Function, word int, isNil bool) (result uint64, fault fault) {
	th := f.machine.thread(f)
	x := uint64(5)
	memory := &fusedMemory{slice: make([]uint64, 6, 9), pair: [2]*uint64{&x, new(uint64)}}
	for i := range memory.slice {
		memory.slice[i] = uint64(100 * i)
	}
	if !isNil {
		*pointerAt(th.firstPointer(), 0) = unsafe.Pointer(memory)
	}
	*wordAt(th.firstWord(), 0) = uint64(word)
	fault = th.run(f.code, th.firstWord(), th.firstPointer())
	return *wordAt(th.firstWord(), 0), fault
}
