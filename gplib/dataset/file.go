package dataset

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// withFile calls f with the content of a file, unpacked where its name ends in
// .gz.
func withFile(path string, f func(io.Reader) error) error {
	file, err := openFile(path)
	if err != nil {
		return err
	}
	defer file.Close()
	return f(file)
}

// openFile opens a file, unpacked where its name ends in .gz.
func openFile(path string) (io.ReadCloser, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("dataset: %w", err)
	}
	if !strings.HasSuffix(strings.ToLower(path), ".gz") {
		return file, nil
	}
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("dataset: %s: %w", path, err), file.Close())
	}
	return &packedFile{unpacked, file}, nil
}

// packedFile is the content of a packed file.
type packedFile struct {
	*gzip.Reader
	file *os.File
}

func (p *packedFile) Close() error { return errors.Join(p.Reader.Close(), p.file.Close()) }

// tabbed reports whether a file's name is that of tab-separated values.
func tabbed(path string) bool {
	name := strings.TrimSuffix(strings.ToLower(path), ".gz")
	extension := filepath.Ext(name)
	return extension == ".tsv" || extension == ".tab"
}
