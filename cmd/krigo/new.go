package main

import (
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"krigo/cmd/krigo/internal/help"
	"krigo/gplib/dataset"
	"krigo/internal/exit"
	"krigo/internal/nbformat/percent"
	"krigo/internal/source"
	"krigo/internal/words"
)

// templateFiles are the templates, in the percent format. In them TITLE stands for
// the title and NAME for the name of the file.
//
//go:embed templates/*.go.txt
var templateFiles embed.FS

// templates are the templates; the first one is the default.
var templates = []struct{ name, about string }{
	{"fit", "one data set: explore, fit, check, save"},
	{"compare", "several models, compared by cross-validation"},
	{"methods", "a fair comparison of the four methods, on a table of yours where NAME ends in .csv"},
	{"kernel", "a covariance function of your own"},
	{"lesson", "a course page, with a guess and an exercise, for krigo course new --from"},
	{"blank", "a title and an empty cell"},
}

func newCommand() *cobra.Command {
	var template string
	var list bool
	cmd := &cobra.Command{
		Use:   "new NAME[.ipynb|.go] | new --list",
		Short: "Write a notebook or a script to start from",
		Long: `New writes a notebook or, if the name ends in .go, a script of cells. It runs as it is, on
generated data, and contains the lines that read a table of your own. The title comes from the
name. An existing file is not replaced.

With --template methods and the name of a table (.csv), the notebook NAME-methods.ipynb next to it
compares methods on that table: its last column of numbers is the target, and all other columns of
numbers are inputs.`,
		Example: `  krigo new first-fit
  krigo new --template compare models.go
  krigo new --template methods measurements.csv
  krigo new --list`,
		Args:              wantArgs(0, 1, "one name"),
		GroupID:           groupFiles,
		Annotations:       help.SeeAlso("krigo run", "krigo convert"),
		ValidArgsFunction: folders,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case list && len(args) > 0:
				return exit.Misusef("new: --list writes nothing; omit %s", args[0])
			case list:
				return listTemplates(cmd.OutOrStdout())
			case len(args) == 0:
				return exit.Misusef("new: want the name of the file, such as first-fit")
			}
			path, err := newFile(args[0], template)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(cmd.OutOrStdout(), path)
			return err
		},
	}
	cmd.Flags().StringVarP(&template, "template", "t", templates[0].name, "start from the template `NAME`")
	cmd.Flags().BoolVar(&list, "list", false, "list the templates")
	return cmd
}

func listTemplates(w io.Writer) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, t := range templates {
		fmt.Fprintf(table, "%s\t%s\n", t.name, t.about)
	}
	return table.Flush()
}

// newFile writes a file from a template, and gives its path.
func newFile(name, template string) (path string, err error) {
	table := ""
	if template == ofTables && strings.EqualFold(filepath.Ext(name), ".csv") {
		table, name = name, strings.TrimSuffix(name, filepath.Ext(name))+"-"+ofTables
	}
	path, err = newPath(name)
	if err != nil {
		return "", err
	}
	text, err := fromTemplate(template, strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)))
	if err == nil && table != "" {
		text, err = onTable(text, table)
	}
	if err != nil {
		return "", err
	}
	nb, _, err := percent.Read([]byte(text))
	if err != nil {
		return "", fmt.Errorf("template %s: %w", template, err)
	}
	content := []byte(text)
	if source.IsNotebook(path) {
		if content, err = nb.Encode(); err != nil {
			return "", fmt.Errorf("template %s: %w", template, err)
		}
	}
	return path, createFile(path, content)
}

// ofTables is the template that compares methods on a table of the user's.
const ofTables = "methods"

// generated are the lines of a template that make data, after those that say how to read a table instead.
var generated = regexp.MustCompile(`(?m)^// Your own table instead.*\n(?:// .*\n)*data, _, err := .*\n`)

// onTable returns the text of a template with the lines that read a table instead of those that make data.
func onTable(text, path string) (string, error) {
	table, err := dataset.ReadCSV(path)
	if err != nil {
		return "", exit.Misuse(err)
	}
	var numbers, quoted []string
	gaps := 0
	for _, name := range table.Names() {
		switch kind, missing, err := table.Kind(name); {
		case err != nil:
			return "", exit.Misuse(err)
		case kind == dataset.Number:
			numbers = append(numbers, name)
			gaps += missing
		}
	}
	if len(numbers) < 2 {
		return "", exit.Misusef("new: %s has %s of numbers; a target and an input are needed", path, words.Count(len(numbers), "column"))
	}
	target := numbers[len(numbers)-1]
	for _, name := range slices.Concat([]string{target}, numbers[:len(numbers)-1]) {
		quoted = append(quoted, strconv.Quote(name))
	}
	columns, complete := strings.Join(quoted, ", "), ""
	if gaps > 0 {
		complete = fmt.Sprintf("table, err = table.Complete(%s) // leaves out rows with missing values\n", columns)
	}
	read := fmt.Sprintf("table, err := dataset.ReadCSV(%q)\n%s// The target first, then the inputs.\ndata, err := table.Data(%s)\n",
		filepath.Base(path), complete, columns)
	return generated.ReplaceAllLiteralString(text, read), nil
}

// newPath returns the file of a name, a notebook by default.
func newPath(name string) (string, error) {
	switch ext := strings.ToLower(filepath.Ext(name)); {
	case strings.Trim(filepath.Base(name), ". ") == "" || os.IsPathSeparator(name[len(name)-1]):
		return "", exit.Misusef("new: %q names no file", name)
	case ext == ".ipynb" || ext == ".go":
		return name, nil
	case ext == ".md" || ext == ".html" || ext == ".py":
		return "", exit.Misusef("new %s: want a name that ends in .ipynb or .go, or has no extension", name)
	}
	return name + ".ipynb", nil
}

// fromTemplate returns the text of a template for a file's name, without its ending.
func fromTemplate(template, name string) (string, error) {
	raw, err := templateFiles.ReadFile("templates/" + template + ".go.txt")
	if err != nil {
		var names []string
		for _, t := range templates {
			names = append(names, t.name)
		}
		hint := ""
		if near := words.Nearest(template, names); near != "" {
			hint = fmt.Sprintf("; did you mean %s?", near)
		}
		return "", exit.Misusef("--template %s: want %s%s", template, strings.Join(names, ", "), hint)
	}
	inQuotes := strings.Trim(strconv.Quote(name), `"`)
	return strings.NewReplacer("TITLE", titleOf(name), "NAME", inQuotes).Replace(string(raw)), nil
}

// titleOf makes a title of a file's name: first-fit is "First fit".
func titleOf(name string) string {
	title := strings.Join(strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune("-_ .", r) || unicode.IsControl(r) }), " ")
	first, size := utf8.DecodeRuneInString(title)
	return string(unicode.ToUpper(first)) + title[size:]
}

// createFile writes a file that is not there yet.
func createFile(path string, content []byte) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	switch {
	case errors.Is(err, fs.ErrExist):
		return fmt.Errorf("new: %s exists already and is not replaced", path)
	case err != nil:
		return fmt.Errorf("new: %w", err)
	}
	_, err = file.Write(content)
	if err = errors.Join(err, file.Close()); err != nil {
		return errors.Join(fmt.Errorf("new: %w", err), os.Remove(path))
	}
	return nil
}
