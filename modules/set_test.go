package modules_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/mod/module"
	"golang.org/x/mod/sumdb"
	"golang.org/x/mod/sumdb/dirhash"
	"golang.org/x/mod/sumdb/note"

	"krigo/internal/filelock"
	"krigo/modules"
	"krigo/modules/modulestest"
)

// many is a module with several versions, a retracted one and an incompatible one among them.
const many = `
-- example.com/q@v1.0.0/go.mod --
module example.com/q
-- example.com/q@v1.0.1/go.mod --
module example.com/q
-- example.com/q@v1.1.0/go.mod --
module example.com/q

go 1.20
-- example.com/q@v1.2.0-beta.1/go.mod --
module example.com/q

go 1.20
-- example.com/q@v1.3.0/go.mod --
module example.com/q

retract v1.3.0 // it deletes files
retract [v1.1.1, v1.1.9]
-- example.com/q@v2.0.0+incompatible/q.go --
package q
-- example.com/old@v1.0.0/old.go --
package old
-- example.com/old@v2.0.0+incompatible/old.go --
package old
-- example.com/early@v0.1.0-alpha.1/go.mod --
module example.com/early
-- example.com/early@v0.1.0-alpha.2/go.mod --
module example.com/early
-- example.com/pseudo@v0.0.0-20200102030405-0123456789ab/p.go --
package pseudo
-- example.com/pseudo@v0.0.0-20210102030405-00123456789a/p.go --
package pseudo
-- example.com/moved@v1.0.0/go.mod --
module example.com/elsewhere
-- example.com/future@v1.0.0/go.mod --
module example.com/future

go 1.999
`

func TestQueries(t *testing.T) {
	dir := modulestest.Folder(t, many)
	modulestest.Put(t, filepath.Join(dir, "example.com", "q", "@v", "main.info"), []byte(`{"Version":"v1.1.0"}`))
	modulestest.Put(t, filepath.Join(dir, "example.com", "q", "@v", "odd.info"), []byte(`{"Version":"v3.1.0"}`))
	modulestest.Put(t, filepath.Join(dir, "example.com", "pseudo", "@v", "list"),
		[]byte("v0.0.0-20210102030405-00123456789a\nv0.0.0-20200102030405-0123456789ab\n"))
	client := newClient(t, config(t, modulestest.URL(dir)))
	for _, c := range []struct{ query, version, fault string }{
		{"example.com/pseudo", "v0.0.0-20210102030405-00123456789a", ""}, // though the proxy has no @latest
		{"example.com/q", "v1.1.0", ""},                                  // not v1.3.0, which is retracted, nor v2.0.0+incompatible
		{"example.com/q@latest", "v1.1.0", ""},
		{"example.com/q@v1", "v1.1.0", ""},
		{"example.com/q@v1.0", "v1.0.1", ""},
		{"example.com/q@<v1.0.1", "v1.0.0", ""},
		{"example.com/q@<=v1.0.1", "v1.0.1", ""},
		{"example.com/q@>v1.0.0", "v1.0.1", ""},
		{"example.com/q@>=v1.0.2", "v1.1.0", ""},
		{"example.com/q@v1.2", "v1.2.0-beta.1", ""},
		{"example.com/q@main", "v1.1.0", ""},
		{"example.com/q@v2.0.0", "v2.0.0+incompatible", ""},
		{"example.com/old", "v2.0.0+incompatible", ""},
		{"example.com/early", "v0.1.0-alpha.2", ""},
		{"example.com/q@v1.9", "", `no version that matches "v1.9"`},
		{"example.com/q@<1.0", "", `"1.0" is not a version`},
		{"example.com/q@patch", "", "is not in use"},
		{"example.com/q@odd", "", "v3.1.0"},
		{"example.com/none", "", "example.com/none"},
		{"gopkg.in/none.v1", "", "gopkg.in/none.v1: "},
		{"example.com/moved", "", "its go.mod says module example.com/elsewhere"},
		{"example.com/future", "", "needs Go 1.999 or newer"},
		{"../q", "", "malformed module path"},
	} {
		if c.version == "v2.0.0+incompatible" && strings.HasSuffix(c.query, "@v2.0.0") {
			modulestest.Put(t, filepath.Join(dir, "example.com", "q", "@v", "v2.0.0.info"), []byte(`{"Version":"v2.0.0+incompatible"}`))
		}
		s := modules.New(client)
		changes, err := s.Get(ctx(t), c.query)
		switch {
		case c.fault != "":
			wantError(t, err, c.fault)
			if got := list(t, s); got != "" {
				t.Errorf("%s: after the error the build list is %s", c.query, got)
			}
		case err != nil:
			t.Errorf("%s: %v", c.query, err)
		case changes[0].New != c.version:
			t.Errorf("%s: version %s, want %s", c.query, changes[0].New, c.version)
		}
	}
}

