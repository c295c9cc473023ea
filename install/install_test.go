package install

import (
	"bytes"
	"encoding/json"
	"errors"
	"image/png"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"krigo/internal/peer"
)

// place returns a fictitious machine.
func place(goos string, env map[string]string) Place {
	return Place{GOOS: goos, Home: "/home/u", Getenv: func(name string) string { return env[name] }}
}

func TestUserDataDirByPlatform(t *testing.T) {
	for _, c := range []struct {
		goos string
		env  map[string]string
		want string
	}{
		{"linux", nil, "/home/u/.local/share/jupyter"},
		{"linux", map[string]string{"XDG_DATA_HOME": "/x"}, "/x/jupyter"},
		{"linux", map[string]string{"XDG_DATA_HOME": "/x", "JUPYTER_DATA_DIR": "/j"}, "/j"},
		{"darwin", nil, "/home/u/Library/Jupyter"},
		{"windows", map[string]string{"APPDATA": "/app"}, "/app/jupyter"},
	} {
		got, err := place(c.goos, c.env).UserDataDir()
		if err != nil || filepath.ToSlash(got) != c.want {
			t.Errorf("%s %v: %q, %v, want %q", c.goos, c.env, got, err, c.want)
		}
	}
	if _, err := place("windows", nil).UserDataDir(); err == nil {
		t.Error("windows without APPDATA: no error")
	}
	if _, err := (Place{GOOS: "linux", Getenv: func(string) string { return "" }}).UserDataDir(); err == nil {
		t.Error("no home: no error")
	}
}

// Jupyter itself names the same folder.
func TestUserDataDirIsJupyters(t *testing.T) {
	python := peer.Python(t, "jupyter_core")
	for _, env := range [][]string{{}, {"XDG_DATA_HOME=/x"}, {"JUPYTER_DATA_DIR=/j"}} {
		cmd := exec.Command(python, "-c", "import jupyter_core.paths as p; print(p.jupyter_data_dir())")
		cmd.Env = append([]string{"HOME=/home/u"}, env...)
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		values := map[string]string{}
		for _, e := range env {
			name, value, _ := strings.Cut(e, "=")
			values[name] = value
		}
		got, err := place("linux", values).UserDataDir()
		if want := strings.TrimSpace(string(out)); err != nil || got != want {
			t.Errorf("%v: %q, %v, Jupyter has %q", env, got, err, want)
		}
	}
}

func TestSysPrefixIsTheActiveEnvironment(t *testing.T) {
	for _, c := range []struct{ name, want string }{{"VIRTUAL_ENV", "/venv"}, {"CONDA_PREFIX", "/conda"}} {
		got, err := place("linux", map[string]string{c.name: c.want}).SysPrefix()
		if err != nil || got != c.want {
			t.Errorf("%s: %q, %v", c.name, got, err)
		}
	}
}

func TestIsTemporaryKnowsGoRun(t *testing.T) {
	for binary, want := range map[string]bool{
		"/tmp/go-build123/b001/exe/krigo":       true,
		"/home/u/.cache/go-build/ab/abc-d/main": true,
		"/usr/local/bin/krigo":                  false,
		"/home/u/go/bin/krigo":                  false,
	} {
		if got := IsTemporary(binary); got != want {
			t.Errorf("%s: %v, want %v", binary, got, want)
		}
	}
}

func TestCopyBinaryReplacesWhole(t *testing.T) {
	dir := t.TempDir()
	binary := filepath.Join(dir, "exe")
	for _, content := range []string{"first", "second"} {
		if err := os.WriteFile(binary, []byte(content), 0o755); err != nil {
			t.Fatal(err)
		}
		target, err := CopyBinary(binary, filepath.Join(dir, "share", "bin"))
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(target)
		if err != nil || string(got) != content {
			t.Errorf("the copy holds %q, %v, want %q", got, err, content)
		}
		if info, _ := os.Stat(target); info.Mode().Perm()&0o100 == 0 {
			t.Error("the copy cannot be executed")
		}
	}
}

func TestCheckName(t *testing.T) {
	for name, want := range map[string]string{"krigo": "krigo", "Krigo-1.2_a": "krigo-1.2_a"} {
		if got, err := CheckName(name); err != nil || got != want {
			t.Errorf("%q: %q, %v", name, got, err)
		}
	}
	for _, name := range []string{"", "a b", "a/b", "..", "é", `a\b`} {
		if _, err := CheckName(name); err == nil {
			t.Errorf("%q is accepted", name)
		}
	}
}

