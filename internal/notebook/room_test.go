package notebook

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	cells "krigo/cell"
	"krigo/internal/nbformat"
	"krigo/internal/testwait"
	"krigo/kernel"
)

func TestACellRunsAndPagesHearOfIt(t *testing.T) {
	r := open(t, folder(t, "print hello\nvalue 42"), newFakeEngine())
	p := enter(t, r)
	p.do("run", "ids", []string{"a"})
	p.until(status("a", "ok"))
	if got := p.text("a"); got != "hello\n|42" {
		t.Errorf("the cell shows %q", got)
	}
	if p.page.kernel["state"] != "idle" {
		p.until(kernelIs("idle", ""))
	}
	if d := p.page.differs(enter(t, r).page); d != "" {
		t.Errorf("a page that comes later has otherwise: %s", d)
	}
}

// TestAFailureAbortsWhatWaits, but for a cell that is to fail.
func TestAFailureAbortsWhatWaits(t *testing.T) {
	root := folder(t, "fail expected", "fail badly", "print c", "print d")
	path := filepath.Join(root.Name(), "n.ipynb")
	nb, err := nbformat.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	nb.Cells[0].Metadata["tags"] = []any{"raises-exception"}
	if err := nbformat.WriteFile(path, nb); err != nil {
		t.Fatal(err)
	}
	p := enter(t, open(t, root, newFakeEngine()))
	p.do("run", "which", "all")
	p.until(status("d", "aborted"))
	for id, want := range map[string]string{"a": "error", "b": "error", "c": "aborted", "d": "aborted"} {
		if got := p.page.cells[id].fields["status"]; got != want {
			t.Errorf("cell %s: %v, want %s", id, got, want)
		}
	}
}

// TestWhatWasPrintedIsThereAfterAReload: also what comes while no page is there.
func TestWhatWasPrintedIsThereAfterAReload(t *testing.T) {
	e := newFakeEngine()
	r := open(t, folder(t, "print before\nblock\nprint after"), e)
	p := enter(t, r)
	p.do("run", "ids", []string{"a"})
	testwait.Receive(t, "the cell to begin", e.begun)
	p.visit.Leave()
	close(e.released)
	again := enter(t, r)
	if again.page.cells["a"].fields["status"] != "ok" {
		again.until(status("a", "ok"))
	}
	if got := again.text("a"); got != "before\nafter\n" {
		t.Errorf("the cell shows %q", got)
	}
	if _, err := p.visit.Next(testwait.Context(t, "the end of the visit")); err != nil && !errors.Is(err, ErrLeft) {
		t.Errorf("the visit that ended: %v", err)
	}
}

func TestAnInterruptEndsACellAndTheQueue(t *testing.T) {
	e := newFakeEngine()
	p := enter(t, open(t, folder(t, "block", "print b"), e))
	p.do("run", "which", "all")
	testwait.Receive(t, "the cell to begin", e.begun)
	p.do("interrupt")
	p.until(status("a", "error"))
	if got := p.page.cells["b"].fields["status"]; got != "aborted" {
		t.Errorf("the cell behind is %v", got)
	}
}

func TestASecondInterruptAbandonsACellThatDoesNotStop(t *testing.T) {
	e := newFakeEngine()
	p := enter(t, open(t, folder(t, "stuck"), e))
	p.do("run", "ids", []string{"a"})
	testwait.Receive(t, "the cell to begin", e.begun)
	p.do("interrupt")
	p.do("interrupt")
	p.until(status("a", "error"))
}

// TestARestartForgetsWhatRanAndKeepsWhatIsShown, and can run all cells.
func TestARestartForgetsWhatRanAndKeepsWhatIsShown(t *testing.T) {
	e := newFakeEngine()
	r := open(t, folder(t, "print a", "block\nprint b"), e)
	p := enter(t, r)
	p.do("run", "which", "all")
	testwait.Receive(t, "the cell to begin", e.begun)
	p.do("restart")
	p.until(named("doc"))
	if got, ran := p.text("a"), p.page.cells["a"].fields["ran"]; got != "a\n" || ran != nil {
		t.Errorf("after a restart the first cell shows %q, ran: %v", got, ran)
	}
	close(e.released)
	p.do("restart", "run", "all")
	p.until(named("doc"))
	p.until(status("b", "ok"))
	if got := p.text("b"); got != "b\n" {
		t.Errorf("the second cell shows %q", got)
	}
}

// TestARunDuringARestartWaitsForTheNewKernel.
func TestARunDuringARestartWaitsForTheNewKernel(t *testing.T) {
	p := enter(t, open(t, folder(t, "print a", "print b"), newFakeEngine()))
	for range 20 {
		p.do("restart")
		p.do("run", "ids", []string{"b"})
		p.until(status("b", "ok"))
		if p.page.kernel["state"] == "restarting" {
			t.Error("the cell ran before the restart was over")
		}
	}
}

