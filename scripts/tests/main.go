// Command tests runs krigo's checks for the Makefile and reports their results.
//
//	tests stages NAME...       run make targets one after the other, then print one table
//	tests go [-v] ARGUMENTS... go test with ARGUMENTS: failures, packages, and an end to hangs
//	tests stress NAME...       the same stages three times next to six busy processes
//	tests slowest [-n N]       a table of the slowest tests of the last run, in Markdown
//	tests reach                a table of the front ends that the last run drove, in Markdown
//	tests lines [FOLDER]       what go test said of each package in the last run
//
// Results are kept in out/tests, a file for each stage.
package main

import (
	"fmt"
	"os"
)

func main() {
	commands := map[string]func(args []string) error{
		"stages": stages, "stress": stress, "busy": busy, "go": goTest, "watch": watch, "slowest": slowest, "reach": reach, "lines": lines,
	}
	if len(os.Args) > 1 {
		if run := commands[os.Args[1]]; run != nil {
			if err := run(os.Args[2:]); err != nil {
				fmt.Fprintln(os.Stderr, "tests:", err)
				os.Exit(1)
			}
			return
		}
	}
	fmt.Fprintln(os.Stderr, "usage: tests stages NAME... | go [-v] ARGUMENTS... | stress NAME... | slowest [-n N] | reach | lines [FOLDER]")
	os.Exit(2)
}
