package kernel

import (
	"context"
	"encoding/json"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"krigo/cell"
)

// Streams are joined into messages: text waits at most streamDelay, or until
// streamBytes have come together, or another message of the cell follows.
const (
	streamDelay = 20 * time.Millisecond
	streamBytes = 256 << 10
)

// cellOutput publishes what a cell emits, under the cell's request.
type cellOutput struct {
	request *request
	comms   *comms
	// silent cells show nothing; their comms go on.
	silent bool
	// mayAsk is the client's allow_stdin.
	mayAsk bool
	// room is the number of bytes of text that it may still publish, where limited; over
	// says that more came.
	limited bool
	room    int

	mu      sync.Mutex
	stream  streamContent // what waits
	timer   *time.Timer
	pages   []page
	replied bool
	over    bool
}

var _ cell.Output = (*cellOutput)(nil)

// page is a payload that shows a bundle in the front end's pager.
type page struct {
	Source string         `json:"source"`
	Data   map[string]any `json:"data"`
	Start  int            `json:"start"`
}

// Stream implements [cell.Output].
func (o *cellOutput) Stream(name, text string) {
	if o.silent || text == "" {
		return
	}
	if !utf8.ValidString(text) {
		text = strings.ToValidUTF8(text, "\uFFFD")
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.over {
		return
	}
	if name != o.stream.name {
		o.flushLocked()
	}
	o.stream.name = name
	o.writeLocked(text)
	if len(o.stream.json) >= streamBytes {
		o.flushLocked()
	} else if o.timer == nil {
		o.timer = time.AfterFunc(streamDelay, o.flush)
	}
}

// writeLocked appends the part of text that there is room for. The note that ends it comes once.
func (o *cellOutput) writeLocked(text string) {
	if !o.limited || len(text) <= o.room {
		o.room -= len(text)
		o.stream.append(text)
		return
	}
	o.stream.append(strings.ToValidUTF8(text[:o.room], ""))
	o.over = true
	o.flushLocked()
	o.stream.name = "stderr"
	o.stream.append("\nThe cell has printed more than a cell may (krigo kernel --output-limit); the rest is not shown.\n")
}

// flush publishes the text that waits.
func (o *cellOutput) flush() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.flushLocked()
}

func (o *cellOutput) flushLocked() {
	if o.timer != nil {
		o.timer.Stop()
		o.timer = nil
	}
	if len(o.stream.json) > 0 {
		o.request.publish("stream", o.stream.take())
	}
}

// publish sends a message in its place after the text so far.
func (o *cellOutput) publish(kind string, content any) {
	if o.silent {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.flushLocked()
	o.request.publish(kind, content)
}

// displayContent is the content of display_data and update_display_data.
type displayContent struct {
	Data      map[string]any    `json:"data"`
	Metadata  map[string]any    `json:"metadata"`
	Transient map[string]string `json:"transient"`
}

// longText is the length of a text from which displayContent.encode makes JSON of it by itself.
const longText = 64 << 10

// encode returns the content for a message: as JSON where a text is long, which becomes JSON in one
// pass, and else as it is.
func (d displayContent) encode() any {
	room := 0
	rest, long := map[string]any{}, map[string]string{}
	for mimetype, v := range d.Data {
		if text, ok := v.(string); ok && len(text) >= longText && utf8.ValidString(text) {
			long[mimetype] = text
			room += len(text) + len(text)/8
		} else {
			rest[mimetype] = v
		}
	}
	if len(long) == 0 {
		return d
	}
	short, err := marshal(displayContent{rest, d.Metadata, d.Transient})
	if err != nil {
		return d // which fails again, where errors are reported
	}
	const head = `{"data":{`
	content := append(make([]byte, 0, room+len(short)), head...)
	for mimetype, text := range long {
		content = append(appendQuoted(append(content, '"'), mimetype), `":"`...)
		content = append(appendQuoted(content, text), `",`...)
	}
	if len(rest) == 0 {
		content = content[:len(content)-len(",")]
	}
	return json.RawMessage(append(content, short[len(head):]...))
}

// Display implements [cell.Output].
func (o *cellOutput) Display(d cell.Display) {
	kind := "display_data"
	if d.Update {
		kind = "update_display_data"
	}
	transient := map[string]string{}
	if d.ID != "" {
		transient["display_id"] = d.ID
	}
	o.publish(kind, displayContent{object(d.Data), object(d.Metadata), transient}.encode())
}

// Clear implements [cell.Output].
func (o *cellOutput) Clear(wait bool) {
	o.publish("clear_output", map[string]bool{"wait": wait})
}

// Page implements [cell.Output]. A page that comes after the reply, which
// carries pages, is shown as an output.
func (o *cellOutput) Page(b cell.Bundle) {
	o.mu.Lock()
	late := o.replied
	if !late {
		o.pages = append(o.pages, page{Source: "page", Data: object(b.Data)})
	}
	o.mu.Unlock()
	if late {
		o.Display(cell.Display{Bundle: b})
	}
}

// finish flushes and returns the pages for the reply.
func (o *cellOutput) finish() []page {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.flushLocked()
	o.replied = true
	return notNil(o.pages)
}

// Input implements [cell.Output].
func (o *cellOutput) Input(ctx context.Context, prompt string, password bool) (string, error) {
	if !o.mayAsk {
		return "", cell.ErrNoInput
	}
	o.flush()
	return o.request.ask(ctx, prompt, password)
}

// Comm implements [cell.Output].
func (o *cellOutput) Comm(m cell.CommMessage) {
	switch m.Kind {
	case "open":
		o.comms.open(m.ID, m.Target)
	case "close", "last":
		o.comms.close(m.ID)
	}
	o.flush()
	o.request.publishComm(m)
}
