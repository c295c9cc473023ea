package server

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// FuzzPaths: no path that a client gives leaves the folder.
func FuzzPaths(f *testing.F) {
	above := f.TempDir()
	dir := filepath.Join(above, "served")
	if err := os.MkdirAll(filepath.Join(dir, "sub"), 0o777); err != nil {
		f.Fatal(err)
	}
	secret := filepath.Join(above, "secret")
	if err := os.WriteFile(secret, []byte("outside"), 0o666); err != nil {
		f.Fatal(err)
	}
	if err := os.Symlink(above, filepath.Join(dir, "up")); err != nil {
		f.Skip(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { root.Close() })
	inside := folder{root, dir}
	for _, path := range []string{"", "sub", "../secret", "sub/../../secret", "up/secret", "up", "..\\secret", "\x00", "a\x00/../secret", "/secret", strings.Repeat("a/", 5000), "sub/.x", "\xff", secret} {
		f.Add(path)
	}
	f.Fuzz(func(t *testing.T, path string) {
		name, err := clean(path)
		if err != nil {
			return
		}
		if got, err := inside.read(name); err == nil && strings.Contains(string(got), "outside") {
			t.Errorf("%q reads what lies outside", path)
		}
		if made, err := inside.newNotebook(name); err == nil {
			if err := root.Remove(filepath.FromSlash(made)); err != nil {
				t.Errorf("%q was made elsewhere: %v", path, err)
			}
		}
		if all, err := os.ReadDir(above); err != nil || len(all) != 2 {
			t.Fatalf("%q left %v beside the folder (%v)", path, all, err)
		}
	})
}

// FuzzForms: no form makes the server fail, but its sender's request.
func FuzzForms(f *testing.F) {
	s := serve(f)
	for _, body := range []string{"", "dir=", "dir=..", "dir=%00", "dir=%zz", "dir=a&dir=b", ";", "dir=" + strings.Repeat("x/", 3000), `{"dir":".."}`} {
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body string) {
		s := s
		s.t = t
		got := s.ask("POST", "/new", body, "Content-Type", formType)
		if got.status >= http.StatusInternalServerError {
			t.Errorf("%q: %d %s", body, got.status, got.body)
		}
	})
}
