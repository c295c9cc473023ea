package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

// controlsScript has every control of package widget, and a slider over a figure.
const controlsScript = `// %%
a, b, c := widget.Int("n", 1, 9), widget.Range("part", 0, 10), widget.Bool("on")
d, e, g, h := widget.Choice("word", "ho", "ha"), widget.Text("text"), widget.Button("go"), widget.Play("play", 0, 20)
k, l := widget.Float("x", 0, 1), widget.Float("y", 0.01, 100).Log()
widget.Show(func() any {
	lo, hi := b.Get()
	return fmt.Sprintf("%d [%g %g] %v %s %q %d %d %g %.4g", a.Get(), lo, hi, c.Get(), d.Get(), e.Get(), g.Clicks(), h.Get(), k.Get(), l.Get())
}, a, b, c, d, e, g, h, k, l)

// %%
` + waveData + `length := widget.Float("lengthscale", 0.3, 5).Value(1).Log()
widget.Show(func() any {
	model := gplib.Model{Cov: cov.SE(length.Get()), Noise: gplib.Gaussian(0.1)}
	p, err := gplib.Condition(model, data)
	if err != nil {
		return err
	}
	return display.Fit(&gplib.Result{Method: "by hand", Model: model, Posterior: p})
}, length)
`

// Every control moves what it is for, on two pages, and after a reload.
func TestNotebookPageControls(t *testing.T) {
	t.Parallel()
	s := serveNotebook(t, controlsScript)
	p := s.openPage(t, "page.ipynb")
	q := s.openPage(t, "page.ipynb")
	p.selectCell(0)
	p.press("Ctrl-Enter")
	shown := cellAt(0) + `.querySelectorAll(".out")[1].innerText.trim()`
	p.wants("at first", shown, `1 [0 10] false ho "" 0 0 0.5 1`)
	set := func(what, control, statements, want string) {
		t.Helper()
		p.js(fmt.Sprintf(`const row = [...%s.querySelectorAll(".control")].find(c => (c.querySelector("label, .label, button") || c).textContent == %q);
			const input = row.querySelector("input, select, button"), fire = (type) => input.dispatchEvent(new Event(type)); %s`, cellAt(0), control, statements))
		p.wants(what, shown, want)
		q.wants(what+" on the other page", shown, want)
	}
	set("an integer", "n", `input.value = 4; fire("input")`, `4 [0 10] false ho "" 0 0 0.5 1`)
	set("a range", "part", `input.value = 2; fire("input")`, `4 [2 10] false ho "" 0 0 0.5 1`)
	set("a box", "on", `input.click()`, `4 [2 10] true ho "" 0 0 0.5 1`)
	set("a choice", "word", `input.selectedIndex = 1; fire("change")`, `4 [2 10] true ha "" 0 0 0.5 1`)
	set("a text", "text", `input.value = "é"; fire("change")`, `4 [2 10] true ha "é" 0 0 0.5 1`)
	set("a button", "go", `input.click()`, `4 [2 10] true ha "é" 1 0 0.5 1`)
	set("a number", "x", `input.value = 0.75; fire("input")`, `4 [2 10] true ha "é" 1 0 0.75 1`)
	set("a logarithm", "y", `input.value = 1; fire("input")`, `4 [2 10] true ha "é" 1 0 0.75 10`)
	p.js(`[...document.querySelectorAll(".play button")][0].click()`)
	p.await(`Number((` + shown + `).split(" ")[7]) >= 2`)
	p.js(`[...document.querySelectorAll(".play button")][0].click()`)
	p.wants("the player's slider", `(() => { const o = [...document.querySelectorAll(".hbox output")][0].textContent; return o == (`+shown+`).split(" ")[7] })()`, "true")
	values := func(n *notebookPage) string {
		return n.text(`[...document.querySelectorAll(".control output")].map(o => o.textContent).join(" ")`)
	}
	q.await(`Number((` + shown + `).split(" ")[7]) >= 2`)
	if a, b := values(p), values(q); a != b {
		t.Errorf("one page shows %s and the other %s", a, b)
	}
	before := values(p)
	p.reload()
	if after := values(p); after != before {
		t.Errorf("after a reload %s, before %s", after, before)
	}
}

