package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A notebook is written, run and read on its page.
func TestNotebookPageRunsWhatIsTyped(t *testing.T) {
	t.Parallel()
	s := serveNotebook(t, "// %% [markdown]\n// # Title\n\n// %%\nx := 1\n")
	p := s.openPage(t, "page.ipynb")
	p.wants("the text", cellAt(0)+`.querySelector(".text h1").textContent`, "Title")
	p.selectCell(1)
	p.press("b", "Enter")
	p.write("y := x + 1\nfmt.Println(\"y =\", y)")
	p.press("Escape")
	p.selectCell(1)
	p.press("Shift-Enter", "Shift-Enter")
	p.wants("the output", outputOf(2), "y = 2")
	p.wants("numbers", `[...document.querySelectorAll(".count")].map(c => c.textContent).join(" ")`, " [1] [2] [ ]")
	p.wants("the focus", `document.activeElement.tagName`, "TEXTAREA") // of the new cell
	p.press("Escape")
	s.saved(t, "page.ipynb", `y = 2`)

	p.selectCell(2)
	p.press("Enter", "Ctrl-End")
	p.write(" // again")
	p.wants("an edited cell", cellAt(2)+`.querySelector(".m-edited").textContent`, "changed since it ran")
	p.press("Ctrl-Enter")
	p.wants("it ran", cellAt(2)+`.querySelector(".m-edited") === null && `+cellAt(2)+`.querySelector(".count").textContent`, "[3]")
}

