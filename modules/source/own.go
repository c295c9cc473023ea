package source

// Own returns krigo's source of a package of the standard library that a program without a compiler
// cannot use as it is: of package embed, whose file systems only a compiler fills.
func Own(path string) (*Package, bool) {
	if path != "embed" {
		return nil, false
	}
	return &Package{Path: path, Name: path, Language: "go1.26", Files: []File{{"embed.go", embedded}}, Imports: []string{"errors", "io/fs", "testing/fstest"}}, true
}

// embedded is package embed. Krigo makes a file system of names and contents in turn.
const embedded = `package embed

import (
	"errors"
	"io/fs"
	"testing/fstest"
)

type FS struct{ files *fstest.MapFS }

func Krigo(pairs ...string) FS {
	m := fstest.MapFS{}
	for i := 0; i < len(pairs); i += 2 {
		m[pairs[i]] = &fstest.MapFile{Data: []byte(pairs[i+1]), Mode: 0o444}
	}
	return FS{&m}
}

func (f FS) all() fstest.MapFS {
	if f.files == nil {
		return fstest.MapFS{}
	}
	return *f.files
}

func (f FS) Open(name string) (fs.File, error) { return f.all().Open(name) }

func (f FS) ReadDir(name string) ([]fs.DirEntry, error) { return f.all().ReadDir(name) }

func (f FS) ReadFile(name string) ([]byte, error) {
	if info, err := fs.Stat(f.all(), name); err == nil && info.IsDir() {
		return nil, &fs.PathError{Op: "read", Path: name, Err: errors.New("is a directory")}
	}
	return f.all().ReadFile(name)
}
`
