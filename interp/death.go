package interp

import (
	"fmt"
	"regexp"
	"strings"
	"syscall"

	"krigo/interp/internal/wire"
)

// death is why a worker ended.
type death struct {
	name   string // of the Error
	cause  string // one sentence
	trace  string // the Go runtime's report, for the log
	unsent []wire.Event
	exited bool // of its own accord, with code
	code   int  // that it exited with, or that of the signal which killed it
}

// bySignal and the number of a signal are the code of a process that it ended.
const bySignal = 128

// crash is how the Go runtime begins to report the end of a process.
var crash = regexp.MustCompile(`(?m)^(?:panic: |fatal error: |runtime: goroutine stack exceeds|runtime: out of memory|unexpected fault address|(?:fakecgo|runtime/cgo): |SIG[A-Z]+: )`)

// runtimeFault is a signal's report whose innermost function is the runtime's own: the
// runtime does not survive every refusal of memory by the system.
var runtimeFault = regexp.MustCompile(`\ASIG[A-Z]+: .*\nPC=.*\n\ngoroutine .*\nruntime\.`)

// causes maps crashes to their causes, by the first of the texts that occurs in the
// trace.
var causes = []struct{ text, cause string }{
	{"stack overflow", "stack overflow: a function calls itself without end"},
	{"out of memory", "out of memory: the code needs more than this machine or its limit allows"},
	{"cannot allocate memory", "out of memory: the code needs more than this machine or its limit allows"},
	{"pthread_create failed", "out of memory: the Go runtime could not start another thread"},
	{"concurrent map", "two goroutines used one map at the same time and one changed it; guard it with a sync.Mutex"},
	{"all goroutines are asleep", "deadlock: every goroutine waits for another"},
}

// postMortem finds the cause of a worker's death from its end, the reason for which
// the session ended it (empty if it did not), and the end of its standard error before.
func postMortem(e ending, reason, tail string) death {
	d := death{name: "WorkerExit"}
	stderr := e.stderr
	at := crash.FindStringIndex(stderr)
	whole := tail + stderr // a part of the report may have been read before the end
	split := crash.FindStringIndex(whole)
	if at != nil && reason == "" && e.code != 0 {
		stderr, d.trace = stderr[:at[0]], stderr[at[0]:]
	}
	d.unsent = streams(e.stdout, stderr)
	switch signal := e.signal; {
	case reason != "":
		d.cause = reason
	case d.trace != "":
		d.name, d.cause = "WorkerCrash", crashCause(d.trace)
	case signal == syscall.SIGKILL:
		d.name = "WorkerCrash"
		d.cause = "the Go process was killed from outside, perhaps because the machine ran out of memory"
		d.code = bySignal + int(signal)
	case signal != 0:
		d.name, d.cause = "WorkerCrash", fmt.Sprintf("the Go process was ended by a signal: %s", signal)
	case e.code == 2 && split != nil:
		d.trace = whole[split[0]:]
		d.name, d.cause = "WorkerCrash", crashCause(d.trace)
		if strings.Contains(d.trace, "\ngoroutine ") {
			d.unsent = streams(e.stdout, "")
		}
	default:
		d.exited, d.code = true, e.code
		d.cause = fmt.Sprintf("the Go process exited with code %d", e.code)
	}
	return d
}

func crashCause(trace string) string {
	head, _, _ := strings.Cut(trace, "\ngoroutine ")
	for _, c := range causes {
		if strings.Contains(head, c.text) {
			return c.cause
		}
	}
	line, _, _ := strings.Cut(head, "\n")
	if runtimeFault.MatchString(trace) {
		return line + " in the Go runtime itself, most often because it is out of memory"
	}
	if message, ok := strings.CutPrefix(line, "panic: "); ok {
		return "a goroutine panicked: " + strings.TrimSuffix(message, " [recovered, repanicked]")
	}
	return line
}

func streams(stdout, stderr string) []wire.Event {
	var events []wire.Event
	for _, s := range []struct{ name, text string }{{"stdout", stdout}, {"stderr", stderr}} {
		if s.text != "" {
			events = append(events, wire.Event{Kind: wire.KindStream, Name: s.name, Text: s.text})
		}
	}
	return events
}
