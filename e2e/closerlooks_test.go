package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// closerScript shows a fit to data whose row 20 is at x = 5.
const closerScript = `// %%
` + waveData + `model := gplib.Model{Cov: cov.SE(1), Noise: gplib.Gaussian(0.1)}
p := must(gplib.Condition(model, data))
display.Fit(&gplib.Result{Method: "by hand", Model: model, Posterior: p}).Labels("time (s)", "height")
`

// closerEvents sends events of a mouse to places of the figure's first panel, in its values.
const closerEvents = `(() => {
	const g = document.querySelector(".figure > svg .panel"), n = g.dataset.panel.split(" ").map(Number);
	window.point = (type, x, y, more) => {
		const m = g.closest("svg").getScreenCTM();
		const at = new DOMPoint(n[0] + (n[2] - n[0]) * (x - n[4]) / (n[5] - n[4]), n[3] - (n[3] - n[1]) * (y - n[6]) / (n[7] - n[6])).matrixTransform(m);
		const kind = type === "wheel" ? WheelEvent : MouseEvent;
		document.elementFromPoint(at.x, at.y).dispatchEvent(new kind(type, { bubbles: true, cancelable: true, clientX: at.x, clientY: at.y, ...more }));
		return document.querySelector(".figure-tip")?.innerText || "";
	};
	window.magnified = () => g.querySelectorAll("svg").length;
	return true;
})()`

// The pointer shows the values of a row and those of the curves; a dragged box and the wheel magnify
// the data, and a double click and print show all of them.
func TestFiguresAreLookedAtMoreClosely(t *testing.T) {
	t.Parallel()
	needs(t, "chromium")
	page := pageOf(t, "closer", closerScript)
	ctx := newBrowser(t)
	show(t, ctx, page, "screen", 1000)
	browse(t, ctx, chromedp.Evaluate[bool](closerEvents))
	y := "Math.sin(5) + 0.2*Math.sin(37*5)"
	if got := browse(t, ctx, chromedp.Evaluate[string](`point("mousemove", 5, `+y+`)`)); !strings.Contains(got, "data, row 20") || !strings.Contains(got, "time (s) 5.00") {
		t.Errorf("at row 20 the page says %q", got)
	}
	got := browse(t, ctx, chromedp.Evaluate[string](`point("mousemove", 8.1, -0.9)`))
	for _, want := range []string{"time (s) 8.", "mean 0.", "95 % of f 0.", " to ", "50 % of f "} {
		if !strings.Contains(got, want) {
			t.Errorf("between rows the page says %q, want %q", got, want)
		}
	}
	for _, c := range []struct {
		does string
		want int
	}{
		{`point("mousedown", 2, -0.5); point("mousemove", 3, 0.2); point("mouseup", 3, 0.2)`, 1},
		{`point("dblclick", 5, 0)`, 0},
		{`point("wheel", 5, 0, { deltaY: -300 })`, 0},
		{`point("wheel", 5, 0, { deltaY: -300, ctrlKey: true })`, 1},
		{`dispatchEvent(new Event("beforeprint"))`, 0},
	} {
		if got := browse(t, ctx, chromedp.Evaluate[int](c.does+`; magnified()`)); got != c.want {
			t.Errorf("%s: %d panels are magnified, want %d", c.does, got, c.want)
		}
	}
}
