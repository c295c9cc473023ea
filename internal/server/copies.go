package server

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"sync"
)

// copies makes the copies of the served folder in which visitors' kernels work: cells find the
// files of the notebook's folder by name, and the visitor owns what they write.
type copies struct {
	root *os.Root
	dir  string // in which they are made
}

// A file of more than largestCopy bytes is a link to the original, and a folder of more
// than mostCopied files and folders is refused: it is a home, not a lesson.
const (
	largestCopy = 16 << 20
	mostCopied  = 5000
)

// survey looks through the folder and names the files that are linked and could be
// written to.
func (c copies) survey() (linked []string, err error) {
	n := 0
	err = c.walk(func(name string, info fs.FileInfo) error {
		if n++; n > mostCopied {
			return fmt.Errorf("server: %s has more than %d files and folders, which each visitor would get a copy of; serve one with the notebooks and their data alone", c.root.Name(), mostCopied)
		}
		if info.Mode().IsRegular() && info.Size() > largestCopy && info.Mode().Perm()&0o222 != 0 {
			linked = append(linked, name)
		}
		return nil
	})
	return linked, err
}

// walk calls do with all folders, files and links that are not hidden, folders first.
func (c copies) walk(do func(name string, info fs.FileInfo) error) error {
	return fs.WalkDir(c.root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case name == ".":
			return err
		case isHidden(d.Name()) && d.IsDir():
			return fs.SkipDir
		case isHidden(d.Name()):
			return nil
		case err != nil && errors.Is(err, fs.ErrPermission) && d.IsDir():
			return fs.SkipDir
		case err != nil:
			return err
		}
		info, err := d.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil // it has gone just now
		}
		if err != nil {
			return err
		}
		return do(name, info)
	})
}

// make makes a copy and returns its folder.
func (c copies) make() (dir string, err error) {
	dir, err = os.MkdirTemp(c.dir, "visitor-")
	if err != nil {
		return "", err
	}
	if err := c.walk(func(name string, info fs.FileInfo) error { return c.copy(dir, name, info) }); err != nil {
		return "", errors.Join(err, os.RemoveAll(dir))
	}
	return dir, nil
}

// copy copies a folder without what is in it, a file or a link within the root.
func (c copies) copy(dir, name string, info fs.FileInfo) error {
	to, own := filepath.Join(dir, filepath.FromSlash(name)), filepath.FromSlash(name)
	switch mode := info.Mode(); {
	case mode.IsDir():
		return os.Mkdir(to, 0o700)
	case mode&fs.ModeSymlink != 0:
		if _, err := c.root.Stat(own); err != nil {
			return nil // it leads outside, or nowhere
		}
		target, err := c.root.Readlink(own)
		if err != nil || filepath.IsAbs(target) {
			return err
		}
		return os.Symlink(target, to)
	case !mode.IsRegular():
		return nil
	case info.Size() > largestCopy:
		original, err := filepath.Abs(filepath.Join(c.root.Name(), own))
		if err != nil {
			return err
		}
		return os.Symlink(original, to)
	}
	return c.copyFile(to, own)
}

// copyFile copies a file, without the right of others to it.
func (c copies) copyFile(to, name string) error {
	from, err := c.root.Open(name)
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, fs.ErrNotExist) {
		return nil // cells would not have it either
	}
	if err != nil {
		return err
	}
	defer from.Close()
	file, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(file, from)
	return errors.Join(err, file.Close())
}

// workplace is the copy that the kernels of a visitor share, as long as he has one.
type workplace struct {
	copies copies

	mu      sync.Mutex
	dir     string
	kernels int
}

// enter makes the copy unless it exists.
func (w *workplace) enter() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.kernels == 0 {
		dir, err := w.copies.make()
		if err != nil {
			return fmt.Errorf("the folder of the session cannot be made: %w", err)
		}
		w.dir = dir
	}
	w.kernels++
	return nil
}

// leave removes the copy with the last kernel.
func (w *workplace) leave() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.kernels--; w.kernels > 0 {
		return nil
	}
	return os.RemoveAll(w.dir)
}

// of returns the folder in which the kernel of a notebook works.
func (w *workplace) of(notebook string) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return filepath.Join(w.dir, filepath.FromSlash(path.Dir(notebook)))
}
