package dataset

import (
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// withFile gives f the content of a file, unpacked where its name ends in
// .gz.
func withFile(path string, f func(io.Reader) error) error {
	file, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("dataset: %w", err)
	}
	defer file.Close()
	if !strings.HasSuffix(strings.ToLower(path), ".gz") {
		return f(file)
	}
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		return fmt.Errorf("dataset: %s: %w", path, err)
	}
	defer unpacked.Close()
	return f(unpacked)
}

// tabbed tells whether a file's name is that of tab-separated values.
func tabbed(path string) bool {
	name := strings.TrimSuffix(strings.ToLower(path), ".gz")
	extension := filepath.Ext(name)
	return extension == ".tsv" || extension == ".tab"
}
