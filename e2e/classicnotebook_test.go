package e2e

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

// The classic notebook, with ipywidgets 6, opens a lesson with krigo's kernel, shows the figure of a
// cell, and its controls move that and say when their session has ended.
func TestClassicNotebook(t *testing.T) {
	t.Parallel()
	command := filepath.Join(classic, "bin", "jupyter-notebook")
	needs(t, command, "chromium")
	base, token := startServer(t, krigo.root, krigo.env(), command, "--NotebookApp.use_redirect_file=False")
	p := window{t, newBrowser(t)}
	browse(t, p.ctx, chromedp.Navigate(fmt.Sprintf("%s/notebooks/notebooks/%s?token=%s", base, firstLesson, token)))
	p.await(`window.Jupyter && Jupyter.notebook && Jupyter.notebook.kernel && Jupyter.notebook.kernel.is_connected() && Jupyter.notebook._fully_loaded`)
	p.await(`Jupyter.notebook.kernel.widget_manager`) // from then on the kernel knows the version of ipywidgets
	p.js(fmt.Sprintf(`Jupyter.notebook.set_autosave_interval(0); Jupyter.notebook.clear_all_output();
		window.probe = Jupyter.notebook.insert_cell_at_index("code", 0); probe.set_text(%q); Jupyter.notebook.select(0); probe.execute()`, explorer))
	p.await(`probe.element[0].querySelectorAll(".widget-readout").length >= 4 && probe.element[0].querySelector(".output_png img")`)
	if failed := p.text(`[...probe.element[0].querySelectorAll(".output_error, .output_stderr")].map(e => e.textContent).join()`); failed != "" {
		t.Fatalf("the cell failed: %s", failed)
	}
	p.js(`window.before = probe.element[0].querySelector(".output_png img").src; probe.element[0].querySelector(".ui-slider-handle").focus()`)
	p.press("Right")
	p.wants("the slider after a press of the right arrow", `probe.element[0].querySelector(".widget-readout").textContent`, "1.02")
	p.await(`probe.element[0].querySelector(".output_png img").src != before`)
	p.screenshot("classic.png")
	p.js(`Jupyter.notebook.kernel.restart()`)
	p.await(`[...probe.element[0].querySelectorAll(".widget-html")].some(e => e.offsetHeight > 0 && e.textContent.includes("The session has ended: run the cell again"))`)
}
