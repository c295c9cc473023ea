package main

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"sort"
	"strings"
)

type Entry interface {
	Name() string
	Size() int64
}

type base struct{ name string }

func (b base) Name() string { return b.name }

type File struct {
	base
	data []byte
}

type Dir struct {
	base
	kids map[string]Entry
}

type Link struct {
	base
	target string
}

func (f *File) Size() int64 { return int64(len(f.data)) }
func (l *Link) Size() int64 { return 0 }
func (d *Dir) Size() (n int64) {
	for _, k := range d.kids {
		n += k.Size()
	}
	return
}

func (d *Dir) sorted() []string {
	names := make([]string, 0, len(d.kids))
	for n := range d.kids {
		names = append(names, n)
	}
	sort.Strings(names)
	return names
}

type FS struct{ root *Dir }

var errLoop = errors.New("too many links")

func (f FS) lookup(p string, hops int) (Entry, error) {
	fail := func(err error) (Entry, error) { return nil, &fs.PathError{Op: "lookup", Path: p, Err: err} }
	if hops > 4 {
		return fail(errLoop)
	}
	var cur Entry = f.root
	at := "/"
	for _, part := range strings.Split(strings.Trim(path.Clean(p), "/"), "/") {
		if part == "" {
			continue
		}
		d, ok := cur.(*Dir)
		if !ok {
			return fail(errors.New("not a directory"))
		}
		if cur, ok = d.kids[part]; !ok {
			return fail(fs.ErrNotExist)
		}
		if l, ok := cur.(*Link); ok {
			to := l.target
			if !path.IsAbs(to) {
				to = path.Join(at, to)
			}
			var err error
			if cur, err = f.lookup(to, hops+1); err != nil {
				return nil, fmt.Errorf("via %s: %w", l.name, err)
			}
		}
		at = path.Join(at, part)
	}
	return cur, nil
}

func (f FS) Put(p string, e func(base) Entry) {
	d := f.root
	parts := strings.Split(strings.Trim(p, "/"), "/")
	for _, part := range parts[:len(parts)-1] {
		next, ok := d.kids[part].(*Dir)
		if !ok {
			next = &Dir{base{part}, map[string]Entry{}}
			d.kids[part] = next
		}
		d = next
	}
	last := parts[len(parts)-1]
	d.kids[last] = e(base{last})
}

func file(s string) func(base) Entry { return func(b base) Entry { return &File{b, []byte(s)} } }
func link(s string) func(base) Entry { return func(b base) Entry { return &Link{b, s} } }

func show(e Entry, prefix string) {
	switch v := e.(type) {
	case *Dir:
		for i, n := range v.sorted() {
			branch, next := "├─ ", "│  "
			if i == len(v.kids)-1 {
				branch, next = "└─ ", "   "
			}
			kid := v.kids[n]
			extra := fmt.Sprintf(" (%d)", kid.Size())
			if l, ok := kid.(*Link); ok {
				extra = " -> " + l.target
			}
			fmt.Println(prefix + branch + n + extra)
			show(kid, prefix+next)
		}
	case *File, *Link:
	default:
		panic("unknown entry")
	}
}

func main() {
	f := FS{&Dir{kids: map[string]Entry{}}}
	f.Put("/etc/hosts", file("127.0.0.1 home\n"))
	f.Put("/home/ann/notes.txt", file("buy milk"))
	f.Put("/home/ann/todo", link("notes.txt"))
	f.Put("/home/bob/x/y/z", file(""))
	f.Put("/me", link("/home/ann"))
	f.Put("/spin", link("spun"))
	f.Put("/spun", link("spin"))
	f.Put("/dangling", link("/nowhere"))
	show(f.root, "")
	fmt.Println(f.root.Size())
	for _, p := range []string{"/etc/hosts", "/me/todo", "/home/bob/../ann/notes.txt", "/etc/hosts/x", "/nope/a", "/spin", "/dangling", "/home"} {
		e, err := f.lookup(p, 0)
		var pe *fs.PathError
		switch {
		case errors.Is(err, fs.ErrNotExist):
			fmt.Println(p, "missing:", err)
		case errors.Is(err, errLoop):
			fmt.Println(p, "loop", strings.Count(err.Error(), "via"))
		case errors.As(err, &pe):
			fmt.Println(p, "other:", pe.Op, pe.Err)
		default:
			fmt.Printf("%s %T %s %d\n", p, e, e.Name(), e.Size())
		}
	}
}