// A kernel that is restarted before the room has heard that it starts is still heard: that does not
// end the restart, or runs would be sent to a kernel that is about to end.
func TestARestartIsOverWhenTheNewKernelStarts(t *testing.T) {
	d := newDesk(t, "print a")
	starting := message{kernel.Packet{Type: "status", Content: []byte(`{"execution_state": "starting"}`)}}
	d.apply(1, command{Op: "restart"})
	d.apply(0, starting)
	if got := d.state.kernel.status.State; got != kernelRestarting {
		t.Errorf("when the first kernel starts, the state is %s", got)
	}
	d.apply(0, starting)
	if got := d.state.kernel.status.State; got != kernelStarting {
		t.Errorf("when the second kernel starts, the state is %s", got)
	}
}

// TestARoomOutlivesItsKernel: the end is reported, and a restart starts another one.
func TestARoomOutlivesItsKernel(t *testing.T) {
	r := open(t, folder(t, "print a"), newFakeEngine())
	p := enter(t, r)
	first := r.host
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	p.until(kernelIs("dead", ""))
	p.do("run", "ids", []string{"a"})
	p.until(named("told"))
	p.do("restart", "run", "all")
	p.until(status("a", "ok"))
	if r.host == first {
		t.Error("the kernel is the one that had ended")
	}
}

// TestCloseEndsTheKernel, and nothing of the room is left.
func TestCloseEndsTheKernel(t *testing.T) {
	r := open(t, folder(t, "block"), newFakeEngine())
	p := enter(t, r)
	p.do("run", "ids", []string{"a"})
	p.until(status("a", "running"))
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	select {
	case <-r.host.Ended():
	default:
		t.Error("the kernel goes on")
	}
}

func TestInputIsAskedForAndAnswered(t *testing.T) {
	p := enter(t, open(t, folder(t, "ask Name:"), newFakeEngine()))
	p.do("run", "ids", []string{"a"})
	if ev := p.until(named("ask")); ev["prompt"] != "Name:" || ev["id"] != "a" {
		t.Errorf("the question is %v", ev)
	}
	p.do("input", "value", "Ada")
	if ev := p.until(named("ask")); ev["prompt"] != nil {
		t.Errorf("the question stays: %v", ev)
	}
	p.until(status("a", "ok"))
	if got := p.text("a"); got != "Ada" {
		t.Errorf("the cell shows %q", got)
	}
}

func TestCompletionsAndDocumentationComeToThePageThatAsks(t *testing.T) {
	r := open(t, folder(t, "x"), newFakeEngine())
	p, other := enter(t, r), enter(t, r)
	p.do("complete", "seq", 7, "source", "Pr", "cursor", 2)
	ev := p.until(named("answer"))
	matches, _ := ev["matches"].([]any)
	if ev["seq"] != 7.0 || len(matches) != 1 || matches[0].(map[string]any)["signature"] != "(a ...any)" || ev["end"] != 2.0 {
		t.Errorf("the answer is %v", ev)
	}
	p.do("inspect", "seq", 8, "source", "Pr", "cursor", 2)
	if ev := p.until(named("answer")); ev["found"] != true || ev["html"] != "<p><strong>bold</strong> </p>\n" {
		t.Errorf("the answer is %v", ev)
	}
	other.do("save")
	other.until(awaited{"saved", func(ev map[string]any) bool {
		if ev["ev"] == "answer" {
			t.Errorf("the other page got %v", ev)
		}
		return ev["ev"] == "saved"
	}})
}

// TestKernelsHearThatPagesShowSVG at the start and after a restart.
func TestKernelsHearThatPagesShowSVG(t *testing.T) {
	e := newFakeEngine()
	p := enter(t, open(t, folder(t, "print 1"), e))
	for starts := 1; starts <= 2; starts++ {
		got := testwait.UntilSeen(t, fmt.Sprintf("%d comms to be opened", starts), func() ([]cells.CommMessage, bool) {
			opened := e.messages("open")
			return opened, len(opened) >= starts
		})
		if len(got) != starts || got[starts-1].Target != cells.FrontTarget || got[starts-1].Data["redraw"] != cells.FigureType {
			t.Fatalf("after %d starts the kernel has heard %v", starts, got)
		}
		p.do("restart")
		p.until(named("doc"))
	}
}