func TestUpgradeAndPatch(t *testing.T) {
	s := modules.New(newClient(t, config(t, modulestest.URL(modulestest.Folder(t, many)))))
	for _, c := range []struct{ query, want string }{
		{"example.com/q@v1.0.0", "v1.0.0"}, {"example.com/q@patch", "v1.0.1"}, {"example.com/q@upgrade", "v1.1.0"},
		{"example.com/q@v1.2.0-beta.1", "v1.2.0-beta.1"}, {"example.com/q", "v1.2.0-beta.1"}, {"example.com/q@latest", "v1.1.0"},
	} {
		get(t, s, c.query)
		if got, want := list(t, s), "example.com/q@"+c.want; got != want {
			t.Errorf("after %s: %s, want %s", c.query, got, want)
		}
	}
	get(t, s, "example.com/q@none")
	if got := list(t, s); got != "" {
		t.Errorf("after none: %s", got)
	}
}

// A retracted version that is asked for by name comes with the authors' reason.
func TestARetractedVersion(t *testing.T) {
	s := modules.New(newClient(t, config(t, modulestest.URL(modulestest.Folder(t, many)))))
	changes, err := s.Get(ctx(t), "example.com/q@v1.3.0")
	if err != nil {
		t.Fatal(err)
	}
	wantError(t, changes[0].Retracted, "example.com/q@v1.3.0 is retracted", "it deletes files")
}

// A version that is lower than what others require is refused, and nothing changes.
func TestATooOldVersion(t *testing.T) {
	s := modules.New(newClient(t, config(t, modulestest.URL(modulestest.Folder(t, small)))))
	get(t, s, "example.com/a")
	_, err := s.Get(ctx(t), "example.com/b@v1.0.0")
	wantError(t, err, "example.com/b@v1.0.0 is too old", "example.com/a@v1.0.0 requires v1.1.0")
	if got, want := list(t, s), "example.com/a@v1.0.0 example.com/b@v1.1.0"; got != want {
		t.Errorf("build list %s, want %s", got, want)
	}
}

// Modules may require each other; a package in two modules is refused.
func TestCyclesAndAmbiguousPackages(t *testing.T) {
	s := modules.New(newClient(t, config(t, modulestest.URL(modulestest.Folder(t, `
-- example.com/a@v1.0.0/go.mod --
module example.com/a
require example.com/b v1.0.0
-- example.com/b@v1.0.0/go.mod --
module example.com/b
require example.com/a v1.1.0
-- example.com/a@v1.1.0/go.mod --
module example.com/a
require example.com/b v1.0.0
-- example.com/a@v1.1.0/x/x.go --
package x
-- example.com/a/x@v1.0.0/go.mod --
module example.com/a/x
-- example.com/a/x@v1.0.0/x.go --
package x
`)))))
	get(t, s, "example.com/b@v1.0.0")
	if got, want := list(t, s), "example.com/a@v1.1.0 example.com/b@v1.0.0"; got != want {
		t.Errorf("build list %s, want %s", got, want)
	}
	get(t, s, "example.com/a/x@v1.0.0")
	_, err := s.Find(ctx(t), "example.com/a/x")
	wantError(t, err, "example.com/a/x is in two modules", "example.com/a@v1.1.0", "example.com/a/x@v1.0.0")
}

