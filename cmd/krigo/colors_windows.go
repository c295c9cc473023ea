package main

import (
	"os"

	"golang.org/x/sys/windows"
)

// takesColors has a console apply the codes of colours, and reports whether it does.
func takesColors(f *os.File) bool {
	console := windows.Handle(f.Fd())
	var mode uint32
	if windows.GetConsoleMode(console, &mode) != nil {
		return false
	}
	return windows.SetConsoleMode(console, mode|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING) == nil
}
