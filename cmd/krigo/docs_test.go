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
)

const checkout = "../.."

// guides are README.md and the Markdown files in docs, by their paths in the
// repository, with their texts.
func guides(t *testing.T) map[string]string {
	t.Helper()
	texts := map[string]string{}
	add := func(path string) {
		raw, err := os.ReadFile(filepath.Join(checkout, path))
		if err != nil {
			t.Fatal(err)
		}
		texts[path] = string(raw)
	}
	add("README.md")
	err := fs.WalkDir(os.DirFS(checkout), "docs", func(path string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(path, ".md") {
			add(path)
		}
		return err
	})
	if err != nil || len(texts) < 10 {
		t.Fatalf("%d guides, error %v", len(texts), err)
	}
	return texts
}

// block is a block of code of a Markdown text.
type block struct{ language, text string }

var fence = regexp.MustCompile("(?ms)^ *```(\\w*)\n(.*?)^ *```$")

func blocks(text string) (all []block) {
	for _, m := range fence.FindAllStringSubmatch(text, -1) {
		all = append(all, block{m[1], m[2]})
	}
	return all
}

// docs/commands.md has a line for each command.
func TestTheCommandsAreInTheirGuide(t *testing.T) {
	guide := guides(t)["docs/commands.md"]
	for _, c := range rootCommand().Commands() {
		if c.Hidden || !c.Runnable() {
			continue
		}
		if line := regexp.MustCompile(`(?m)^krigo ` + c.Name() + `\b`); !line.MatchString(guide) {
			t.Errorf("docs/commands.md needs a line \"krigo %s ... # what it is for\"", c.Name())
		}
	}
}

// No block of a guide is of a language that no test looks at, but for those that are
// for other programs.
func TestEveryBlockOfTheGuidesIsChecked(t *testing.T) {
	for path, text := range guides(t) {
		for _, b := range blocks(text) {
			if !slices.Contains([]string{"go", "sh", "text", "math", "nginx", "python"}, b.language) {
				t.Errorf("%s: a block of %q", path, b.language)
			}
		}
	}
}

// The Go of the guides runs: programs with the toolchain, printing the block of text
// behind them, and the other blocks of a page as the cells of one session.
func TestTheGoOfTheGuidesRuns(t *testing.T) {
	if testing.Short() {
		t.Skip("fits models")
	}
	for path, text := range guides(t) {
		t.Run(path, func(t *testing.T) {
			var cells strings.Builder
			all := blocks(text)
			for i, b := range all {
				switch {
				case b.language != "go":
				case strings.HasPrefix(b.text, "package main"):
					runProgram(t, b.text, all[i+1:])
				default:
					cells.WriteString("// %%\n" + b.text)
				}
			}
			if cells.Len() > 0 {
				dir := t.TempDir()
				write(t, dir, "guide.go", cells.String())
				if r := krigo(t, dir, "", "run", "guide.go"); r.status != 0 {
					t.Errorf("status %d\n%s%s", r.status, r.stdout, r.stderr)
				}
			}
		})
	}
}

// runProgram wants a program to print the block of text that follows, where one does.
func runProgram(t *testing.T, program string, behind []block) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "main.go")
	if err := os.WriteFile(path, []byte(program), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(atMost(t), "go", "run", path)
	cmd.Dir = checkout
	got, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("go run: %v\n%s", err, got)
	}
	if len(behind) > 0 && behind[0].language == "text" && behind[0].text != string(got) {
		t.Errorf("it prints %q, the page says %q", got, behind[0].text)
	}
}

var (
	rule    = regexp.MustCompile(`(?m)^([a-z0-9-]+):`)
	made    = regexp.MustCompile(`^make ([a-z0-9-]+)`)
	comment = regexp.MustCompile(`(?:^|\s)#.*$`)
	inline  = regexp.MustCompile("`(?:bin/)?krigo((?: [^`]*)?)`")
)

// Lines of the shell in guides have commands and flags that there are, and targets of
// the Makefile.
func TestTheCommandLinesOfTheGuidesAreRight(t *testing.T) {
	makefile, err := os.ReadFile(filepath.Join(checkout, "Makefile"))
	if err != nil {
		t.Fatal(err)
	}
	var targets []string
	for _, m := range rule.FindAllStringSubmatch(string(makefile), -1) {
		targets = append(targets, m[1])
	}
	calls := 0
	for path, text := range guides(t) {
		for _, b := range blocks(text) {
			if b.language != "sh" {
				continue
			}
			for line := range strings.Lines(b.text) {
				line = strings.TrimSpace(comment.ReplaceAllString(strings.TrimRight(line, "\n"), ""))
				if m := made.FindStringSubmatch(line); m != nil && !slices.Contains(targets, m[1]) {
					t.Errorf("%s: %s: the Makefile has no such target", path, line)
				}
				for _, args := range callsOf(line) {
					calls++
					if err := parses(args); err != nil {
						t.Errorf("%s: %s: %v", path, line, err)
					}
				}
			}
		}
	}
	if calls < 30 {
		t.Errorf("%d calls of krigo were found", calls)
	}
}

// callsOf returns the arguments of krigo's calls in a line. An image of Docker has its name,
// too.
func callsOf(line string) (calls [][]string) {
	if strings.HasPrefix(line, "docker build") {
		return nil
	}
	line = strings.ReplaceAll(strings.ReplaceAll(line, "bin/krigo", "krigo"), "krigo krigo", "krigo")
	for _, found := range call.FindAllStringSubmatch(line, -1) {
		calls = append(calls, argumentsOf(strings.TrimSuffix(found[1], `\`)))
	}
	return calls
}

// Commands that sentences name are there, with their flags.
func TestTheCommandsThatGuidesNameAreThere(t *testing.T) {
	for path, text := range guides(t) {
		for _, m := range inline.FindAllStringSubmatch(fence.ReplaceAllString(text, ""), -1) {
			c, rest, err := rootCommand().Find(argumentsOf(m[1]))
			if err == nil && c.HasSubCommands() && len(rest) > 0 && !strings.HasPrefix(rest[0], "-") && c.Args == nil {
				t.Errorf("%s: %s has no %s", path, m[0], rest[0])
			}
			if err == nil {
				err = c.ParseFlags(rest)
			}
			if err != nil {
				t.Errorf("%s: %s: %v", path, m[0], err)
			}
		}
	}
}

// The lines of the shell are lines of a shell.
func TestTheShellOfTheGuidesCanBeRead(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("bash is not installed")
	}
	for path, text := range guides(t) {
		for _, b := range blocks(text) {
			if b.language != "sh" {
				continue
			}
			cmd := exec.CommandContext(atMost(t), bash, "-n")
			cmd.Stdin = strings.NewReader(b.text)
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%s: %v\n%s", path, err, out)
			}
		}
	}
}