// The editor indents, closes brackets and types over them, comments and indents lines,
// and what it has done is undone by Ctrl-Z.
func TestNotebookPageEditor(t *testing.T) {
	t.Parallel()
	s := serveNotebook(t, "// %%\n")
	p := s.openPage(t, "page.ipynb")
	fresh := func() {
		p.selectCell(0)
		p.press("Enter", "Ctrl-a", "Backspace")
	}
	for _, c := range []struct {
		name  string
		write func()
		want  string
	}{
		{"indentation", func() { p.write("for i := range 3 {\nf(i)\n") }, "for i := range 3 {\n\tf(i)\n\t\n}"},
		{"a closing brace", func() { p.write("if x {\ny"); p.press("End"); p.write("\n"); p.write("}") }, "if x {\n\ty\n}\n}"},
		{"brackets", func() { p.write(`f([]int{1}, "a")`) }, `f([]int{1}, "a")`},
		{"quotes in words", func() { p.write("// don't\n'a'") }, "// don't\n'a'"},
		{"a pair deleted", func() { p.write("f("); p.press("Backspace") }, "f"},
		{"a selection in brackets", func() { p.write("abc"); p.press("Ctrl-a"); p.write("(") }, "(abc)"},
		{"comments", func() { p.write("a\nb"); p.press("Ctrl-a", "Ctrl-/") }, "// a\n// b"},
		{"comments taken away", func() { p.write("a\nb"); p.press("Ctrl-a", "Ctrl-/", "Ctrl-/") }, "a\nb"},
		{"lines indented", func() { p.write("a\nb"); p.press("Ctrl-a", "Tab", "Tab", "Shift-Tab") }, "\ta\n\tb"},
		{"a tab", func() { p.press("Tab"); p.write("a") }, "\ta"},
		{"a case", func() { p.write("\tcase 1:\nx") }, "\tcase 1:\n\t\tx"},
	} {
		fresh()
		c.write()
		p.press("Escape") // which a list of completions takes first
		if got := p.text(sourceOf(0)); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	fresh()
	p.write("a\nb")
	p.press("Ctrl-a", "Ctrl-/", "Ctrl-z")
	if got := p.text(sourceOf(0)); got != "a\nb" {
		t.Errorf("undone: %q", got)
	}
}

// The page colours Go as package highlight does: the same spans, but that a command's
// line is one.
func TestNotebookPageColoursAsExport(t *testing.T) {
	t.Parallel()
	code := "// why\nfunc f(x int) string {\n\tr, n, h := 'a', 1_000.5e-3, 0xFF\n\tvar s = `raw\n\"both` + \"a\\\"b\"\n\t/* over\n\tlines */ return fmt.Sprint(r, n, h, 3i, .5, s, é(1))\n}"
	s := serveNotebook(t, "// %%\n"+code+"\n")
	p := s.openPage(t, "page.ipynb")
	got := p.text(cellAt(0) + `.querySelector(".colours").innerHTML.trim()`)
	want := exportedCode(t, s.dir)
	if got != want {
		t.Errorf("the page colours\n%s\nand the exported one\n%s", got, want)
	}
}

// Completions come while a name is typed, narrow, and are taken by Tab; Enter stays a
// new line unless one was chosen.
func TestNotebookPageCompletes(t *testing.T) {
	t.Parallel()
	s := serveNotebook(t, "// %%\n")
	p := s.openPage(t, "page.ipynb")
	p.selectCell(0)
	p.press("Enter")
	p.await(`document.querySelector("#kernel").dataset.state == "idle"`)
	const open = `!document.querySelector("#completion").hidden`
	names := `[...document.querySelectorAll("#completions .name")].map(n => n.textContent).join(" ")`
	p.write("x := strings.To")
	p.await(open + ` && (` + names + `).includes("ToUpper")`)
	p.wants("no option chosen by itself", `document.querySelectorAll("#completions [aria-selected=true]").length`, "0")
	p.wants("signatures", `[...document.querySelectorAll("#completions li")].some(l => l.textContent.includes("(s string) string"))`, "true")
	p.write("Up")
	p.await("(" + names + `) == "ToUpper ToUpperSpecial"`)
	p.press("Down", "Down")
	p.wants("the chosen one", `document.getElementById(document.activeElement.getAttribute("aria-activedescendant")).querySelector(".name").textContent`, "ToUpperSpecial")
	p.press("Up", "Enter")
	if got := p.text(sourceOf(0)); got != "x := strings.ToUpper" {
		t.Errorf("taken: %q", got)
	}
	p.await("!(" + open + ")")
	p.press("Shift-Tab")
	p.await(`!document.querySelector("#documentation").hidden && document.querySelector("#documentation").innerText.includes("upper case")`)
	p.press("Escape")
	p.wants("Escape closes it and stays", `document.querySelector("#documentation").hidden && document.activeElement.tagName`, "TEXTAREA")
	p.write("(\"a\")\nstr")
	p.await(open)
	p.write("\n")
	if got := p.text(sourceOf(0)); got != "x := strings.ToUpper(\"a\")\nstr\n" {
		t.Errorf("Enter makes %q", got)
	}
	p.write("str")
	p.await(open)
	p.press("Ctrl-a")
	p.await("!(" + open + ")")
	p.press("Tab")
	if got := p.text(sourceOf(0)); got != "\tx := strings.ToUpper(\"a\")\n\tstr\n\tstr" {
		t.Errorf("Tab makes %q of what Ctrl-A has selected while completions were shown", got)
	}
}

// Keys of the command mode do as Jupyter's.
func TestNotebookPageKeys(t *testing.T) {
	t.Parallel()
	s := serveNotebook(t, "// %%\na := 1\n\n// %%\nb := 2\n\n// %%\nc := 3\n")
	p := s.openPage(t, "page.ipynb")
	p.selectCell(0)
	step := func(what, want string, keys ...string) {
		t.Helper()
		p.press(keys...)
		p.wants(what, sources, want)
	}
	step("moved down", "b := 2|a := 1|c := 3", "Ctrl-Shift-Down")
	step("moved up", "a := 1|b := 2|c := 3", "Ctrl-Shift-Up")
	step("deleted", "b := 2|c := 3", "d", "d")
	step("undone", "a := 1|b := 2|c := 3", "z")
	p.selectCell(1)
	step("cut", "a := 1|c := 3", "x")
	step("pasted", "a := 1|c := 3|b := 2", "v")
	step("pasted above", "a := 1|c := 3|b := 2|b := 2", "Shift-V")
	p.selectCell(0)
	step("merged", "a := 1\n\nc := 3|b := 2|b := 2", "Shift-J", "Shift-M")
	step("inserted above", "|a := 1\n\nc := 3|b := 2|b := 2", "a")
	p.press("Escape")
	step("deleted again", "a := 1\n\nc := 3|b := 2|b := 2", "d", "d")
	p.selectCell(0)
	p.press("Enter", "Ctrl-Home", "Down")
	step("split", "a := 1|c := 3|b := 2|b := 2", "Ctrl-Shift-_")
	p.press("Escape")
	p.selectCell(3)
	p.press("m")
	p.wants("text", cellAt(3)+`.classList.contains("markdown")`, "true")
	p.wants("the cell is still seen to be selected", cellAt(3)+`.matches(".selected.active")`, "true")
	p.press("2")
	p.wants("a heading", cellAt(3)+`.querySelector("h2")?.textContent`, "b := 2")
	p.press("y")
	p.wants("code", cellAt(3)+`.classList.contains("code")`, "true")
	p.press("r")
	p.wants("raw", cellAt(3)+`.classList.contains("raw")`, "true")
	p.press("k", "k", "Shift-J")
	p.wants("two selected", `document.querySelectorAll(".selected").length`, "2")
	p.press("Shift-L")
	p.wants("line numbers", cellAt(0)+`.querySelector(".numbers").textContent`, "1")
	p.press("h")
	p.wants("the help", `document.querySelector("dialog.help h2").textContent`, "Keys")
	p.press("Escape")
	p.press("p")
	p.write("insert below")
	p.press("Enter")
	p.wants("by the palette", countCells, "5")
}

// Every key of the table is in the help, and none means two things.
func TestNotebookPageTellsEachKey(t *testing.T) {
	t.Parallel()
	s := serveNotebook(t, "// %%\n")
	p := s.openPage(t, "page.ipynb")
	p.js(`window.table = null; import("/static/commands.js").then(m => { table = m.commands })`)
	p.await(`table`)
	p.wants("keys of two commands", `["keys", "editKeys"].flatMap(mode => table.flatMap(c => c[mode] || []))
		.length - new Set(["keys", "editKeys"].flatMap(mode => table.flatMap(c => (c[mode] || []).map(k => mode + k)))).size`, "0")
	p.press("Escape", "h")
	keys := p.number(`new Set(table.flatMap(c => [...c.keys || [], ...c.editKeys || []].map(k => c.title + k))).size`)
	if got := p.number(`document.querySelectorAll("dialog.help kbd").length`); got != keys {
		t.Errorf("the help shows %v keys of %v", got, keys)
	}
}

// What is hidden is found, and shown.
func TestNotebookPageFindsAndFolds(t *testing.T) {
	t.Parallel()
	s := serveNotebook(t, "// %% [markdown]\n// A needle in text\n\n// %%\nneedle := 1\nfmt.Println(\"nee\" + \"dle\", needle)\n\n// %%\nx := 2\n")
	p := s.openPage(t, "page.ipynb")
	p.selectCell(1)
	p.press("Ctrl-Enter")
	p.wants("the output", outputOf(1), "needle 1")
	p.press("o")
	p.wants("outputs folded", cellAt(1)+`.classList.contains("outputs-hidden")`, "true")
	s.saved(t, "page.ipynb", `"outputs_hidden": true`)
	p.selectCell(0)
	p.press("f")
	p.write("needle")
	p.wants("hits", `document.querySelector("#find-count").textContent`, "1 of 4")
	p.press("Enter", "Enter", "Enter")
	p.wants("the last hit", `document.querySelector("#find-count").textContent`, "4 of 4")
	p.wants("which is unfolded", cellAt(1)+`.classList.contains("outputs-hidden")`, "false")
	p.press("Escape")
	p.wants("closed", `document.querySelector("#find").hidden`, "true")
}

// An error marks the lines that it names, and leads there.
func TestNotebookPageMarksErrors(t *testing.T) {
	t.Parallel()
	s := serveNotebook(t, "// %%\nf := func(i int) int {\n\treturn []int{1}[i]\n}\n\n// %%\nf(7)\n\n// %%\nfmt.Println(1)\n")
	p := s.openPage(t, "page.ipynb")
	p.choose("Run", "Run all cells")
	p.settled()
	p.wants("marks", `[...document.querySelectorAll(".mark:not(.m-time)")].map(m => m.textContent).join("|")`, "failed|did not run")
	p.wants("lines", `[...document.querySelectorAll(".wrong")].map(w => w.style.getPropertyValue("--line")).join(" ")`, "1 0")
	p.js(`document.querySelector("pre.error a").click()`)
	p.wants("where a link leads", `document.activeElement.value.slice(document.activeElement.selectionStart, document.activeElement.selectionStart + 7)`, "\treturn")
}

// exportedCode returns the code of the notebook's first cell on the exported page.
func exportedCode(t *testing.T, dir string) string {
	t.Helper()
	out := filepath.Join(dir, "page.html")
	krigo.run(t, 5*time.Minute, "", krigo.krigo, "convert", "-o", out, filepath.Join(dir, "page.ipynb"))
	raw, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(raw), `<pre class="go"><code>`)
	code, _, ok2 := strings.Cut(rest, "</code></pre>")
	if !ok || !ok2 {
		t.Fatal("the exported page has no code")
	}
	return strings.NewReplacer("&#34;", `"`, "&#39;", "'").Replace(code)
}
