package interp_test

import (
	"fmt"
	"strings"
	"testing"

	"krigo/cell"
)

// rounds is how often each test of controls is repeated: a fault that depends on the
// order of goroutines shows in one of them.
const rounds = 20

// kill is a cell that ends its worker.
const kill = "p, _ := os.FindProcess(os.Getpid())\np.Kill()\ntime.Sleep(time.Minute)"

// click is a front end's message about a button.
var click = map[string]any{"method": "custom", "content": map[string]any{"event": "click"}}

// Handlers that never end by themselves are interrupted, and those after them run.
func TestHandlersAreInterruptedEachTime(t *testing.T) {
	t.Parallel()
	n := startNotebook(t)
	n.mustEval("cell 1", `l := widget.Int("l", 0, 99)
b := widget.Button("go").OnClick(func() { fmt.Println("working"); for {} })
display.Show(b)
widget.Show(func() any { return l.Get() }, l)`)
	l, b, out := n.models("IntSliderModel")[0], n.models("ButtonModel")[0], n.cells["cell 1"]
	for i := range rounds {
		out.reset()
		done := n.send(b, click)
		out.await(t, "working")
		n.InterruptHandlers()
		wait(t, done)
		out.await(t, "A handler of the control go was interrupted")
		wait(t, n.move(l, float64(i+1)))
		out.await(t, fmt.Sprint("update: ", i+1))
	}
}

// A handler that panics fails alone: each panic is reported, and the next handler is
// called.
func TestHandlersPanicEachTime(t *testing.T) {
	t.Parallel()
	n := startNotebook(t)
	n.mustEval("cell 1", `l := widget.Int("l", 0, 99)
l.OnChange(func(v int) { if v%2 == 1 { panic(fmt.Sprint("odd ", v)) } })
widget.Show(func() any { return l.Get() }, l)`)
	l, out := n.models("IntSliderModel")[0], n.cells["cell 1"]
	for i := range rounds {
		wait(t, n.move(l, float64(2*i+1)))
		out.await(t, fmt.Sprintf("A handler of the control l panicked: odd %d\n", 2*i+1))
		wait(t, n.move(l, float64(2*i+2)))
		out.await(t, fmt.Sprint("update: ", 2*i+2))
	}
}

// Two controls that are moved at once end with the values of both drawn, in each cell
// that shows them.
func TestTwoControlsInTwoCellsMoveAtOnce(t *testing.T) {
	t.Parallel()
	n := startNotebook(t)
	n.mustEval("cell 1", `a, b := widget.Int("a", 0, 99), widget.Float("b", 0, 99)
widget.Show(func() any { return fmt.Sprint("first ", a.Get(), " ", b.Get()) }, a, b)`)
	n.mustEval("cell 2", `widget.Show(func() any { return fmt.Sprint("second ", b.Get(), " ", a.Get()) }, b, a)`)
	a, b := n.models("IntSliderModel"), n.models("FloatSliderModel")
	if len(a) != 1 || len(b) != 1 {
		t.Fatalf("%d and %d models were opened for two controls in two cells", len(a), len(b))
	}
	for i := range rounds {
		first, second := n.move(a[0], float64(i+1)), n.move(b[0], float64(2*i+1))
		wait(t, first)
		wait(t, second)
		for label, want := range map[string]string{
			"cell 1": fmt.Sprintf("update: first %d %d", i+1, 2*i+1), "cell 2": fmt.Sprintf("update: second %d %d", 2*i+1, i+1),
		} {
			if text := n.cells[label].text(); !strings.HasSuffix(text, want) {
				t.Fatalf("round %d: %s ends with %q, want %s", i, label, text[max(0, len(text)-60):], want)
			}
		}
	}
}

// Whichever way its worker ends, also while a handler runs, a control says so, what was
// sent to it is over, and the cell that is run again has one that moves.
func TestControlsComeToLifeEachTime(t *testing.T) {
	if testing.Short() {
		t.Skip("60 workers")
	}
	t.Parallel()
	for name, end := range map[string]func(t *testing.T, n *notebook, b string){
		"restart": func(t *testing.T, n *notebook, _ string) {
			if err := n.Restart(t.Context()); err != nil {
				t.Fatal(err)
			}
		},
		"death in a cell": func(t *testing.T, n *notebook, _ string) {
			if n.eval(t.Context(), "cell 2", kill) == nil {
				t.Fatal("the worker lives")
			}
		},
		"death in a handler": func(t *testing.T, n *notebook, b string) { wait(t, n.send(b, click)) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n := startNotebook(t)
			for range rounds {
				n.comms.reset()
				n.mustEval("cell 1", `l := widget.Int("l", 0, 99)
b := widget.Button("end").OnClick(func() { `+strings.ReplaceAll(kill, "\n", "; ")+` })
display.Show(b)
widget.Show(func() any { return l.Get() }, l)`)
				l, b := n.models("IntSliderModel")[0], n.models("ButtonModel")[0]
				wait(t, n.move(l, 7.0))
				n.cells["cell 1"].await(t, "update: 7")
				end(t, n, b)
				for _, id := range []string{l, b} {
					n.comms.await(t, `{"kind":"last","id":"`+id+`","data":{"buffer_paths":[],"method":"update","state":{"disabled":true}}}`)
				}
				n.comms.await(t, `"state":{"display":"flex"}`)
				dead := cell.CommMessage{Kind: "msg", ID: l, Data: map[string]any{}}
				if n.Comm(dead, widgetOutput{newRecord(), n.comms}, nil) == nil {
					t.Fatal("a dead control takes a message")
				}
			}
		})
	}
}

// A cell that exits by os.Exit ends no worker: its controls go on.
func TestControlsOutliveExit(t *testing.T) {
	t.Parallel()
	n := startNotebook(t)
	n.mustEval("cell 1", `l := widget.Int("l", 0, 99)
widget.Show(func() any { return l.Get() }, l)`)
	l := n.models("IntSliderModel")[0]
	for i := range rounds {
		if err := n.eval(t.Context(), "cell 2", "os.Exit(3)"); err == nil || !strings.Contains(err.Error(), "os.Exit(3)") {
			t.Fatalf("the cell ended with %v", err)
		}
		wait(t, n.move(l, float64(i+1)))
		n.cells["cell 1"].await(t, fmt.Sprint("update: ", i+1))
	}
}
