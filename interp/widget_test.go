package interp_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"krigo/cell"
	"krigo/internal/preset"
	"krigo/internal/testwait"
	"krigo/interp"
)

// notebook is a session with a front end that shows widgets, whose cells each have
// an output of their own.
type notebook struct {
	*interp.Session
	t     *testing.T
	comms *commRecord // what every output got over comms
	cells map[string]*record
}

// widgetOutput is the output of one cell.
type widgetOutput struct {
	*record
	comms *commRecord
}

func (o widgetOutput) Comm(m cell.CommMessage) { o.comms.Comm(m) }

func startNotebook(t *testing.T) *notebook {
	t.Helper()
	o := options(t)
	o.Converses = true
	return &notebook{start(t, o), t, &commRecord{newRecord()}, map[string]*record{}}
}

// eval runs a cell, and records its output by its label.
func (n *notebook) eval(ctx context.Context, label, source string) error {
	r := newRecord()
	n.cells[label] = r
	_, err := n.Session.Eval(ctx, cell.Cell{Label: label, Source: source}, widgetOutput{r, n.comms})
	return err
}

func (n *notebook) mustEval(label, source string) {
	n.t.Helper()
	if err := n.eval(testwait.Context(n.t, "the end of "+label), label, source); err != nil {
		n.t.Fatalf("%s: %v", label, err)
	}
}

// models returns the comms of the models of a class that were opened.
func (n *notebook) models(class string) []string {
	n.t.Helper()
	var ids []string
	for _, line := range n.comms.all() {
		var m struct {
			Kind, ID string
			Data     struct{ State map[string]any }
		}
		text := strings.TrimPrefix(line, "comm: ")
		if err := json.Unmarshal([]byte(text), &m); err != nil {
			n.t.Fatal(err)
		}
		if m.Kind == "open" && m.Data.State["_model_name"] == class {
			ids = append(ids, m.ID)
		}
	}
	if len(ids) == 0 {
		n.t.Fatalf("no %s was opened: %v", class, n.comms.all())
	}
	return ids
}

// move sends a control's new value, and returns a channel that is closed when it was
// handled.
func (n *notebook) move(id string, value any) <-chan struct{} {
	n.t.Helper()
	return n.send(id, map[string]any{"method": "update", "state": map[string]any{"value": value}, "buffer_paths": []any{}})
}

func (n *notebook) send(id string, data map[string]any) <-chan struct{} {
	n.t.Helper()
	handled := make(chan struct{})
	err := n.Comm(cell.CommMessage{Kind: "msg", ID: id, Data: data}, widgetOutput{newRecord(), n.comms}, sync.OnceFunc(func() { close(handled) }))
	if err != nil {
		n.t.Fatal(err)
	}
	return handled
}

func wait(t *testing.T, done <-chan struct{}) {
	t.Helper()
	testwait.Receive(t, "a message of a comm to be handled", done)
}

const slider = `l := widget.Float("l", 0, 1000).Step(1).Value(1)
widget.Show(func() any { time.Sleep(5*time.Millisecond); return fmt.Sprint("drawn ", l.Get()) }, l)`

// The pictures of a drag: what a handler has no time for is left out, and the last
// one is of the last value.
func TestDragLeavesOutWhatComesTooFast(t *testing.T) {
	t.Parallel()
	n := startNotebook(t)
	n.mustEval("cell 1", slider)
	id := n.models("FloatSliderModel")[0]
	var all []<-chan struct{}
	const moves = 400
	for i := range moves {
		all = append(all, n.move(id, float64(i+1)))
	}
	for _, done := range all {
		wait(t, done)
	}
	var drawn []string
	for _, line := range n.cells["cell 1"].all() {
		if text, ok := strings.CutPrefix(line, "update: "); ok {
			drawn = append(drawn, text)
		}
	}
	if len(drawn) == 0 || drawn[len(drawn)-1] != fmt.Sprint("drawn ", moves) {
		t.Fatalf("the last picture is not the last value's: %q", drawn)
	}
	if len(drawn) >= moves/2 {
		t.Errorf("%d moves at once drew %d pictures", moves, len(drawn))
	}
	t.Logf("%d moves drew %d pictures", moves, len(drawn))
}

// A message is handled when all is drawn that it changes.
func TestHandledMeansDrawn(t *testing.T) {
	t.Parallel()
	n := startNotebook(t)
	n.mustEval("cell 1", slider)
	id := n.models("FloatSliderModel")[0]
	for i := range 20 {
		wait(t, n.move(id, float64(10+i)))
		if text := n.cells["cell 1"].text(); !strings.HasSuffix(text, fmt.Sprint("update: drawn ", 10+i)) {
			t.Fatalf("handled, and the output is\n%s", text)
		}
	}
}

