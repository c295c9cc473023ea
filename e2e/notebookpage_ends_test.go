package e2e

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"
)

// A password is not seen while it is typed, and stands nowhere afterwards.
func TestNotebookPagePassword(t *testing.T) {
	t.Parallel()
	s := serveNotebook(t, "// %%\nsecret := password(\"Token? \")\nlen(secret)\n")
	p := s.openPage(t, "page.ipynb")
	p.selectCell(0)
	p.press("Ctrl-Enter")
	p.await(cellAt(0) + `.querySelector(".ask input") === document.activeElement`)
	p.wants("the field", `document.activeElement.type + " " + document.activeElement.autocomplete + " " + document.activeElement.labels[0].textContent`, "password off Token?")
	p.write("hunter2\n")
	p.await(outputOf(0) + ` == "7"`)
	p.settled()
	s.saved(t, "page.ipynb", `"7"`)
	raw, err := os.ReadFile(filepath.Join(s.dir, "page.ipynb"))
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(raw), "hunter2") || p.text(`document.documentElement.outerHTML.includes("hunter2")`) != "false" {
		t.Error("the password is in the file or on the page")
	}
}

// What the menu downloads is the notebook as it stands: a page that can be opened, a
// script that runs, and a notebook that krigo takes.
func TestNotebookPageDownloads(t *testing.T) {
	t.Parallel()
	s := serveNotebook(t, "// %% [markdown]\n// # Title\n\n// %%\nfmt.Println(6 * 7)\n")
	p := s.openPage(t, "page.ipynb")
	p.selectCell(1)
	p.press("Ctrl-Enter")
	p.await(outputOf(1) + ` == "42"`)
	kept := t.TempDir()
	browse(t, p.ctx, chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
			Behavior: browser.SetDownloadBehaviorBehaviorAllow, DownloadPath: kept,
		})
		return err
	}))
	for command, name := range map[string]string{
		"Download as a page": "page.html", "Download as a script": "page.go", "Download the notebook": "page.ipynb",
	} {
		p.choose("Notebook", command)
		until(t, command+": the file "+name, func() bool { _, err := os.Stat(filepath.Join(kept, name)); return err == nil })
	}
	p.wants("the page stays", `location.pathname + " " + `+countCells, "/notebooks/page.ipynb 2")

	browse(t, p.ctx, chromedp.Navigate("file://"+filepath.Join(kept, "page.html")))
	p.arrive(`document.readyState == "complete" && location.protocol == "file:"`)
	p.wants("the page's title", `document.querySelector("h1").innerText`, "Title")
	p.wants("its output", `document.querySelector("pre.stream").innerText.trim()`, "42")
	if got := krigo.run(t, 5*time.Minute, "", krigo.krigo, "run", filepath.Join(kept, "page.go")); !strings.Contains(got, "42") {
		t.Errorf("the script prints %q", got)
	}
	again := filepath.Join(kept, "again.ipynb")
	krigo.run(t, 5*time.Minute, "", krigo.krigo, "run", filepath.Join(kept, "page.ipynb"), "-o", again)
}

// On paper there is the notebook alone, light and whole.
func TestNotebookPageOnPaper(t *testing.T) {
	t.Parallel()
	s := serveNotebook(t, "// %% [markdown]\n// # Title\n\n"+controlsScript+"\n// %%\nfor i := range 80 {\n\tfmt.Println(\"line\", i)\n}\n")
	p := s.openPage(t, "page.ipynb")
	p.js(`krigoTheme.set("dark")`)
	p.selectCell(2)
	p.press("Shift-Enter", "Shift-Enter")
	p.settled()
	emulate(t, p.ctx, "print", 720)
	p.wants("what is on paper", `["header", ".margin", ".add", ".run", ".code .editor", ".figure svg", ".control"].filter(s => document.querySelector(s)?.checkVisibility()).join(" ")`,
		".code .editor .figure svg .control")
	p.wants("its ground", `getComputedStyle(document.body).backgroundColor`, "rgb(255, 255, 255)")
	p.wants("what is cut off", `[...document.querySelectorAll(".out, .editor")].filter(e => e.scrollHeight > e.clientHeight + 2 || e.scrollWidth > e.clientWidth + 2).length`, "0")
	saveScreenshot(t, "notebookpage-print.jpg", browse(t, p.ctx, chromedp.FullScreenshot(80)))
}

// A file that another program deletes is written again when its user says so, and not
// before.
func TestNotebookPageOfADeletedFile(t *testing.T) {
	t.Parallel()
	s := serveNotebook(t, "// %%\na := 1\n")
	p := s.openPage(t, "page.ipynb")
	file := filepath.Join(s.dir, "page.ipynb")
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	p.await(`document.querySelector("dialog.must")`)
	p.screenshot("notebookpage-deleted.png")
	p.wants("the question", `document.querySelector("dialog.must h2").textContent`, "The file is gone")
	if _, err := os.Stat(file); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the file is there unasked (%v)", err)
	}
	p.press("Escape") // not an answer
	p.wants("the question stays", `Boolean(document.querySelector("dialog.must[open]"))`, "true")
	p.press("Enter")
	p.wants("the question", `document.querySelector("dialog.must")`, "null")
	s.saved(t, "page.ipynb", "a := 1")
}

// Ctrl-C saves and ends, also while a cell cannot be interrupted; a second one does not
// wait. Nothing is left that runs.
func TestNotebookPageCtrlC(t *testing.T) {
	t.Parallel()
	for name, presses := range map[string]int{"once": 1, "twice": 2} {
		t.Run(name, func(t *testing.T) {
			s := serveNotebook(t, "// %%\nos.WriteFile(\"pid\", []byte(fmt.Sprint(os.Getpid())), 0o600)\nfmt.Println(\"before\")\nexec.Command(\"sleep\", \"300\").Run()\n")
			p := s.openPage(t, "page.ipynb")
			p.selectCell(0)
			p.press("Ctrl-Enter")
			p.await(outputOf(0) + ` == "before"`)
			s.saved(t, "page.ipynb", `"before\n"`)
			for range presses {
				s.cmd.Process.Signal(syscall.SIGINT) // it may have ended
				time.Sleep(100 * time.Millisecond)   // two at once are one, with the same end
			}
			exit := (*exec.ExitError)(nil)
			if err := waitFor(t, s.cmd); !errors.As(err, &exit) || exit.ExitCode() != 130 {
				t.Errorf("it ended with %v, want 130", err)
			}
			s.saved(t, "page.ipynb", `"before\n"`)
			pid, err := os.ReadFile(filepath.Join(s.dir, "pid"))
			if err != nil {
				t.Fatal(err)
			}
			until(t, "the end of the cell's process "+string(pid), func() bool { _, err := os.Stat("/proc/" + string(pid)); return err != nil })
			if got := krigo.run(t, 5*time.Minute, "", krigo.krigo, "notebook", "list"); strings.Contains(got, s.dir) {
				t.Errorf("the list has what does not run:\n%s", got)
			}
			p.await(`!document.querySelector("#offline").hidden`)
		})
	}
}
