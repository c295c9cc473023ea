package source

// Own returns krigo's source of a package that a program without a compiler cannot use as it is: package embed, whose
// file systems only a compiler fills, packages of the standard library without code, the part of package syscall that
// package os has, too ([system]), and those parts of packages about terminals that ask whether a file is one: a cell's
// files are never terminals.
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
	"syscall":               {Name: "syscall", Files: []File{{"syscall.go", system()}}, Imports: []string{"errors", "os", "reflect"}},
	"structs":               {Name: "structs", Files: []File{{"structs.go", hostLayout}}},
	"time/tzdata":           {Name: "tzdata", Files: []File{{"tzdata.go", "package tzdata\n"}}},
	"golang.org/x/sys/unix": {Name: "unix", Files: []File{{"unix.go", terminals}}, Imports: []string{"errors", "io", "os"}},
	"golang.org/x/term":     {Name: "term", Files: []File{{"term.go", noTerminal}}, Imports: []string{"errors"}},
}

const hostLayout = `package structs

type HostLayout struct{ _ hostLayout }

type hostLayout struct{}
`

const terminals = `package unix

import (
	"io"
	"os"
	"syscall"
)

// Requests.
const (
	TIOCGETA   = 0x40487413 // of BSD
	TIOCSETA   = 0x80487414 // of BSD
	TCGETS     = 0x5401
	TCSETS     = 0x5402
	TCSETSW    = 0x5403
	TCSETSF    = 0x5404
	TCFLSH     = 0x540b
	TCIFLUSH   = 0x0
	TCOFLUSH   = 0x1
	TCIOFLUSH  = 0x2
	TIOCGPGRP  = 0x540f
	TIOCSPGRP  = 0x5410
	TIOCGWINSZ = 0x5413
	TIOCSWINSZ = 0x5414
)

// Flags of Iflag, Oflag, Cflag, Lflag.
const (
	BRKINT  = 0x2
	ICRNL   = 0x100
	IGNBRK  = 0x1
	IGNCR   = 0x80
	IGNPAR  = 0x4
	IMAXBEL = 0x2000
	INLCR   = 0x40
	INPCK   = 0x10
	ISTRIP  = 0x20
	IUTF8   = 0x4000
	IXANY   = 0x800
	IXOFF   = 0x1000
	IXON    = 0x400
	PARMRK  = 0x8
)

const (
	OCRNL  = 0x8
	OFDEL  = 0x80
	OFILL  = 0x40
	ONLCR  = 0x4
	ONLRET = 0x20
	ONOCR  = 0x10
	OPOST  = 0x1
)

const (
	CLOCAL = 0x800
	CREAD  = 0x80
	CS5    = 0x0
	CS6    = 0x10
	CS7    = 0x20
	CS8    = 0x30
	CSIZE  = 0x30
	CSTOPB = 0x40
	HUPCL  = 0x400
	PARENB = 0x100
	PARODD = 0x200
)

const (
	ECHO    = 0x8
	ECHOCTL = 0x200
	ECHOE   = 0x10
	ECHOK   = 0x20
	ECHOKE  = 0x800
	ECHONL  = 0x40
	ECHOPRT = 0x400
	FLUSHO  = 0x1000
	ICANON  = 0x2
	IEXTEN  = 0x8000
	ISIG    = 0x1
	NOFLSH  = 0x80
	PENDIN  = 0x4000
	TOSTOP  = 0x100
)

// Indices into Cc.
const (
	VDISCARD = 0xd
	VEOF     = 0x4
	VEOL     = 0xb
	VEOL2    = 0x10
	VERASE   = 0x2
	VINTR    = 0x0
	VKILL    = 0x3
	VLNEXT   = 0xf
	VMIN     = 0x6
	VQUIT    = 0x1
	VREPRINT = 0xc
	VSTART   = 0x8
	VSTOP    = 0x9
	VSUSP    = 0xa
	VTIME    = 0x5
	VWERASE  = 0xe
)

type Termios struct {
	Iflag, Oflag, Cflag, Lflag uint32
	Line                       uint8
	Cc                         [19]uint8
	Ispeed, Ospeed             uint32
}

type Winsize struct{ Row, Col, Xpixel, Ypixel uint16 }

type Timeval struct{ Sec, Usec int64 }

type FdSet struct{ Bits [16]int64 }

func (s *FdSet) Set(fd int) { s.Bits[fd/64] |= 1 << (uint(fd) % 64) }

func (s *FdSet) IsSet(fd int) bool { return s.Bits[fd/64]&(1<<(uint(fd)%64)) != 0 }

var (
	EBADF = syscall.EBADF
	EINTR = syscall.EINTR
)

func NsecToTimeval(nsec int64) Timeval { return Timeval{nsec / 1e9, nsec % 1e9 / 1e3} }

func IoctlGetTermios(fd int, req uint) (*Termios, error) { return nil, syscall.ENOTTY }

func IoctlSetTermios(fd int, req uint, value *Termios) error { return syscall.ENOTTY }

func IoctlGetWinsize(fd int, req uint) (*Winsize, error) { return nil, syscall.ENOTTY }

func IoctlGetInt(fd int, req uint) (int, error) { return 0, syscall.ENOTTY }

func Select(nfd int, r, w, e *FdSet, timeout *Timeval) (int, error) { return -1, syscall.ENOTTY }

func Read(fd int, p []byte) (n int, err error) {
	if fd != 0 {
		return -1, EBADF
	}
	if n, err = os.Stdin.Read(p); err == io.EOF {
		err = nil
	}
	return n, err
}

func Write(fd int, p []byte) (n int, err error) {
	switch fd {
	case 1:
		return os.Stdout.Write(p)
	case 2:
		return os.Stderr.Write(p)
	}
	return -1, EBADF
}

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
