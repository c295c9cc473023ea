package e2e

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// JupyterLab and Notebook 7, in a headless Chromium. All parts share a server.
func TestJupyterLab(t *testing.T) {
	t.Parallel()
	s := startLab(t, append(krigo.env(), moduleSettings(t)...), jupyter("lab"))
	for name, test := range map[string]func(*testing.T, *jupyterServer){
		"labRunsLessons": labRunsLessons, "labMovesControls": labMovesControls, "labHelpsToWrite": labHelpsToWrite, "labFormatsGo": labFormatsGo, "labKeepsModules": labKeepsModules, "labShowsFits": labShowsFits,
		"labInterruptsAndRestarts": labInterruptsAndRestarts, "labAsks": labAsks, "labIsDark": labIsDark, "labShowsWhatDidNotRun": labShowsWhatDidNotRun,
		"labExploresFigures": labExploresFigures, "labKeepsFigures": labKeepsFigures,
		"notebook7RunsALesson": notebook7RunsALesson, "notebook7DrawsFigures": notebook7DrawsFigures,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, s)
		})
	}
}

// Lessons and the gallery run from their first cell to their last, draw all figures, are saved,
// and look the same when they are opened again by a kernel that has run nothing.
func labRunsLessons(t *testing.T, s *jupyterServer) {
	for _, name := range []string{firstLesson, "03-marginal-likelihood.ipynb", "gallery.ipynb"} {
		want := figures(t, filepath.Join(krigo.root, "notebooks", name))
		path := "notebooks/" + name
		p := s.open(t, "lab", path)
		p.runAll()
		p.looksWhole(want)
		p.screenshot("lab-" + strings.TrimSuffix(name, ".ipynb") + ".png")
		p.save()
		if got := figures(t, filepath.Join(s.dir, path)); got != want {
			t.Errorf("%s was saved with %d figures, want %d", name, got, want)
		}
		shown := p.text(outputKinds)
		s.endSession(t, path)
		browse(t, p.ctx, chromedp.Reload())
		p.ready()
		p.wants("the outputs after "+name+" is opened again", outputKinds, shown)
		p.looksWhole(want)
		browse(t, p.ctx, chromedp.Navigate("about:blank")) // or it would start a kernel again
		s.endSession(t, path)
	}
}

// outputKinds lists the media types of all outputs of each cell.
const outputKinds = labCells + `.filter(c => c.model.type == "code").map(c =>
	c.model.outputs.toJSON().map(o => o.output_type + ":" + Object.keys(o.data || {}).sort()).join(" ")).join("\n")`

// lessonLimit is how long the cells of a lesson may run on a busy machine.
const lessonLimit = 8 * time.Minute

// runAll clears the outputs, runs all cells and waits until each has run.
func (p *labPage) runAll() {
	p.t.Helper()
	p.js(`window.ended = null; jupyterapp.commands.execute("notebook:clear-all-cell-outputs").then(() =>
		jupyterapp.commands.execute("notebook:run-all-cells")).then(v => { ended = String(v) }, e => { ended = String(e) })`)
	p.awaitWithin(lessonLimit, `window.ended !== null`)
	p.idle()
	if left := p.number(labCells + `.filter(c => c.model.type == "code" && c.model.sharedModel.getSource().trim() && !c.model.executionCount).length`); left > 0 {
		p.t.Errorf("%v cells of %s did not run", left, p.path)
	}
}

