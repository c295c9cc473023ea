package main

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"krigo/internal/testwait"
)

// visitorPage is a visitor's page of n.ipynb, and the id of its one cell.
type visitorPage struct {
	t  *testing.T
	c  *websocket.Conn
	id string
}

// visit opens the notebook as a visitor who was not there before.
func (s *notebookServer) visit() visitorPage {
	s.t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		s.t.Fatal(err)
	}
	client := &http.Client{Jar: jar}
	got, err := client.Get(s.address)
	if err != nil {
		s.t.Fatal(err)
	}
	got.Body.Close()
	u, err := url.Parse(s.address)
	if err != nil {
		s.t.Fatal(err)
	}
	c, _, err := websocket.Dial(s.t.Context(), "ws://"+u.Host+"/room/n.ipynb", &websocket.DialOptions{HTTPClient: client})
	if err != nil {
		s.t.Fatal(err)
	}
	c.SetReadLimit(-1)
	s.t.Cleanup(func() { c.CloseNow() })
	p := visitorPage{s.t, c, ""}
	var doc struct{ Cells []struct{ ID string } }
	if err := json.Unmarshal([]byte(p.until("doc", "n.ipynb")), &doc); err != nil {
		s.t.Fatal(err)
	}
	p.id = doc.Cells[0].ID
	return p
}

func (p visitorPage) run(source string) {
	p.t.Helper()
	for _, op := range []map[string]any{{"op": "edit", "id": p.id, "source": source}, {"op": "run", "ids": []string{p.id}}} {
		raw, err := json.Marshal(op)
		if err != nil {
			p.t.Fatal(err)
		}
		if err := p.c.Write(p.t.Context(), websocket.MessageText, raw); err != nil {
			p.t.Fatal(err)
		}
	}
}

// until reads up to the event of a name whose JSON has a word.
func (p visitorPage) until(name, word string) string {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.t.Context(), testwait.Limit)
	defer cancel()
	var last string
	for {
		_, raw, err := p.c.Read(ctx)
		if err != nil {
			p.t.Fatalf("waited for the event %s with %q: %v; the last event was %s", name, word, err, last)
		}
		last = string(raw)
		if strings.HasPrefix(last, `{"ev":"`+name+`"`) && strings.Contains(last, word) {
			return last
		}
	}
}

// TestAClassWithRealCells: they find the data beside the notebook, write where nobody
// else is, are stopped in time, and one that wants too much memory ends alone and says so.
func TestAClassWithRealCells(t *testing.T) {
	if testing.Short() {
		t.Skip("real sessions take seconds")
	}
	dir := t.TempDir()
	writeNotebook(t, dir, "n.ipynb", "1")
	raw, err := os.ReadFile(filepath.Join(dir, "n.ipynb"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "data.csv"), []byte("x,y\n1,2\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	s := startNotebook(t, dir, "--read-only", "--memory-limit", "512", "--cell-timeout", "10s", "n.ipynb")
	one, other := s.visit(), s.visit()
	one.run("import \"os\"\nraw, err := os.ReadFile(\"data.csv\")\nsecret := len(raw)\nsecret + 34")
	one.until("out", "42")
	one.run(`err = os.WriteFile("data.csv", []byte("gone"), 0o600)`)
	one.until("status", `"ok"`)
	other.run("secret")
	other.until("out", "undefined: secret")
	other.until("status", `"error"`)
	other.run("import \"os\"\nraw, err := os.ReadFile(\"data.csv\")\nlen(raw)")
	other.until("out", "8")
	other.run("for {}")
	other.until("out", "ran longer than 10s and was interrupted")
	other.until("status", `"error"`)
	if runtime.GOOS == "linux" {
		other.run("large := make([]byte, 2<<30)\nlarge[len(large)-1] = 1")
		other.until("out", "out of memory")
		other.until("status", `"error"`)
		other.run("7 * 60")
		other.until("out", "420")
	}
	one.run("secret + 35")
	one.until("out", "43")
	if files := s.serverFiles(); len(files) > 0 {
		t.Errorf("a server that does not answer list is told as %q", files)
	}
	_ = s.cmd.Process.Signal(os.Interrupt)
	s.wait()
	if after, err := os.ReadFile(filepath.Join(dir, "n.ipynb")); err != nil || string(after) != string(raw) {
		t.Errorf("the notebook was changed: %s (%v)", after, err)
	}
	if data, err := os.ReadFile(filepath.Join(dir, "data.csv")); err != nil || string(data) != "x,y\n1,2\n" {
		t.Errorf("the data were changed: %s (%v)", data, err)
	}
}
