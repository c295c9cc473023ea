package interp_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"krigo/cell"
	"krigo/internal/testwait"
	"krigo/interp"
	"krigo/interp/symbols"
)

func eval(t *testing.T, s *interp.Session, source string) (string, error) {
	t.Helper()
	b, err := s.Eval(testwait.Context(t, "the end of "+source), cell.Cell{Label: "cell 1", Source: source}, newRecord())
	return plainText(b), err
}

// want evaluates source, whose value must be value.
func want(t *testing.T, s *interp.Session, source, value string) {
	t.Helper()
	got, err := eval(t, s, source)
	if err != nil {
		t.Fatalf("%s: %v\n%s", source, err, traceback(err))
	}
	if got != value {
		t.Fatalf("%s = %q, want %q", source, got, value)
	}
}

func traceback(err error) string {
	if e, ok := errors.AsType[*cell.Error](err); ok {
		return strings.Join(e.Traceback(false), "\n")
	}
	return ""
}

// The death of a worker is reported in one message, and the session goes on with its
// declarations.
func TestDeathOfWorker(t *testing.T) {
	for _, test := range []struct{ name, source, errorName, message string }{
		{
			"concurrent map writes",
			"m := map[int]int{}\nfor i := 0; i < 4; i++ { go func() { for { m[1]++ } }() }\ntime.Sleep(time.Minute)",
			"WorkerCrash", "one map at the same time",
		},
		{
			"panic on a compiled goroutine",
			"time.AfterFunc(0, func() { panic(\"far away\") })\ntime.Sleep(time.Minute)",
			"WorkerCrash", "a goroutine panicked: far away",
		},
		{
			"exit of compiled code",
			"flag.NewFlagSet(\"x\", flag.ExitOnError).Parse([]string{\"-no\"})",
			"WorkerExit", "exited with code 2",
		},
		{"kill", "p, _ := os.FindProcess(os.Getpid())\np.Kill()\ntime.Sleep(time.Minute)", "WorkerCrash", "was killed from outside"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.name == "kill" {
				skipOnWindows(t, "no status tells there who ended a process")
			}
			t.Parallel()
			endsWorker(t, test.source, test.errorName, test.message)
		})
	}
}

// So does a stack overflow, which takes the race detector minutes on a busy machine.
func TestStackOverflowUnraced(t *testing.T) {
	if raceDetector {
		t.Skip("it is slow under the race detector")
	}
	t.Parallel()
	endsWorker(t, "func f(n int) int { return f(n+1) + 1 }\nf(0)", "WorkerCrash", "stack overflow")
}

// endsWorker evaluates source in a session whose worker it ends, and checks the error and the session afterwards.
func endsWorker(t *testing.T, source, errorName, message string) {
	t.Helper()
	s := start(t, options(t))
	want(t, s, "func twice(n int) int { return 2 * n }\nlost := 3\ntwice(lost)", "6")
	_, err := eval(t, s, source)
	e, ok := errors.AsType[*cell.Error](err)
	if !ok || e.Name != errorName || !strings.Contains(e.Message, message) {
		t.Fatalf("error is %v, want %s with %q", err, errorName, message)
	}
	if exits := e.Name == "WorkerExit"; e.Exited != exits || exits && e.Code != 2 {
		t.Errorf("exited is %t with code %d", e.Exited, e.Code)
	}
	if text := traceback(err); !strings.Contains(text, "lost their values: lost") {
		t.Errorf("the message does not name the lost variable:\n%s", text)
	}
	want(t, s, "twice(lost + 4)", "8")
}

// A worker that allocates too much ends before the machine does.
func TestMemoryLimitUnraced(t *testing.T) {
	if raceDetector {
		t.Skip("the race detector needs more memory than the limit")
	}
	if runtime.GOOS != "linux" {
		t.Skip("this system has no limit")
	}
	t.Parallel()
	o := options(t)
	o.MemoryLimit = 600 << 20
	s := start(t, o)
	_, err := eval(t, s, "var all [][]byte\nfor { all = append(all, make([]byte, 1<<26)) }")
	if e, ok := errors.AsType[*cell.Error](err); !ok || !strings.Contains(e.Message, "out of memory") {
		t.Fatalf("error is %v, want out of memory", err)
	}
	want(t, s, "1 + 1", "2")
}

