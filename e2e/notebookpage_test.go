package e2e

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// served is a `krigo notebook` that serves a folder.
type served struct {
	dir, base, token string
	tokenFile        string
	flags            []string
	env              []string // in addition
	cmd              *exec.Cmd
}

var servedURL = regexp.MustCompile(`(http://[^/\s]+)/\S*\?token=(\w+)`)

// serveNotebook serves a folder with a script as the notebook page.ipynb.
func serveNotebook(t *testing.T, script string, flags ...string) *served {
	t.Helper()
	return serveFolder(t, folderOf(t, script), flags...)
}

// folderOf returns a folder with a script as the notebook page.ipynb.
func folderOf(t *testing.T, script string) string {
	t.Helper()
	dir := t.TempDir()
	source := filepath.Join(dir, "page.go")
	if err := os.WriteFile(source, []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	krigo.run(t, 5*time.Minute, "", krigo.krigo, "convert", "-o", filepath.Join(dir, "page.ipynb"), source)
	return dir
}

func serveFolder(t *testing.T, dir string, flags ...string) *served {
	t.Helper()
	s := &served{dir: dir, tokenFile: filepath.Join(t.TempDir(), "token"), flags: flags}
	s.start(t, "0")
	return s
}

// start starts the server, on a port or, where that is 0, on any. Where it is started
// again its token is the same.
func (s *served) start(t *testing.T, port string) {
	t.Helper()
	args := append([]string{"notebook", "--no-browser", "--port", port, "--token-file", s.tokenFile}, s.flags...)
	s.cmd = exec.Command(krigo.krigo, append(args, s.dir)...)
	s.cmd.Dir, s.cmd.Env = s.dir, append(krigo.env(), s.env...)
	s.cmd.Stderr = os.Stderr
	stdout, err := s.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.stop)
	over := time.AfterFunc(patience, s.kill)
	defer over.Stop()
	lines := bufio.NewScanner(stdout)
	for lines.Scan() {
		if m := servedURL.FindStringSubmatch(lines.Text()); m != nil {
			s.base, s.token = m[1], m[2]
			go func() {
				for lines.Scan() {
				}
			}()
			return
		}
	}
	t.Fatalf("waited up to %v for the address of krigo notebook", patience)
}

// stop ends the server and waits for it.
func (s *served) stop() {
	s.cmd.Process.Signal(syscall.SIGTERM)
	over := time.AfterFunc(patience, func() { s.cmd.Process.Kill() })
	defer over.Stop()
	s.cmd.Wait()
}

// notebookPage is the page of a notebook in a browser.
type notebookPage struct{ window }

// openPage opens a notebook of the folder in a window of its own browser.
func (s *served) openPage(t *testing.T, name string) *notebookPage {
	t.Helper()
	needs(t, "chromium")
	p := &notebookPage{window{t, newBrowser(t)}}
	p.navigate(s, name)
	return p
}

func (p *notebookPage) navigate(s *served, name string) {
	p.t.Helper()
	browse(p.t, p.ctx, chromedp.Navigate(s.base+"/notebooks/"+name+"?token="+s.token))
	p.ready()
	p.t.Cleanup(func() {
		if p.ctx.Err() != nil {
			return
		}
		if faults, err := chromedp.Run(p.ctx, chromedp.Evaluate[[]string](`window.faults || []`)); err == nil && len(faults) > 0 {
			p.t.Errorf("scripts of the page failed: %v", faults)
		}
	})
}

// reload loads the page again.
func (p *notebookPage) reload() {
	p.t.Helper()
	browse(p.t, p.ctx, chromedp.Reload())
	p.ready()
}

// ready waits until the notebook is there, and listens for faults of the scripts.
func (p *notebookPage) ready() {
	p.t.Helper()
	p.await(`document.body && document.body.dataset.ready == "1"`)
	p.js(`window.faults = []; addEventListener("error", e => faults.push(e.message + " " + (e.error && e.error.stack)));
		addEventListener("unhandledrejection", e => faults.push(String(e.reason)))`)
}

// The n-th cell of the page and its parts, as scripts.
func cellAt(n int) string { return fmt.Sprintf(`document.querySelectorAll("#cells > .cell")[%d]`, n) }

func sourceOf(n int) string { return cellAt(n) + `.querySelector("textarea").value` }

func outputOf(n int) string { return cellAt(n) + `.querySelector(".outputs").innerText.trim()` }

const countCells = `document.querySelectorAll("#cells > .cell").length`

// sources joins the sources of all cells with bars.
const sources = `[...document.querySelectorAll("#cells textarea")].map(t => t.value).join("|")`

// selectCell makes the n-th cell the one that keys are for.
func (p *notebookPage) selectCell(n int) {
	p.t.Helper()
	p.js(fmt.Sprintf(`const c = %s; c.dispatchEvent(new MouseEvent("mousedown", {bubbles: true})); c.focus()`, cellAt(n)))
}

// settled waits until no cell runs or waits.
func (p *notebookPage) settled() {
	p.t.Helper()
	p.await(`!document.querySelector(".s-running, .s-queued") && !document.body.classList.contains("disconnected")`)
}

// choose gives a command by its menu.
func (p *notebookPage) choose(menu, command string) {
	p.t.Helper()
	p.js(fmt.Sprintf(`[...document.querySelectorAll("#menus > button")].find(b => b.textContent.trim() == %q).click()`, menu))
	p.js(fmt.Sprintf(`[...document.querySelectorAll("#menu-%s button")].find(b => b.innerText.startsWith(%q)).click()`, menu, command))
}

// saved returns the notebook's file, once it holds a text.
func (s *served) saved(t *testing.T, name, text string) map[string]any {
	t.Helper()
	deadline := time.Now().Add(patience)
	for {
		raw, err := os.ReadFile(filepath.Join(s.dir, name))
		if err == nil && strings.Contains(string(raw), text) {
			var nb map[string]any
			if err := json.Unmarshal(raw, &nb); err != nil {
				t.Fatal(err)
			}
			return nb
		}
		if time.Now().After(deadline) {
			t.Fatalf("waited %v for %s to hold %q (%v); it is\n%.2000s", patience, name, text, err, raw)
		}
		time.Sleep(50 * time.Millisecond)
	}
}
