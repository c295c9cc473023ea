package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"krigo/cell"
	"krigo/cmd/krigo/internal/help"
	"krigo/internal/exit"
	"krigo/internal/nbformat"
	"krigo/internal/nbformat/export"
	"krigo/internal/nbformat/percent"
	"krigo/internal/replace"
	"krigo/internal/sessions"
	"krigo/internal/source"
	"krigo/interp"
)

// convertFlags are the flags of `krigo convert`.
type convertFlags struct {
	to, output                    string
	update, force, embed, program bool
}

func convertCommand() *cobra.Command {
	var f convertFlags
	cmd := &cobra.Command{
		Use:   "convert IN OUT | convert --to go|ipynb|md|html IN...",
		Short: "Convert between notebooks and Go files, and to Markdown and HTML",
		Long: `Convert writes a notebook as a Go file in jupytext's percent format, which you can read,
compare in Git and run (krigo run). It also writes such a file, or any script of cells, as a
notebook. The round trip preserves everything, including the IDs and metadata of cells, but
not outputs, which a Go file cannot hold; convert names anything else that is lost. --update
writes to an existing notebook and keeps the outputs of cells that have not changed; without
it, a notebook that has outputs is replaced only with --force.

Notebooks can also be written as Markdown, with figures in a folder next to it (NAME_files)
or, with --embed, in the text, and as an HTML page. Both show the stored outputs: convert
runs nothing (krigo run -o does). With --program the Go file is a program that the Go
toolchain compiles, like one that %save writes.

File names determine the formats; - is standard input or output. Several outputs are written
next to their inputs, or into the folder of -o.`,
		Example: `  krigo convert fit.ipynb fit.go
  krigo convert --update fit.go fit.ipynb
  krigo convert --to go notebooks/*.ipynb -o scripts/
  krigo convert fit.ipynb fit.md
  krigo convert --to html - < fit.ipynb > fit.html
  krigo convert --program fit.ipynb main.go`,
		Args:              wantArgs(1, math.MaxInt, "files"),
		GroupID:           groupFiles,
		Annotations:       help.SeeAlso("krigo run", "krigo strip"),
		ValidArgsFunction: files("ipynb", "go"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return convert{f, cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr()}.run(args)
		},
	}
	cmd.Flags().StringVar(&f.to, "to", "", "the `FORMAT` to write: go, ipynb, md or html")
	cmd.Flags().StringVarP(&f.output, "output", "o", "", "write to `FILE`, or for several inputs to a folder; - is standard output")
	cmd.Flags().BoolVar(&f.update, "update", false, "keep the outputs of an existing notebook's cells that have not changed")
	cmd.Flags().BoolVar(&f.force, "force", false, "replace a notebook that has outputs")
	cmd.Flags().BoolVar(&f.embed, "embed", false, "put figures into the Markdown instead of a folder next to it")
	cmd.Flags().BoolVar(&f.program, "program", false, "write a Go program with a func main instead of cells")
	return cmd
}

// convert is one call of the command.
type convert struct {
	convertFlags
	in          io.Reader
	out, errors io.Writer
}

// formats are those that are written, by the endings of files.
var formats = []string{"go", "ipynb", "md", "html"}

// formatOf returns the format that a file's name implies, or "".
func formatOf(path string) string {
	ext := strings.TrimPrefix(strings.ToLower(filepath.Ext(path)), ".")
	if slices.Contains(formats, ext) {
		return ext
	}
	return ""
}

// task is a file to convert.
type task struct{ from, to string }

func (c convert) run(args []string) error {
	tasks, err := c.tasks(args)
	if err != nil {
		return err
	}
	if err := c.checkFlags(); err != nil {
		return err
	}
	var failures []error
	for _, t := range tasks {
		if err := c.one(t); err != nil {
			failures = append(failures, fmt.Errorf("convert %s: %w", t.from, err))
		}
	}
	return errors.Join(failures...)
}