// What a cell wrote before its worker died arrives, and the crash's own
// report does not.
func TestOutputBeforeDeath(t *testing.T) {
	t.Parallel()
	s := start(t, options(t))
	r := newRecord()
	_, err := s.Eval(t.Context(), cell.Cell{Label: "cell 1", Source: `
fmt.Println("first")
time.AfterFunc(0, func() { fmt.Print("last"); panic("gone") })
time.Sleep(time.Minute)`}, r)
	if err == nil {
		t.Fatal("the cell did not fail")
	}
	if got := r.text(); got != "stdout: first\nlast" {
		t.Errorf("output is %q", got)
	}
}

// gate returns Go that waits until goOn is called.
func gate(t *testing.T) (await string, goOn func()) {
	path := filepath.Join(t.TempDir(), "gate")
	await = fmt.Sprintf("for { if _, err := os.Stat(%q); err == nil { break }; time.Sleep(time.Millisecond) }", path)
	return await, func() {
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// A death between two cells is reported to the output in use.
func TestDeathWhileIdle(t *testing.T) {
	t.Parallel()
	s := start(t, options(t))
	r := newRecord()
	await, goOn := gate(t)
	source := "kept := 5\ntime.AfterFunc(0, func() { " + await + "; panic(\"late\") })"
	if _, err := s.Eval(t.Context(), cell.Cell{Label: "cell 1", Source: source}, r); err != nil {
		t.Fatal(err)
	}
	goOn()
	r.await(t, "Between two cells: a goroutine panicked: late.")
	r.await(t, "lost their values: kept")
	want(t, s, "kept", "0")
}

// An interrupt ends a cell whatever it does, and the next cell runs with the
// values of before.
func TestInterrupt(t *testing.T) {
	for name, source := range map[string]string{
		"empty loop":      "for {}",
		"select":          "select {}",
		"sleep":           "time.Sleep(time.Hour)",
		"receive":         "var ch chan int\n<-ch",
		"function loop":   "func spin() { for { } }\nfunc outer() { spin() }\nouter()",
		"context":         "<-ctx.Done()\nfor {}",
		"input":           "func try() { defer func() { recover() }(); input(\"\") }\nfor { try() }",
		"own error":       "<-ctx.Done()\nctx.Err()",
		"value and error": "func f() (int, error) { <-ctx.Done(); return 1, errors.New(\"half\") }\nf()",
		"own panic":       "<-ctx.Done()\npanic(\"half\")",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := start(t, options(t))
			want(t, s, "kept := 5\nkept", "5")
			err := interruptRunning(t, s, source)
			if e, ok := errors.AsType[*cell.Error](err); !ok || e.Name != "Interrupt" {
				t.Fatalf("error is %v, want an Interrupt", err)
			}
			want(t, s, "kept + 1", "6")
		})
	}
}

// An interrupt of a recursion so deep that it has memory of its own leaves nothing that the next fault is taken for.
func TestAFaultAfterAnInterruptedRecursion(t *testing.T) {
	t.Parallel()
	s := start(t, options(t))
	err := interruptRunning(t, s, "func deep(n int) int {\n\tfor n == 0 {\n\t}\n\treturn deep(n-1) + 1\n}\ndeep(2000)")
	if e, ok := errors.AsType[*cell.Error](err); !ok || e.Name != "Interrupt" {
		t.Fatalf("error is %v, want an Interrupt", err)
	}
	got := failure(t, s, "func at(xs []int, i int) int { return xs[i] }\nat(make([]int, 3), 5)")
	if !strings.Contains(got, "index out of range [5] with length 3") || strings.Contains(got, "deep") {
		t.Errorf("an index out of range gives\n%s", got)
	}
}