func TestReplacements(t *testing.T) {
	dir := t.TempDir()
	modulestest.Put(t, filepath.Join(dir, "near", "go.mod"), []byte("module example.com/a\n\ngo 1.20\n\nrequire example.com/b v1.0.0\n"))
	modulestest.Put(t, filepath.Join(dir, "near", "a.go"), []byte("package a\n"))
	modulestest.Put(t, filepath.Join(dir, "own", "own.go"), []byte("package own\n"))
	modulestest.Put(t, filepath.Join(dir, "go.mod"), []byte("module example.com/main\n\ngo 1.21\n\nrequire (\n\texample.com/a v1.5.0\n\texample.com/b v1.0.0\n)\n\n"+
		"replace example.com/a => ./near\nreplace example.com/b v1.0.0 => example.com/b v1.1.0\n"))
	s, err := modules.Open(newClient(t, config(t, modulestest.URL(modulestest.Folder(t, small)))), dir)
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{"example.com/a": filepath.Join(dir, "near"), "example.com/main/own": filepath.Join(dir, "own")} {
		if p, err := s.Find(ctx(t), path); err != nil || p.Dir != want {
			t.Errorf("%s is in %s, %v; want %s", path, p.Dir, err, want)
		}
	}
	if p, err := s.Find(ctx(t), "example.com/b/sub"); err != nil || !strings.Contains(p.Dir, "b@v1.1.0") {
		t.Errorf("example.com/b/sub is in %s, %v; want b@v1.1.0", p.Dir, err)
	}
	all, err := s.List(ctx(t))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range all {
		got = append(got, fmt.Sprint(m.Version, " ", m.Replace, " ", m.Direct))
	}
	want := []string{"example.com/a@v1.5.0 ./near true", "example.com/b@v1.0.0 example.com/b@v1.1.0 true"}
	if !slices.Equal(got, want) {
		t.Errorf("build list %q, want %q", got, want)
	}
	_, err = modules.Open(newClient(t, config(t, "off")), t.TempDir())
	if !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no go.mod: %v", err)
	}
}

// The go.mod and go.sum that Save writes are those that the go command wants: it runs a program by them
// without changing them.
func TestTheGoCommandTakesWhatSaveWrites(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go command")
	}
	proxy := modulestest.URL(modulestest.Folder(t, strings.ReplaceAll(small, "package a\n", "package a\n\nimport _ \"example.com/b/sub\"\n")))
	c := config(t, proxy)
	dir := t.TempDir()
	modulestest.Put(t, filepath.Join(dir, "go.mod"), []byte("module example.com/main\n\ngo 1.17 // old\n"))
	modulestest.Put(t, filepath.Join(dir, "main.go"), []byte("package main\n\nimport _ \"example.com/a\"\n\nfunc main() { println(\"ran\") }\n"))
	s, err := modules.Open(newClient(t, c), dir)
	if err != nil {
		t.Fatal(err)
	}
	get(t, s, "example.com/a")
	for _, path := range []string{"example.com/a", "example.com/b/sub"} {
		if _, err := s.Find(ctx(t), path); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Save(ctx(t)); err != nil {
		t.Fatal(err)
	}
	goMod, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	const want = "module example.com/main\n\ngo 1.21 // old\n\nrequire example.com/a v1.0.0\n\nrequire example.com/b v1.1.0 // indirect\n"
	if string(goMod) != want {
		t.Errorf("go.mod:\n%s\nwant:\n%s", goMod, want)
	}
	run := exec.CommandContext(ctx(t), "go", "run", "-mod=readonly", ".")
	run.Dir = dir
	run.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off", "GOPROXY=off", "GOSUMDB=off", "GOMODCACHE="+c.Cache)
	if out, err := run.CombinedOutput(); err != nil || string(out) != "ran\n" {
		t.Errorf("go run: %v: %s", err, out)
	}
}

