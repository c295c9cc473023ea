//go:build ignore

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"path"
	"slices"
	"strings"
	"testing/fstest"
	"text/template"
	"time"
)

type memFS map[string]string

type info struct {
	name string
	size int
	dir  bool
}

func (i info) Name() string       { return i.name }
func (i info) Size() int64        { return int64(i.size) }
func (i info) ModTime() time.Time { return time.Time{} }
func (i info) IsDir() bool        { return i.dir }
func (i info) Sys() any           { return nil }
func (i info) Mode() fs.FileMode {
	if i.dir {
		return fs.ModeDir | 0o555
	}
	return 0o444
}

type file struct {
	info
	*bytes.Reader
}

func (f *file) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f *file) Close() error               { return nil }
func (f *file) Size() int64                { return f.info.Size() }

type dir struct {
	info
	entries []fs.DirEntry
}

func (d *dir) Stat() (fs.FileInfo, error) { return d.info, nil }
func (d *dir) Close() error               { return nil }
func (d *dir) Read([]byte) (int, error) {
	return 0, &fs.PathError{Op: "read", Path: d.name, Err: errors.New("is a directory")}
}
func (d *dir) ReadDir(n int) (out []fs.DirEntry, err error) {
	if n > 0 && len(d.entries) == 0 {
		return nil, io.EOF
	}
	if n <= 0 || n > len(d.entries) {
		n = len(d.entries)
	}
	out, d.entries = d.entries[:n], d.entries[n:]
	return
}

func (m memFS) Open(name string) (fs.File, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	if s, ok := m[name]; ok {
		return &file{info{path.Base(name), len(s), false}, bytes.NewReader([]byte(s))}, nil
	}
	d := &dir{info: info{name: path.Base(name), dir: true}}
	seen := map[string]bool{}
	for p, s := range m {
		rest := p
		if name != "." {
			var ok bool
			if rest, ok = strings.CutPrefix(p, name+"/"); !ok {
				continue
			}
		}
		first, _, deeper := strings.Cut(rest, "/")
		if seen[first] {
			continue
		}
		seen[first] = true
		i := info{first, len(s), deeper}
		if deeper {
			i.size = 0
		}
		d.entries = append(d.entries, fs.FileInfoToDirEntry(i))
	}
	if len(seen) == 0 && name != "." {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	slices.SortFunc(d.entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return d, nil
}

func main() {
	m := memFS{"a.txt": "hello", "web/index.html": "<p>hi</p>", "web/css/x.css": "p{}", "t/page.tmpl": "{{define \"p\"}}[{{.}}]{{end}}"}
	err := fs.WalkDir(m, ".", func(p string, d fs.DirEntry, err error) error {
		if d.IsDir() && d.Name() == "css" {
			fmt.Println("skip", p)
			return fs.SkipDir
		}
		fmt.Println(p, d, err)
		return err
	})
	fmt.Println(err)
	b, err := fs.ReadFile(m, "a.txt")
	fmt.Println(string(b), err)
	_, err = fs.ReadFile(m, "nope/x")
	var pe *fs.PathError
	fmt.Println(err, errors.Is(err, fs.ErrNotExist), errors.As(err, &pe))
	_, err = m.Open("../x")
	fmt.Println(err, errors.Is(err, fs.ErrInvalid))
	g, err := fs.Glob(m, "web/*.html")
	fmt.Println(g, err)
	sub, _ := fs.Sub(m, "web")
	es, err := fs.ReadDir(sub, ".")
	fmt.Println(es, err)
	fmt.Println(fstest.TestFS(m, "a.txt", "web/css/x.css"))
	rec := httptest.NewRecorder()
	http.FileServerFS(sub).ServeHTTP(rec, httptest.NewRequest("GET", "/", nil))
	fmt.Println(rec.Code, rec.Header().Get("Content-Type"), rec.Body)
	rec = httptest.NewRecorder()
	http.FileServer(http.FS(m)).ServeHTTP(rec, httptest.NewRequest("GET", "/missing", nil))
	fmt.Println(rec.Code)
	t, err := template.ParseFS(m, "t/*.tmpl")
	var sb strings.Builder
	err2 := t.ExecuteTemplate(&sb, "p", 5)
	fmt.Println(sb.String(), err, err2)
	f, _ := m.Open("web")
	_, err = f.Read(nil)
	fmt.Println(err)
	_, err = io.ReadAll(f)
	fmt.Println(err != nil)
}
