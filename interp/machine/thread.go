package machine

import (
	"reflect"
	"sync"
	"sync/atomic"
	"unsafe"

	"krigo/interp/internal/turns"
)

func wordAt(w unsafe.Pointer, i uint16) *uint64 { return (*uint64)(unsafe.Add(w, uintptr(i)*8)) }
func int64At(w unsafe.Pointer, i uint16) *int64 { return (*int64)(unsafe.Add(w, uintptr(i)*8)) }
func float64At(w unsafe.Pointer, i uint16) *float64 {
	return (*float64)(unsafe.Add(w, uintptr(i)*8))
}
func float32At(w unsafe.Pointer, i uint16) *float32 {
	return (*float32)(unsafe.Add(w, uintptr(i)*8))
}
func pointerAt(p unsafe.Pointer, i uint16) *unsafe.Pointer {
	return (*unsafe.Pointer)(unsafe.Add(p, uintptr(i)*pointerSize))
}

const pointerSize = unsafe.Sizeof(uintptr(0))

func float64Of(pc *Instr) float64        { return *(*float64)(unsafe.Pointer(&pc.K)) }
func functionOf(pc *Instr) *Function     { return *(**Function)(unsafe.Pointer(&pc.K)) }
func pointerOf(pc *Instr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&pc.K)) }
func operands(pc *Instr) *Instr          { return (*Instr)(unsafe.Add(unsafe.Pointer(pc), instrSize)) }

