//go:build unix

package ring

import (
	"os"
	"syscall"
)

// temporaryFile returns a file of size bytes whose name is gone already.
func temporaryFile(size int64) (*os.File, error) {
	f, err := os.CreateTemp("", "krigo-text-")
	if err != nil {
		return nil, err
	}
	if err := os.Remove(f.Name()); err != nil {
		f.Close()
		return nil, err
	}
	return resized(f, size)
}

// resized returns f with size bytes, or closes it.
func resized(f *os.File, size int64) (*os.File, error) {
	if err := f.Truncate(size); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// mapFile returns the memory of a file's first size bytes.
func mapFile(f *os.File, size int) ([]byte, error) {
	return syscall.Mmap(int(f.Fd()), 0, size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
}

// unmap gives memory of mapFile back.
func unmap(memory []byte) error { return syscall.Munmap(memory) }
