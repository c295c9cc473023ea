package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// folder holds the results of the last run of each stage.
const folder = "out/tests"

// recordVariable is the environment variable with the file to which "tests go" appends results.
const recordVariable = "TESTS_RECORD"

// result is how a test, or a package, ended. It is a subset of the events of go test -json.
type result struct {
	Action  string // pass, fail or skip
	Package string
	Test    string `json:",omitempty"` // empty for a package
	Elapsed float64
	Line    string `json:",omitempty"` // what go test prints about a package
	Said    string `json:",omitempty"` // the last lines of a test that failed
}

func (r result) name() string { return strings.TrimSpace(r.Package + " " + r.Test) }

func (r result) elapsed() time.Duration { return time.Duration(r.Elapsed * float64(time.Second)) }

// isTop reports whether r is the result of a test that is not a subtest.
func (r result) isTop() bool { return r.Test != "" && !strings.Contains(r.Test, "/") }

func recordOf(stage string) string { return filepath.Join(folder, stage+".json") }

// record appends results to the file that [recordVariable] names, if any.
func record(results []result) error {
	path := os.Getenv(recordVariable)
	if path == "" {
		return nil
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(f)
	for _, r := range results {
		err = errors.Join(err, encoder.Encode(r))
	}
	return errors.Join(err, f.Close())
}

// lines prints what go test said of each package.
func lines(args []string) error {
	dir := folder
	if len(args) > 0 {
		dir = args[0]
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		return err
	}
	for _, file := range files {
		results, err := read(file)
		if err != nil {
			return err
		}
		for _, r := range results {
			if r.Test == "" && r.Line != "" {
				fmt.Println(r.Line)
			}
		}
	}
	return nil
}

// recorded returns the results of a stage, none if it ran no Go tests.
func recorded(stage string) ([]result, error) { return read(recordOf(stage)) }

func read(file string) ([]result, error) {
	f, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var all []result
	for decoder := json.NewDecoder(f); ; {
		var r result
		if err := decoder.Decode(&r); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, err
		}
		all = append(all, r)
	}
}
