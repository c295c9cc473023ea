package e2e

import (
	"bufio"
	"context"
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

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// served is a `krigo notebook` that serves a folder.
type served struct {
	dir, base, token string
	tokenFile        string
	flags            []string
	cmd              *exec.Cmd
}

var servedURL = regexp.MustCompile(`(http://[^/\s]+)/\S*\?token=(\w+)`)

// serveNotebook serves a folder with a script as the notebook page.ipynb.
func serveNotebook(t *testing.T, script string, flags ...string) *served {
	t.Helper()
	dir := t.TempDir()
	source := filepath.Join(dir, "page.go")
	if err := os.WriteFile(source, []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	krigo.run(t, 5*time.Minute, "", krigo.krigo, "convert", "-o", filepath.Join(dir, "page.ipynb"), source)
	return serveFolder(t, dir, flags...)
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
	s.cmd.Dir, s.cmd.Env = s.dir, krigo.env()
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
type notebookPage struct {
	t   *testing.T
	ctx context.Context
}

// openPage opens a notebook of the folder in a window of its own browser.
func (s *served) openPage(t *testing.T, name string) *notebookPage {
	t.Helper()
	needs(t, "chromium")
	p := &notebookPage{t, newBrowser(t)}
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

// js runs statements in the page.
func (p *notebookPage) js(statements string) {
	p.t.Helper()
	browse(p.t, p.ctx, chromedp.Evaluate[bool]("(() => {"+statements+"; return true})()"))
}

// text returns the value of an expression in the page, as text.
func (p *notebookPage) text(expression string) string {
	p.t.Helper()
	return browse(p.t, p.ctx, chromedp.Evaluate[string]("String("+expression+")"))
}

// number returns the value of an expression in the page, as a number.
func (p *notebookPage) number(expression string) float64 {
	p.t.Helper()
	return browse(p.t, p.ctx, chromedp.Evaluate[float64]("Number("+expression+")"))
}

// await waits until a condition holds in the page.
func (p *notebookPage) await(condition string) {
	p.t.Helper()
	_, err := chromedp.Run(p.ctx, chromedp.Poll[bool]("Boolean("+condition+")", chromedp.WithPollingTimeout(patience)))
	if err != nil {
		state, _ := chromedp.Run(p.ctx, chromedp.Evaluate[string](`document.body.innerText.slice(0, 3000)`))
		p.t.Fatalf("waited %v for: %s: %v; the page says\n%s", patience, condition, err, state)
	}
}

// wants waits until an expression is a text, and fails the test where it does not
// become that.
func (p *notebookPage) wants(what, expression, want string) {
	p.t.Helper()
	deadline := time.Now().Add(patience)
	safe := "(() => { try { return " + expression + " } catch (e) { return e.message } })()" // of what is not there yet
	got := p.text(safe)
	for got != want && time.Now().Before(deadline) {
		time.Sleep(20 * time.Millisecond)
		got = p.text(safe)
	}
	if got != want {
		p.t.Errorf("%s: after %v it is %q, want %q", what, patience, got, want)
	}
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

// write types text, each key as a keyboard sends it: what a handler prevents does not
// come.
func (p *notebookPage) write(text string) {
	p.t.Helper()
	for _, r := range text {
		p.key(r, 0)
	}
}

// modifiers of keys, as DevTools count them.
var modifiers = map[string]int64{"Alt": 1, "Ctrl": 2, "Shift": 8}

var namedKeys = map[string]string{
	"Enter": kb.Enter, "Escape": kb.Escape, "Tab": kb.Tab, "Up": kb.ArrowUp, "Down": kb.ArrowDown, "Left": kb.ArrowLeft,
	"Right": kb.ArrowRight, "Home": kb.Home, "End": kb.End, "Backspace": kb.Backspace,
}

// press presses keys such as "Ctrl-Enter", one after another.
func (p *notebookPage) press(keys ...string) {
	p.t.Helper()
	for _, k := range keys {
		parts := strings.Split(k, "-")
		if strings.HasSuffix(k, "--") {
			parts = append(strings.Split(strings.TrimSuffix(k, "--"), "-"), "-")
		}
		var with int64
		for _, m := range parts[:len(parts)-1] {
			with |= modifiers[m]
		}
		last := parts[len(parts)-1]
		if name, ok := namedKeys[last]; ok {
			last = name
		}
		p.key([]rune(last)[0], with)
	}
}

func (p *notebookPage) key(r rune, with int64) {
	p.t.Helper()
	if r == '\n' {
		r = '\r'
	}
	down, up := keyEvents(r)
	down.Modifiers |= with
	up.Modifiers |= with
	if with&(modifiers["Ctrl"]|modifiers["Alt"]) != 0 {
		down.Text = ""
	}
	for _, e := range []input.DispatchKeyEventParams{down, up} {
		browse(p.t, p.ctx, chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
			_, err := cdp.Call(ctx, target, input.DispatchKeyEvent, e)
			return err
		}))
	}
}

// keyEvents returns a key's press, with its text, and its release. Apart, the text would
// come even where a handler of the press prevents it, as it never does in a browser.
func keyEvents(r rune) (down, up input.DispatchKeyEventParams) {
	for _, e := range kb.Encode(r) {
		switch e.Type {
		case input.DispatchKeyEventTypeKeyUp:
			up = *e
		case input.DispatchKeyEventTypeChar:
			down.Text, down.UnmodifiedText = e.Text, e.UnmodifiedText
		default:
			text := down.Text
			down = *e
			down.Text = text
		}
	}
	down.Type = input.DispatchKeyEventTypeKeyDown
	return down, up
}

// choose gives a command by its menu.
func (p *notebookPage) choose(menu, command string) {
	p.t.Helper()
	p.js(fmt.Sprintf(`[...document.querySelectorAll("#menus > button")].find(b => b.textContent.trim() == %q).click()`, menu))
	p.js(fmt.Sprintf(`[...document.querySelectorAll("#menu-%s button")].find(b => b.innerText.startsWith(%q)).click()`, menu, command))
}

// screenshot keeps a picture of the window.
func (p *notebookPage) screenshot(name string) {
	p.t.Helper()
	saveScreenshot(p.t, name, browse(p.t, p.ctx, chromedp.CaptureScreenshot()))
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
