package history

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

func open(t *testing.T, dir string) *Log {
	t.Helper()
	l, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l
}

// run adds cells, numbered from 1, each with its upper-case form as output.
func run(t *testing.T, l *Log, cells ...string) {
	t.Helper()
	for i, c := range cells {
		if err := l.Add(i+1, c); err != nil {
			t.Fatal(err)
		}
		if err := l.Output(i+1, strings.ToUpper(c)); err != nil {
			t.Fatal(err)
		}
	}
}

// inShort writes entries as "session:line input=output".
func inShort(entries []Entry) string {
	var parts []string
	for _, e := range entries {
		part := fmt.Sprintf("%d:%d %s", e.Session, e.Line, e.Input)
		if e.Output != nil {
			part += "=" + *e.Output
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, ", ")
}

func expect(t *testing.T, what, want string) func([]Entry, error) {
	return func(entries []Entry, err error) {
		t.Helper()
		if got := inShort(entries); err != nil || got != want {
			t.Errorf("%s is %q, %v; wanted %q", what, got, err, want)
		}
	}
}

func TestSessionsFollowEachOther(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "history")
	first := open(t, dir)
	run(t, first, "a", "b")
	second := open(t, dir)
	third := open(t, dir)
	run(t, third, "d", "a")
	run(t, second, "c") // at the same time as the third

	expect(t, "the tail", "2:1 c=C, 3:1 d=D, 3:2 a=A")(third.Tail(3))
	expect(t, "the second's tail", "1:1 a=A, 1:2 b=B, 3:1 d=D, 3:2 a=A, 2:1 c=C")(second.Tail(9))
	expect(t, "an empty tail", "")(third.Tail(0))
	expect(t, "a negative tail", "")(third.Tail(-1))
	expect(t, "session 0", "3:2 a=A")(third.Range(0, 2, 0))
	expect(t, "session -2", "1:1 a=A")(third.Range(-2, 1, 2))
	expect(t, "session 2", "2:1 c=C")(third.Range(2, 0, 0))
	expect(t, "session 9", "")(third.Range(9, 0, 0))
	expect(t, "session -9", "")(third.Range(-9, 0, 0))
	expect(t, "a search", "1:1 a=A, 1:2 b=B, 3:2 a=A")(third.Search("[ab]", 0, false))
	expect(t, "a unique search", "1:2 b=B, 3:2 a=A")(third.Search("[ab]", 0, true))
	expect(t, "a search for one", "3:2 a=A")(third.Search("[ab]", 1, false))
}

func TestWithoutAFolderOnlyThisSession(t *testing.T) {
	l := New()
	run(t, l, "a")
	expect(t, "the tail", "1:1 a=A")(l.Tail(5))
	if err := l.Close(); err != nil {
		t.Error(err)
	}
}

func TestFilesArePrivate(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "history")
	run(t, open(t, dir), "secret")
	for path, want := range map[string]os.FileMode{dir: 0o700, sessionPath(dir, 1): 0o600} {
		info, err := os.Stat(path)
		if err != nil || info.Mode().Perm() != want {
			t.Errorf("%s has %v, %v; wanted %v", path, info.Mode().Perm(), err, want)
		}
	}
}

func TestSessionsThatStartTogetherHaveTheirOwnNumbers(t *testing.T) {
	dir := t.TempDir()
	logs := make([]*Log, 20)
	var starting sync.WaitGroup
	for i := range logs {
		starting.Go(func() {
			l, err := Open(dir)
			if err != nil {
				t.Error(err)
				return
			}
			logs[i] = l
			if err := l.Add(1, "a"); err != nil {
				t.Error(err)
			}
		})
	}
	starting.Wait()
	numbers := map[int]bool{}
	for _, l := range logs {
		numbers[l.Session()] = true
		l.Close()
	}
	if len(numbers) != len(logs) {
		t.Errorf("%d sessions have %d numbers", len(logs), len(numbers))
	}
	found, err := open(t, dir).Search("a", 0, false)
	if err != nil || len(found) != len(logs) {
		t.Errorf("found %d of %d, %v", len(found), len(logs), err)
	}
}

func TestASessionWithoutCellsLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	l := open(t, dir)
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if list, err := os.ReadDir(dir); err != nil || len(list) != 0 {
		t.Errorf("left %v, %v", list, err)
	}
}

func TestTornAndForeignFilesArePassedOver(t *testing.T) {
	dir := t.TempDir()
	run(t, open(t, dir), "a")
	file, err := os.OpenFile(sessionPath(dir, 1), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.WriteString("\xff{}\nnull\n7\n{\"line\":2,\"inp"); err != nil {
		t.Fatal(err)
	}
	file.Close()
	for _, name := range []string{"notes.txt", "x.jsonl", "-3.jsonl"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(`{"line":1,"input":"no"}`), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(sessionPath(dir, 8), 0o700); err != nil {
		t.Fatal(err)
	}
	expect(t, "the tail", "1:1 a=A")(open(t, dir).Tail(9))
}

func TestTheOldestSessionsGo(t *testing.T) {
	dir := t.TempDir()
	for number := 1; number <= maxSessions+5; number++ {
		if err := os.WriteFile(sessionPath(dir, number), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	open(t, dir)
	left, err := sessionsIn(dir)
	if err != nil || left[0].number != 6 || len(left) != maxSessions+1 {
		t.Errorf("%d sessions are left, from %d on, %v", len(left), left[0].number, err)
	}
}

func TestTooLargeAHistoryLosesTheOldest(t *testing.T) {
	dir := t.TempDir()
	for number := 1; number <= 5; number++ {
		if err := os.WriteFile(sessionPath(dir, number), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(sessionPath(dir, number), maxTotal/4); err != nil {
			t.Fatal(err)
		}
	}
	open(t, dir)
	left, err := sessionsIn(dir)
	if err != nil || len(left) != 5 || left[0].number != 2 {
		t.Errorf("left are %v, %v", left, err)
	}
}

func TestAFullSessionSaysSoOnceAndGoesOnInMemory(t *testing.T) {
	l := open(t, t.TempDir())
	large := strings.Repeat("x", maxSession/2)
	errors := 0
	for line := 1; line <= 4; line++ {
		if err := l.Add(line, large); err != nil {
			errors++
		}
	}
	if found, err := l.Tail(9); err != nil || len(found) != 4 || errors != 1 {
		t.Errorf("%d errors, %d entries, %v", errors, len(found), err)
	}
}

func TestLongOutputsAreNotKept(t *testing.T) {
	l := New()
	if err := l.Add(1, "a"); err != nil {
		t.Fatal(err)
	}
	if err := l.Output(1, strings.Repeat("x", maxOutput+1)); err != nil {
		t.Fatal(err)
	}
	expect(t, "the tail", "1:1 a")(l.Tail(1))
}
