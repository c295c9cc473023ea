package ring

import (
	"os"
	"unsafe"

	"golang.org/x/sys/windows"
)

// anonymousFile returns a section of size bytes of the system's memory. It can be
// mapped, inherited and closed, and neither read nor written.
func anonymousFile(size int64) (*os.File, error) {
	section, err := windows.CreateFileMapping(windows.InvalidHandle, nil, windows.PAGE_READWRITE, uint32(size>>32), uint32(size), nil)
	if err != nil {
		return nil, os.NewSyscallError("CreateFileMapping", err)
	}
	return os.NewFile(uintptr(section), "krigo text"), nil
}

// mapFile returns the memory of a section's first size bytes.
func mapFile(f *os.File, size int) ([]byte, error) {
	at, err := windows.MapViewOfFile(windows.Handle(f.Fd()), windows.FILE_MAP_READ|windows.FILE_MAP_WRITE, 0, 0, uintptr(size))
	if err != nil {
		return nil, os.NewSyscallError("MapViewOfFile", err)
	}
	// The address is none of the Go heap's, which vet takes it for.
	return unsafe.Slice(*(**byte)(unsafe.Pointer(&at)), size), nil
}

// unmap gives memory of mapFile back.
func unmap(memory []byte) error {
	return windows.UnmapViewOfFile(uintptr(unsafe.Pointer(unsafe.SliceData(memory))))
}
