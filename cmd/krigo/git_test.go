package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// repository is a fresh repository of git whose user has a home of their own. Its
// name, and that of krigo, have to be quoted in shells.
type repository struct {
	t         *testing.T
	dir, home string
}

func newRepository(t *testing.T) repository {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	r := repository{t, filepath.Join(t.TempDir(), "it's a repository"), t.TempDir()}
	if err := os.Mkdir(r.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	r.git("init", "-q")
	r.git("config", "user.name", "Somebody")
	r.git("config", "user.email", "somebody@example.org")
	return r
}

// run runs a program in the repository and returns what it prints, and its status.
func (r repository) run(program string, args ...string) (string, int) {
	r.t.Helper()
	cmd := exec.CommandContext(atMost(r.t), program, args...)
	cmd.Dir = r.dir
	cmd.Env = []string{
		"HOME=" + r.home, "PATH=" + os.Getenv("PATH"), "KRIGO_TEST_MAIN=1", "LC_ALL=C", "GIT_PAGER=cat", "GIT_CONFIG_NOSYSTEM=1",
	}
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		r.t.Fatal(err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

// git runs git, which must end well.
func (r repository) git(args ...string) string {
	r.t.Helper()
	out, status := r.run("git", args...)
	if status != 0 {
		r.t.Fatalf("git %v: status %d: %s", args, status, out)
	}
	return out
}

// krigo runs a copy of the test's binary that does not lie where `go test` builds,
// which install would take for temporary.
func (r repository) krigo(args ...string) (string, int) {
	r.t.Helper()
	binary := filepath.Join(r.home, "the krigo")
	if _, err := os.Stat(binary); err != nil {
		raw, err := os.ReadFile(os.Args[0])
		if err != nil {
			r.t.Fatal(err)
		}
		if err := os.WriteFile(binary, raw, 0o755); err != nil {
			r.t.Fatal(err)
		}
	}
	return r.run(binary, args...)
}

func (r repository) path(name string) string { return filepath.Join(r.dir, name) }

func (r repository) install(args ...string) string {
	r.t.Helper()
	out, status := r.krigo(append([]string{"install"}, args...)...)
	if status != 0 {
		r.t.Fatalf("install %v: status %d: %s", args, status, out)
	}
	return out
}

func TestGitCommitsNoOutputs(t *testing.T) {
	if testing.Short() {
		t.Skip("starts git many times")
	}
	r := newRepository(t)
	r.install("--git")
	writeExecuted(t, r.path("a.ipynb"), "x := 1", "printed\n")
	r.git("add", "a.ipynb")
	r.git("commit", "-q", "-m", "a notebook")
	if committed := r.git("show", "HEAD:a.ipynb"); strings.Contains(committed, "printed") || !strings.Contains(committed, "x := 1") {
		t.Errorf("committed is\n%s", committed)
	}
	if !strings.Contains(read(t, r.path("a.ipynb")), "printed") {
		t.Error("the file has lost its output")
	}
	writeExecuted(t, r.path("a.ipynb"), "x := 1", "something else\n")
	if got := r.git("diff"); got != "" {
		t.Errorf("another output is a change: %s", got)
	}
	r.git("add", "a.ipynb") // until then git status reports the file's other size
	if status := r.git("status", "--porcelain"); status != "" {
		t.Errorf("another output was added: %s", status)
	}
	writeExecuted(t, r.path("a.ipynb"), "x := 2", "something else\n")
	const want = "krigo diff a/a.ipynb b/a.ipynb\n--- a/a.ipynb\n+++ b/a.ipynb\ncell 1 (code) edited\n@@ -1,1 +1,1 @@\n-x := 1\n+x := 2\n"
	if got := r.git("diff"); got != want {
		t.Errorf("git diff: got\n%swant\n%s", got, want)
	}
	r.git("checkout", "-q", "a.ipynb")
	if status := r.git("status", "--porcelain"); status != "" || strings.Contains(read(t, r.path("a.ipynb")), "something") {
		t.Errorf("after git checkout: %s", status)
	}
}

func TestGitRefusesHalfANotebookAndLivesWithConflicts(t *testing.T) {
	if testing.Short() {
		t.Skip("starts git many times")
	}
	r := newRepository(t)
	r.install("--git")
	write(t, r.dir, "a.ipynb", "{")
	if out, status := r.run("git", "add", "a.ipynb"); status == 0 || !strings.Contains(out, "not JSON") {
		t.Errorf("git add: status %d: %s", status, out)
	}
	writeExecuted(t, r.path("a.ipynb"), "x := 1", "")
	r.git("add", "a.ipynb")
	r.git("commit", "-q", "-m", "one")
	r.git("checkout", "-q", "-b", "other")
	writeExecuted(t, r.path("a.ipynb"), "x := 2", "")
	r.git("commit", "-q", "-a", "-m", "two")
	r.git("checkout", "-q", "-")
	writeExecuted(t, r.path("a.ipynb"), "x := 3", "")
	r.git("commit", "-q", "-a", "-m", "three")
	if out, status := r.run("git", "merge", "other"); status != 1 || !strings.Contains(out, "CONFLICT") {
		t.Fatalf("git merge: status %d: %s", status, out)
	}
	r.git("status")
	if out := r.git("diff"); !strings.Contains(out, "a.ipynb") {
		t.Errorf("git diff in a conflict: %s", out)
	}
	r.git("diff", "--ours")
	r.git("merge", "--abort")
}

func TestGitComparesOutputsThatAreCommitted(t *testing.T) {
	r := newRepository(t)
	r.install("--git")
	r.install("--git=diff") // instead
	writeExecuted(t, r.path("a.ipynb"), "x", "one\n")
	r.git("add", "a.ipynb")
	r.git("commit", "-q", "-m", "a notebook")
	if !strings.Contains(r.git("show", "HEAD:a.ipynb"), `"one\n"`) {
		t.Error("the output is not committed")
	}
	writeExecuted(t, r.path("a.ipynb"), "x", "two\n")
	const change = "cell 1 (code)\noutput 1 (stdout) changed\n@@ -1,1 +1,1 @@\n-one\n+two\n"
	if got := r.git("diff"); !strings.HasSuffix(got, change) {
		t.Errorf("git diff: %s", got)
	}
	if got, _ := r.run("git", "difftool", "-y", "-t", "krigo"); !strings.HasSuffix(got, change) {
		t.Errorf("git difftool: %s", got)
	}
	r.git("commit", "-q", "-a", "-m", "two")
	if got := r.git("log", "-1", "-p", "--ext-diff"); !strings.HasSuffix(got, change) {
		t.Errorf("git log -p --ext-diff: %s", got)
	}
	r.git("mv", "a.ipynb", "b.ipynb")
	writeExecuted(t, r.path("b.ipynb"), "x", "three\n")
	if got := r.git("diff", "-M10", "HEAD"); !strings.Contains(got, "krigo diff a/a.ipynb b/b.ipynb\nsimilarity index") || !strings.HasSuffix(got, "-two\n+three\n") {
		t.Errorf("git diff of a renamed file: %s", got)
	}
	r.git("rm", "-q", "-f", "b.ipynb")
	if got := r.git("diff", "HEAD"); !strings.Contains(got, "+++ /dev/null\ncell 1 (code) removed\n-x\n") {
		t.Errorf("git diff of a file that is gone: %s", got)
	}
}

func TestUninstallGitLeavesWhatWasThere(t *testing.T) {
	r := newRepository(t)
	const attributes = "*.png binary\n*.ipynb filter=nbstripout"
	write(t, r.dir, ".git/info/attributes", attributes)
	before := read(t, r.path(".git/config"))
	out := r.install("--git")
	if !strings.Contains(out, "filter=nbstripout") {
		t.Errorf("another filter is not told of: %s", out)
	}
	once := read(t, r.path(".git/info/attributes")) + read(t, r.path(".git/config"))
	r.install("--git")
	if again := read(t, r.path(".git/info/attributes")) + read(t, r.path(".git/config")); again != once {
		t.Errorf("installed again: %s\nwant\n%s", again, once)
	}
	if out, status := r.krigo("uninstall", "--git"); status != 0 {
		t.Fatalf("uninstall: status %d: %s", status, out)
	}
	if got := read(t, r.path(".git/info/attributes")); got != attributes+"\n" {
		t.Errorf("attributes are %q", got)
	}
	if got := read(t, r.path(".git/config")); got != before {
		t.Errorf("config is %q, was %q", got, before)
	}
	if out, status := r.krigo("uninstall", "--git"); status == 0 {
		t.Errorf("uninstalled twice: %s", out)
	}
}

func TestGitForAllRepositories(t *testing.T) {
	if testing.Short() {
		t.Skip("starts git many times")
	}
	r := newRepository(t)
	r.install("--git=diff", "--global")
	if got := read(t, filepath.Join(r.home, ".config", "git", "attributes")); got != "*.ipynb diff=krigo\n" {
		t.Errorf("attributes are %q", got)
	}
	if out, _ := r.krigo("doctor"); !strings.Contains(out, "compares notebooks with krigo diff") {
		t.Errorf("doctor: %s", out)
	}
	if err := os.Rename(filepath.Join(r.home, "the krigo"), filepath.Join(r.home, "moved")); err != nil {
		t.Fatal(err)
	}
	if out, _ := r.run(filepath.Join(r.home, "moved"), "doctor"); !strings.Contains(out, "the krigo, which cannot be executed") {
		t.Errorf("doctor after the binary moved: %s", out)
	}
	if out, status := r.run(filepath.Join(r.home, "moved"), "uninstall", "--git", "--global"); status != 0 {
		t.Errorf("uninstall: %s", out)
	}
	if _, err := os.Stat(filepath.Join(r.home, ".config", "git", "attributes")); err == nil {
		t.Error("the file of attributes is still there")
	}
}

func TestInstallGitRefuses(t *testing.T) {
	r := newRepository(t)
	for want, args := range map[string][]string{
		"want strip or diff":    {"--git=both"},
		"--global is for --git": {"--global"},
		"name":                  {"--git", "--name", "x"},
	} {
		if out, status := r.krigo(append([]string{"install"}, args...)...); status == 0 || !strings.Contains(out, want) {
			t.Errorf("%v: status %d: %s", args, status, out)
		}
	}
	r.dir = t.TempDir()
	if out, status := r.krigo("install", "--git"); status == 0 || !strings.Contains(out, "not a git repository") {
		t.Errorf("outside a repository: status %d: %s", status, out)
	}
}
