package e2e

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

// classScript has a slider, and something to change.
const classScript = `// %%
k := widget.Float("x", 0, 1)
widget.Show(func() any { return fmt.Sprintf("x is %g", k.Get()) }, k)

// %%
answer := 42
answer
`

const sessionNote = `(document.getElementById("note").hidden ? "" : document.getElementById("note").textContent)`

// A visitor runs, moves a slider and finds it all after a reload; another one has the notebook as
// it was given, waits for a slot, and sees that; the file stays.
func TestNotebookClass(t *testing.T) {
	t.Parallel()
	s := serveNotebook(t, classScript, "--read-only", "--max-workers", "1")
	file := filepath.Join(s.dir, "page.ipynb")
	before, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	p := s.openPage(t, "page.ipynb")
	p.wants("the badge", `document.getElementById("saved").textContent`, "Nothing is saved")
	p.wants("the session", `document.getElementById("kernel").textContent`, "not started")
	p.wants("the download", `document.getElementById("keep").hidden + " " + document.getElementById("keep").getAttribute("href")`, "false /export/page.ipynb?format=ipynb")
	p.selectCell(0)
	p.press("Ctrl-Enter")
	shown := cellAt(0) + `.querySelectorAll(".out")[1].innerText.trim()`
	p.wants("at first", shown, "x is 0.5")
	p.js(`const input = ` + cellAt(0) + `.querySelector("input[type=range]"); input.value = 0.25; input.dispatchEvent(new Event("input"))`)
	p.wants("after the slider", shown, "x is 0.25")
	p.selectCell(1)
	p.press("Enter", "Ctrl-Home")
	p.write("// mine\n")
	p.press("Ctrl-Enter")
	p.wants("the answer", outputOf(1), "42")
	p.settled()
	p.reload()
	p.wants("after a reload", shown, "x is 0.25")
	p.wants("the source after a reload", sourceOf(1), "// mine\nanswer := 42\nanswer")
	p.screenshot("notebookclass.png")

	q := s.openPage(t, "page.ipynb")
	q.wants("another's source", sourceOf(1), "answer := 42\nanswer")
	q.wants("another's outputs", outputOf(0)+" + "+outputOf(1), "")
	q.selectCell(1)
	q.press("Ctrl-Enter")
	q.wants("what another is told", sessionNote, "1 of 1 sessions are in use; yours starts when one ends. You are next.")
	q.wants("the session of another", `document.getElementById("kernel").textContent`, "waiting")
	q.screenshot("notebookclass-waiting.png")
	q.press("i", "i")
	q.wants("after giving up", sessionNote, "")

	// Starting over gives the visitor what was given.
	p.js(`document.querySelector("#menus > button").click(); [...document.querySelectorAll(".menu button")].find(b => b.textContent.startsWith("Start over")).click()`)
	p.js(`document.querySelector("dialog .first").click()`)
	p.wants("the source after starting over", sourceOf(1), "answer := 42\nanswer")
	p.wants("the outputs after starting over", outputOf(1), "")

	browse(t, p.ctx, chromedp.Navigate(s.base+"/"))
	p.wants("the list", `document.querySelector("main > form") ? "a form" : document.querySelector("main .note").textContent.split(". ").at(-1)`, "Each page can be downloaded.")
	p.screenshot("notebookclass-list.png")
	if after, err := os.ReadFile(file); err != nil || string(after) != string(before) {
		t.Errorf("the file has changed (%v):\n%s", err, after)
	}
}

// A session that is not used ends, the page says so, and the next run has a new one.
func TestNotebookClassEndsWhatIsIdle(t *testing.T) {
	t.Parallel()
	s := serveNotebook(t, classScript, "--read-only", "--idle", "1s")
	p := s.openPage(t, "page.ipynb")
	p.selectCell(1)
	p.press("Ctrl-Enter")
	p.wants("the answer", outputOf(1), "42")
	p.await(sessionNote + `.includes("not used for 1 s")`)
	p.wants("what it showed", outputOf(1), "42")
	p.screenshot("notebookclass-idle.png")
	p.selectCell(1)
	p.press("Ctrl-Enter")
	p.await(cellAt(1) + `.querySelector(".count, .number") && ` + sessionNote + ` === ""`)
	p.settled()
	p.wants("the answer again", outputOf(1), "42")
}
