package server

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	board "krigo/internal/class"
	"krigo/internal/nbformat"
	"krigo/internal/testwait"
)

// asTeacher is the header of a program that knows the teacher's token.
var asTeacher = []string{"Authorization", "Bearer " + testTeacherToken}

// live connects with the table of the teacher's page.
func (s served) live(header http.Header) (*websocket.Conn, *http.Response, error) {
	s.t.Helper()
	address := strings.Replace(s.http.URL, "http", "ws", 1) + "/teacher/live"
	c, answer, err := websocket.Dial(testwait.Context(s.t, "the teacher's page"), address, &websocket.DialOptions{HTTPHeader: header})
	if err == nil {
		s.t.Cleanup(func() { c.CloseNow() })
		c.SetReadLimit(-1)
	}
	return c, answer, err
}

// liveUntil reads tables until one is as wanted.
func (s served) liveUntil(c *websocket.Conn, what string, is func(board.Table) bool) board.Table {
	s.t.Helper()
	ctx := testwait.Context(s.t, what)
	var message struct{ Table board.Table }
	for {
		_, raw, err := c.Read(ctx)
		if err != nil {
			s.t.Fatalf("waited for %s: %v; the last table was %+v", what, err, message.Table)
		}
		message.Table = board.Table{}
		if err := json.Unmarshal(raw, &message); err != nil {
			s.t.Fatal(err)
		}
		if is(message.Table) {
			return message.Table
		}
	}
}

// teacherSession returns the cookie of a browser that has shown the teacher's token.
func (s served) teacherSession() string {
	s.t.Helper()
	got := s.askBare("GET", "/teacher?token="+url.QueryEscape(testTeacherToken), "")
	cookie, attributes, _ := strings.Cut(got.header.Get("Set-Cookie"), ";")
	if got.status != 303 || got.header.Get("Location") != "/teacher" || !strings.Contains(cookie, "-teacher=") || strings.Contains(cookie, testTeacherToken) {
		s.t.Fatalf("the teacher gets %d, %q and the cookie %q", got.status, got.header.Get("Location"), cookie)
	}
	for _, want := range []string{"HttpOnly", "SameSite=Strict", "Path=/teacher"} {
		if !strings.Contains(attributes, want) {
			s.t.Errorf("the teacher's cookie has %q, without %s", attributes, want)
		}
	}
	return cookie
}

const (
	rightAnswer = `report {"answer":{"exercise":"01-1","given":true,"right":true,"hash":1,"hints":1}}`
	wrongAnswer = `report {"answer":{"exercise":"01-1","given":true,"right":false,"hash":2,"hints":1}}`
	someGuess   = `report {"guess":{"question":"how many?","guess":{"number":3},"truth":{"number":5}}}`
)

// TestTheTeacherSeesTheClass: who is where, exercises and guesses, as they happen.
func TestTheTeacherSeesTheClass(t *testing.T) {
	s := serveClass(t, Class{})
	c, _, err := s.live(http.Header{"Authorization": {"Bearer " + testTeacherToken}})
	if err != nil {
		t.Fatal(err)
	}
	s.liveUntil(c, "the table of nobody", func(b board.Table) bool { return len(b.Visitors) == 0 })
	one, two := s.pageOf("ONE", lesson), s.pageOf("TWO", lesson)
	one.Until("doc", lesson)
	s.liveUntil(c, "who has come", func(b board.Table) bool { return len(b.Visitors) == 2 && b.Here == 2 })
	one.Run("a", wrongAnswer+"\n"+rightAnswer+"\n"+someGuess)
	one.Until("status", `"ok"`)
	for range 3 {
		two.Run("a", wrongAnswer+"\nfail")
		two.Until("status", `"error"`)
	}
	got := s.liveUntil(c, "the results", func(b board.Table) bool {
		return len(b.Questions) == 1 && len(b.Exercises) == 1 && b.Exercises[0].Attempted == 2 && b.Visitors[0].Failures+b.Visitors[1].Failures == 3
	})
	byFailures := map[int]board.Entry{got.Visitors[0].Failures: got.Visitors[0], got.Visitors[1].Failures: got.Visitors[1]}
	if e := byFailures[0]; e.Results["01-1"] != (board.Result{Accepted: true, Tries: 2, Hints: 1}) || e.Notebook != lesson || e.Cell != 1 || e.Cells != 1 {
		t.Errorf("the first has %+v", e)
	}
	if e := byFailures[3]; e.Results["01-1"] != (board.Result{Tries: 1, Hints: 1}) {
		t.Errorf("the second has %+v", e)
	}
	if want := []board.Bar{{Label: "3", Count: 1}}; !reflect.DeepEqual(got.Questions[0].Bars, want) || got.Questions[0].Text != "how many?" || got.Questions[0].Truth != "5" {
		t.Errorf("the guesses are %+v", got.Questions)
	}
	one.Leave()
	s.liveUntil(c, "who has left", func(b board.Table) bool { return b.Here == 1 })

	if got := s.askBare("GET", "/teacher/class.csv", "", asTeacher...); got.status != 200 || !strings.Contains(got.body, ",yes,2,1\n") || !strings.Contains(got.body, ",no,1,1\n") ||
		got.header.Get("Content-Disposition") != `attachment; filename="class.csv"` {
		t.Errorf("the CSV: %d %v\n%s", got.status, got.header, got.body)
	}
	if got := s.askBare("GET", "/teacher/guesses.csv", "", asTeacher...); got.status != 200 || !strings.Contains(got.body, lesson+",how many?,5,3,1\n") {
		t.Errorf("the guesses: %d\n%s", got.status, got.body)
	}
}

