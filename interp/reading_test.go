package interp

import (
	"testing"

	"krigo/cell"
	"krigo/interp/static"
	"krigo/interp/symbols"
)

// Valid Go is Go, whatever it looks like.
func TestRead(t *testing.T) {
	session, program := reader{static: static.New(symbols.NewWorld())}, reader{static.New(symbols.NewWorld()), true}
	declaring := reader{static: static.New(symbols.NewWorld())}
	p, faults := declaring.static.Check(cell.Cell{Label: "cell 1", Source: "func help() {}\nvar done bool"})
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	declaring.static.Commit(p)
	for _, c := range []struct {
		r      reader
		source string
		want   kind
	}{
		{session, "1 + 1", kindGo}, {session, "", kindGo}, {session, "x := 1 // why?", kindGo}, {session, "f(", kindGo},
		{session, "?fmt", kindQuestion}, {session, "fmt?", kindQuestion}, {session, "x := 1\nx?", kindQuestion}, {session, "%time?", kindQuestion},
		{session, "f(\nx?", kindGo}, // what is before the question has no end
		{session, "help", kindWord}, {session, " exit(); ", kindWord}, {session, "quit", kindWord},
		{program, "help", kindGo}, {declaring, "help()", kindGo},
		{session, "!ls", kindShell}, {session, "!ls what?", kindShell}, {session, "!done", kindShell},
		{declaring, "!done", kindGo},
		{session, "\n%who", kindCommand}, {session, "%time x?", kindCommand}, {session, "%", kindCommand},
	} {
		if got := c.r.read(c.source); got.kind != c.want {
			t.Errorf("%q is read as %d, want %d", c.source, got.kind, c.want)
		}
	}
}
