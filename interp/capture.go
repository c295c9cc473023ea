package interp

import (
	"context"
	"fmt"
	"go/token"
	"strings"
	"sync"

	"krigo/cell"
	"krigo/internal/words"
	"krigo/interp/static"
)

// maxCapture is how much text %%capture keeps, in bytes.
const maxCapture = 16 << 20

// captureCell runs %%capture. Generated Go declares the value in the session, which gives
// it a Go type.
func captureCell(ctx context.Context, s *Session, in invocation, out cell.Output) (*cell.Bundle, error) {
	name, err := captureName(in.args)
	if err != nil {
		return nil, err
	}
	if err := wantRest("%capture", "Go to run", in); err != nil {
		return nil, err
	}
	c := &capture{out: out}
	s.outlet.use(c)
	value, err := s.dispatch(ctx, in.code, c)
	s.outlet.use(out)
	c.end(value)
	if name == "" || err != nil && len(c.parts) == 0 {
		return nil, err
	}
	declaration := cell.Cell{Label: in.code.Label, Source: c.declaration(name)}
	_, declared := s.evaluate(context.WithoutCancel(ctx), declaration, true)
	if err != nil {
		return nil, err
	}
	return nil, declared
}

// vetCapture vets the Go, and declares the name.
func vetCapture(v *vet, in invocation) error {
	name, err := captureName(in.args)
	if err == nil {
		err = wantRest("%capture", "Go to run", in)
	}
	if err != nil {
		return err
	}
	v.cell(in.code)
	if name != "" {
		v.source(cell.Cell{Label: in.code.Label, Source: (&capture{}).declaration(name)}, static.KeepAssumed)
	}
	return nil
}

// captureName returns the variable that %%capture is to declare, or empty.
func captureName(args []string) (string, error) {
	if len(args) == 0 {
		return "", nil
	}
	name, err := wantOne("%capture", "name", args)
	if err == nil && (!token.IsIdentifier(name) || name == "_") {
		err = commandError("%%%%capture: %s cannot name a variable", name)
	}
	return name, err
}

// capture is an Output that keeps what a cell shows, in order.
type capture struct {
	out cell.Output // gets output that cannot be kept, or comes after the end

	mu      sync.Mutex
	parts   []*part
	kept    int // bytes of text
	dropped int // bytes of text beyond maxCapture
	ended   bool
}

// part is text of a stream, or a display.
type part struct {
	stream  string
	text    strings.Builder
	display *cell.Display
}

var _ cell.Output = (*capture)(nil)

// Stream implements [cell.Output].
func (c *capture) Stream(name, text string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.ended:
		c.out.Stream(name, text)
		return
	case c.kept+len(text) > maxCapture:
		c.dropped += len(text)
		return
	}
	c.kept += len(text)
	if n := len(c.parts); n == 0 || c.parts[n-1].stream != name {
		c.parts = append(c.parts, &part{stream: name})
	}
	c.parts[len(c.parts)-1].text.WriteString(text)
}

// Display implements [cell.Output]. An update of a kept display changes it; other updates
// concern earlier cells.
func (c *capture) Display(d cell.Display) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.ended && !d.Update {
		c.parts = append(c.parts, &part{display: &d})
		return
	}
	found := false
	for _, p := range c.parts {
		if d.ID != "" && p.display != nil && p.display.ID == d.ID {
			p.display.Bundle, found = d.Bundle, true
		}
	}
	if c.ended || !found {
		c.out.Display(d)
	}
}

// Clear implements [cell.Output].
func (c *capture) Clear(wait bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ended {
		c.out.Clear(wait)
		return
	}
	c.parts, c.kept = nil, 0
}

// Page implements [cell.Output].
func (c *capture) Page(b cell.Bundle) { c.out.Page(b) }

// Input implements [cell.Output].
func (c *capture) Input(ctx context.Context, prompt string, password bool) (string, error) {
	return c.out.Input(ctx, prompt, password)
}

// Comm implements [cell.Output].
func (c *capture) Comm(m cell.CommMessage) { c.out.Comm(m) }

// end keeps the cell's value, if not nil, and nothing after it.
func (c *capture) end(value *cell.Bundle) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ended = true
	if value != nil {
		c.parts = append(c.parts, &part{display: &cell.Display{Bundle: *value}})
	}
	if c.dropped > 0 {
		c.out.Stream("stderr", fmt.Sprintf("%%%%capture: %d bytes were not kept: the limit is %s of text.\n", c.dropped, words.Bytes(maxCapture)))
	}
}

// declaration returns Go that declares name as the kept output.
func (c *capture) declaration(name string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	text := map[string]string{}
	var outputs, shows strings.Builder
	n := 0
	for _, p := range c.parts {
		if p.display != nil {
			fmt.Fprintf(&outputs, "{Data: %#v, Metadata: %#v},\n", p.display.Data, p.display.Metadata)
			fmt.Fprintf(&shows, "display.Show(outputs[%d])\n", n)
			n++
			continue
		}
		fmt.Fprintf(&shows, "fmt.Fprint(%s, %q)\n", map[string]string{"stdout": "os.Stdout", "stderr": "os.Stderr"}[p.stream], p.text.String())
		text[p.stream] += p.text.String()
	}
	return fmt.Sprintf("%s := func() struct { Stdout, Stderr string; Outputs []display.Bundle; Show func() } {\n"+
		"outputs := []display.Bundle{\n%s}\nshow := func() {\n%s}\n"+
		"return struct { Stdout, Stderr string; Outputs []display.Bundle; Show func() }{%q, %q, outputs, show}\n}()",
		name, outputs.String(), shows.String(), text["stdout"], text["stderr"])
}