// TestARepeatedRunIsNoProgress: a session that has made room repeats its cells, and the row stays as it was.
func TestARepeatedRunIsNoProgress(t *testing.T) {
	s := serveClass(t, Class{MaxKernels: 1})
	one := s.pageOf("ONE", lesson)
	one.Do(`{"op":"insert","id":"h","after":"","type":"markdown","source":"## The *first* part\nText"}`)
	one.Do(`{"op":"insert","id":"b","after":"a","type":"code","source":"show b"}`)
	one.Run("a", wrongAnswer)
	one.Until("status", `"ok"`)
	one.Run("b", "fail")
	one.Until("status", `"error"`)
	entry := func() board.Entry { return s.class().board.Table().Visitors[0] }
	before := entry()
	if before.Cell != 2 || before.Cells != 2 || before.Section != "The first part" || before.Failures != 1 || before.Results["01-1"].Tries != 1 {
		t.Fatalf("the row is %+v", before)
	}
	s.idle(t)
	if yielded, err := s.class().visitors.at("ONE").at(lesson).Yield(); !yielded || err != nil {
		t.Fatalf("the session makes room: %v, %v", yielded, err)
	}
	one.Run("b", "show c\nfail again")
	one.Until("status", `"error"`)
	want, after := before, entry()
	want.Failures, want.Active = 2, after.Active // the repeated run, which went well, would have ended the row of errors
	if !reflect.DeepEqual(after, want) {
		t.Errorf("the row is %+v, want %+v", after, want)
	}
}