// What a handler prints and how it fails goes to the cell that made the control,
// whatever ran since, and the session lives.
func TestHandlersBelongToTheirCell(t *testing.T) {
	t.Parallel()
	n := startNotebook(t)
	n.mustEval("cell 1", `l := widget.Int("l", 0, 9).OnChange(func(v int) {
	fmt.Println("moved to", v)
	if v == 2 {
		panic("no twos")
	}
	if v == 3 {
		runtime.Goexit()
	}
	go func() { time.Sleep(time.Millisecond); fmt.Println("later", v) }()
})
l`)
	n.mustEval("cell 2", `widget.Show(func() any {
	fmt.Println("drawing", l.Get())
	if l.Get() == 4 {
		panic("no fours")
	}
	return l.Get()
}, l)`)
	n.mustEval("cell 3", "fmt.Println(3)")
	id := n.models("IntSliderModel")[0]
	for v := range 6 {
		wait(t, n.move(id, float64(v)))
	}
	first, second := n.cells["cell 1"], n.cells["cell 2"]
	first.await(t, "later 5")
	for _, want := range []string{
		"moved to 2", "moved to 5", "A handler of the control l panicked: no twos\n    cell 1:4", "called runtime.Goexit",
	} {
		if !strings.Contains(first.text(), want) {
			t.Errorf("cell 1 has no %q:\n%s", want, first.text())
		}
	}
	for _, want := range []string{
		"drawing 5", "update: 5", "The function of Show panicked: no fours\n    cell 2:4", "Nothing is drawn with\n    l = 4 (0 to 9)",
	} {
		if !strings.Contains(second.text(), want) {
			t.Errorf("cell 2 has no %q:\n%s", want, second.text())
		}
	}
	if got := n.cells["cell 3"].all(); !slices.Equal(got, []string{"stdout: 3\n"}) {
		t.Errorf("cell 3 got %q", got)
	}
}

// A handler waits for a cell that runs, and one of a concurrent control does not.
func TestHandlersWaitForCells(t *testing.T) {
	t.Parallel()
	n := startNotebook(t)
	n.mustEval("cell 1", `a := widget.Int("a", 0, 9).OnChange(func(v int) { fmt.Println("a", v) })
b := widget.Int("b", 0, 9).Concurrent().OnChange(func(v int) { fmt.Println("b", v) })
display.Show(a, b)`)
	ids := n.models("IntSliderModel")
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	r := newRecord()
	go func() {
		_, err := n.Session.Eval(ctx, cell.Cell{Label: "cell 2", Source: "fmt.Println(\"running\")\nfor {}"}, widgetOutput{r, n.comms})
		ended <- err
	}()
	r.await(t, "running")
	serial := n.move(ids[0], 1.0)
	n.move(ids[0], 2.0)
	wait(t, n.move(ids[1], 3.0))
	n.cells["cell 1"].await(t, "b 3")
	if text := n.cells["cell 1"].text(); strings.Contains(text, "a 1") || strings.Contains(text, "a 2") {
		t.Error("a handler ran beside a cell")
	}
	cancel()
	if err := testwait.Receive(t, "the end of cell 2", ended); err == nil {
		t.Error("the cell was not interrupted")
	}
	wait(t, serial)
	n.cells["cell 1"].await(t, "a 2")
	if strings.Contains(n.cells["cell 1"].text(), "a 1") {
		t.Error("a value that was moved on while the cell ran was handled by itself")
	}
}

// An interrupt stops a handler, be it in Go of cells or in compiled code that watches its
// ctx, and handlers after it run as before.
func TestInterruptsStopHandlers(t *testing.T) {
	t.Parallel()
	n := startNotebook(t)
	n.mustEval("cell 1", `l := widget.Int("l", 0, 99)
widget.Show(func() any {
	fmt.Println("drawing", l.Get())
	for l.Get() == 1 {
	}
	if l.Get() == 2 {
		<-ctx.Done()
		return ctx.Err()
	}
	for l.Get() == 3 {
		fmt.Println("sleeping")
		time.Sleep(time.Hour)
	}
	return l.Get()
}, l)`)
	n.mustEval("cell 2", "1")
	id := n.models("IntSliderModel")[0]
	out := n.cells["cell 1"]
	for _, v := range []int{1, 2, 3} {
		done := n.move(id, float64(v))
		out.await(t, fmt.Sprint("drawing ", v))
		n.InterruptHandlers()
		wait(t, done)
	}
	for _, want := range []string{"update: The function of Show was interrupted", "update: context canceled"} {
		if !strings.Contains(out.text(), want) {
			t.Errorf("there is no %q:\n%s", want, out.text())
		}
	}
	if strings.Contains(out.text(), "sleeping\nsleeping") {
		t.Errorf("the handler went on after the sleep that was interrupted:\n%s", out.text())
	}
	wait(t, n.move(id, 7.0))
	out.await(t, "update: 7")
	n.mustEval("cell 3", "ctx.Err() == nil") // of the cell, not of a handler
}

