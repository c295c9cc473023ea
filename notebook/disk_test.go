package notebook

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"krigo/nbformat"
)

// onDisk is the notebook's file.
func onDisk(t *testing.T, root *os.Root) *nbformat.Notebook {
	t.Helper()
	nb, err := nbformat.ReadFile(filepath.Join(root.Name(), "n.ipynb"))
	if err != nil {
		t.Fatal(err)
	}
	return nb
}

func isSaved(ev map[string]any) bool { return ev["ev"] == "saved" && ev["error"] == "" }

// TestOutputIsSavedWhileACellRuns, by itself.
func TestOutputIsSavedWhileACellRuns(t *testing.T) {
	e := newFakeEngine()
	root := folder(t, "print early\nblock")
	p := enter(t, open(t, root, e))
	p.do("run", "ids", []string{"a"})
	<-e.begun
	p.until(isSaved)
	if c := onDisk(t, root).Cells[0]; len(c.Outputs) != 1 || c.Outputs[0].Text != "early\n" {
		t.Errorf("the file has %+v", c.Outputs)
	}
	close(e.released)
	p.until(status("a", "ok"))
}

func TestASaveThatIsAskedForComesAtOnce(t *testing.T) {
	root := folder(t, "one")
	p := enter(t, open(t, root, newFakeEngine()))
	p.do("edit", "id", "a", "source", "two")
	p.do("save")
	p.until(isSaved)
	if got := onDisk(t, root).Cells[0].Source; got != "two" {
		t.Errorf("the file has %q", got)
	}
}

// change writes another source into the file, as another program does.
func change(t *testing.T, root *os.Root, source string) {
	t.Helper()
	nb := onDisk(t, root)
	nb.Cells[0].Source = source
	if err := nbformat.WriteFile(filepath.Join(root.Name(), "n.ipynb"), nb); err != nil {
		t.Fatal(err)
	}
}

// TestWhatAnotherProgramWroteIsNotOverwritten until somebody decides.
func TestWhatAnotherProgramWroteIsNotOverwritten(t *testing.T) {
	for choose, want := range map[string]string{"keep": "mine", "reload": "theirs", "copy": "theirs"} {
		root := folder(t, "one")
		p := enter(t, open(t, root, newFakeEngine()))
		change(t, root, "theirs")
		p.do("edit", "id", "a", "source", "mine")
		p.do("save")
		if ev := p.until(named("outside")); ev["what"] != "changed" {
			t.Errorf("%s: %v", choose, ev)
		}
		if got := onDisk(t, root).Cells[0].Source; got != "theirs" {
			t.Errorf("%s: before it was chosen, the file has %q", choose, got)
		}
		p.do("outside", "choose", choose)
		if choose == "keep" {
			p.until(isSaved)
		} else {
			p.until(named("doc"))
		}
		if got := onDisk(t, root).Cells[0].Source; got != want {
			t.Errorf("%s: the file has %q, want %q", choose, got, want)
		}
		if got := enter(t, p.visit.room).page.cells["a"].fields["source"]; got != want {
			t.Errorf("%s: a page has %q, want %q", choose, got, want)
		}
		copied, err := filepath.Glob(filepath.Join(root.Name(), "n-mine-1.ipynb"))
		if (len(copied) == 1) != (choose == "copy") {
			t.Errorf("%s: copies %v (%v)", choose, copied, err)
		}
		if len(copied) == 1 {
			if nb, err := nbformat.ReadFile(copied[0]); err != nil || nb.Cells[0].Source != "mine" {
				t.Errorf("the copy has %v (%v)", nb.Cells[0].Source, err)
			}
		}
	}
}

// TestAFileThatIsGoneIsTold, without a save, and comes back where that is chosen.
func TestAFileThatIsGoneIsTold(t *testing.T) {
	root := folder(t, "one")
	p := enter(t, open(t, root, newFakeEngine()))
	if err := root.Remove("n.ipynb"); err != nil {
		t.Fatal(err)
	}
	if ev := p.until(named("outside")); ev["what"] != "deleted" {
		t.Errorf("%v", ev)
	}
	p.do("outside", "choose", "reload")
	p.until(named("told"))
	p.do("outside", "choose", "keep")
	p.until(isSaved)
	if got := onDisk(t, root).Cells[0].Source; got != "one" {
		t.Errorf("the file has %q", got)
	}
}

// TestAFileThatCannotBeWrittenIsToldAndTriedAgain: here because its folder is another.
func TestAFileThatCannotBeWrittenIsToldAndTriedAgain(t *testing.T) {
	root := folder(t, "one")
	r := open(t, root, newFakeEngine())
	p := enter(t, r)
	r.diskMu.Lock()
	path := r.disk.path
	r.disk.path = "n.ipynb/x"
	r.disk.root = root
	r.diskMu.Unlock()
	p.do("edit", "id", "a", "source", "two")
	p.do("save")
	ev := p.until(named("saved"))
	if text, _ := ev["error"].(string); !strings.Contains(text, "n.ipynb") || !p.page.dirty {
		t.Errorf("%v; dirty: %v", ev, p.page.dirty)
	}
	r.diskMu.Lock()
	r.disk.path = path
	r.diskMu.Unlock()
	p.do("save")
	p.until(isSaved)
	if got := onDisk(t, root).Cells[0].Source; got != "two" {
		t.Errorf("the file has %q", got)
	}
}

