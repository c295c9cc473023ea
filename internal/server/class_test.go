package server

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"krigo/internal/nbformat"
	"krigo/internal/notebook"
	"krigo/internal/server/pagetest"
	"krigo/internal/testwait"
)

// class is a server of a folder with a notebook and data for visitors.
func serveClass(t testing.TB, c Class) served {
	t.Helper()
	dir := t.TempDir()
	if c.MaxKernels == 0 {
		c.MaxKernels = 10
	}
	if c.Idle == 0 {
		c.Idle = time.Hour
	}
	c.byHand, c.TeacherToken = true, testTeacherToken
	nb := nbformat.New()
	nb.CompleteMetadata()
	nb.Add(nbformat.Code, "show given").ID = "a"
	if err := os.Mkdir(filepath.Join(dir, "lesson"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := nbformat.WriteFile(filepath.Join(dir, "lesson", "n.ipynb"), nb); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "lesson", "data.csv"), []byte("1,2,3"), 0o666); err != nil {
		t.Fatal(err)
	}
	return serveWith(t, dir, Options{Class: &c})
}

func (s served) class() *class { return s.audience.(*class) }

// later ends what was not used for so long.
func (s served) later(d time.Duration) { s.class().sweep(time.Now().Add(d)) }

// idle waits until no session runs a cell: a page learns that a cell has ended before its session is idle, and only
// then can it end as unused.
func (s served) idle(t testing.TB) {
	t.Helper()
	testwait.Until(t, "all sessions to be idle", func() bool {
		return every(s, func(u notebook.Usage) bool { return !u.Kernel || !u.Busy })
	})
}

const lesson = "lesson/n.ipynb"

// TestVisitorsAreApart: cells, outputs, pictures, files and downloads of one are not
// another's, and a page that comes again finds its own.
func TestVisitorsAreApart(t *testing.T) {
	s := serveClass(t, Class{})
	one, other := s.pageOf("ONE", lesson), s.pageOf("OTHER", lesson)
	one.Until("doc", lesson)
	other.Until("doc", lesson)
	one.Run("a", "show secret\ndraw picture\nwrite made.txt")
	out := one.Until("out", "/blob/")
	one.Until("status", `"ok"`)
	other.Run("a", "read made.txt")
	other.Until("out", "there is no made.txt")
	other.Until("status", `"error"`)
	other.Run("a", "read data.csv")
	other.Until("out", "read: 1,2,3")
	one.Run("a", "read made.txt")
	one.Until("out", "read: written")
	one.Until("status", `"ok"`) // or the next wait takes this cell's status for the next one's

	one.Run("a", "show secret\ndraw picture")
	one.Until("status", `"ok"`)
	again := s.pageOf("ONE", lesson).Until("doc", lesson)
	if !strings.Contains(again, "secret") {
		t.Errorf("the visitor who comes again has %s", again)
	}
	if doc := s.pageOf("OTHER", lesson).Until("doc", lesson); strings.Contains(doc, "secret") || strings.Contains(doc, "picture") {
		t.Errorf("the other has %s", doc)
	}
	if doc := s.pageOf("THIRD", lesson).Until("doc", lesson); !strings.Contains(doc, "show given") || strings.Contains(doc, "secret") {
		t.Errorf("who comes first has %s", doc)
	}
	at := strings.Index(out, "/blob/")
	blob := out[at : at+len("/blob/")+64]
	for visitor, want := range map[string]struct {
		blob   int
		secret bool
	}{"ONE": {200, true}, "OTHER": {404, false}, "NOBODY": {404, false}} {
		if got := s.ask("GET", blob, "", "Cookie", s.cookieOf(visitor)); got.status != want.blob {
			t.Errorf("%s asks for the picture: %d, want %d", visitor, got.status, want.blob)
		}
		for _, format := range []string{"ipynb", "go", "html"} {
			got := s.ask("GET", "/export/"+lesson+"?format="+format, "", "Cookie", s.cookieOf(visitor))
			if got.status != 200 || strings.Contains(got.body, "secret") != want.secret {
				t.Errorf("%s downloads %s: %d, with the secret %v", visitor, format, got.status, !want.secret)
			}
		}
	}
}

// contents returns the files of a folder, with hash and time.
func contents(t *testing.T, dir string) string {
	t.Helper()
	var all strings.Builder
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		var raw []byte
		if info.Mode().IsRegular() {
			if raw, err = os.ReadFile(path); err != nil {
				return err
			}
		}
		fmt.Fprintf(&all, "%s %v %v %x\n", path, info.Mode(), info.ModTime().UnixNano(), sha256.Sum256(raw))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all.String()
}

