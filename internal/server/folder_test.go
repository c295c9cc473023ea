package server

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"krigo/internal/nbformat"
)

const formType = "application/x-www-form-urlencoded"

// TestNothingOutsideTheFolderIsReached: by no spelling of a path, and by no link, by
// reading or writing.
func TestNothingOutsideTheFolderIsReached(t *testing.T) {
	above := t.TempDir()
	dir := filepath.Join(above, "served")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	const secret = "SECRET-OUTSIDE"
	for _, name := range []string{"secret.txt", "secret.ipynb", "secret.png"} {
		if err := os.WriteFile(filepath.Join(above, name), []byte(secret), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(filepath.Join(above, name), filepath.Join(dir, "absolute-"+name)); err != nil {
			t.Skip(err)
		}
		if err := os.Symlink("../"+name, filepath.Join(dir, "link-"+name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(above, filepath.Join(dir, "up")); err != nil {
		t.Fatal(err)
	}
	s := serveDir(t, dir)
	s.write(".git/config", secret)
	s.write("dir/.env", secret)
	paths := []string{
		"../secret.txt", "dir/../../secret.txt", "%2e%2e/secret.txt", "%2E%2E%2Fsecret.txt", "..%2fsecret.txt", "dir%2f..%2f..%2fsecret.txt",
		"..%5csecret.txt", ".%2e/secret.txt", "%252e%252e/secret.txt", "/secret.txt", "//secret.txt", url.PathEscape(above + "/secret.txt"), ".git/config", ".git%2fconfig",
		"dir/.env", "absolute-secret.txt", "link-secret.txt", "absolute-secret.ipynb", "link-secret.ipynb", "link-secret.png", "up/secret.txt", "up/secret.png", "up",
		"%00", "a%00b", "secret.txt%00.png", strings.Repeat("x", 300), strings.Repeat("x/", 3000), "%ff%fe",
	}
	for _, path := range paths {
		for _, prefix := range []string{"/notebooks/", "/export/", "/tree/", "/static/", "/home/", "/room/"} {
			if got := s.ask("GET", prefix+path, ""); got.status == 200 && prefix != "/notebooks/" || strings.Contains(got.body, secret) {
				t.Errorf("GET %s%s: %d %.200s", prefix, path, got.status, got.body)
			}
		}
		form := url.Values{"dir": {path}}.Encode()
		if got := s.ask("POST", "/new", form, "Content-Type", formType); got.status < 400 || strings.Contains(got.body, above) {
			t.Errorf("new in %s: %d %s", path, got.status, got.body)
		}
	}
	if all, err := os.ReadDir(above); err != nil || len(all) != 4 {
		t.Errorf("above the folder lies %v (%v)", all, err)
	}
	for _, name := range []string{"secret.txt", "secret.ipynb", "secret.png"} {
		if got, err := os.ReadFile(filepath.Join(above, name)); string(got) != secret {
			t.Errorf("%s holds %q (%v)", name, got, err)
		}
	}
	inside, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range inside {
		if raw, err := os.ReadFile(filepath.Join(dir, e.Name())); err == nil && strings.Contains(string(raw), secret) && !strings.Contains(e.Name(), "-secret") {
			t.Errorf("%s was copied from outside", e.Name())
		}
	}
}

// TestLinksThatLeaveAreNotListed: and those that stay are.
func TestLinksThatLeaveAreNotListed(t *testing.T) {
	s := serve(t)
	s.write("there/t.txt", "")
	for name, to := range map[string]string{"out": os.TempDir(), "stays": "there", "broken": "nowhere"} {
		if err := os.Symlink(to, filepath.Join(s.dir, name)); err != nil {
			t.Skip(err)
		}
	}
	list, err := folder{root: s.with.Root}.list(".")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range list {
		got = append(got, e.name)
	}
	if !slices.Equal(got, []string{"stays", "there"}) {
		t.Errorf("listed: %q", got)
	}
	if got := s.ask("GET", "/tree/out", ""); got.status != 403 || !strings.Contains(got.body, "leads out") {
		t.Errorf("%d %s", got.status, got.body)
	}
}

// What is hidden, or is no file, is not there by a link either: in no list, page, room or export.
func TestLinksToWhatIsHiddenAreNotFollowed(t *testing.T) {
	dir := filepath.Join(t.TempDir(), ".served") // which is hidden itself, and served all the same
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	s := serveDir(t, dir)
	const secret = "c2VjcmV0" // printf secret | base64
	s.write(".git/config.png", "secret")
	s.write(".hid.png", "secret")
	s.write(".hid.ipynb", notebookText(t, "secret"))
	s.write("open.png", "open")
	for name, to := range map[string]string{"a.png": ".hid.png", "git": ".git", "b.ipynb": ".hid.ipynb", "c.png": "open.png", "deep.png": "git/config.png"} {
		if err := os.Symlink(to, filepath.Join(s.dir, name)); err != nil {
			t.Skip(err)
		}
	}
	text := "![](a.png) ![](git/config.png) ![](deep.png) ![](.hid.png) ![](c.png)"
	if fifo(filepath.Join(s.dir, "pipe.png")) == nil {
		text += " ![](pipe.png)"
	}
	nb := nbformat.New()
	nb.Add(nbformat.Markdown, text)
	if err := nbformat.WriteFile(filepath.Join(s.dir, "n.ipynb"), nb); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/notebooks/a.png", "/notebooks/git/config.png", "/notebooks/deep.png", "/notebooks/pipe.png", "/export/b.ipynb?format=ipynb", "/tree/git"} {
		if got := s.ask("GET", path, ""); got.status == 200 || strings.Contains(got.body, "secret") {
			t.Errorf("%s: %d %s", path, got.status, got.body)
		}
	}
	page := s.ask("GET", "/export/n.ipynb?format=html", "").body
	if strings.Contains(page, secret) || strings.Count(page, "base64,") != 1 {
		t.Error("the export has what is hidden, or not what a link to another file shows")
	}
	if list := s.ask("GET", "/", "").body; strings.Contains(list, "b.ipynb") || strings.Contains(list, ">git<") || !strings.Contains(list, "n.ipynb") {
		t.Errorf("the list is %s", list)
	}
	if told := s.page("b.ipynb").Until("refused", "b.ipynb"); strings.Contains(told, secret) {
		t.Errorf("the page heard %s", told)
	}
}

// A folder that cannot be read is reported as unreadable, not as empty.
func TestAFolderThatCannotBeReadIsNoEmptyOne(t *testing.T) {
	root, err := os.OpenRoot(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	if list, err := (folder{root: root}).list("gone"); err == nil {
		t.Errorf("the list is %v", list)
	}
}

// TestNewNotebooksGetFreeNames: the first that is free, of krigo's kernel.
func TestNewNotebooksGetFreeNames(t *testing.T) {
	s := serve(t)
	s.write("sub/Untitled1.ipynb", "")
	inside := folder{root: s.with.Root}
	for _, want := range []string{"sub/Untitled.ipynb", "sub/Untitled2.ipynb"} {
		got, err := inside.newNotebook("sub")
		if err != nil || got != want {
			t.Fatalf("%q (%v), want %q", got, err, want)
		}
		if nb, err := nbformat.ReadFile(filepath.Join(s.dir, filepath.FromSlash(got))); err != nil || nb.Kernel() != "krigo" {
			t.Errorf("%s: %v", got, err)
		}
	}
	if name, err := inside.newNotebook("none"); statusOf(err) != http.StatusNotFound {
		t.Errorf("in a folder that is not there: %q (%v)", name, err)
	}
}
