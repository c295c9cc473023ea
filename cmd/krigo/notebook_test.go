package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/cookiejar"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"krigo/internal/exit"
	"krigo/internal/nbformat"
	"krigo/internal/server"
	"krigo/internal/userdir"
)

// notebookServer is a krigo notebook that runs.
type notebookServer struct {
	t       *testing.T
	ctx     context.Context // ends the server
	cmd     *exec.Cmd
	env     []string
	address string // with the token
	servers string // the folder of servers that run
}

// startNotebook starts krigo notebook in dir and waits for its address.
func startNotebook(t *testing.T, dir string, args ...string) *notebookServer {
	t.Helper()
	home := t.TempDir()
	own, err := userdir.Place{GOOS: runtime.GOOS, Getenv: func(string) string { return home }, Home: home}.Own()
	if err != nil {
		t.Fatal(err)
	}
	s := &notebookServer{t: t, servers: filepath.Join(own, "servers")}
	s.env = []string{"KRIGO_TEST_MAIN=1", "HOME=" + home, "TMPDIR=" + home, "PATH=" + os.Getenv("PATH"), "XDG_DATA_HOME=" + home, "APPDATA=" + home,
		teacherVariable + "=a-teacher's-token-for-the-tests"}
	s.ctx = atMost(t)
	s.cmd = exec.CommandContext(s.ctx, os.Args[0], append([]string{"notebook", "--no-browser", "--port", "0"}, args...)...)
	s.cmd.Dir, s.cmd.Env, s.cmd.Stderr = dir, s.env, os.Stderr
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(out)
	for s.address == "" {
		line, err := lines.ReadString('\n')
		if err != nil {
			t.Fatalf("waited for the address of the server: %v, %v", err, context.Cause(s.ctx))
		}
		s.address = regexp.MustCompile(`https?://\S+`).FindString(line)
	}
	go io.Copy(io.Discard, lines)
	return s
}

// wait waits for the end and returns the status.
func (s *notebookServer) wait() int {
	s.t.Helper()
	exit := (*exec.ExitError)(nil)
	if err := s.cmd.Wait(); err != nil && !errors.As(err, &exit) || s.ctx.Err() != nil {
		s.t.Fatalf("waited for the end of the server: %v, %v", err, context.Cause(s.ctx))
	}
	return s.cmd.ProcessState.ExitCode()
}

// other runs another command of the same user.
func (s *notebookServer) other(args ...string) (stdout, stderr string, status int) {
	s.t.Helper()
	ctx := atMost(s.t)
	cmd := exec.CommandContext(ctx, os.Args[0], args...)
	var out, errors strings.Builder
	cmd.Env, cmd.Stdout, cmd.Stderr = s.env, &out, &errors
	_ = cmd.Run() // the status tells
	if ctx.Err() != nil {
		s.t.Fatalf("krigo %s: %v\n%s%s", strings.Join(args, " "), context.Cause(ctx), &out, &errors)
	}
	return out.String(), errors.String(), cmd.ProcessState.ExitCode()
}

// serverFiles returns the files of servers that run.
func (s *notebookServer) serverFiles() []string {
	s.t.Helper()
	found, err := filepath.Glob(filepath.Join(s.servers, "*"))
	if err != nil {
		s.t.Fatal(err)
	}
	return found
}

func TestNotebookServesListsAndStops(t *testing.T) {
	dir := t.TempDir()
	writeNotebook(t, dir, "a b.ipynb", "1")
	s := startNotebook(t, dir, "a b.ipynb")
	if !strings.Contains(s.address, "/notebooks/a%20b.ipynb?token=") {
		t.Errorf("the address is %s", s.address)
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := (&http.Client{Jar: jar}).Get(s.address)
	if err != nil {
		t.Fatal(err)
	}
	got.Body.Close()
	if got.StatusCode != http.StatusOK || strings.Contains(got.Request.URL.String(), "token") {
		t.Errorf("the page answers %s at %s", got.Status, got.Request.URL)
	}
	out, _, status := s.other("notebook", "list", "--json")
	var all []server.Running
	if err := json.Unmarshal([]byte(out), &all); err != nil || status != 0 || len(all) != 1 || !strings.Contains(s.address, all[0].Token) {
		t.Fatalf("listed: %s (%v)", out, err)
	}
	if files := s.serverFiles(); len(files) != 1 {
		t.Errorf("the files of servers are %v", files)
	}
	if _, told, status := s.other("notebook", "stop", "1"); status != exit.Misused || !strings.Contains(told, "stop 1: no server runs there") {
		t.Errorf("stop 1: %d %s", status, told)
	}
	if _, told, status := s.other("notebook", "stop"); status != 0 {
		t.Errorf("stop: %d %s", status, told)
	}
	if status := s.wait(); status != 0 {
		t.Errorf("the server ended with %d", status)
	}
	if left := s.serverFiles(); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
	if _, told, status := s.other("notebook", "stop"); status != exit.Misused || !strings.Contains(told, "no server runs") {
		t.Errorf("stop again: %d %s", status, told)
	}
}

// TestNotebookMakesTheNotebookThatIsAskedFor, and leaves one that is there alone.
func TestNotebookMakesTheNotebookThatIsAskedFor(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "new.ipynb")
	var sources []string
	for range 2 {
		s := startNotebook(t, dir, "new.ipynb")
		nb, err := nbformat.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(s.address, "/notebooks/new.ipynb?token=") {
			t.Errorf("the address is %s", s.address)
		}
		if _, told, status := s.other("notebook", "stop"); status != 0 {
			t.Errorf("stop: %d %s", status, told)
		}
		s.wait()
		if nb.Language() != "go" || nb.Kernel() != "krigo" {
			t.Errorf("the notebook is for %q, %q", nb.Language(), nb.Kernel())
		}
		sources = append(sources, nb.Cells[0].Source)
		nb.Cells[0].Source = "mine"
		if err := nbformat.WriteFile(path, nb); err != nil {
			t.Fatal(err)
		}
	}
	if !slices.Equal(sources, []string{"", "mine"}) {
		t.Errorf("the notebook held %q", sources)
	}
}

