//go:build !windows

package main

import "os"

// takesColors reports whether a terminal knows the codes of colours: all do.
func takesColors(*os.File) bool { return true }
