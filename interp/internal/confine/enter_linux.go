package confine

import (
	"fmt"
	"os"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// system are the folders of programs and libraries, and of their settings.
var system = []string{"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc", "/nix/store"}

// devices can be opened by all, and hold nothing.
var devices = []string{"null", "zero", "full", "random", "urandom"}

// enter confines this thread, and executes the program again in it: what holds for a thread holds for
// the process then, and the privileges by which it was set up are gone.
func enter(l Limits) error {
	runtime.LockOSThread()
	exe, err := os.Executable()
	if err != nil {
		return err
	}
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	l.Readable = append(l.Readable, exe)
	switch l.Means {
	case Namespaces:
		err = newRoot(l)
	case Landlock:
		err = restrict(l)
	default:
		err = fmt.Errorf("no means of the system are called so")
	}
	if err != nil {
		return err
	}
	if err := os.Chdir(dir); err != nil {
		return err
	}
	if err := l.setLimits(); err != nil {
		return err
	}
	if err := dropPrivileges(l); err != nil {
		return err
	}
	return unix.Exec(exe, os.Args, os.Environ())
}

// openFiles is the number of files that a process may have open.
const openFiles = 4096

// setLimits bounds processes and files, for good.
func (l Limits) setLimits() error {
	processes := l.Processes
	if l.Means == Landlock { // counts all of the user
		n, err := tasksOf(os.Getuid())
		if err != nil {
			return err
		}
		processes += n
	}
	for what, n := range map[int]uint64{
		unix.RLIMIT_NPROC: uint64(processes), unix.RLIMIT_FSIZE: uint64(l.Disk), unix.RLIMIT_CORE: 0, unix.RLIMIT_NOFILE: openFiles, unix.RLIMIT_MEMLOCK: 0,
	} {
		var have unix.Rlimit
		if err := unix.Getrlimit(what, &have); err != nil {
			return err
		}
		n = min(n, have.Max)
		if err := unix.Setrlimit(what, &unix.Rlimit{Cur: n, Max: n}); err != nil {
			return fmt.Errorf("limit %d to %d: %w", what, n, err)
		}
	}
	return nil
}

// The bits of [unix.PR_SET_SECUREBITS] by which user 0 is a user as any other, for good.
const (
	noRoot       = 1 << 0
	noRootLocked = 1 << 1
)

// dropPrivileges takes all privileges of this thread, so that no program it executes gets any. In a
// namespace whose user is the host's root, it becomes nobody.
func dropPrivileges(l Limits) error {
	if l.Means == Namespaces || os.Geteuid() == 0 {
		if err := unix.Prctl(unix.PR_SET_SECUREBITS, noRoot|noRootLocked, 0, 0, 0); err != nil {
			return fmt.Errorf("set the bits of security: %w", err)
		}
		for capability := uintptr(0); unix.Prctl(unix.PR_CAPBSET_DROP, capability, 0, 0, 0) == nil; capability++ {
		}
		if l.Nobody {
			if err := becomeNobody(); err != nil {
				return err
			}
		}
		header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
		var none [2]unix.CapUserData
		if err := unix.Capset(&header, &none[0]); err != nil {
			return fmt.Errorf("drop capabilities: %w", err)
		}
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("refuse new privileges: %w", err)
	}
	return nil
}

// becomeNobody changes the user of this thread. The calls of package unix change all threads, which
// execution ends in any case.
func becomeNobody() error {
	for _, call := range [][4]uintptr{{unix.SYS_SETGROUPS, 0, 0, 0}, {unix.SYS_SETRESGID, insider, insider, insider}, {unix.SYS_SETRESUID, insider, insider, insider}} {
		if _, _, err := unix.RawSyscall(call[0], call[1], call[2], call[3]); err != 0 {
			return fmt.Errorf("become nobody: %w", err)
		}
	}
	return nil
}

// pointer returns the address of a value for a call of the system.
func pointer[T any](v *T) uintptr { return uintptr(unsafe.Pointer(v)) }
