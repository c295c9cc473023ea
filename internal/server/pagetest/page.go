// Package pagetest connects tests with an open notebook as its page does.
package pagetest

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"krigo/internal/testwait"
)

// Page is a page without a browser.
type Page struct {
	t testing.TB
	c *websocket.Conn
}

// Dial connects with the address of a room, until the end of the test.
func Dial(t testing.TB, address string, o *websocket.DialOptions) Page {
	t.Helper()
	c, _, err := websocket.Dial(testwait.Context(t, "a page's connection"), address, o)
	if err != nil {
		t.Fatal(err)
	}
	c.SetReadLimit(-1)
	t.Cleanup(func() { c.CloseNow() })
	return Page{t, c}
}

// Do sends an operation.
func (p Page) Do(operation string) {
	p.t.Helper()
	if err := p.c.Write(p.t.Context(), websocket.MessageText, []byte(operation)); err != nil {
		p.t.Fatal(err)
	}
}

// Run gives a cell a source and runs it.
func (p Page) Run(id, source string) {
	p.t.Helper()
	for _, operation := range []map[string]any{{"op": "edit", "id": id, "source": source}, {"op": "run", "ids": []string{id}}} {
		raw, err := json.Marshal(operation)
		if err != nil {
			p.t.Fatal(err)
		}
		p.Do(string(raw))
	}
}

// Until reads up to the event of a name whose JSON has a word, and returns it.
func (p Page) Until(name, word string) string {
	p.t.Helper()
	ctx := testwait.Context(p.t, "the event "+name+" with "+word)
	last := "nothing"
	for {
		_, raw, err := p.c.Read(ctx)
		if err != nil {
			p.t.Fatalf("waited for the event %s with %q: %v; the last event was %.300s", name, word, err, last)
		}
		last = string(raw)
		var event struct{ Ev string }
		if err := json.Unmarshal(raw, &event); err != nil {
			p.t.Fatal(err)
		}
		if event.Ev == name && strings.Contains(last, word) {
			return last
		}
	}
}

// Ended waits for the end of the connection and returns its status.
func (p Page) Ended() websocket.StatusCode {
	p.t.Helper()
	ctx := testwait.Context(p.t, "the end of the connection")
	for {
		if _, _, err := p.c.Read(ctx); err != nil {
			return websocket.CloseStatus(err)
		}
	}
}

// Leave cuts the connection.
func (p Page) Leave() { _ = p.c.CloseNow() }