// A cell that waits for a handler is interrupted with it.
func TestInterruptOfACellThatWaitsForAHandler(t *testing.T) {
	t.Parallel()
	n := startNotebook(t)
	n.mustEval("cell 1", `b := widget.Button("go").OnClick(func() { fmt.Println("working"); for {} })
b`)
	done := n.send(n.models("ButtonModel")[0], map[string]any{"method": "custom", "content": map[string]any{"event": "click"}})
	n.cells["cell 1"].await(t, "working")
	interrupted := 0
	testwait.Until(t, "an interrupt of a cell to stop the handler", func() bool {
		// One that comes before the worker has the cell does not reach the handler.
		ctx, cancel := context.WithCancel(t.Context())
		defer time.AfterFunc(100*time.Millisecond, cancel).Stop()
		err := n.eval(ctx, "cell 2", "1")
		if err != nil && !strings.Contains(err.Error(), "nterrupt") {
			t.Fatalf("the cell ended with %v", err)
		}
		if err != nil {
			interrupted++
		}
		select {
		case <-done:
			return true
		default:
			return false
		}
	})
	if interrupted == 0 {
		t.Error("the cell did not wait for the handler")
	}
	n.cells["cell 1"].await(t, "A handler of the control go was interrupted")
	n.mustEval("cell 3", "2")
}

// A click that comes between two moves of a slider while a cell runs finds the value
// of its time.
func TestAClickFindsTheValuesThatItWasMadeWith(t *testing.T) {
	t.Parallel()
	n := startNotebook(t)
	n.mustEval("cell 1", `l := widget.Int("l", 0, 99)
b := widget.Button("go").OnClick(func() { fmt.Println("clicked at", l.Get()) })
display.Show(l, b)`)
	l, b := n.models("IntSliderModel")[0], n.models("ButtonModel")[0]
	ended := make(chan error, 1)
	r := newRecord()
	go func() {
		_, err := n.Session.Eval(t.Context(), cell.Cell{Label: "cell 2", Source: "fmt.Println(\"running\")\ntime.Sleep(200*time.Millisecond)"}, widgetOutput{r, n.comms})
		ended <- err
	}()
	r.await(t, "running")
	n.move(l, 1.0)
	n.move(l, 2.0)
	n.send(b, map[string]any{"method": "custom", "content": map[string]any{"event": "click"}})
	n.move(l, 3.0)
	wait(t, n.send(b, map[string]any{"method": "custom", "content": map[string]any{"event": "click"}}))
	if err := testwait.Receive(t, "the end of cell 2", ended); err != nil {
		t.Fatal(err)
	}
	if got := n.cells["cell 1"].text(); !strings.Contains(got, "clicked at 2\nclicked at 3\n") {
		t.Errorf("the clicks found\n%s", got)
	}
}

// A front end that loads asks for all states in the message behind the one that opens
// its comm, and is answered each time.
func TestALateFrontEndIsAnswered(t *testing.T) {
	t.Parallel()
	n := startNotebook(t)
	n.mustEval("cell 1", `widget.Int("l", 0, 9)`)
	for i := range 20 {
		id := fmt.Sprint("late ", i)
		open := cell.CommMessage{Kind: "open", ID: id, Target: "jupyter.widget.control"}
		if err := n.Comm(open, widgetOutput{newRecord(), n.comms}, nil); err != nil {
			t.Fatal(err)
		}
		n.comms.reset()
		wait(t, n.send(id, map[string]any{"method": "request_states"}))
		n.comms.await(t, `"method":"update_states"`)
	}
}

// When the worker dies or the session restarts, controls say so, and the next worker
// knows the dialect of the front end, which says it once.
func TestControlsSayThatTheirSessionEnded(t *testing.T) {
	t.Parallel()
	n := startNotebook(t)
	hello := cell.CommMessage{Kind: "open", ID: "v", Target: "jupyter.widget.version"}
	if err := n.Comm(hello, widgetOutput{newRecord(), n.comms}, nil); err != nil {
		t.Fatal(err)
	}
	n.comms.await(t, `{"kind":"msg","id":"v","data":{"version":"~2.1.0"}}`)
	for label, end := range map[string]func(){
		"restart": func() {
			if err := n.Restart(t.Context()); err != nil {
				t.Fatal(err)
			}
		},
		"death": func() {
			if n.eval(t.Context(), "death", "p, _ := os.FindProcess(os.Getpid())\np.Kill()\ntime.Sleep(time.Minute)") == nil {
				t.Error("the worker lives")
			}
		},
	} {
		n.comms.reset()
		n.mustEval(label, `widget.Bool("b")`)
		n.comms.await(t, `"_model_module":"jupyter-js-widgets"`)
		end()
		n.comms.await(t, `"data":{"buffer_paths":[],"method":"update","state":{"disabled":true}}`)
		n.comms.await(t, `"data":{"buffer_paths":[],"method":"update","state":{"display":"flex"}}`)
		if text := n.comms.text(); !strings.Contains(text, `{"kind":"last"`) {
			t.Errorf("%s: there is no last message:\n%s", label, text)
		}
	}
}

