package modules_test

import (
	"context"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/mod/module"
	"golang.org/x/tools/txtar"

	"krigo/internal/testwait"
	"krigo/modules"
	"krigo/modules/modulestest"
)

// config has an empty cache, and no checksum database.
func config(t testing.TB, proxy string) modules.Config {
	t.Helper()
	cache := t.TempDir()
	t.Cleanup(func() { writable(t, cache) })
	return modules.Config{Proxy: proxy, SumDB: "off", Cache: cache, Trees: filepath.Join(cache, "trees")}
}

// writable has the test's folder removable.
func writable(t testing.TB, dir string) {
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			err = os.Chmod(path, 0o777)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

func newClient(t testing.TB, c modules.Config) *modules.Client {
	t.Helper()
	client, err := modules.NewClient(c)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// small is a module with a package below its root, and one that needs it.
const small = `
-- example.com/a@v1.0.0/go.mod --
module example.com/a

go 1.21

require example.com/b v1.1.0
-- example.com/a@v1.0.0/a.go --
package a
-- example.com/b@v1.0.0/go.mod --
module example.com/b
-- example.com/b@v1.0.0/sub/sub.go --
package sub
-- example.com/b@v1.1.0/go.mod --
module example.com/b
-- example.com/b@v1.1.0/sub/sub.go --
package sub
`

func ctx(t testing.TB) context.Context { return testwait.Context(t, "modules") }

func get(t testing.TB, s *modules.Set, wanted ...string) {
	t.Helper()
	if _, err := s.Get(ctx(t), wanted...); err != nil {
		t.Fatal(err)
	}
}

// list returns the build list, one module a word.
func list(t testing.TB, s *modules.Set) string {
	t.Helper()
	all, err := s.List(ctx(t))
	if err != nil {
		t.Fatal(err)
	}
	var words []string
	for _, m := range all {
		words = append(words, m.Version.String())
	}
	return strings.Join(words, " ")
}

// wantError checks that an error has all of these words.
func wantError(t testing.TB, err error, words ...string) {
	t.Helper()
	if err == nil {
		t.Fatalf("no error, want one with %q", words)
	}
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("error %q, want %q in it", err, w)
		}
	}
}