// TestClosingSaves: in its place, or beside a file that another program has written.
func TestClosingSaves(t *testing.T) {
	root := folder(t, "one")
	r := open(t, root, newFakeEngine())
	p := enter(t, r)
	p.do("edit", "id", "a", "source", "two")
	p.until(named("edited"))
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if got := onDisk(t, root).Cells[0].Source; got != "two" {
		t.Errorf("the file has %q", got)
	}

	r = open(t, root, newFakeEngine())
	p = enter(t, r)
	p.do("edit", "id", "a", "source", "three")
	p.until(named("edited"))
	change(t, root, "theirs")
	if err := r.Close(); err == nil || !strings.Contains(err.Error(), "n-mine-1.ipynb") {
		t.Errorf("closing over another's file: %v", err)
	}
	if got := onDisk(t, root).Cells[0].Source; got != "theirs" {
		t.Errorf("the file has %q", got)
	}
	if nb, err := nbformat.ReadFile(filepath.Join(root.Name(), "n-mine-1.ipynb")); err != nil || nb.Cells[0].Source != "three" {
		t.Errorf("the copy: %v (%v)", nb, err)
	}
}

func TestAReadOnlyRoomRunsAndSavesNothing(t *testing.T) {
	root := folder(t, "print x")
	before, err := root.ReadFile("n.ipynb")
	if err != nil {
		t.Fatal(err)
	}
	r := openWith(t, newFakeEngine(), Options{Root: root, ReadOnly: true})
	p := enter(t, r)
	p.do("run", "ids", []string{"a"})
	p.until(status("a", "ok"))
	p.do("save")
	p.until(named("told"))
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	if after, err := root.ReadFile("n.ipynb"); err != nil || string(after) != string(before) {
		t.Errorf("the file has changed (%v)", err)
	}
}

// TestAFileThatIsSavedAgainIsTheSame, byte by byte, where nothing was changed.
func TestAFileThatIsSavedAgainIsTheSame(t *testing.T) {
	raw, err := os.ReadFile("../notebooks/01-first-fit.ipynb")
	if err != nil {
		t.Fatal(err)
	}
	root := folder(t)
	if err := root.WriteFile("n.ipynb", raw, 0o600); err != nil {
		t.Fatal(err)
	}
	p := enter(t, open(t, root, newFakeEngine()))
	id := p.page.order[0]
	source := p.page.cells[id].fields["source"]
	p.do("edit", "id", id, "source", "changed")
	p.do("edit", "id", id, "source", source)
	p.do("save")
	p.until(isSaved)
	if after, err := root.ReadFile("n.ipynb"); err != nil || string(after) != string(raw) {
		t.Errorf("the file has changed (%v)", err)
	}
}

// TestSavesFollowChangesSoon: a cell that prints ten times a second is saved at most 2 s
// after what it printed, and 1 s after the last.
func TestSavesFollowChangesSoon(t *testing.T) {
	d := newDesk(t, "1")
	e := d.apply(1, order{Op: "run", IDs: []string{"a"}})
	var unsaved time.Time
	saves := 0
	for i := range 1000 {
		if orders := d.apply(0, tick{}).disk; len(orders) > 0 {
			unsaved = time.Time{}
			saves++
			d.apply(0, written{took: time.Millisecond})
		}
		if !unsaved.IsZero() && d.now.Sub(unsaved) > saveLatest {
			t.Fatalf("what was printed %v ago is not saved", d.now.Sub(unsaved))
		}
		if i < 900 {
			d.hear(e.requests[0], stdout("x\n"))
			if unsaved.IsZero() {
				unsaved = d.now
			}
		}
		d.now = d.now.Add(100 * time.Millisecond)
	}
	if d.state.dirty || saves < 40 || saves > 50 {
		t.Errorf("dirty: %v, %d saves in 100 s", d.state.dirty, saves)
	}
}

func TestANotebookOfAnotherLanguageIsOpenedWithAWarning(t *testing.T) {
	d := newDesk(t, "1")
	d.state.header.Metadata = map[string]any{"kernelspec": map[string]any{"name": "python3", "language": "python"}}
	d.told(3)
	d.apply(3, entered{})
	if got := d.told(3); got != "doc told" {
		t.Errorf("a page that enters hears %q", got)
	}
}

// TestWhatCannotBeSavedAtTheEndIsKept in the folder for temporary files.
func TestWhatCannotBeSavedAtTheEndIsKept(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	t.Setenv("TMP", os.TempDir())
	root := folder(t, "one")
	r := open(t, root, newFakeEngine())
	p := enter(t, r)
	p.do("edit", "id", "a", "source", "two")
	p.until(named("edited"))
	r.diskMu.Lock()
	r.disk.path = "n.ipynb/x.ipynb"
	r.diskMu.Unlock()
	err := r.Close()
	if err == nil {
		t.Fatal("closing where nothing can be written is no error")
	}
	_, kept, _ := strings.Cut(err.Error(), "is kept as ")
	if nb, err := nbformat.ReadFile(kept); err != nil || nb.Cells[0].Source != "two" {
		t.Errorf("%v (%v)", nb, err)
	}
}