// TestStudentsDoNotSeeTheTeachersPage: each line is a request without the right to it.
func TestStudentsDoNotSeeTheTeachersPage(t *testing.T) {
	closed, open := serveClass(t, Class{}), serveClass(t, Class{Open: true})
	for _, s := range []*served{&closed, &open} {
		p := s.pageOf("ONE", lesson)
		p.Run("a", rightAnswer+"\n"+someGuess)
		p.Until("status", `"ok"`)
		s.ask("POST", "/name", "name=Ada-of-the-table", "Cookie", s.cookieOf("ONE"), "Content-Type", formType, "Origin", s.http.URL)
		_, port, _ := strings.Cut(strings.TrimPrefix(s.http.URL, "http://"), ":")
		student := "Bearer " + testToken
		for _, c := range []struct {
			about  string
			header []string
		}{
			{"no token", nil},
			{"the class's token", []string{"Authorization", student}},
			{"the class's token and a visitor's cookie", []string{"Authorization", student, "Cookie", s.cookieOf("ONE")}},
			{"a wrong token", []string{"Authorization", "Bearer " + testTeacherToken + "x"}},
			{"the token in another case", []string{"Authorization", "Bearer " + strings.ToUpper(testTeacherToken)}},
			{"a forged cookie", []string{"Cookie", "krigo-" + port + "-teacher=" + strings.Repeat("A", 26)}},
			{"the token as the cookie", []string{"Cookie", "krigo-" + port + "-teacher=" + testTeacherToken}},
			{"the class's token as the cookie", []string{"Cookie", "krigo-" + port + "-teacher=" + testToken}},
			{"the visitor's cookie under the teacher's name", []string{"Cookie", strings.Replace(s.cookieOf("ONE"), "-visitor", "-teacher", 1)}},
			{"the cookie of the class under the teacher's name", []string{"Cookie", strings.Replace(s.session(), "=", "-teacher=", 1)}},
			{"the cookie of the class", []string{"Cookie", s.session()}},
			{"the token in the referer", []string{"Authorization", student, "Referer", s.http.URL + "/teacher?token=" + testTeacherToken}},
			{"the token in headers of a proxy", []string{"Authorization", student, "X-Forwarded-Uri", "/teacher?token=" + testTeacherToken, "X-Token", testTeacherToken}},
		} {
			for _, path := range []string{"/teacher", "/teacher/", "/teacher/live", "/teacher/class.csv", "/teacher/guesses.csv", "/teacher/static/teacher.js", "/teacher?token=" + testToken, "/teacher?ticket=" + s.Ticket()} {
				got := s.askBare("GET", path, "", c.header...)
				if got.status != 403 || got.header.Get("Set-Cookie") != "" || leaks(got.body) {
					t.Errorf("open %v, %s asks for %s: %d %q\n%.300s", s == &open, c.about, path, got.status, got.header.Get("Set-Cookie"), got.body)
				}
			}
		}
	}
}

// leaks reports whether a text has something of the teacher's page.
func leaks(text string) bool {
	for _, word := range []string{testTeacherToken, "Who is where", "Ada-of-the-table", "how many?", "last activity", "lessonOf"} {
		if strings.Contains(text, word) {
			return true
		}
	}
	return false
}

// TestPathTricksLeadNowhere: other spellings of the path, with the student's rights, are refused or
// are not there, and with the teacher's reach nothing of the students'.
func TestPathTricksLeadNowhere(t *testing.T) {
	s := serveClass(t, Class{})
	student := []string{"Authorization", "Bearer " + testToken, "Cookie", s.cookieOf("ONE")}
	for _, path := range []string{
		"//teacher", "/./teacher", "/x/../teacher", "/tree/../teacher", "/notebooks/../teacher/class.csv", "/static/../teacher/static/teacher.js", "/home/../../teacher",
		"/%74eacher", "/teacher%2fclass.csv", "/teacher%2Flive", "/%2fteacher", "/teacher%00", "/teacher;x", "/TEACHER", "/Teacher/class.csv", "/teacher/../teacher/class.csv", "/teacher/./live",
		"/teacher/../tree/../teacher/class.csv", "/tree/%2e%2e/teacher", "/tree/..%2fteacher", "/static/teacher.js", "/static/..%2fteacher%2fteacher.html", "/home/..%2fteacher%2fteacher.html", "/home/teacher.html",
		"/static/teacher/teacher.html", "/notebooks/teacher", "/export/teacher", "/blob/teacher", "\\teacher",
	} {
		got := s.askBare("GET", path, "", student...)
		if got.status < 300 || leaks(got.body) {
			t.Errorf("%s: %d %.200s", path, got.status, got.body)
		}
		if to := got.header.Get("Location"); to != "" {
			if next := s.askBare("GET", to, "", student...); next.status < 400 && strings.Contains(to, "teacher") || leaks(next.body) {
				t.Errorf("%s leads to %s: %d %.200s", path, to, next.status, next.body)
			}
		}
	}
	// What is behind the teacher's door is not the class's.
	for _, path := range []string{"/teacher/tree", "/teacher/../tree", "/teacher/notebooks/" + lesson, "/teacher/export/" + lesson, "/teacher/static/home.css", "/teacher/static/..%2f..%2fserver.go", "/teacher/nothing"} {
		if got := s.askBare("GET", path, "", asTeacher...); got.status == 200 {
			t.Errorf("%s: %d %.200s", path, got.status, got.body)
		}
	}
	// Nor does the teacher's token open the class.
	for _, path := range []string{"/", "/tree", "/notebooks/" + lesson, "/export/" + lesson + "?format=go", "/?token=" + url.QueryEscape(testTeacherToken)} {
		if got := s.askBare("GET", path, "", asTeacher...); got.status != 403 {
			t.Errorf("the teacher's token at %s: %d", path, got.status)
		}
	}
	for _, method := range []string{"POST", "PUT", "DELETE", "HEAD", "OPTIONS"} {
		if got := s.askBare(method, "/teacher", "", student...); got.status < 400 || leaks(got.body) {
			t.Errorf("%s with the student's rights: %d", method, got.status)
		}
	}
}

