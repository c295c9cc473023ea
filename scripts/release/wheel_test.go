package main

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"krigo"
	"krigo/install"
	"krigo/internal/peer"
)

// wheelOf packs a wheel around a program that is none.
func wheelOf(t *testing.T, program string, kind wheelKind) []byte {
	t.Helper()
	legal := files{"LICENSE": {data: []byte("licence")}, "LICENSES/go/LICENSE, old": {data: []byte("Go's")}, bomName: {data: []byte("{}")}}
	data, err := packWheel(os.DirFS("../.."), binary{name: program, data: []byte("program")}, legal, krigo.Version, kind, made)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// unzip returns the files of a zip archive, and which of them are programs.
func unzip(t *testing.T, data []byte) (content map[string]string, programs []string) {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	content = map[string]string{}
	for _, f := range archive.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		if content[f.Name] != "" {
			t.Errorf("%s is there twice", f.Name)
		}
		content[f.Name] = string(text)
		if f.Mode()&0o111 != 0 {
			programs = append(programs, f.Name)
		}
	}
	return content, programs
}

func TestAWheelHoldsWhatJupyterNeeds(t *testing.T) {
	info, data := "krigo-"+krigo.Version+".dist-info/", "krigo-"+krigo.Version+".data/"
	for platform, kinds := range wheels {
		program := "krigo"
		if strings.HasPrefix(platform, "windows") {
			program = "krigo.exe"
		}
		for _, kind := range kinds {
			got, programs := unzip(t, wheelOf(t, program, kind))
			if want := data + "scripts/" + program; !slices.Equal(programs, []string{want}) || got[want] != "program" {
				t.Errorf("%s: programs %q, want %q", kind.tag, programs, want)
			}
			if want := "Tag: py3-none-" + kind.tag + "\n"; !strings.Contains(got[info+"WHEEL"], want) {
				t.Errorf("%s: WHEEL is %q", kind.tag, got[info+"WHEEL"])
			}
			for _, name := range []string{
				"krigo_kernel/__init__.py", "krigo_kernel/__main__.py", "krigo_kernel/nbgrader.py", info + "entry_points.txt", info + "licenses/LICENSE",
				info + "sboms/krigo.cdx.json", data + "data/share/jupyter/kernels/krigo/logo-svg.svg",
			} {
				if got[name] == "" {
					t.Errorf("%s: no %s", kind.tag, name)
				}
			}
			var spec install.File
			if err := json.Unmarshal([]byte(got[data+"data/share/jupyter/kernels/krigo/kernel.json"]), &spec); err != nil {
				t.Error(err)
			}
			extension := data + "data/share/jupyter/labextensions/krigo/"
			if want := fmt.Sprintf(`"version": %q`, krigo.Version); !strings.Contains(got[extension+"package.json"], want) || got[extension+"static/krigo.js"] == "" {
				t.Errorf("%s: the extension of JupyterLab is %q, want %s", kind.tag, got[extension+"package.json"], want)
			}
			if want := "python -m krigo_kernel kernel -f {connection_file}"; strings.Join(spec.Argv, " ") != want {
				t.Errorf("%s: the kernel starts by %q, want %q", kind.tag, spec.Argv, want)
			}
		}
	}
}

func TestTheRecordOfAWheel(t *testing.T) {
	got, _ := unzip(t, wheelOf(t, "krigo", wheels["linux/amd64"][0]))
	own := "krigo-" + krigo.Version + ".dist-info/RECORD"
	lines, err := csv.NewReader(strings.NewReader(got[own])).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range lines {
		name, sum, size := line[0], line[1], line[2]
		content, ok := got[name]
		hash := sha256.Sum256([]byte(content))
		want := "sha256=" + strings.TrimRight(base64.URLEncoding.EncodeToString(hash[:]), "=")
		switch {
		case !ok:
			t.Errorf("%s is listed and missing", name)
		case name == own && sum+size != "":
			t.Errorf("the record has its own sum")
		case name != own && (sum != want || size != strconv.Itoa(len(content))):
			t.Errorf("%s: %s, %s", name, sum, size)
		}
		delete(got, name)
	}
	if len(got) > 0 {
		t.Errorf("not listed: %v", got)
	}
}