// contents returns the files below a folder that are no lock.
func contents(t testing.TB, dir string) []string {
	t.Helper()
	var all []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && filepath.Ext(path) != ".lock" {
			rel, err := filepath.Rel(dir, path)
			all = append(all, filepath.ToSlash(rel))
			return err
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestGetRequiresTheModuleOfAPackage(t *testing.T) {
	c := config(t, modulestest.URL(modulestest.Folder(t, small)))
	s := modules.New(newClient(t, c))
	changes, err := s.Get(ctx(t), "example.com/b/sub", "example.com/a@v1")
	if err != nil {
		t.Fatal(err)
	}
	want := []modules.Change{{Path: "example.com/b", New: "v1.1.0"}, {Path: "example.com/a", New: "v1.0.0"}}
	if !slices.Equal(changes, want) {
		t.Errorf("changes %v, want %v", changes, want)
	}
	if got, want := list(t, s), "example.com/a@v1.0.0 example.com/b@v1.1.0"; got != want {
		t.Errorf("build list %s, want %s", got, want)
	}
	p, err := s.Find(ctx(t), "example.com/b/sub")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(p.Dir, "sub.go")); err != nil || p.Language != "go1.16" {
		t.Errorf("package %+v: %v; want one with sub.go, of go1.16", p, err)
	}
	if info, err := os.Stat(p.Dir); err != nil || info.Mode().Perm()&0o222 != 0 {
		t.Errorf("the folder has permissions %v, %v; want read-only", info.Mode(), err)
	}
	_, err = s.Find(ctx(t), "example.com/b/other")
	wantError(t, err, "no required module has package example.com/b/other")
}

// A cache that another process has filled is enough, and can serve as a proxy.
func TestTheCacheIsEnough(t *testing.T) {
	c := config(t, modulestest.URL(modulestest.Folder(t, small)))
	s := modules.New(newClient(t, c))
	get(t, s, "example.com/a")
	for _, path := range []string{"example.com/a", "example.com/b/sub"} {
		if _, err := s.Find(ctx(t), path); err != nil {
			t.Fatal(err)
		}
	}
	goMod, goSum, err := s.Files(ctx(t))
	if err != nil {
		t.Fatal(err)
	}
	c.Proxy = "off"
	again, err := modules.Parse(newClient(t, c), goMod, goSum, "")
	if err != nil {
		t.Fatal(err)
	}
	again.Freeze(true)
	if _, err := again.Find(ctx(t), "example.com/b/sub"); err != nil {
		t.Error(err)
	}
	second := config(t, modulestest.URL(filepath.Join(c.Cache, "cache", "download")))
	other := modules.New(newClient(t, second))
	get(t, other, "example.com/a@<v2.0.0")
	if _, err := other.Find(ctx(t), "example.com/b/sub"); err != nil {
		t.Error(err)
	}
}

func TestProxiesOfGOPROXY(t *testing.T) {
	here := modulestest.URL(modulestest.Folder(t, small))
	empty := modulestest.URL(t.TempDir())
	broken := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "out of order", http.StatusInternalServerError)
	}))
	defer broken.Close()
	for _, c := range []struct {
		proxy string
		words []string // of the error; nil for none
	}{
		{empty + "," + here, nil},
		{broken.URL + "|" + here, nil},
		{broken.URL + "," + here, []string{"500", "out of order"}},
		{empty + ",direct", []string{"not from version control", "example.com/a"}},
		{"direct", []string{"not from version control", "replace"}},
		{"off", []string{"GOPROXY=off"}},
		{empty + "|off|" + here, []string{"GOPROXY=off"}},
		{"", []string{"set the environment variable GOPROXY"}},
		{" " + here + "/ ,", nil},
	} {
		s := modules.New(newClient(t, config(t, c.proxy)))
		_, err := s.Get(ctx(t), "example.com/a@v1.0.0")
		if c.words == nil && err != nil {
			t.Errorf("GOPROXY=%s: %v", c.proxy, err)
		}
		if c.words != nil {
			wantError(t, err, c.words...)
		}
	}
	_, err := modules.NewClient(config(t, "ftp://example.com"))
	wantError(t, err, "GOPROXY", `"ftp://example.com"`)
}

func TestGONOPROXYIsNotAskedOfProxies(t *testing.T) {
	c := config(t, modulestest.URL(modulestest.Folder(t, small)))
	c.NoProxy = "example.com/b"
	s := modules.New(newClient(t, c))
	get(t, s, "example.com/a@v1.0.0")
	_, err := s.Find(ctx(t), "example.com/b/sub")
	wantError(t, err, "example.com/b@v1.1.0", "not from version control")
}

// A proxy that stops to send ends the download after the time of patience, or at the caller's deadline.
func TestAStallingProxy(t *testing.T) {
	dir := modulestest.Folder(t, small)
	released := make(chan struct{})
	stalling := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(r.URL.Path)))
		if err != nil {
			http.NotFound(w, r)
			return
		}
		if !strings.HasSuffix(r.URL.Path, ".zip") {
			_, _ = w.Write(data)
			return
		}
		_, _ = w.Write(data[:len(data)/2])
		w.(http.Flusher).Flush()
		<-released
	}))
	defer stalling.Close()
	defer close(released)
	c := config(t, stalling.URL)
	c.Patience = 50 * time.Millisecond
	s := modules.New(newClient(t, c))
	get(t, s, "example.com/a@v1.0.0")
	before := contents(t, c.Cache)
	_, err := s.Find(ctx(t), "example.com/a")
	wantError(t, err, "example.com/a@v1.0.0", stalling.URL, "nothing came for 50ms")
	if after := contents(t, c.Cache); !slices.Equal(before, after) {
		t.Errorf("the cache has %q, want %q", after, before)
	}

	c.Patience = time.Hour
	s = modules.New(newClient(t, c))
	get(t, s, "example.com/a@v1.0.0")
	short, cancel := context.WithTimeout(ctx(t), 50*time.Millisecond)
	defer cancel()
	_, err = s.Find(short, "example.com/a")
	wantError(t, err, "example.com/a@v1.0.0", "deadline exceeded")
	if after := contents(t, c.Cache); !slices.Equal(before, after) {
		t.Errorf("the cache has %q, want %q", after, before)
	}
}

