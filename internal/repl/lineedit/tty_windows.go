package lineedit

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"time"
)

// waiting returns the number of bytes that wait to be read: a console reveals keys only when they
// are read, so none count as typed ahead.
func waiting(*os.File) int { return 0 }

// resizePolling is the interval of polls of a console's size: it sends no signal.
const resizePolling = 500 * time.Millisecond

// notifyResize has a value sent from time to time. The result ends that.
func notifyResize(to chan os.Signal) func() {
	ticker := time.NewTicker(resizePolling)
	done := make(chan struct{})
	go func() {
		for {
			select {
			case <-ticker.C:
			case <-done:
				return
			}
			select {
			case to <- os.Interrupt:
			default:
			}
		}
	}()
	return func() {
		ticker.Stop()
		close(done)
	}
}

func suspendProcess() error {
	return errors.New("this system cannot suspend processes")
}

// editorCommand runs a user's editor, which may have arguments, on a file.
func editorCommand(editor, path string) *exec.Cmd {
	words := strings.Fields(editor)
	return exec.Command(words[0], append(words[1:], path)...)
}