// looksWhole scrolls through the notebook and checks that every cell shows its outputs: as many
// pictures and frames as expected, no error and no control without its model.
func (p *labPage) looksWhole(figures int) {
	p.t.Helper()
	p.js(`window.seen = null; (async () => {
		const nb = ` + labPanel + `.content, drawn = e => [...e.querySelectorAll("img")], found = {figures: 0, faults: []};
		for (let i = 0; i < nb.widgets.length; i++) {
			const c = nb.widgets[i];
			if (c.model.type != "code") continue;
			nb.activeCellIndex = i;
			const limit = new Promise(done => setTimeout(done, 5000)); // a cell that is in view already may not tell
			await Promise.race([nb.scrollToItem(i, "smart").then(() => c.ready), limit]);
			const area = c.outputArea.node, outputs = c.model.outputs.toJSON();
			const pictures = outputs.filter(o => o.data && "image/png" in o.data).length;
			const frames = () => area.querySelectorAll(".krigo-frames svg, .krigo-frames img, .krigo-explore:has(svg)").length;
			for (let n = 0; n < 200 && (!area.isConnected || area.querySelectorAll("img").length + frames() < pictures || drawn(area).some(i => !i.complete)); n++)
				await new Promise(done => setTimeout(done, 50));
			found.figures += pictures;
			if (!area.isConnected) found.faults.push("cell " + i + " is not in the page");
			if (area.querySelectorAll("img").length + frames() < pictures) found.faults.push("cell " + i + " shows fewer than " + pictures + " pictures");
			if (drawn(area).some(i => i.naturalWidth == 0)) found.faults.push("cell " + i + " has a picture that cannot be decoded");
			for (const o of outputs) if (o.output_type == "error") found.faults.push("cell " + i + ": " + o.ename + ": " + o.evalue);
			if (/Error displaying widget|model not found|Error creating widget/i.test(area.innerText)) found.faults.push("cell " + i + " shows a control without its model");
		}
		seen = found;
	})().catch(e => { seen = {figures: 0, faults: [String(e)]} })`)
	p.awaitWithin(lessonLimit, `window.seen`)
	if faults := p.text(`seen.faults.join("\n")`); faults != "" {
		p.t.Errorf("%s:\n%s", p.path, faults)
	}
	if got := int(p.number(`seen.figures`)); got != figures {
		p.t.Errorf("%s shows %d figures, want %d", p.path, got, figures)
	}
}

// save saves the notebook and waits until it is saved.
func (p *labPage) save() {
	p.t.Helper()
	p.js(`window.saved = null; ` + labPanel + `.context.save().then(() => { saved = "saved" }, e => { saved = String(e) })`)
	p.wants("saving", `window.saved`, "saved")
}

// Tab completes with types, Shift-Tab explains what the cursor is at, the inspector follows it,
// and Go is coloured and commented as Go.
func labHelpsToWrite(t *testing.T, s *jupyterServer) {
	p := s.openCells(t, "", "func add(a, b int) int { return a + b }")
	p.completes()
	p.edit(0, "")
	p.write("strings.")
	p.press("Tab")
	p.await(`document.querySelectorAll(".jp-Completer-item").length > 20`)
	if items := p.text(`[...document.querySelectorAll(".jp-Completer-item")].map(i => i.innerText.replace(/\s+/g, " ")).join("|")`); !strings.Contains(items, "Builder") || !strings.Contains(items, "Compare") {
		t.Errorf("the list of completions is %s", items)
	}
	p.screenshot("lab-completion.png")
	p.press("Escape")
	p.explains()
	p.press("Escape")
	p.command("inspector:open")
	p.edit(0, "")
	p.write("math.Hypot")
	p.await(`document.querySelector(".jp-Inspector")?.innerText.includes("Hypot returns")`)
	p.command("inspector:close")
	p.edit(1, "func f() int {\n\treturn 1 }")
	p.press("Ctrl-/")
	p.wants("the comment by Ctrl-/", labSource(1), "func f() int {\n\t// return 1 }")
	p.wants("the colour of a keyword", labCell(1)+`.node.querySelector(".cm-line span") !== null && getComputedStyle(`+labCell(1)+`.node.querySelector(".cm-line span")).color != getComputedStyle(`+
		labCell(1)+`.node.querySelector(".cm-content")).color`, "true")
}