// TestWebsocketsOfTheTeachersPageWantItsTokenAndOrigin: and no more are open than may be.
func TestWebsocketsOfTheTeachersPageWantItsTokenAndOrigin(t *testing.T) {
	s := serveClass(t, Class{Open: true})
	cookie := s.teacherSession()
	for about, header := range map[string]http.Header{
		"nobody":                {},
		"a student":             {"Authorization": {"Bearer " + testToken}, "Cookie": {s.cookieOf("ONE")}},
		"another origin":        {"Cookie": {cookie}, "Origin": {"http://evil.example"}},
		"another port":          {"Cookie": {cookie}, "Origin": {"http://127.0.0.1:1"}},
		"a page of no origin":   {"Cookie": {cookie}, "Origin": {"null"}},
		"a page elsewhere":      {"Cookie": {cookie}, "Sec-Fetch-Site": {"cross-site"}, "Sec-Fetch-Mode": {"websocket"}},
		"a token and an origin": {"Authorization": {"Bearer " + testTeacherToken}, "Origin": {"http://evil.example"}},
	} {
		if _, answer, err := s.live(header); err == nil || answer == nil || answer.StatusCode != http.StatusForbidden {
			t.Errorf("%s: %v %v", about, answer, err)
		}
	}
	ours := http.Header{"Cookie": {cookie}, "Origin": {s.http.URL}, "Sec-Fetch-Site": {"same-origin"}}
	var first *websocket.Conn
	for i := range mostTeachers {
		c, _, err := s.live(ours)
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			first = c
		}
	}
	if _, answer, err := s.live(ours); err == nil || answer.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("one page too many: %v %v", answer, err)
	}
	// A page has nothing to say.
	if err := first.Write(t.Context(), websocket.MessageText, []byte(`{"op":"run"}`)); err != nil {
		t.Fatal(err)
	}
	testwait.Until(t, "the page that says something to be cut off", func() bool {
		c, _, err := s.live(ours)
		if err == nil {
			c.CloseNow()
		}
		return err == nil
	})
}