// TestNothingIsWrittenToTheFolder: whatever visitors do, and at the end.
func TestNothingIsWrittenToTheFolder(t *testing.T) {
	s := serveClass(t, Class{})
	before := contents(t, s.dir)
	p := s.pageOf("ONE", lesson)
	p.Until("doc", lesson)
	p.Run("a", "write data.csv\nwrite new.txt\nshow changed")
	p.Until("status", `"ok"`)
	p.Do(`{"op":"insert","id":"b","after":"a","type":"code","source":"x"}`)
	p.Do(`{"op":"save"}`)
	p.Until("told", "nothing is saved")
	p.Do(`{"op":"outside","choose":"keep"}`)
	p.Until("told", "decided")
	s.later(2 * time.Hour)
	p.Do(`{"op":"outside","choose":"reload"}`)
	if doc := p.Until("doc", "show given"); strings.Contains(doc, "changed") {
		t.Errorf("after starting over: %s", doc)
	}
	absent := s.pageOf("ONE", "lesson/new.ipynb")
	absent.Until("refused", "there is no")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if after := contents(t, s.dir); after != before {
		t.Errorf("the folder was\n%sand is\n%s", before, after)
	}
	if _, err := os.Stat(s.class().copies.dir); !os.IsNotExist(err) {
		t.Errorf("the visitors' folder is still there: %v", err)
	}
}

// TestSessionsWaitForAPlace: each sees its position, one that gives up is passed over, and the end
// of one starts the next.
func TestSessionsWaitForAPlace(t *testing.T) {
	s := serveClass(t, Class{MaxKernels: 1, Idle: time.Hour})
	one, two, three := s.pageOf("ONE", lesson), s.pageOf("TWO", lesson), s.pageOf("THREE", lesson)
	for _, p := range []pagetest.Page{one, two, three} {
		if doc := p.Until("doc", lesson); !strings.Contains(doc, `"state":"none"`) {
			t.Errorf("a page that was only opened has %s", doc)
		}
	}
	one.Run("a", "show first")
	one.Until("status", `"ok"`)
	two.Run("a", "show second")
	two.Until("kernel", "1 of 1 sessions are in use; yours starts when one ends. You are next.")
	three.Run("a", "show third")
	three.Until("kernel", "after that of another visitor who waits")
	two.Do(`{"op":"interrupt"}`)
	two.Until("kernel", `"none"`)
	three.Until("kernel", "You are next")
	s.idle(t)
	s.later(2 * time.Hour)
	one.Until("doc", "not used for 1 h")
	three.Until("out", "third")
	three.Until("status", `"ok"`)
	s.idle(t)
	two.Run("a", "show second")
	two.Until("kernel", "You are next")
	s.later(2 * time.Hour)
	two.Until("out", "second")
}

// TestWhoLeavesTheQueueLosesHisPlace: after a while, since pages come again.
func TestWhoLeavesTheQueueLosesHisPlace(t *testing.T) {
	s := serveClass(t, Class{MaxKernels: 1})
	one, two := s.pageOf("ONE", lesson), s.pageOf("TWO", lesson)
	one.Run("a", "block")
	one.Until("status", "running")
	two.Run("a", "show second")
	two.Until("kernel", "You are next")
	two.Leave()
	room := s.class().visitors.at("TWO").at(lesson)
	testwait.Until(t, "the page has left", func() bool { return room.Usage().Pages == 0 })
	s.class().sweep(room.Usage().Used.Add(queueTime / 2))
	if !room.Usage().Waiting {
		t.Error("the place is lost at once")
	}
	s.later(queueTime + time.Second)
	if room.Usage().Waiting {
		t.Error("it still waits")
	}
	one.Do(`{"op":"interrupt"}`)
}

// TestACellThatRunsTooLongIsInterrupted: and says so.
func TestACellThatRunsTooLongIsInterrupted(t *testing.T) {
	s := serveClass(t, Class{CellTime: 20 * time.Millisecond})
	p := s.pageOf("ONE", lesson)
	p.Run("a", "block")
	p.Until("out", "the cell ran longer than 20ms and was interrupted")
	p.Until("status", `"error"`)
	p.Run("a", "show again")
	p.Until("out", "again")
}

// every reports whether something is so in all rooms of visitors.
func every(s served, is func(notebook.Usage) bool) bool {
	return !slices.ContainsFunc(s.class().visitors.rooms(), func(r visitorRoom) bool { return !is(r.Usage()) })
}