func install(t *testing.T, o Options) Spec {
	t.Helper()
	s, err := Install(o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestInstallWritesAKernelspec(t *testing.T) {
	data := t.TempDir()
	s := install(t, Options{Binary: "/opt/krigo", DataDir: data, Version: "1.0", Protocol: "5.5"})
	raw, err := os.ReadFile(filepath.Join(data, "kernels", "krigo", "kernel.json"))
	if err != nil {
		t.Fatal(err)
	}
	var kernel struct {
		Argv          []string
		DisplayName   string `json:"display_name"`
		Language      string
		InterruptMode string `json:"interrupt_mode"`
		Protocol      string `json:"kernel_protocol_version"`
		Metadata      map[string]any
	}
	if err := json.Unmarshal(raw, &kernel); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(kernel.Argv, " "); got != "/opt/krigo kernel -f {connection_file}" {
		t.Errorf("argv %q", got)
	}
	if kernel.DisplayName != "Go (krigo)" || kernel.Language != "go" || kernel.InterruptMode != "message" ||
		kernel.Protocol != "5.5" || kernel.Metadata["debugger"] != true {
		t.Errorf("kernel.json %+v", kernel)
	}
	for name, size := range map[string]int{"logo-32x32.png": 32, "logo-64x64.png": 64} {
		raw, err := os.ReadFile(filepath.Join(s.Dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if img, err := png.Decode(bytes.NewReader(raw)); err != nil || img.Bounds().Dx() != size {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, name := range []string{"logo-svg.svg", "kernel.css"} {
		if _, err := os.Stat(filepath.Join(s.Dir, name)); err != nil {
			t.Error(err)
		}
	}
	left, _ := filepath.Glob(filepath.Join(data, "kernels", ".krigo-*"))
	if len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestInstallReplacesItsOwnAndNoOther(t *testing.T) {
	data := t.TempDir()
	install(t, Options{Binary: "/old", DataDir: data})
	stale := filepath.Join(data, "kernels", "krigo", "stale")
	if err := os.WriteFile(stale, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if s := install(t, Options{Binary: "/new", DataDir: data}); s.Binary() != "/new" {
		t.Errorf("binary %q", s.Binary())
	}
	if _, err := os.Stat(stale); err == nil {
		t.Error("a file of the old kernelspec stayed")
	}
	other := filepath.Join(data, "kernels", "python3")
	if err := os.MkdirAll(other, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(other, "kernel.json"), []byte(`{"argv":["python3"]}`), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Install(Options{Binary: "/new", DataDir: data, Name: "python3"}); err == nil {
		t.Error("another kernel's folder was overwritten")
	}
}

func TestInstallNamesBadArguments(t *testing.T) {
	for want, o := range map[string]Options{
		`kernel name "a b"`: {Binary: "/b", DataDir: "/d", Name: "a b"},
		`"krigo"`:           {Binary: "krigo", DataDir: "/d"},
	} {
		if _, err := Install(o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %s", err, want)
		}
	}
}

func TestFindAndUninstallTouchOnlyKrigos(t *testing.T) {
	data := t.TempDir()
	install(t, Options{Binary: "/b", DataDir: data})
	install(t, Options{Binary: "/b", DataDir: data, Name: "krigo-dev"})
	other := filepath.Join(data, "kernels", "other")
	if err := os.MkdirAll(other, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(other, "kernel.json"), []byte(`{"argv":["krigo"]}`), 0o644); err != nil {
		t.Fatal(err)
	}
	found := Find([]string{data, data, "/nowhere"})
	if len(found) != 2 || found[0].Name != "krigo" || found[1].Name != "krigo-dev" {
		t.Fatalf("found %v", found)
	}
	for _, s := range found {
		if _, err := Uninstall(s); err != nil {
			t.Error(err)
		}
	}
	s, err := ReadSpec(other)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Uninstall(s); err == nil {
		t.Error("another kernel was removed")
	}
	if left := Find([]string{data}); len(left) != 0 {
		t.Errorf("left: %v", left)
	}
}

// Jupyter itself finds the kernel and starts what it says.
func TestJupyterFindsTheKernel(t *testing.T) {
	python := peer.Python(t, "jupyter_client")
	data := t.TempDir()
	s := install(t, Options{Binary: "/opt/krigo", DataDir: data})
	cmd := exec.Command(python, "-c", `
from jupyter_client.kernelspec import KernelSpecManager
s = KernelSpecManager().get_kernel_spec("krigo")
print(s.resource_dir, s.display_name, s.language, s.interrupt_mode, s.argv[0])`)
	cmd.Env = append(os.Environ(), "JUPYTER_DATA_DIR="+data)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if want := s.Dir + " Go (krigo) go message /opt/krigo\n"; string(out) != want {
		t.Errorf("Jupyter sees %q, want %q", out, want)
	}
}

// The kernelspec of the Python package is found, and left to pip.
func TestUninstallLeavesThePythonPackageAlone(t *testing.T) {
	files, err := PythonFiles("1.0", "5.5")
	if err != nil {
		t.Fatal(err)
	}
	data := t.TempDir()
	if err := writeDir(data, files); err != nil {
		t.Fatal(err)
	}
	found := Find([]string{data})
	if len(found) != 1 || !found[0].OfPython() {
		t.Fatalf("found %+v", found)
	}
	if _, err := Uninstall(found[0]); err == nil || !strings.Contains(err.Error(), "pip uninstall") {
		t.Errorf("the error is %v", err)
	}
	if again := Find([]string{data}); len(again) != 1 {
		t.Errorf("afterwards there is %+v", again)
	}
}

// Kernels of krigo in one data folder share the extension of JupyterLab. With the last of them it is
// removed, and nothing is left.
func TestTheExtensionOfJupyterLabGoesWithTheLastKernel(t *testing.T) {
	data := filepath.Join(t.TempDir(), "jupyter")
	first := install(t, Options{Binary: "/b", DataDir: data, Version: "1.0"})
	last := install(t, Options{Binary: "/b", DataDir: data, Version: "1.1", Name: "krigo-dev"})
	dir, ok := LabExtension(data)
	if !ok {
		t.Fatalf("no extension in %s", dir)
	}
	for _, name := range []string{"static/krigo.js", "schemas/krigo/plugin.json"} {
		if _, err := os.Stat(filepath.Join(dir, filepath.FromSlash(name))); err != nil {
			t.Error(err)
		}
	}
	var about struct{ Name, Version string }
	raw, err := os.ReadFile(filepath.Join(dir, "package.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &about); err != nil || about.Name != "krigo" || about.Version != "1.1" {
		t.Errorf("package.json is of %+v, %v", about, err)
	}
	if removed, err := Uninstall(first); err != nil || !slices.Equal(removed, []string{first.Dir}) {
		t.Errorf("the first kernel: removed %q, %v", removed, err)
	}
	if _, ok := LabExtension(data); !ok {
		t.Error("the extension went with the first kernel")
	}
	if removed, err := Uninstall(last); err != nil || !slices.Equal(removed, []string{last.Dir, dir}) {
		t.Errorf("the last kernel: removed %q, %v", removed, err)
	}
	if left, err := os.Stat(data); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("left: %v, %v", left, err)
	}
}

// An extension that a package manager installed stays as it is.
func TestInstallLeavesThePackagesExtensionAlone(t *testing.T) {
	files, err := PythonFiles("1.0", "5.5")
	if err != nil {
		t.Fatal(err)
	}
	data := t.TempDir()
	if err := writeDir(data, files); err != nil {
		t.Fatal(err)
	}
	s := install(t, Options{Binary: "/b", DataDir: data, Version: "1.1", Name: "krigo-dev"})
	if _, err := Uninstall(s); err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		if got, err := os.ReadFile(filepath.Join(data, filepath.FromSlash(name))); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: %v, %q, want %q", name, err, got, want)
		}
	}
}

// JupyterLab's own code finds the extension and who installed it.
func TestJupyterLabFindsTheExtension(t *testing.T) {
	python := peer.Python(t, "jupyterlab_server")
	data := t.TempDir()
	install(t, Options{Binary: "/b", DataDir: data, Version: "1.0"})
	cmd := exec.Command(python, "-c", `
import sys
from jupyterlab_server.config import get_federated_extensions
e = get_federated_extensions([sys.argv[1]])["krigo"]
print(e["version"], e["jupyterlab"]["_build"]["load"], e["install"]["packageManager"])`, filepath.Join(data, "labextensions"))
	out, err := cmd.CombinedOutput()
	if want := "1.0 static/krigo.js krigo\n"; err != nil || string(out) != want {
		t.Errorf("JupyterLab sees %q, %v, want %q", out, err, want)
	}
}
