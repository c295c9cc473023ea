package toolchain

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"krigo/cell"
	"krigo/modules"
	"krigo/modules/modulestest"
)

// own is the module of this clone.
func own(t *testing.T) Module {
	t.Helper()
	dir, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	return Module{Path: OwnModule().Path, Dir: dir, Files: os.DirFS(dir)}
}

// built builds a program and returns what it prints.
func built(t *testing.T, p Program) string {
	t.Helper()
	binary, err := p.Build(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), binary).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return string(out)
}

func needsGo(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go command")
	}
}

func TestAProgramUsesTheGoModOfItsFolder(t *testing.T) {
	needsGo(t)
	dir := t.TempDir()
	modulestest.Put(t, filepath.Join(dir, "go.mod"), []byte("module work\n\ngo 1.22\n\nrequire example.com/near v0.0.0\n\nreplace example.com/near => ./near\n"))
	modulestest.Put(t, filepath.Join(dir, "near", "go.mod"), []byte("module example.com/near\n\ngo 1.22\n"))
	modulestest.Put(t, filepath.Join(dir, "near", "near.go"), []byte("package near\n\nconst Name = \"near\"\n"))
	modulestest.Put(t, filepath.Join(dir, "other", "other.go"), []byte("package other\n\nconst Name = \"one\"\n"))
	p := Program{
		Text: "package main\n\nimport (\n\t\"example.com/near\"\n\t\"work/other\"\n)\n\nfunc main() { print(near.Name, \" \", other.Name) }\n",
		Dir:  dir, Cache: t.TempDir(), Krigo: own(t),
	}
	if got := built(t, p); got != "near one" {
		t.Errorf("it prints %q", got)
	}
	modulestest.Put(t, filepath.Join(dir, "other", "other.go"), []byte("package other\n\nconst Name = \"another\"\n"))
	if got := built(t, p); got != "near another" {
		t.Errorf("after a change of its folder it prints %q", got)
	}
	if _, err := os.Stat(filepath.Join(dir, "main.go")); err == nil {
		t.Error("the folder has main.go")
	}
}