// A slider that is dragged sends no more than the kernel takes, the figure follows, and
// ends at the last value.
func TestNotebookPageSliderFollows(t *testing.T) {
	t.Parallel()
	s := serveNotebook(t, controlsScript)
	p := s.openPage(t, "page.ipynb")
	p.selectCell(1)
	p.press("Ctrl-Enter")
	p.await(cellAt(1) + `.querySelector("svg, img") && ` + cellAt(1) + `.querySelector("input[type=range]")`)
	p.settled()
	p.js(`window.drawn = []; window.ended = 0; window.drafts = 0;
		const outs = ` + cellAt(1) + `.querySelectorAll(".out"), picture = [...outs].at(-1);
		new MutationObserver(() => {
			if (!picture.querySelector("svg")) return;
			drafts++;
			requestAnimationFrame(() => drawn.push(performance.now()));
		}).observe(picture, {childList: true});
		const input = ` + cellAt(1) + `.querySelector("input[type=range]"), began = performance.now();
		window.moves = 0;
		const move = () => {
			input.value = Number(input.min) + (input.max - input.min) * (0.5 + 0.5 * Math.sin(moves++ / 9)); input.dispatchEvent(new Event("input"));
			if (performance.now() - began < 2000) requestAnimationFrame(move); else window.ended = performance.now();
		}; move()`)
	p.await(`ended > 0 && performance.now() > ended + 200`)
	t.Logf("%v moves in 2 s, %v drawn, the last %.0f ms after the end", p.number("moves"), p.number("drawn.length"), p.number("drawn.at(-1) - ended"))
	if p.number("drafts") < 2 {
		t.Error("the figure did not follow the slider, as SVG")
	}
	p.await(`[...` + cellAt(1) + `.querySelectorAll(".out")].at(-1).querySelector(".figure svg")`)
	// One move at a time, from the event to the picture's frame.
	p.js(`(async () => { const input = ` + cellAt(1) + `.querySelector("input[type=range]"); window.single = [];
		for (let i = 0; i < 20; i++) { const n = drawn.length, t = performance.now();
			input.value = Number(input.min) + (input.max - input.min) * (i + 1) / 22; input.dispatchEvent(new Event("input"));
			while (drawn.length == n && performance.now() - t < 2000) await new Promise(done => setTimeout(done, 2));
			single.push(performance.now() - t); await new Promise(done => setTimeout(done, 60)); } window.done = true })()`)
	p.await(`window.done`)
	t.Logf("a move is painted after %.0f ms in the median", p.number(`single.sort((a, b) => a - b)[10]`))
	value := `document.querySelectorAll(".control output")[` + fmt.Sprint(int(p.number(`document.querySelectorAll(".control output").length`))-1) + `].textContent`
	p.js(`const input = ` + cellAt(1) + `.querySelector("input[type=range]"); input.value = input.max; input.dispatchEvent(new Event("input")); input.dispatchEvent(new Event("change"))`)
	p.wants("the last value", value, "5.00")
}

// Formulas look as in exported pages: they scroll on a screen, and break or shrink on paper.
func TestNotebookPageFormulasFit(t *testing.T) {
	t.Parallel()
	needs(t, "chromium")
	dir := t.TempDir()
	raw, err := os.ReadFile(filepath.Join(krigo.root, "e2e", "testdata", "wide.ipynb"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "wide.ipynb"), raw, 0o600); err != nil {
		t.Fatal(err)
	}
	p := serveFolder(t, dir).openPage(t, "wide.ipynb")
	for _, m := range media {
		emulate(t, p.ctx, m.name, m.width)
		p.await(`document.querySelectorAll(".formula .fit").length >= 5 && matchMedia("` + m.name + `").matches`)
		found := browse(t, p.ctx, chromedp.Evaluate[[]string](`[...document.querySelectorAll(".formula, .formula *")]
			.filter(e => getComputedStyle(e).visibility != "hidden" && (matchMedia("print").matches || e.matches(".formula:not(.scroll .formula)")))
			.filter(e => e.getBoundingClientRect().right > e.closest("main").getBoundingClientRect().right + 1)
			.map(e => e.tagName + "." + e.className + " ends at " + e.getBoundingClientRect().right).slice(0, 5)`))
		for _, f := range found {
			t.Errorf("%s, %d px: %s", m.name, m.width, f)
		}
	}
}

