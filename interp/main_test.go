package interp_test

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"krigo/cell"
	"krigo/internal/testwait"
	"krigo/interp"
	"krigo/interp/symbols"
	"krigo/interp/symbols/tables"
	"krigo/interp/worker"
)

// asWorker is the environment variable that makes the test binary a worker.
const asWorker = "KRIGO_TEST_WORKER"

func TestMain(m *testing.M) {
	if os.Getenv(asWorker) != "" {
		if err := worker.Main(tables.Exports); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// options start this test binary as the worker.
func options(t testing.TB) interp.Options {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return interp.Options{
		Symbols: symbols.NewWorld(),
		Command: []string{exe},
		Env:     append(os.Environ(), asWorker+"=1"),
		Args:    []string{"script", "one", "two"},
	}
}

// skipOnWindows skips a test that needs what Windows does not have.
func skipOnWindows(t *testing.T, why string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip(why)
	}
}

func start(t testing.TB, o interp.Options) *interp.Session {
	t.Helper()
	s, err := interp.Start(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// record is an Output that keeps what it gets, in order.
type record struct {
	answers []string // of the user, first to last

	mu    sync.Mutex
	lines []string      // "stdout: text", "display: text", ...
	more  chan struct{} // closed, and another made, when lines grow
}

func newRecord(answers ...string) *record {
	return &record{answers: answers, more: make(chan struct{})}
}

// add joins text of one stream to what came of it just before.
func (r *record) add(kind, text string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	prefix := kind + ": "
	if n := len(r.lines); n > 0 && strings.HasPrefix(kind, "std") && strings.HasPrefix(r.lines[n-1], prefix) {
		r.lines[n-1] += text
	} else {
		r.lines = append(r.lines, prefix+text)
	}
	close(r.more)
	r.more = make(chan struct{})
}

func (r *record) all() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]string(nil), r.lines...)
}

func (r *record) reset() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.lines = nil
}

// perLine repeats the kind before each line of what came.
func (r *record) perLine() []string {
	var lines []string
	for _, entry := range r.all() {
		kind, text, _ := strings.Cut(entry, ": ")
		text = strings.TrimSuffix(text, "\n")
		for line := range strings.SplitSeq(text, "\n") {
			lines = append(lines, kind+": "+line)
		}
	}
	return lines
}

func (r *record) text() string { return strings.Join(r.all(), "\n") }

// await waits until the output contains text.
func (r *record) await(t testing.TB, text string) {
	t.Helper()
	deadline := time.After(testwait.Limit)
	for {
		r.mu.Lock()
		more := r.more
		r.mu.Unlock()
		if strings.Contains(r.text(), text) {
			return
		}
		select {
		case <-more:
		case <-deadline:
			t.Fatalf("waited %v for the output %q; there is\n%s", testwait.Limit, text, r.text())
		}
	}
}

func (r *record) Stream(name, text string) { r.add(name, text) }
func (r *record) Clear(wait bool)          { r.add("clear", fmt.Sprint(wait)) }
func (r *record) Page(b cell.Bundle)       { r.add("page", plainText(&b)) }
func (r *record) Comm(m cell.CommMessage)  { r.add("comm", m.Kind) }
func (r *record) Display(d cell.Display) {
	kind := "display"
	if d.Update {
		kind = "update"
	}
	r.add(kind, plainText(&d.Bundle))
}

func (r *record) Input(ctx context.Context, prompt string, password bool) (string, error) {
	r.add("input", fmt.Sprintf("%s (hidden: %v)", prompt, password))
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.answers) == 0 {
		return "", cell.ErrNoInput
	}
	answer := r.answers[0]
	r.answers = r.answers[1:]
	return answer, nil
}

func plainText(b *cell.Bundle) string {
	if b == nil {
		return ""
	}
	text, _ := b.Data["text/plain"].(string)
	return text
}
