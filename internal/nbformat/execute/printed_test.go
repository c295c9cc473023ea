package execute

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"krigo/cell"
	"krigo/internal/nbformat"
)

// printing returns the outputs of a cell that prints chunks to the named streams in turn.
func printing(limit int, names []string, chunks []string) []*nbformat.Output {
	c := nbformat.New().Add(nbformat.Code, "x")
	out := newRecorder(limit, nil).cell(c)
	for i, text := range chunks {
		out.Stream(names[i%len(names)], text)
	}
	out.end()
	return c.Outputs
}

func lines(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "line %06d\n", i) // 12 bytes
	}
	return b.String()
}

// chunked cuts a text into pieces of n bytes.
func chunked(text string, n int) (all []string) {
	for len(text) > n {
		all, text = append(all, text[:n]), text[n:]
	}
	return append(all, text)
}

// TestTheMiddleOfMuchOutputIsLeftOut: with a limit of 100 bytes, the first four and the last four
// of 10,000 lines of 12 bytes are kept, however they come.
func TestTheMiddleOfMuchOutputIsLeftOut(t *testing.T) {
	text := lines(10_000)
	want := text[:4*12] + "… 9992 lines left out (120 kB); krigo run --full keeps all\n" + text[len(text)-4*12:]
	for _, size := range []int{1, 7, 12, 100, 4096, len(text)} {
		outs := printing(100, []string{"stdout"}, chunked(text, size))
		if len(outs) != 1 || outs[0].Text != want {
			t.Errorf("in pieces of %d: %d outputs, the first %q, want %q", size, len(outs), outs[0].Text, want)
		}
	}
}

func TestOutputWithinTheLimitIsWhole(t *testing.T) {
	text := lines(10)
	for _, limit := range []int{0, len(text), len(text) + 1} {
		if outs := printing(limit, []string{"stdout"}, chunked(text, 5)); len(outs) != 1 || outs[0].Text != text {
			t.Errorf("limit %d: %+v", limit, outs)
		}
	}
}

// TestTwoStreamsShareTheLimit: the outputs between the first and the last are gone.
func TestTwoStreamsShareTheLimit(t *testing.T) {
	outs := printing(100, []string{"stdout", "stderr"}, chunked(lines(1000), 12))
	text := ""
	for _, o := range outs {
		text += o.Name[3:4] + " " + o.Text
	}
	const want = "o line 000000\ne line 000001\no line 000002\ne line 000003\n" +
		"o … 992 lines left out (11.9 kB); krigo run --full keeps all\n" +
		"o line 000996\ne line 000997\no line 000998\ne line 000999\n"
	if text != want {
		t.Errorf("got %s\nwant %s", text, want)
	}
}

func TestAnEndlessLineIsCut(t *testing.T) {
	outs := printing(10, []string{"stdout"}, chunked(strings.Repeat("é", 1000), 3))
	const want = "éé\uFFFD\n… 0 lines left out (1.99 kB); krigo run --full keeps all\n\uFFFDéé"
	if len(outs) != 1 || outs[0].Text != want {
		t.Errorf("%q, want %q", outs[0].Text, want)
	}
}

// TestABarThatIsRedrawnStaysOneLine, in the last half too.
func TestABarThatIsRedrawnStaysOneLine(t *testing.T) {
	chunks := append(chunked(lines(50), 12), "10 %", "\r20 %", "\r", "100 %\n")
	outs := printing(100, []string{"stdout"}, chunks)
	if text := outs[0].Text; !strings.HasSuffix(text, "line 000049\n100 %\n") {
		t.Errorf("%q", text)
	}
}

func TestWhatGoroutinesPrintAfterTheEndIsAdded(t *testing.T) {
	c := nbformat.New().Add(nbformat.Code, "x")
	out := newRecorder(0, nil).cell(c)
	out.Stream("stdout", "a")
	out.end()
	out.Stream("stdout", "b")
	if c.Outputs[0].Text != "ab" {
		t.Errorf("%q", c.Outputs[0].Text)
	}
}

// TestMemoryIsBoundedWhereOutputIsLeftOut: of 256 MB that are printed, what is kept
// and as much again.
func TestMemoryIsBoundedWhereOutputIsLeftOut(t *testing.T) {
	const limit = 1 << 20
	out := newRecorder(limit, nil).cell(nbformat.New().Add(nbformat.Code, "x"))
	chunk := lines(1000)
	for printed := 0; printed < 256<<20; printed += len(chunk) {
		out.Stream("stdout", chunk)
	}
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	if m.HeapAlloc > 64<<20 {
		t.Errorf("the heap has %d", m.HeapAlloc)
	}
	out.end()
}

// TestACellIsAnsweredByAsk, if it is set.
func TestACellIsAnsweredByAsk(t *testing.T) {
	asking := engineFunc(func(ctx context.Context, _ cell.Cell, out cell.Output) (*cell.Bundle, error) {
		text, err := out.Input(ctx, "Name: ", false)
		if err != nil {
			return nil, &cell.Error{Name: "InputError", Message: err.Error()}
		}
		out.Stream("stdout", text)
		return nil, nil
	})
	nb := notebookOf("x")
	answer := func(_ context.Context, prompt string, _ bool) (string, error) { return prompt + "Ada", nil }
	if err := Notebook(t.Context(), asking, nb, Options{Ask: answer}); err != nil || nb.Cells[0].Outputs[0].Text != "Name: Ada" {
		t.Errorf("%v, %+v", err, nb.Cells[0].Outputs)
	}
	if err := Notebook(t.Context(), asking, notebookOf("x"), Options{}); err == nil {
		t.Error("nobody can be asked, and the cell has an answer")
	}
}
