//go:build unix

package lineedit

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// HideEcho turns a terminal's echo off. The result sets its modes back.
func HideEcho(f *os.File) (show func() error, err error) {
	fd := int(f.Fd())
	before, err := unix.IoctlGetTermios(fd, askModes)
	if err != nil {
		return nil, fmt.Errorf("terminal: %w", err)
	}
	hidden := *before
	hidden.Lflag &^= unix.ECHO
	hidden.Lflag |= unix.ICANON | unix.ISIG
	hidden.Iflag |= unix.ICRNL
	if err := unix.IoctlSetTermios(fd, setModes, &hidden); err != nil {
		return nil, fmt.Errorf("terminal: %w", err)
	}
	return func() error { return unix.IoctlSetTermios(fd, setModes, before) }, nil
}
