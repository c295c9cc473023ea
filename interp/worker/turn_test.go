package worker

import (
	"sync/atomic"
	"testing"

	"krigo/gplib/parallel"
	"krigo/internal/testwait"
)

// An interrupted fit on a busy machine may need longer than grace to return. Its result is to
// be assigned, so that the interpreter stops the cell only after that.
func TestAnInterruptStopsTheCellAfterTheLibraryHasReturned(t *testing.T) {
	c := newTurn(&worker{}, 1)
	c.ctx.watched.Store(true)
	inside, leave := make(chan struct{}), make(chan struct{})
	var returned atomic.Bool
	go func() {
		c.goroutine.Store(goroutine())
		parallel.Each(1, false, func(int) {
			close(inside)
			<-leave
		})
		returned.Store(true)
	}()
	testwait.Receive(t, "the call of the library", inside)
	c.interrupt()
	go func() {
		for range 3 {
			grace.sleep()
		}
		close(leave)
	}()
	testwait.Receive(t, "the end of the interrupted cell", c.stopped)
	if !returned.Load() {
		t.Error("the cell was stopped while the library was running")
	}
}

func TestInLibrary(t *testing.T) {
	const gplib, yaegi, machine, other = "krigo/gplib.Learn({...})\n\tfile\n", "github.com/traefik/yaegi/interp.runCfg(0x1)\n\tfile\n",
		"krigo/interp/machine.(*Thread).run(0x1)\n\tfile\n", "gonum.org/v1/gonum/mat.Mul(0x1)\n\tfile\n"
	for trace, want := range map[string]bool{
		"":                              false,
		yaegi:                           false,
		other + gplib + yaegi:           true,
		"krigo/cluster.Run()\n" + yaegi: true,
		yaegi + gplib + yaegi:           false,
		machine + gplib + yaegi:         false,
		"created by krigo/gplib.Learn in goroutine 1\n" + yaegi: false,
	} {
		if got := inLibrary(trace); got != want {
			t.Errorf("inLibrary is %v, want %v, of\n%s", got, want, trace)
		}
	}
}
