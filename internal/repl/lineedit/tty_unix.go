//go:build unix

package lineedit

import (
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// waiting returns the number of bytes that wait to be read.
func waiting(f *os.File) int {
	n, err := unix.IoctlGetInt(int(f.Fd()), askWaiting)
	if err != nil {
		return 0
	}
	return n
}

// notifyResize has a value sent when the terminal's size changes. The result ends
// that.
func notifyResize(to chan os.Signal) func() {
	signal.Notify(to, syscall.SIGWINCH)
	return func() { signal.Stop(to) }
}

// suspendProcess stops the process and those of its group, as Ctrl-Z does, until
// the shell continues them. Where no shell is there to do so, it returns soon.
func suspendProcess() error {
	continued := make(chan os.Signal, 1)
	signal.Notify(continued, syscall.SIGCONT)
	defer signal.Stop(continued)
	if err := syscall.Kill(0, syscall.SIGTSTP); err != nil {
		return err
	}
	select {
	case <-continued:
	case <-time.After(time.Second):
	}
	return nil
}

// editorCommand runs a user's editor, which may have arguments, on a file.
func editorCommand(editor, path string) *exec.Cmd {
	return exec.Command("/bin/sh", "-c", editor+` "$1"`, "sh", path)
}
