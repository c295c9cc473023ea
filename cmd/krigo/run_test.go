package main

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"krigo/internal/exit"
	"krigo/internal/nbformat"
)

// runFiles writes the files that command lines of tests name, and returns their
// folder.
func runFiles(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	writeNotebook(t, dir, "ok.ipynb", "fmt.Println(\"out\")\n6 * 7")
	writeNotebook(t, dir, "fails.ipynb", "1", "x := []int{}\nx[3]", "3")
	writeNotebook(t, dir, "compile.ipynb", "y := undefinedname")
	writeNotebook(t, dir, "endless.ipynb", "for {}", "2")
	writeNotebook(t, dir, "asks.ipynb", "name := input(\"Name: \")\nfmt.Println(\"hi\", name)")
	writeNotebook(t, dir, "killed.ipynb", suicide)
	writeNotebook(t, dir, "astray.ipynb", "done := make(chan bool); go func() { defer close(done); panic(\"lost\") }()\n<-done", "2")
	writeNotebook(t, dir, "unread.ipynb", "os.Remove(\"nowhere\")")
	nb := nbformat.New()
	nb.Add(nbformat.Code, "folds := 5 // how many\nname := \"co2\"\nrate := 0.5\nsizes := []int{1}\nlimit := 3 * time.Second")
	nb.Add(nbformat.Code, "fmt.Println(folds, name, rate, sizes, limit)")
	nb.Cells[0].Metadata["tags"] = []any{"parameters"}
	if err := nbformat.WriteFile(filepath.Join(dir, "parameters.ipynb"), nb); err != nil {
		t.Fatal(err)
	}
	nb = nbformat.New()
	nb.Add(nbformat.Code, "folds := 5").Metadata["tags"] = []any{"parameters"}
	nb.Add(nbformat.Code, "n := widget.Int(\"n\", 0, 9)\nfmt.Println(folds, n.Get())")
	if err := nbformat.WriteFile(filepath.Join(dir, "controls.ipynb"), nb); err != nil {
		t.Fatal(err)
	}
	nb = nbformat.New()
	nb.Add(nbformat.Code, "1")
	nb.Add(nbformat.Code, "folds := five").Metadata["tags"] = []any{"parameters"}
	if err := nbformat.WriteFile(filepath.Join(dir, "faulty.ipynb"), nb); err != nil {
		t.Fatal(err)
	}
	write(t, dir, "values.json", `{"folds": 7, "sizes": [1, 2], "name": "wine"}`)
	write(t, dir, "list.json", `[1]`)
	writeNotebook(t, dir, "late.ipynb", "fmt.Println(\"out\")", "x := y", "y := 1")
	writeNotebook(t, dir, "loads.ipynb", "%%writefile later.go\nx := 1", "%load later.go", "fmt.Println(x)", "y")
	nb = nbformat.New()
	nb.Add(nbformat.Code, "fmt.Println(\"out\")")
	nb.Add(nbformat.Code, "x := y").Metadata["tags"] = []any{"raises-exception"}
	nb.Add(nbformat.Code, "z")
	if err := nbformat.WriteFile(filepath.Join(dir, "raises.ipynb"), nb); err != nil {
		t.Fatal(err)
	}
	write(t, dir, "late.go", "fmt.Println(1)\n// %%\nx := y\n// %%\ny := 1\n")
	write(t, dir, "cells.go", "// %% tags=[\"parameters\"]\nn := 2\n// %%\nn * 10\n")
	write(t, dir, "reads.go", "// %% tags=[\"parameters\"]\nn := 2\n// %%\np := flag.String(\"p\", \"\", \"\")\nflag.Parse()\nfmt.Println(n, *p)\n")
	write(t, dir, "fails.go", "x := 20\n// %%\n\nx + y\n")
	write(t, dir, "panics.go", "package main\n\nfunc main() {\n\tvar m map[string]int\n\tm[\"a\"] = 1\n}\n")
	write(t, dir, "unused.go", "package main\n\nimport (\n\t\"fmt\"\n\t. \"math\"\n\t\"os\"\n\t_ \"strings\"\n)\n\nfunc main() {\n\tx := 1\n\tfmt.Println(Pi > 3)\n}\n")
	write(t, dir, "exits.go", "os.Exit(7)\n")
	write(t, dir, "endless.go", "\n\nfor {\n}\n")
	write(t, dir, "killed.go", suicide)
	write(t, dir, "library.go", "package stats\n")
	write(t, dir, "shebang", "#!/usr/bin/env -S krigo run\nfmt.Println(os.Args[1:])\n")
	write(t, dir, "text.txt", "1")
	write(t, dir, "text.md", "folds: 5")
	write(t, dir, "broken.ipynb", "{")
	write(t, dir, "python.ipynb", `{"nbformat":4,"nbformat_minor":5,"metadata":{"language_info":{"name":"python"}},"cells":[]}`)
	if err := os.Mkdir(filepath.Join(dir, "folder"), 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "folder"), "panics.go", "package main\n\nfunc main() {\n\tvar m map[string]int\n\tm[\"a\"] = 1\n}\n")
	return dir
}

