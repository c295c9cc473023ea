package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"krigo/cmd/krigo/internal/help"
	"krigo/internal/exit"
)

// visibleCommands returns all commands and topics that users see.
func visibleCommands() []*cobra.Command {
	var list []*cobra.Command
	eachCommand(rootCommand(), func(c *cobra.Command) {
		if !c.Hidden {
			list = append(list, c)
		}
	})
	return list
}

func TestHelpFitsTheTerminal(t *testing.T) {
	for _, width := range []int{80, 100} {
		for _, c := range visibleCommands() {
			for line := range strings.Lines(help.Help(c, width)) {
				if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > width {
					t.Errorf("%s: a line of %d columns, want at most %d: %s", c.CommandPath(), n, width, line)
				}
			}
		}
	}
}

func TestEveryCommandIsInAGroupOfHelp(t *testing.T) {
	for _, c := range rootCommand().Commands() {
		if !c.Hidden && c.Runnable() && c.GroupID == "" {
			t.Errorf("%s is in no group of help: set its GroupID to one of the groups in help.go", c.Name())
		}
	}
}

func TestReferencesAreThere(t *testing.T) {
	for _, c := range visibleCommands() {
		for _, name := range help.References(c) {
			other, rest, err := c.Root().Find(strings.Fields(name)[1:])
			if err != nil || len(rest) > 0 || other == c {
				t.Errorf("%s refers to %s: %v", c.CommandPath(), name, err)
			}
		}
	}
}

// call is a call of krigo in a line of the shell.
var call = regexp.MustCompile(`(?:^|[ (])krigo((?: +(?:'[^']*'|"[^"]*"|[^\s'"|<>()]+))*)`)

// word is one of its arguments.
var word = regexp.MustCompile(`'[^']*'|"[^"]*"|[^\s'"]+`)

func TestExamplesCanBeParsed(t *testing.T) {
	examples := 0
	for _, c := range visibleCommands() {
		for line := range strings.Lines(c.Example) {
			for _, found := range call.FindAllStringSubmatch(line, -1) {
				examples++
				if err := parses(argumentsOf(found[1])); err != nil {
					t.Errorf("%s: %s: %v", c.CommandPath(), strings.TrimSpace(line), err)
				}
			}
		}
	}
	if examples < 20 {
		t.Errorf("%d examples were found", examples)
	}
}

// argumentsOf cuts a call into its arguments.
func argumentsOf(call string) (args []string) {
	for _, w := range word.FindAllString(call, -1) {
		args = append(args, strings.Trim(w, `'"`))
	}
	return args
}

// parses returns an error unless the arguments fit a command.
func parses(args []string) error {
	c, rest, err := rootCommand().Find(args)
	if err != nil {
		return err
	}
	if err := c.ParseFlags(rest); err != nil {
		return err
	}
	return c.ValidateArgs(c.Flags().Args())
}

// Examples of commands that take no time are run, by a shell.
func TestExamplesRun(t *testing.T) {
	if testing.Short() {
		t.Skip("runs each example of the help")
	}
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("bash is not installed")
	}
	for _, path := range []string{"diff", "strip", "version", "help", "completion", "data list", "data path"} {
		c, _, err := rootCommand().Find(strings.Fields(path))
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(c.Example) {
			if strings.Contains(line, "krigo ") {
				runExample(t, strings.TrimSpace(line))
			}
		}
	}
}

// runExample runs a line of the shell where there are the files that examples name.
func runExample(t *testing.T, line string) {
	t.Helper()
	r := newRepository(t)
	for _, name := range []string{"old.ipynb", "new.ipynb", "lesson.ipynb"} {
		writeExecuted(t, r.path(name), "x := 1", "took 12 ms\n")
	}
	r.git("add", ".")
	r.git("commit", "-q", "-m", "notebooks")
	if err := os.MkdirAll(filepath.Join(r.home, ".config", "fish", "completions"), 0o755); err != nil {
		t.Fatal(err)
	}
	binary, err := filepath.Abs(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	out, status := r.run("bash", "-c", "krigo() { '"+binary+"' \"$@\"; }; "+line)
	if want := line == "krigo strip --check lesson.ipynb"; status != 0 && !want {
		t.Errorf("%s: status %d: %s", line, status, out)
	}
}

// Variables that only krigo's own processes use among themselves.
var internalVariables = []string{"KRIGO_HANDLES", "KRIGO_DIFFERENTIAL_WORKER", "KRIGO_CONFINED", "KRIGO_WITHIN_WORKER", "KRIGO_CLASS"}

func TestVariablesOfTheEnvironmentAreDocumented(t *testing.T) {
	text := commandAt(rootCommand(), "environment").Long
	variable := regexp.MustCompile(`"(KRIGO_[A-Z_]+)"`)
	seen := 0
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, found := range variable.FindAllStringSubmatch(string(raw), -1) {
			seen++
			if name := found[1]; !slices.Contains(internalVariables, name) && !strings.Contains(text, "  "+name+" ") {
				t.Errorf("%s uses %s, of which krigo help environment tells nothing", path, name)
			}
		}
		return nil
	})
	if err != nil || seen == 0 {
		t.Errorf("%d variables were found, %v", seen, err)
	}
}

func TestHelpOfWhatIsUnknown(t *testing.T) {
	dir := t.TempDir()
	for want, args := range map[string][]string{
		`no command or topic "rnu"; did you mean run?`:      {"help", "rnu"},
		`no command or topic "data gte"; did you mean get?`: {"help", "data", "gte"},
		"Did you mean this?\n\trun":                         {"rnu"},
	} {
		if r := krigo(t, dir, "", args...); r.status != exit.Misused || !strings.Contains(r.stderr, want) {
			t.Errorf("%v: %+v, want %q", args, r, want)
		}
	}
	for _, args := range [][]string{{"help", "cells"}, {"help", "data", "get"}, {"help"}, {}, {"run", "--help"}} {
		if r := krigo(t, dir, "", args...); r.status != 0 || r.stdout == "" || r.stderr != "" {
			t.Errorf("%v: %+v", args, r)
		}
	}
}
