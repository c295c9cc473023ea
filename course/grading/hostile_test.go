package grading_test

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"krigo/course/grading"
)

// attacks are those of hostile students' cells. Each is the body of a function that reports whether it
// has succeeded, and then the student gives a right answer: its points show it.
var attacks = map[string]string{
	"deletes others' work":     `return os.RemoveAll("HANDED/victim") == nil && exists("HANDED")`,
	"reads others' work":       `text, err := os.ReadFile("HANDED/victim/lesson.ipynb"); return err == nil && len(text) > 0`,
	"forges marks":             `return os.WriteFile("MARKS", []byte("eve,100\n"), 0o600) == nil`,
	"writes through a link":    `os.Symlink("MARKS", "link"); return os.WriteFile("link", []byte("eve,100\n"), 0o600) == nil`,
	"dials a socket":           `c, err := net.Dial("unix", "SOCKET"); if err == nil { c.Close() }; return err == nil`,
	"bombs by forks":           `n := 0; for range 500 { if exec.Command("sleep", "MARK").Start() == nil { n++ } }; return n > 300`,
	"fills the disk":           `n := 0; block := make([]byte, 1<<24); for i := range 64 { if os.WriteFile(fmt.Sprint("fill", i), block, 0o600) == nil { n++ } }; return n > 32`,
	"reads the grader":         `for _, file := range []string{"environ", "maps", "cwd/go.mod", "root/etc/hostname"} { if _, err := os.ReadFile("/proc/PID/" + file); err == nil { return true } }; return false`,
	"reads solutions":          `return exists("SOLUTIONS")`,
	"ends the grader":          `return exec.Command("sh", "-c", "kill -0 PID").Run() == nil`,
	"changes the program":      `exe, err := os.Executable(); if err != nil { return false }; f, err := os.OpenFile(exe, os.O_WRONLY, 0); if err == nil { f.Close() }; return err == nil || os.Remove(exe) == nil`,
	"takes memory by children": `all := make(chan error); for range 4 { go func() { all <- exec.Command("sh", "-c", "head -c 600000000 /dev/zero | tail -c 600000000 | wc -c").Run() }() }; n := 0; for range 4 { if <-all == nil { n++ } }; return n == 4`,
	"traces the grader":        `if f, err := os.OpenFile("/proc/PID/mem", os.O_RDWR, 0); err == nil { f.Close(); return true }; return exec.Command("python3", "-c", "import ctypes, sys; sys.exit(ctypes.CDLL(None).ptrace(16, PID, 0, 0) != 0)").Run() == nil`,
	"signals everyone":         `if os.Getpid() < 1000 { exec.Command("sh", "-c", "kill -9 -1").Run() }; return exec.Command("sh", "-c", "kill -CONT PID").Run() == nil`,
	"makes namespaces":         `return exec.Command("unshare", "--user", "--map-root-user", "--mount", "sh", "-c", "mount -t tmpfs none /tmp && test -e HANDED").Run() == nil`,
	"links to marks":           `return os.Link("MARKS", "mine") == nil`,
	"opens devices":            `for _, path := range []string{"/dev/mem", "/dev/kmsg", "/dev/sda", "/dev/tty", "/dev/loop-control", "/dev/fuse"} { if f, err := os.OpenFile(path, os.O_RDWR, 0); err == nil { f.Close(); return true } }; return exec.Command("mknod", "device", "c", "1", "1").Run() == nil`,
	"changes the kernel":       `for _, path := range []string{"/proc/sys/kernel/core_pattern", "/proc/sys/kernel/hostname", "/proc/sysrq-trigger", "/sys/kernel/uevent_helper", "/sys/fs/cgroup/cgroup.procs"} { if f, err := os.OpenFile(path, os.O_WRONLY, 0); err == nil { f.Close(); return true } }; return false`,
	"raises its limits":        `return exec.Command("sh", "-c", "ulimit -H -u unlimited").Run() == nil || exec.Command("sh", "-c", "ulimit -H -f unlimited").Run() == nil`,
	"inherits descriptors":     `files, _ := os.ReadDir("/proc/self/fd"); for _, f := range files { to, _ := os.Readlink("/proc/self/fd/" + f.Name()); if strings.Contains(to, "OUTSIDE") || exists("/proc/self/fd/" + f.Name() + "/handed") { return true } }; return false`,
	"fills the list of files":  `os.Mkdir("many", 0o777); n := 0; for n < 150000 && os.WriteFile(fmt.Sprint("many/", n), nil, 0o600) == nil { n++ }; return n >= 150000`,
	"dials an abstract socket": `c, err := net.Dial("unix", "@krigo-MARK"); if err == nil { c.Close() }; return err == nil`,
	"shares, first":            shares("first", "second"),
	"shares, second":           shares("second", "first"),
	"follows its link":         `text, err := os.ReadFile("link.txt"); return err == nil && len(text) > 0`,
}

// shares is the attack of a student who leaves an answer where another one looks for it.
func shares(own, other string) string {
	return fmt.Sprintf(`found := false; for range 60 { for _, dir := range []string{"/tmp", "/dev/shm", "/var/tmp", "/run", ".."} { os.WriteFile(dir + "/krigo-MARK-%s", nil, 0o666); found = found || exists(dir + "/krigo-MARK-%s") }; time.Sleep(50 * time.Millisecond) }; return found`, own, other)
}