// What is damaged at the proxy does not come into the cache.
func TestDamagedArchives(t *testing.T) {
	whole := modulestest.Archive(t, module.Version{Path: "example.com/a", Version: "v1.0.0"}, []txtar.File{{Name: "a.go", Data: []byte("package a\n")}})
	for name, data := range map[string][]byte{
		"cut":        whole[:len(whole)/2],
		"no archive": []byte("<html>"),
		"wrong name": modulestest.Archive(t, module.Version{Path: "example.com/b", Version: "v1.0.0"}, []txtar.File{{Name: "a.go"}}),
		"outside":    modulestest.Archive(t, module.Version{Path: "example.com/a", Version: "v1.0.0"}, []txtar.File{{Name: "../../a.go"}}),
		"twice": modulestest.Archive(t, module.Version{Path: "example.com/a", Version: "v1.0.0"},
			[]txtar.File{{Name: "a.go"}, {Name: "A.go"}}),
	} {
		t.Run(name, func(t *testing.T) {
			dir := modulestest.Folder(t, small)
			modulestest.Put(t, filepath.Join(dir, "example.com", "a", "@v", "v1.0.0.zip"), data)
			c := config(t, modulestest.URL(dir))
			s := modules.New(newClient(t, c))
			get(t, s, "example.com/a@v1.0.0")
			before := contents(t, c.Cache)
			_, err := s.Find(ctx(t), "example.com/a")
			wantError(t, err, "example.com/a@v1.0.0", "damaged")
			if after := contents(t, c.Cache); !slices.Equal(before, after) {
				t.Errorf("the cache has %q, want %q", after, before)
			}
		})
	}
}

// A folder that a killed process has extracted by half is extracted again.
func TestAHalfExtractedModule(t *testing.T) {
	c := config(t, modulestest.URL(modulestest.Folder(t, small)))
	s := modules.New(newClient(t, c))
	get(t, s, "example.com/b@v1.1.0")
	p, err := s.Find(ctx(t), "example.com/b/sub")
	if err != nil {
		t.Fatal(err)
	}
	writable(t, c.Cache)
	if err := os.Remove(filepath.Join(p.Dir, "sub.go")); err != nil {
		t.Fatal(err)
	}
	modulestest.Put(t, filepath.Join(c.Cache, "cache", "download", "example.com", "b", "@v", "v1.1.0.partial"), nil)
	s = modules.New(newClient(t, c))
	get(t, s, "example.com/b@v1.1.0")
	if p, err = s.Find(ctx(t), "example.com/b/sub"); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(p.Dir, "sub.go")); err != nil {
		t.Error(err)
	}
}

// Sessions that start at once share a cache.
func TestSessionsAtOnce(t *testing.T) {
	c := config(t, modulestest.URL(modulestest.Folder(t, small)))
	const sessions = 8
	errs := make(chan error, sessions)
	for range sessions {
		client := newClient(t, c)
		go func() {
			s := modules.New(client)
			_, err := s.Get(ctx(t), "example.com/a@v1.0.0")
			if err == nil {
				_, err = s.Find(ctx(t), "example.com/b/sub")
			}
			errs <- err
		}()
	}
	for range sessions {
		if err := testwait.Receive(t, "a session", errs); err != nil {
			t.Error(err)
		}
	}
	if files := contents(t, c.Cache); slices.ContainsFunc(files, func(f string) bool {
		return strings.HasSuffix(f, ".tmp") || strings.HasSuffix(f, ".partial")
	}) {
		t.Errorf("the cache has %q", files)
	}
}

// A proxy that sends without end is cut off.
func TestAnEndlessFile(t *testing.T) {
	endless := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.Copy(w, zeros{})
	}))
	defer endless.Close()
	s := modules.New(newClient(t, config(t, endless.URL)))
	_, err := s.Get(ctx(t), "example.com/a@v1.0.0")
	wantError(t, err, "example.com/a@v1.0.0", "larger than a module may be")
}

type zeros struct{}

func (zeros) Read(b []byte) (int, error) { return len(b), nil }
