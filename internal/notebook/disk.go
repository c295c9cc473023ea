package notebook

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"krigo/internal/nbformat"
	"krigo/internal/replace"
)

// disk is the file of a room. It is for one goroutine at a time.
type disk struct {
	root *os.Root
	path string // with slashes
	// What we read or wrote last.
	known fingerprint
	hash  [sha256.Size]byte
	mine  string // a copy next to the file until a page has chosen, "" for none
}

// fingerprint is a cheap check whether a file may have changed.
type fingerprint struct {
	size int64
	at   time.Time
}

func (d *disk) name() string { return filepath.FromSlash(d.path) }

// read reads the notebook.
func (d *disk) read() (*nbformat.Notebook, error) {
	before, err := d.look()
	if err != nil {
		return nil, err
	}
	raw, err := d.root.ReadFile(d.name())
	if err != nil {
		return nil, err
	}
	nb, err := nbformat.Parse(raw)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", d.path, err)
	}
	d.known, d.hash = before, sha256.Sum256(raw)
	return nb, nil
}

func (d *disk) look() (fingerprint, error) {
	info, err := d.root.Stat(d.name())
	if err != nil {
		return fingerprint{}, err
	}
	if !info.Mode().IsRegular() {
		return fingerprint{}, &fs.PathError{Op: "open", Path: d.path, Err: errors.New("it is no file")}
	}
	return fingerprint{info.Size(), info.ModTime()}, nil
}

// outside describes what another program did to the file since we read or wrote it, "" for
// nothing. One that was written again with the same content has not changed.
func (d *disk) outside() (string, error) {
	now, err := d.look()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return outsideDeleted, nil
	case err != nil:
		return "", err
	case now == d.known:
		return "", nil
	}
	raw, err := d.root.ReadFile(d.name())
	if err != nil {
		return "", err
	}
	if sha256.Sum256(raw) != d.hash {
		return outsideChanged, nil
	}
	d.known = now
	return "", nil
}

// write writes the notebook, whatever is there.
func (d *disk) write(nb *nbformat.Notebook) error {
	raw, err := nb.Encode()
	if err != nil {
		return fmt.Errorf("notebook %s: %w", d.path, err)
	}
	hash := sha256.Sum256(raw)
	if hash == d.hash {
		if what, err := d.outside(); err == nil && what == "" {
			return nil // it is there already
		}
	}
	if err := replace.BytesIn(d.root, d.name(), raw); err != nil {
		return err
	}
	d.hash = hash
	d.known, err = d.look()
	return err
}

// copyAs writes the notebook next to the file, under a free name, which it returns: under the same one
// as before while a page has to choose.
func (d *disk) copyAs(nb *nbformat.Notebook) (string, error) {
	name := d.mine
	if name == "" {
		var err error
		if name, err = d.freeName(); err != nil {
			return "", err
		}
	}
	other := disk{root: d.root, path: name}
	if err := other.write(nb); err != nil {
		return "", err
	}
	d.mine = name
	return name, nil
}

// freeName returns a name for a copy of the file.
func (d *disk) freeName() (string, error) {
	ext := path.Ext(d.path)
	stem := strings.TrimSuffix(d.path, ext)
	for n := 1; ; n++ {
		name := fmt.Sprintf("%s-mine-%d%s", stem, n, ext)
		_, err := d.root.Lstat(filepath.FromSlash(name))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return name, nil
		case err != nil:
			return "", err
		}
	}
}

// dropCopy removes the copy that was kept while a page had to choose.
func (d *disk) dropCopy() {
	if d.mine == "" {
		return
	}
	_ = d.root.Remove(filepath.FromSlash(d.mine)) // nothing is lost where it stays
	d.mine = ""
}

// elsewhere writes the notebook to the folder for temporary files.
func (d *disk) elsewhere(nb *nbformat.Notebook) (string, error) {
	raw, err := nb.Encode()
	if err != nil {
		return "", err
	}
	return replace.Elsewhere(path.Base(d.path), raw)
}
