package replace

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func content(text string, err error) func(io.Writer) error {
	return func(w io.Writer) error {
		_, failed := io.WriteString(w, text)
		return errors.Join(failed, err)
	}
}

// TestAFileThatCannotBeWrittenIsAsItWas: also where part of the new one was.
func TestAFileThatCannotBeWrittenIsAsItWas(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "t.csv")
	if err := File(path, content("first", nil)); err != nil {
		t.Fatal(err)
	}
	full := errors.New("the disk is full")
	if err := File(path, content("sec", full)); !errors.Is(err, full) {
		t.Errorf("the error is %v", err)
	}
	if got, err := os.ReadFile(path); string(got) != "first" {
		t.Errorf("the file holds %q (%v)", got, err)
	}
	if all, err := os.ReadDir(dir); len(all) != 1 {
		t.Errorf("left behind: %v (%v)", all, err)
	}
}

// TestAFileIsReplacedWhereItIs: behind a link, with its permissions.
func TestAFileIsReplacedWhereItIs(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "t.csv"), filepath.Join(dir, "link.csv")
	if err := os.WriteFile(path, []byte("first"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(path, link); err != nil {
		t.Skip(err)
	}
	if err := File(link, content("second", nil)); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(path); string(got) != "second" {
		t.Errorf("the file holds %q (%v)", got, err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v (%v), want permissions 600", info.Mode(), err)
	}
}

// TestAProtectedFileIsNotReplaced, although its folder can be written; nor by root.
func TestAProtectedFileIsNotReplaced(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.csv")
	if err := os.WriteFile(path, []byte("first"), 0o400); err != nil {
		t.Fatal(err)
	}
	if err := Bytes(path, []byte("second")); !errors.Is(err, fs.ErrPermission) || !strings.Contains(err.Error(), "write-protected") {
		t.Errorf("the error is %v", err)
	}
	if err := Probe(path); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("a probe says %v", err)
	}
	if got, err := os.ReadFile(path); string(got) != "first" {
		t.Errorf("the file holds %q (%v)", got, err)
	}
}

// TestDevicesAreWrittenTo, and not replaced.
func TestDevicesAreWrittenTo(t *testing.T) {
	if err := File(os.DevNull, content("text", nil)); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Errorf("%v (%v)", info, err)
	}
}

// TestAProbeTellsWhatCannotBeWrittenAndChangesNothing: what root may do, too.
func TestAProbeTellsWhatCannotBeWrittenAndChangesNothing(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "there")
	if err := os.WriteFile(file, []byte("first"), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, can := range map[string]bool{
		file: true, filepath.Join(dir, "new"): true, os.DevNull: true,
		dir: false, filepath.Join(dir, "missing", "new"): false, filepath.Join(file, "new"): false,
	} {
		if err := Probe(path); (err == nil) != can {
			t.Errorf("%s: %v, want that it can be written: %v", path, err, can)
		}
	}
	if got, err := os.ReadFile(file); string(got) != "first" {
		t.Errorf("the file holds %q (%v)", got, err)
	}
	if all, err := os.ReadDir(dir); len(all) != 1 {
		t.Errorf("left behind: %v (%v)", all, err)
	}
}

// TestWorkWhoseFolderIsGoneIsKept: in a file that the error names.
func TestWorkWhoseFolderIsGoneIsKept(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	t.Setenv("TMP", os.TempDir())
	path := filepath.Join(t.TempDir(), "gone", "out.ipynb")
	err := Keep(path, []byte("work"))
	if !errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("the error is %v", err)
	}
	_, kept, _ := strings.Cut(err.Error(), "is kept as ")
	if got, err := os.ReadFile(kept); string(got) != "work" || filepath.Ext(kept) != ".ipynb" {
		t.Errorf("%s holds %q (%v)", kept, got, err)
	}
}
