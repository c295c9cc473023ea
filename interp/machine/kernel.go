package machine

import (
	"slices"
	"unsafe"
)

// Kernel is a function of two points and parameters.
type Kernel = func(x, y, theta []float64) float64

// kernelSignature is the signature of Kernel.
const kernelSignature = "piipiipii.f"

// KernelOf returns the function of the machine that a function value calls, with its captured variables, or nil.
func KernelOf(k Kernel) (f *Function, captured []unsafe.Pointer) {
	v := *(**boundValue)(unsafe.Pointer(&k))
	if v == nil || v.code != passings[kernelSignature].adapter || len(v.bound.captured.Words) > 0 {
		return nil, nil
	}
	return v.bound.fn, v.bound.captured.Pointers
}

// Program returns the code of f and of the functions that it calls, f's first, as calls go now; and a number that
// changes when calls are redirected. The program is empty if one of the functions does not belong to the machine any
// more.
func (f *Function) Program() (codes []Code, linker Linker, version uint64) {
	version = f.Version()
	seen := map[string]*Function{}
	for work := []*Function{f}; len(work) > 0; work = work[1:] {
		g := work[0].present()
		if g == nil || seen[g.name] != nil && seen[g.name] != g {
			return nil, nil, version
		}
		if seen[g.name] == g {
			continue
		}
		seen[g.name] = g
		code := g.source
		code.Plain, code.Callees = nil, slices.Clone(code.Callees)
		for i := range g.instrs {
			if in := &g.instrs[i]; in.Op == Call {
				callee := functionOf(in)
				if present := callee.present(); present != nil {
					code.Callees[code.Instrs[i].K] = present.name
				}
				work = append(work, callee)
			}
		}
		codes = append(codes, code)
	}
	return codes, f.linker, version
}

// present returns the function to which calls of f go, or nil if that is a Go function.
func (f *Function) present() *Function {
	if f.code == nil {
		return nil
	}
	g, _ := f.machine.place(f.code)
	return g
}

// Version returns a number that changes when calls of some function are redirected.
func (f *Function) Version() uint64 { return f.machine.redirections.Load() }

// LinkApart links functions that call only each other, and returns the first. They replace no other functions.
func (f *Function) LinkApart(codes []Code, linker Linker) (*Function, error) {
	names := map[string]*Function{}
	if err := f.machine.linkAll(codes, linker, names); err != nil {
		return nil, err
	}
	return names[codes[0].Name], nil
}

// Slopes calls f, whose code computes tangents, as a [Kernel] with these captured variables. It returns the derivatives
// of the result by theta[first] and the following ones; ok is false if f would lose one on the way.
func (f *Function) Slopes(captured []unsafe.Pointer, x, y, theta []float64, first int) (slopes Tangent, ok bool) {
	t := f.machine.dualThread(f)
	w, p := (&bound{fn: f, captured: Captured{Pointers: captured}}).enter(t)
	for i, s := range [][]float64{x, y, theta} {
		setSlice(sliceHeader{unsafe.Pointer(unsafe.SliceData(s)), uint64(len(s)), uint64(len(s))}, w, p, uint16(i), uint16(2*i))
	}
	*t.shadow(p, 2) = t.seed(len(theta), first)
	ok = f.call(t)
	slopes = *t.tangent(t.firstWord(), 0)
	t.release(f)
	return slopes, ok
}

// seed returns the shadow of n parameters: the parameter with index first moves in the first direction, the next in the
// second, and so on.
func (t *Thread) seed(n, first int) unsafe.Pointer {
	t.shadows.seeds = slices.Grow(t.shadows.seeds[:0], n)[:n]
	clear(t.shadows.seeds)
	for l := range min(Lanes, n-first) {
		t.shadows.seeds[first+l][l] = 1
	}
	return unsafe.Pointer(unsafe.SliceData(t.shadows.seeds))
}