func TestAnInterruptEndsNotebook(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such signals")
	}
	s := startNotebook(t, t.TempDir())
	if err := s.cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if status := s.wait(); status != exit.BySignal+2 {
		t.Errorf("it ended with %d", status)
	}
	if left := s.serverFiles(); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestTheTokenFileIsMadeAndTaken(t *testing.T) {
	file := filepath.Join(t.TempDir(), "token")
	f := notebookFlags{tokenFile: file}
	first, err := f.token()
	if err != nil {
		t.Fatal(err)
	}
	second, err := f.token()
	if err != nil || first != second || len(first) < 26 {
		t.Errorf("%q, and then %q (%v)", first, second, err)
	}
	if info, err := os.Stat(file); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info, err)
	}
}

func TestTheTokenOfTheEnvironmentIsTakenOut(t *testing.T) {
	t.Setenv(tokenVariable, "a token of the environment")
	var f notebookFlags
	token, err := f.token()
	if _, left := os.LookupEnv(tokenVariable); err != nil || token != "a token of the environment" || left {
		t.Errorf("%q, %v; it is still in the environment: %v", token, err, left)
	}
	var printed strings.Builder
	f.tellAddress(&printed, server.Running{URL: "http://127.0.0.1:1/", Token: token}, "", "")
	if strings.Contains(printed.String(), "token") {
		t.Errorf("the token is printed:\n%s", &printed)
	}
}

func TestWhatNotebookRefuses(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "t.csv", "")
	write(t, dir, "short", "password")
	for _, c := range []struct {
		args string
		want string
	}{
		{"t.csv", "want a notebook (.ipynb) or a folder"},
		{"none", "no such file"},
		{"none/n.ipynb", "no such file"},
		{".n.ipynb", "hidden"},
		{"a b", "one notebook or folder"},
		{"--listen 0.0.0.0", "--tls-cert"},
		{"--listen 192.0.2.1", "--insecure"},
		{"--tls-cert x", "go together"},
		{"--tls-cert x --tls-key y", "--tls-cert, --tls-key"},
		{"--token-file short", "at least 16"},
		{"--port x", "--port"},
		{"--public-url class.example", "want one such as https://"},
		{"--no-token", "--no-token needs --read-only"},
		{"--idle 5m", "--idle needs --read-only"},
		{"--read-only --max-workers 0", "--max-workers is 0, want 1 or more"},
		{"--read-only --memory-limit 10", "--memory-limit is 10, want at least"},
		{"--read-only --idle 0", "--idle is 0s, want more than 0"},
		{"--read-only --no-token --token-file t", "cannot be combined"},
		{"--public-url https://a.example/b --base-path /c", "the base path is \"/c\" and that of the public address \"/b\""},
		{"--base-path krigo", "want one such as /krigo"},
	} {
		r := krigo(t, dir, "", append([]string{"notebook", "--no-browser"}, strings.Fields(c.args)...)...)
		if r.status != exit.Misused || !strings.Contains(r.stderr, c.want) {
			t.Errorf("%s: %d %s, want %q", c.args, r.status, r.stderr, c.want)
		}
	}
}

func TestTheBrowserIsTheUsers(t *testing.T) {
	const a = "http://127.0.0.1:8888/"
	sep := string(filepath.ListSeparator)
	for _, c := range []struct {
		goos, variable string
		want           [][]string
	}{
		{"linux", "", [][]string{{"xdg-open", a}}},
		{"darwin", "", [][]string{{"open", a}}},
		{"windows", "", [][]string{{"rundll32", "url.dll,FileProtocolHandler", a}}},
		{"linux", "firefox" + sep + "w3m -T %s -", [][]string{{"firefox", a}, {"w3m", "-T", a, "-"}, {"xdg-open", a}}},
	} {
		if got := browserCommands(c.goos, c.variable, a); !slices.EqualFunc(got, c.want, slices.Equal) {
			t.Errorf("%s with BROWSER=%q: %q, want %q", c.goos, c.variable, got, c.want)
		}
	}
}
