package export

import (
	"path/filepath"
	"strings"
	"testing"

	"krigo/internal/nbformat"
)

func TestMarkdownHasWhatTheNotebookHas(t *testing.T) {
	nb, err := nbformat.ReadFile(filepath.Join("..", "..", "..", "testdata", "notebooks", "kinds.ipynb"))
	if err != nil {
		t.Fatal(err)
	}
	raw, files, err := Markdown(nb, MarkdownOptions{Folder: "kinds_files"})
	if err != nil {
		t.Fatal(err)
	}
	text := string(raw)
	for _, f := range files {
		if !strings.Contains(text, "(kinds_files/"+f.Name+")") || len(f.Content) == 0 {
			t.Errorf("%s is empty, or not in\n%s", f.Name, text)
		}
	}
	if len(files) == 0 || !strings.Contains(text, "```go\nx := 1") || !strings.Contains(text, "```text\n1") {
		t.Errorf("%d files beside\n%s", len(files), text)
	}
	for _, bad := range []string{"\x1b", "attachment:"} {
		if strings.Contains(text, bad) {
			t.Errorf("%q is in\n%s", bad, text)
		}
	}
}

func TestMarkdownOfEachCellAndOutput(t *testing.T) {
	output := func(data ...string) *nbformat.Output {
		o := &nbformat.Output{Type: nbformat.DisplayData, Data: map[string]any{}, Metadata: map[string]any{}}
		for i := 0; i < len(data); i += 2 {
			o.Data[data[i]] = data[i+1]
		}
		return o
	}
	figure := output("text/plain", "<figure>", "image/png", "aW1n\n")
	figure.Metadata["image/png"] = map[string]any{"alt": "a [b]\nc"}
	for _, c := range []struct {
		cell nbformat.Cell
		want string
	}{
		{nbformat.Cell{Type: nbformat.Markdown, Source: "# A\n\ntext\n"}, "# A\n\ntext\n"},
		{nbformat.Cell{Type: nbformat.Code, Source: "a := `\n```\n`"}, "````go\na := `\n```\n`\n````\n"},
		{nbformat.Cell{Type: nbformat.Code, Source: " \n"}, "\n"},
		{nbformat.Cell{Type: nbformat.Raw, Source: "---\ntitle: A\n---"}, "---\ntitle: A\n---\n"},
		{nbformat.Cell{Type: nbformat.Raw, Source: "\\LaTeX"}, "```\n\\LaTeX\n```\n"},
		{nbformat.Cell{Type: nbformat.Raw, Source: "<b>", Metadata: map[string]any{"raw_mimetype": "text/html"}}, "<b>\n"},
		{nbformat.Cell{ID: "c", Outputs: []*nbformat.Output{figure, figure}}, "![a \\[b\\] c](d/c.png)\n\n![a \\[b\\] c](d/c-2.png)\n"},
		{nbformat.Cell{Outputs: []*nbformat.Output{output("text/plain", "x", "text/markdown", "| a |", "text/html", "<b>")}}, "| a |\n"},
		{nbformat.Cell{Outputs: []*nbformat.Output{output("text/plain", "x", "text/html", "<b>")}}, "```text\nx\n```\n"},
		{nbformat.Cell{Outputs: []*nbformat.Output{{Type: nbformat.Stream, Text: "\x1b[31mred\x1b[0m\n"}}}, "```text\nred\n```\n"},
		{nbformat.Cell{Outputs: []*nbformat.Output{{Type: nbformat.Error, ErrorName: "Panic", ErrorValue: "boom"}}}, "```text\nPanic: boom\n```\n"},
	} {
		if c.cell.Type == "" {
			c.cell.Type = nbformat.Code
		}
		text, _, err := Markdown(&nbformat.Notebook{Cells: []*nbformat.Cell{&c.cell}}, MarkdownOptions{Folder: "d"})
		if err != nil || string(text) != c.want {
			t.Errorf("%q with %d outputs: %q, %v, want %q", c.cell.Source, len(c.cell.Outputs), text, err, c.want)
		}
	}
	broken := &nbformat.Cell{ID: "c", Type: nbformat.Code, Outputs: []*nbformat.Output{output("image/png", "%")}}
	if _, _, err := Markdown(&nbformat.Notebook{Cells: []*nbformat.Cell{broken}}, MarkdownOptions{}); err == nil || !strings.Contains(err.Error(), "cell 1: image/png") {
		t.Errorf("error %v", err)
	}
}