// A question that is interrupted fails its cell, by the name of an interrupt.
func TestInterruptOfQuestion(t *testing.T) {
	t.Parallel()
	s := start(t, options(t))
	ctx, cancel := context.WithCancel(t.Context())
	asked := asker(func(ctx context.Context) (string, error) {
		cancel()
		<-ctx.Done()
		return "", ctx.Err()
	})
	for _, source := range []string{"name := input(\"Name? \")", "name"} {
		_, err := s.Eval(ctx, cell.Cell{Label: "cell 1", Source: source}, asked)
		if e, ok := errors.AsType[*cell.Error](err); !ok || e.Name != "Interrupt" {
			t.Errorf("%s: error is %v, want an Interrupt", source, err)
		}
	}
	want(t, s, "len(name)", "0")
}

// asker is an Output that answers questions and ignores the rest.
type asker func(ctx context.Context) (string, error)

func (a asker) Stream(string, string) {}
func (a asker) Display(cell.Display)  {}
func (a asker) Clear(bool)            {}
func (a asker) Page(cell.Bundle)      {}
func (a asker) Comm(cell.CommMessage) {}
func (a asker) Input(ctx context.Context, _ string, _ bool) (string, error) {
	return a(ctx)
}

// A question that no cell waits for is refused.
func TestQuestionBetweenCells(t *testing.T) {
	t.Parallel()
	s := start(t, options(t))
	r := newRecord("never given")
	source := "begin := make(chan bool)\ngo func() { <-begin; input(\"Late? \") }()"
	if _, err := s.Eval(t.Context(), cell.Cell{Label: "cell 1", Source: source}, r); err != nil {
		t.Fatal(err)
	}
	await, goOn := gate(t)
	source = "time.AfterFunc(0, func() { " + await + "; close(begin) })"
	if _, err := s.Eval(t.Context(), cell.Cell{Label: "cell 2", Source: source}, r); err != nil {
		t.Fatal(err)
	}
	goOn()
	r.await(t, "A goroutine ended: input: no cell is running")
	if strings.Contains(r.text(), "Late?") {
		t.Errorf("the user was asked: %s", r.text())
	}
}

// A function literal that a variable holds runs on after an interrupt.
func TestInterruptLeavesFunctionLiterals(t *testing.T) {
	t.Parallel()
	s := start(t, options(t))
	want(t, s, "five := func() int { return 5 }\nfive()", "5")
	for range 2 {
		if err := interruptRunning(t, s, "for {}"); err == nil {
			t.Fatal("the cell was not interrupted")
		}
		want(t, s, "five()", "5")
	}
}

// interruptRunning evaluates source and interrupts it once it runs.
func interruptRunning(t *testing.T, s *interp.Session, source string) error {
	t.Helper()
	return interruptInto(t, s, newRecord(), "fmt.Println(\"running\")\n"+source)
}

// interruptInto evaluates source into r and interrupts it once it prints
// "running", where it has not ended by then.
func interruptInto(t *testing.T, s *interp.Session, r *record, source string) error {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ended := make(chan error, 1)
	go func() {
		_, err := s.Eval(ctx, cell.Cell{Label: "cell 1", Source: source}, r)
		ended <- err
	}()
	r.await(t, "running")
	cancel()
	return testwait.Receive(t, "the end of the cell that was interrupted", ended)
}

// A cell that watches its context ends in time and keeps its result.
func TestInterruptGently(t *testing.T) {
	t.Parallel()
	s := start(t, options(t))
	if err := interruptRunning(t, s, "best := 0\n<-ctx.Done()\nbest = 9"); err != nil {
		t.Fatal(err)
	}
	want(t, s, "best", "9")
}

// A loop that sleeps is stopped where it sleeps: an interrupt does not send it on
// through the turns that are left without a pause.
func TestInterruptOfALoopThatSleeps(t *testing.T) {
	t.Parallel()
	s := start(t, options(t))
	want(t, s, "turns := 0\nturns", "0")
	for range 10 {
		wantInterrupt(t, interruptRunning(t, s, "for turns = 0; turns < 1000; turns++ { time.Sleep(time.Hour) }"), "interrupted")
		want(t, s, "turns", "0")
	}
}

