package worker

import (
	"strings"
	"testing"
	"time"
)

// Traces as the Go runtime writes them, shortened.
const (
	process   = "goroutine 1 [IO wait, 2 minutes]:\ninternal/poll.runtime_pollWait(0x1, 0x72)\n\t/go/netpoll.go:351 +0x85\nmain.main()\n\t/main.go:27 +0x1"
	ofWorker  = "goroutine 14 [running]:\nkrigo/interp/worker.stacks()\n\t/step.go:49 +0x65\ncreated by krigo/interp/worker.(*worker).eval in goroutine 13\n\t/eval.go:23 +0x1"
	mainSends = "goroutine 16 [select labels:{\"krigo cell\": \"2\"}]:\nreflect.rselect({0x1, 0x2, 0x8?})\n\t/select.go:616 +0x3cd\nreflect.Select({0x1?, 0x2})\n\t/value.go:3018 +0x5a7\n" +
		"github.com/traefik/yaegi/interp.send.func2(0x1)\n\t/run.go:3712 +0x1f5\ncreated by github.com/traefik/yaegi/interp.(*Interpreter).EvalWithContext in goroutine 13\n\t/interp.go:578 +0x186"
)

// of returns the trace of goroutine 20, which a cell started, in a state; at is the innermost function.
func of(state, at string) string {
	return "goroutine 20 [" + state + ", 3 minutes labels:{\"krigo cell\": \"1\"}]:\n" + at + "(0x1)\n\t/file.go:1 +0x1\ncreated by github.com/traefik/yaegi/interp.call.func9 in goroutine 16\n\t/run.go:1 +0x1"
}

func TestDeadlocksAreFoundInTraces(t *testing.T) {
	const interpreter, library = "github.com/traefik/yaegi/interp.recv.func1", "net.(*pipe).read"
	for _, test := range []struct {
		name, other string
		asleep      bool
	}{
		{"a goroutine receives", of("select", interpreter), true},
		{"a goroutine waits in a select", of("select", "krigo/interp/internal/core.(*Runtime).choose"), true},
		{"a goroutine waits for a mutex", of("sync.Mutex.Lock", "internal/sync.runtime_SemacquireMutex"), true},
		{"a goroutine of a package sends", of("chan send", "net/http.f"), true},
		{"a coroutine is not called", of("coroutine", "iter.Pull"), true},
		{"a goroutine runs", of("running", interpreter), false},
		{"a goroutine may run", of("runnable", interpreter), false},
		{"a goroutine is in a call of the system", of("syscall", "syscall.Syscall6"), false},
		{"a goroutine waits for the network", of("IO wait", "internal/poll.runtime_pollWait"), false},
		{"a goroutine sleeps", of("sleep", "time.Sleep"), false},
		{"krigo's sleep", of("select", "krigo/interp/worker.(*worker).sleep"), false},
		{"a question is asked", of("chan receive", "krigo/interp/worker.(*worker).ask"), false},
		{"a package may wait for a timer", of("select", library), false},
		{"a state of later runtimes", of("waiting for the moon", interpreter), false},
		{"a goroutine of no cell runs", "goroutine 30 [runnable]:\ntime.goFunc(0x1)\n\t/sleep.go:1 +0x1\ncreated by time.AfterFunc\n\t/sleep.go:1 +0x1", false},
		{"the traces are cut off", "gorou", false},
	} {
		c := census{first: map[string]bool{"1": true}}
		traces := strings.Join([]string{ofWorker, process, mainSends, test.other}, "\n\n")
		if got := c.asleep(traces, 16); got != test.asleep {
			t.Errorf("%s: asleep is %t", test.name, got)
		}
	}
}

// A goroutine that ended is in no trace: the cell goes on.
func TestDeadlockNeedsTheCellsGoroutine(t *testing.T) {
	c := census{first: map[string]bool{"1": true}}
	traces := strings.Join([]string{ofWorker, process, mainSends}, "\n\n")
	if !c.asleep(traces, 16) || c.asleep(traces, 17) {
		t.Error("it does not follow the cell's goroutine")
	}
}

func TestAlarmsEndWithTheLast(t *testing.T) {
	var a alarms
	if a.mayCome() {
		t.Error("an alarm that nobody set may come")
	}
	a.in(time.Hour)
	a.in(-time.Hour)
	if !a.mayCome() {
		t.Error("a later timer that is due hides the first")
	}
	var past alarms
	past.in(-time.Hour)
	if past.mayCome() {
		t.Error("an alarm that is over may come")
	}
	past.forever.Store(true)
	if !past.mayCome() {
		t.Error("a ticker may not")
	}
}