// TestWidgetsAgreeBetweenPages, are kept in the file while they are shown, and told off
// at a restart.
func TestWidgetsAgreeBetweenPages(t *testing.T) {
	e := newFakeEngine()
	r := open(t, folder(t, "widget m1"), e)
	p, other := enter(t, r), enter(t, r)
	p.do("run", "ids", []string{"a"})
	p.until(status("a", "ok"))
	if out := p.page.cells["a"].outputs[0]; out["widget"] != "m1" || out["text"] != "a slider" {
		t.Errorf("the output is %v", out)
	}
	p.do("comm", "id", "m1", "seq", 3, "data", map[string]any{"method": "update", "state": map[string]any{"value": 2.5}})
	p.until(awaited{"answer 3", func(ev map[string]any) bool { return ev["ev"] == "answer" && ev["seq"] == 3.0 }})
	ev := other.until(awaited{"a message of a comm", func(ev map[string]any) bool { return ev["ev"] == "comm" && ev["kind"] == "msg" }})
	if ev["data"].(map[string]any)["state"].(map[string]any)["value"] != 2.5 {
		t.Errorf("the other page heard %v", ev)
	}
	if got := e.messages("msg"); len(got) != 1 || got[0].ID != "m1" {
		t.Errorf("the kernel got %v", got)
	}
	saved := r.Notebook().WidgetModels()
	model, _ := saved["m1"].(map[string]any)
	if len(saved) != 1 || model["model_name"] != "FloatSliderModel" || model["state"].(map[string]any)["value"] != 2.5 {
		t.Errorf("the notebook keeps %v", saved)
	}
	p.do("restart")
	p.until(named("doc"))
	if m := p.page.models["m1"].(map[string]any); m["disabled"] != true {
		t.Errorf("after a restart the model is %v", m)
	}
	p.do("clear", "ids", []string{"a"})
	p.until(named("clear"))
	if left := r.Notebook().Metadata["widgets"]; left != nil {
		t.Errorf("what nobody shows is kept: %v", left)
	}
}

// TestOutputOfUnknownRequestsIsNotShown, but what it updates is.
func TestOutputOfUnknownRequestsIsNotShown(t *testing.T) {
	r := open(t, folder(t, "show id one"), newFakeEngine())
	p := enter(t, r)
	p.do("run", "ids", []string{"a"})
	p.until(status("a", "ok"))
	q, err := kernel.Request("shell", "other", "execute_request", map[string]any{"code": "print alien\nupdate id two"})
	if err == nil {
		err = r.host.Send(q)
	}
	if err != nil {
		t.Fatal(err)
	}
	p.until(named("out"))
	if got := p.text("a"); got != "two" {
		t.Errorf("the cell shows %q", got)
	}
}

// TestAPageThatDoesNotReadIsCutOff, and neither the kernel nor other pages wait for it.
func TestAPageThatDoesNotReadIsCutOff(t *testing.T) {
	r := open(t, folder(t, strings.Repeat("html x\n", 2*waitingEvents/3)), newFakeEngine())
	lazy, p := r.Enter(), enter(t, r)
	for range 3 {
		p.do("run", "ids", []string{"a"})
		p.until(status("a", "ok"))
	}
	if _, err := lazy.Next(testwait.Context(t, "the end of the visit")); !errors.Is(err, ErrBehind) {
		t.Errorf("the page that did not read: %v", err)
	}
}

func TestRoomsOfWhatIsNoNotebookDoNotOpen(t *testing.T) {
	root := folder(t)
	for name, content := range map[string]string{"broken.ipynb": "{", "empty.ipynb": "", "old.ipynb": `{"nbformat": 3}`} {
		if err := os.WriteFile(filepath.Join(root.Name(), name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(root.Name(), "dir.ipynb"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"broken.ipynb", "empty.ipynb", "old.ipynb", "dir.ipynb", "../n.ipynb", "/etc/passwd", "", "a//b.ipynb", "missing/n.ipynb", "a\x00.ipynb"} {
		if _, err := Open(t.Context(), Options{Root: root, Path: path, Kernel: func(Place) kernel.Options { return kernel.Options{} }}); err == nil {
			t.Errorf("%q was opened", path)
		}
	}
	if _, err := Open(t.Context(), Options{Root: root, Path: "new.ipynb", Kernel: func(Place) kernel.Options { return kernel.Options{} }}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a notebook that is not there: %v", err)
	}
}

func TestAVisitEndsWithItsRoom(t *testing.T) {
	r := open(t, folder(t, "x"), newFakeEngine())
	v := r.Enter()
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	ctx := testwait.Context(t, "the end of the visit")
	for {
		if _, err := v.Next(ctx); err != nil {
			if !errors.Is(err, ErrLeft) {
				t.Error(err)
			}
			break
		}
	}
	v.Do([]byte(`{"op": "save"}`))
	v.Leave()
	if _, err := r.Enter().Next(ctx); !errors.Is(err, ErrLeft) {
		t.Errorf("entering a closed room: %v", err)
	}
}