// tasks returns what goes where, and sets the format where names tell it.
func (c *convert) tasks(args []string) ([]task, error) {
	given := strings.Join(args, " ")
	if c.to == "" && c.output == "" && len(args) == 2 {
		c.output, args = args[1], args[:1]
	}
	if c.to == "" {
		if c.to = formatOf(c.output); c.to == "" {
			return nil, exit.Misusef("convert %s: want two files, the second of them .go, .ipynb, .md or .html, or --to FORMAT", given)
		}
	}
	c.to = strings.TrimPrefix(c.to, ".")
	if !slices.Contains(formats, c.to) {
		return nil, exit.Misusef("--to %s: want go, ipynb, md or html", c.to)
	}
	var tasks []task
	for _, from := range args {
		t := task{from, c.target(from, len(args))}
		if same := slices.IndexFunc(tasks, func(o task) bool { return o.to == t.to }); same >= 0 {
			return nil, exit.Misusef("convert: %s and %s would both be %s", tasks[same].from, from, t.to)
		}
		if sameFile(t.from, t.to) {
			return nil, exit.Misusef("convert: %s would be replaced by itself; name another file with -o", from)
		}
		tasks = append(tasks, t)
	}
	return tasks, nil
}

// target returns the path to write the input from to; of is the number of inputs.
func (c *convert) target(from string, of int) string {
	name := strings.TrimSuffix(from, filepath.Ext(from)) + "." + c.to
	switch {
	case c.output == source.Standard || c.output == "" && from == source.Standard:
		return source.Standard
	case c.output == "":
		return name
	case of > 1 || isFolder(c.output):
		return filepath.Join(c.output, filepath.Base(name))
	}
	return c.output
}

// isFolder reports whether a name is the name of a folder: an existing one, or one that ends as
// such.
func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir() || strings.HasSuffix(path, "/") || strings.HasSuffix(path, string(filepath.Separator))
}

// checkFlags refuses flags of other formats.
func (c convert) checkFlags() error {
	for _, f := range []struct {
		set      bool
		name, to string
	}{{c.update, "update", "ipynb"}, {c.force, "force", "ipynb"}, {c.embed, "embed", "md"}, {c.program, "program", "go"}} {
		if f.set && c.to != f.to {
			return exit.Misusef("--%s is for writing .%s, not .%s", f.name, f.to, c.to)
		}
	}
	return nil
}

// one converts a file.
func (c convert) one(t task) error {
	nb, err := c.read(t.from)
	if err != nil {
		return err
	}
	if c.to == "ipynb" {
		if err := c.keepOutputs(nb, t.to); err != nil {
			return err
		}
	}
	content, files, err := c.write(nb, t)
	if err != nil {
		return err
	}
	if t.to == source.Standard {
		_, err := c.out.Write(content)
		return err
	}
	if err := os.MkdirAll(filepath.Dir(t.to), 0o777); err != nil {
		return err
	}
	if err := writeBeside(t.to, files); err != nil {
		return err
	}
	if err := replace.Bytes(t.to, content); err != nil {
		return err
	}
	_, err = fmt.Fprintln(c.out, t.to)
	return err
}

// read reads a notebook or a Go file, and reports what differs from that.
func (c convert) read(path string) (*nbformat.Notebook, error) {
	raw, err := readInput(c.in, path)
	if err != nil {
		return nil, err
	}
	switch format := inputFormat(path, raw); format {
	case "ipynb":
		return nbformat.Parse(raw)
	case "go":
		nb, notes, err := percent.Read(raw)
		if err != nil {
			return nil, err
		}
		for _, note := range notes {
			c.note(path, note)
		}
		return nb, nil
	case "md", "html":
		return nil, exit.Misusef("a .%s file can be written but not read: it does not separate cells from text", format)
	}
	return nil, exit.Misusef("want a notebook (.ipynb) or a Go file (.go)")
}

func readInput(in io.Reader, path string) ([]byte, error) {
	raw, err := source.Read(path, in)
	if err != nil {
		return nil, exit.Misuse(err)
	}
	return raw, nil
}

// inputFormat returns the format of a file, by its name or else by how it begins.
func inputFormat(path string, content []byte) string {
	if format := formatOf(path); format != "" {
		return format
	}
	text := strings.TrimSpace(strings.TrimPrefix(string(content[:min(len(content), 4096)]), "\ufeff"))
	switch {
	case strings.HasPrefix(text, "{"):
		return "ipynb"
	case path == source.Standard, strings.HasPrefix(text, "#!") && strings.Contains(text, "krigo"):
		return "go"
	}
	return ""
}