func TestNamesOfWheels(t *testing.T) {
	windows := wheels["windows/amd64"][0]
	for version, want := range map[string]string{
		krigo.Version:           "krigo-" + krigo.Version + "-py3-none-win_amd64.whl",
		krigo.Version + "-0a1b": "krigo-" + krigo.Version + ".dev0+0a1b-py3-none-win_amd64.whl",
	} {
		if got := wheelName(version, windows); got != want {
			t.Errorf("%s: %s, want %s", version, got, want)
		}
	}
}

// pip installs a wheel, finds its metadata and removes all of it.
func TestPipInstallsAndRemovesAWheel(t *testing.T) {
	python := peer.Python(t, "pip")
	dir := t.TempDir()
	wheel := filepath.Join(dir, wheelName(krigo.Version, wheelKind{tag: "any"}))
	if err := os.WriteFile(wheel, wheelOf(t, "krigo", wheelKind{tag: "any"}), 0o644); err != nil {
		t.Fatal(err)
	}
	env := filepath.Join(dir, "env")
	run := func(name string, args ...string) string {
		t.Helper()
		out, err := exec.Command(name, args...).CombinedOutput()
		if err != nil {
			t.Fatalf("%s %q: %v\n%s", name, args, err, out)
		}
		return string(out)
	}
	run(python, "-m", "venv", "--without-pip", env)
	pip := func(args ...string) string {
		t.Helper()
		return run(python, append([]string{"-m", "pip", "--disable-pip-version-check", "--python", filepath.Join(env, "bin", "python")}, args...)...)
	}
	before := tree(t, env)
	pip("install", "--no-index", "--no-compile", wheel)
	if info, err := os.Stat(filepath.Join(env, "bin", "krigo")); err != nil || info.Mode()&0o100 == 0 {
		t.Errorf("the program: %v, %v", info, err)
	}
	if out := pip("show", "krigo"); !strings.Contains(out, "Version: "+krigo.Version) {
		t.Errorf("pip shows %s", out)
	}
	path := run(filepath.Join(env, "bin", "python"), "-c", "import krigo_kernel; print(krigo_kernel.binary())")
	if want := filepath.Join(env, "bin", "krigo"); strings.TrimSpace(path) != want {
		t.Errorf("the module finds %s, want %s", path, want)
	}
	testServerProxy(t, env, run(filepath.Join(env, "bin", "python"), "-c", serverProxy))
	pip("uninstall", "--yes", "krigo")
	if after := tree(t, env); !slices.Equal(before, after) {
		t.Errorf("after uninstalling there is\n%s\nwant\n%s", strings.Join(after, "\n"), strings.Join(before, "\n"))
	}
}

// serverProxy prints what the entry points tell jupyter-server-proxy.
const serverProxy = `
import importlib.metadata, json
for entry in importlib.metadata.entry_points(group="jupyter_serverproxy_servers"):
    print(json.dumps(entry.load()() | {"name": entry.name}))
`

// testServerProxy checks the server that an environment offers to jupyter-server-proxy: its path is
// its name below the base of Jupyter, and requests have the token that it is started with.
func testServerProxy(t *testing.T, env, printed string) {
	t.Helper()
	var server struct {
		Name        string
		Command     []string
		Environment map[string]string
		Headers     map[string]string `json:"request_headers_override"`
		Absolute    bool              `json:"absolute_url"`
		Launcher    struct {
			Icon string `json:"icon_path"`
		} `json:"launcher_entry"`
	}
	if err := json.Unmarshal([]byte(printed), &server); err != nil {
		t.Fatalf("%v: %s", err, printed)
	}
	want := []string{filepath.Join(env, "bin", "krigo"), "notebook", "--no-browser", "--port", "{port}", "--base-path", "{base_url}" + server.Name}
	if !slices.Equal(server.Command, want) || !server.Absolute {
		t.Errorf("jupyter-server-proxy starts %q, want %q", server.Command, want)
	}
	token := server.Environment["KRIGO_TOKEN"]
	if got := server.Headers["Authorization"]; len(token) < 32 || got != "Bearer "+token {
		t.Errorf("the server has the token %q, its requests the header %q", token, got)
	}
	if icon, err := os.ReadFile(server.Launcher.Icon); err != nil || !bytes.Contains(icon, []byte("<svg")) {
		t.Errorf("the tile's picture is %q, %v", icon, err)
	}
}

// tree lists the files below a folder.
func tree(t *testing.T, dir string) (all []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			all = append(all, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