// suicide is a cell that ends its process as the system does that is out of memory.
const suicide = "p, _ := os.FindProcess(os.Getpid())\n_ = p.Kill()\ntime.Sleep(time.Minute)"

// commandLine is a command with what a user sees of it.
type commandLine struct {
	args, stdin    string
	status         int
	stdout, stderr string // all of the one, a part of the other
}

// TestCommandLinesHaveTheirStatusAndMessage: those that start no worker, or a short
// one.
func TestCommandLinesHaveTheirStatusAndMessage(t *testing.T) {
	dir := runFiles(t)
	for _, c := range []commandLine{
		// wrong use, of all commands
		{"rnu", "", exit.Misused, "", "unknown command \"rnu\" for \"krigo\"\n\nDid you mean this?\n\trun\n(krigo --help"},
		{"--bad", "", exit.Misused, "", "unknown flag: --bad\n(krigo --help shows"},
		{"run", "", exit.Misused, "", "want a notebook, a Go file, - or -e CODE (krigo run --help"},
		{"run --timout 5 ok.ipynb", "", exit.Misused, "", "unknown flag: --timout; did you mean --timeout?\n(krigo run --help"},
		{"run ok.ipynb --timout 5", "", exit.Misused, "", "unknown flag: --timout; did you mean --timeout?"},
		{"run ok.ipynb -x", "", exit.Misused, "", "unknown shorthand flag: 'x' in -x"},
		{"run ok.ipynb --timeout", "", exit.Misused, "", "flag needs an argument: --timeout"},
		{"run ok.ipynb --timeout soon", "", exit.Misused, "", `"soon" for "--timeout" flag: want seconds, or a time such as 90s or 5m`},
		{"run ok.ipynb --timeout -1", "", exit.Misused, "", `"-1" for "--timeout" flag`},
		{"run ok.ipynb --max-output much", "", exit.Misused, "", `"much" for "--max-output" flag: want a size such as 500kB or 2MB`},
		{"run ok.ipynb --max-output 0", "", exit.Misused, "", `"0" for "--max-output" flag`},
		{"run ok.ipynb -j 0", "", exit.Misused, "", "--jobs is 0, want 1 or more"},
		{"run ok.ipynb --omit pdf", "", exit.Misused, "", "--omit pdf: want a MIME type"},
		{"run missing.ipynb", "", exit.Misused, "", "missing.ipynb: no such file"},
		{"run missing.go", "", exit.Misused, "", "missing.go: no such file"},
		{"run text.txt", "", exit.Misused, "", "text.txt: want a notebook (.ipynb) or a Go file (.go)"},
		{"run folder", "", exit.Misused, "", "folder is a folder: want notebooks, such as "},
		{"run broken.ipynb", "", exit.Misused, "", "broken.ipynb"},
		{"run python.ipynb", "", exit.Misused, "", "python.ipynb: the notebook is for python"},
		{"run library.go", "", exit.Misused, "", "library.go: package stats is not a program"},
		{"run ok.ipynb cells.go", "", exit.Misused, "", "cells.go: to run several files, all must be notebooks"},
		{"run ok.ipynb missing.ipynb", "", exit.Misused, "", "missing.ipynb: no such file"},
		{"run --html x.html cells.go", "", exit.Misused, "", "--html is for notebooks; cells.go is a script"},
		{"run ok.ipynb -e 1", "", exit.Misused, "", "-e evaluates code; ok.ipynb is a notebook"},
		{"run --allow-errors -e 1", "", exit.Misused, "", "--allow-errors is for notebooks; -e evaluates code"},
		{"run -", `{"nbformat":4,"nbformat_minor":5,"metadata":{},"cells":[]}`, exit.Misused, "", "standard input is a notebook"},
		{"install --user --sys-prefix", "", exit.Misused, "", "[sys-prefix user] were all set"},
		{"--version", "", 0, versionLine(), ""},
		{"completion tcsh", "", exit.Misused, "", `unknown command "tcsh" for "krigo completion"`},
		{"strip", "", exit.Misused, "", "strip: want notebooks, or - for standard input, got 0\n(krigo strip --help"},
		{"strip folder", "", exit.Misused, "", "folder is a folder: want notebooks, such as "},
		{"new a b", "", exit.Misused, "", "new: want one name, got 2"},
		{"vet -", "", exit.Misused, "", "standard input is not read here; want a notebook"},
		{"fmt - ok.ipynb", "", exit.Misused, "", "- stands for standard input and must be the only argument"},
		{"run ok.ipynb --print nope", "", exit.Misused, "", "--print nope: no cell has this tag; available: all"},
		{"run parameters.ipynb ok.ipynb --print nope", "", exit.Misused, "", "available: parameters, all"},
		{"run ok.ipynb fails.ipynb -o -", "", exit.Misused, "", "--output -: the results of several notebooks need a folder"},
		{"run ok.ipynb -o - --html -", "", exit.Misused, "", "--output and --html are both -"},
		{"run parameters.ipynb -f text.md", "", exit.Misused, "", "--parameters-file: text.md: not JSON: "},
		{"version now", "", exit.Misused, "", "(krigo version --help"},
		{"data get", "", exit.Misused, "", "data get: want names, or --all"},
		{"data get elbows", "", exit.Misused, "", `no data set "elbows"`},
		{"data lsit", "", exit.Misused, "", `unknown command "lsit" for "krigo data"`},
		{"reproduce cholqr --parts none", "", exit.Misused, "", `there is no part "none"`},
		{"reproduce cholqr --methods none", "", exit.Misused, "", `there is no method "none"`},
		{"kernel", "", exit.Misused, "", "connection-file"},
		{"kernel -f missing.json", "", 1, "", "connection file: open missing.json"},
		{"kernel -f missing.json --log-level loud", "", exit.Misused, "", `--log-level is "loud"`},
		{"kernel -f missing.json cells.go --Kernel.timeout=0", "", 1, "", "does not have is ignored\" flag=\"--Kernel.timeout=0\"\nkrigo: connection file: "},
		{"kernel --log-level info -f missing.json cells.go", "", 1, "", "arguments are ignored\" args=[cells.go]"},
		{"repl --figures ok.ipynb/folder", "", exit.Misused, "", "--figures: "},

		// what cannot be written, also by root
		{"run ok.ipynb -o missing/out.ipynb", "", exit.Misused, "", "--output: create missing/out.ipynb: no such file"},
		{"run ok.ipynb --html ok.ipynb", "", exit.Misused, "", "--html: ok.ipynb is one of the notebooks to run"},
		{"run ok.ipynb --junit folder", "", exit.Misused, "", "--junit: open "},
		{"run ok.ipynb --slides", "", exit.Misused, "", "--slides makes slides of a page; name its file by --html"},
		{"run ok.ipynb --live", "", exit.Misused, "", "--live makes the figures of a page compute; name its file by --html"},
		{"run ok.ipynb -o same --html ./same", "", exit.Misused, "", "--output and --html are both ./same"},
		{"run ok.ipynb fails.ipynb -o text.txt", "", exit.Misused, "", "--output: text.txt is a file; the results of several notebooks need a folder"},
		{"run ok.ipynb ok.ipynb -o folder", "", exit.Misused, "", "--output: two notebooks would be written to folder/ok.ipynb"},
		{"run --outdir text.txt -e 1", "", exit.Misused, "", "--outdir: "},

		// parameters
		{"run parameters.ipynb -p folds=ten", "", exit.Misused, "", `parameters.ipynb: folds is an int: "ten" is not`},
		{"run parameters.ipynb -p folds", "", exit.Misused, "", "-p folds: want NAME=VALUE"},
		{"run parameters.ipynb -p folds=1 -p folds=2", "", exit.Misused, "", "-p folds=2: folds is set twice"},
		{"run parameters.ipynb -p fold=1", "", exit.Misused, "", `there is no parameter "fold"; did you mean folds?`},
		{"run parameters.ipynb -p seed=1", "", exit.Misused, "", `there is no parameter "seed"; available: folds, name, rate, sizes, limit`},
		{"run parameters.ipynb -f list.json", "", exit.Misused, "", "--parameters-file: list.json: want a JSON object"},
		{"run parameters.ipynb -f broken.ipynb", "", exit.Misused, "", "--parameters-file: broken.ipynb: "},
		{"run parameters.ipynb -f missing.json", "", exit.Misused, "", "--parameters-file: open missing.json"},
		{"run faulty.ipynb -p folds=1", "", exit.Misused, "", "faulty.ipynb:cell 2:1:10: undefined: five"},
		{"run ok.ipynb -p folds=1", "", exit.Misused, "", `ok.ipynb has no code cell tagged "parameters"`},
		{"run ok.ipynb --list-parameters", "", exit.Misused, "", `ok.ipynb has no code cell tagged "parameters"`},
		{"run -p n=x cells.go", "", exit.Misused, "", `cells.go: n is an int: "x" is not`},
		{"run -p n=1 fails.go", "", exit.Misused, "", `fails.go has no cell that declares what can be set, after a line // %% tags=["parameters"]`},
		{"run -e widget.Int(\"n\",0,9).Get() -p n=3", "", 0, "3\n", ""},
		{"run -e widget.Int(\"n\",0,9).Get() -p n=12", "", 1, "", `n=12 was given: want a whole number between 0 and 9`},
		{"run -e widget.Int(\"folds\",0,9).Get() -p fold=3", "", exit.Misused, "0\n", `-e: -p: no control "fold" was made; did you mean folds?`},
		{"run controls.ipynb --print all -p folds=6 -p n=7", "", 0, "6 7\n", ""},
		{"run controls.ipynb --print all -p folds=6 -p m=7", "", exit.Misused, "6 0\n", `controls.ipynb: -p: no control "m" was made; available: n`},
		{"repl -p n=4 -p k=3", "widget.Int(\"n\",0,9).Get()\n", exit.Misused, "4\n", `repl: -p: no control "k" was made`},
		{"run parameters.ipynb --print all", "", 0, "5 co2 0.5 [1] 3s\n", ""},
		{"run parameters.ipynb --print all -p folds=10 -p name=a=b -p sizes=3,4 -p limit=1m", "", 0, "10 a=b 0.5 [3 4] 1m0s\n", ""},
		{"run parameters.ipynb --print all -f values.json -p folds=8", "", 0, "8 wine 0.5 [1 2] 3s\n", ""},
		{"run -p n=4 cells.go", "", 0, "40\n", ""},
		{"run cells.go -p n=4", "", exit.Misused, "", "-p comes after cells.go and is therefore an argument of the script, not a flag of krigo run: put it before cells.go"},
		{"run cells.go --parameter=n=4", "", exit.Misused, "", "krigo: --parameter comes after cells.go"},
		{"run -- cells.go -p n=4", "", 0, "20\n", ""},
		{"run cells.go -- -p n=4", "", 0, "20\n", ""},
		{"run cells.go -p 4 -x --htm -port=n=4 -o2", "", 0, "20\n", ""},
		{"run reads.go -p n=4", "", 0, "2 n=4\n", ""},
		{"run cells.go --html=x.html", "", 0, "20\n", "krigo: note: --html comes after cells.go and is therefore an argument of the script; as a flag of krigo run it is for notebooks; to"},
		{"run cells.go --timeout=5m", "", 0, "20\n", "krigo: note: --timeout comes after cells.go and is therefore an argument of the script, not a flag of krigo run: " +
			"put it before cells.go; to pass it to the script without this note, put -- before cells.go\n"},
		{"run shebang --outdir figures", "", 0, "[--outdir figures]\n", "krigo: note: --outdir comes after shebang"},
		{"run shebang -p n=4", "", 0, "[-p n=4]\n", "krigo: note: -p comes after shebang"},
		{"run -e os.Args a -o", "", 0, "[-e a -o]\n", "krigo: note: -o comes after a and"},
		{"run --list-parameters cells.go", "", 0, "parameter  type  default  about\nn          int   2        \n", ""},

		// what fails
		{"run fails.ipynb", "", 1, "", "  fails.ipynb:cell 2:2\n      x[3]\nkrigo: fails.ipynb: cell 2 of 3 failed\n"},
		{"run compile.ipynb", "", 1, "", "compile.ipynb:cell 1:1:6: undefined: undefinedname"},
		{"run late.ipynb --print all", "", 1, "", "CompileError\nlate.ipynb:cell 2:1:6: undefined: y\n    x := y\n         ^\n    hint: y is declared in cell 3, which comes later\n" +
			"krigo: late.ipynb: cell 2 of 3 failed\n"},
		{"run late.ipynb --print all --allow-errors", "", 0, "out\n", ""},
		{"run raises.ipynb --print all", "", 1, "out\n", "raises.ipynb:cell 3:1:1: undefined: z"},
		{"run loads.ipynb --print all", "", 1, "wrote later.go: 7 bytes\n1\n", "loads.ipynb:cell 4:1:1: undefined: y"},
		{"run late.go", "", 1, "", "CompileError\nlate.go:3:6: undefined: y\n    x := y\n         ^\n    hint: y is declared in line 5, which comes later\n"},
		{"run -e fmt.Println(1) -e x", "", 1, "", "undefined: x"},
		{"run astray.ipynb", "", 1, "", "Panic: in a goroutine: lost\n  astray.ipynb:cell 1:1"},
		{"run unread.ipynb", "", 1, "", "unread.ipynb:cell 1"},
		{"run fails.ipynb --allow-errors", "", 0, "", ""},
		{"run fails.go", "", 1, "", "fails.go:4:5: undefined: y"},
		{"run panics.go", "", 2, "", "panics.go:5"},
		{"run ./folder/panics.go", "", 2, "", "nil map\n  folder/panics.go:5: in main\n"},
		{"run unused.go", "", 0, "true\n", "unused.go:6:2: \"os\" imported and not used; declared and not used: x: it runs here, and the Go compiler refuses it"},
		{"run exits.go", "", 7, "", ""},
		{"run endless.ipynb --timeout 0.2", "", exit.TimedOut, "", "Timeout: the cell ran longer than 200ms and was interrupted\n  endless.ipynb:cell 1:1\n"},
		{"run --timeout 200ms endless.go", "", exit.TimedOut, "", "Timeout: the cell ran longer than 200ms and was interrupted\n  endless.go:3\n"},
		{"run --timeout 0.2 -e for{}", "", exit.TimedOut, "", "  -e:1\n"},
		{"run killed.ipynb", "", exit.Killed, "", "the Go process was killed from outside"},
		{"run killed.go", "", exit.Killed, "", "the Go process was killed from outside"},
		{"run --timeout 120 exits.go", "", 7, "", ""},

		// what runs
		{"run -e x:=20 -e x+1", "", 0, "21\n", ""},
		{"run -e os.Args a -b", "", 0, "[-e a -b]\n", ""},
		{"run - a -b", "fmt.Println(os.Args)\n", 0, "[- a -b]\n", ""},
		{"run -", "package main\n\nfunc main() { println(1); panic(\"x\") }\n", 2, "", "stdin:3"},
		{"run -- shebang a -o", "", 0, "[a -o]\n", ""},
		{"run asks.ipynb --print all", "Ada\n", 0, "hi Ada\n", "Name: "},
		{"run asks.ipynb", "", 1, "", "InputError: input: the input ended before the question was answered"},
		{"run -e input(\"\")", "", 1, "", "InputError: input: the input ended before the question was answered"},
		{"run ok.ipynb -o /dev/null --html /dev/null", "", 0, "", ""},
	} {
		t.Run(c.args, func(t *testing.T) {
			t.Parallel()
			if testing.Short() && c.status != exit.Misused {
				t.Skip("starts a worker")
			}
			if runtime.GOOS == "windows" && strings.Contains(c.args, "killed") {
				t.Skip("no signals")
			}
			r := krigo(t, dir, c.stdin, strings.Fields(c.args)...)
			if r.status != c.status || r.stdout != c.stdout || !strings.Contains(r.stderr, c.stderr) || c.stderr == "" && r.stderr != "" {
				t.Errorf("status %d, want %d\nstdout %q, want %q\nstderr %s\nwant %s", r.status, c.status, r.stdout, c.stdout, r.stderr, c.stderr)
			}
		})
	}
}

