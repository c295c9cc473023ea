package interp_test

import (
	"strings"
	"testing"

	"krigo/cell"
	"krigo/internal/testwait"
	"krigo/interp"
)

// evalInto evaluates a cell, which must not fail, into its own output.
func evalInto(t *testing.T, s *interp.Session, label, source string, r *record) string {
	t.Helper()
	b, err := s.Eval(testwait.Context(t, "the end of "+label), cell.Cell{Label: label, Source: source}, r)
	if err != nil {
		t.Fatalf("%s: %v\n%s", label, err, traceback(err))
	}
	return plainText(b)
}

// What a goroutine emits belongs to the cell that started it, and so does what
// is emitted by those that it starts itself, while later cells run too.
func TestOutputOfGoroutinesLeftBehindUnraced(t *testing.T) {
	if raceDetector {
		t.Skip("the interpreter races on its frame of globals where a goroutine outlives its cell")
	}
	t.Parallel()
	s := start(t, options(t))
	first, second := newRecord(), newRecord()
	evalInto(t, s, "cell 1", `go1, go2 := make(chan int), make(chan int)
go func() {
	fmt.Println("one", <-go1)
	go func() {
		fmt.Fprintln(os.Stderr, "two", <-go2)
		display.Markdown("three")
		panic("four")
	}()
}()`, first)
	evalInto(t, s, "cell 2", `fmt.Println("a")
go1 <- 1
go2 <- 2
fmt.Println("b")`, second)
	first.await(t, "A goroutine panicked: four")
	for _, text := range []string{"stdout: one 1", "stderr: two 2", "three"} {
		first.await(t, text)
	}
	if got := second.text(); got != "stdout: a\nb\n" {
		t.Errorf("the second cell shows %q", got)
	}
}

func TestJobs(t *testing.T) {
	t.Parallel()
	s := start(t, options(t))
	r := newRecord()
	if got := evalInto(t, s, "cell 1", "%jobs", r); got != "no goroutines" {
		t.Errorf("at first there are %q", got)
	}
	evalInto(t, s, "cell 2", "stop := make(chan int)\nfor range 3 { go func() { <-stop }() }", r)
	evalInto(t, s, "cell 3", "go func() { var m sync.Mutex; m.Lock(); m.Lock() }()", r)
	want := "cell goroutines state cell 2 3 select cell 3 1 sync.Mutex.Lock"
	testwait.UntilSeen(t, "%jobs to say "+want, func() (string, bool) { // when all have blocked
		got := strings.Join(strings.Fields(evalInto(t, s, "cell 4", "%jobs", r)), " ")
		return got, got == want
	})
	evalInto(t, s, "cell 5", "close(stop)", r)
	testwait.UntilSeen(t, "%jobs without the goroutines of cell 2, which have ended", func() (string, bool) {
		got := evalInto(t, s, "cell 6", "%jobs", r)
		return got, !strings.Contains(got, "cell 2")
	})
}