// pale lists the texts below an element with a contrast below 4.5 to 1. It is a function of a page.
const pale = `(root) => {
	const found = [];
	const seen = (e) => e.checkVisibility({visibilityProperty: true, opacityProperty: true});
	const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
	const rgba = (c, under) => {
		canvas.clearRect(0, 0, 1, 1);
		if (under) { canvas.fillStyle = "rgb(" + under.join() + ")"; canvas.fillRect(0, 0, 1, 1) }
		canvas.fillStyle = c; canvas.fillRect(0, 0, 1, 1);
		return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
	};
	const light = (c) => { const [r, g, b] = c.map(v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4); return 0.2126 * r + 0.7152 * g + 0.0722 * b };
	const ground = (e) => {
		const layers = [];
		for (; e; e = e.parentElement) layers.push(getComputedStyle(e).backgroundColor);
		return layers.reverse().reduce((under, c) => rgba(c, under), [255, 255, 255]);
	};
	const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
	for (let n; (n = walk.nextNode());) {
		const e = n.parentElement;
		if (!n.data.trim() || !seen(e) || e.closest("svg, textarea, :disabled, option, .hidden, .skip")) continue;
		const under = ground(e), a = light(rgba(getComputedStyle(e).color, under)), b = light(under);
		const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
		if (ratio < 4.5) found.push("contrast " + ratio.toFixed(2) + ": " + e.outerHTML.slice(0, 120));
	}
	return found;
}`

// faultsOfPage lists faults for users of assistive technology: elements that can be used without a
// name, roles without what they need, and text with a contrast below 4.5 to 1.
const faultsOfPage = `(() => {
	const found = [];
	const name = (e) => (e.getAttribute("aria-label") || [...(e.labels || [])].map(l => l.textContent).join() || e.title || e.innerText || e.alt || "").trim();
	const seen = (e) => e.checkVisibility({visibilityProperty: true, opacityProperty: true});
	for (const e of document.querySelectorAll("button, input, select, textarea, a[href], iframe, img, [role=group], [role=listbox], [role=menu], [role=toolbar], [role=region], dialog")) {
		if (seen(e) && !name(e)) found.push("no name: " + e.outerHTML.slice(0, 120));
	}
	for (const e of document.querySelectorAll("[aria-controls], [aria-activedescendant], [aria-describedby], [for]")) {
		for (const a of ["aria-controls", "aria-activedescendant", "aria-describedby", "for"]) {
			const id = e.getAttribute(a);
			if (id && !document.getElementById(id)) found.push(a + " leads nowhere: " + e.outerHTML.slice(0, 120));
		}
	}
	for (const e of document.querySelectorAll("[role=option]")) if (!e.closest("[role=listbox]")) found.push("an option without its list");
	const ids = [...document.querySelectorAll("[id]")].map(e => e.id);
	if (new Set(ids).size != ids.length) found.push("ids that are there twice: " + ids.filter((id, i) => ids.indexOf(id) != i));
	found.push(...(` + pale + `)(document.body));
	if (document.documentElement.scrollWidth > innerWidth) found.push("the page scrolls sideways");
	return found.slice(0, 12).join("\n");
})()`

