package main

import (
	"bufio"
	"cmp"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// slowest prints a Markdown table of the slowest tests of the last run of each stage, with
// the first sentence of each one's comment.
func slowest(args []string) error {
	flags := flag.NewFlagSet("slowest", flag.ExitOnError)
	n := flags.Int("n", 50, "the number of tests")
	if err := flags.Parse(args); err != nil {
		return err
	}
	module, err := modulePath()
	if err != nil {
		return err
	}
	files, err := filepath.Glob(recordOf("*"))
	if err != nil {
		return err
	}
	stages := map[result]string{}
	var tests []result
	for _, file := range files {
		stage := strings.TrimSuffix(filepath.Base(file), ".json")
		results, err := recorded(stage)
		if err != nil {
			return err
		}
		parts := map[string]float64{} // seconds of the subtests of a test
		for _, r := range results {
			if top, sub, ok := strings.Cut(r.Test, "/"); ok && !strings.Contains(sub, "/") {
				parts[r.Package+" "+top] += r.Elapsed
			}
		}
		for _, r := range results {
			if r.isTop() {
				r.Elapsed = max(r.Elapsed, parts[r.Package+" "+r.Test]) // subtests that run in parallel are not in the time of their test
				tests = append(tests, r)
				stages[r] = stage
			}
		}
	}
	if len(tests) == 0 {
		return errors.New("there are no results in " + folder + "; run make test first")
	}
	slices.SortStableFunc(tests, func(a, b result) int { return cmp.Compare(b.Elapsed, a.Elapsed) })
	fmt.Print("# The slowest tests\n\n`make slowest` writes this table from the last `make test`. Tests overlap, so that the sum exceeds\nthe time of make test.\n\n")
	fmt.Println("| seconds | stage | package | test | what it protects |\n| ---: | --- | --- | --- | --- |")
	for _, r := range tests[:min(*n, len(tests))] {
		dir := strings.TrimPrefix(r.Package, module+"/")
		purpose, err := purposeOf(dir, r.Test)
		if err != nil {
			return err
		}
		fmt.Printf("| %.1f | %s | %s | %s | %s |\n", r.Elapsed, stages[r], dir, r.Test, purpose)
	}
	return nil
}

// modulePath returns the path in go.mod.
func modulePath() (string, error) {
	f, err := os.Open("go.mod")
	if err != nil {
		return "", err
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if path, ok := strings.CutPrefix(lines.Text(), "module "); ok {
			return path, nil
		}
	}
	return "", errors.New("go.mod names no module")
}

// purposeOf returns the first sentence of the comment of a test, or its name in words.
func purposeOf(dir, test string) (string, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		return "", err
	}
	set := token.NewFileSet()
	for _, path := range files {
		file, err := parser.ParseFile(set, path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return "", err
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Name.Name == test {
				said := new(doc.Package).Synopsis(f.Doc.Text())
				return strings.ReplaceAll(cmp.Or(said, inWords(test)), "|", `\|`), nil
			}
		}
	}
	return inWords(test), nil
}

// inWords makes a sentence of the name of a test: "TestFitsEnd" is "Fits end".
func inWords(test string) string {
	var b strings.Builder
	for i, r := range strings.TrimPrefix(strings.TrimSuffix(test, "Unraced"), "Test") {
		if i > 0 && r >= 'A' && r <= 'Z' {
			b.WriteString(" " + strings.ToLower(string(r)))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String() + "."
}
