package server

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"krigo/internal/nbformat"
)

// A picture of 100 kB that a text shows 200 times is in the page once.
func TestAnExportHasEachPictureOnce(t *testing.T) {
	s := serve(t)
	s.write("a.png", strings.Repeat("picture ", 12_500))
	nb := nbformat.New()
	nb.Add(nbformat.Markdown, strings.Repeat("![a](a.png)\n\n", 200))
	if err := nbformat.WriteFile(filepath.Join(s.dir, "n.ipynb"), nb); err != nil {
		t.Fatal(err)
	}
	if got := s.ask("GET", "/export/n.ipynb?format=html", ""); got.status != 200 || len(got.body) < 130_000 || len(got.body) > 300_000 {
		t.Errorf("status %d, %d bytes", got.status, len(got.body))
	}
}

// One notebook is exported at a time, and a client that goes waits no longer.
func TestExportsTakeTurns(t *testing.T) {
	s := serve(t)
	s.write("n.ipynb", notebookText(t, "x"))
	p := pages{folder: folder{root: s.with.Root}, audience: s.audience, exports: make(chan struct{}, 1)}
	export := func(ctx context.Context) string {
		w, r := httptest.NewRecorder(), httptest.NewRequestWithContext(ctx, http.MethodGet, "/export/n.ipynb?format=go", nil)
		r.SetPathValue("path", "n.ipynb")
		if err := p.getExport(w, r); err != nil {
			t.Fatal(err)
		}
		return w.Body.String()
	}
	p.exports <- struct{}{}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if got := export(gone); got != "" {
		t.Errorf("a second export: %q", got)
	}
	<-p.exports
	if got := export(t.Context()); got == "" || len(p.exports) != 0 {
		t.Errorf("after the first: %q", got)
	}
}

// A notebook that does not end holds up no other, and is named.
func TestClosingHasADeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		end := make(chan struct{})
		var saved atomic.Int32
		err := concurrently([]string{"a.ipynb", "stuck.ipynb", "b.ipynb"}, func(name string) error {
			return within(closeTime, name, func() error {
				if name == "stuck.ipynb" {
					<-end
				}
				saved.Add(1)
				return nil
			})
		})
		if err == nil || err.Error() != "server: stuck.ipynb did not end within 20s" || saved.Load() != 2 {
			t.Errorf("%v; %d are saved", err, saved.Load())
		}
		close(end)
	})
	if err := within(time.Hour, "it", func() error { return os.ErrClosed }); !errors.Is(err, os.ErrClosed) {
		t.Errorf("%v", err)
	}
}