// TestVisitorsAreForgotten: fifty come, and when they were away for long nothing is left
// of them.
func TestVisitorsAreForgotten(t *testing.T) {
	s := serveClass(t, Class{MaxKernels: 80, Idle: time.Hour})
	first := s.pageOf("FIRST", lesson)
	first.Run("a", "show x")
	first.Until("status", `"ok"`)
	first.Leave()
	testwait.Until(t, "the pages have left", func() bool { return every(s, func(u notebook.Usage) bool { return u.Pages == 0 }) })
	s.idle(t)
	s.later(2 * time.Hour)
	testwait.Until(t, "the session has ended", func() bool { return every(s, func(u notebook.Usage) bool { return !u.Kernel }) })
	s.later(forgetTime + time.Minute)
	before := runtime.NumGoroutine()
	for i := range 50 {
		p := s.pageOf(string(rune('A'+i/26))+string(rune('A'+i%26)), lesson)
		p.Run("a", "show x")
		p.Until("status", `"ok"`)
		p.Leave()
	}
	testwait.Until(t, "the pages have left", func() bool { return every(s, func(u notebook.Usage) bool { return u.Pages == 0 }) })
	s.idle(t)
	if n := len(s.class().visitors.all()); n != 50 {
		t.Errorf("%d visitors are known, want 50", n)
	}
	s.later(2 * time.Hour)
	testwait.Until(t, "the sessions have ended", func() bool { return every(s, func(u notebook.Usage) bool { return !u.Kernel }) })
	s.later(forgetTime / 2)
	if n := len(s.class().visitors.all()); n != 50 {
		t.Errorf("%d visitors are known before their time, want 50", n)
	}
	s.later(forgetTime + time.Minute)
	if n := len(s.class().visitors.all()); n != 0 {
		t.Errorf("%d visitors are still known", n)
	}
	testwait.UntilSeen(t, fmt.Sprintf("no more than %d goroutines", before), func() (int, bool) {
		n := runtime.NumGoroutine()
		return n, n <= before
	})
	testwait.Until(t, "their folders are gone", func() bool { // which is done behind the end of a session
		left, err := os.ReadDir(s.class().copies.dir)
		return err == nil && len(left) == 0
	})
}

