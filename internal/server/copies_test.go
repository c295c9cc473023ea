package server

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// copied returns a folder with files of all kinds, and a copy of it.
func copied(t *testing.T, make func(dir string)) (c copies, dir string, linked []string) {
	t.Helper()
	served := t.TempDir()
	make(served)
	root, err := os.OpenRoot(served)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	c = copies{root: root, dir: t.TempDir()}
	if linked, err = c.survey(); err != nil {
		t.Fatal(err)
	}
	if dir, err = c.make(); err != nil {
		t.Fatal(err)
	}
	return c, dir, linked
}

func put(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestCopiesOfAFolder: files are copied, links within the folder kept; hidden files and links that
// lead outside are left out; a large file becomes a link, and is named if it could be written to.
func TestCopiesOfAFolder(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links want a privilege")
	}
	var served string
	_, dir, linked := copied(t, func(d string) {
		served = d
		put(t, filepath.Join(d, "a.csv"), "a")
		put(t, filepath.Join(d, "sub", "b.csv"), "b")
		put(t, filepath.Join(d, ".git", "secret"), "hidden")
		put(t, filepath.Join(d, ".env"), "hidden")
		for _, name := range []string{"large.bin", "kept.bin"} {
			put(t, filepath.Join(d, name), "")
			if err := os.Truncate(filepath.Join(d, name), largestCopy+1); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Chmod(filepath.Join(d, "kept.bin"), 0o444); err != nil {
			t.Fatal(err)
		}
		for link, to := range map[string]string{"in.csv": "sub/b.csv", "sub/up.csv": "../a.csv", "out": "../", "absolute": "/etc", "nowhere": "x"} {
			if err := os.Symlink(to, filepath.Join(d, link)); err != nil {
				t.Fatal(err)
			}
		}
	})
	for name, want := range map[string]string{"a.csv": "a", "sub/b.csv": "b", "in.csv": "b", "sub/up.csv": "a"} {
		path := filepath.Join(dir, name)
		if got, err := os.ReadFile(path); err != nil || string(got) != want {
			t.Errorf("%s has %q (%v), want %q", name, got, err, want)
		}
	}
	for _, name := range []string{"a.csv", "in.csv"} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte("changed"), 0o600); err != nil {
			t.Error(err)
		}
	}
	for name, want := range map[string]string{"a.csv": "a", "sub/b.csv": "b"} {
		if got, err := os.ReadFile(filepath.Join(served, name)); err != nil || string(got) != want {
			t.Errorf("the original %s has %q now (%v)", name, got, err)
		}
	}
	for _, name := range []string{".git", ".env", "out", "absolute", "nowhere"} {
		if _, err := os.Lstat(filepath.Join(dir, name)); !os.IsNotExist(err) {
			t.Errorf("%s is there: %v", name, err)
		}
	}
	if to, err := os.Readlink(filepath.Join(dir, "large.bin")); err != nil || to != filepath.Join(served, "large.bin") {
		t.Errorf("large.bin leads to %q (%v)", to, err)
	}
	if strings.Join(linked, " ") != "large.bin" {
		t.Errorf("told are %q", linked)
	}
}

// TestAFolderWithTooMuchIsRefused: before the first visitor.
func TestAFolderWithTooMuchIsRefused(t *testing.T) {
	dir := t.TempDir()
	for i := range mostCopied + 1 {
		if err := os.Mkdir(filepath.Join(dir, fmt.Sprint(i)), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	if _, err := (copies{root: root}).survey(); err == nil || !strings.Contains(err.Error(), "more than 5000 files") {
		t.Errorf("the error is %v", err)
	}
}

// TestTheCopyIsThereAsLongAsAKernel: kernels of one visitor share it.
func TestTheCopyIsThereAsLongAsAKernel(t *testing.T) {
	c, _, _ := copied(t, func(d string) { put(t, filepath.Join(d, "sub", "a.csv"), "a") })
	w := workplace{copies: c}
	for range 2 {
		if err := w.enter(); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(w.of("sub/n.ipynb"), "a.csv")
	put(t, file, "changed")
	for _, last := range []bool{false, true} {
		if err := w.leave(); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(file); os.IsNotExist(err) != last {
			t.Errorf("with the last kernel %v: %v", last, err)
		}
	}
	if err := w.enter(); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(filepath.Join(w.of("sub/n.ipynb"), "a.csv")); err != nil || string(got) != "a" {
		t.Errorf("the next one has %q (%v)", got, err)
	}
}
