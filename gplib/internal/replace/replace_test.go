package replace

import (
	"errors"
	"io"
	"os"
	"path/filepath"
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

// TestDevicesAreWrittenTo, and not replaced.
func TestDevicesAreWrittenTo(t *testing.T) {
	if err := File(os.DevNull, content("text", nil)); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Errorf("%v (%v)", info, err)
	}
}
