package e2e

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// tooWide lists the elements that reach beyond the text or the window. Of what a scrolling box cuts
// off only the visible part counts, but on paper nothing scrolls. Hidden elements do not count.
const tooWide = `(() => {
	const paper = matchMedia("print").matches;
	const main = document.querySelector("main");
	const text = main.getBoundingClientRect();
	const edge = text.right - parseFloat(getComputedStyle(main).paddingRight);
	const found = [];
	const tell = (e, why) => found.push(e.tagName + "." + e.className + " in " + (e.closest("section")?.id || "") + ": " + why);
	for (const e of document.querySelectorAll("main *")) {
		if (getComputedStyle(e).visibility == "hidden") continue;
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

// media are screens of three widths, and paper: A4 with margins of 1 cm at 96
// dots an inch.
var media = []struct {
	name  string
	width int64
}{{"screen", 400}, {"screen", 800}, {"screen", 1280}, {"print", 718}}

// No element of the course's pages, or of one with all that is wide, is wider
// than the text.
func TestNoElementOfAPageIsWiderThanItsText(t *testing.T) {
	t.Parallel()
	pages := writePages(t, append(notebooks(t), "e2e/testdata/wide.ipynb")...)
	checkWidths(t, newBrowser(t), pages)
}

// unfitted lists the formulas that shrink on paper without need, or more than needed.
const unfitted = `(() => {
	const found = [];
	for (const e of document.querySelectorAll(".fitted")) {
		const line = e.getBoundingClientRect(), math = e.firstElementChild.getBoundingClientRect();
		const scale = parseFloat(getComputedStyle(e).fontSize) / parseFloat(getComputedStyle(e.closest(".fit")).fontSize);
		if (scale < 1 && math.width < 0.95 * line.width) found.push("scaled by " + scale + " to " + math.width + " px of " + line.width);
	}
	return found;
})()`

// The width of a formula depends on the fonts that are installed. Whichever they are,
// formulas stay within the text, and shrink on paper only as much as they must.
func TestFormulasFitWithAnyFonts(t *testing.T) {
	t.Parallel()
	needsFile(t, "/usr/share/fonts/truetype/dejavu")
	pages := writePages(t, "e2e/testdata/wide.ipynb", "notebooks/papers/admm.ipynb")
	for name, config := range fontSets {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "fonts.conf")
			if err := os.WriteFile(file, []byte(config), 0o644); err != nil {
				t.Fatal(err)
			}
			ctx := newBrowser(t, chromedp.Env("FONTCONFIG_FILE="+file))
			checkWidths(t, ctx, pages)
			show(t, ctx, pages[0], "print", 718)
			if n := browse(t, ctx, chromedp.Evaluate[int](`document.querySelectorAll(".fitted").length`)); n < 5 {
				t.Errorf("%d formulas of wide.ipynb can shrink, want 5 or more", n)
			}
			for _, width := range []int64{400, 718, 1100} {
				show(t, ctx, pages[0], "print", width)
				for _, f := range browse(t, ctx, chromedp.Evaluate[[]string](unfitted)) {
					t.Errorf("print, %d px: a formula is %s", width, f)
				}
			}
		})
	}
}

// fontSets are configurations of fontconfig: DejaVu only, with its wide font of
// mathematics, and without it.
var fontSets = map[string]string{
	"DejaVu": `<fontconfig><dir>/usr/share/fonts/truetype/dejavu</dir></fontconfig>`,
	"no font of maths": `<fontconfig><dir>/usr/share/fonts</dir>
<selectfont><rejectfont><glob>*Math*</glob></rejectfont></selectfont></fontconfig>`,
}

// checkWidths shows pages in all media and reports what is too wide there.
func checkWidths(t *testing.T, ctx context.Context, pages []string) {
	t.Helper()
	for _, m := range media {
		for _, page := range pages {
			show(t, ctx, page, m.name, m.width)
			for _, f := range browse(t, ctx, chromedp.Evaluate[[]string](tooWide)) {
				t.Errorf("%s, %s, %d px: %s", filepath.Base(page), m.name, m.width, f)
			}
		}
	}
}

func TestAPageAsksForNothingElse(t *testing.T) {
	t.Parallel()
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
	t.Parallel()
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
	emulate(t, ctx, media, width)
	browse(t, ctx, chromedp.Navigate(fmt.Sprintf("file://%s", page)))
}

// emulate gives the window a width, and the page that it shows or opens next a screen or paper.
func emulate(t *testing.T, ctx context.Context, media string, width int64) {
	t.Helper()
	browse(t, ctx, chromedp.EmulateViewport(width, 1000))
	browse(t, ctx, chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: media})
		return err
	}))
}
