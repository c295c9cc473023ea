package e2e

import (
	"encoding/json"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// Restart, interrupt and input work from the page, which shows what runs.
func TestNotebookPageSession(t *testing.T) {
	t.Parallel()
	s := serveNotebook(t, "// %%\nx := 1\n\n// %%\nfor {\n}\n\n// %%\nfmt.Println(\"Hello\", input(\"Your name? \"))\n\n// %%\nfmt.Println(x)\n")
	p := s.openPage(t, "page.ipynb")
	p.selectCell(0)
	p.press("Shift-Enter", "Shift-Enter", "Shift-Enter", "Shift-Enter")
	p.wants("a clock", cellAt(1)+`.querySelector(".m-running")?.textContent.replace(/[\d.]+ m?s/, "N")`, "running N")
	p.wants("places", `[...document.querySelectorAll(".m-queued")].map(m => m.textContent).join("|")`, "waits, 1st in the queue|waits, 2nd in the queue")
	p.wants("the session", `document.querySelector("#kernel").textContent`, "running")
	p.press("Escape", "i", "i")
	p.wants("interrupted", cellAt(1)+`.className.includes("s-error")`, "true")
	p.settled()

	p.selectCell(2)
	p.press("Shift-Enter")
	p.await(cellAt(2) + `.querySelector(".ask input") === document.activeElement`)
	p.press("Escape")
	p.wants("after Escape the focus is", `document.activeElement.id`, p.text(cellAt(3)+`.id`))
	p.js(`document.querySelector(".ask input").focus()`)
	p.wants("a label", `document.activeElement.labels[0].textContent`, "Your name?")
	p.write("Ada\n")
	p.await(outputOf(2) + `.includes("Hello Ada")`)
	p.wants("the field is gone", `document.querySelector(".ask")`, "null")
	p.wants("keys are for the next cell", `document.activeElement.id`, p.text(cellAt(3)+`.id`))

	p.selectCell(3)
	p.press("0", "0")
	p.await(`document.querySelector("dialog.question")`)
	p.js(`window.states = ""; new MutationObserver(() => { states += " " + document.querySelector("#kernel").dataset.state })
		.observe(document.querySelector("#kernel"), {attributes: true, attributeFilter: ["data-state"]})`)
	p.press("Enter")
	p.await(`/(restarting|starting).* idle$/.test(states)`)
	p.press("Ctrl-Enter")
	p.await(outputOf(3) + `.includes("undefined: x")`)
	p.js(`[...document.querySelectorAll("#tools button")].find(b => b.getAttribute("aria-label").startsWith("Restart, and run all")).click()`)
	p.await(`document.querySelector("dialog.question")`)
	p.press("Enter")
	p.await(cellAt(1) + `.classList.contains("s-running")`)
	p.selectCell(0)
	p.press("i", "i")
	p.settled()
}

// Two pages show the same notebook, and replacing the other's text is reported.
func TestNotebookPageOnTwoPages(t *testing.T) {
	t.Parallel()
	s := serveNotebook(t, "// %%\na := 1\n")
	p, q := s.openPage(t, "page.ipynb"), s.openPage(t, "page.ipynb")
	p.selectCell(0)
	p.press("b", "Enter")
	p.write("fmt.Println(42)")
	q.wants("the other's text", sources, "a := 1|fmt.Println(42)")
	p.press("Ctrl-Enter")
	q.wants("the other's output", outputOf(1), "42")
	q.selectCell(0)
	q.press("d", "d")
	p.wants("what the other deleted", sources, "fmt.Println(42)")
	q.wants("what it deleted", sources, "fmt.Println(42)") // before it selects a cell

	// Both write, and neither has heard of the other.
	for _, page := range []*notebookPage{p, q} {
		page.selectCell(0)
		page.press("Enter", "Ctrl-End")
	}
	p.js(`document.activeElement.value += " // p"; document.activeElement.dispatchEvent(new InputEvent("input"))`)
	q.js(`document.activeElement.value += " // q"; document.activeElement.dispatchEvent(new InputEvent("input"))`)
	p.press("Escape") // which sends
	q.press("Escape")
	p.wants("the later text", sourceOf(0), "fmt.Println(42) // q")
	q.wants("the later text", sourceOf(0), "fmt.Println(42) // q")
	p.wants("who is told that the text was replaced", `document.querySelector(".message pre").textContent`, "fmt.Println(42) // p")
	q.wants("and who is not", `document.querySelector(".message")`, "null")
}

// A reload, a cut connection and a server that ends lose nothing.
func TestNotebookPageLosesNothing(t *testing.T) {
	t.Parallel()
	s := serveNotebook(t, "// %%\nfor i := range 30 {\n\tfmt.Println(\"line\", i)\n\ttime.Sleep(100 * time.Millisecond)\n}\n\n// %%\ny := 2\n")
	p := s.openPage(t, "page.ipynb")
	p.selectCell(0)
	p.press("Ctrl-Enter")
	p.await(outputOf(0) + `.includes("line 3")`)
	p.js(`import("/static/app.js").then(m => m.connection.socket.close())`)
	p.await(outputOf(0) + `.includes("line 29")`)
	if got := p.number(outputOf(0) + `.split("\n").length`); got != 30 {
		t.Errorf("%v lines of 30 after the cut", got)
	}

	p.selectCell(1)
	p.press("Enter", "Ctrl-End")
	address, err := url.Parse(s.base)
	if err != nil {
		t.Fatal(err)
	}
	s.stop()
	p.await(`!document.querySelector("#offline").hidden`)
	p.write(" // typed while nobody listened")
	p.wants("what is said of the file", `document.querySelector("#saved").textContent`, "Unsaved")
	p.wants("the text can be selected", `(() => { getSelection().selectAllChildren(`+cellAt(0)+`.querySelector(".outputs")); return getSelection().toString().includes("line 29") })()`, "true")
	s.start(t, address.Port())
	p.await(`!document.body.classList.contains("disconnected")`)
	s.saved(t, "page.ipynb", "typed while nobody listened")
	if got := p.text(sourceOf(1)); got != "y := 2 // typed while nobody listened" {
		t.Errorf("the page holds %q", got)
	}

	// What is not sent yet outlives a reload.
	p.js(`const t = ` + cellAt(1) + `.querySelector("textarea"); t.focus(); t.value = "y := 3"; t.dispatchEvent(new InputEvent("input"));
		import("/static/app.js").then(m => { m.connection.flush = () => {} })`)
	p.reload()
	p.wants("after a reload", sourceOf(1), "y := 3")
	s.saved(t, "page.ipynb", "y := 3")
}

// Text that is typed before a command is answered, as by a server far away, goes where the command
// leads.
func TestNotebookPageOfASlowLine(t *testing.T) {
	t.Parallel()
	s := serveNotebook(t, "// %%\nab\ncd\n\n// %%\nef\n\n// %%\ngh\n")
	p := s.openPage(t, "page.ipynb")
	p.js(`import("/static/app.js").then(m => {
		const c = m.connection, hear = c.receive.bind(c);
		c.receive = e => setTimeout(() => hear(e), 700);
		window.slow = true;
	})`)
	p.await("window.slow")
	p.selectCell(0)
	p.press("Enter", "Ctrl-Home", "Down", "Ctrl-Shift-_")
	p.write("12")
	p.wants("split", sources, "ab|12cd|ef|gh")
	p.press("Escape")
	p.selectCell(2)
	p.press("Shift-M", "Enter", "Ctrl-End")
	p.write("34")
	p.press("Escape")
	p.wants("merged", sources, "ab|12cd|ef\n\ngh34")
	p.selectCell(0)
	p.press("m", "Enter", "Ctrl-Home")
	p.write("5")
	p.wants("text", cellAt(0)+`.classList.contains("markdown")`, "true")
	p.write("6")
	p.press("Escape")
	p.wants("made text", sources, "56ab|12cd|ef\n\ngh34")
	s.saved(t, "page.ipynb", "56ab")
	p.reload()
	p.wants("what the room has", sources, "56ab|12cd|ef\n\ngh34")
}

// holdEdits keeps the page's edits from leaving from the nth on, as a line does that is
// about to be cut; what acknowledges those before comes when one was kept.
func (p *notebookPage) holdEdits(n int) {
	p.t.Helper()
	p.js(fmt.Sprintf(`import("/static/app.js").then(m => {
		const c = m.connection, hear = c.receive.bind(c), send = c.socket.send.bind(c.socket), late = [];
		let edits = 0;
		c.receive = e => e.ev == "edited" && !window.held ? late.push(e) : hear(e);
		c.socket.send = data => {
			if (JSON.parse(data).op != "edit" || ++edits < %d) return send(data);
			setTimeout(() => { window.held = true; late.forEach(hear); });
		};
		window.edits = () => edits;
		window.connection = c;
	})`, n))
	p.await("window.connection")
}

// Text that was on its way when an earlier edit was acknowledged is sent again after a
// cut.
func TestNotebookPageKeepsWhatWasOnItsWay(t *testing.T) {
	t.Parallel()
	s := serveNotebook(t, "// %%\nab\n")
	p := s.openPage(t, "page.ipynb")
	p.holdEdits(2)
	p.selectCell(0)
	p.press("Enter", "Ctrl-End")
	p.write("1")
	p.await("edits() == 1")
	p.write("2")
	p.await("window.held")
	p.js("connection.again()")
	s.saved(t, "page.ipynb", "ab12")
	p.wants("text after the cut", sources, "ab12")
}

// Text for a cell that another page deleted meanwhile is the cell's when it comes back.
func TestNotebookPageTypesIntoADeletedCell(t *testing.T) {
	t.Parallel()
	s := serveNotebook(t, "// %%\nab\n\n// %%\ncd\n")
	p, other := s.openPage(t, "page.ipynb"), s.openPage(t, "page.ipynb")
	p.holdEdits(1)
	p.selectCell(0)
	p.press("Enter", "Ctrl-End")
	p.write("1")
	p.await("window.held")
	p.js("delete connection.socket.send")
	other.selectCell(0)
	other.press("d", "d")
	p.wants("what is left", sources, "cd")
	other.press("z")
	p.wants("text of the page that wrote", sources, "ab1|cd")
	other.wants("text of the other page", sources, "ab1|cd")
	s.saved(t, "page.ipynb", "ab1")
}

// A file that another program changes is followed where all of ours is saved, and else
// neither overwritten nor taken unasked.
func TestNotebookPageAsksAboutChangesOutside(t *testing.T) {
	t.Parallel()
	s := serveNotebook(t, "// %%\na := 1\n")
	p := s.openPage(t, "page.ipynb")
	file := filepath.Join(s.dir, "page.ipynb")
	other := filepath.Join(t.TempDir(), "other.ipynb")
	change := func(text string) {
		t.Helper()
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(other, []byte(strings.Replace(string(raw), "a := 1", text, 1)), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(other, file); err != nil {
			t.Fatal(err)
		}
	}
	change("a := 1 // followed")
	p.wants("the file's text", sources, "a := 1 // followed")
	p.wants("no question", `document.querySelectorAll("dialog").length`, "0")

	if err := os.Chmod(file, 0o400); err != nil {
		t.Fatal(err)
	}
	p.selectCell(0)
	p.press("b", "Enter")
	p.write("mine := 1")
	p.wants("what is said of a file that is write-protected", `document.querySelector("#saved").textContent`, "Not saved")
	change("a := 1 // theirs")
	p.await(`document.querySelector("dialog.must")`)
	p.screenshot("notebookpage-outside.png")
	p.js(`[...document.querySelectorAll("dialog.must button")].find(b => b.textContent == "Load the file's version").click()`)
	p.wants("the file's text", sources, "a := 1 // theirs // followed")
}

// A file that is not a notebook is not shown as an empty one, and the page shows the fault.
func TestNotebookPageOfAFileThatCannotBeOpened(t *testing.T) {
	t.Parallel()
	s := serveNotebook(t, "// %%\na := 1\n")
	if err := os.WriteFile(filepath.Join(s.dir, "broken.ipynb"), []byte(`{"cells": [`), 0o600); err != nil {
		t.Fatal(err)
	}
	p := &notebookPage{window{t, newBrowser(t)}}
	browse(t, p.ctx, chromedp.Navigate(s.base+"/notebooks/broken.ipynb?token="+s.token))
	p.await(`!document.querySelector("#offline").hidden`)
	p.wants("why", `document.querySelector("#offline-why").textContent`,
		"This notebook cannot be opened: notebook: broken.ipynb: not JSON: unexpected EOF")
	p.wants("its name", `document.querySelector("#name").textContent`, "broken")
	p.wants("a button that adds cells", `document.querySelector("#add-code").checkVisibility()`, "false")
	p.wants("what is said of the file", `document.querySelector("#saved").textContent`, "")
	p.screenshot("notebookpage-broken.png")
}

// reach returns a script that tries the ways to an address that the policy of a frame alone does not
// close.
func reach(address string) string {
	host := strings.TrimPrefix(address, "http://")
	return `for (const rel of ["preconnect", "dns-prefetch", "prefetch"]) {
		const link = document.createElement("link");
		Object.assign(link, { rel, href: "` + address + `/link" });
		document.head.append(link);
	}
	const peer = window.RTCPeerConnection && new RTCPeerConnection({ iceServers: [{ urls: "turn:` + host + `?transport=tcp", username: "a", credential: "b" }] });
	if (peer) { peer.createDataChannel("x"); peer.createOffer().then((o) => peer.setLocalDescription(o)); }
	document.body.append("it has run");
	new ResizeObserver(() => setTimeout(() => { location = "` + address + `/left"; }, 300)).observe(document.body); // after the page has its height
	try { top.location = "` + address + `/top"; } catch {}`
}

// A notebook by a stranger runs nothing, leads nowhere and asks nothing.
func TestNotebookPageOfAStranger(t *testing.T) {
	t.Parallel()
	foreign, asked := listenForStrangers(t)
	dir := t.TempDir()
	bad := `<img src=x onerror="window.hacked=1"><script>window.hacked=1</script><svg onload="window.hacked=1"><script>window.hacked=1</script></svg>` +
		`<a href="javascript:window.hacked=1" id="bad">x</a><meta http-equiv="refresh" content="0;url=http://127.0.0.1:9/"><style>body{display:none}</style>` +
		`<iframe srcdoc="<script>parent.hacked=1</script>"></iframe><form action="http://127.0.0.1:9/"><button>x</button></form><link rel=stylesheet href="http://127.0.0.1:9/x.css"><img src="http://127.0.0.1:9/x.png">`
	bad = strings.ReplaceAll(bad, "http://127.0.0.1:9", foreign)
	output := func(data map[string]any) map[string]any {
		return map[string]any{"output_type": "display_data", "data": data, "metadata": map[string]any{}}
	}
	nb := map[string]any{"nbformat": 4, "nbformat_minor": 5, "metadata": map[string]any{}, "cells": []any{
		map[string]any{"id": "text", "cell_type": "markdown", "metadata": map[string]any{}, "source": "# Hello\n\n" + bad},
		map[string]any{"id": "code", "cell_type": "code", "metadata": map[string]any{}, "source": "x := `" + `</textarea><script>window.hacked=1</script>` + "`", "execution_count": 1, "outputs": []any{
			output(map[string]any{"text/html": "<p>kept</p>" + bad}),
			output(map[string]any{"application/javascript": "window.hacked=1", "text/plain": "plain"}),
			output(map[string]any{"image/svg+xml": `<svg xmlns="http://www.w3.org/2000/svg" onload="window.hacked=1"><script>window.hacked=1</script><rect width="10" height="10"/></svg>`}),
			output(map[string]any{"text/markdown": bad}),
			output(map[string]any{"text/html": "<script>" + reach(foreign) + "</script>"}),
		}},
	}}
	raw, err := json.Marshal(nb)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "bad.ipynb"), raw, 0o600); err != nil {
		t.Fatal(err)
	}
	s := serveFolder(t, dir)
	p := s.openPage(t, "bad.ipynb")
	p.wants("what is harmless", `document.querySelector("#cell-code .outputs").textContent.includes("kept")`, "true")
	p.js(`document.querySelectorAll("#cells a").forEach(a => { if (a.href.startsWith("javascript:")) a.click() })`)
	time.Sleep(time.Second) // a script that runs later is missed
	p.wants("scripts that ran", `window.hacked`, "undefined")
	p.wants("the address", `location.pathname`, "/notebooks/bad.ipynb")
	p.wants("the page is seen", `getComputedStyle(document.body).display`, "block")
	p.wants("frames before a click", `document.querySelectorAll("iframe").length`, "0")
	p.js(`[...document.querySelectorAll(".outputs .note button")].at(-1).click()`)
	p.await(`parseFloat(document.querySelector("iframe")?.style.height) > 0`) // its scripts have run
	time.Sleep(2 * time.Second)                                               // what asks later is missed
	// Older ones prepare a connection that they are asked to prepare, and say nothing on it (SECURITY.md).
	prepares := p.number(`/Chrome\/(\d+)/.exec(navigator.userAgent)[1]`) < 156
	for len(asked) > 0 {
		if said := <-asked; said != "" || !prepares {
			t.Errorf("the page connected with another server and said %q", said)
		}
	}
}

// listenForStrangers returns the address of a server that no page has a reason to know, and what
// each connection with it says first. The address is one that no other test listens at, since
// their pages connect again with servers that have ended, and ports are used again.
func listenForStrangers(t *testing.T) (string, <-chan string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.99:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	asked := make(chan string, 100)
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				first := make([]byte, 1000)
				_ = conn.SetReadDeadline(time.Now().Add(time.Second / 2))
				n, _ := conn.Read(first)
				asked <- string(first[:n])
			}()
		}
	}()
	return "http://" + listener.Addr().String(), asked
}

// 500 cells are there soon.
func TestNotebookPageOf500Cells(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for i := range 250 {
		fmt.Fprintf(&b, "// %%%% [markdown]\n// ## Part %d\n//\n// Some text.\n\n// %%%%\nfor i := range %d {\n\tfmt.Println(\"line\", i)\n}\n\n", i, i)
	}
	s := serveNotebook(t, b.String())
	p := s.openPage(t, "page.ipynb")
	p.wants("cells", countCells, "500")
	at := func(mark string) float64 {
		return p.number(`performance.getEntriesByName("` + mark + `")[0].startTime`)
	}
	t.Logf("the notebook came after %.0f ms and was there after %.0f ms", at("doc"), at("ready"))
}
