package machine

import (
	"runtime"
	"slices"
	"unsafe"

	"krigo/interp/internal/turns"
)

// defers.go: deferred calls, and panics that they see. A function that defers begins with the instruction Deferring,
// which runs what follows by a loop of its own, so that a panic of the function, of the machine or of Go, ends there.

// frame is the deferred calls of one call of a function.
type frame struct {
	calls     []deferral
	panicking bool
	value     any // of the panic
	// The functions that its panics have left, in those of the thread. Those of the latest panic come first.
	from, to int
	unwound  func(recovered bool) // or nil
	// The arguments of the calls, in their order.
	words    []uint64
	pointers []unsafe.Pointer
	next     *frame // of those that the thread has spare
}

// deferral is a deferred call: the instruction that calls, which a Return follows, and where its arguments begin.
type deferral struct {
	pc              *Instr
	words, pointers int
}

// newFrame returns a frame without calls.
func (t *Thread) newFrame() *frame {
	f := t.spare
	if f == nil {
		f = &frame{}
	} else {
		t.spare = f.next
	}
	*f = frame{calls: f.calls[:0], words: f.words[:0], pointers: f.pointers[:0], from: len(t.left), to: len(t.left)}
	return f
}

// end notes that the deferred calls of a panic have been made.
func (f *frame) end() {
	if f.unwound != nil {
		f.unwound(!f.panicking)
		f.unwound = nil
	}
}

// release keeps a frame that is no longer in use for the next function that defers.
func (f *frame) release(t *Thread) {
	clear(f.pointers)
	f.value, f.next = nil, t.spare
	t.spare = f
}

// recovery says which function may recover: one that is called at a depth on behalf of a frame.
type recovery struct {
	frame *frame
	depth int
}

// deferring executes Deferring.
func (t *Thread) deferring(pc *Instr, w, p unsafe.Pointer) fault {
	level := turns.Nest()
	f := t.newFrame()
	outer, recovery, base := t.frame, t.recovery, t.depth
	t.frame = f
	defer func() {
		turns.Unnest(level)
		t.frame, t.recovery = outer, recovery
		f.end() // by runtime.Goexit
		f.release(t)
	}()
	body := (*Instr)(unsafe.Add(unsafe.Pointer(pc), 2*instrSize))
	failed := t.try(body, w, p, f, base, base)
	if failed == noFault || !f.panicking {
		return failed
	}
	for len(f.calls) > 0 {
		t.frame, t.recovery = f, recovery
		t.deferred(w, p, f, base)
	}
	f.end()
	if f.panicking {
		t.pc, t.raised = nil, f.value
		return raisedFault
	}
	t.left = t.left[:f.from]
	if pc.K == 0 {
		return noFault
	}
	t.frame, t.recovery = f, recovery
	return t.run((*Instr)(unsafe.Add(unsafe.Pointer(pc), int(pc.K>>32))), w, p)
}

// pop takes the last deferred call, and puts its arguments into their registers.
func (f *frame) pop(w, p unsafe.Pointer) *Instr {
	d := f.calls[len(f.calls)-1]
	words, pointers := f.words[d.words:], f.pointers[d.pointers:]
	copy(unsafe.Slice(wordAt(w, d.pc.A), len(words)), words)
	copy(unsafe.Slice(pointerAt(p, d.pc.B), len(pointers)), pointers)
	clear(pointers)
	f.calls, f.words, f.pointers = f.calls[:len(f.calls)-1], f.words[:d.words], f.pointers[:d.pointers]
	return d.pc
}

