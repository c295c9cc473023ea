package machine

import (
	"math"
	"unsafe"
)

// fuse.go: what linked code does in one instruction, where code has several. The others stay behind the first, which
// passes over them, since jumps may lead to them. Listings and package dual do not see it.

// fuse replaces the first instruction of each sequence that an operation does at once.
func (f *Function) fuse() {
	inside := make([]bool, len(f.instrs)) // of the comparisons of a switch
	for i := range f.instrs {
		if f.fuseMemory(i) || inside[i] {
			continue
		}
		f.fuseSwitch(i, inside)
	}
}

// fuseMemory fuses loads and stores of the words of a slice, a string or an interface.
func (f *Function) fuseMemory(i int) bool {
	in := f.instrs[i]
	if in.K < 0 || in.K > math.MaxInt32 {
		return false
	}
	next := func(n int) Instr {
		if i+n < len(f.instrs) {
			return f.instrs[i+n]
		}
		return Instr{}
	}
	second, third := next(1), next(2)
	load := func(x Instr, op Op, offset int64) bool { return x.Op == op && x.B == in.B && x.K == in.K+offset }
	store := func(x Instr, offset int64) bool { return x.Op == Store64 && x.A == in.A && x.K == in.K+offset }
	switch {
	case in.Op == LoadPointer && in.A == in.B:
		return false // the next load has another base
	case in.Op == LoadPointer && load(second, Load64, 8) && load(third, Load64, 16):
		f.instrs[i] = Instr{Op: LoadSlice, A: in.A, B: in.B, C: second.A, K: in.K | int64(third.A)<<48}
	case in.Op == LoadPointer && load(second, Load64, 8):
		f.instrs[i] = Instr{Op: LoadString, A: in.A, B: in.B, C: second.A, K: in.K}
	case in.Op == LoadPointer && load(second, LoadPointer, 8) && second.A != in.A:
		f.instrs[i] = Instr{Op: LoadPointers, A: in.A, B: in.B, C: second.A, K: in.K}
	case in.Op == StorePointer && store(second, 8) && store(third, 16):
		f.instrs[i] = Instr{Op: StoreSlice, A: in.A, B: in.B, C: second.B, K: in.K | int64(third.B)<<48}
	default:
		return false
	}
	return true
}

// switchTable has the distances in bytes, from a Switch, to where it goes for the values from the first on, and for all
// others.
type switchTable struct {
	first     uint64
	distances []int
	others    int
}

func switchOf(pc *Instr) *switchTable { return *(**switchTable)(unsafe.Pointer(&pc.K)) }

const (
	fewestCases = 4
	mostCases   = 256
	mostEntries = 1024 // of a table, and for each case at most
	perCase     = 4
)

// fuseSwitch fuses comparisons of one word with constants, each where the one before does not hold.
func (f *Function) fuseSwitch(i int, inside []bool) {
	targets, others := f.cases(i)
	if len(targets) < fewestCases {
		return
	}
	least, most := int64(math.MaxInt32), int64(math.MinInt32)
	for value := range targets {
		least, most = min(least, value), max(most, value)
	}
	if most-least >= min(mostEntries, perCase*int64(len(targets))) {
		return
	}
	size := int(instrSize)
	table := &switchTable{first: uint64(least), distances: make([]int, most-least+1), others: (others - i) * size}
	for k := range table.distances {
		table.distances[k] = table.others
		if target, ok := targets[least+int64(k)]; ok {
			table.distances[k] = (target - i) * size
		}
	}
	for j := i; j != others; j = f.otherwise(j) {
		inside[j] = true
	}
	in := &f.instrs[i]
	*in = Instr{Op: Switch, A: in.A}
	f.point(in, table, unsafe.Pointer(table))
}

// cases returns where the comparisons from i on lead, by the constants, and where they lead for all other values.
func (f *Function) cases(i int) (targets map[int64]int, others int) {
	word := f.instrs[i].A
	for targets = map[int64]int{}; len(targets) < mostCases && isCase(f.instrs[i], word); i = f.otherwise(i) {
		in := f.instrs[i]
		value, target := int64(int32(in.K)), i+1
		if in.Op == JumpEqK {
			target = i + in.Target()
		}
		if _, known := targets[value]; known {
			break // a second case of a value, or a loop of comparisons
		}
		targets[value] = target
	}
	return targets, i
}

// isCase reports whether an instruction compares a word with a constant.
func isCase(in Instr, word uint16) bool {
	return (in.Op == JumpEqK || in.Op == JumpNeK) && in.A == word
}

// otherwise returns the instruction that follows a comparison which does not hold.
func (f *Function) otherwise(i int) int {
	if in := f.instrs[i]; in.Op == JumpNeK {
		return i + in.Target()
	}
	return i + 1
}