func TestSumsOfGoSum(t *testing.T) {
	proxy := modulestest.URL(modulestest.Folder(t, small))
	c := config(t, proxy)
	s := modules.New(newClient(t, c))
	get(t, s, "example.com/b@v1.1.0")
	if _, err := s.Find(ctx(t), "example.com/b/sub"); err != nil {
		t.Fatal(err)
	}
	goMod, sums, err := s.Files(ctx(t))
	if err != nil {
		t.Fatal(err)
	}
	goSum := string(sums)
	if strings.Count(goSum, "\n") != 2 || !strings.Contains(goSum, "example.com/b v1.1.0/go.mod h1:") {
		t.Errorf("go.sum:\n%s", goSum)
	}
	wrong := strings.ReplaceAll(goSum, "v1.1.0 h1:", "v1.1.0 h1:x")
	for _, c := range []modules.Config{c, config(t, proxy)} { // from the cache, and downloaded
		other, err := modules.Parse(newClient(t, c), goMod, []byte(wrong), "")
		if err != nil {
			t.Fatal(err)
		}
		before := len(contents(t, c.Cache))
		_, err = other.Find(ctx(t), "example.com/b/sub")
		wantError(t, err, "SECURITY", "example.com/b@v1.1.0", "go.sum has h1:x")
		for _, name := range contents(t, c.Cache)[before:] {
			if strings.HasSuffix(name, ".zip") || strings.HasSuffix(name, ".go") {
				t.Errorf("the cache has %s", name)
			}
		}
	}
	frozen, err := modules.Parse(newClient(t, config(t, proxy)), goMod, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	frozen.Freeze(true)
	if _, err := frozen.Find(ctx(t), "example.com/b/sub"); !errors.Is(err, modules.ErrUnlisted) {
		t.Errorf("a module that go.sum does not list: %v", err)
	}
	_, err = modules.ParseSums([]byte("example.com/b v1.1.0\n"))
	wantError(t, err, "go.sum:1", "2 fields")
}

// checksums starts a checksum database for the modules of a proxy's folder, and returns its key and URL.
// change may alter its answers.
func checksums(t *testing.T, dir string, change func(string) string) (key, url string) {
	t.Helper()
	secret, key, err := note.GenerateKey(nil, "sums.example.com")
	if err != nil {
		t.Fatal(err)
	}
	lines := func(path, version string) ([]byte, error) {
		stem := filepath.Join(dir, filepath.FromSlash(path), "@v", version)
		zip, err := dirhash.HashZip(stem+".zip", dirhash.Hash1)
		if err != nil {
			return nil, err
		}
		data, err := os.ReadFile(stem + ".mod")
		if err != nil {
			return nil, err
		}
		mod, err := hashGoMod(data)
		text := fmt.Sprintf("%s %s %s\n%s %s/go.mod %s\n", path, version, zip, path, version, mod)
		return []byte(change(text)), err
	}
	server := httptest.NewServer(sumdb.NewServer(sumdb.NewTestServer(secret, lines)))
	t.Cleanup(server.Close)
	return key, server.URL
}

func TestTheChecksumDatabase(t *testing.T) {
	dir := modulestest.Folder(t, small)
	plain := func(s string) string { return s }
	key, url := checksums(t, dir, plain)
	c := config(t, modulestest.URL(dir))
	c.SumDB = key + " " + url
	s := modules.New(newClient(t, c))
	get(t, s, "example.com/a")
	if _, err := s.Find(ctx(t), "example.com/b/sub"); err != nil {
		t.Fatal(err)
	}
	if latest, err := os.ReadFile(filepath.Join(c.Trees, "sums.example.com", "latest")); err != nil || len(latest) == 0 {
		t.Errorf("the signed tree is not kept: %v", err)
	}

	// Another database signs with another key: the tree that is kept does not fit.
	other, otherURL := checksums(t, dir, plain)
	c.SumDB = other + " " + otherURL
	_, err := modules.New(newClient(t, c)).Get(ctx(t), "example.com/a")
	wantError(t, err, "sums.example.com")

	lying, lyingURL := checksums(t, dir, func(s string) string { return strings.ReplaceAll(s, "h1:", "h1:x") })
	c = config(t, modulestest.URL(dir))
	c.SumDB = lying + " " + lyingURL
	_, err = modules.New(newClient(t, c)).Get(ctx(t), "example.com/a")
	wantError(t, err, "SECURITY", "example.com/a@v1.0.0/go.mod", "the checksum database has h1:x")
	if files := contents(t, c.Cache); strings.Contains(strings.Join(files, " "), ".mod") {
		t.Errorf("the cache has %q", files)
	}
	c.NoSumDB = "example.com"
	if _, err := modules.New(newClient(t, c)).Get(ctx(t), "example.com/a"); err != nil {
		t.Errorf("GONOSUMDB: %v", err)
	}
	c = config(t, modulestest.URL(dir))
	c.SumDB = ""
	_, err = modules.New(newClient(t, c)).Get(ctx(t), "example.com/a")
	wantError(t, err, "set the environment variable GOSUMDB")
	c.SumDB = "unknown.example.com"
	_, err = modules.NewClient(c)
	wantError(t, err, `GOSUMDB is "unknown.example.com"`)
}

// The database is asked by way of a module proxy that mirrors it.
func TestAMirrorOfTheChecksumDatabase(t *testing.T) {
	dir := modulestest.Folder(t, small)
	key, url := checksums(t, dir, func(s string) string { return s })
	asked := false
	mux := http.NewServeMux()
	mux.Handle("/", http.FileServer(http.Dir(dir)))
	mux.HandleFunc("/sumdb/sums.example.com/supported", func(http.ResponseWriter, *http.Request) {})
	mux.HandleFunc("/sumdb/sums.example.com/", func(w http.ResponseWriter, r *http.Request) {
		asked = true
		http.Redirect(w, r, url+strings.TrimPrefix(r.URL.Path, "/sumdb/sums.example.com"), http.StatusFound)
	})
	mirror := httptest.NewServer(mux)
	defer mirror.Close()
	c := config(t, mirror.URL)
	c.SumDB = key
	get(t, modules.New(newClient(t, c)), "example.com/a")
	if !asked {
		t.Error("the mirror was not asked")
	}
}

// A checksum database that does not answer ends at the caller's deadline.
func TestAStallingChecksumDatabase(t *testing.T) {
	released := make(chan struct{})
	stalling := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-released }))
	defer stalling.Close()
	defer close(released)
	_, key, err := note.GenerateKey(nil, "sums.example.com")
	if err != nil {
		t.Fatal(err)
	}
	c := config(t, modulestest.URL(modulestest.Folder(t, small)))
	c.SumDB = key + " " + stalling.URL
	short, cancel := context.WithTimeout(ctx(t), 50*time.Millisecond)
	defer cancel()
	_, err = modules.New(newClient(t, c)).Get(short, "example.com/a@v1.0.0")
	wantError(t, err, "example.com/a@v1.0.0", "sums.example.com did not answer", "deadline exceeded")
}