func word(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// pollEvery is after how many jumps back and calls a thread looks whether it is to stop.
const pollEvery = 4096

// Machine is the state that functions share.
type Machine struct {
	// Left, if not nil, is called with the functions that a panic leaves, innermost first, and their lines.
	Left func(function string, line int)
	// Renew, where not nil, gives what an interface holds the methods that its type has got since.
	Renew func(any) any
	// Exits reports whether a panic ends the program: no deferred call sees it.
	Exits func(value any) bool
	// Recovered returns what recover returns for the value of a panic.
	Recovered func(value any) any
	// Recover implements recover in a function that is called from elsewhere.
	Recover func() any
	// Deferred makes a deferred call that may be one of code elsewhere, which may recover from a panic with a value. It
	// reports whether that has recovered.
	Deferred func(value any, call func()) (recovered bool)
	// Unwinds, where not nil, is called when a function begins to make its deferred calls because it panics. What it
	// returns is called at their end, with whether one has recovered.
	Unwinds func() (end func(recovered bool))
	// Endless, where not nil, is called now and then while calls return since the machine is stopped: compiled code that
	// calls until a result is not zero would do so for ever.
	Endless func()
	// Fault returns the run-time error with a text.
	Fault func(text string) error
	// Same, where not nil, reports whether two types are versions of one.
	Same func(a, b reflect.Type) bool

	stops  atomic.Uint64
	halted atomic.Bool   // from a stop until Resume
	turned atomic.Uint64 // calls that returned for that reason
	// redirections counts how often calls have gone elsewhere.
	redirections atomic.Uint64
	threads      sync.Pool
	duals        sync.Pool // threads with shadows
	mu           sync.RWMutex
	all          map[string]*Function
	places       []place // of the code of all functions, by address
	// Where variables lie, and what refers to some that are not placed yet.
	variables map[string]unsafe.Pointer
	unplaced  map[string][]reference
	methods   sync.Map               // of types, by methodKey
	inliners  map[string][]*Function // by the names of functions inlined in their code
}

// New returns a machine without functions.
func New() *Machine {
	return &Machine{all: map[string]*Function{}, variables: map[string]unsafe.Pointer{}, unplaced: map[string][]reference{}, inliners: map[string][]*Function{}}
}

// Stop makes the threads that run now return, within about ten microseconds, with zeros. Until [Machine.Resume] all
// calls from Go return zeros, too: compiled code that has called back may do so again.
func (m *Machine) Stop() {
	m.halted.Store(true)
	m.stops.Add(1)
}

// turnAway counts a call that returns because the machine is stopped.
func (m *Machine) turnAway() {
	if m.turned.Add(1)%manyCalls == 0 && m.Endless != nil {
		m.Endless()
	}
}

// manyCalls is after how many calls that return at once a loop of compiled code counts as endless.
const manyCalls = 10_000

// Resume lets calls from Go run again.
func (m *Machine) Resume() { m.halted.Store(false) }

// stopsSeen returns the number of stops that a new thread has seen: not the last one while calls are to return.
func (m *Machine) stopsSeen() uint64 {
	seen := m.stops.Load()
	if m.halted.Load() {
		seen--
	}
	return seen
}

// Thread is a stack of calls of functions, in one goroutine.
type Thread struct {
	machine *Machine
	stops   uint64 // of the machine when it began
	calls   []call
	depth   int
	memory  segment
	shadows shadows // of memory, where tangents are computed
	used    int     // words of all segments
	// The ends of memory, for comparison.
	wordsEnd, pointersEnd uintptr
	// The end of the pointers that were used by calls of functions which are known only when they are called.
	reach uintptr
	// Of an instruction that failed: its place, and what compiled code panicked with.
	pc     *Instr
	w, p   unsafe.Pointer
	within *Thread // of a call that needed more memory
	larger *Thread // of the last such call, for the next one
	raised any
	// Of the innermost function that defers: its deferred calls, and who may recover.
	frame    *frame
	spare    *frame // those that are not used
	recovery recovery
	left     []left // by a panic, up to the innermost function that defers
}

// call is the state to which a function returns.
type call struct {
	pc   *Instr
	w, p unsafe.Pointer
}

// segment is memory for registers.
type segment struct {
	words    []uint64
	pointers []unsafe.Pointer
}

const (
	firstWords = 1 << 12
	firstCalls = 1 << 8
	// mostWords bounds the words of all frames: 1 GB, as much as Go's largest stack.
	mostWords = 1 << 27
	// keptWords bounds the words of a thread that waits for another call, 8 MB: what its pointers refer to stays too.
	keptWords = 1 << 20
)

// thread returns an unused thread with memory for a function.
func (m *Machine) thread(f *Function) *Thread {
	t, ok := m.threads.Get().(*Thread)
	if !ok || !t.fits(f) {
		t = m.newThread(f, firstWords, firstCalls)
	}
	t.stops = m.stopsSeen()
	return t
}

// newThread returns a thread with memory for a function and some more.
func (m *Machine) newThread(f *Function, words, calls int) *Thread {
	t := &Thread{machine: m, calls: make([]call, calls), used: words}
	t.memory.words = make([]uint64, words+int(f.words/8))
	t.memory.pointers = make([]unsafe.Pointer, words/4+int(f.pointers/pointerSize))
	t.wordsEnd = uintptr(t.firstWord()) + uintptr(len(t.memory.words))*8
	t.pointersEnd = uintptr(t.firstPointer()) + uintptr(len(t.memory.pointers))*pointerSize
	return t
}

func (t *Thread) firstWord() unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(t.memory.words)) }
func (t *Thread) firstPointer() unsafe.Pointer {
	return unsafe.Pointer(unsafe.SliceData(t.memory.pointers))
}

// dualThread returns a thread with shadows.
func (m *Machine) dualThread(f *Function) *Thread {
	t, ok := m.duals.Get().(*Thread)
	if !ok || !t.fits(f) {
		t = m.newThread(f, firstWords/Lanes, firstCalls)
		t.shadows = newShadows(t)
	}
	t.stops = m.stopsSeen()
	return t
}

