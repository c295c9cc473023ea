package source

// Own returns krigo's source of a package that a program without a compiler cannot use as it is: package embed, whose
// file systems only a compiler fills, packages of the standard library without code, and those parts of packages about
// terminals that ask whether a file is one: the files of cells are none.
func Own(path string) (*Package, bool) {
	p, ok := own[path]
	if !ok {
		return nil, false
	}
	p.Path, p.Language = path, "go1.26"
	return &p, true
}

var own = map[string]Package{
	"embed":                 {Name: "embed", Files: []File{{"embed.go", embedded}}, Imports: []string{"errors", "io/fs", "testing/fstest"}},
	"structs":               {Name: "structs", Files: []File{{"structs.go", hostLayout}}},
	"time/tzdata":           {Name: "tzdata", Files: []File{{"tzdata.go", "package tzdata\n"}}},
	"golang.org/x/sys/unix": {Name: "unix", Files: []File{{"unix.go", terminals}}, Imports: []string{"errors"}},
	"golang.org/x/term":     {Name: "term", Files: []File{{"term.go", noTerminal}}, Imports: []string{"errors"}},
}

const hostLayout = `package structs

type HostLayout struct{ _ hostLayout }

type hostLayout struct{}
`

const terminals = `package unix

import "errors"

const (
	TCGETS     = 0x5401
	TCSETS     = 0x5402
	TIOCGETA   = 0x40487413
	TIOCSETA   = 0x80487414
	TIOCGWINSZ = 0x5413
	TIOCGPGRP  = 0x540f
	ECHO       = 0x8
	ICANON     = 0x2
)

type Termios struct{ Iflag, Oflag, Cflag, Lflag uint32 }

type Winsize struct{ Row, Col, Xpixel, Ypixel uint16 }

type Timeval struct{ Sec, Usec int64 }

type FdSet struct{ Bits [16]int64 }

func (s *FdSet) Set(fd int) { s.Bits[fd/64] |= 1 << (uint(fd) % 64) }

func (s *FdSet) IsSet(fd int) bool { return s.Bits[fd/64]&(1<<(uint(fd)%64)) != 0 }

var (
	EINTR   = errors.New("interrupted system call")
	errNone = errors.New("inappropriate ioctl for device")
)

func NsecToTimeval(nsec int64) Timeval { return Timeval{nsec / 1e9, nsec % 1e9 / 1e3} }

func IoctlGetTermios(fd int, req uint) (*Termios, error) { return nil, errNone }

func IoctlSetTermios(fd int, req uint, value *Termios) error { return errNone }

func IoctlGetWinsize(fd int, req uint) (*Winsize, error) { return nil, errNone }

func IoctlGetInt(fd int, req uint) (int, error) { return 0, errNone }

func Select(nfd int, r, w, e *FdSet, timeout *Timeval) (int, error) { return -1, errNone }

func Getpgrp() int { panic("unix.Getpgrp is not available in a cell") }
`

const noTerminal = `package term

import "errors"

type State struct{ none struct{} }

var errNone = errors.New("term: the files of a cell are no terminals")

func IsTerminal(fd int) bool { return false }

func GetSize(fd int) (width, height int, err error) { return 0, 0, errNone }

func GetState(fd int) (*State, error) { return nil, errNone }

func MakeRaw(fd int) (*State, error) { return nil, errNone }

func Restore(fd int, oldState *State) error { return errNone }

func ReadPassword(fd int) ([]byte, error) { return nil, errNone }
`

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
