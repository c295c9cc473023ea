package confine

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// Rights of Landlock to files and folders.
const (
	readFile  = unix.LANDLOCK_ACCESS_FS_EXECUTE | unix.LANDLOCK_ACCESS_FS_READ_FILE
	read      = readFile | unix.LANDLOCK_ACCESS_FS_READ_DIR
	writeFile = unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_TRUNCATE
	atFirst   = 1<<13 - 1 // the rights of the first version
)

// rightsOf returns all that a version of Landlock knows.
func rightsOf(version int) unix.LandlockRulesetAttr {
	a := unix.LandlockRulesetAttr{Handled_access_fs: atFirst}
	for since, right := range map[int]uint64{2: unix.LANDLOCK_ACCESS_FS_REFER, 3: unix.LANDLOCK_ACCESS_FS_TRUNCATE, 5: unix.LANDLOCK_ACCESS_FS_IOCTL_DEV} {
		if version >= since {
			a.Handled_access_fs |= right
		}
	}
	if version >= 4 {
		a.Handled_access_net = unix.LANDLOCK_ACCESS_NET_BIND_TCP | unix.LANDLOCK_ACCESS_NET_CONNECT_TCP
	}
	if version >= 6 {
		a.Scoped = unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET | unix.LANDLOCK_SCOPE_SIGNAL
	}
	return a
}

// sizeOfRules is the length of the structure that a version knows.
func sizeOfRules(version int) uintptr {
	switch {
	case version >= 6:
		return 24
	case version >= 4:
		return 16
	}
	return 8
}

// restrict refuses this thread all files but those that it may read, and the folder that it may write,
// and sockets.
func restrict(l Limits) error {
	version, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 {
		return fmt.Errorf("the system has no Landlock: %w", errno)
	}
	rights := rightsOf(int(version))
	fd, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, pointer(&rights), sizeOfRules(int(version)), 0)
	if errno != 0 {
		return fmt.Errorf("make rules: %w", errno)
	}
	defer unix.Close(int(fd))
	allowed := map[string]uint64{l.Writable: rights.Handled_access_fs &^ unix.LANDLOCK_ACCESS_FS_IOCTL_DEV}
	for _, path := range append(append([]string{}, system...), l.Readable...) {
		allowed[path] = read
	}
	for _, name := range devices {
		allowed[filepath.Join("/dev", name)] = unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_WRITE_FILE
	}
	for path, access := range allowed {
		if err := allow(int(fd), path, access&rights.Handled_access_fs); err != nil {
			return fmt.Errorf("allow %s: %w", path, err)
		}
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	if _, _, errno := unix.Syscall(unix.SYS_LANDLOCK_RESTRICT_SELF, fd, 0, 0); errno != 0 {
		return fmt.Errorf("restrict the process: %w", errno)
	}
	return refuseSockets()
}

// allow adds a rule for a path, if it exists.
func allow(rules int, path string, access uint64) error {
	file, err := unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if errors.Is(err, unix.ENOENT) {
		return nil
	}
	if err != nil {
		return err
	}
	defer unix.Close(file)
	var info unix.Stat_t
	if err := unix.Fstat(file, &info); err != nil {
		return err
	}
	if info.Mode&unix.S_IFMT != unix.S_IFDIR {
		access &= readFile | writeFile
	}
	rule := unix.LandlockPathBeneathAttr{Allowed_access: access, Parent_fd: int32(file)}
	if _, _, errno := unix.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, uintptr(rules), unix.LANDLOCK_RULE_PATH_BENEATH, pointer(&rule), 0, 0, 0); errno != 0 {
		return errno
	}
	return nil
}

// architectures are the numbers of architectures in filters of calls.
var architectures = map[string]uint32{"amd64": unix.AUDIT_ARCH_X86_64, "arm64": unix.AUDIT_ARCH_AARCH64}

// refused are the calls by which a process reaches others.
var refused = []uint32{
	unix.SYS_SOCKET, unix.SYS_IO_URING_SETUP, unix.SYS_PTRACE, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_PROCESS_VM_READV,
	unix.SYS_MOUNT, unix.SYS_UNSHARE, unix.SYS_KEYCTL, unix.SYS_ADD_KEY,
}

// refuseSockets has this thread's calls of refused fail with EPERM.
func refuseSockets() error {
	architecture, known := architectures[runtime.GOARCH]
	if !known {
		return fmt.Errorf("refuse sockets on %s: %w", runtime.GOARCH, errors.ErrUnsupported)
	}
	const numberAt, architectureAt, x32 = 0, 4, 1 << 30 // in what the filter sees
	refuse := uint32(unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM))
	load := func(at uint32) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: at}
	}
	answer := func(k uint32) unix.SockFilter { return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: k} }
	filter := []unix.SockFilter{
		load(architectureAt),
		{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, Jt: 1, K: architecture},
		answer(refuse),
		load(numberAt),
		{Code: unix.BPF_JMP | unix.BPF_JGE | unix.BPF_K, Jf: 1, K: x32},
		answer(refuse),
	}
	for _, number := range refused {
		filter = append(filter, unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, Jf: 1, K: number}, answer(refuse))
	}
	filter = append(filter, answer(unix.SECCOMP_RET_ALLOW))
	program := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	if _, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, 0, pointer(&program)); errno != 0 {
		return fmt.Errorf("filter calls: %w", errno)
	}
	return nil
}

// tasksOf counts the processes and threads of a user.
func tasksOf(uid int) (n int, err error) {
	all, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		return 0, err
	}
	for _, dir := range all {
		text, err := os.ReadFile(filepath.Join(dir, "status"))
		if err != nil {
			continue // it has ended
		}
		var real, threads int
		for line := range strings.Lines(string(text)) {
			name, value, _ := strings.Cut(line, ":")
			fields := strings.Fields(value)
			switch {
			case len(fields) == 0:
			case name == "Uid":
				real, _ = strconv.Atoi(fields[0])
			case name == "Threads":
				threads, _ = strconv.Atoi(fields[0])
			}
		}
		if real == uid {
			n += threads
		}
	}
	return n, nil
}