func TestAProgramWithoutAGoModUsesKeptModules(t *testing.T) {
	needsGo(t)
	proxy := modulestest.URL(modulestest.Folder(t, "-- example.com/near@v1.0.0/near.go --\npackage near\n\nconst Name = \"near\"\n"))
	cache := t.TempDir()
	t.Cleanup(func() { exec.Command("chmod", "-R", "u+w", cache).Run() })
	for name, value := range map[string]string{"GOPROXY": proxy, "GONOSUMDB": "*", "GOMODCACHE": cache, "GOFLAGS": ""} {
		t.Setenv(name, value)
	}
	client, err := modules.NewClient(modules.Config{Proxy: proxy, SumDB: "off", Cache: cache})
	if err != nil {
		t.Fatal(err)
	}
	set := modules.New(client)
	if _, err := set.Get(t.Context(), "example.com/near@v1.0.0"); err != nil {
		t.Fatal(err)
	}
	if _, err := set.Find(context.Background(), "example.com/near"); err != nil {
		t.Fatal(err)
	}
	goMod, goSum, err := set.Files(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	p := Program{Text: "package main\n\nimport \"example.com/near\"\n\nfunc main() { print(near.Name) }\n", Dir: t.TempDir(), Cache: t.TempDir(), Krigo: own(t)}
	if _, err := p.Build(t.Context()); err == nil || !strings.Contains(err.Error(), "krigo run --compiled --get") {
		t.Errorf("without the module: %v", err)
	}
	p.Modules = cell.Modules{GoMod: string(goMod), GoSum: string(goSum)}
	if got := built(t, p); got != "near" {
		t.Errorf("it prints %q", got)
	}
	t.Setenv("GOMODCACHE", t.TempDir())
	t.Setenv("GOPROXY", "off")
	if got := built(t, p); got != "near" { // nothing is built
		t.Errorf("the second time it prints %q", got)
	}
}

func TestAProgramMayImportKrigosPackages(t *testing.T) {
	needsGo(t)
	p := Program{Dir: t.TempDir(), Cache: t.TempDir(), Krigo: own(t)}
	p.Text = "package main\n\nimport (\n\t\"fmt\"\n\n\t\"krigo/gplib/metric\"\n)\n\nfunc main() { fmt.Println(metric.RMSE([]float64{1, 2}, []float64{1, 4})) }\n"
	if got := built(t, p); got != "1.4142135623730951 <nil>\n" {
		t.Errorf("it prints %q", got)
	}
	p.Krigo.Dir, p.Krigo.Files = "", nil
	if _, err := p.Build(t.Context()); err == nil || !strings.Contains(err.Error(), "put a go.mod next to it") {
		t.Errorf("without krigo's source: %v", err)
	}
}

func TestTheMessagesOfTheCompilerAreInTheError(t *testing.T) {
	needsGo(t)
	p := Program{Text: "package main\n\nfunc main() { x }\n", Dir: t.TempDir(), Cache: t.TempDir(), Krigo: own(t)}
	if _, err := p.Build(t.Context()); err == nil || !strings.Contains(err.Error(), "main.go:3:15: undefined: x") {
		t.Errorf("a program with a fault: %v", err)
	}
}

// What the go command would build otherwise is not taken from the cache, and what cannot run here is not built.
func TestSettingsOfTheGoCommandMakeAnotherProgram(t *testing.T) {
	needsGo(t)
	t.Setenv("GOFLAGS", "")
	p := Program{Text: "package main\n\nvar name = \"one\"\n\nfunc main() { print(name) }\n", Dir: t.TempDir(), Cache: t.TempDir(), Krigo: own(t)}
	if got := built(t, p); got != "one" {
		t.Errorf("it prints %q", got)
	}
	t.Setenv("GOFLAGS", "-ldflags=-X=main.name=two")
	if got := built(t, p); got != "two" {
		t.Errorf("with a flag of the linker it prints %q", got)
	}
	t.Setenv("GOFLAGS", "")
	t.Setenv("GOOS", "plan9")
	t.Setenv("GOARCH", "386")
	if got := built(t, p); got != "one" {
		t.Errorf("for another system it prints %q", got)
	}
}

func TestWhatMayChangeIsBuiltAgain(t *testing.T) {
	needsGo(t)
	if _, err := exec.LookPath("cc"); err != nil {
		t.Skip("no C compiler")
	}
	t.Setenv("CGO_ENABLED", "1")
	p := Program{Text: "package main\n\n// enum { n = 3 };\nimport \"C\"\n\nfunc main() { print(int(C.n)) }\n", Dir: t.TempDir(), Cache: t.TempDir(), Krigo: own(t)}
	binary, err := p.Build(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	modulestest.Put(t, binary, []byte("damaged"))
	if got := built(t, p); got != "3" {
		t.Errorf("a program with C prints %q the second time", got)
	}
	p.Modules.GoMod = "module m\n\nreplace example.com/near => /near\n"
	if _, err := p.Build(t.Context()); err == nil || !strings.Contains(err.Error(), "replaces example.com/near by the folder /near") {
		t.Errorf("a folder in the header: %v", err)
	}
}

// Without Get, neither another toolchain nor a module that go.sum does not list is asked for, also where a program
// needs krigo's packages of a released version.
func TestNothingIsDownloadedUnasked(t *testing.T) {
	needsGo(t)
	const krigoMod = "module example.com/krigo\n\ngo 1.22\n\nrequire example.com/near v1.0.0\n"
	dir := modulestest.Folder(t, "-- example.com/krigo@v1.0.0/go.mod --\n"+krigoMod+
		"-- example.com/krigo@v1.0.0/lib/lib.go --\npackage lib\n\nimport \"example.com/near\"\n\nconst Name = \"krigo \" + near.Name\n"+
		"-- example.com/near@v1.0.0/go.mod --\nmodule example.com/near\n-- example.com/near@v1.0.0/near.go --\npackage near\n\nconst Name = \"near\"\n"+
		"-- example.com/far@v1.0.0/far.go --\npackage far\n\nconst Name = \"far\"\n")
	var mu sync.Mutex
	var asked []string
	files := http.FileServer(http.Dir(dir))
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		asked = append(asked, r.URL.Path)
		mu.Unlock()
		files.ServeHTTP(w, r)
	}))
	t.Cleanup(proxy.Close)
	cache := t.TempDir()
	t.Cleanup(func() { exec.Command("chmod", "-R", "u+w", cache).Run() })
	for name, value := range map[string]string{
		"GOPROXY": proxy.URL, "GONOSUMDB": "*", "GOMODCACHE": cache, "GOFLAGS": "", "GOTOOLCHAIN": "auto",
	} {
		t.Setenv(name, value)
	}
	p := Program{Text: "package main\n\nfunc main() {}\n", Dir: t.TempDir(), Cache: t.TempDir(), Krigo: own(t)}
	p.Modules.GoMod = "module m\n\ngo 1.999\n"
	if _, err := p.Build(t.Context()); err == nil || !strings.Contains(err.Error(), "--get downloads the Go toolchain") || len(asked) != 0 {
		t.Errorf("a newer toolchain: %v, the proxy was asked for %q", err, asked)
	}
	client, err := modules.NewClient(modules.Config{Proxy: proxy.URL, SumDB: "off", Cache: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	set := modules.New(client)
	if _, err := set.Get(t.Context(), "example.com/krigo@v1.0.0"); err != nil {
		t.Fatal(err)
	}
	if _, err := set.Find(t.Context(), "example.com/krigo/lib"); err != nil {
		t.Fatal(err)
	}
	if _, err := set.Find(t.Context(), "example.com/near"); err != nil {
		t.Fatal(err)
	}
	_, sums, err := set.Files(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	p.Modules = cell.Modules{}
	var others strings.Builder
	p.Krigo = Module{Path: "example.com/krigo", Version: "v1.0.0"}
	for line := range strings.Lines(string(sums)) {
		if sum, ok := strings.CutPrefix(line, "example.com/krigo v1.0.0 "); ok {
			p.Krigo.Sum = strings.TrimSpace(sum)
		} else if !strings.HasPrefix(line, "example.com/krigo ") {
			others.WriteString(line)
		}
	}
	p.Krigo.Files = fstest.MapFS{"go.mod": {Data: []byte(krigoMod)}, "go.sum": {Data: []byte(others.String())}}
	p.Text = "package main\n\nimport \"example.com/krigo/lib\"\n\nfunc main() { print(lib.Name) }\n"
	if got := built(t, p); got != "krigo near" {
		t.Errorf("with a released krigo it prints %q", got)
	}
	asked = nil
	p.Text = "package main\n\nimport (\n\t\"example.com/far\"\n\t\"example.com/krigo/lib\"\n)\n\nfunc main() { print(lib.Name, far.Name) }\n"
	if _, err := p.Build(t.Context()); err == nil || !strings.Contains(err.Error(), "go mod tidy") || len(asked) != 0 {
		t.Errorf("a module that is not listed: %v, the proxy was asked for %q", err, asked)
	}
	p.Get = true
	t.Setenv("GOTOOLCHAIN", "local")
	if got := built(t, p); got != "krigo nearfar" {
		t.Errorf("with permission it prints %q", got)
	}
}

func TestTheCacheKeepsTheProgramsOfLastUse(t *testing.T) {
	cache := t.TempDir()
	name := func(i int) string { return filepath.Join(cache, fmt.Sprintf("%032x", i)) }
	for i := range mostPrograms + 2 {
		modulestest.Put(t, filepath.Join(name(i), "program"), nil)
		at := time.Unix(int64(i), 0)
		if err := os.Chtimes(name(i), at, at); err != nil {
			t.Fatal(err)
		}
	}
	modulestest.Put(t, filepath.Join(cache, "other", "file"), nil)
	if err := bound(cache, name(0)); err != nil {
		t.Fatal(err)
	}
	for i, want := range map[int]bool{0: true, 1: false, 2: false, 3: true, mostPrograms + 1: true} {
		if _, err := os.Stat(name(i)); (err == nil) != want {
			t.Errorf("program %d: %v", i, err)
		}
	}
	if _, err := os.Stat(filepath.Join(cache, "other", "file")); err != nil {
		t.Error(err)
	}
}

func TestTheOwnModuleHasItsSourceHere(t *testing.T) {
	m := OwnModule()
	goMod, err := os.ReadFile(filepath.Join("..", "..", "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(string(goMod), "module "+m.Path+"\n") || m.Dir == "" && m.Version == "" {
		t.Errorf("the own module is %+v", m)
	}
}
