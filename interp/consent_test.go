package interp_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"krigo/cell"
	"krigo/internal/testwait"
	"krigo/interp"
	"krigo/interp/imports"
	"krigo/interp/symbols"
	"krigo/modules"
	"krigo/modules/modulestest"
)

// chain is three modules that import each other in a row.
const chain = `
-- example.com/top@v1.0.0/go.mod --
module example.com/top

go 1.22

require example.com/middle v1.0.0
-- example.com/top@v1.0.0/top.go --
package top

import "example.com/middle"

const Name = "top of " + middle.Name
-- example.com/top@v1.0.0/LICENSE --
Permission is hereby granted, free of charge, to any person obtaining a copy of it.
-- example.com/middle@v1.0.0/go.mod --
module example.com/middle

go 1.22

require example.com/ground v1.0.0
-- example.com/middle@v1.0.0/middle.go --
package middle

const Name = "middle"
-- example.com/middle@v1.0.0/deep/deep.go --
package deep

import "example.com/ground"

const Name = "deep on " + ground.Name
-- example.com/ground@v1.0.0/ground.go --
package ground

const Name = "ground"
`

// keeper is an output of a front end that keeps modules.
type keeper struct {
	*record
	kept cell.Modules
}

func (k *keeper) KeepModules(m cell.Modules) { k.kept = m }

// evaluated evaluates a cell whose questions get answers, and returns what it printed, the modules that were kept
// and its error.
func evaluated(t *testing.T, s *interp.Session, source string, answers ...string) (text string, kept cell.Modules, err error) {
	t.Helper()
	k := &keeper{record: newRecord(answers...)}
	b, err := s.Eval(testwait.Context(t, "the end of "+source), cell.Cell{Label: "cell 1", Source: source}, k)
	return strings.TrimSpace(k.text() + "\n" + plainText(b)), k.kept, err
}

func TestGetAsksOncePerModule(t *testing.T) {
	t.Parallel()
	s := withModules(t, world(t, chain, imports.Options{Asks: true}))
	text, kept, err := evaluated(t, s, "%get example.com/top", "perhaps", "no")
	if err == nil || !strings.Contains(err.Error(), "example.com/top@v1.0.0 was not downloaded, as you declined it") || kept != (cell.Modules{}) {
		t.Errorf("after no: %v, kept %v, printed\n%s", err, kept, text)
	}
	if !strings.Contains(text, "example.com/top v1.0.0 is not in go.sum (") || !strings.Contains(text, "B, licence MIT). Download it?") || !strings.Contains(text, "Answer yes, no or all:") {
		t.Errorf("the question is\n%s", text)
	}
	if text, kept, err = evaluated(t, s, "%get"); err != nil || text != "no modules" || kept != (cell.Modules{}) {
		t.Errorf("after no, %%get lists %q, %v", text, err)
	}
	if text, _, err = evaluated(t, s, "%get example.com/top", "yes", "no"); err == nil || !strings.Contains(err.Error(), "example.com/middle@v1.0.0 was not downloaded") {
		t.Errorf("after no for what it imports: %v, printed\n%s", err, text)
	}
	text, kept, err = evaluated(t, s, "%get example.com/top", "yes")
	if err != nil || strings.Contains(text, "example.com/top v1.0.0 is not in go.sum") || !strings.Contains(text, "example.com/middle v1.0.0 is not in go.sum") {
		t.Errorf("the second time %v, printed\n%s", err, text)
	}
	if !strings.Contains(kept.GoMod, "example.com/top v1.0.0") || !strings.Contains(kept.GoSum, "example.com/middle v1.0.0 h1:") {
		t.Errorf("the notebook keeps %+v", kept)
	}
	want(t, s, "import \"example.com/top\"\ntop.Name", "top of middle")
	if got := failure(t, s, `import "example.com/middle/deep"`); !strings.Contains(got, "example.com/ground@v1.0.0: you have not agreed to download it") {
		t.Errorf("an import that needs another module gives\n%s", got)
	}
	if text, _, err = evaluated(t, s, "%get example.com/middle/deep", "all"); err != nil {
		t.Errorf("%v, printed\n%s", err, text)
	}
	want(t, s, "import \"example.com/middle/deep\"\ndeep.Name", "deep on ground")
}

