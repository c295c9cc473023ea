package parallel

import (
	"context"
	"sync"
)

// Graph is a set of tasks, where some must wait for others. Write it as the program
// that runs them one after the other: [Graph.Add] finds what a task waits for by the
// data that it reads and writes. So every datum is written in the order of the program,
// and results do not depend on scheduling.
type Graph struct {
	tasks []task
	// ready holds the tasks that can run, by urgency; lowest is the first that
	// may not be empty.
	ready   [][]int32
	lowest  int
	waiting int  // tasks in ready
	left    int  // tasks that have not ended
	idle    bool // whether the caller waits
	guard   sync.Mutex
	wake    sync.Cond // of the caller, where it has nothing to do
	stopped bool
	crew    crew
}

type task struct {
	run     func()
	urgency int
	waits   int32 // tasks that must end before
	next    []int32
}

// Datum represents data that tasks read and write, such as a tile of a matrix. The zero
// value is ready for one graph.
type Datum struct {
	written bool
	writer  int32
	readers []int32
}

// Add appends a task that writes one datum, which it may also read, and reads others.
// Of the tasks that are ready, the one with the lowest urgency, from 0, runs first.
func (g *Graph) Add(urgency int, run func(), writes *Datum, reads ...*Datum) {
	t := int32(len(g.tasks))
	g.tasks = append(g.tasks, task{run: run, urgency: urgency})
	for _, d := range reads {
		if d.written {
			g.after(d.writer, t)
		}
		d.readers = append(d.readers, t)
	}
	if writes.written {
		g.after(writes.writer, t)
	}
	for _, r := range writes.readers {
		g.after(r, t)
	}
	writes.written, writes.writer, writes.readers = true, t, writes.readers[:0]
}

// after makes task t wait for task first.
func (g *Graph) after(first, t int32) {
	if first == t {
		return
	}
	g.tasks[first].next = append(g.tasks[first].next, t)
	g.tasks[t].waits++
}

// Stop makes [Graph.Run] start no more tasks. Tasks may call it.
func (g *Graph) Stop() {
	g.guard.Lock()
	defer g.guard.Unlock()
	g.stop()
}

func (g *Graph) stop() {
	g.stopped = true
	g.wake.Signal()
}

// Run runs all tasks, once, and returns when none runs any more. It returns the error
// of ctx if ctx ends first.
func (g *Graph) Run(ctx context.Context) error {
	g.wake.L = &g.guard
	g.left = len(g.tasks)
	for t := range g.tasks {
		if g.tasks[t].waits == 0 {
			g.push(int32(t))
		}
	}
	defer context.AfterFunc(ctx, g.Stop)()
	defer g.crew.wait()
	g.call()
	return ctx.Err()
}

// call works as the caller, which waits if nothing is ready yet.
func (g *Graph) call() {
	defer func() {
		if p := recover(); p != nil {
			g.Stop()
			panic(p)
		}
	}()
	g.guard.Lock()
	defer g.guard.Unlock()
	for g.left > 0 && !g.stopped {
		if !g.runNext() {
			g.idle = true
			dismiss()
			g.wake.Wait()
			resume()
			g.idle = false
		}
	}
}

// help works as a recruit, which ends when nothing is ready.
func (g *Graph) help() {
	defer func() {
		if p := recover(); p != nil {
			g.Stop()
			panic(p)
		}
	}()
	g.guard.Lock()
	defer g.guard.Unlock()
	for g.runNext() {
	}
	g.wake.Signal()
}

// runNext runs the most urgent task, if any, and releases the guard, held by its
// caller, meanwhile.
func (g *Graph) runNext() bool {
	t, ok := g.pop()
	if !ok {
		return false
	}
	switch {
	case g.waiting > 0 && g.idle:
		g.wake.Signal()
	case g.waiting > 0:
		g.crew.help(g.help)
	}
	g.guard.Unlock()
	func() {
		defer g.guard.Lock()
		g.tasks[t].run()
	}()
	g.left--
	for _, next := range g.tasks[t].next {
		if g.tasks[next].waits--; g.tasks[next].waits == 0 {
			g.push(next)
		}
	}
	if g.left == 0 {
		g.wake.Signal()
	}
	return true
}

func (g *Graph) push(t int32) {
	u := g.tasks[t].urgency
	for u >= len(g.ready) {
		g.ready = append(g.ready, nil)
	}
	g.ready[u] = append(g.ready[u], t)
	g.lowest = min(g.lowest, u)
	g.waiting++
}

// pop takes the first of the most urgent tasks.
func (g *Graph) pop() (t int32, ok bool) {
	if g.stopped || g.waiting == 0 {
		return 0, false
	}
	for len(g.ready[g.lowest]) == 0 {
		g.lowest++
	}
	queue := g.ready[g.lowest]
	g.ready[g.lowest] = queue[1:]
	g.waiting--
	return queue[0], true
}
