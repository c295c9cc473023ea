package e2e

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// pageOf returns the file of the page that krigo run writes of a script, with its flags.
func pageOf(t *testing.T, name, source string, flags ...string) string {
	t.Helper()
	dir := t.TempDir()
	script, notebook, page := filepath.Join(dir, name+".go"), filepath.Join(dir, name+".ipynb"), filepath.Join(dir, name+".html")
	if err := os.WriteFile(script, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	krigo.run(t, 5*time.Minute, "", krigo.krigo, "convert", "-o", notebook, script)
	krigo.run(t, 5*time.Minute, "", krigo.krigo, append(append([]string{"run", "--html", page}, flags...), notebook)...)
	return page
}

// window is the window of a browser, with the test that looks at it.
type window struct {
	t   *testing.T
	ctx context.Context
}

// js runs statements in the page.
func (w window) js(statements string) {
	w.t.Helper()
	browse(w.t, w.ctx, chromedp.Evaluate[bool]("(() => {"+statements+"; return true})()"))
}

// text returns the value of an expression in the page, as text.
func (w window) text(expression string) string {
	w.t.Helper()
	return browse(w.t, w.ctx, chromedp.Evaluate[string]("String("+expression+")"))
}

// number returns the value of an expression in the page, as a number.
func (w window) number(expression string) float64 {
	w.t.Helper()
	return browse(w.t, w.ctx, chromedp.Evaluate[float64]("Number("+expression+")"))
}

// await waits until a condition holds in the page.
func (w window) await(condition string) {
	w.t.Helper()
	w.awaitWithin(patience, condition)
}

// awaitWithin is await with another limit, for what computes.
func (w window) awaitWithin(limit time.Duration, condition string) {
	w.t.Helper()
	_, err := chromedp.Run(w.ctx, chromedp.Poll[bool]("Boolean("+condition+")", chromedp.WithPollingTimeout(limit)))
	if err != nil {
		state, _ := chromedp.Run(w.ctx, chromedp.Evaluate[string](`document.body.innerText.slice(0, 3000)`))
		w.t.Fatalf("waited %v for: %s: %v; the page says\n%s", limit, condition, err, state)
	}
}

// prefers has the browser prefer a theme on its screen, "light" or "dark".
func (w window) prefers(theme string) {
	w.t.Helper()
	browse(w.t, w.ctx, chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Media: "screen", Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}},
		})
		return err
	}))
}

// arrives waits until the window shows a path that begins so. Pages on the way there come and go.
func (w window) arrives(path string) {
	w.t.Helper()
	w.leads(path, func() {})
}

// comesTo goes to a path again and again until the server shows that, and no page that tells to wait.
func (w window) comesTo(base, path string) {
	w.t.Helper()
	w.leads(path, func() { chromedp.Run(w.ctx, chromedp.Navigate(base+path)) })
}

func (w window) leads(path string, try func()) {
	w.t.Helper()
	var place string
	var err error
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(500 * time.Millisecond) {
		try()
		place, err = chromedp.Run(w.ctx, chromedp.Evaluate[string](`location.pathname`))
		if err == nil && strings.HasPrefix(place, path) {
			return
		}
	}
	w.t.Fatalf("waited %v for %s; the window shows %s (%v)", patience, path, place, err)
}

// becomes waits until a condition holds in the page that the window shows, which may be reloaded meanwhile.
func (w window) becomes(condition string) {
	w.t.Helper()
	var holds bool
	var err error
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		if holds, err = chromedp.Run(w.ctx, chromedp.Evaluate[bool]("Boolean("+condition+")")); err == nil && holds {
			return
		}
	}
	w.t.Fatalf("waited %v for: %s (%v)", patience, condition, err)
}

// click moves the mouse to the middle of what a script finds, and clicks.
func (w window) click(element string) {
	w.t.Helper()
	at := w.middle(element)
	browse(w.t, w.ctx, chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, at[0], at[1]))
	browse(w.t, w.ctx, chromedp.MouseClickXY(at[0], at[1]))
}

// middle returns the place of what a script finds.
func (w window) middle(element string) []float64 {
	w.t.Helper()
	return browse(w.t, w.ctx, chromedp.Evaluate[[]float64](`(() => { const r = `+element+`.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2] })()`))
}

// wants waits until an expression is a text, and fails the test where it does not
// become that.
func (w window) wants(what, expression, want string) {
	w.t.Helper()
	deadline := time.Now().Add(patience)
	safe := "(() => { try { return " + expression + " } catch (e) { return e.message } })()" // of what is not there yet
	got := w.text(safe)
	for got != want && time.Now().Before(deadline) {
		time.Sleep(20 * time.Millisecond)
		got = w.text(safe)
	}
	if got != want {
		w.t.Errorf("%s: after %v it is %q, want %q", what, patience, got, want)
	}
}

// write types text, each key as a keyboard sends it: what a handler prevents does not
// come.
func (w window) write(text string) {
	w.t.Helper()
	for _, r := range text {
		w.key(r, 0)
	}
}

// modifiers of keys, as DevTools count them.
var modifiers = map[string]int64{"Alt": 1, "Ctrl": 2, "Shift": 8}

var namedKeys = map[string]string{
	"Enter": kb.Enter, "Escape": kb.Escape, "Tab": kb.Tab, "Up": kb.ArrowUp, "Down": kb.ArrowDown, "Left": kb.ArrowLeft,
	"Right": kb.ArrowRight, "Home": kb.Home, "End": kb.End, "Backspace": kb.Backspace,
}

// press presses keys such as "Ctrl-Enter", one after another.
func (w window) press(keys ...string) {
	w.t.Helper()
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
		w.key([]rune(last)[0], with)
	}
}

func (w window) key(r rune, with int64) {
	w.t.Helper()
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
		browse(w.t, w.ctx, chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
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

// screenshot keeps a picture of the window.
func (w window) screenshot(name string) {
	w.t.Helper()
	saveScreenshot(w.t, name, browse(w.t, w.ctx, chromedp.CaptureScreenshot()))
}