// A process that holds the lock of a module is waited for until the deadline.
func TestALockedModule(t *testing.T) {
	c := config(t, modulestest.URL(modulestest.Folder(t, small)))
	s := modules.New(newClient(t, c))
	get(t, s, "example.com/b@v1.1.0")
	name := filepath.Join(c.Cache, "cache", "download", "example.com", "b", "@v", "v1.1.0.lock")
	unlock := lockFile(t, name)
	short, cancel := context.WithTimeout(ctx(t), 50*time.Millisecond)
	defer cancel()
	_, err := s.Find(short, "example.com/b/sub")
	wantError(t, err, "another process has locked", "v1.1.0.lock")
	unlock()
	if _, err := s.Find(ctx(t), "example.com/b/sub"); err != nil {
		t.Error(err)
	}
}

func lockFile(t *testing.T, name string) (unlock func()) {
	t.Helper()
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		t.Fatal(err)
	}
	if filelock.Taken(file) {
		t.Fatalf("%s is locked", name)
	}
	return func() { file.Close() }
}

func hashGoMod(data []byte) (string, error) {
	return dirhash.Hash1([]string{"go.mod"}, func(string) (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(data)), nil
	})
}

// A module whose packages were found keeps its version, until they are forgotten.
func TestAModuleInUse(t *testing.T) {
	s := modules.New(newClient(t, config(t, modulestest.URL(modulestest.Folder(t, small)))))
	get(t, s, "example.com/b@v1.0.0")
	if _, err := s.Find(ctx(t), "example.com/b/sub"); err != nil {
		t.Fatal(err)
	}
	for _, wanted := range []string{"example.com/b@v1.1.0", "example.com/a", "example.com/b@none"} {
		_, err := s.Get(ctx(t), wanted)
		if inUse := (*modules.InUse)(nil); !errors.As(err, &inUse) || inUse.Module.String() != "example.com/b@v1.0.0" {
			t.Errorf("%s: error %v, want that example.com/b@v1.0.0 is in use", wanted, err)
		}
		if got := list(t, s); got != "example.com/b@v1.0.0" {
			t.Errorf("after %s the build list is %s", wanted, got)
		}
	}
	s.Forget()
	get(t, s, "example.com/a")
}

