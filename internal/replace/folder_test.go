package replace

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
)

// recorded is a folder that records what is done in it.
type recorded struct {
	anywhere
	done []string
}

func (r *recorded) OpenFile(name string, flag int, perm fs.FileMode) (*os.File, error) {
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		r.done = append(r.done, "open "+filepath.Base(name))
	}
	return r.anywhere.OpenFile(name, flag, perm)
}

func (r *recorded) Rename(from, to string) error {
	r.done = append(r.done, "rename")
	return r.anywhere.Rename(from, to)
}

// TestTheFolderIsFlushedAfterTheRename: else a machine that loses its power may have the old name.
func TestTheFolderIsFlushedAfterTheRename(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("it has no such call")
	}
	dir := filepath.Join(t.TempDir(), "work")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	in := &recorded{}
	if err := replace(in, filepath.Join(dir, "t.csv"), nil, content("text", nil)); err != nil {
		t.Fatal(err)
	}
	if want := []string{"rename", "open work"}; !slices.Equal(in.done, want) {
		t.Errorf("done: %q, want %q", in.done, want)
	}
}
