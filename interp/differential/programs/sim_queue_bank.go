package main

import (
	"container/heap"
	"fmt"
	"math/rand"
	"strings"
)

type EventKind int

const (
	Arrive EventKind = iota
	Depart
)

//go:noinline
func (k EventKind) String() string { return [2]string{"arrive", "depart"}[k] }

type Event struct {
	Time     int
	Kind     EventKind
	Customer int
	seq      int
}

type eventHeap []Event

func (h eventHeap) Len() int { return len(h) }
func (h eventHeap) Less(i, j int) bool {
	if h[i].Time != h[j].Time {
		return h[i].Time < h[j].Time
	}
	return h[i].seq < h[j].seq
}
func (h eventHeap) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *eventHeap) Push(x any)   { *h = append(*h, x.(Event)) }
func (h *eventHeap) Pop() any {
	old := *h
	n := len(old) - 1
	e := old[n]
	*h = old[:n]
	return e
}

type Bank struct {
	tellers, busy int
	waiting       []int
	arrivals      map[int]int
	waits         []int
	events        eventHeap
	seq           int
	rng           *rand.Rand
	trace         func(format string, args ...any)
}

func (b *Bank) schedule(t int, k EventKind, c int) {
	b.seq++
	heap.Push(&b.events, Event{t, k, c, b.seq})
}

func (b *Bank) serve(now, c int) {
	b.busy++
	b.waits = append(b.waits, now-b.arrivals[c])
	b.schedule(now+3+b.rng.Intn(8), Depart, c)
}

func (b *Bank) step() bool {
	if b.events.Len() == 0 {
		return false
	}
	e := heap.Pop(&b.events).(Event)
	b.trace("%3d %-6v #%02d %s|%s\n", e.Time, e.Kind, e.Customer, strings.Repeat("T", b.busy), strings.Repeat(".", len(b.waiting)))
	switch e.Kind {
	case Arrive:
		b.arrivals[e.Customer] = e.Time
		if b.busy < b.tellers {
			b.serve(e.Time, e.Customer)
		} else {
			b.waiting = append(b.waiting, e.Customer)
		}
	case Depart:
		b.busy--
		if len(b.waiting) > 0 {
			next := b.waiting[0]
			b.waiting = b.waiting[1:]
			b.serve(e.Time, next)
		}
	}
	return true
}

func simulate(seed int64, tellers, customers int, trace func(string, ...any)) (served int, mean float64, worst int) {
	b := Bank{tellers: tellers, arrivals: map[int]int{}, rng: rand.New(rand.NewSource(seed)), trace: trace}
	t := 0
	for c := range customers {
		b.schedule(t, Arrive, c)
		t += b.rng.Intn(4)
	}
	for b.step() {
	}
	sum := 0
	for _, w := range b.waits {
		sum += w
		worst = max(worst, w)
	}
	return len(b.waits), float64(sum) / float64(len(b.waits)), worst
}

func main() {
	fmt.Println(simulate(7, 2, 8, func(f string, a ...any) { fmt.Printf(f, a...) }))
	quiet := func(string, ...any) {}
	for tellers := 1; tellers <= 6; tellers++ {
		n, mean, worst := simulate(42, tellers, 200, quiet)
		fmt.Printf("tellers=%d served=%d mean=%7.3f worst=%d\n", tellers, n, mean, worst)
	}
}
