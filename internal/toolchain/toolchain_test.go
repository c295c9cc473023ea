package toolchain

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

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
	return Module{Path: OwnModule().Path, Dir: dir}
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
	p.Krigo.Dir = ""
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
