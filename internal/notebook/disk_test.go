package notebook

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"krigo/internal/nbformat"
	"krigo/internal/testwait"
)

// onDisk returns the notebook's file.
func onDisk(t *testing.T, root *os.Root) *nbformat.Notebook {
	t.Helper()
	nb, err := nbformat.ReadFile(filepath.Join(root.Name(), "n.ipynb"))
	if err != nil {
		t.Fatal(err)
	}
	return nb
}

var isSaved = awaited{"a save without an error", func(ev map[string]any) bool { return ev["ev"] == "saved" && ev["error"] == "" }}

// TestOutputIsSavedWhileACellRuns, unasked.
func TestOutputIsSavedWhileACellRuns(t *testing.T) {
	e := newFakeEngine()
	root := folder(t, "print early\nblock")
	p := enter(t, open(t, root, e))
	p.do("run", "ids", []string{"a"})
	testwait.Receive(t, "the cell to begin", e.begun)
	p.until(awaited{"a save with the cell's output", func(ev map[string]any) bool {
		return isSaved.fits(ev) && len(onDisk(t, root).Cells[0].Outputs) > 0 // the run may be saved before
	}})
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

// TestWhatAnotherProgramWroteIsNotOverwritten until a page decides.
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

// TestAFileThatAnotherProgramChangedIsFollowed where all of ours is saved: no page is asked, and
// outputs that are the same stay as the kernel made them.
func TestAFileThatAnotherProgramChangedIsFollowed(t *testing.T) {
	root := folder(t, "one", "html <b>x</b><script></script>")
	p := enter(t, open(t, root, newFakeEngine()))
	p.do("run", "ids", []string{"b"})
	p.until(status("b", "ok"))
	p.do("save")
	p.until(isSaved)
	shown := p.page.cells["b"].outputs[0]["html"]
	change(t, root, "theirs")
	p.visit.room.lookOutside()
	p.until(awaited{"the changed document", func(ev map[string]any) bool {
		if ev["ev"] == "outside" {
			t.Fatal("the page is asked")
		}
		return ev["ev"] == "doc"
	}})
	if got := p.page.cells["a"].fields["source"]; got != "theirs" {
		t.Errorf("the page has %q", got)
	}
	if got := p.page.cells["b"].outputs[0]["html"]; got != shown {
		t.Errorf("the output was %q and is %q", shown, got)
	}
	p.until(named("told"))
	p.do("edit", "id", "a", "source", "mine")
	p.do("save")
	p.until(isSaved)
	if got := onDisk(t, root).Cells[0].Source; got != "mine" {
		t.Errorf("the file has %q", got)
	}
}

// TestAFileThatCannotBeFollowedIsAskedFor: one that is not a notebook, or where something was
// changed here in the meantime.
func TestAFileThatCannotBeFollowedIsAskedFor(t *testing.T) {
	broken := loaded{followed: true, err: errors.New("not JSON")}
	theirs := loaded{followed: true, nb: nbformat.New()}
	for name, c := range map[string]struct {
		edit bool
		then loaded
	}{"broken": {false, broken}, "edited": {true, theirs}} {
		d := newDesk(t, "1")
		e := d.apply(0, found{outsideChanged})
		if len(e.disk) != 1 || e.disk[0].do != diskFollow {
			t.Fatalf("%s: asked of the disk: %v", name, e.disk)
		}
		if c.edit {
			d.apply(1, command{Op: "edit", ID: "a", Source: "mine"})
			if e := d.apply(1, command{Op: "save"}); len(e.disk) > 0 {
				t.Errorf("%s: written over what is being read", name)
			}
		}
		d.told(1)
		e = d.apply(0, c.then)
		writes := slices.ContainsFunc(e.disk, func(o diskCommand) bool { return o.do != diskMine })
		if got := d.told(1); got != "outside" || d.state.saving.outside != outsideChanged || writes {
			t.Errorf("%s: told %q; outside %q; asked of the disk: %v", name, got, d.state.saving.outside, e.disk)
		}
		if want := map[bool]string{false: "a:1", true: "a:mine"}[c.edit]; d.cells() != want {
			t.Errorf("%s: the cells are %s, want %s", name, d.cells(), want)
		}
	}
}

// TestAFileThatIsBackIsNoQuestionAnyMore.
func TestAFileThatIsBackIsNoQuestionAnyMore(t *testing.T) {
	root := folder(t, "one")
	p := enter(t, open(t, root, newFakeEngine()))
	if err := root.Rename("n.ipynb", "m.ipynb"); err != nil {
		t.Fatal(err)
	}
	p.visit.room.lookOutside()
	p.until(named("outside"))
	if err := root.Rename("m.ipynb", "n.ipynb"); err != nil {
		t.Fatal(err)
	}
	p.visit.room.lookOutside()
	if ev := p.until(named("outside")); ev["what"] != "" {
		t.Errorf("%v", ev)
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
	if doc, err := r.Enter().Next(testwait.Context(t, "the notebook")); err != nil || !bytes.Contains(doc, []byte(`"error":"statat n.ipynb`)) {
		t.Errorf("a page that comes then is told %s (%v)", doc, err)
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

// TestClosingSaves: in its place, or next to a file that another program has written.
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
	raw, err := os.ReadFile("../../notebooks/01-first-fit.ipynb")
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
	e := d.apply(1, command{Op: "run", IDs: []string{"a"}})
	var unsaved time.Time
	saves := 0
	for i := range 1000 {
		if todo := d.apply(0, tick{}).disk; len(todo) > 0 {
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
	if d.state.saving.dirty || saves < 40 || saves > 50 {
		t.Errorf("dirty: %v, %d saves in 100 s", d.state.saving.dirty, saves)
	}
}

func TestANotebookOfAnotherLanguageIsOpenedWithAWarning(t *testing.T) {
	d := newDesk(t, "1")
	d.state.doc.header.Metadata = map[string]any{"kernelspec": map[string]any{"name": "python3", "language": "python"}}
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

// TestCopiesAreSavedWhileAPageHasToChoose: soon after each change, and one at a time.
func TestCopiesAreSavedWhileAPageHasToChoose(t *testing.T) {
	d := newDesk(t, "1")
	var made []int // the changes in each copy
	step := func(by visitor, what any) {
		for _, o := range d.apply(by, what).disk {
			if o.do != diskMine {
				t.Fatalf("%s is done before a page has chosen", o.do)
			}
			made = append(made, d.state.saving.changes)
			d.apply(0, copied{name: "n-mine-1.ipynb", took: time.Millisecond})
		}
	}
	step(1, command{Op: "edit", ID: "a", Source: "2"})
	step(0, found{outsideChanged})
	for i := range 300 {
		if i%10 == 0 && i < 200 {
			step(1, command{Op: "edit", ID: "a", Source: strconv.Itoa(i)})
		}
		step(0, tick{})
		d.now = d.now.Add(100 * time.Millisecond)
	}
	if len(made) < 5 || len(made) > 12 || made[len(made)-1] != d.state.saving.changes {
		t.Errorf("copies have %v of %d changes", made, d.state.saving.changes)
	}
	if todo := d.apply(1, command{Op: "outside", Choose: "keep"}).disk; len(todo) != 1 || todo[0].do != diskKeep {
		t.Errorf("after the choice: %v", todo)
	}
}

// TestACopyGoesWhenAPageHasChosen, unless it chose the copy; until then it has one name.
func TestACopyGoesWhenAPageHasChosen(t *testing.T) {
	for do, stays := range map[string]bool{diskKeep: false, diskReload: false, diskCopy: true} {
		root := folder(t, "one")
		d := disk{root: root, path: "n.ipynb"}
		nb, err := d.read()
		if err != nil {
			t.Fatal(err)
		}
		for _, source := range []string{"mine", "more of mine"} {
			nb.Cells[0].Source = source
			if c, ok := d.do(diskCommand{do: diskMine, nb: nb}).(copied); !ok || c.err != nil || c.name != "n-mine-1.ipynb" {
				t.Fatalf("%s: %+v", do, c)
			}
			kept, err := nbformat.ReadFile(filepath.Join(root.Name(), "n-mine-1.ipynb"))
			if err != nil || kept.Cells[0].Source != source {
				t.Errorf("%s: the copy has %v (%v), want %q", do, kept, err, source)
			}
		}
		d.do(diskCommand{do: do, nb: nb})
		left, err := filepath.Glob(filepath.Join(root.Name(), "n-mine-*.ipynb"))
		if (len(left) == 1) != stays {
			t.Errorf("%s: the copies are %v (%v)", do, left, err)
		}
	}
}