// TestWhoMayAskAClass: each line is a request, and whether it is served.
func TestWhoMayAskAClass(t *testing.T) {
	const token = "Bearer " + testToken
	closed, open := serveClass(t, Class{}), serveClass(t, Class{Open: true})
	for _, c := range []struct {
		about, method, path string
		header              []string
		closed, open        int
	}{
		{"nobody", "GET", "/", nil, 403, 200},
		{"the token", "GET", "/", []string{"Authorization", token}, 200, 200},
		{"a notebook", "GET", "/notebooks/" + lesson, []string{"Authorization", token}, 200, 200},
		{"a download", "GET", "/export/" + lesson + "?format=go", []string{"Authorization", token}, 200, 200},
		{"data", "GET", "/notebooks/lesson/data.csv", []string{"Authorization", token}, 404, 404},
		{"a new notebook", "POST", "/new", []string{"Authorization", token, "Sec-Fetch-Site", "same-origin"}, 404, 404},
		{"the end of a session", "POST", "/end/" + lesson, []string{"Authorization", token, "Sec-Fetch-Site", "same-origin"}, 404, 404},
		{"the end", "POST", "/stop", []string{"Authorization", token, "Sec-Fetch-Site", "same-origin"}, 404, 404},
		{"the status", "GET", "/status", []string{"Authorization", token}, 404, 404},
		{"a form elsewhere", "POST", "/new", []string{"Content-Type", formType}, 403, 403},
		{"another host", "GET", "/", []string{"Cookie", "krigo=" + testToken, "Host", "evil.example"}, 403, 403},
		{"another origin", "GET", "/", []string{"Authorization", token, "Origin", "http://evil.example"}, 403, 403},
		{"a picture elsewhere", "GET", "/", []string{"Authorization", token, "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "no-cors"}, 403, 403},
		{"a link elsewhere", "GET", "/", []string{"Authorization", token, "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document"}, 200, 200},
	} {
		for s, want := range map[*served]int{&closed: c.closed, &open: c.open} {
			got := s.askBare(c.method, c.path, "", c.header...)
			if got.status != want {
				t.Errorf("%s, open %v: %d %s, want %d", c.about, s == &open, got.status, got.body, want)
			}
			if !strings.HasPrefix(c.path, "/notebooks") && want == 404 && !strings.Contains(got.body, "--read-only") {
				t.Errorf("%s: it is not told why: %s", c.about, got.body)
			}
		}
	}
}

// TestVisitorsGetACookie: one that scripts do not see and other sites do not send, once; without it
// there is no room.
func TestVisitorsGetACookie(t *testing.T) {
	s := serveClass(t, Class{})
	cookie := s.ask("GET", "/notebooks/"+lesson, "").header.Get("Set-Cookie")
	for _, word := range []string{"-visitor=", "HttpOnly", "SameSite=Lax", "Path=/"} {
		if !strings.Contains(cookie, word) {
			t.Errorf("the cookie %q is without %s", cookie, word)
		}
	}
	if again := s.ask("GET", "/notebooks/"+lesson, "", "Cookie", strings.Split(cookie, ";")[0]).header.Get("Set-Cookie"); again != "" {
		t.Errorf("who has one gets another: %q", again)
	}
	_, own, _ := strings.Cut(strings.Split(cookie, ";")[0], "=")
	for _, bad := range []string{"", "short", strings.Repeat("A", 26), "A." + strings.Repeat("A", 52), own + "A", "A" + own, newIdentities(false).sign("A")} {
		name := strings.Split(cookie, "=")[0]
		if again := s.ask("GET", "/", "", "Cookie", name+"="+bad).header.Get("Set-Cookie"); again == "" {
			t.Errorf("%q is taken for a visitor", bad)
		}
	}
	o := &websocket.DialOptions{HTTPHeader: http.Header{"Authorization": {"Bearer " + testToken}}}
	pagetest.Dial(t, s.room(lesson), o).Until("refused", "allow cookies")
}

// TestAServerBehindAProxy: its public name is its own, and cookies are for https alone.
func TestAServerBehindAProxy(t *testing.T) {
	s := serveWith(t, t.TempDir(), Options{Public: "https://class.example.org/", Class: &Class{MaxKernels: 1, Idle: time.Hour}})
	got := s.ask("GET", "/", "", "Host", "class.example.org", "Origin", "https://class.example.org")
	if cookie := got.header.Get("Set-Cookie"); got.status != 200 || !strings.Contains(cookie, "Secure") || !strings.HasPrefix(cookie, "krigo-visitor=") {
		t.Errorf("%d %q %s", got.status, cookie, got.body)
	}
	if got := s.askBare("GET", "/", "", "Cookie", "krigo="+testToken, "Host", "other.example.org"); got.status != 403 {
		t.Errorf("another name: %d", got.status)
	}
	s.websocketThroughAProxy(t)
	for _, bad := range []string{"class.example.org", "ftp://class.example.org", "https://", "https://a.example?b"} {
		o := s.with
		o.Public = bad
		if _, err := New(t.Context(), o); err == nil || !strings.Contains(err.Error(), "public address") {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

// websocketThroughAProxy opens a room by https through a proxy that passes the Host on.
func (s served) websocketThroughAProxy(t *testing.T) {
	s.t.Helper()
	s.write("n.ipynb", notebookText(t))
	behind, err := url.Parse(s.http.URL)
	if err != nil {
		s.t.Fatal(err)
	}
	proxy := httptest.NewTLSServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(behind)
		r.Out.Host = r.In.Host
	}})
	defer proxy.Close()
	pagetest.Dial(s.t, proxy.URL+"/room/n.ipynb", &websocket.DialOptions{
		HTTPClient: proxy.Client(), Host: "class.example.org",
		HTTPHeader: http.Header{
			"Authorization": {"Bearer " + testToken}, "Origin": {"https://class.example.org"}, "Cookie": {"krigo-visitor=" + s.class().known.sign("ONE")},
		},
	}).Until("doc", "n.ipynb")
}

// TestClassOptionsAreChecked: each is named.
func TestClassOptionsAreChecked(t *testing.T) {
	for word, c := range map[string]Class{
		"MaxKernels is 0":  {Idle: time.Hour},
		"Idle is 0s":       {MaxKernels: 1},
		"CellTime is -1ns": {MaxKernels: 1, Idle: time.Hour, CellTime: -1},
	} {
		if err := c.check(); err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("%+v: %v, want %s", c, err, word)
		}
	}
}

// What is printed at the start has the figures of the limits.
func TestLimitsAreDescribed(t *testing.T) {
	got := Class{MaxKernels: 8}.Describe(60, 1024)
	for _, want := range []string{
		"At most 8 sessions run at once, 1 of a visitor and 6 of an address, each of at most 1024 MB: 8.0 GB in all, and 2.0 GB for the server.",
		"For a class of 60: a session that is idle for 30 s, or for 1 s while others wait longer, makes room",
		"For 60 at once, --max-workers 60 may take 62.0 GB.",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %q", want, got)
		}
	}
	if got := (Class{MaxKernels: 60}).Describe(60, 512); strings.Contains(got, "makes room") || !strings.Contains(got, "30.0 GB in all") {
		t.Errorf("with enough sessions: %q", got)
	}
}
