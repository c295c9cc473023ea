package e2e

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// lessonOfAClass has what a lesson reports: a guess, and an exercise of the course.
const lessonOfAClass = `// %% [markdown]
// # A lesson
// ## A guess first
// %%
guess := course.Guess("how many zeros has a draw?", course.Todo)
// %%
guess.Reveal(5)
// %% [markdown]
// ## The exercise
// %%
course.Check("00-1", course.Todo)
// %%
panic("deliberate")
`

// teacherToken is the token of the teacher's page.
const teacherToken = "the-token-of-the-teacher-in-tests"

// serveClass serves a lesson to a class whose teacher's token is known.
func serveClass(t *testing.T, script string, flags ...string) *served {
	t.Helper()
	s := &served{
		dir: folderOf(t, script), tokenFile: filepath.Join(t.TempDir(), "token"), flags: append(flags, "--read-only"),
		env: []string{"KRIGO_TEACHER_TOKEN=" + teacherToken},
	}
	s.start(t, "0")
	return s
}

// teacherPage is the page of the teacher in a browser.
type teacherPage struct{ notebookPage }

// openTeacherPage opens the teacher's page in a browser of its own.
func (s *served) openTeacherPage(t *testing.T) *teacherPage {
	t.Helper()
	needs(t, "chromium")
	p := &teacherPage{notebookPage{window{t, newBrowser(t)}}}
	browse(t, p.ctx, chromedp.Navigate(s.base+"/teacher?token="+teacherToken))
	p.js(`window.faults = []; addEventListener("error", e => faults.push(e.message)); addEventListener("unhandledrejection", e => faults.push(String(e.reason)))`)
	p.wants("the address", `location.pathname + location.search`, "/teacher")
	p.await(`!document.getElementById("summary").textContent.startsWith("Waiting")`)
	return p
}

// rows returns the lines of a table, with bars between cells. Hidden texts are left out.
func rows(table string) string {
	return fmt.Sprintf(`[...document.querySelectorAll(%q)].map(r => [...r.cells].map(c => { const d = c.cloneNode(true);
		d.querySelectorAll(".hidden, time").forEach(h => h.remove()); d.querySelectorAll(".line").forEach(l => l.append(" ")); return d.textContent.trim().replace(/\s+/g, " ") }).join("|")).join("\n")`, table+" tr")
}

// wide sets the width of the window.
func (w window) wide(width int64) {
	w.t.Helper()
	browse(w.t, w.ctx, chromedp.EmulateViewport(width, 1000))
}