func (c convert) note(path, text string) {
	fmt.Fprintf(c.errors, "note: %s: %s\n", path, text)
}

// keepOutputs has a notebook that is there give its outputs to the new one, or
// refuses to lose them.
func (c convert) keepOutputs(nb *nbformat.Notebook, path string) error {
	if path == source.Standard {
		return nil
	}
	earlier, err := nbformat.ReadFile(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil
	case err != nil && c.force:
		return nil
	case err != nil:
		return fmt.Errorf("%w\n(--force replaces it)", err)
	case c.update:
		if kept, had := percent.Update(nb, earlier); kept < had {
			c.note(path, fmt.Sprintf("%d of %d cells with outputs have changed and lost them", had-kept, had))
		}
		return nil
	case c.force || !slices.ContainsFunc(earlier.Cells, func(c *nbformat.Cell) bool { return len(c.Outputs) > 0 }):
		return nil
	}
	return fmt.Errorf("%s has outputs, which would be lost: --update keeps those of cells that have not changed, --force keeps none", path)
}

// write writes a notebook in the requested format, with the files that belong to it.
func (c convert) write(nb *nbformat.Notebook, t task) (content []byte, files []export.File, err error) {
	switch c.to {
	case "go":
		content, err = c.writeGo(nb, t)
	case "ipynb":
		content, err = nb.Encode()
	case "md":
		return c.writeMarkdown(nb, t)
	case "html":
		o := export.Options{}
		if t.from != source.Standard {
			o.Files, o.Name = os.DirFS(filepath.Dir(t.from)), source.Stem(t.from)
		}
		content, err = export.HTML(nb, o)
	}
	return content, nil, err
}

func (c convert) writeGo(nb *nbformat.Notebook, t task) ([]byte, error) {
	if err := nb.CheckGo(); err != nil {
		return nil, err
	}
	if c.program {
		return c.writeProgram(nb, t)
	}
	content, lost := percent.Write(nb)
	for _, what := range lost {
		c.note(t.from, "left out: "+what)
	}
	return content, nil
}

func (c convert) writeProgram(nb *nbformat.Notebook, t task) ([]byte, error) {
	var cells []cell.Cell
	for _, nc := range nb.Cells {
		if nc.Type == nbformat.Code && strings.TrimSpace(nc.Source) != "" {
			cells = append(cells, cell.Cell{Label: fmt.Sprintf("cell %d", len(cells)+1), Source: nc.Source})
		}
	}
	kept, err := nb.Modules()
	if err != nil {
		return nil, err
	}
	world := sessions.Unattended(filepath.Dir(t.from), kept, "")
	text, notes, err := interp.Program(world, cells)
	for _, note := range notes {
		c.note(t.from, strings.TrimPrefix(note, "note: "))
	}
	if err != nil || t.to == source.Standard {
		return []byte(text), err
	}
	note, err := world.WriteFiles(filepath.Dir(t.to))
	if note != "" {
		c.note(t.from, strings.TrimPrefix(note, "note: "))
	}
	return []byte(text), err
}

// writeMarkdown writes Markdown, whose files are in a folder that bears its name.
func (c convert) writeMarkdown(nb *nbformat.Notebook, t task) ([]byte, []export.File, error) {
	o := export.MarkdownOptions{}
	if !c.embed {
		o.Folder = url.PathEscape(filesFolder(filepath.Base(t.to)))
	}
	text, files, err := export.Markdown(nb, o)
	if err == nil && t.to == source.Standard && len(files) > 0 {
		return nil, nil, errors.New("its figures cannot be written to standard output: --embed puts them into the text, and -o names a file")
	}
	return text, files, err
}

// filesFolder returns the folder for the files that belong to a file.
func filesFolder(path string) string {
	return strings.TrimSuffix(path, filepath.Ext(path)) + "_files"
}

// writeBeside writes the files of a Markdown text.
func writeBeside(path string, files []export.File) error {
	if len(files) == 0 {
		return nil
	}
	folder := filesFolder(path)
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	for _, f := range files {
		if err := replace.Bytes(filepath.Join(folder, f.Name), f.Content); err != nil {
			return err
		}
	}
	return nil
}