func TestParametersAreWrittenWithTheNotebook(t *testing.T) {
	dir := runFiles(t)
	for _, folds := range []string{"6", "7"} {
		if r := krigo(t, dir, "", "run", "parameters.ipynb", "-p", "folds="+folds, "-o", "parameters.ipynb"); r.status != 0 {
			t.Fatalf("status %d, %s", r.status, r.stderr)
		}
	}
	nb, err := nbformat.ReadFile(filepath.Join(dir, "parameters.ipynb"))
	if err != nil {
		t.Fatal(err)
	}
	if len(nb.Cells) != 3 || !nb.Cells[1].HasTag("injected-parameters") || nb.Cells[1].Source != "// Parameters\nfolds = 7" {
		t.Errorf("cells %+v", nb.Cells)
	}
}

// Controls are written where they stand, disabled, with how they come to life; what has
// no outputs any more has no state.
func TestControlsAreWrittenWithTheNotebook(t *testing.T) {
	dir := t.TempDir()
	writeNotebook(t, dir, "controls.ipynb", "n := widget.Int(\"n\", 0, 9)\nwidget.Show(func() any { return n.Get() * 10 }, n)", "n.Set(4)")
	first := ""
	for range 2 {
		if r := krigo(t, dir, "", "run", "controls.ipynb", "-o", "out.ipynb", "--html", "out.html"); r.status != 0 {
			t.Fatalf("status %d, %s", r.status, r.stderr)
		}
		raw := read(t, dir, "out.ipynb")
		if first != "" && first != raw {
			t.Error("the second run writes another file")
		}
		first = raw
	}
	nb, err := nbformat.Parse([]byte(first))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range nb.WidgetModels() {
		m := m.(map[string]any)
		if state := m["state"].(map[string]any); m["model_name"] == "IntSliderModel" && (state["disabled"] != true || fmt.Sprint(state["value"]) != "4") {
			t.Errorf("the slider is %v", state)
		}
	}
	if len(nb.WidgetModels()) == 0 || nb.WidgetModels()[nb.Cells[0].Outputs[0].ViewedModel()] == nil || nb.Cells[0].Outputs[1].Data["text/plain"] != "40" {
		t.Errorf("the outputs are %v and %v", nb.Cells[0].Outputs[0].Data, nb.Cells[0].Outputs[1].Data)
	}
	page := read(t, dir, "out.html")
	for _, want := range []string{`<input disabled type="range" min="0" max="9" step="any" value="4"> <output>4</output>`, "run the cell again to move these"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	krigo(t, dir, "", "strip", "out.ipynb")
	if strings.Contains(read(t, dir, "out.ipynb"), "widget-state") {
		t.Error("stripped, the notebook has the state of widgets")
	}
	krigo(t, dir, "", "run", "controls.ipynb", "--omit", nbformat.WidgetView, "-o", "out.ipynb")
	if strings.Contains(read(t, dir, "out.ipynb"), "application/vnd.jupyter") {
		t.Error("without their views there are widgets")
	}
}

// --slides makes a page of slides, where the tags of cells begin.
func TestAPageOfSlides(t *testing.T) {
	dir := t.TempDir()
	nb := nbformat.New()
	nb.Add(nbformat.Markdown, "# A talk")
	nb.Add(nbformat.Code, "6 * 7").Metadata["tags"] = []any{"slide"}
	if err := nbformat.WriteFile(filepath.Join(dir, "talk.ipynb"), nb); err != nil {
		t.Fatal(err)
	}
	if r := krigo(t, dir, "", "run", "talk.ipynb", "--html", "talk.html", "--slides"); r.status != 0 {
		t.Fatalf("status %d: %s", r.status, r.stderr)
	}
	slides := strings.Split(read(t, dir, "talk.html"), `<div class="slide">`)
	if len(slides) != 3 || !strings.Contains(slides[1], "A talk") || !strings.Contains(slides[2], "42") {
		t.Errorf("%d slides", len(slides)-1)
	}
}

func TestSeveralNotebooksRunSideBySide(t *testing.T) {
	if testing.Short() {
		t.Skip("waits until the time of a notebook is up")
	}
	dir := runFiles(t)
	r := krigo(t, dir, "", "run", "-j", "2", "ok.ipynb", "fails.ipynb", "endless.ipynb", "--timeout", "10",
		"-o", "out/nb", "--html", "out/pages/", "--junit", "junit.xml", "--outdir", "shown")
	if r.status != exit.TimedOut || !strings.Contains(r.stderr, "krigo: 2 of 3 notebooks did not run to the end") {
		t.Errorf("status %d, stderr %s", r.status, r.stderr)
	}
	for i, want := range []string{"notebook cells time status", "ok.ipynb 1 of 1 ok", "fails.ipynb 2 of 3 failed", "endless.ipynb 1 of 2 timeout"} {
		fields := strings.Fields(strings.Split(r.stdout, "\n")[i])
		if i > 0 {
			fields = append(fields[:4], fields[len(fields)-1]) // without the time
		}
		if got := strings.Join(fields, " "); got != want {
			t.Errorf("line %d of the table is %q, want %q", i+1, got, want)
		}
	}
	for _, name := range []string{"out/nb/ok.ipynb", "out/nb/fails.ipynb", "out/nb/endless.ipynb", "out/pages/ok.html"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
	raw, err := os.ReadFile(filepath.Join(dir, "junit.xml"))
	if err != nil {
		t.Fatal(err)
	}
	var report struct {
		Suites []struct {
			Name     string `xml:"name,attr"`
			Failures int    `xml:"failures,attr"`
		} `xml:"testsuite"`
	}
	if err := xml.Unmarshal(raw, &report); err != nil || len(report.Suites) != 3 || report.Suites[1].Name != "fails.ipynb" || report.Suites[1].Failures != 1 {
		t.Errorf("%+v (%v)", report, err)
	}
}

func TestFailFastBeginsNoMoreNotebooks(t *testing.T) {
	dir := runFiles(t)
	r := krigo(t, dir, "", "run", "-j", "1", "fails.ipynb", "ok.ipynb", "--fail-fast")
	if r.status != 1 || !strings.Contains(r.stdout, "not run") {
		t.Errorf("status %d, stdout %s", r.status, r.stdout)
	}
}

func TestMuchOutputIsCutInTheNotebookAndNotByFull(t *testing.T) {
	dir := t.TempDir()
	writeNotebook(t, dir, "nb.ipynb", "for i := range 3000 {\n\tfmt.Println(\"line\", i)\n}")
	for flag, whole := range map[string]bool{"--max-output=1kB": false, "--full": true} {
		if r := krigo(t, dir, "", "run", "nb.ipynb", "-o", "out.ipynb", flag); r.status != 0 {
			t.Fatalf("%s: status %d, %s", flag, r.status, r.stderr)
		}
		nb, err := nbformat.ReadFile(filepath.Join(dir, "out.ipynb"))
		if err != nil {
			t.Fatal(err)
		}
		text := nb.Cells[0].Outputs[0].Text
		if strings.Contains(text, "lines left out (") == whole || !strings.HasPrefix(text, "line 0\n") || !strings.HasSuffix(text, "line 2999\n") {
			t.Errorf("%s: %d bytes: %.60q…", flag, len(text), text)
		}
	}
}

func TestOutdirHasTheFiguresOfAScript(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "plot.go", "display.Histogram([]float64{1, 2, 2, 3})\n// %%\ntype row struct{ A, B int }\n[]row{{1, 2}, {3, 4}}\n")
	r := krigo(t, dir, "", "run", "--outdir", "new/figures", "plot.go")
	if r.status != 0 {
		t.Fatalf("status %d, %s", r.status, r.stderr)
	}
	png, err := os.ReadFile(filepath.Join(dir, "new", "figures", "figure-1.png"))
	if err != nil || !bytes.HasPrefix(png, []byte("\x89PNG")) {
		t.Errorf("no picture: %v", err)
	}
	if table, err := os.ReadFile(filepath.Join(dir, "new", "figures", "table-1.html")); err != nil || !bytes.Contains(table, []byte("<table>")) {
		t.Errorf("table %q (%v)", table, err)
	}
}

// TestWorkThatCannotBeWrittenIsKept: the folder goes while the notebook runs.
func TestWorkThatCannotBeWrittenIsKept(t *testing.T) {
	dir := t.TempDir()
	writeNotebook(t, dir, "nb.ipynb", "err := os.Remove(\"away\")\nerr")
	if err := os.Mkdir(filepath.Join(dir, "away"), 0o755); err != nil {
		t.Fatal(err)
	}
	r := krigo(t, dir, "", "run", "nb.ipynb", "-o", "away/out.ipynb")
	_, kept, _ := strings.Cut(r.stderr, "the new content is kept as ")
	nb, err := nbformat.ReadFile(strings.TrimSpace(kept))
	if r.status != 1 || err != nil || nb.Cells[0].ExecutionCount != 1 {
		t.Errorf("status %d, %s (%v)", r.status, r.stderr, err)
	}
}

// TestAFullDiskLeavesWhatWasThere, and the work elsewhere.
func TestAFullDiskLeavesWhatWasThere(t *testing.T) {
	dir := t.TempDir()
	disk := filepath.Join(dir, "disk")
	if err := os.Mkdir(disk, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := exec.Command("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", disk).Run(); err != nil {
		t.Skip("a small disk cannot be mounted:", err)
	}
	defer exec.Command("umount", disk).Run()
	write(t, disk, "out.ipynb", "before")
	writeNotebook(t, dir, "nb.ipynb", "fmt.Print(strings.Repeat(\"text\\n\", 50_000))")
	r := krigo(t, dir, "", "run", "nb.ipynb", "-o", "disk/out.ipynb")
	if r.status != 1 || !strings.Contains(r.stderr, "no space left on device; the new content is kept as ") {
		t.Errorf("status %d, %s", r.status, r.stderr)
	}
	if got, err := os.ReadFile(filepath.Join(disk, "out.ipynb")); string(got) != "before" {
		t.Errorf("%q (%v)", got, err)
	}
}

func TestDashIsTheStandardOutput(t *testing.T) {
	if testing.Short() {
		t.Skip("starts workers")
	}
	dir := runFiles(t)
	r := krigo(t, dir, "", "run", "ok.ipynb", "-o", "-")
	nb, err := nbformat.Parse([]byte(r.stdout))
	if err != nil || len(nb.Cells[0].Outputs) != 2 {
		t.Errorf("status %d, stdout %q (%v)", r.status, r.stdout, err)
	}
	r = krigo(t, dir, "", "run", "ok.ipynb", "--html", "-")
	if r.status != 0 || !strings.Contains(r.stdout, "<title>ok</title>") || !strings.HasSuffix(strings.TrimSpace(r.stdout), "</html>") {
		t.Errorf("status %d, a page of %d bytes", r.status, len(r.stdout))
	}
	if _, err := os.Stat(filepath.Join(dir, "-")); err == nil {
		t.Error("a file is called -")
	}
}

// TestScriptTellsThatItCannotPrint: a script whose output went nowhere has not ended well.
func TestScriptTellsThatItCannotPrint(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil || testing.Short() {
		t.Skip("needs /dev/full and a worker")
	}
	defer full.Close()
	cmd := exec.CommandContext(atMost(t), os.Args[0], "run", "-e", "1")
	cmd.Env = append(os.Environ(), "KRIGO_TEST_MAIN=1")
	var stderr strings.Builder
	cmd.Stdout, cmd.Stderr = full, &stderr
	_ = cmd.Run()
	if got := cmd.ProcessState.ExitCode(); got != 1 || !strings.Contains(stderr.String(), "no space left") {
		t.Errorf("status %d, %s", got, stderr.String())
	}
}

// TestSignalsEndARunWithWhatThereIs: the second one ends a cell that ignores them.
func TestSignalsEndARunWithWhatThereIs(t *testing.T) {
	if testing.Short() || runtime.GOOS == "windows" {
		t.Skip("starts workers and signals them")
	}
	for name, c := range map[string]struct {
		cell    string
		signals []os.Signal
		status  int
	}{
		"Ctrl-C":          {"for {}", []os.Signal{os.Interrupt}, 130},
		"SIGTERM":         {"for {}", []os.Signal{syscall.SIGTERM}, 143},
		"SIGHUP":          {"for {}", []os.Signal{syscall.SIGHUP}, 129},
		"a second Ctrl-C": {"go func() { <-ctx.Done(); os.WriteFile(\"interrupted\", nil, 0o600) }()\nexec.Command(\"sleep\", \"300\").Run()", []os.Signal{os.Interrupt, os.Interrupt}, 130},
	} {
		t.Run(name, func(t *testing.T) {
			if signal.Ignored(c.signals[0]) {
				t.Skip("ignored, as under nohup, and so by what is started from here")
			}
			t.Parallel()
			dir := t.TempDir()
			writeNotebook(t, dir, "nb.ipynb", "fmt.Println(\"before\")\nos.WriteFile(\"began\", nil, 0o600)\n"+c.cell, "2")
			cmd := exec.CommandContext(atMost(t), os.Args[0], "run", "nb.ipynb", "-o", "out.ipynb")
			cmd.Env = append(os.Environ(), "KRIGO_TEST_MAIN=1")
			cmd.Dir = dir
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			began := filepath.Join(dir, "began")
			awaitFile(t, began)
			for i, s := range c.signals {
				if i > 0 { // two at once are one
					awaitFile(t, filepath.Join(dir, "interrupted"))
				}
				if err := cmd.Process.Signal(s); err != nil {
					t.Error(err)
				}
			}
			_ = cmd.Wait()
			nb, err := nbformat.ReadFile(filepath.Join(dir, "out.ipynb"))
			if err != nil {
				t.Fatal(err)
			}
			out := nb.Cells[0].Outputs
			if got := cmd.ProcessState.ExitCode(); got != c.status || len(out) != 2 || out[0].Text != "before\n" || out[1].ErrorName != "Interrupt" {
				t.Errorf("status %d, want %d; outputs %s", got, c.status, fmt.Sprint(out))
			}
		})
	}
}
