//go:build js

// Command krigo-browser is krigo in a web page: one WebAssembly module that runs in two Web Workers. The argument
// "front" makes it the front process, with the notebook, its kernel and the session, and "worker" the process that
// runs cells. In JupyterLite, which has the notebook, "kernel" makes it a front process with the rest. Scripts/browser
// builds the module, and docs/web-pages.md describes the pages.
package main

import (
	"context"
	"fmt"
	"os"

	_ "gonum.org/v1/plot/vg/vgsvg" // plots are saved as .svg too

	"krigo/gplib/linalg"
	"krigo/interp/symbols/tables"
	"krigo/interp/symbols/tables/std"
	"krigo/interp/worker"
)

func main() {
	if err := run(os.Args); err != nil {
		fmt.Fprintln(os.Stderr, "krigo:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	switch {
	case len(std.Symbols) == 0:
		return fmt.Errorf("this module has no packages; build it with scripts/browser")
	case len(args) == 2 && args[1] == "worker":
		linalg.Register() // before the cells' own use of gonum
		return worker.Main(tables.Exports)
	case len(args) == 3 && args[1] == "front":
		return serve(context.Background(), args[2])
	case len(args) == 4 && args[1] == "kernel":
		return serveKernel(context.Background(), args[2], args[3])
	}
	return fmt.Errorf("the arguments are %q; want front and the path of a notebook, kernel, a folder and a version, or worker", args[1:])
}
