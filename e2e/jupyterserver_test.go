package e2e

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// jupyterServer is a server that shows a folder in JupyterLab and in Notebook 7.
type jupyterServer struct{ dir, base, token string }

var serverURL = regexp.MustCompile(`(http://(?:127\.0\.0\.1|localhost):\d+)/\S*\?token=(\w+)`)

// startServer starts a Jupyter server in a folder and returns its address and token. The test's
// end stops it and its kernels.
func startServer(t *testing.T, dir string, env []string, command string, args ...string) (base, token string) {
	t.Helper()
	args = append([]string{"--no-browser", "--ip=127.0.0.1", "--port=" + freePort(t), "--allow-root"}, args...)
	m := startProgram(t, dir, env, serverURL, command, args...)
	return m[1], m[2]
}

// startProgram starts a server in a folder and waits for the line with the address at which it listens: it
// returns what the pattern finds there. Settings of JupyterLab are its own. The test's end stops it.
func startProgram(t *testing.T, dir string, env []string, address *regexp.Regexp, command string, args ...string) []string {
	t.Helper()
	name := filepath.Base(command)
	cmd := exec.Command(command, args...)
	cmd.Dir, cmd.Env = dir, append(env, "JUPYTERLAB_SETTINGS_DIR="+t.TempDir(), "JUPYTERLAB_WORKSPACES_DIR="+t.TempDir())
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	said, ended, found := &strings.Builder{}, make(chan struct{}), make(chan []string, 1)
	go func() {
		defer close(ended)
		for lines := bufio.NewScanner(stderr); lines.Scan(); {
			fmt.Fprintln(said, lines.Text())
			if m := address.FindStringSubmatch(lines.Text()); m != nil {
				select {
				case found <- m:
				default:
				}
			}
		}
	}()
	t.Cleanup(func() {
		cmd.Process.Signal(syscall.SIGTERM)
		over := time.AfterFunc(patience, func() { cmd.Process.Kill() })
		defer over.Stop()
		<-ended
		cmd.Wait()
		if t.Failed() {
			t.Logf("%s said:\n%s", name, said)
		}
	})
	select {
	case m := <-found:
		return m
	case <-ended:
		t.Fatalf("%s ended before it told its address", name)
	case <-time.After(patience):
		t.Fatalf("waited %v for the address of %s", patience, name)
	}
	return nil
}

// startLab serves a copy of the course to JupyterLab and Notebook 7.
func startLab(t *testing.T, env []string, command string) *jupyterServer {
	t.Helper()
	needs(t, command, "chromium")
	s := &jupyterServer{dir: copyCourse(t)}
	// The app is the page's handle on commands and models.
	s.base, s.token = startServer(t, s.dir, env, command, "--LabApp.expose_app_in_browser=True", "--JupyterNotebookApp.expose_app_in_browser=True",
		"--LabApp.extension_manager=readonly", "--LabApp.news_url=None", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate")
	return s
}

// labPage is a notebook that JupyterLab or Notebook 7 shows.
type labPage struct {
	window
	path string // of the notebook, below the server's folder
}

// workspace matches characters that the name of a workspace cannot have.
var workspace = regexp.MustCompile(`[^\w-]`)

// open opens a notebook by an application: "lab" or "notebook". The test's end shuts its kernel
// down.
func (s *jupyterServer) open(t *testing.T, application, path string) *labPage {
	t.Helper()
	p := &labPage{window{t, newBrowser(t, chromedp.WindowSize(1400, 1000))}, path}
	t.Cleanup(func() { s.endSession(t, path) })
	// A workspace for each page: one that is shared would open the notebooks of other tests, too.
	folder := map[string]string{"lab": "lab/workspaces/" + workspace.ReplaceAllString(path, "-") + "/tree", "notebook": "notebooks"}[application]
	browse(t, p.ctx, chromedp.Navigate(fmt.Sprintf("%s/%s/%s?token=%s", s.base, folder, path, s.token)))
	p.ready()
	return p
}

// openCells opens a new notebook with cells of code in JupyterLab. The name of the test is its name.
func (s *jupyterServer) openCells(t *testing.T, cells ...string) *labPage {
	t.Helper()
	name := strings.ReplaceAll(t.Name(), "/", "-") + ".ipynb"
	writeNotebook(t, filepath.Join(s.dir, name), cells...)
	return s.open(t, "lab", name)
}

// writeNotebook writes a notebook for krigo's kernel.
func writeNotebook(t *testing.T, path string, cells ...string) {
	t.Helper()
	all := make([]map[string]any, len(cells))
	for i, source := range cells {
		all[i] = map[string]any{"id": fmt.Sprint("cell-", i), "cell_type": "code", "metadata": map[string]any{}, "source": source,
			"execution_count": nil, "outputs": []any{}}
	}
	nb := map[string]any{"nbformat": 4, "nbformat_minor": 5, "cells": all, "metadata": map[string]any{
		"kernelspec": map[string]any{"name": "krigo", "display_name": "Go (krigo)", "language": "go"},
	}}
	raw, err := json.Marshal(nb)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, raw, 0o600); err != nil {
		t.Fatal(err)
	}
}

