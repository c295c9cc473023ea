package child

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"syscall"

	"golang.org/x/sys/windows"
)

// handles is the environment variable with the numbers of the handles that were
// handed over.
const handles = "KRIGO_HANDLES"

// Give hands files over to a command that was not started yet, in addition to
// its standard ones. The result releases the resources for that; call it when the
// command was started or failed to start.
func Give(cmd *exec.Cmd, files ...*os.File) (release func(), err error) {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	var given []syscall.Handle
	var numbers []string
	release = func() {
		for _, h := range given {
			_ = syscall.CloseHandle(h)
		}
	}
	for _, f := range files {
		h, err := inheritable(f)
		if err != nil {
			release()
			return nil, fmt.Errorf("hand over %s: %w", f.Name(), err)
		}
		given = append(given, h)
		numbers = append(numbers, strconv.FormatUint(uint64(h), 10))
	}
	cmd.SysProcAttr.AdditionalInheritedHandles = given
	cmd.Env = append(cmd.Environ(), handles+"="+strings.Join(numbers, ","))
	return release, nil
}

// inheritable returns another handle of a file, which a child may inherit.
func inheritable(f *os.File) (syscall.Handle, error) {
	self, err := syscall.GetCurrentProcess()
	if err != nil {
		return 0, err
	}
	conn, err := f.SyscallConn()
	if err != nil {
		return 0, err
	}
	var h syscall.Handle
	controlErr := conn.Control(func(fd uintptr) {
		err = syscall.DuplicateHandle(self, syscall.Handle(fd), self, &h, 0, true, syscall.DUPLICATE_SAME_ACCESS)
	})
	return h, errors.Join(controlErr, err)
}

// Taken returns, in the process that was started, the handle of the file with
// index i that [Give] handed over. Children of this process do not inherit it.
func Taken(i int) (uintptr, error) {
	numbers := given()
	if i >= len(numbers) {
		return 0, fmt.Errorf("the environment's %s names %d handles but not number %d: only a session can start this process", handles, len(numbers), i)
	}
	h, err := strconv.ParseUint(numbers[i], 10, 64)
	if err != nil {
		return 0, fmt.Errorf("the environment's %s: %w", handles, err)
	}
	if err := windows.SetHandleInformation(windows.Handle(h), windows.HANDLE_FLAG_INHERIT, 0); err != nil {
		return 0, fmt.Errorf("handle %d: %w", h, err)
	}
	return uintptr(h), nil
}

// given returns the numbers that this process was given. The user's code does
// not see them.
var given = sync.OnceValue(func() []string {
	text := os.Getenv(handles)
	_ = os.Unsetenv(handles)
	if text == "" {
		return nil
	}
	return strings.Split(text, ",")
})