// release returns a thread that f has returned from to the pool, with cleared pointers.
func (t *Thread) release(f *Function) {
	used := min(f.used(), len(t.memory.pointers))
	if first := uintptr(t.firstPointer()); t.reach > first {
		used = max(used, int((t.reach-first)/pointerSize))
	}
	// A call that was stopped has left some of these.
	t.reach, t.within, t.larger, t.left, t.raised, t.pc = 0, nil, nil, nil, nil, nil
	clear(t.memory.pointers[:used])
	if t.shadows.tangents == nil {
		t.machine.threads.Put(t)
		return
	}
	clear(t.shadows.pointers[:used])
	t.machine.duals.Put(t)
}

// unbounded is the number of pointers of functions that call themselves.
const unbounded = 1 << 30

// used returns how many pointers a call of f uses at most.
func (f *Function) used() int {
	version := f.machine.redirections.Load() + 1
	if known := f.usedSince.Load(); known>>32 == version {
		return int(uint32(known))
	}
	used := f.countUsed(map[*Function]int{})
	f.usedSince.Store(version<<32 | uint64(used))
	return used
}

// countUsed implements used; known has the counts so far, unbounded for functions that are being counted.
func (f *Function) countUsed(known map[*Function]int) int {
	if n, ok := known[f]; ok {
		return n
	}
	known[f] = unbounded
	used := int(f.pointers / pointerSize)
	if g := f.present(); g != nil {
		for i := range g.instrs {
			if in := &g.instrs[i]; in.Op == Call {
				used = min(max(used, int(in.B)+functionOf(in).countUsed(known)), unbounded)
			}
		}
	}
	known[f] = used
	return used
}

// stopped reports whether the machine was stopped.
func (t *Thread) stopped() bool {
	turns.Events()
	return t.machine.stops.Load() != t.stops
}

// callElsewhere returns a call for which the thread has no memory left, or of a function that is not the
// machine's any more.
func (t *Thread) callElsewhere(f *Function, pc *Instr, w, p unsafe.Pointer) fault {
	w, p = unsafe.Pointer(wordAt(w, pc.A)), unsafe.Pointer(pointerAt(p, pc.B))
	if t.shadows.tangents != nil { // shadows have no room for such deep calls
		return lostFault
	}
	if f.code == nil {
		t.pc = pc
		return f.instead.call(t, w, p)
	}
	if t.used >= mostWords {
		return overflowFault
	}
	inner := t.withMore(f)
	copyRegisters(f.params, inner.firstWord(), inner.firstPointer(), w, p)
	if r := t.recovery; r.frame != nil && r.depth == t.depth+1 {
		inner.recovery = recovery{r.frame, 0}
	}
	t.pc, t.within = pc, inner
	level := turns.Nest()
	fault := inner.run(f.code, inner.firstWord(), inner.firstPointer())
	turns.Unnest(level)
	if fault == noFault {
		copyRegisters(f.results, w, p, inner.firstWord(), inner.firstPointer())
		t.within = nil
		if inner.used <= keptWords {
			t.larger = inner
		}
	}
	return fault
}

// withMore returns a thread with twice the memory. It reuses that of the last such call, so that a recursion that
// crosses this depth often allocates once.
func (t *Thread) withMore(f *Function) *Thread {
	inner := t.larger
	if inner == nil || !inner.fits(f) {
		inner = t.machine.newThread(f, 2*t.used, 2*len(t.calls))
	}
	t.larger, inner.stops, inner.recovery = nil, t.stops, recovery{}
	return inner
}

// fits reports whether the thread has memory for a function.
func (t *Thread) fits(f *Function) bool {
	return uintptr(len(t.memory.words))*8 >= f.words && uintptr(len(t.memory.pointers))*pointerSize >= f.pointers
}

// copyRegisters copies registers from the first on.
func copyRegisters(slots []Slot, w, p, fromWords, fromPointers unsafe.Pointer) {
	words, pointers := Count(slots)
	copy(unsafe.Slice((*uint64)(w), words), unsafe.Slice((*uint64)(fromWords), words))
	copy(unsafe.Slice((*unsafe.Pointer)(p), pointers), unsafe.Slice((*unsafe.Pointer)(fromPointers), pointers))
}
