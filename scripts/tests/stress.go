package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// stress runs stages several times next to processes that keep processors busy. Go's cached
// results do not count.
func stress(args []string) error {
	flags := flag.NewFlagSet("stress", flag.ExitOnError)
	n := flags.Int("busy", 6, "the number of busy processes")
	times := flags.Int("times", 3, "how often each stage runs")
	if err := flags.Parse(args); err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	for range *n {
		cmd := exec.Command(self, "busy")
		dieTogether(cmd)
		if err := cmd.Start(); err != nil {
			return err
		}
		defer func() { _, _ = cmd.Process.Kill(), cmd.Wait() }()
	}
	if err := os.Setenv("GOFLAGS", strings.TrimSpace(os.Getenv("GOFLAGS")+" -count=1")); err != nil {
		return err
	}
	var failed error
	for i := range *times {
		fmt.Printf("== time %d of %d, next to %d busy processes\n", i+1, *times, *n)
		failed = errors.Join(failed, stages(flags.Args()))
	}
	return failed
}

// busy keeps a processor busy until the process is killed.
func busy([]string) error {
	for n := 0; ; n++ {
	}
}