// try runs code of a function, which was called at depth base. A panic becomes that of its frame, and leaves the
// functions that were called at depth first or deeper.
func (t *Thread) try(pc *Instr, w, p unsafe.Pointer, f *frame, base, first int) (failed fault) {
	returned := false
	defer func() {
		if returned {
			return
		}
		value := recover()
		if value == nil { // runtime.Goexit, which ends a panic, too
			f.panicking = false
			for len(f.calls) > 0 {
				t.depth = base
				t.deferred(w, p, f, base)
			}
			if f.panicking { // a deferred call that Goexit runs may panic
				panic(f.value)
			}
			return
		}
		failed = raisedFault
		t.panics(f, value, base, first)
	}()
	failed = t.run(pc, w, p)
	returned = true
	switch failed {
	case noFault, overflowFault:
	case stopFault: // the deferred calls of compiled code, which may unlock something, are made
		t.depth = base
		for len(f.calls) > 0 {
			if pc := f.pop(w, p); pc.Op == CallGo {
				t.callGo(pc, w, p)
			}
		}
	default:
		innermost := t
		for innermost.within != nil {
			innermost = innermost.within
		}
		t.panics(f, innermost.failure(failed), base, first)
	}
	return failed
}

// panics makes a panic that of a frame, and notes the functions that it has left.
func (t *Thread) panics(f *frame, value any, base, first int) {
	latest := append(slices.Clone(t.left[f.to:]), t.trailTo(first)...)
	t.left = slices.Insert(t.left[:f.to], f.from, latest...)
	f.to = len(t.left)
	t.depth, t.within = base, nil
	if value == nil {
		value = new(runtime.PanicNilError)
	}
	f.panicking, f.value = true, value
	if f.unwound == nil && t.machine.Unwinds != nil {
		f.unwound = t.machine.Unwinds()
	}
	if t.machine.Exits != nil && t.machine.Exits(value) {
		f.calls = nil
	}
}

// deferred makes the last deferred call of a frame, which may recover from its frame's panic, and may panic.
func (t *Thread) deferred(w, p unsafe.Pointer, f *frame, base int) {
	pc := f.pop(w, p)
	t.recovery = recovery{f, base + 1}
	if !f.panicking || t.machine.Deferred == nil || pc.Op == CallGo || pc.Op == Call && functionOf(pc).code != nil {
		t.try(pc, w, p, f, base, base+1)
		return
	}
	panicked := false
	value := f.value
	recovered := t.machine.Deferred(value, func() {
		panicked = t.try(pc, w, p, f, base, base+1) != noFault
	})
	if recovered && !panicked {
		f.panicking = false
	}
}

// push executes Defer. It returns where execution goes on, which is behind the call.
func (t *Thread) push(pc *Instr, w, p unsafe.Pointer) *Instr {
	more := operands(pc)
	call := operands(more)
	f := t.frame
	f.calls = append(f.calls, deferral{call, len(f.words), len(f.pointers)})
	f.words = append(f.words, unsafe.Slice(wordAt(w, pc.A), pc.C)...)
	f.pointers = append(f.pointers, unsafe.Slice(pointerAt(p, pc.B), more.C)...)
	return operands(operands(call))
}

// runDefers executes RunDefers.
func (t *Thread) runDefers(pc *Instr, w, p unsafe.Pointer) fault {
	f, before := t.frame, t.recovery
	for len(f.calls) > 0 {
		call := f.pop(w, p)
		t.recovery = recovery{f, t.depth + 1}
		failed := t.try(call, w, p, f, t.depth, t.depth+1)
		if f.panicking {
			t.pc, t.raised = pc, f.value
			return raisedFault
		}
		if failed != noFault {
			return failed
		}
		t.frame, t.recovery = f, before
	}
	return noFault
}

// recover executes Recover.
func (t *Thread) recover(pc *Instr, w, p unsafe.Pointer) fault {
	var value any
	switch r := t.recovery; {
	case r.frame != nil && r.depth == t.depth:
		if r.frame.panicking {
			value, r.frame.panicking = r.frame.value, false
		}
	case t.depth == 0 && t.machine.Recover != nil:
		value = t.machine.Recover()
	}
	if value != nil && t.machine.Recovered != nil {
		value = t.machine.Recovered(value)
	}
	*(*any)(unsafe.Pointer(pointerAt(p, pc.A))) = value
	return noFault
}
