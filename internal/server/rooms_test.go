package server

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"krigo/internal/nbformat"
	"krigo/internal/notebook"
	"krigo/internal/server/pagetest"
	"krigo/internal/testwait"
)

func (s served) page(path string) pagetest.Page {
	s.t.Helper()
	return s.pageOf("", path)
}

// pageOf returns the page of a visitor.
func (s served) pageOf(visitor, path string) pagetest.Page {
	s.t.Helper()
	header := http.Header{"Authorization": {"Bearer " + testToken}, "Cookie": {s.cookieOf(visitor)}}
	return pagetest.Dial(s.t, s.room(path), &websocket.DialOptions{HTTPHeader: header})
}

// room returns the address of a room.
func (s served) room(path string) string {
	return strings.Replace(s.http.URL, "http", "ws", 1) + "/room/" + path
}

// cookieOf returns the cookie that a class has issued for a visitor.
func (s served) cookieOf(visitor string) string {
	_, port, _ := strings.Cut(strings.TrimPrefix(s.http.URL, "http://"), ":")
	c, ok := s.audience.(*class)
	if !ok || visitor == "" {
		return "none=1"
	}
	return "krigo-" + port + "-visitor=" + c.known.sign(visitor)
}

// TestAPageRunsCells: and what it did is in the file at the end, and in exports before.
func TestAPageRunsCells(t *testing.T) {
	s := serve(t)
	s.write("dir/n.ipynb", notebookText(t))
	p := s.page("dir/n.ipynb")
	p.Until("doc", "n.ipynb")
	p.Do(`{"op":"insert","id":"one","after":"","type":"code","source":"show forty-two"}`)
	p.Do(`{"op":"run","ids":["one"]}`)
	p.Until("out", "forty-two")
	p.Until("status", `"ok"`)
	for format, word := range map[string]string{"ipynb": `"show forty-two"`, "go": "show forty-two", "html": "<html"} {
		got := s.ask("GET", "/export/dir/n.ipynb?format="+format, "")
		if got.status != 200 || !strings.Contains(got.body, word) {
			t.Errorf("exported as %s: %d %.200s", format, got.status, got.body)
		}
		if disposition := got.header.Get("Content-Disposition"); !strings.Contains(disposition, "attachment") || !strings.Contains(disposition, "n."+format) {
			t.Errorf("%s is sent as %q", format, disposition)
		}
		if policy := got.header.Get("Content-Security-Policy"); !strings.Contains(policy, "sandbox") {
			t.Errorf("%s has the policy %q", format, policy)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	nb, err := nbformat.ReadFile(filepath.Join(s.dir, "dir", "n.ipynb"))
	if err != nil || nb.Cells[0].ID != "one" || len(nb.Cells[0].Outputs) != 1 {
		t.Errorf("the file after the end: %+v (%v)", nb, err)
	}
}

// TestAKernelEndedInTheListIsToldToThePage: and the page starts another one.
func TestAKernelEndedInTheListIsToldToThePage(t *testing.T) {
	s := serve(t)
	s.write("n.ipynb", notebookText(t))
	p := s.page("n.ipynb")
	p.Until("doc", "n.ipynb")
	if got := s.ask("POST", "/end/n.ipynb", ""); got.status != 303 {
		t.Errorf("end: %d %s", got.status, got.body)
	}
	p.Until("kernel", "dead")
	p.Do(`{"op":"restart","run":""}`)
	p.Until("doc", "n.ipynb")
	if got := s.ask("GET", "/", ""); !strings.Contains(got.body, `action="/end/n.ipynb"`) {
		t.Errorf("the list is without the new session:\n%s", got.body)
	}
}

// TestANotebookHasOneRoom, however many clients come at once.
func TestANotebookHasOneRoom(t *testing.T) {
	s := serve(t)
	s.write("n.ipynb", notebookText(t))
	opened := make(chan *notebook.Room, 20)
	err := concurrently(make([]string, cap(opened)), func(string) error {
		room, err := s.audience.open(nil, "n.ipynb")
		opened <- room
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	first := <-opened
	for range cap(opened) - 1 {
		if room := <-opened; room != first {
			t.Fatal("the notebook has two rooms")
		}
	}
	a, b := s.page("n.ipynb"), s.page("n.ipynb")
	a.Until("doc", "n.ipynb")
	b.Until("doc", "n.ipynb")
	a.Do(`{"op":"insert","id":"one","after":"","type":"code","source":"show heard by both"}`)
	b.Until("insert", "show heard by both")
	b.Do(`{"op":"run","ids":["one"]}`)
	a.Until("out", "heard by both")
	b.Until("out", "heard by both")
}

// TestWebsocketsOfOthersAreRefused: by origin, and without the token.
func TestWebsocketsOfOthersAreRefused(t *testing.T) {
	s := serve(t)
	s.write("n.ipynb", notebookText(t))
	for _, header := range []http.Header{
		{}, {"Authorization": {"Bearer wrong"}}, {"Authorization": {"Bearer " + testToken}, "Origin": {"http://evil.example"}},
	} {
		o := &websocket.DialOptions{HTTPHeader: header}
		if _, answer, err := websocket.Dial(testwait.Context(t, "a connection"), s.room("n.ipynb"), o); err == nil || answer.StatusCode != http.StatusForbidden {
			t.Errorf("%v: %v", header, answer)
		}
	}
}

// TestWhatIsNotThereIsRefused: each with its status.
func TestWhatIsNotThereIsRefused(t *testing.T) {
	s := serve(t)
	for _, c := range []struct {
		path string
		want int
		word string
	}{
		{"/export/a.ipynb", 404, "no"},
		{"/notebooks/a.txt", 404, "no"},
		{"/blob/none", 404, "no"},
		{"/frame/none", 404, "no"},
		{"/room/a.ipynb", 426, "websocket"},
		{"/room/a.txt", 404, "no"},
		{"/static/none.js", 404, "no"},
		{"/api/contents", 404, "not found"},
	} {
		if got := s.ask("GET", c.path, ""); got.status != c.want || !strings.Contains(got.body, c.word) {
			t.Errorf("%s: %d %s, want %d with %q", c.path, got.status, got.body, c.want, c.word)
		}
	}
}

// TestANotebookThatCannotBeOpenedIsTold: and the page is not to try again.
func TestANotebookThatCannotBeOpenedIsTold(t *testing.T) {
	s := serve(t)
	s.write("n.ipynb", `{"nbformat":3}`)
	p := s.page("n.ipynb")
	p.Until("refused", "too old")
	if status := p.Ended(); status != websocket.StatusPolicyViolation {
		t.Errorf("the connection ended with %v", status)
	}
	if got := s.read("n.ipynb"); got != `{"nbformat":3}` {
		t.Errorf("the file is now %s", got)
	}
	s.page("absent.ipynb").Until("refused", "there is no")
	if _, err := os.Stat(filepath.Join(s.dir, "absent.ipynb")); err == nil {
		t.Error("a notebook was made by asking for it")
	}
	outside := filepath.Join(t.TempDir(), "n.ipynb")
	if err := os.WriteFile(outside, []byte(`{}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(s.dir, "link.ipynb")); err != nil {
		t.Skip(err)
	}
	s.page("link.ipynb").Until("refused", "leads out of the folder")
}

// TestPicturesAndFramesOfOutputs: by their hash, with policies of their own.
func TestPicturesAndFramesOfOutputs(t *testing.T) {
	s := serve(t)
	nb := nbformat.New()
	cell := nb.Add(nbformat.Code, "x")
	cell.Outputs = []*nbformat.Output{
		{Type: nbformat.DisplayData, Data: map[string]any{"image/svg+xml": `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`}},
		{Type: nbformat.DisplayData, Data: map[string]any{"text/html": `<p>text</p><script>alert(2)</script>`}},
	}
	if err := nbformat.WriteFile(filepath.Join(s.dir, "n.ipynb"), nb); err != nil {
		t.Fatal(err)
	}
	s.write("fig.svg", "<svg/>")
	doc := s.page("n.ipynb").Until("doc", "n.ipynb")
	for prefix, c := range map[string]struct{ kind, policy, not, word string }{
		"/blob/":  {"image/svg+xml", "sandbox; default-src 'none'", "allow-scripts", "<svg"},
		"/frame/": {"text/html", "sandbox allow-scripts; default-src 'none'", "allow-same-origin", "postMessage"},
	} {
		at := strings.Index(doc, prefix)
		if at < 0 {
			t.Fatalf("no output has %s: %s", prefix, doc)
		}
		got := s.ask("GET", doc[at:at+len(prefix)+64], "")
		policy := got.header.Get("Content-Security-Policy")
		if got.status != 200 || !strings.HasPrefix(got.header.Get("Content-Type"), c.kind) || !strings.Contains(got.body, c.word) {
			t.Errorf("%s: %d %v %s", prefix, got.status, got.header, got.body)
		}
		if !strings.HasPrefix(policy, c.policy) || strings.Contains(policy, c.not) || strings.Contains(policy, "'self'") != (prefix == "/frame/") {
			t.Errorf("%s has the policy %q", prefix, policy)
		}
		if !strings.Contains(got.header.Get("Cache-Control"), "immutable") {
			t.Errorf("%s is kept as %q", prefix, got.header.Get("Cache-Control"))
		}
		if prefix == "/frame/" {
			if tab := s.ask("GET", doc[at:at+len(prefix)+64], "", "Sec-Fetch-Dest", "document"); tab.status != 403 || strings.Contains(tab.body, "alert") {
				t.Errorf("as a document: %d %s", tab.status, tab.body)
			}
			if h := got.header; h.Get("Connection-Allowlist") != "(); webrtc=block" || h.Get("X-DNS-Prefetch-Control") != "off" || !strings.Contains(got.body, "delete window[name]") {
				t.Errorf("the frame may connect: %v", h)
			}
		}
		if other := s.ask("GET", map[string]string{"/blob/": "/frame/", "/frame/": "/blob/"}[prefix]+doc[at+len(prefix):at+len(prefix)+64], ""); other.status != 404 {
			t.Errorf("%s is served as the other: %d", prefix, other.status)
		}
	}
	if got := s.ask("GET", "/notebooks/fig.svg", ""); got.status != 200 || !strings.HasPrefix(got.header.Get("Content-Security-Policy"), "sandbox;") {
		t.Errorf("a picture beside the notebook: %d %v", got.status, got.header)
	}
}

// TestTheListOfAFolder: its notebooks and what runs, by forms that need no script.
func TestTheListOfAFolder(t *testing.T) {
	s := serve(t)
	s.write("a <b>.ipynb", notebookText(t))
	s.write("sub dir/c.ipynb", notebookText(t))
	s.write("data.csv", "")
	s.page("a%20%3Cb%3E.ipynb").Until("doc", "a")
	const end = "/end/a%20%3Cb%3E.ipynb"
	got := s.ask("GET", "/", "")
	for _, word := range []string{`href="/notebooks/a%20%3Cb%3E.ipynb"`, "a &lt;b&gt;.ipynb", `href="/tree/sub%20dir"`, `action="` + end + `"`, `action="/new"`} {
		if !strings.Contains(got.body, word) {
			t.Errorf("the page is without %s:\n%s", word, got.body)
		}
	}
	if strings.Contains(got.body, "data.csv") || strings.Contains(got.body, "<b>") {
		t.Error("the page has what it should not")
	}
	form := []string{"Origin", s.http.URL, "Content-Type", formType}
	if got := s.ask("POST", "/new", "dir=sub+dir", form...); got.status != 303 || got.header.Get("Location") != "/notebooks/sub%20dir/Untitled.ipynb" {
		t.Errorf("new: %d %v", got.status, got.header)
	}
	if got := s.ask("POST", "/new", "dir=..", append(form, "Accept", "text/html,*/*")...); got.status != 404 || !strings.Contains(got.body, "<h1>Not Found</h1>") {
		t.Errorf("a browser that asks in vain gets %d %s", got.status, got.body)
	}
	if got := s.ask("POST", "/new", "dir=..", form...); got.status != 404 {
		t.Errorf("new elsewhere: %d", got.status)
	}
	if got := s.ask("POST", end, "", form...); got.status != 303 {
		t.Errorf("end: %d %s", got.status, got.body)
	}
	if got := s.ask("GET", "/", ""); strings.Contains(got.body, end) {
		t.Errorf("the session that has ended is listed:\n%s", got.body)
	}
	if got := s.ask("GET", "/tree/a%20%3Cb%3E.ipynb", ""); got.header.Get("Location") != "/notebooks/a%20%3Cb%3E.ipynb" {
		t.Errorf("a notebook's list: %v", got.header)
	}
}

// TestAssetsAreAskedForAgain: and not sent where they are the same.
func TestAssetsAreAskedForAgain(t *testing.T) {
	s := serve(t)
	first := s.ask("GET", "/home/home.css", "")
	if first.status != 200 || !strings.HasPrefix(first.header.Get("Content-Type"), "text/css") {
		t.Errorf("%d %v", first.status, first.header)
	}
	if again := s.ask("GET", "/home/home.css", "", "If-None-Match", first.header.Get("ETag")); again.status != 304 || again.body != "" {
		t.Errorf("again: %d", again.status)
	}
	if got := s.ask("GET", "/notebooks/any.ipynb", ""); got.status != 200 || !strings.HasPrefix(got.header.Get("Content-Type"), "text/html") {
		t.Errorf("the page: %d %v", got.status, got.header)
	}
}

// TestExportsHaveThePicturesOfTheFolder: and none from outside.
func TestExportsHaveThePicturesOfTheFolder(t *testing.T) {
	above := t.TempDir()
	if err := os.WriteFile(filepath.Join(above, "out.png"), []byte("outside"), 0o666); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(above, "served")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	s := serveDir(t, dir)
	nb := nbformat.New()
	nb.Add(nbformat.Markdown, "![a](in.png) ![b](../../out.png) ![c](link.png)")
	s.write("sub/in.png", "inside")
	if err := os.Symlink("../../out.png", filepath.Join(dir, "sub", "link.png")); err != nil {
		t.Skip(err)
	}
	if err := nbformat.WriteFile(filepath.Join(dir, "sub", "n.ipynb"), nb); err != nil {
		t.Fatal(err)
	}
	got := s.ask("GET", "/export/sub/n.ipynb?format=html", "").body
	// printf inside | base64; printf outside | base64
	if !strings.Contains(got, "aW5zaWRl") || strings.Contains(got, "b3V0c2lkZQ") {
		t.Errorf("the page has %v, %v of the pictures", strings.Contains(got, "aW5zaWRl"), strings.Contains(got, "b3V0c2lkZQ"))
	}
}