// TestNothingOfTheTeachersPageIsElsewhere: not in pages, events, exports, files and the log of a class
// whose teacher looks.
func TestNothingOfTheTeachersPageIsElsewhere(t *testing.T) {
	var log safeBuffer
	dir := t.TempDir()
	nb := nbformat.New()
	nb.Add(nbformat.Code, "show given").ID = "a"
	if err := nbformat.WriteFile(dir+"/n.ipynb", nb); err != nil {
		t.Fatal(err)
	}
	s := serveWith(t, dir, Options{
		Class: &Class{MaxKernels: 2, Idle: time.Hour, TeacherToken: testTeacherToken}, Log: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})),
	})
	cookie := s.teacherSession()
	for _, path := range []string{"/teacher", "/teacher/live", "/teacher/nothing", "/teacher/class.csv", "/teacher/static/teacher.js"} {
		s.askBare("GET", path, "", "Cookie", cookie)
	}
	other := s.pageOf("OTHER", "n.ipynb")
	other.Until("doc", "n.ipynb")
	s.ask("POST", "/name", "name=Ada-of-the-table", "Cookie", s.cookieOf("OTHER"), "Content-Type", formType, "Origin", s.http.URL)
	other.Run("a", someGuess)
	other.Until("status", `"ok"`)
	one := s.pageOf("ONE", "n.ipynb")
	events := one.Until("doc", "n.ipynb")
	one.Run("a", rightAnswer+"\nshow done")
	events += one.Until("out", "done") + one.Until("status", `"ok"`)
	all := map[string]string{"events": events, "the log": log.String()}
	for _, path := range []string{"/", "/tree", "/notebooks/n.ipynb", "/static/app.js", "/static/commands.js", "/home/home.css", "/export/n.ipynb?format=ipynb", "/export/n.ipynb?format=html", "/export/n.ipynb?format=go", "/nothing"} {
		got := s.ask("GET", path, "", "Cookie", s.cookieOf("ONE"), "Accept", "text/html")
		all[path] = fmt.Sprint(got.header) + got.body
		if policy := got.header.Get("Referrer-Policy"); policy != "no-referrer" {
			t.Errorf("%s has the referrer policy %q", path, policy)
		}
	}
	for _, path := range []string{"/teacher", "/teacher/class.csv"} {
		if got := s.askBare("GET", path, "", "Cookie", cookie); strings.Contains(fmt.Sprint(got.header)+got.body, testTeacherToken) || got.header.Get("Referrer-Policy") != "no-referrer" || got.header.Get("Cache-Control") == "" {
			t.Errorf("%s: %v %.100s", path, got.header, got.body)
		}
	}
	for where, text := range all {
		for _, bad := range []string{testTeacherToken, `/teacher`, "class.csv", "Ada-of-the-table", strings.TrimPrefix(cookie, "krigo")} {
			if strings.Contains(text, bad) {
				t.Errorf("%s has %q:\n%.500s", where, bad, text)
			}
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if files := contents(t, dir); strings.Contains(files, "teacher") {
		t.Errorf("the folder has\n%s", files)
	}
	raw, err := os.ReadFile(dir + "/n.ipynb")
	if err != nil || strings.Contains(string(raw), "teacher") {
		t.Errorf("the notebook is %s (%v)", raw, err)
	}
}

// safeBuffer is a buffer for several goroutines.
type safeBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *safeBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *safeBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// TestVisitorsGiveANameOrNone: it is theirs alone, cleaned, and a form elsewhere does not set it.
func TestVisitorsGiveANameOrNone(t *testing.T) {
	s := serveClass(t, Class{})
	name := func() string { _, name := s.class().board.Known("ONE"); return name }
	form := func(text string, header ...string) answer {
		return s.askBare("POST", "/name", "name="+url.QueryEscape(text), append([]string{"Cookie", s.cookieOf("ONE") + "; " + s.session(), "Content-Type", formType}, header...)...)
	}
	ours := []string{"Origin", s.http.URL, "Sec-Fetch-Site", "same-origin"}
	if got := form("Ada <b>\u202eL\x00", ours...); got.status != 303 || got.header.Get("Location") != "/" || name() != "Ada <b>L" {
		t.Errorf("a name: %d %q, kept as %q", got.status, got.header.Get("Location"), name())
	}
	if got := s.ask("GET", "/", "", "Cookie", s.cookieOf("ONE")); !strings.Contains(got.body, `value="Ada &lt;b&gt;L"`) || !strings.Contains(got.body, "visitor 1") {
		t.Errorf("the visitor's list:\n%s", got.body)
	}
	if got := s.ask("GET", "/", "", "Cookie", s.cookieOf("OTHER")); strings.Contains(got.body, "Ada") || strings.Contains(got.body, "visitor 1") {
		t.Errorf("the list of another:\n%s", got.body)
	}
	for about, header := range map[string][]string{
		"a form elsewhere": {"Origin", "http://evil.example", "Sec-Fetch-Site", "cross-site"}, "a form that tells no origin": nil,
	} {
		if got := form("Eve", header...); got.status != 403 || name() != "Ada <b>L" {
			t.Errorf("%s: %d, the name is %q", about, got.status, name())
		}
	}
	if got := form(strings.Repeat("x", formBytes), ours...); got.status != 413 || name() != "Ada <b>L" {
		t.Errorf("a name of a megabyte: %d, the name is %q", got.status, name())
	}
	if got := s.ask("POST", "/name", "name=Eve", "Content-Type", formType); got.status != 403 {
		t.Errorf("without a visitor's cookie: %d", got.status)
	}
	forged := strings.Replace(s.cookieOf("ONE"), "=ONE.", "=TWO.", 1)
	if got := s.ask("POST", "/name", "name=Eve", "Content-Type", formType, "Cookie", forged); got.status != 403 || len(s.class().board.Table().Visitors) != 1 {
		t.Errorf("with a forged cookie: %d", got.status)
	}
	if got := form("", ours...); got.status != 303 || name() != "" {
		t.Errorf("no name: %d, kept as %q", got.status, name())
	}
}

// TestAForgedReportStaysInItsRow: cells and pages may say what they like.
func TestAForgedReportStaysInItsRow(t *testing.T) {
	s := serveClass(t, Class{})
	one, eve := s.pageOf("ONE", lesson), s.pageOf("EVE", lesson)
	one.Run("a", rightAnswer)
	one.Until("status", `"ok"`)
	before := s.class().board.Table().Visitors
	eve.Until("doc", lesson)
	for _, forged := range []string{
		`report {"answer":{"exercise":"01-1","given":true,"right":false,"hash":9},"visitor":"ONE","number":1}`,
		`report {"visitor":"ONE","rename":"Eve"}`, `report {"guess":{"question":"` + strings.Repeat("q", 1<<20) + `"}}`, "report " + strings.Repeat(" ", 10) + "{}",
	} {
		eve.Run("a", forged)
		eve.Until("status", `"ok"`)
	}
	for _, op := range []string{
		`{"op":"comm","id":"r","data":{"answer":{"exercise":"01-1","given":true,"right":false}}}`, `{"op":"report","data":{}}`,
	} {
		eve.Do(op)
	}
	eve.Run("a", "show done")
	eve.Until("out", "done")
	after := s.class().board.Table()
	mine := func(all []board.Entry) board.Entry {
		for _, e := range all {
			if e.Results["01-1"].Accepted {
				return e
			}
		}
		return board.Entry{}
	}
	if !reflect.DeepEqual(mine(before), mine(after.Visitors)) || len(after.Visitors) != 2 || len(after.Questions) != 0 {
		t.Errorf("before %+v, after %+v, %+v", before, after.Visitors, after.Questions)
	}
}

// TestTheTeachersTokenIsNotThatOfTheClass, nor short; without one New makes one.
func TestTheTeachersTokenIsNotThatOfTheClass(t *testing.T) {
	s := serveClass(t, Class{})
	for token, want := range map[string]string{testToken: "every student knows it", "short": "has 5 characters"} {
		o := s.with
		o.Class = &Class{MaxKernels: 1, Idle: time.Hour, TeacherToken: token}
		if _, err := New(t.Context(), o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", token, err)
		}
	}
	made := serveWith(t, t.TempDir(), Options{Class: &Class{MaxKernels: 1, Idle: time.Hour}})
	if token := made.TeacherToken(); len(token) < shortestToken || token == made.Token() {
		t.Errorf("the token is %q", token)
	}
	if token := serve(t).TeacherToken(); token != "" {
		t.Errorf("a server without visitors has the teacher's token %q", token)
	}
	if got := serve(t).ask("GET", "/teacher", ""); got.status != 404 {
		t.Errorf("a server without visitors has a teacher's page: %d", got.status)
	}
}

// TestTheTeachersPageIsBelowTheBase: with its cookie.
func TestTheTeachersPageIsBelowTheBase(t *testing.T) {
	s := serveWith(t, t.TempDir(), Options{Base: "/krigo", Class: &Class{MaxKernels: 1, Idle: time.Hour, TeacherToken: testTeacherToken}})
	got := s.askBare("GET", "/krigo/teacher?token="+url.QueryEscape(testTeacherToken), "")
	if set := got.header.Get("Set-Cookie"); got.status != 303 || got.header.Get("Location") != "/krigo/teacher" || !strings.Contains(set, "Path=/krigo/teacher;") {
		t.Errorf("%d %q %q", got.status, got.header.Get("Location"), set)
	}
	page := s.askBare("GET", "/krigo/teacher", "", asTeacher...)
	if page.status != 200 || strings.Contains(page.body, `="/teacher`) || !strings.Contains(page.body, `src="/krigo/teacher/static/teacher.js"`) {
		t.Errorf("%d %s", page.status, page.body)
	}
	if got := s.askBare("GET", "/teacher", "", asTeacher...); got.status == 200 {
		t.Errorf("above the base: %d", got.status)
	}
	for _, file := range []string{"teacher.js", "teacher.css", "page.css", "dom.js", "theme.js", "icon.svg"} {
		if got := s.askBare("GET", "/krigo/teacher/static/"+file, "", asTeacher...); got.status != 200 {
			t.Errorf("%s: %d", file, got.status)
		}
	}
}
