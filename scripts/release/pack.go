package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"time"
)

// files are the files of an archive by their paths. A path that ends in a slash is a folder.
type files map[string]file

type file struct {
	data []byte
	runs bool // is a program
}

// read adds files of the checkout.
func (all files) read(paths []string) error {
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		all[path] = file{data, info.Mode()&0o100 != 0}
	}
	return nil
}

func (f file) mode() fs.FileMode {
	if f.runs {
		return 0o755
	}
	return 0o644
}

// packTar writes a tar.gz of files in a folder of that name, all with one time.
func packTar(name string, all files, made time.Time) ([]byte, error) {
	var out bytes.Buffer
	zipped, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	archive := tar.NewWriter(zipped)
	for _, p := range slices.Sorted(maps.Keys(all)) {
		f := all[p]
		head := &tar.Header{
			Typeflag: tar.TypeReg, Name: path.Join(name, p), Size: int64(len(f.data)), Mode: int64(f.mode()), ModTime: made, Format: tar.FormatPAX,
		}
		if strings.HasSuffix(p, "/") {
			head.Typeflag = tar.TypeDir
			head.Name += "/"
		}
		if err := archive.WriteHeader(head); err != nil {
			return nil, err
		}
		if _, err := archive.Write(f.data); err != nil {
			return nil, err
		}
	}
	err = errors.Join(archive.Close(), zipped.Close())
	return out.Bytes(), err
}

// packZip writes a zip of files in a folder of that name, all with one time.
func packZip(name string, all files, made time.Time) ([]byte, error) {
	var out bytes.Buffer
	archive := zip.NewWriter(&out)
	archive.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, flate.BestCompression) })
	for _, p := range slices.Sorted(maps.Keys(all)) {
		head := &zip.FileHeader{Name: path.Join(name, p), Method: zip.Deflate, Modified: made}
		head.SetMode(all[p].mode())
		w, err := archive.CreateHeader(head)
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(all[p].data); err != nil {
			return nil, err
		}
	}
	err := archive.Close()
	return out.Bytes(), err
}
