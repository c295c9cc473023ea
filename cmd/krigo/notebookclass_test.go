package main

import (
	"encoding/json"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/coder/websocket"

	"krigo/internal/server/pagetest"
)

// visit opens n.ipynb as a new visitor. It returns the page and the id of its one cell.
func (s *notebookServer) visit() (p pagetest.Page, id string) {
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
	p = pagetest.Dial(s.t, "ws://"+u.Host+"/room/n.ipynb", &websocket.DialOptions{HTTPClient: client})
	var doc struct{ Cells []struct{ ID string } }
	if err := json.Unmarshal([]byte(p.Until("doc", "n.ipynb")), &doc); err != nil {
		s.t.Fatal(err)
	}
	return p, doc.Cells[0].ID
}

// TestAClassWithRealCells: they find the data in the notebook's folder, write to separate folders,
// are stopped in time, and one that wants too much memory ends alone and reports it.
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
	one, id := s.visit()
	other, _ := s.visit()
	one.Run(id, "import \"os\"\nraw, err := os.ReadFile(\"data.csv\")\nsecret := len(raw)\nsecret + 34")
	one.Until("out", "42")
	one.Run(id, `len(os.Getenv("KRIGO_TEACHER_TOKEN")) + 1000*len(os.Getenv("KRIGO_CLASS"))`)
	one.Until("out", "1000") // cells report, and do not get the token
	one.Until("status", `"ok"`)
	if runtime.GOOS == "linux" && os.Geteuid() != 0 { // root may read all
		one.Run(id, `_, err = os.ReadFile(fmt.Sprintf("/proc/%d/environ", os.Getppid()))`)
		one.Until("out", "permission denied")
		one.Until("status", `"error"`)
	}
	one.Run(id, `err = os.WriteFile("data.csv", []byte("gone"), 0o600)`)
	one.Until("status", `"ok"`)
	other.Run(id, "secret")
	other.Until("out", "undefined: secret")
	other.Until("status", `"error"`)
	other.Run(id, "import \"os\"\nraw, err := os.ReadFile(\"data.csv\")\nlen(raw)")
	other.Until("out", "8")
	other.Run(id, "for {}")
	other.Until("out", "ran longer than 10s and was interrupted")
	other.Until("status", `"error"`)
	if runtime.GOOS == "linux" {
		other.Run(id, "large := make([]byte, 2<<30)\nlarge[len(large)-1] = 1")
		other.Until("out", "out of memory")
		other.Until("status", `"error"`)
		other.Run(id, "7 * 60")
		other.Until("out", "420")
	}
	one.Run(id, "secret + 35")
	one.Until("out", "43")
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