// The interrupt command ends a loop and keeps the session, a restart empties it, and a kernel that
// is killed is started again, which the page tells.
func labInterruptsAndRestarts(t *testing.T, s *jupyterServer) {
	p := s.openCells(t, "x := 1", "for {\n}", "x", "kernel, _ := os.FindProcess(os.Getppid())\nkernel.Kill()\ntime.Sleep(time.Minute)")
	p.run(0)
	p.idle()
	p.interrupts(1, "interrupted")
	p.run(2)
	p.wants("a variable after an interrupt", labOutput(2), "1")
	p.idle()

	p.restarts(2)

	p.run(0)
	p.idle()
	p.run(3)
	p.await(`document.querySelector(".jp-Dialog")?.innerText.includes("restart")`)
	p.screenshot("lab-kernel-died.png")
	p.js(`document.querySelector(".jp-Dialog .jp-mod-accept").click()`)
	p.await(`!document.querySelector(".jp-Dialog") && ` + labPanel + `.sessionContext.session?.kernel?.status == "idle"`)
	p.run(0)
	p.idle()
	p.run(2)
	p.wants("a variable of the new kernel", labOutput(2), "1")
}

// input asks in a field below the cell, and the cell goes on with the answer.
func labAsks(t *testing.T, s *jupyterServer) {
	p := s.openCells(t, "name := input(\"Your name? \")\nfmt.Println(\"Hello\", name)")
	p.greets()
	p.idle()
}

// Cells behind one that fails show that they did not run: their prompts are empty.
func labShowsWhatDidNotRun(t *testing.T, s *jupyterServer) {
	p := s.openCells(t, "x := 1", "time.Sleep(5 * time.Second) // so that the last cell waits\npanic(\"stop\")", "x")
	p.js(`window.ended = null; jupyterapp.commands.execute("notebook:run-all-cells").then(v => { ended = String(v) }, e => { ended = String(e) })`)
	p.await(`window.ended !== null`)
	p.idle()
	p.wants("the prompts", labCells+`.filter(c => c.model.type == "code").map(c => c.inputArea.promptNode.innerText.trim()).join(" ")`, "[1]: [2]: [ ]:")
}

// Outputs can be read on the dark theme: texts of tables, live panels and errors have a contrast of
// 4.5 to 1 at least. JupyterLab's prompts have not, nor the name of an error, in one colour for all grounds.
func labIsDark(t *testing.T, s *jupyterServer) {
	p := s.openCells(t, waveData+"fit := must(gplib.Fit(ctx, gplib.Model{Cov: cov.SE(1), Noise: gplib.Gaussian(0.1)}, data, &gplib.Settings{Observe: display.Live()}))\ndisplay.Params(fit)",
		"type row struct {\n\tName string\n\tX float64\n}\n[]row{{\"a\", 1}, {\"b\", 2}}", "[]int{1}[len(os.Args)+5]", "undefinedName")
	for n := range 4 {
		p.run(n)
		p.await(labCell(n) + `.model.executionCount`)
		p.idle()
	}
	p.js(`jupyterapp.commands.execute("apputils:change-theme", {theme: "JupyterLab Dark"})`)
	p.await(`document.body.dataset.jpThemeLight == "false" && getComputedStyle(document.body).getPropertyValue("--jp-layout-color0").trim().startsWith("#1")`)
	for n := range 4 {
		p.selectCell(n)
		if found := p.text(`(` + pale + `)(` + labCell(n) + `.outputArea.node).filter(f => !/jp-OutputPrompt|ansi-bold/.test(f)).join("\n")`); found != "" {
			t.Errorf("cell %d on the dark theme:\n%s", n, found)
		}
	}
	p.screenshot("lab-dark.png")
}

// Notebook 7 runs a lesson to its end, shows its figures and formats Go.
func notebook7RunsALesson(t *testing.T, s *jupyterServer) {
	p := s.open(t, "notebook", "notebooks/02-covariance-functions.ipynb")
	p.runAll()
	p.looksWhole(figures(t, filepath.Join(krigo.root, p.path)))
	p.screenshot("notebook7.png")
	p.edit(2, "x:=1")
	p.press("Alt-Shift-f")
	p.wants("a cell by Alt-Shift-F", labSource(2), "x := 1")
}
