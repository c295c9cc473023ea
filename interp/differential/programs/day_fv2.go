package main

import (
	"fmt"
	"io"
	"os"
)

type printer struct {
	out  io.Writer
	emit func(w io.Writer, format string, a ...any) (int, error)
}

func main() {
	p := printer{os.Stdout, fmt.Fprintf}
	p.emit(p.out, "%s\n", "x")
}