// Modules have to be admitted, also if go.sum lists them or the cache has them. After a refusal the requirements can be
// those before.
func TestModulesHaveToBeAdmitted(t *testing.T) {
	c := config(t, modulestest.URL(modulestest.Folder(t, small)))
	s := modules.New(newClient(t, c))
	refused := errors.New("no")
	var asked []string
	s.SetAdmit(func(_ context.Context, m module.Version, where modules.Where) error {
		asked = append(asked, fmt.Sprint(m, " ", where))
		return refused
	})
	restore := s.Mark()
	get(t, s, "example.com/b@v1.1.0") // needs the go.mod file only
	if _, err := s.Find(ctx(t), "example.com/b/sub"); !errors.Is(err, refused) || !slices.Equal(asked, []string{"example.com/b@v1.1.0 {false false}"}) {
		t.Errorf("a download was asked for as %v and gives %v", asked, err)
	}
	if err := restore(); err != nil || len(s.Required()) != 0 {
		t.Errorf("after the refusal %v is required, %v", s.Required(), err)
	}
	s.SetAdmit(nil)
	get(t, s, "example.com/b@v1.1.0")
	if _, err := s.Find(ctx(t), "example.com/b/sub"); err != nil {
		t.Fatal(err)
	}
	goMod, goSum, err := s.Files(ctx(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, listed := range []bool{false, true} {
		sums := goSum
		if !listed {
			sums = nil
		}
		again, err := modules.Parse(newClient(t, c), goMod, sums, "")
		if err != nil {
			t.Fatal(err)
		}
		again.SetAdmit(func(_ context.Context, _ module.Version, where modules.Where) error {
			if where != (modules.Where{Listed: listed, Cached: true}) {
				t.Errorf("listed is %v: admission is asked with %+v", listed, where)
			}
			return refused
		})
		if _, err := again.Find(ctx(t), "example.com/b/sub"); !errors.Is(err, refused) {
			t.Errorf("listed is %v: %v", listed, err)
		}
	}
}

func TestAnOfflineClientUsesTheCache(t *testing.T) {
	c := config(t, modulestest.URL(modulestest.Folder(t, small)))
	client := newClient(t, c)
	client.SetOffline(true)
	s := modules.New(client)
	if _, err := s.Get(ctx(t), "example.com/b@v1.1.0"); !errors.Is(err, modules.ErrOffline) {
		t.Errorf("offline: %v", err)
	}
	client.SetOffline(false)
	get(t, s, "example.com/b@v1.1.0")
	client.SetOffline(true)
	if _, err := s.Find(ctx(t), "example.com/b/sub"); !errors.Is(err, modules.ErrOffline) {
		t.Errorf("a module that is not in the cache: %v", err)
	}
	client.SetOffline(false)
	if _, err := s.Find(ctx(t), "example.com/b/sub"); err != nil {
		t.Error(err)
	}
	client.SetOffline(true)
	if _, err := s.Find(ctx(t), "example.com/b/sub"); err != nil {
		t.Errorf("a module in the cache: %v", err)
	}
}

// Without consent to anything new, the newest version is the one that is required.
func TestFrozenRequirementsAnswerForTheNewestVersion(t *testing.T) {
	s := modules.New(newClient(t, config(t, modulestest.URL(modulestest.Folder(t, small)))))
	get(t, s, "example.com/b@v1.0.0")
	s.Freeze(true)
	for _, query := range []string{"example.com/b", "example.com/b@latest", "example.com/b/sub@upgrade", "example.com/b@patch"} {
		changes, err := s.Get(ctx(t), query)
		if err != nil || changes[0].New != "v1.0.0" || changes[0].Path != "example.com/b" {
			t.Errorf("%s gives %+v, %v", query, changes, err)
		}
	}
	for _, query := range []string{"example.com/a", "example.com/b@v1", "example.com/b@<v2"} {
		if _, err := s.Get(ctx(t), query); !errors.Is(err, modules.ErrUnlisted) {
			t.Errorf("%s: %v", query, err)
		}
	}
}

func TestAFolderReplacesModulesInAFolderOnly(t *testing.T) {
	client := newClient(t, config(t, "off"))
	goMod := []byte("module m\n\nrequire example.com/a v1.0.0\n\nreplace example.com/a => ./a\n")
	_, err := modules.Parse(client, goMod, nil, "")
	wantError(t, err, "example.com/a", "./a", "next to the notebook")
	if _, err := modules.Parse(client, goMod, nil, t.TempDir()); err != nil {
		t.Error(err)
	}
}
