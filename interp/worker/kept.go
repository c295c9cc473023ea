package worker

import (
	"context"
	"fmt"
	"runtime/pprof"
	"slices"
	"strings"
	"sync"
	"time"

	"krigo/cell"
	"krigo/display/mime"
)

// maxKept bounds the bytes of printed text that are held back of a function, and
// reportPause is the interval at which the output of a long one is shown.
const (
	maxKept     = 1 << 20
	reportPause = 300 * time.Millisecond
)

// kept holds back the output of a function while it runs.
type kept struct {
	ctx    context.Context // has the labels of its goroutine, and of those that it starts
	labels *byte           // identifies them
	outer  *kept           // of the function that called it

	mu    sync.Mutex
	parts []cell.Bundle
	text  strings.Builder // printed behind the parts
	size  int             // of all that was printed
}

// Capture implements mime.Capturing.
func (m *emitter) Capture(f func(), take func(parts []cell.Bundle)) { m.capture(f, take) }

// capture holds back the output of f. A cell or its handlers call it; goroutines that a
// cell has left behind print as always.
func (w *worker) capture(f func(), take func(parts []cell.Bundle)) {
	t := w.callersTurn()
	if t == nil {
		f()
		take(nil)
		return
	}
	k := t.keepBack()
	w.keeping.Add(1)
	end := k.report(take)
	defer func() {
		w.keeping.Add(-1)
		t.letGo(k)
		end()
	}()
	f()
}

// report passes the kept output to take, at intervals while the function runs, and all of
// it at the end.
func (k *kept) report(take func(parts []cell.Bundle)) (end func()) {
	ended, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		tick := time.NewTicker(reportPause)
		defer tick.Stop()
		for {
			select {
			case <-ended:
				return
			case <-tick.C:
			}
			if parts := k.all(); len(parts) > 0 {
				take(parts)
			}
		}
	}()
	return func() {
		close(ended)
		<-done
		take(k.all())
	}
}

// keepBack gives the calling goroutine labels that identify it.
func (c *turn) keepBack() *kept {
	k := &kept{outer: c.kept.Load(), ctx: labelsOf(c.number)}
	pprof.SetGoroutineLabels(k.ctx)
	k.labels = (*byte)(goroutineLabels())
	c.kept.Store(k)
	return k
}

// letGo restores the goroutine's labels.
func (c *turn) letGo(k *kept) {
	labels := c.labels
	if k.outer != nil {
		labels = k.outer.ctx
	}
	c.kept.Store(k.outer)
	pprof.SetGoroutineLabels(labels)
}

// callersTurn returns the evaluation that the calling goroutine belongs to, or nil.
func (w *worker) callersTurn() *turn {
	if h := w.handlers.mine(); h != nil {
		return h.turn
	}
	if c := w.running(); c.isMine() {
		return c
	}
	return nil
}

// keeps returns the store that holds back the calling goroutine's output, or nil.
func (w *worker) keeps() *kept {
	if w.keeping.Load() == 0 {
		return nil
	}
	if t := w.callersTurn(); t != nil {
		if k := t.kept.Load(); k != nil && k.labels == (*byte)(goroutineLabels()) {
			return k
		}
	}
	return nil
}

// print keeps text.
func (k *kept) print(text []byte) {
	k.mu.Lock()
	defer k.mu.Unlock()
	room := max(0, maxKept-k.size)
	k.size += len(text)
	k.text.Write(text[:min(room, len(text))])
}

// show keeps a shown bundle, after the printed text.
func (k *kept) show(b cell.Bundle) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.parts = append(k.withText(), b)
	k.text.Reset()
}

// withText returns the parts with the text behind them.
func (k *kept) withText() []cell.Bundle {
	text := strings.TrimSuffix(k.text.String(), "\n")
	if text == "" {
		return k.parts
	}
	return append(slices.Clip(k.parts), cell.Bundle{Data: map[string]any{mime.TypePlain: text}})
}

// all returns the output kept so far.
func (k *kept) all() []cell.Bundle {
	k.mu.Lock()
	defer k.mu.Unlock()
	parts := k.withText()
	if left := k.size - maxKept; left > 0 {
		note := fmt.Sprintf("[%d more bytes were printed]", left)
		parts = append(slices.Clip(parts), cell.Bundle{Data: map[string]any{mime.TypePlain: note}})
	}
	return parts
}
