package replace

import (
	"os"
	"path/filepath"
	"testing"
)

func openRoot(t *testing.T) (*os.Root, string) {
	t.Helper()
	dir := t.TempDir()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	return root, dir
}

func link(t *testing.T, to, path string) {
	t.Helper()
	if err := os.Symlink(to, path); err != nil {
		t.Skip(err)
	}
}

// TestAFileWithinARootIsReplacedWhereItIs: behind links that stay, whose folder is a
// link itself, with its permissions.
func TestAFileWithinARootIsReplacedWhereItIs(t *testing.T) {
	root, dir := openRoot(t)
	if err := os.MkdirAll(filepath.Join(dir, "a", "b"), 0o777); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "a", "t.txt")
	if err := os.WriteFile(file, []byte("first"), 0o600); err != nil {
		t.Fatal(err)
	}
	link(t, filepath.Join("a", "b"), filepath.Join(dir, "folder"))
	link(t, filepath.Join("..", "t.txt"), filepath.Join(dir, "a", "b", "link"))
	if err := BytesIn(root, filepath.Join("folder", "link"), []byte("second")); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(file); string(got) != "second" {
		t.Errorf("the file holds %q (%v)", got, err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v (%v), want permissions 600", info.Mode(), err)
	}
	if all, err := os.ReadDir(filepath.Join(dir, "a")); len(all) != 2 {
		t.Errorf("left behind: %v (%v)", all, err)
	}
}

// TestNothingIsWrittenOutsideARoot: by names and links that leave it, or to what is not a file.
func TestNothingIsWrittenOutsideARoot(t *testing.T) {
	root, dir := openRoot(t)
	outside := filepath.Join(t.TempDir(), "t.txt")
	if err := os.WriteFile(outside, []byte("first"), 0o600); err != nil {
		t.Fatal(err)
	}
	relative, err := filepath.Rel(dir, outside)
	if err != nil {
		t.Fatal(err)
	}
	link(t, outside, filepath.Join(dir, "absolute"))
	link(t, relative, filepath.Join(dir, "relative"))
	link(t, filepath.Dir(outside), filepath.Join(dir, "folder"))
	link(t, "loop", filepath.Join(dir, "loop"))
	for _, path := range []string{
		"absolute", "relative", filepath.Join("folder", "t.txt"), filepath.Join("folder", "new"), "loop",
		relative, outside, filepath.Join("..", "new"), ".", "",
	} {
		if err := BytesIn(root, path, []byte("second")); err == nil {
			t.Errorf("%s was written", path)
		}
	}
	if got, err := os.ReadFile(outside); string(got) != "first" {
		t.Errorf("the file outside holds %q (%v)", got, err)
	}
	if all, err := os.ReadDir(filepath.Dir(outside)); len(all) != 1 {
		t.Errorf("written outside: %v (%v)", all, err)
	}
}