// A package's own path is no module. The proxy's answer to it must not hide the question for the package's module.
func TestGetOfAPackageAsks(t *testing.T) {
	t.Parallel()
	s := withModules(t, world(t, chain, imports.Options{Asks: true}))
	text, _, err := evaluated(t, s, "%get example.com/middle/deep", "yes", "yes")
	if err != nil || !strings.Contains(text, "example.com/middle v1.0.0 is not in go.sum") || !strings.Contains(text, "example.com/ground v1.0.0 is not in go.sum") {
		t.Errorf("%v, printed\n%s", err, text)
	}
	s = withModules(t, world(t, chain, imports.Options{Allowed: "example.com/t*"}))
	if got := failure(t, s, "%get example.com/middle/deep"); !strings.Contains(got, `example.com/middle@v1.0.0: go.sum does not list it, and "example.com/t*" does not allow it`) {
		t.Errorf("where patterns do not match, it gives\n%s", got)
	}
}

func TestGetWithoutAnybodyToAskDownloadsWhatIsAllowed(t *testing.T) {
	t.Parallel()
	s := withModules(t, world(t, chain, imports.Options{Asks: true, Allowed: "example.com/mid*,example.com/g*"}))
	if _, _, err := evaluated(t, s, "%get example.com/top"); err == nil || !strings.Contains(err.Error(), "KRIGO_MODULES") {
		t.Errorf("without an answer: %v", err)
	}
	if text, _, err := evaluated(t, s, "%get example.com/middle/deep"); err != nil {
		t.Errorf("allowed modules: %v, printed\n%s", err, text)
	}
	s = withModules(t, world(t, chain, imports.Options{Allowed: "example.com/m*"}))
	if got := failure(t, s, "%get example.com/top"); !strings.Contains(got, `example.com/top@v1.0.0: go.sum does not list it, and "example.com/m*" does not allow it`) {
		t.Errorf("a module that is not allowed gives\n%s", got)
	}
	if got := failure(t, s, "%get example.com/middle/deep"); !strings.Contains(got, "example.com/ground@v1.0.0: go.sum does not list it") {
		t.Errorf("a module whose import is not allowed gives\n%s", got)
	}
	emitted(t, s, "%get example.com/middle")
}

// The metadata of a notebook hold what its next session needs; without consent to anything new, too.
func TestKeptModulesServeTheNextSession(t *testing.T) {
	t.Parallel()
	w := world(t, chain, imports.Options{Allowed: imports.All})
	s := withModules(t, w)
	use := "import \"example.com/middle/deep\"\ndeep.Name"
	if _, kept, err := evaluated(t, s, "%get example.com/middle"); err != nil || strings.Contains(kept.GoSum, "ground v1.0.0 h1:") {
		t.Errorf("after %%get: %v, kept %+v", err, kept)
	}
	_, kept, err := evaluated(t, s, use)
	if err != nil || !strings.Contains(kept.GoSum, "ground v1.0.0 h1:") || !strings.Contains(kept.GoMod, "example.com/ground v1.0.0 // indirect") {
		t.Errorf("after the import: %v, kept %+v", err, kept)
	}
	if _, again, _ := evaluated(t, s, use); again != (cell.Modules{}) {
		t.Errorf("without a change, kept %+v", again)
	}
	next := withModules(t, world(t, chain, imports.Options{Kept: kept}))
	if text, again, err := evaluated(t, next, "%get example.com/middle@latest\n"); err != nil || again != (cell.Modules{}) {
		t.Errorf("%%get of the kept version: %v, kept %+v, printed\n%s", err, again, text)
	}
	want(t, next, use, "deep on ground")
	if got := failure(t, next, "%get example.com/top"); !strings.Contains(got, "or the notebook's metadata, list") {
		t.Errorf("%%get of another module gives\n%s", got)
	}
	wrong := cell.Modules{GoMod: kept.GoMod, GoSum: strings.ReplaceAll(kept.GoSum, "middle v1.0.0 h1:", "middle v1.0.0 h1:x")}
	if got := failure(t, withModules(t, world(t, chain, imports.Options{Kept: wrong})), use); !strings.Contains(got, "SECURITY") {
		t.Errorf("a wrong sum gives\n%s", got)
	}
}

