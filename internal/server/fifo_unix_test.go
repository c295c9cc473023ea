//go:build unix

package server

import "syscall"

func fifo(path string) error { return syscall.Mkfifo(path, 0o600) }
