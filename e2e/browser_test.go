package e2e

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// The classic notebook, in a headless Chromium, opens the first notebook with
// the krigo kernel, runs all its cells and shows its figures.
func TestClassicNotebookInChromium(t *testing.T) {
	t.Parallel()
	needs(t, jupyter("notebook"), "chromium")
	want := figures(t, filepath.Join(krigo.root, "notebooks", firstLesson))
	base, token := startNotebookServer(t)

	ctx := newBrowser(t)
	openClassic(t, ctx, base, token)
	browse(t, ctx, chromedp.Evaluate[bool](
		`Jupyter.notebook.clear_all_output(); Jupyter.notebook.execute_all_cells(); true`))
	browse(t, ctx, chromedp.Poll[bool](`Jupyter.notebook.get_cells().filter(c => c.cell_type == "code")
		.every(c => typeof c.input_prompt_number == "number")`,
		chromedp.WithPollingTimeout(4*time.Minute)))
	const figuresShown = `([...document.querySelectorAll(".output_png img")]
		.filter(i => i.complete && i.naturalWidth > 0).length + document.querySelectorAll(".krigo-frames svg").length)`
	// The last outputs may come after the last reply, and their images have to decode.
	if _, err := chromedp.Run(ctx, chromedp.Poll[bool](fmt.Sprintf(`%s >= %d`, figuresShown, want), chromedp.WithPollingTimeout(patience))); err != nil {
		t.Logf("waited %v for %d figures: %v", patience, want, err)
	}
	shown := browse(t, ctx, chromedp.Evaluate[int](figuresShown))
	failed := browse(t, ctx, chromedp.Evaluate[int](`document.querySelectorAll(".output_error").length`))
	arrows := browse(t, ctx, chromedp.Evaluate[int](`[...document.querySelectorAll(".cm-tab")]
		.filter(tab => getComputedStyle(tab).backgroundImage != "none").length`))
	saveScreenshot(t, "01-first-fit-classic.jpg", wholeNotebook(t, ctx))
	if shown != want {
		t.Errorf("the notebook shows %d figures, want %d", shown, want)
	}
	if arrows != 0 {
		t.Errorf("the notebook shows %d arrows for tabs", arrows)
	}
	if failed != 0 {
		t.Errorf("the notebook shows %d errors", failed)
	}
}

// firstLesson is a notebook that all front ends open.
const firstLesson = "01-first-fit.ipynb"

// openClassic opens the first lesson in the classic notebook and waits for its kernel.
func openClassic(t *testing.T, ctx context.Context, base, token string) {
	t.Helper()
	browse(t, ctx, chromedp.Navigate(fmt.Sprintf("%s/notebooks/notebooks/%s?token=%s", base, firstLesson, token)))
	browse(t, ctx, chromedp.Poll[bool](`Boolean(window.Jupyter && Jupyter.notebook && Jupyter.notebook.kernel &&
		Jupyter.notebook.kernel.is_connected() && Jupyter.notebook._fully_loaded)`, chromedp.WithPollingTimeout(patience)))
}

// browse runs one action in the browser and fails the test when it fails.
func browse[T any](t *testing.T, ctx context.Context, action chromedp.Action[T]) T {
	t.Helper()
	value, err := chromedp.Run(ctx, action)
	if err != nil {
		t.Fatal(err, context.Cause(ctx))
	}
	return value
}

// wholeNotebook returns a picture of the notebook from its first cell to its last:
// the part that scrolls is made as high as what it holds.
func wholeNotebook(t *testing.T, ctx context.Context) []byte {
	t.Helper()
	height := browse(t, ctx, chromedp.Evaluate[int64](`document.getElementById("notebook-container").scrollHeight + 200`))
	browse(t, ctx, chromedp.EmulateViewport(1100, height))
	browse(t, ctx, chromedp.Sleep(time.Second))
	return browse(t, ctx, chromedp.FullScreenshot(80))
}

func saveScreenshot(t *testing.T, name string, image []byte) {
	t.Helper()
	out := filepath.Join(krigo.root, "out")
	if err := os.MkdirAll(out, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(out, name), image, 0o644); err != nil {
		t.Fatal(err)
	}
}

// newBrowser returns a headless Chromium that makes no connections of its own.
func newBrowser(t *testing.T, more ...chromedp.ExecAllocatorOption) context.Context {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.WindowSize(1100, 1400),
		chromedp.WSURLReadTimeout(patience),
	)
	options = append(options, more...)
	const limit = 10 * time.Minute
	whole, cancelWhole := context.WithTimeoutCause(t.Context(), limit, fmt.Errorf("the browser was used for %v: something does not end", limit))
	t.Cleanup(cancelWhole)
	alloc, cancelAlloc := chromedp.NewExecAllocator(whole, options...)
	t.Cleanup(cancelAlloc)
	ctx, cancel := chromedp.NewContext(alloc)
	t.Cleanup(cancel)
	return ctx
}

// freePort returns a port that nothing listened on a moment ago.
func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return strconv.Itoa(l.Addr().(*net.TCPAddr).Port)
}

var serverURL = regexp.MustCompile(`http://(?:127\.0\.0\.1|localhost):(\d+)/\?token=(\w+)`)

// startNotebookServer serves the project's root and returns the server's
// address and token.
func startNotebookServer(t *testing.T) (base, token string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), jupyter("notebook"), "--no-browser", "--ip=127.0.0.1",
		"--port="+freePort(t), "--allow-root", "--NotebookApp.use_redirect_file=False")
	cmd.Dir, cmd.Env = krigo.root, krigo.env()
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
	found := make(chan []string, 1)
	go func() {
		lines := bufio.NewScanner(stderr)
		for lines.Scan() {
			if m := serverURL.FindStringSubmatch(lines.Text()); m != nil {
				select {
				case found <- m:
				default:
				}
			}
		}
	}()
	select {
	case m := <-found:
		return "http://127.0.0.1:" + m[1], m[2]
	case <-time.After(patience):
		t.Fatalf("waited %v for the address of the notebook server", patience)
		return "", ""
	}
}
