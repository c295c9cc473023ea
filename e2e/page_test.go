package e2e

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// tooWide lists what reaches beyond the text or the window. What a box that
// scrolls cuts off counts as far as it is seen, but on paper nothing scrolls.
const tooWide = `(() => {
	const paper = matchMedia("print").matches;
	const main = document.querySelector("main");
	const text = main.getBoundingClientRect();
	const edge = text.right - parseFloat(getComputedStyle(main).paddingRight);
	const found = [];
	const tell = (e, why) => found.push(e.tagName + "." + e.className + " in " + (e.closest("section")?.id || "") + ": " + why);
	for (const e of document.querySelectorAll("main *")) {
		if (paper && e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflowX != "visible") {
			tell(e, "cuts off " + (e.scrollWidth - e.clientWidth) + " px");
		}
		let {left, right} = e.getBoundingClientRect();
		for (let box = e.parentElement; box.tagName != "MAIN"; box = box.parentElement) {
			if (getComputedStyle(box).overflowX == "visible") continue;
			const seen = box.getBoundingClientRect();
			left = Math.max(left, seen.left);
			right = Math.min(right, seen.right);
		}
		if (right > left && (left < text.left - 1 || right > edge + 1)) {
			tell(e, "from " + left + " to " + right + ", the text from " + text.left + " to " + edge);
		}
	}
	if (document.documentElement.scrollWidth > innerWidth) found.push("the page scrolls sideways");
	return found.slice(0, 10);
})()`

// No element of the course's pages, or of one with all that is wide, is wider
// than the text, on screens of three widths and on paper (A4 within margins of
// 1 cm at 96 dots an inch).
func TestNoElementOfAPageIsWiderThanItsText(t *testing.T) {
	pages := writePages(t, append(notebooks(t), "e2e/testdata/wide.ipynb")...)
	ctx := newBrowser(t)
	for _, media := range []struct {
		name  string
		width int64
	}{{"screen", 400}, {"screen", 800}, {"screen", 1280}, {"print", 718}} {
		for _, page := range pages {
			show(t, ctx, page, media.name, media.width)
			found := browse(t, ctx, chromedp.Evaluate[[]string](tooWide))
			for _, f := range found {
				t.Errorf("%s, %s, %d px: %s", filepath.Base(page), media.name, media.width, f)
			}
		}
	}
}

func TestAPageAsksForNothingElse(t *testing.T) {
	ctx := newBrowser(t)
	for _, page := range writePages(t, notebooks(t)...) {
		show(t, ctx, page, "screen", 1280)
		asked := browse(t, ctx, chromedp.Evaluate[[]string](`performance.getEntriesByType("resource")
			.map(e => e.name).filter(name => !name.startsWith("data:"))`))
		if len(asked) > 0 {
			t.Errorf("%s asks for %v", filepath.Base(page), asked)
		}
	}
}

// Code is copied as it was written, and all of it can be hidden and shown.
func TestCodeOfAPageIsCopiedAndFolded(t *testing.T) {
	ctx := newBrowser(t)
	page := writePages(t, "e2e/testdata/wide.ipynb")[0]
	show(t, ctx, page, "screen", 1280)
	copied := browse(t, ctx, chromedp.Evaluate[string](`(() => {
		let text = "";
		Object.defineProperty(navigator, "clipboard", {value: {writeText: (t) => { text = t; return Promise.resolve(); }}});
		document.querySelector("#cell-code .copy").click();
		return text;
	})()`))
	if !strings.HasPrefix(copied, `x := "a_name`) || !strings.HasSuffix(copied, "words ") {
		t.Errorf("copied %q", copied)
	}
	const open = `document.querySelectorAll("details.in[open]").length`
	for i, want := range []int{3, 0, 4} { // one of the four is hidden by its author
		if got := browse(t, ctx, chromedp.Evaluate[int](open)); got != want {
			t.Errorf("after %d clicks %d cells show their code, want %d", i, got, want)
		}
		browse(t, ctx, chromedp.Evaluate[bool](`document.getElementById("fold").click(); true`))
		browse(t, ctx, chromedp.Poll[bool](`new Promise(done => requestAnimationFrame(() => setTimeout(() => done(true))))`))
	}
}

// writePages writes notebooks of the project as pages and returns their paths.
func writePages(t *testing.T, paths ...string) []string {
	t.Helper()
	needs(t, "chromium")
	dir := t.TempDir()
	cmd := exec.CommandContext(t.Context(), "go", append([]string{"run", "e2e/testdata/pages.go", dir}, paths...)...)
	cmd.Dir = krigo.root
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("pages: %v\n%s", err, out)
	}
	pages := make([]string, len(paths))
	for i, p := range paths {
		pages[i] = filepath.Join(dir, filepath.Base(p)+".html")
	}
	return pages
}

// show opens a page in a window of some width, as on a screen or on paper.
func show(t *testing.T, ctx context.Context, page, media string, width int64) {
	t.Helper()
	browse(t, ctx, chromedp.EmulateViewport(width, 1000))
	browse(t, ctx, chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: media})
		return err
	}))
	browse(t, ctx, chromedp.Navigate(fmt.Sprintf("file://%s", page)))
}