// request asks the server's API and returns its answer.
func (s *jupyterServer) request(ctx context.Context, method, path string, answer any) error {
	r, err := http.NewRequestWithContext(ctx, method, s.base+path, nil)
	if err != nil {
		return err
	}
	r.Header.Set("Authorization", "token "+s.token)
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode >= 300 {
		return fmt.Errorf("%s %s: %s", method, path, response.Status)
	}
	if answer == nil {
		return nil
	}
	return json.NewDecoder(response.Body).Decode(answer)
}

// endSession shuts the kernels of a notebook down.
func (s *jupyterServer) endSession(t *testing.T, path string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	var sessions []struct{ ID, Path string }
	if err := s.request(ctx, http.MethodGet, "/api/sessions", &sessions); err != nil {
		t.Error(err)
	}
	for _, session := range sessions {
		if session.Path != path {
			continue
		}
		if err := s.request(ctx, http.MethodDelete, "/api/sessions/"+session.ID, nil); err != nil {
			t.Error(err)
		}
	}
}

// Parts of the page, as scripts.
const (
	labPanel = `[...jupyterapp.shell.widgets("main")].find(w => w.content?.widgets && w.context)`
	labCells = labPanel + `.content.widgets`
)

// The n-th cell of the notebook as a widget, its text, and what its outputs say.
func labCell(n int) string { return fmt.Sprintf(`%s[%d]`, labCells, n) }

func labSource(n int) string { return labCell(n) + `.model.sharedModel.getSource()` }

func labOutput(n int) string {
	return labCell(n) + `.model.outputs.toJSON().map(o => [].concat(o.text ?? o.data?.["text/plain"] ?? o.traceback).join("")).join("\n")`
}

// ready waits until the notebook is there, and its kernel.
func (p *labPage) ready() {
	p.t.Helper()
	p.await(`window.jupyterapp?.shell && ` + labPanel + `?.context.isReady && ` + labPanel + `.sessionContext.session?.kernel?.status == "idle"`)
	// Commands are for the panel with the focus, which a window without a screen has not by itself.
	browse(p.t, p.ctx, chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
		return err
	}))
	p.js(labPanel + `.content.node.focus(); ` + labPanel + `.activate()`)
	p.await(`jupyterapp.shell.currentWidget?.id == ` + labPanel + `.id`)
}

// command gives a command of the application, without waiting for its end.
func (p *labPage) command(name string) {
	p.t.Helper()
	p.js(fmt.Sprintf(`jupyterapp.commands.execute(%q).catch(e => { window.fault = String(e) })`, name))
}

// run selects the n-th cell and runs it by its key, without waiting for its end.
func (p *labPage) run(n int) {
	p.t.Helper()
	p.selectCell(n)
	p.press("Ctrl-Enter")
}

// selectCell shows the n-th cell and makes it the one that keys are for.
func (p *labPage) selectCell(n int) {
	p.t.Helper()
	p.js(fmt.Sprintf(`const nb = %s.content; nb.deselectAll(); nb.activeCellIndex = %d; nb.mode = "command"; nb.scrollToItem(%[2]d, "smart"); nb.node.focus()`, labPanel, n))
	p.await(labCell(n) + `.isAttached && ` + labCell(n) + `.node.isConnected && document.activeElement && ` + labPanel + `.content.node.contains(document.activeElement)`)
}

// edit selects the n-th cell, replaces its text and puts the cursor to its end.
func (p *labPage) edit(n int, text string) {
	p.t.Helper()
	p.selectCell(n)
	p.js(fmt.Sprintf(`const c = %s; c.model.sharedModel.setSource(%q); %s.content.mode = "edit"; c.editor.focus();
		c.editor.setCursorPosition(c.editor.getPositionAt(%[2]q.length))`, labCell(n), text, labPanel))
	p.await(labCell(n) + `.editor.hasFocus()`)
}

// idle waits until all cells have run, and the kernel with them.
func (p *labPage) idle() {
	p.t.Helper()
	p.await(labPanel + `.sessionContext.session?.kernel?.status == "idle" && ` +
		labCells + `.every(c => c.model.type != "code" || c.model.executionState != "running" && c.prompt != "*")`)
}
