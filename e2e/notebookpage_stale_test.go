package e2e

import (
	"fmt"
	"strings"
	"testing"
)

// staleMarks are the marks of the cells that are out of date, a line for each.
const staleMarks = `[...document.querySelectorAll("#cells > .cell")].map((c, i) => [i, c.querySelector(".m-stale, .m-edited")?.textContent])
	.filter(([, m]) => m).map(([i, m]) => i + ": " + m).join("\n")`

// replaceSource has the n-th cell's source be another, as typing does.
func (p *notebookPage) replaceSource(n int, source string) {
	p.t.Helper()
	p.selectCell(n)
	p.press("Enter")
	p.js(fmt.Sprintf(`const t = %s.querySelector("textarea"); t.value = %q; t.dispatchEvent(new InputEvent("input"))`, cellAt(n), source))
}

// Cells that a change has made stale are marked with the reason, run at once by the menu, and
// automatically if that is on.
func TestNotebookPageTellsWhatIsOutOfDate(t *testing.T) {
	t.Parallel()
	s := serveNotebook(t, strings.Join([]string{
		"// %%\nx := 1\n", "// %%\ns := []int{1, 2}\nt := s[:1]\n", "// %%\ny := x * 10\n", "// %%\nfmt.Println(\"y is\", y)\n",
		"// %%\nt[0] = x\n", "// %%\nfmt.Println(s)\n",
	}, "\n"))
	p := s.openPage(t, "page.ipynb")
	p.choose("Run", "Run cells that are out of date or have not run")
	p.wants("the page has run", outputOf(5), "[1 2]")
	p.settled()
	p.wants("marks when all has run", staleMarks, "")

	p.replaceSource(0, "x := 2")
	p.press("Ctrl-Enter")
	p.wants("marks after a change", staleMarks, "2: out of date: reads x, which cell 7 has changed since\n"+
		"3: out of date: reads y of cell 3, which is out of date\n4: out of date: reads x, which cell 7 has changed since\n"+
		"5: out of date: reads s of cell 5, which is out of date")
	p.wants("the order", `document.querySelector("#order").hidden`, "false")
	p.screenshot("notebookpage-stale.png")
	p.wants("for a screen reader", cellAt(2)+`.getAttribute("aria-label").includes("out of date: reads x")`, "true")
	p.selectCell(4)
	p.press("Ctrl-Enter")
	p.wants("a change through a pointer", cellAt(5)+`.querySelector(".m-stale").textContent`,
		"out of date: reads s, which cell 8 may have changed since (s may be changed through t, which shares memory with it since cell 2)")
	p.choose("Run", "Run cells that are out of date or have not run")
	p.wants("what was stale", outputOf(3)+` + " " + `+outputOf(5), "y is 20 [2 2]")
	p.settled()
	p.wants("marks when that has run", staleMarks, "")

	p.choose("Run", "Run out-of-date cells automatically")
	p.wants("the badge", `document.querySelector("#reactive").hidden`, "false")
	p.replaceSource(3, `fmt.Println("still writing", y)`)
	p.replaceSource(0, "x := 3")
	p.press("Ctrl-Enter")
	p.wants("what runs by itself", outputOf(5), "[3 2]")
	p.settled()
	p.wants("what is being edited", outputOf(3), "y is 20")
	p.wants("and marked", staleMarks, "3: changed since it ran")
	p.screenshot("notebookpage-reactive.png")
	p.selectCell(3)
	p.press("Ctrl-Enter")
	p.wants("with what has run meanwhile", outputOf(3), "still writing 30")
	p.selectCell(5)
	p.press("b", "Enter")
	p.write("%reactive off")
	p.press("Ctrl-Enter")
	p.wants("the badge", `document.querySelector("#reactive").hidden`, "true")
}
