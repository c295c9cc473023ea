package gotype

import (
	"math/bits"
	"reflect"
	"sync"
	"sync/atomic"
	"unsafe"
)

// Index gives types small numbers, for a quick choice by the type in an
// interface. The zero Index has none.
type Index struct {
	mu      sync.Mutex
	numbers map[*rtype]int
	table   atomic.Pointer[indexTable]
}

// indexTable is a hash table, at most half full.
type indexTable struct {
	shift   uint8
	entries []indexEntry
}

type indexEntry struct {
	typ *rtype
	n   int
}

// Set gives a type its number. 0 is that of all others.
func (x *Index) Set(rt reflect.Type, n int) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.numbers == nil {
		x.numbers = map[*rtype]int{}
	}
	x.numbers[headOf(rt)] = n
	log := bits.Len(uint(2 * len(x.numbers)))
	t := &indexTable{shift: uint8(64 - log), entries: make([]indexEntry, 1<<log)}
	for r, n := range x.numbers {
		i := t.start(r)
		for t.entries[i].typ != nil {
			i = (i + 1) & (len(t.entries) - 1)
		}
		t.entries[i] = indexEntry{r, n}
	}
	x.table.Store(t)
}

// start is where the search for a type begins.
func (t *indexTable) start(r *rtype) int {
	return int(uint64(uintptr(unsafe.Pointer(r))) * 0x9e3779b97f4a7c15 >> t.shift)
}

// of is the number of a type.
func (x *Index) of(r *rtype) int {
	t := x.table.Load()
	if t == nil || r == nil {
		return 0
	}
	for i := t.start(r); ; i = (i + 1) & (len(t.entries) - 1) {
		switch e := &t.entries[i]; e.typ {
		case r:
			return e.n
		case nil:
			return 0
		}
	}
}

// Func is a func(from) int that gives the number of the type in an interface,
// 0 for nil. It is compiled code.
func (x *Index) Func(from reflect.Type) reflect.Value {
	sig := reflect.FuncOf([]reflect.Type{from}, []reflect.Type{intType}, false)
	if from.NumMethod() == 0 {
		return funcValue(sig, closure(func(i iface) int { return x.of((*rtype)(i.first)) }))
	}
	return funcValue(sig, closure(func(i iface) int { return x.of(i.typ(true)) }))
}
