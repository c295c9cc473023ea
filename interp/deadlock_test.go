package interp_test

import (
	"context"
	"strings"
	"testing"

	"krigo/cell"
	"krigo/internal/testwait"
)

// A cell that waits for ever says so, and where its goroutines wait; it goes on until it is interrupted.
func TestCellThatWaitsForEverSaysSo(t *testing.T) {
	if testing.Short() {
		t.Skip("a cell may wait for some seconds")
	}
	t.Parallel()
	s := start(t, options(t))
	emitted(t, s, "jobs := make(chan int)\nvar mu sync.Mutex\nvar wg sync.WaitGroup\nfunc work() {\n\tdefer wg.Done()\n\tfor range jobs {\n\t}\n}")
	emitted(t, s, "wg.Add(2)\ngo work()\ngo work()\ngo func() { select { case <-make(chan int): case <-make(chan bool): } }()\nmu.Lock()\ngo mu.Lock()")
	out := newRecord()
	ctx, interrupt := context.WithCancel(testwait.Context(t, "the end of an interrupted cell"))
	ended := make(chan error, 1)
	go func() {
		_, err := s.Eval(ctx, cell.Cell{Label: "waiting", Source: "print := fmt.Println\nprint(1)\n<-make(chan int)"}, out)
		ended <- err
	}()
	out.await(t, "note: this cell waits for ever")
	out.await(t, "waiting:3 receives from a channel\n")
	out.await(t, "work receives from a channel (2 goroutines)\n")
	out.await(t, "waits in a select\n")
	out.await(t, "waits in sync.Mutex.Lock\n")
	interrupt()
	if err := <-ended; err == nil || !strings.Contains(err.Error(), "Interrupt") {
		t.Errorf("the interrupted cell ended with %v", err)
	}
	want(t, s, "1 + 1", "2")
}
