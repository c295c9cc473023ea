//go:build !windows

package main

import "os"

// takesColors reports whether a terminal obeys the codes of colours: all do.
func takesColors(*os.File) bool { return true }
