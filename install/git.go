package install

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"krigo/internal/replace"
)

// Git is a configuration of git: that of the repository of a folder, or the
// user's own, which holds for all repositories.
type Git struct {
	// Dir is a folder in the repository. Global is the user's own instead.
	Dir    string
	Global bool
	// User is whose configuration it is.
	User Place
}

// GitUse is the handling of notebooks that git leaves to krigo.
type GitUse struct {
	// Strip leaves outputs out of what is committed.
	Strip bool
	// Binary is the path of krigo.
	Binary string
}

// attributes returns the line by which git knows how to treat notebooks.
func (u GitUse) attributes() string {
	if u.Strip {
		return "*.ipynb filter=krigo diff=krigo"
	}
	return "*.ipynb diff=krigo"
}

// config returns the settings that the line leads to. Where outputs are stripped, only
// sources are compared: git hands over files of the work tree as they are, with
// outputs that are never committed.
func (u GitUse) config() [][2]string {
	binary := quoteForShell(filepath.ToSlash(u.Binary))
	diff := binary + " diff"
	var settings [][2]string
	if u.Strip {
		diff += " --sources"
		settings = [][2]string{
			{"filter.krigo.clean", binary + " strip -"}, {"filter.krigo.smudge", "cat"}, {"filter.krigo.required", "true"},
		}
	}
	return append(settings, [2]string{"diff.krigo.command", diff}, [2]string{"difftool.krigo.cmd", diff + ` "$LOCAL" "$REMOTE"`})
}

// gitSections are the sections of git's configuration that are krigo's.
var gitSections = []string{"filter.krigo", "diff.krigo", "difftool.krigo"}

