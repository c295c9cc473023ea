package main

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
)

// loopsProgram times loops of numbers, compiled or interpreted.
const loopsProgram = "./bench/loops"

// cells returns a loop that krigo runs; args begin with krigo's binary.
func cells(args []string) (func() (answer, error), error) {
	return timedBy(args[0], "run", filepath.Join(loopsProgram, "main.go"), args[1]), nil
}

// compiled returns a loop that the toolchain compiles.
func compiled(args []string) (func() (answer, error), error) {
	program, err := filepath.Abs(filepath.Join("out", "bench", "loops"))
	if err != nil {
		return nil, err
	}
	if text, err := exec.Command("go", "build", "-o", program, loopsProgram).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build %s: %w: %s", loopsProgram, err, lastLine(string(text)))
	}
	return timedBy(program, args[0]), nil
}

// timedBy returns a turn that a program times itself.
func timedBy(program string, args ...string) func() (answer, error) {
	return func() (a answer, err error) {
		text, err := exec.Command(program, args...).Output()
		if err != nil {
			return a, fmt.Errorf("%s: %s", program, reason(err))
		}
		return a, json.Unmarshal(text, &a)
	}
}
