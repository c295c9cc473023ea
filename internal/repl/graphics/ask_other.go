//go:build !unix

package graphics

import (
	"fmt"
	"os"
	"time"

	"golang.org/x/term"
)

// Ask asks nothing: the consoles of this system mix answers with keys.
func Ask(_, _ *os.File, _ time.Duration) (a Answers, typed []byte, err error) {
	return a, nil, nil
}

// SizeOf returns the size of the terminal f.
func SizeOf(f *os.File) (Size, error) {
	columns, rows, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return Size{}, fmt.Errorf("graphics: %w", err)
	}
	return Size{Columns: columns, Rows: rows}, nil
}
