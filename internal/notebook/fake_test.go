package notebook

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	cells "krigo/cell"
	"krigo/internal/nbformat"
	"krigo/internal/testwait"
	"krigo/kernel"
)

// fakeEngine runs a tiny language, one command a line: a word and its argument.
type fakeEngine struct {
	kernel.Engine
	mu       sync.Mutex
	comms    []cells.CommMessage
	stuck    chan struct{} // ends a cell that is stuck
	begun    chan string   // has the commands that block, as they begin
	released chan struct{}
}

func newFakeEngine() *fakeEngine {
	return &fakeEngine{stuck: make(chan struct{}, 1), begun: make(chan string, 100), released: make(chan struct{})}
}

func plain(text string) *cells.Bundle {
	return &cells.Bundle{Data: map[string]any{"text/plain": text}}
}

func (e *fakeEngine) Eval(ctx context.Context, c cells.Cell, out cells.Output) (*cells.Bundle, error) {
	var value *cells.Bundle
	for line := range strings.Lines(c.Source) {
		word, argument, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		var err error
		if value, err = e.run(ctx, word, argument, out); err != nil {
			return nil, err
		}
	}
	return value, nil
}

func (e *fakeEngine) run(ctx context.Context, word, argument string, out cells.Output) (*cells.Bundle, error) {
	switch word {
	case "print":
		out.Stream("stdout", argument+"\n")
	case "write":
		out.Stream("stdout", strings.NewReplacer(`\r`, "\r", `\n`, "\n").Replace(argument))
	case "warn":
		out.Stream("stderr", argument+"\n")
	case "value":
		return plain(argument), nil
	case "fail":
		return nil, &cells.Error{Name: "Error", Message: argument}
	case "block":
		e.begun <- argument
		select {
		case <-ctx.Done():
			return nil, &cells.Error{Name: "Interrupt", Message: "interrupted"}
		case <-e.released:
		}
	case "stuck":
		e.begun <- argument
		<-e.stuck
		return nil, &cells.Error{Name: "Interrupt", Message: "abandoned"}
	case "ask":
		answer, err := out.Input(ctx, argument, false)
		if err != nil {
			return nil, err
		}
		return plain(answer), nil
	case "page":
		out.Page(*plain(argument))
	case "html":
		out.Display(cells.Display{Bundle: cells.Bundle{Data: map[string]any{"text/html": argument, "text/plain": "html"}}})
	case "show", "update":
		id, text, _ := strings.Cut(argument, " ")
		out.Display(cells.Display{Bundle: *plain(text), ID: id, Update: word == "update"})
	case "clear":
		out.Clear(argument == "wait")
	case "widget":
		out.Comm(cells.CommMessage{Kind: "open", ID: argument, Target: cells.WidgetTarget, Data: map[string]any{
			"state": map[string]any{"_model_name": "FloatSliderModel", "_model_module": "m", "_model_module_version": "v", "value": 1.0, "disabled": false},
		}})
		out.Display(cells.Display{Bundle: cells.Bundle{Data: map[string]any{
			"text/plain": "a slider", nbformat.WidgetView: map[string]any{"model_id": argument},
		}}})
	}
	return nil, nil
}

func (e *fakeEngine) Complete(source string, cursor int) cells.Completion {
	return cells.Completion{Matches: []cells.Match{{Text: "Println", Type: "function", Signature: "(a ...any)"}}, Start: 0, End: cursor}
}

func (e *fakeEngine) Inspect(source string, cursor, detail int) (cells.Bundle, bool) {
	return cells.Bundle{Data: map[string]any{"text/markdown": "**bold** <script>x</script>", "text/plain": "bold"}}, source != ""
}

func (e *fakeEngine) Comm(m cells.CommMessage, out cells.Output, handled func()) error {
	e.mu.Lock()
	e.comms = append(e.comms, m)
	e.mu.Unlock()
	handled()
	return nil
}

// messages returns the comm messages of a kind that came.
func (e *fakeEngine) messages(kind string) []cells.CommMessage {
	e.mu.Lock()
	defer e.mu.Unlock()
	var found []cells.CommMessage
	for _, m := range e.comms {
		if m.Kind == kind {
			found = append(found, m)
		}
	}
	return found
}

func (e *fakeEngine) Abandon() {
	select {
	case e.stuck <- struct{}{}:
	default:
	}
}
func (e *fakeEngine) InterruptHandlers() {}
func (e *fakeEngine) Close() error       { return nil }

// folder returns a temporary folder with a notebook of code cells, whose ids are a, b, c...
func folder(t testing.TB, sources ...string) *os.Root {
	t.Helper()
	dir := t.TempDir()
	nb := nbformat.New()
	nb.CompleteMetadata()
	for i, source := range sources {
		nb.Add(nbformat.Code, source).ID = string(rune('a' + i))
	}
	if len(sources) > 0 {
		if err := nbformat.WriteFile(filepath.Join(dir, "n.ipynb"), nb); err != nil {
			t.Fatal(err)
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = root.Close() })
	return root
}

// open opens the notebook of a folder with an engine.
func open(t testing.TB, root *os.Root, e kernel.Engine) *Room {
	t.Helper()
	return openWith(t, e, Options{Root: root})
}

func openWith(t testing.TB, e kernel.Engine, o Options) *Room {
	t.Helper()
	o.Kernel = func(Place) kernel.Options {
		return kernel.Options{Start: func(context.Context) (kernel.Engine, error) { return e, nil }}
	}
	return openAs(t, o)
}

func openAs(t testing.TB, o Options) *Room {
	t.Helper()
	o.Path = "n.ipynb"
	ctx, cancel := context.WithCancel(context.Background())
	r, err := Open(ctx, o)
	if err != nil {
		cancel()
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
		cancel()
	})
	return r
}

// client is a page that applies the events of its visit.
type client struct {
	t     testing.TB
	visit *Visit
	page  *page
}

func enter(t testing.TB, r *Room) *client {
	t.Helper()
	c := &client{t: t, visit: r.Enter(), page: newPage()}
	c.until(named("doc"))
	return c
}

func (c *client) do(op string, fields ...any) {
	o := map[string]any{"op": op}
	for i := 0; i < len(fields); i += 2 {
		o[fields[i].(string)] = fields[i+1]
	}
	raw, err := json.Marshal(o)
	if err != nil {
		c.t.Fatal(err)
	}
	c.visit.Do(raw)
}

// awaited is an event that a page waits for.
type awaited struct {
	what string
	fits func(map[string]any) bool
}

// until applies events up to one that fits, and returns it.
func (c *client) until(a awaited) map[string]any {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), testwait.Limit)
	defer cancel()
	for n := 0; ; n++ {
		raw, err := c.visit.Next(ctx)
		if err != nil {
			c.t.Fatalf("waited up to %v for: %s: %v; %d events came, the last is %v", testwait.Limit, a.what, err, n, c.page.last)
		}
		ev := c.page.apply(c.t, raw)
		if a.fits(ev) {
			return ev
		}
	}
}

func named(name string) awaited {
	return awaited{"the event " + name, func(ev map[string]any) bool { return ev["ev"] == name }}
}

func status(id, want string) awaited {
	return awaited{"the status " + want + " of cell " + id, func(ev map[string]any) bool {
		return ev["ev"] == "status" && ev["id"] == id && ev["status"] == want
	}}
}

// text returns all that a cell shows, by the text of its outputs' HTML.
func (c *client) text(id string) string {
	var all []string
	for _, o := range c.page.cells[id].outputs {
		html, _ := o["html"].(string)
		all = append(all, tags.ReplaceAllString(html, ""))
	}
	return strings.Join(all, "|")
}
