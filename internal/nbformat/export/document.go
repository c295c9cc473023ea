package export

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/url"
	"path"
	"slices"
	"strings"

	"krigo/internal/nbformat"
)

// MarkdownOptions configure the writing of Markdown.
type MarkdownOptions struct {
	// Folder is the address, relative to the Markdown, of the folder for figures and attachments.
	// Without one they are in the text, as data.
	Folder string
}

// File is a figure or an attachment that belongs to a Markdown text.
type File struct {
	Name    string // within the folder
	Content []byte
}

// plainest is the order in which representations are chosen for a text.
var plainest = []string{
	"text/markdown", "image/png", "image/svg+xml", "image/jpeg", "image/gif", "image/webp",
	"text/latex", "text/plain", "text/html", "application/json",
}

// extensions are the file extensions of figures.
var extensions = map[string]string{
	"image/png": ".png", "image/svg+xml": ".svg", "image/jpeg": ".jpg", "image/gif": ".gif", "image/webp": ".webp",
}

// Markdown returns a notebook as Markdown, as GitHub and pandoc read it: code and
// printed text in fences, tables as tables, and figures in files, which bear the ID
// of their cell.
func Markdown(nb *nbformat.Notebook, o MarkdownOptions) (text []byte, files []File, err error) {
	d := document{folder: o.Folder}
	for i, c := range nb.Cells {
		if err := d.cell(c); err != nil {
			return nil, nil, fmt.Errorf("export: cell %d: %w", i+1, err)
		}
	}
	return []byte(strings.Join(d.blocks, "\n\n") + "\n"), d.files, nil
}

// document is a Markdown text while it is written.
type document struct {
	folder string
	blocks []string
	files  []File
}

func (d *document) add(block string) {
	if block = strings.Trim(block, "\r\n"); strings.TrimSpace(block) != "" {
		d.blocks = append(d.blocks, block)
	}
}

func (d *document) cell(c *nbformat.Cell) error {
	switch {
	case c.Type == nbformat.Markdown:
		text, err := d.withAttachments(c)
		d.add(text)
		return err
	case c.Type == nbformat.Raw && isMarkdown(c, len(d.blocks) == 0):
		d.add(c.Source)
		return nil
	case c.Type == nbformat.Raw:
		d.add(fenced("", c.Source))
		return nil
	}
	d.add(fenced("go", c.Source))
	for _, o := range c.Outputs {
		block, err := d.output(c, o)
		if err != nil {
			return err
		}
		d.add(block)
	}
	return nil
}

// isMarkdown reports whether a raw cell is meant for Markdown: it says so, or it is
// the front matter that readers of Markdown know.
func isMarkdown(c *nbformat.Cell, first bool) bool {
	for _, key := range []string{"raw_mimetype", "format"} {
		if format, ok := c.Metadata[key].(string); ok {
			return format == "text/markdown" || format == "text/html"
		}
	}
	return first && strings.HasPrefix(c.Source, "---\n") && strings.HasSuffix(strings.TrimRight(c.Source, "\n"), "\n---")
}

// fenced returns a block of code, in a fence that is longer than any within. Nothing
// has none.
func fenced(language, text string) string {
	text = strings.Trim(text, "\r\n")
	if strings.TrimSpace(text) == "" {
		return ""
	}
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + language + "\n" + text + "\n" + fence
}

// withAttachments returns a cell's Markdown with its attachments in files.
func (d *document) withAttachments(c *nbformat.Cell) (string, error) {
	text := c.Source
	var names []string
	for name := range c.Attachments {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		for mimetype, v := range c.Attachments[name] {
			link, err := d.file(c.ID+"-"+path.Base(name), mimetype, v)
			if err != nil {
				return "", fmt.Errorf("attachment %s: %w", name, err)
			}
			text = strings.NewReplacer("attachment:"+name, link, "attachment:"+url.PathEscape(name), link).Replace(text)
			break
		}
	}
	return text, nil
}

func (d *document) output(c *nbformat.Cell, o *nbformat.Output) (string, error) {
	switch o.Type {
	case nbformat.Stream:
		return fenced("text", withoutColours(o.Text)), nil
	case nbformat.Error:
		return fenced("text", withoutColours(traceback(o))), nil
	}
	for _, mimetype := range plainest {
		v, ok := o.Data[mimetype]
		if !ok {
			continue
		}
		if ext := extensions[mimetype]; ext != "" {
			return d.figure(c, mimetype, v, o.Metadata[mimetype])
		}
		switch text, _ := v.(string); mimetype {
		case "application/json":
			raw, err := json.MarshalIndent(v, "", "  ")
			return fenced("json", string(raw)), err
		case "text/plain":
			return fenced("text", withoutColours(text)), nil
		default:
			return text, nil
		}
	}
	return "", nil
}

// figure returns a figure with the text that its metadata has for it.
func (d *document) figure(c *nbformat.Cell, mimetype string, v, metadata any) (string, error) {
	name := c.ID + extensions[mimetype]
	taken := func(f File) bool { return f.Name == name }
	for n := 2; slices.ContainsFunc(d.files, taken); n++ {
		name = fmt.Sprintf("%s-%d%s", c.ID, n, extensions[mimetype])
	}
	link, err := d.file(name, mimetype, v)
	if err != nil {
		return "", fmt.Errorf("%s: %w", mimetype, err)
	}
	alt := "figure"
	if m, ok := metadata.(map[string]any); ok {
		if text, ok := m["alt"].(string); ok && text != "" {
			alt = strings.Join(strings.Fields(text), " ")
		}
	}
	return "![" + strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`).Replace(alt) + "](" + link + ")", nil
}

// file puts a representation into a file, or into the text, and gives its address.
func (d *document) file(name, mimetype string, v any) (link string, err error) {
	data, _ := v.(string)
	content := []byte(data)
	if mimetype != "image/svg+xml" {
		if content, err = base64.StdEncoding.DecodeString(strings.Join(strings.Fields(data), "")); err != nil {
			return "", err
		}
	}
	if d.folder == "" {
		return "data:" + mimetype + ";base64," + base64.StdEncoding.EncodeToString(content), nil
	}
	if !slices.ContainsFunc(d.files, func(f File) bool { return f.Name == name && bytes.Equal(f.Content, content) }) {
		d.files = append(d.files, File{name, content})
	}
	return d.folder + "/" + url.PathEscape(name), nil
}