// Three students run cells of a lesson, guess and solve an exercise. The teacher sees it while it happens, wide and
// narrow, light and dark, and with the keyboard.
func TestTeacherPage(t *testing.T) {
	t.Parallel()
	s := serveClass(t, lessonOfAClass)
	teacher := s.openTeacherPage(t)
	teacher.wants("an empty class", `document.getElementById("summary").textContent`, "0 visitors, 0 here now.")
	teacher.accessible("the page of an empty class")
	teacher.screenshot("teacherpage-empty.png")

	const sum = `course.Check("00-1", func(hits, n int) float64 { return float64(hits) / float64(n) })`
	const slip = `course.Check("00-1", func(hits, n int) float64 { return float64(hits / n) })`
	ada := s.openPage(t, "page.ipynb")
	ada.runs(1, `guess := course.Guess("how many zeros has a draw?", 3)`)
	ada.runs(2, "guess.Reveal(5)")
	ada.runs(4, sum)
	teacher.wants("the first student", rows("#visitors tbody"), "visitor 1|page cell 3 of 4 · The exercise|0|")

	bob := s.openPage(t, "page.ipynb")
	bob.runs(4, slip)
	bob.runs(4, slip) // again, which is no further try
	teacher.wants("an answer that is wrong", rows("#results tbody"), "visitor 1|✓ 1\nvisitor 2|× 1 (1)")
	bob.runs(4, sum)
	bob.runs(1, `guess := course.Guess("how many zeros has a draw?", 5)`)
	bob.runs(2, "guess.Reveal(5)")

	eve := s.openPage(t, "page.ipynb")
	eve.runs(1, `guess := course.Guess("how many zeros has a draw?", 3)`)
	eve.runs(2, "guess.Reveal(5)")
	eve.runs(4, `course.Check("00-1", course.Todo)`)
	for range 3 {
		eve.fails(5, `panic("x")`)
	}
	teacher.wants("who is where", rows("#visitors tbody"),
		"visitor 1|page cell 3 of 4 · The exercise|0|\nvisitor 2|page cell 2 of 4 · A guess first|0|\nvisitor 3|page cell 4 of 4 · The exercise|3|")
	teacher.wants("the exercises", rows("#results tbody"), "visitor 1|✓ 1\nvisitor 2|✓ 2 (1)\nvisitor 3|·")
	teacher.wants("the sums", rows("#results tfoot"), "all|2 / 2")
	teacher.wants("the guesses", rows("#questions tbody"), "3|2\n5|1 ◂")
	teacher.wants("the question", `document.querySelector("#questions h3").textContent + ": " + document.querySelector("#questions .soft").textContent`,
		"how many zeros has a draw?: page · 3 guesses · measured: 5")
	teacher.wants("the summary", `document.getElementById("summary").textContent.replace(/[\u2068\u2069]/g, "")`, "3 visitors, 3 here now. 3 or more errors in a row: visitor 3.")

	// A student may give a name, whatever it is.
	browse(t, ada.ctx, chromedp.Navigate(s.base+"/"))
	ada.wants("the form of names", `document.querySelector("main section:last-of-type").innerText.split("\n")[0]`, "What your teacher sees of you")
	ada.js(`document.querySelector("input[name=name]").focus()`)
	ada.write("Ada <i>Lovelace</i>")
	ada.press("Enter")
	ada.becomes(`document.querySelector("input[name=name]")?.value == "Ada <i>Lovelace</i>"`)
	ada.accessible("the list with a name")
	ada.screenshot("teacherpage-name.png")
	teacher.wants("the name", `document.querySelector("#visitors tbody th").innerText.replace("\n", "|")`, "Ada <i>Lovelace</i>|visitor 1")
	teacher.wants("who has left the page", `document.querySelector("#visitors tbody tr").className`, "away")

	for _, theme := range []string{"light", "dark"} {
		for _, width := range []int64{400, 1100} {
			teacher.prefers(theme)
			teacher.wide(width)
			teacher.wants("what the page is too wide for, at "+fmt.Sprint(width), `document.documentElement.scrollWidth > innerWidth ? document.documentElement.scrollWidth : ""`, "")
			teacher.accessible(fmt.Sprintf("the page at %d pixels", width))
			teacher.prefers(theme)
			teacher.screenshot(fmt.Sprintf("teacherpage-%s-%d.png", theme, width))
		}
	}
	teacher.keyboard()
	if faults := teacher.text(`faults.join("\n")`); faults != "" {
		t.Errorf("scripts of the page failed: %s", faults)
	}

	// Students have no way there.
	browse(t, bob.ctx, chromedp.Navigate(s.base+"/teacher"))
	bob.wants("what a student sees there", `document.body.innerText.split("\n").filter(Boolean).slice(0, 2).join("|")`,
		"krigo|This page requires its own token, which krigo printed to the terminal in which it was started.")
	for _, path := range []string{"live", "class.csv", "static/teacher.js"} {
		eve.js(fmt.Sprintf(`fetch("/teacher/%s").then(a => { window.answered = %q + " " + a.status })`, path, path))
		eve.wants("what a student's script gets", `window.answered`, path+" 403")
	}
	eve.js(`const s = new WebSocket(location.origin.replace("http", "ws") + "/teacher/live"); s.onopen = () => { window.live = "open" }; s.onclose = () => { window.live = "closed" }`)
	eve.wants("a student's websocket", `window.live`, "closed")
	s.stop()
	teacher.wants("when the server has ended", `document.getElementById("offline").hidden`, "false")
}

// keyboard goes over the page with Tab, and chooses a lesson with an arrow.
func (p *teacherPage) keyboard() {
	p.t.Helper()
	p.js(`document.activeElement.blur()`)
	var seen []string
	for range 6 {
		p.press("Tab")
		seen = append(seen, p.text(`document.activeElement.getAttribute("aria-labelledby") || document.activeElement.id || document.activeElement.getAttribute("href")`))
	}
	if got, want := strings.Join(seen, " "), "who lesson exercises /teacher/class.csv /teacher/guesses.csv"; !strings.HasPrefix(got, want) {
		p.t.Errorf("Tab leads over %s, want %s", got, want)
	}
	p.js(`document.getElementById("lesson").focus()`)
	p.press("Down")
	p.wants("the lesson that is chosen", `document.getElementById("lesson").value`, "00")
	p.wants("its exercises", rows("#results thead"), "Visitor|00-1")
}

// runs gives a cell a source, runs it and waits until it has.
func (p *notebookPage) runs(n int, source string) { p.ends(n, source, "s-ok") }

// fails is runs for a cell that fails.
func (p *notebookPage) fails(n int, source string) { p.ends(n, source, "s-error") }

func (p *notebookPage) ends(n int, source, class string) {
	p.t.Helper()
	p.replaceSource(n, source)
	before := p.text(countOf(n))
	p.press("Ctrl-Enter")
	p.awaitWithin(patience, fmt.Sprintf(`%s != %q && %s.classList.contains(%q)`, countOf(n), before, cellAt(n), class))
	p.settled()
}

// countOf is the number of the n-th cell's run.
func countOf(n int) string { return cellAt(n) + `.querySelector(".count").textContent` }
