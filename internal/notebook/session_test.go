package notebook

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"krigo/internal/nbformat"
	"krigo/internal/sessions"
	"krigo/interp"
	"krigo/interp/imports"
	"krigo/interp/symbols/tables"
	"krigo/interp/worker"
	"krigo/kernel"
	"krigo/modules"
	"krigo/modules/modulestest"
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

// openSession opens the notebook of a folder with sessions of Go.
func openSession(t testing.TB, root *os.Root) *Room {
	t.Helper()
	return openPlace(t, root, func(at Place) *imports.World { return sessions.Unattended(at.Dir, at.Modules, "") })
}

// openPlace is openSession with what cells can import.
func openPlace(t testing.TB, root *os.Root, world func(Place) *imports.World) *Room {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return openAs(t, Options{Root: root, Kernel: func(at Place) kernel.Options {
		return kernel.Options{Start: func(ctx context.Context) (kernel.Engine, error) {
			return sessions.Start(ctx, interp.Options{
				Symbols: world(at), Command: []string{exe}, Env: append(os.Environ(), asWorker+"=1"), Dir: at.Dir, Converses: true, OwnsPage: true,
			})
		}}
	}})
}

// TestARoomOfGo runs cells, moves a slider, completes, restarts and outlives the
// worker.
func TestARoomOfGo(t *testing.T) {
	root := folder(t,
		"l := widget.Float(\"ℓ\", 0, 4)\nwidget.Show(func() any { return fmt.Sprintf(\"at %.2f\", l.Get()) }, l)",
		"import \"os\"\n\"dir \" + func() string { d, _ := os.Getwd(); return d }()",
		"for i := range 3 { fmt.Println(i) }\npanic(\"ouch\")",
		"os.Exit(3)",
	)
	r := openSession(t, root)
	p := enter(t, r)
	p.until(kernelIs("idle", ""))

	p.do("run", "ids", []string{"a", "b"})
	p.until(status("b", "ok"))
	if got := p.text("b"); !strings.Contains(got, "dir "+root.Name()) {
		t.Errorf("the cell shows %q, want the notebook's folder", got)
	}
	slider := ""
	for id, m := range p.page.models {
		if m.(map[string]any)["_model_name"] == "FloatSliderModel" {
			slider = id
		}
	}
	p.do("comm", "id", slider, "seq", 1, "data", map[string]any{"method": "update", "state": map[string]any{"value": 3.25}, "buffer_paths": []any{}})
	p.until(awaited{"the picture at 3.25", func(ev map[string]any) bool { return ev["ev"] == "out" && strings.Contains(p.text("a"), "at 3.25") }})

	p.do("complete", "seq", 2, "source", "fmt.Printl", "cursor", 10)
	if ev := p.until(named("answer")); ev["seq"] == 1.0 {
		ev = p.until(named("answer"))
		if !strings.Contains(fmt.Sprint(ev["matches"]), "Println") {
			t.Errorf("the answer is %v", ev)
		}
	}

	p.do("run", "ids", []string{"c"})
	p.until(status("c", "error"))
	if got := p.text("c"); !strings.HasPrefix(got, "0\n1\n2\n|") || !strings.Contains(got, "ouch") {
		t.Errorf("the cell shows %q", got)
	}

	p.do("restart")
	p.until(named("doc"))
	if m := p.page.models[slider].(map[string]any); m["disabled"] != true || m["value"] != 3.25 {
		t.Errorf("after a restart the slider is %v", m)
	}
	p.do("run", "ids", []string{"b", "d"})
	p.until(status("d", "error"))
	p.do("run", "ids", []string{"a"})
	p.until(status("a", "ok"))
	if got := p.text("a"); !strings.Contains(got, "at ") {
		t.Errorf("after the worker's end the cell shows %q", got)
	}
}

// TestWhatIsStaleInGo has a pointer hide a change, and what reads it marked and run.
func TestWhatIsStaleInGo(t *testing.T) {
	r := openSession(t, folder(t, "x := 1\ns := []int{1, 2}\nt := s[:1]", "t[0] += x", "fmt.Println(s)", "%reactive on"))
	p := enter(t, r)
	p.do("run", "which", "all")
	p.until(named("reactive"))
	p.do("edit", "id", "b", "source", "t[0] += 5 * x", "base", 0)
	p.do("run", "ids", []string{"b"})
	p.until(awaited{"the output [6 2] of cell c", func(map[string]any) bool { return p.text("c") == "[6 2]\n" }})
	p.do("reactive", "on", false)
	p.do("run", "ids", []string{"a"})
	ev := p.until(awaited{"stale cells", func(ev map[string]any) bool { return ev["ev"] == "stale" && len(p.page.stale) > 0 }})
	why, _ := ev["cells"].(map[string]any)["b"].(string)
	if !strings.Contains(why, "reads t, which cell ") {
		t.Errorf("the cell that changes is stale since %q: %v", why, ev)
	}
}

// TestModulesAreKeptInTheFile has a cell get a module, and the next kernel find it in the notebook's metadata.
func TestModulesAreKeptInTheFile(t *testing.T) {
	root := folder(t, "%get example.com/near@v1.0.0", "import \"example.com/near\"\nnear.Name")
	proxy := modulestest.URL(modulestest.Folder(t, "-- example.com/near@v1.0.0/near.go --\npackage near\n\nconst Name = \"the near one\"\n"))
	config := modules.Config{Proxy: proxy, SumDB: "off", Cache: t.TempDir()}
	allowed := imports.All
	r := openPlace(t, root, func(at Place) *imports.World {
		return imports.New(sessions.Compiled(), imports.Options{
			Dir: at.Dir, Kept: at.Modules, Allowed: allowed,
			Client: func(context.Context) (*modules.Client, error) { return modules.NewClient(config) },
		})
	})
	p := enter(t, r)
	p.until(kernelIs("idle", ""))
	p.do("run", "ids", []string{"a"})
	p.until(status("a", "ok"))
	if err := r.save(); err != nil {
		t.Fatal(err)
	}
	nb, err := nbformat.ReadFile(filepath.Join(root.Name(), r.Path()))
	if err != nil {
		t.Fatal(err)
	}
	if kept, err := nb.Modules(); err != nil || !strings.Contains(kept.GoMod, "example.com/near v1.0.0") || !strings.Contains(kept.GoSum, "example.com/near v1.0.0 h1:") {
		t.Errorf("the file keeps %+v, %v", kept, err)
	}
	allowed = ""
	p.do("restart", "run", "")
	p.until(kernelIs("idle", ""))
	p.do("run", "ids", []string{"b"})
	p.until(status("b", "ok"))
	if got := p.text("b"); !strings.Contains(got, "the near one") {
		t.Errorf("the cell shows %q", got)
	}
}
