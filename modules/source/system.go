package source

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"syscall"
)

// system returns krigo's source of package syscall: what package os has of it, and errors and signals of all systems.
// These are values of the compiled package's types, so that they equal those of package os, but variables, since cells
// cannot name the types.
func system() string {
	var b strings.Builder
	b.WriteString(functions)
	for _, name := range slices.Sorted(maps.Keys(errnos)) {
		fmt.Fprintf(&b, "\nvar %s = errno(%d)\n", name, uintptr(errnos[name]))
	}
	for _, name := range slices.Sorted(maps.Keys(signals)) {
		fmt.Fprintf(&b, "\nvar %s = signal(%d)\n", name, int(signals[name]))
	}
	return b.String()
}

var errnos = map[string]syscall.Errno{
	"E2BIG": syscall.E2BIG, "EACCES": syscall.EACCES, "EADDRINUSE": syscall.EADDRINUSE, "EAGAIN": syscall.EAGAIN,
	"EBADF": syscall.EBADF, "EBUSY": syscall.EBUSY, "ECHILD": syscall.ECHILD, "ECONNABORTED": syscall.ECONNABORTED,
	"ECONNREFUSED": syscall.ECONNREFUSED, "ECONNRESET": syscall.ECONNRESET, "EDOM": syscall.EDOM,
	"EEXIST": syscall.EEXIST, "EFAULT": syscall.EFAULT, "EFBIG": syscall.EFBIG, "EHOSTUNREACH": syscall.EHOSTUNREACH,
	"EINTR": syscall.EINTR, "EINVAL": syscall.EINVAL, "EIO": syscall.EIO, "EISDIR": syscall.EISDIR,
	"ELOOP": syscall.ELOOP, "EMFILE": syscall.EMFILE, "EMLINK": syscall.EMLINK, "ENAMETOOLONG": syscall.ENAMETOOLONG,
	"ENETUNREACH": syscall.ENETUNREACH, "ENFILE": syscall.ENFILE, "ENODEV": syscall.ENODEV, "ENOENT": syscall.ENOENT,
	"ENOEXEC": syscall.ENOEXEC, "ENOMEM": syscall.ENOMEM, "ENOSPC": syscall.ENOSPC, "ENOSYS": syscall.ENOSYS,
	"ENOTCONN": syscall.ENOTCONN, "ENOTDIR": syscall.ENOTDIR, "ENOTEMPTY": syscall.ENOTEMPTY,
	"ENOTSUP": syscall.ENOTSUP, "ENOTTY": syscall.ENOTTY, "ENXIO": syscall.ENXIO, "EPERM": syscall.EPERM,
	"EPIPE": syscall.EPIPE, "ERANGE": syscall.ERANGE, "EROFS": syscall.EROFS, "ESPIPE": syscall.ESPIPE,
	"ESRCH": syscall.ESRCH, "ETIMEDOUT": syscall.ETIMEDOUT, "EXDEV": syscall.EXDEV,
}

var signals = map[string]syscall.Signal{
	"SIGINT": syscall.SIGINT, "SIGKILL": syscall.SIGKILL, "SIGQUIT": syscall.SIGQUIT, "SIGTERM": syscall.SIGTERM,
	"SIGTRAP": syscall.SIGTRAP,
}

const functions = `package syscall

import (
	"errors"
	"os"
	"reflect"
)

const (
	O_RDONLY = os.O_RDONLY
	O_WRONLY = os.O_WRONLY
	O_RDWR   = os.O_RDWR
	O_APPEND = os.O_APPEND
	O_CREAT  = os.O_CREATE
	O_EXCL   = os.O_EXCL
	O_SYNC   = os.O_SYNC
	O_TRUNC  = os.O_TRUNC
)

func Getenv(key string) (value string, found bool) { return os.LookupEnv(key) }

func Setenv(key, value string) error { return bare(os.Setenv(key, value)) }

func Unsetenv(key string) error { return bare(os.Unsetenv(key)) }

func Clearenv() { os.Clearenv() }

func Environ() []string { return os.Environ() }

func Getpid() (pid int) { return os.Getpid() }

func Getppid() (ppid int) { return os.Getppid() }

func Getuid() (uid int) { return os.Getuid() }

func Geteuid() (euid int) { return os.Geteuid() }

func Getgid() (gid int) { return os.Getgid() }

func Getegid() (egid int) { return os.Getegid() }

func Getpagesize() int { return os.Getpagesize() }

func Exit(code int) { os.Exit(code) }

func bare(err error) error {
	if call, ok := errors.AsType[*os.SyscallError](err); ok {
		return call.Err
	}
	return err
}

var errnoType = reflect.TypeOf(bare(os.Setenv("", "")))

func errno(n uint64) error {
	v := reflect.New(errnoType).Elem()
	v.SetUint(n)
	return v.Interface().(error)
}

func signal(n int64) os.Signal {
	v := reflect.New(reflect.TypeOf(os.Interrupt)).Elem()
	v.SetInt(n)
	return v.Interface().(os.Signal)
}
`