// The page has no faults of names, roles and contrast, light and dark, wide and narrow,
// and its pictures can be looked at in out/.
func TestNotebookPageCanBeRead(t *testing.T) {
	t.Parallel()
	s := serveNotebook(t, "// %% [markdown]\n// # Reading\n//\n// Some *text*, `code` and a [link](https://go.dev), and $x^2 + \\frac{1}{2}$.\n\n"+
		controlsScript+"\n// %%\n%time\n// a comment\nvar s, n = \"text\", 3.5\nif n > 1 {\n\tfmt.Println(s)\n}\n\n// %%\n[]int{1}[len(s)]\n\n// %%\ndata\n")
	p := s.openPage(t, "page.ipynb")
	p.js(`[...document.querySelectorAll("#cells > .cell")].at(-1).dispatchEvent(new MouseEvent("mousedown", {bubbles: true}))`)
	p.press("Escape")
	for n := range 5 {
		p.selectCell(n + 1)
		p.press("Ctrl-Enter")
	}
	p.settled()
	p.selectCell(3)
	p.press("Enter", "Ctrl-End")
	p.write("\n")
	for _, theme := range []string{"light", "dark"} {
		p.prefers(theme)
		for _, width := range []int64{1100, 420} {
			browse(t, p.ctx, chromedp.EmulateViewport(width, 1000))
			p.await(`new Promise(done => setTimeout(() => done(true), 300))`)
			if found := p.text(faultsOfPage); found != "" {
				t.Errorf("%s, %d px:\n%s", theme, width, found)
			}
			p.js(`scrollTo(0, document.body.scrollHeight * 0.45)`)
			p.screenshot(fmt.Sprintf("notebookpage-%s-%d.png", theme, width))
			p.js(`scrollTo(0, 0)`)
			p.screenshot(fmt.Sprintf("notebookpage-top-%s-%d.png", theme, width))
		}
		browse(t, p.ctx, chromedp.EmulateViewport(1100, 1000))
		p.press("Escape", "Escape")
		p.press("h")
		p.await(`document.querySelector("dialog.help")`)
		if found := p.text(faultsOfPage); found != "" {
			t.Errorf("%s, the help:\n%s", theme, found)
		}
		p.screenshot("notebookpage-help-" + theme + ".png")
		p.press("Escape")
	}
	p.js(`krigoTheme.set("light")`)
	p.wants("a theme chosen by hand", `getComputedStyle(document.body).backgroundColor`, "rgb(255, 255, 255)")
}

// The menus are worked by keys alone.
func TestNotebookPageMenusByKeyboard(t *testing.T) {
	t.Parallel()
	s := serveNotebook(t, "// %%\nx := 1\n")
	p := s.openPage(t, "page.ipynb")
	p.js(`document.querySelector("#menus > button").focus()`)
	p.press("Right", "Down")
	p.wants("the menu", `document.activeElement.closest(".menu")?.id`, "menu-Edit")
	p.press("Right")
	p.wants("the next menu", `document.activeElement.closest(".menu")?.id`, "menu-Run")
	p.press("End", "Up", "Escape")
	p.wants("closed", `document.activeElement.textContent`, "Run")
	p.press("Down")
	p.write("i")
	p.wants("by its first letter", `document.activeElement.textContent.slice(0, 9)`, "Interrupt")
	p.press("Home", "Down", "Down", "Down", "Enter")
	p.wants("run", cellAt(0)+`.querySelector(".count").textContent`, "[1]")
	if all := p.text(`[...document.querySelectorAll("#tools button")].filter(b => !b.title).length`); all != "0" {
		t.Errorf("%s tools have no title", all)
	}
}

// HTML with scripts runs in a frame of its own, which sees nothing of the page, and is
// as high as what it shows.
func TestNotebookPageFramesOfScripts(t *testing.T) {
	t.Parallel()
	s := serveNotebook(t, framesScript)
	p := s.openPage(t, "page.ipynb")
	p.selectCell(0)
	p.press("Shift-Enter", "Shift-Enter")
	p.settled()
	p.await(`document.querySelectorAll("iframe").length == 2`)
	p.wants("the sandbox", `document.querySelector("iframe").getAttribute("sandbox")`, "allow-scripts")
	p.await(`[...document.querySelectorAll("iframe")].every(f => parseFloat(f.style.height) > 40)`)
	p.screenshot("notebookpage-frames.png")
	heights := p.text(`[...document.querySelectorAll("iframe")].map(f => f.style.height).join(" ")`)
	t.Log("heights:", heights)
	p.wants("what the frame may see", `(() => { try { return document.querySelector("iframe").contentWindow.document.title } catch { return "nothing" } })()`, "nothing")
}