// quoteForShell quotes a word for the shell by which git runs commands.
func quoteForShell(word string) string {
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// Set makes git use krigo for notebooks, instead of what an earlier call has set.
// It returns the file of attributes that it wrote.
func (g Git) Set(ctx context.Context, use GitUse) (attributes string, err error) {
	if !filepath.IsAbs(use.Binary) {
		return "", fmt.Errorf("the binary's path %q is not absolute", use.Binary)
	}
	path, err := g.attributesFile(ctx)
	if err != nil {
		return "", err
	}
	if err := g.removeSections(ctx); err != nil {
		return "", err
	}
	for _, s := range use.config() {
		if _, err := g.git(ctx, "config", g.scope(), s[0], s[1]); err != nil {
			return "", err
		}
	}
	return path, setAttributes(path, use.attributes())
}

// Unset undoes Set, and nothing else. It reports whether there was anything to undo.
func (g Git) Unset(ctx context.Context) (removed bool, err error) {
	path, err := g.attributesFile(ctx)
	if err != nil {
		return false, err
	}
	use, err := g.Use(ctx)
	if err != nil {
		return false, err
	}
	if err := g.removeSections(ctx); err != nil {
		return false, err
	}
	lines, err := attributeLines(path)
	if err != nil {
		return false, err
	}
	written := slices.ContainsFunc(lines, ownAttributes)
	if written {
		err = setAttributes(path, "")
	}
	return use != nil || written, err
}

// Use returns what was set here, or nil.
func (g Git) Use(ctx context.Context) (*GitUse, error) {
	diff, err := g.get(ctx, "diff.krigo.command")
	if err != nil || diff == "" {
		return nil, err
	}
	clean, err := g.get(ctx, "filter.krigo.clean")
	if err != nil {
		return nil, err
	}
	return &GitUse{Strip: clean != "", Binary: binaryOf(diff)}, nil
}

// binaryOf returns the binary that a command of config's for comparing starts.
func binaryOf(diff string) string {
	quoted := strings.TrimSuffix(strings.TrimSuffix(diff, " --sources"), " diff")
	return strings.ReplaceAll(strings.Trim(quoted, "'"), `'\''`, "'")
}

// Others names what notebooks of the repository are given to by the attributes
// filter and diff and is not krigo: filter=nbstripout. Set outranks it.
func (g Git) Others(ctx context.Context) ([]string, error) {
	if g.Global {
		return nil, nil
	}
	out, err := g.git(ctx, "check-attr", "-z", "filter", "diff", "x.ipynb")
	if err != nil {
		return nil, err
	}
	var others []string
	fields := strings.Split(out, "\x00")
	for ; len(fields) >= 3; fields = fields[3:] {
		switch value := fields[2]; value {
		case "unspecified", "unset", "set", "krigo":
		default:
			others = append(others, fields[1]+"="+value)
		}
	}
	return others, nil
}

func (g Git) removeSections(ctx context.Context) error {
	for _, section := range gitSections {
		settings, err := g.match(ctx, "^"+strings.ReplaceAll(section, ".", `\.`)+`\.`)
		if err != nil {
			return err
		}
		if settings == "" {
			continue
		}
		if _, err := g.git(ctx, "config", g.scope(), "--remove-section", section); err != nil {
			return err
		}
	}
	return nil
}

// get returns the value of a setting, or "" where it is not set.
func (g Git) get(ctx context.Context, name string) (string, error) {
	return g.lookUp(ctx, "--get", name)
}

// match lists the settings whose names match a regular expression.
func (g Git) match(ctx context.Context, pattern string) (string, error) {
	return g.lookUp(ctx, "--get-regexp", pattern)
}

// lookUp asks for settings; git ends with status 1 where there are none.
func (g Git) lookUp(ctx context.Context, how, what string) (string, error) {
	out, err := g.git(ctx, "config", g.scope(), how, what)
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && exit.ExitCode() == 1 {
		return "", nil
	}
	return strings.TrimSuffix(out, "\n"), err
}

// scope returns the flag of git config for this configuration.
func (g Git) scope() string {
	if g.Global {
		return "--global"
	}
	return "--local"
}

// git runs git and returns what it prints.
func (g Git) git(ctx context.Context, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = g.Dir
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if errors.Is(err, exec.ErrNotFound) {
		return "", errors.New("git was not found on the PATH")
	}
	if err != nil {
		return "", fmt.Errorf("git %s: %w: %s", args[0], err, bytes.TrimSpace(stderr.Bytes()))
	}
	return stdout.String(), nil
}

// attributesFile returns the file of attributes that belongs to no repository's
// history: info/attributes, or the user's own.
func (g Git) attributesFile(ctx context.Context) (string, error) {
	if !g.Global {
		out, err := g.git(ctx, "rev-parse", "--git-path", "info/attributes")
		if err != nil {
			return "", err
		}
		path := strings.TrimSuffix(out, "\n")
		if !filepath.IsAbs(path) {
			path = filepath.Join(g.Dir, path)
		}
		return path, nil
	}
	path, err := g.lookUp(ctx, "--path", "core.attributesFile")
	if err != nil || path != "" {
		return path, err
	}
	if dir := g.User.Getenv("XDG_CONFIG_HOME"); dir != "" {
		return filepath.Join(dir, "git", "attributes"), nil
	}
	if g.User.Home == "" {
		return "", errors.New("the home folder is unknown: set HOME")
	}
	return filepath.Join(g.User.Home, ".config", "git", "attributes"), nil
}

func attributeLines(path string) ([]string, error) {
	raw, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("git's attributes: %w", err)
	}
	return slices.Collect(strings.Lines(string(raw))), nil
}

// ownAttributes reports whether a line of attributes is one that Set writes.
func ownAttributes(line string) bool {
	line = strings.TrimSpace(line)
	return line == GitUse{Strip: true}.attributes() || line == GitUse{}.attributes()
}

// setAttributes makes line the last of a file of attributes, where later ones
// win, instead of those that are krigo's. An empty one is none.
func setAttributes(path, line string) error {
	lines, err := attributeLines(path)
	if err != nil {
		return err
	}
	text := strings.Join(slices.DeleteFunc(lines, ownAttributes), "")
	if line != "" {
		if text != "" && !strings.HasSuffix(text, "\n") {
			text += "\n"
		}
		text += line + "\n"
	}
	if err := writeAttributes(path, text); err != nil {
		return fmt.Errorf("git's attributes: %w", err)
	}
	return nil
}

// writeAttributes writes a file of attributes, and removes one without lines.
func writeAttributes(path, text string) error {
	if text == "" {
		return os.Remove(path)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return replace.Bytes(path, []byte(text))
}