// Compiled code that calls a function of the cell again and again is stopped by the next call.
func TestInterruptOfCallsFromCompiledCode(t *testing.T) {
	t.Parallel()
	s := start(t, options(t))
	want(t, s, "calls := 0\ncount := func(n int) bool { calls += n; return true }\ncalls", "0")
	for _, source := range []string{
		"for i := range display.Progress(1 << 60) { calls = i }",
		"type zeros struct{}\nfunc (zeros) Read(p []byte) (int, error) { calls++; return 1, nil }\nio.Copy(io.Discard, zeros{})",
		"sort.Search(1<<62, func(i int) bool { for range display.Progress(1 << 60) { count(1) }; return true })",
	} {
		wantInterrupt(t, interruptRunning(t, s, source), "interrupted")
		want(t, s, "calls = 0\ncount(3)\ncalls", "3")
	}
}

// blocked is a cell that nothing in its process can stop.
const blocked = "kept := 6\nvar m sync.Mutex\nm.Lock()\nm.Lock()"

// In an unattended session, a cell that nothing stops is ended with its worker.
func TestInterruptOfBlockedCell(t *testing.T) {
	t.Parallel()
	o := options(t)
	o.StopTimeout, o.Unattended = 300*time.Millisecond, true
	s := start(t, o)
	wantInterrupt(t, interruptRunning(t, s, blocked), "did not stop within 300ms of the interrupt")
	want(t, s, "2 + 2", "4")
}

// A session's first cell is stopped where it waits for a channel, as all others
// are.
func TestInterruptOfFirstCell(t *testing.T) {
	t.Parallel()
	s := start(t, options(t))
	wantInterrupt(t, interruptRunning(t, s, "kept := 6\nc := make(chan int)\nc <- <-c"), "interrupted")
	want(t, s, "kept", "6")
}

// A cell that nothing stops goes on until it is abandoned; before that was
// offered, Abandon does nothing.
func TestAbandon(t *testing.T) {
	t.Parallel()
	o := options(t)
	o.StopTimeout = 300 * time.Millisecond
	s := start(t, o)
	want(t, s, "kept := 5\nkept", "5")
	s.Abandon()
	want(t, s, "kept", "5")
	r := newRecord()
	go func() {
		r.await(t, "running")
		s.Abandon() // no time to stop has passed
		r.await(t, "Interrupt it once more")
		s.Abandon()
	}()
	wantInterrupt(t, interruptInto(t, s, r, "fmt.Println(\"running\")\n"+blocked), "a second interrupt ended its Go process")
	s.Abandon()
	want(t, s, "kept", "0")
}

func wantInterrupt(t *testing.T, err error, message string) {
	t.Helper()
	if e, ok := errors.AsType[*cell.Error](err); !ok || e.Name != "Interrupt" || !strings.Contains(e.Message, message) {
		t.Fatalf("error is %v, want an interrupt with %q", err, message)
	}
}

// A panic of a goroutine that a cell started is reported and ends nothing.
func TestPanicOfGoroutine(t *testing.T) {
	t.Parallel()
	s := start(t, options(t))
	r := newRecord()
	source := "kept := 4\ngo func() {\n\tpanic(\"aside\")\n}()\ntime.Sleep(50*time.Millisecond)"
	if _, err := s.Eval(t.Context(), cell.Cell{Label: "cell 1", Source: source}, r); err != nil {
		t.Fatal(err)
	}
	r.await(t, "A goroutine panicked: aside")
	want(t, s, "kept", "4")
}

// In an unattended session, the panic of a goroutine fails the running cell, or the next
// one.
func TestPanicOfGoroutineFailsAnUnattendedCell(t *testing.T) {
	t.Parallel()
	o := options(t)
	o.Unattended = true
	s := start(t, o)
	for _, source := range []string{
		"kept := 4\nvar wg sync.WaitGroup\nwg.Add(1)\ngo func() {\n\tdefer wg.Done()\n\tpanic(\"aside\")\n}()\nwg.Wait()\nkept",
		"kept := 4\ndone := make(chan bool)\ngo func() {\n\tdefer close(done)\n\tpanic(\"aside\")\n}()\n<-done\ntime.Sleep(50*time.Millisecond)\nkept",
	} {
		_, err := eval(t, s, source)
		if e, ok := errors.AsType[*cell.Error](err); !ok || e.Name != "Panic" || e.Message != "in a goroutine: aside" || len(e.Diagnostics) != 1 {
			t.Errorf("%s\nends with %v", source, err)
		}
		want(t, s, "kept", "4")
	}
}

