package display_test

import (
	"strings"
	"sync"
	"testing"

	"krigo/cell"
	"krigo/display"
	"krigo/display/mime"
)

// texts keeps the text/plain of what is shown.
type texts struct {
	mu   sync.Mutex
	last string
	ids  map[string]bool
}

func (o *texts) Show(b display.Bundle, id string, _ bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.last = b.Plain()
	o.ids[id] = true
}

func (o *texts) Clear(bool)            {}
func (o *texts) Page(display.Bundle)   {}
func (o *texts) Comm(cell.CommMessage) {}

func TestARealFitShowsItsProgressItsFigureAndItsParameters(t *testing.T) {
	o := &texts{ids: map[string]bool{}}
	defer mime.SetOutput(mime.SetOutput(o))
	fit, err := exampleFit(display.Live())
	if err != nil {
		t.Fatal(err)
	}
	mime.Flush()
	if len(o.ids) != 1 || !strings.HasPrefix(o.last, "L-BFGS: converged after") || !strings.Contains(o.last, "lengthscale") {
		t.Errorf("%d outputs, the last %q", len(o.ids), o.last)
	}
	for _, f := range []interface{ Encode(string) ([]byte, error) }{display.Fit(fit), display.Trace(fit.Trace)} {
		if data, err := f.Encode("png"); err != nil || len(data) < 5000 {
			t.Errorf("PNG of %d bytes, error %v", len(data), err)
		}
	}
	for _, p := range fit.Model.Params() {
		if table := display.Params(fit).String(); !strings.Contains(table, p.Name) {
			t.Errorf("no %s in\n%s", p.Name, table)
		}
	}
}
