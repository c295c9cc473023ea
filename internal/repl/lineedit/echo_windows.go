package lineedit

import (
	"fmt"
	"os"

	"golang.org/x/sys/windows"
)

// HideEcho turns a console's echo off. The result sets its modes back.
func HideEcho(f *os.File) (show func() error, err error) {
	console := windows.Handle(f.Fd())
	var before uint32
	if err := windows.GetConsoleMode(console, &before); err != nil {
		return nil, fmt.Errorf("console: %w", err)
	}
	hidden := before&^windows.ENABLE_ECHO_INPUT | windows.ENABLE_PROCESSED_INPUT | windows.ENABLE_LINE_INPUT
	if err := windows.SetConsoleMode(console, hidden); err != nil {
		return nil, fmt.Errorf("console: %w", err)
	}
	return func() error { return windows.SetConsoleMode(console, before) }, nil
}
