package e2e

import (
	"fmt"
	"strings"
	"testing"
)

// The extension that krigo installs formats Go by a key, the palette and a menu, and the cursor stays with
// the character behind it; Ctrl-Z takes that back; a cell that is not Go is not changed, which a message
// tells; Tab and Enter indent by tabs.
func labFormatsGo(t *testing.T, s *jupyterServer) {
	p := s.openCells(t, "", "y := (", "%time\nz:=2", "! ls  -l")
	p.await(`jupyterapp.commands.hasCommand("krigo:format-cells")`)
	for in, want := range map[string]string{ // with the cursor at |
		"x:=1\nif x>0{\nfmt.Println( |x )\n}":   "x := 1\nif x > 0 {\n\tfmt.Println(|x)\n}",
		"func f(){\n|return }":                  "func f() {\n\t|return\n}",
		"s:=\"日本\"   // two|\n\n\n\nt:=s+\"x\"": "s := \"日本\" // two|\n\nt := s + \"x\"",
		"a:=1\n\n|\n\nb:=a":                     "a := 1\n\n|b := a",
	} {
		before, rest, _ := strings.Cut(in, "|")
		p.edit(0, before+rest)
		p.js(fmt.Sprintf(`const e = %s.editor; e.setCursorPosition(e.getPositionAt(%q.length))`, labCell(0), before))
		p.press("Alt-Shift-f")
		p.wants("the cell by Alt-Shift-F", labSource(0), strings.Replace(want, "|", "", 1))
		p.wants("the text before the cursor", `(e => `+labSource(0)+`.slice(0, e.getOffsetAt(e.getCursorPosition())))(`+labCell(0)+`.editor)`,
			want[:strings.Index(want, "|")])
		p.press("Ctrl-z")
		p.wants("the cell by Ctrl-Z", labSource(0), before+rest)
	}

	p.press("Ctrl-Shift-c")
	p.await(`document.querySelector("#modal-command-palette input")`)
	p.write("Format Go of All")
	p.await(`document.querySelector("#modal-command-palette .lm-mod-active")?.dataset.command == "krigo:format-notebook"`)
	p.press("Enter")
	p.wants("a cell below a command", labSource(2), "%time\nz := 2")
	p.wants("a cell that is not Go", labSource(1), "y := (")
	p.wants("a line for the shell", labSource(3), "! ls  -l")
	p.await(`document.querySelector(".jp-Notification-Toast, .Toastify__toast")?.innerText.includes("Not formatted: [ ] line 1:")`)
	p.screenshot("lab-format.png")

	p.edit(0, "x:=1")
	p.click(`[...document.querySelectorAll(".lm-MenuBar-item")].find(e => e.innerText == "Edit")`)
	p.await(`document.querySelector(".lm-Menu [data-command='krigo:format-cells']:not(.lm-mod-disabled)")`)
	p.click(`document.querySelector(".lm-Menu [data-command='krigo:format-cells']")`)
	p.wants("the cell by the menu", labSource(0), "x := 1")

	p.edit(0, "")
	p.press("Tab")
	p.write("if true {\ny")
	p.wants("the cell with indentation by Tab and by Enter", labSource(0)+`.replace(/\s*\}$/, "")`, "\tif true {\n\t\ty")
}