// A program that uses modules gets a go.mod and a go.sum, unless its folder has a go.mod.
func TestSaveWritesTheModulesOfTheProgram(t *testing.T) {
	t.Parallel()
	s := withModules(t, world(t, chain, imports.Options{Allowed: imports.All}))
	emitted(t, s, "%get example.com/middle")
	want(t, s, "import \"example.com/middle\"\nmiddle.Name", "middle")
	dir := t.TempDir()
	if got := emitted(t, s, "%save "+filepath.Join(dir, "main.go")); !strings.Contains(got, "wrote go.mod and go.sum next to it") {
		t.Errorf("%%save prints %q", got)
	}
	for name, want := range map[string]string{"go.mod": "require example.com/middle v1.0.0", "go.sum": "example.com/middle v1.0.0 h1:"} {
		if data, err := os.ReadFile(filepath.Join(dir, name)); err != nil || !strings.Contains(string(data), want) {
			t.Errorf("%s is %q, %v; want %q in it", name, data, err, want)
		}
	}
	if got := emitted(t, s, "%save "+filepath.Join(dir, "other.go")); !strings.Contains(got, "has a go.mod already") {
		t.Errorf("where go.mod is there, %%save prints %q", got)
	}
	inner := filepath.Join(dir, "inner", "deep")
	lone := t.TempDir()
	for _, name := range []string{filepath.Join(inner, "a"), filepath.Join(lone, "go.sum")} {
		modulestest.Put(t, name, []byte("kept"))
	}
	if got := emitted(t, s, "%save "+filepath.Join(inner, "main.go")); !strings.Contains(got, "in the module of "+filepath.Join(dir, "go.mod")) {
		t.Errorf("in another module, %%save prints %q", got)
	}
	if got := emitted(t, s, "%save "+filepath.Join(lone, "main.go")); !strings.Contains(got, "has a go.sum already") {
		t.Errorf("where go.sum is there, %%save prints %q", got)
	}
	for _, name := range []string{filepath.Join(inner, "go.mod"), filepath.Join(lone, "go.mod")} {
		if _, err := os.Stat(name); err == nil {
			t.Errorf("%s was written", name)
		}
	}
	if data, err := os.ReadFile(filepath.Join(lone, "go.sum")); err != nil || string(data) != "kept" {
		t.Errorf("go.sum is %q, %v", data, err)
	}
}

// A go.mod that appears next to the notebook, as %save writes it, does not take the modules out of its metadata.
func TestKeptModulesOutliveAGoMod(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := withModules(t, world(t, chain, imports.Options{Dir: dir, Allowed: imports.All}))
	if _, kept, err := evaluated(t, s, "%get example.com/middle"); err != nil || kept.GoMod == "" {
		t.Fatalf("%v, kept %+v", err, kept)
	}
	emitted(t, s, "%save "+filepath.Join(dir, "main.go"))
	k := &keeper{record: newRecord()}
	k.kept.GoMod = "unchanged"
	for _, source := range []string{"%reset", "import \"example.com/middle\"\nmiddle.Name"} {
		if _, err := s.Eval(testwait.Context(t, "the end of "+source), cell.Cell{Label: "cell 1", Source: source}, k); err != nil {
			t.Fatal(err)
		}
	}
	if k.kept.GoMod != "unchanged" {
		t.Errorf("the notebook keeps %+v", k.kept)
	}
}

