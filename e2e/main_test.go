package e2e

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// environment is the Python environment of the tests, which scripts/python-env makes, and classic
// the one of the classic notebook.
var (
	environment, _ = filepath.Abs("../out/python")
	classic, _     = filepath.Abs("../out/python-classic")
	python         = filepath.Join(environment, "bin", "python")
)

// jupyter returns the path of a Jupyter command, such as jupyter-nbconvert.
func jupyter(command string) string { return filepath.Join(environment, "bin", "jupyter-"+command) }

// site is a fresh home with krigo installed as a kernel.
type site struct {
	root  string // the project's root
	home  string // an empty HOME
	krigo string // the binary
}

var krigo site

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "krigo-e2e-")
	if err == nil {
		krigo, err = newSite(dir)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "e2e:", err)
		os.Exit(1)
	}
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// newSite builds krigo into dir and installs its kernelspec there.
func newSite(dir string) (site, error) {
	root, err := filepath.Abs("..")
	if err != nil {
		return site{}, err
	}
	s := site{root: root, home: dir, krigo: filepath.Join(dir, "bin", "krigo")}
	build := exec.Command("go", "build", "-o", s.krigo, "./cmd/krigo")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		return site{}, fmt.Errorf("go build: %w\n%s", err, out)
	}
	install := exec.Command(s.krigo, "install", "--user")
	install.Env = s.env()
	if out, err := install.CombinedOutput(); err != nil {
		return site{}, fmt.Errorf("krigo install: %w\n%s", err, out)
	}
	return s, s.configure(map[string]string{
		// No question about news stands in the way of JupyterLab's pages.
		"labconfig/page_config.json": `{"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": true}}`,
		// nbgrader's pages take seconds to load in each server.
		"jupyter_server_config.json": `{"ServerApp": {"jpserver_extensions": {"nbgrader.server_extensions.assignment_list": false,
			"nbgrader.server_extensions.course_list": false, "nbgrader.server_extensions.formgrader": false, "nbgrader.server_extensions.validate_assignment": false}}}`,
	})
}

// configure writes files of Jupyter's configuration.
func (s site) configure(files map[string]string) error {
	for name, text := range files {
		path := filepath.Join(s.home, "config", name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			return err
		}
	}
	return nil
}

// env returns the environment of a new user with krigo's kernel installed.
func (s site) env() []string {
	return []string{
		"HOME=" + s.home,
		"PATH=" + filepath.Join(environment, "bin") + ":/usr/local/bin:/usr/bin:/bin",
		"LANG=C.UTF-8",
		"JUPYTER_DATA_DIR=" + filepath.Join(s.home, "jupyter"),
		"JUPYTER_CONFIG_DIR=" + filepath.Join(s.home, "config"),
		"JUPYTER_RUNTIME_DIR=" + filepath.Join(s.home, "runtime"),
		"IPYTHONDIR=" + filepath.Join(s.home, "ipython"),
		"KRIGO_BIN=" + s.krigo,
	}
}

// run runs a command in the project's root, as the new user, and returns what
// it prints. It fails the test when the command fails.
func (s site) run(t *testing.T, limit time.Duration, stdin string, name string, args ...string) string {
	t.Helper()
	out, err := s.try(t, limit, stdin, name, args...)
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return out
}

// fails is run for a command that is to fail by itself.
func (s site) fails(t *testing.T, limit time.Duration, name string, args ...string) string {
	t.Helper()
	out, err := s.try(t, limit, "", name, args...)
	if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) || exit.ExitCode() < 0 {
		t.Fatalf("%s %s should fail: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return out
}

// try is run for a command that may fail.
func (s site) try(t *testing.T, limit time.Duration, stdin string, name string, args ...string) (string, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Env = s.root, s.env()
	cmd.Stdin = strings.NewReader(stdin)
	out, err := cmd.CombinedOutput()
	if err != nil && ctx.Err() != nil {
		err = fmt.Errorf("waited %v for its end: %w", limit, ctx.Err())
	}
	return string(out), err
}

// needs skips the test where a command is absent, or fails it under KRIGO_E2E=1.
func needs(t *testing.T, commands ...string) {
	t.Helper()
	for _, c := range commands {
		if _, err := exec.LookPath(c); err == nil {
			continue
		}
		missing(t, c)
	}
}

// needsFile is needs for a file that is not a command.
func needsFile(t *testing.T, path string) {
	t.Helper()
	if _, err := os.Stat(path); err != nil {
		missing(t, path)
	}
}

// missing skips the test, or fails it under KRIGO_E2E=1.
func missing(t *testing.T, what string) {
	t.Helper()
	if os.Getenv("KRIGO_E2E") == "1" {
		t.Fatalf("%s is missing; make test installs it", what)
	}
	t.Skipf("%s is missing; make test installs it", what)
}

// needsModule is needs for a Python module.
func needsModule(t *testing.T, module string) {
	t.Helper()
	needs(t, python)
	if err := exec.Command(python, "-c", "import "+module).Run(); err == nil {
		return
	}
	missing(t, "the Python module "+module)
}