func TestRestartForgets(t *testing.T) {
	t.Parallel()
	s := start(t, options(t))
	want(t, s, "x := 1\nx", "1")
	if err := s.Restart(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := eval(t, s, "x"); err == nil {
		t.Error("x is still declared")
	}
	want(t, s, "x := 2\nx", "2")
}

func TestEvaluateDeclaresNothing(t *testing.T) {
	t.Parallel()
	s := start(t, options(t))
	want(t, s, "x := 20\nx", "20")
	b, err := s.Evaluate(t.Context(), "x + 1")
	if err != nil || plainText(b) != "21" {
		t.Errorf("x + 1 is %q, %v", plainText(b), err)
	}
	for _, expr := range []string{"nowhere", `strconv.Atoi("many")`, `errors.New("no")`} {
		if b, err := s.Evaluate(t.Context(), expr); err == nil {
			t.Errorf("%s is %q", expr, plainText(b))
		}
	}
	if b, err := s.Evaluate(t.Context(), `strconv.Atoi("12")`); err != nil || plainText(b) != "12" {
		t.Errorf("the number is %q, %v", plainText(b), err)
	}
}

// A session whose worker cannot start says so.
func TestNoWorker(t *testing.T) {
	skipOnWindows(t, "it has no /bin/false")
	t.Parallel()
	if _, err := interp.Start(t.Context(), interp.Options{Symbols: symbols.NewWorld(), Command: []string{"/nonexistent/worker"}}); err == nil {
		t.Error("Start found a worker where there is none")
	}
	s := start(t, interp.Options{Symbols: symbols.NewWorld(), Command: []string{"/bin/false"}})
	_, err := eval(t, s, "1")
	if e, ok := errors.AsType[*cell.Error](err); !ok || !strings.Contains(e.Message, "exited with code 1") {
		t.Errorf("error is %v", err)
	}
}

// A session without packages would refuse every import.
func TestStartNeedsSymbols(t *testing.T) {
	t.Parallel()
	o := options(t)
	o.Symbols = nil
	if _, err := interp.Start(t.Context(), o); err == nil || !strings.Contains(err.Error(), "Options.Symbols is nil") {
		t.Errorf("error is %v", err)
	}
}

func TestClosedSession(t *testing.T) {
	t.Parallel()
	s, err := interp.Start(t.Context(), options(t))
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	if _, err := eval(t, s, "1"); err == nil {
		t.Error("a closed session evaluates")
	}
}

// Text that is split inside a character arrives whole, other bytes as they are.
func TestStreamKeepsBytes(t *testing.T) {
	t.Parallel()
	s := start(t, options(t))
	r := newRecord()
	source := `os.Stdout.Write([]byte{0xe2, 0x82})
time.Sleep(60*time.Millisecond)
os.Stdout.Write([]byte{0xac, '\n', 0xff, '\n', 0xe2})`
	if _, err := s.Eval(t.Context(), cell.Cell{Label: "cell 1", Source: source}, r); err != nil {
		t.Fatal(err)
	}
	if got := r.text(); got != "stdout: €\n\xff\n\xe2" {
		t.Errorf("stream is %q", got)
	}
}

// More output than any buffer holds arrives complete and in order.
func TestLongOutput(t *testing.T) {
	t.Parallel()
	s := start(t, options(t))
	r := newRecord()
	source := "for i := 0; i < 100000; i++ { fmt.Println(\"line\", i) }"
	if _, err := s.Eval(t.Context(), cell.Cell{Label: "cell 1", Source: source}, r); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimPrefix(r.text(), "stdout: "), "\n")
	if n := len(lines) - 1; n != 100000 {
		t.Fatalf("%d lines arrived", n)
	}
	if lines[0] != "line 0" || lines[99999] != "line 99999" {
		t.Errorf("the first is %q and the last %q", lines[0], lines[99999])
	}
}
