package e2e

// What JupyterLab and JupyterLite do alike.

// greets runs cell 0, which asks for a name, and types one below it.
func (p *labPage) greets() {
	p.t.Helper()
	p.run(0)
	p.await(`document.querySelector("input.jp-Stdin-input")`)
	p.js(`document.querySelector("input.jp-Stdin-input").focus()`)
	p.write("Ada\n")
	p.await(labOutput(0) + `.includes("Hello Ada")`)
}

// interrupts runs a cell with an endless loop and interrupts it; want is in its output then.
func (p *labPage) interrupts(n int, want string) {
	p.t.Helper()
	p.run(n)
	p.await(labPanel + `.sessionContext.session.kernel.status == "busy"`)
	p.command("notebook:interrupt-kernel")
	p.await(labOutput(n) + `.includes("` + want + `")`)
	p.idle()
}

// restarts restarts the kernel by the command, after which cell n reads a variable that is gone.
func (p *labPage) restarts(n int) {
	p.t.Helper()
	p.command("notebook:restart-kernel")
	p.await(`document.querySelector(".jp-Dialog .jp-mod-accept, .jp-Dialog .jp-mod-warn")`)
	p.js(`document.querySelector(".jp-Dialog .jp-mod-warn, .jp-Dialog .jp-mod-accept").click()`)
	p.await(`!document.querySelector(".jp-Dialog") && ` + labPanel + `.sessionContext.session?.kernel?.status == "idle"`)
	p.run(n)
	p.await(labOutput(n) + `.includes("undefined")`)
	p.idle()
}

// completes has Tab and Enter complete a name in cell 0.
func (p *labPage) completes() {
	p.t.Helper()
	p.edit(0, "")
	p.write("strings.ToLowerSp")
	p.press("Tab")
	p.await(`document.querySelector(".jp-Completer-item")`)
	p.press("Enter")
	p.wants("what Tab and Enter complete to", labSource(0), "strings.ToLowerSpecial")
}

// explains has Shift-Tab show what a function in cell 0 does.
func (p *labPage) explains() {
	p.t.Helper()
	p.edit(0, "")
	p.write("strings.ToUpper")
	p.press("Shift-Tab")
	p.await(`document.querySelector(".jp-Tooltip")?.innerText.includes("ToUpper returns s with all Unicode letters mapped to their upper case")`)
}