// The metadata of a notebook are its author's: the user of a session is asked about what only they list, and reading
// its cells downloads nothing.
func TestTheUserIsAskedAboutModulesOfTheMetadata(t *testing.T) {
	t.Parallel()
	author := withModules(t, world(t, chain, imports.Options{Allowed: imports.All}))
	_, kept, err := evaluated(t, author, "%get example.com/middle")
	if err != nil {
		t.Fatal(err)
	}
	w := world(t, chain, imports.Options{Asks: true, Kept: kept})
	s := withModules(t, w)
	if _, err := w.Import("example.com/middle"); err == nil || !strings.Contains(err.Error(), "a cell that runs downloads it") {
		t.Errorf("while no cell runs, the import gives %v", err)
	}
	use := "import \"example.com/middle\"\nmiddle.Name"
	if got := failure(t, s, use); !strings.Contains(got, "example.com/middle@v1.0.0: you have not agreed to download it: run %get example.com/middle") {
		t.Errorf("an import gives\n%s", got)
	}
	if text, _, err := evaluated(t, s, "%get example.com/middle", "yes"); err != nil || !strings.Contains(text, "example.com/middle v1.0.0 is not in go.sum") {
		t.Errorf("%%get: %v, printed\n%s", err, text)
	}
	want(t, s, use, "middle")
	listed := world(t, chain, imports.Options{Kept: kept})
	session := withModules(t, listed)
	if _, err := listed.Import("example.com/middle"); err == nil || !strings.Contains(err.Error(), "a cell that runs downloads it") {
		t.Errorf("while no cell runs, the import of a listed module gives %v", err)
	}
	want(t, session, use, "middle")
}

func TestAWrongListOfAllowedModulesIsReported(t *testing.T) {
	t.Parallel()
	for _, allowed := range []string{"example.com/a, example.com/b", "true", "[", "a,,b"} {
		s := withModules(t, world(t, chain, imports.Options{Asks: true, Allowed: allowed}))
		if got := failure(t, s, "%get example.com/middle"); !strings.Contains(got, "KRIGO_MODULES") || !strings.Contains(got, "is not a pattern of module paths") {
			t.Errorf("%q gives\n%s", allowed, got)
		}
	}
}

// Which modules the cache has does not change what patterns allow.
func TestPatternsHoldForTheCacheToo(t *testing.T) {
	t.Parallel()
	client := sync.OnceValues(func() (*modules.Client, error) {
		return modules.NewClient(modules.Config{
			Proxy: modulestest.URL(modulestest.Folder(t, chain)), SumDB: "off", Cache: t.TempDir(),
		})
	})
	o := imports.Options{Dir: t.TempDir(), Allowed: imports.All, Client: func(context.Context) (*modules.Client, error) { return client() }}
	emitted(t, withModules(t, imports.New(symbols.NewWorld(), o)), "%get example.com/middle")
	o.Allowed = "example.com/t*"
	if got := failure(t, withModules(t, imports.New(symbols.NewWorld(), o)), "%get example.com/middle"); !strings.Contains(got, "does not allow it") {
		t.Errorf("a module in the cache that the patterns do not match gives\n%s", got)
	}
	o.Asks = true
	emitted(t, withModules(t, imports.New(symbols.NewWorld(), o)), "%get example.com/middle")
}

// Visitors of a notebook get modules without a change to the go.mod and go.sum files next to it.
func TestReadOnlyFilesStayAsTheyAre(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	goMod := filepath.Join(dir, "go.mod")
	before := "module class\n\ngo 1.22\n"
	if err := os.WriteFile(goMod, []byte(before), 0o600); err != nil {
		t.Fatal(err)
	}
	s := withModules(t, world(t, chain, imports.Options{Dir: dir, ReadOnly: true, Allowed: imports.All}))
	emitted(t, s, "%get example.com/middle")
	want(t, s, "import \"example.com/middle/deep\"\ndeep.Name", "deep on ground")
	if after, err := os.ReadFile(goMod); err != nil || string(after) != before {
		t.Errorf("go.mod is %q, %v", after, err)
	}
	if _, err := os.Stat(filepath.Join(dir, "go.sum")); err == nil {
		t.Error("go.sum was written")
	}
}

// However often the process of the cells ends, the modules are there in the next one.
func TestModulesOutliveTheWorkers(t *testing.T) {
	t.Parallel()
	s := withModules(t, world(t, chain, imports.Options{Allowed: imports.All}))
	emitted(t, s, "%get example.com/middle")
	want(t, s, "import \"example.com/middle/deep\"\ntype T struct{ Name string }\nfunc name() T { return T{deep.Name} }", "")
	kills := 20
	if testing.Short() {
		kills = 2
	}
	for range kills {
		failure(t, s, "p, _ := os.FindProcess(os.Getpid())\np.Kill()\ntime.Sleep(time.Minute)")
		want(t, s, "name().Name + deep.Name[:0]", "deep on ground")
	}
	want(t, s, "import \"example.com/middle\"\nmiddle.Name", "middle")
}