// helpers are the declarations before an attack.
const helpers = `import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"strings"
	"time"
)

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

var _, _, _, _, _, _ = fmt.Sprint, net.Dial, os.Exit, exec.Command, strings.Contains, time.Sleep`

// TestHostileStudentsGainNothing: they touch nothing of others, and the victim keeps the points.
func TestHostileStudentsGainNothing(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("runs many notebooks")
	}
	if runtime.GOOS != "linux" {
		t.Skip("other systems confine nothing, and say so")
	}
	outside := t.TempDir()
	handed, marks, socket := filepath.Join(outside, "handed"), filepath.Join(outside, "marks.csv"), filepath.Join(outside, "socket")
	if err := os.WriteFile(marks, []byte("the teacher's"), 0o666); err != nil {
		t.Fatal(err)
	}
	mark := fmt.Sprint(200000 + os.Getpid())
	visits := serveVisits(t, socket)
	abstract := serveVisits(t, "@krigo-"+mark)
	solutions, err := filepath.Abs("../solutions/01-1.cell")
	if err != nil {
		t.Fatal(err)
	}
	words := strings.NewReplacer("HANDED", handed, "MARKS", marks, "SOCKET", socket, "SOLUTIONS", solutions, "OUTSIDE", outside, "MARK", mark, "PID", fmt.Sprint(os.Getpid()))
	handIn(t, handed, "victim/lesson.ipynb", notebook(root2, bell, bayes))
	for name, attack := range attacks {
		handIn(t, handed, filepath.Join(name, "lesson.ipynb"), notebook(helpers, "func attack() bool {\n\t"+words.Replace(attack)+"\n}", "if attack() {\n\t"+root2+"\n}"))
	}
	for _, link := range [][2]string{{"victim", "twin"}, {"victim/lesson.ipynb", "follows its link/link.txt"}} {
		if err := os.Symlink(filepath.Join(handed, link[0]), filepath.Join(handed, link[1])); err != nil {
			t.Fatal(err)
		}
	}
	victim := read(t, filepath.Join(handed, "victim", "lesson.ipynb"))
	o := options(t)
	o.CellTime, o.Memory = 30*time.Second, 1e9
	report, err := grading.Grade(t.Context(), handed, o)
	if err != nil {
		t.Fatal(err)
	}
	if notes := strings.Join(report.Notes, "; "); !strings.Contains(notes, `"twin"`) {
		t.Errorf("the link is not reported: %q", notes)
	}
	for _, s := range report.Students {
		want := 0.0
		if s.Name == "victim" {
			want = 4
		}
		if got := s.Total(report.Exercises); got != want {
			t.Errorf("%s: %v points, want %v; noticed: %q", s.Name, got, want, s.Noticed)
		}
	}
	if len(report.Students) != len(attacks)+1 {
		t.Errorf("%d students are graded, want %d", len(report.Students), len(attacks)+1)
	}
	if got := read(t, marks); got != "the teacher's" {
		t.Errorf("the marks are %q", got)
	}
	if read(t, filepath.Join(handed, "victim", "lesson.ipynb")) != victim {
		t.Error("the victim's notebook has changed")
	}
	if n := visits.Load() + abstract.Load(); n > 0 {
		t.Errorf("the sockets were reached %d times", n)
	}
	for _, pattern := range []string{"/tmp/krigo-", "/dev/shm/krigo-", "/var/tmp/krigo-", "/run/krigo-"} {
		if left, _ := filepath.Glob(pattern + mark + "-*"); len(left) > 0 {
			t.Errorf("files are left behind: %q", left)
		}
	}
	if running(t, "sleep\x00"+mark) {
		t.Error("a process goes on")
	}
}

// serveVisits counts who reaches a socket.
func serveVisits(t *testing.T, path string) *atomic.Int32 {
	t.Helper()
	l, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	var visits atomic.Int32
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			visits.Add(1)
			c.Close()
		}
	}()
	return &visits
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestAnUntouchedStubIsNoAnswer, although it runs; one that has changed is.
func TestAnUntouchedStubIsNoAnswer(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("runs notebooks")
	}
	const stub = "func bell(x float64) float64 {\n\treturn 0\n}\ncourse.Check(\"t-2\", bell)"
	dir := t.TempDir()
	for name, source := range map[string]string{"untouched": stub, "spaced": stub + "\n\n", "changed": strings.Replace(stub, "return 0", "return 1", 1)} {
		nb := notebook()
		graded(nb, "t-2", true, 2, source)
		handIn(t, filepath.Join(dir, "handed"), name+".ipynb", nb)
	}
	nb := notebook()
	graded(nb, "t-2", true, 2, stub)
	handIn(t, dir, "course/notebooks/lesson.ipynb", nb)
	o := options(t)
	o.Data = os.DirFS(filepath.Join(dir, "course"))
	if err := os.MkdirAll(filepath.Join(dir, "course", "testdata"), 0o755); err != nil {
		t.Fatal(err)
	}
	report, err := grading.Grade(t.Context(), filepath.Join(dir, "handed"), o)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range report.Students {
		_, answered := s.Points["t-2"]
		if answered != (s.Name == "changed") {
			t.Errorf("%s: answered is %v; noticed: %q", s.Name, answered, s.Noticed)
		}
	}
}
