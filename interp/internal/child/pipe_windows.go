package child

import (
	"os"

	"golang.org/x/sys/windows"
)

// pipeSize is long enough for the trace of a crash, which a dying process writes
// though it does not read it any more.
const pipeSize = 1 << 20

// LargePipe returns a pipe with a large buffer.
func LargePipe() (r, w *os.File, err error) {
	var reading, writing windows.Handle
	if err := windows.CreatePipe(&reading, &writing, nil, pipeSize); err != nil {
		return nil, nil, os.NewSyscallError("CreatePipe", err)
	}
	return os.NewFile(uintptr(reading), "|0"), os.NewFile(uintptr(writing), "|1"), nil
}