// Nothing of an update stays: as many again take no more memory.
func TestUpdatesLeaveNoMemoryBehindUnraced(t *testing.T) {
	if testing.Short() {
		t.Skip("10,000 updates")
	}
	t.Parallel()
	n := startNotebook(t)
	n.mustEval("cell 1", `l := widget.Int("l", 0, 100000)
widget.Show(func() any { return l.Get() }, l)
func heap() int {
	var m runtime.MemStats
	for range 3 {
		runtime.GC()
	}
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}`)
	id := n.models("IntSliderModel")[0]
	moveAll := func(from, to int) {
		for v := from; v < to; v++ {
			wait(t, n.move(id, float64(v)))
			n.cells["cell 1"].reset()
		}
	}
	moveAll(1, 1000)
	n.mustEval("cell 2", "before := heap()")
	moveAll(1000, 10000)
	n.mustEval("cell 3", "fmt.Println((heap() - before) / 1024)")
	var kilobytes int
	if _, err := fmt.Sscanf(n.cells["cell 3"].text(), "stdout: %d", &kilobytes); err != nil || kilobytes > 300 {
		t.Errorf("9,000 updates leave %d kB behind (%v)", kilobytes, err)
	}
	t.Logf("9,000 updates leave %d kB", kilobytes)
}

// Preset values of controls hold in each worker, and a value that no control takes is
// reported.
func TestGivenValuesOutliveTheWorker(t *testing.T) {
	t.Parallel()
	o := options(t)
	o.Given = map[string]any{"n": preset.Typed("7"), "degre": 2, "else": 1}
	s := start(t, o)
	eval := func(source string) string {
		r := newRecord()
		_, _ = s.Eval(t.Context(), cell.Cell{Label: "cell", Source: source}, r) // a death is one's error
		return r.text()
	}
	for range 2 {
		if got := eval("fmt.Println(widget.Int(\"n\", 0, 9).Get(), widget.Int(\"degree\", 1, 9).Get())\np, _ := os.FindProcess(os.Getpid())\np.Kill()\ntime.Sleep(time.Minute)"); !strings.Contains(got, "stdout: 7 1\n") {
			t.Errorf("the controls are %q", got)
		}
	}
	want := "no control \"degre\" was made; did you mean degree?\nno control \"else\" was made; available: degree, n"
	if err := s.Untaken(); err == nil || err.Error() != want {
		t.Errorf("untaken: %v, want %s", err, want)
	}
}

// What the function of Show prints and shows itself is replaced at each redraw; what
// its goroutines print later is not.
func TestPrintsOfShowAreReplaced(t *testing.T) {
	t.Parallel()
	n := startNotebook(t)
	n.mustEval("cell 1", `l := widget.Int("l", 0, 9)
widget.Show(func() any {
	for i := range l.Get() {
		fmt.Println("line", i)
	}
	if l.Get() > 1 {
		display.HTML("<b>two</b>")
	}
	if l.Get() == 3 {
		panic("no threes")
	}
	return "drawn"
}, l)`)
	id := n.models("IntSliderModel")[0]
	for _, v := range []float64{1, 2, 3, 0} {
		wait(t, n.move(id, v))
	}
	text := n.cells["cell 1"].text()
	for _, want := range []string{"update: line 0\n", "update: line 0\nline 1\n", "update: line 0\nline 1\nline 2"} {
		if !strings.Contains(text, want) {
			t.Errorf("the cell lacks %q:\n%s", want, text)
		}
	}
	if strings.Contains(text, "stdout:") {
		t.Errorf("text piles up:\n%s", text)
	}
}

// What the function of Frames prints is part of each frame.
func TestPrintsOfFramesAreInThem(t *testing.T) {
	t.Parallel()
	n := startNotebook(t)
	n.mustEval("cell 1", `l := widget.Int("l", 1, 3)
display.Show(widget.Frames(func() any { fmt.Println("line", l.Get()); return "drawn" }, l))`)
	text := n.cells["cell 1"].text()
	if strings.Contains(text, "stdout:") || !strings.Contains(text, "At l = 1:\nline 1\ndrawn") {
		t.Errorf("the cell shows\n%s", text)
	}
}
