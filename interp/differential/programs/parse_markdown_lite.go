package main

import (
	"bufio"
	"fmt"
	"html"
	"os"
	"regexp"
	"strings"
)

type Block interface {
	Render(w *bufio.Writer)
}

type (
	Heading struct {
		Level int
		Text  string
	}
	Paragraph []string
	Bullets   struct{ Items []string }
	Code      struct {
		Lang  string
		Lines []string
	}
)

var inline = []struct {
	re *regexp.Regexp
	to string
}{
	{regexp.MustCompile(`\*\*(.+?)\*\*`), "<b>$1</b>"},
	{regexp.MustCompile(`\*(.+?)\*`), "<i>$1</i>"},
	{regexp.MustCompile("`([^`]+)`"), "<code>$1</code>"},
	{regexp.MustCompile(`\[([^\]]+)\]\(([^)]+)\)`), `<a href="$2">$1</a>`},
}

func span(s string) string {
	s = html.EscapeString(s)
	for _, r := range inline {
		s = r.re.ReplaceAllString(s, r.to)
	}
	return s
}

func (h Heading) Render(w *bufio.Writer) { fmt.Fprintf(w, "<h%d>%s</h%[1]d>\n", h.Level, span(h.Text)) }
func (p Paragraph) Render(w *bufio.Writer) {
	fmt.Fprintln(w, "<p>"+span(strings.Join(p, " "))+"</p>")
}
func (b *Bullets) Render(w *bufio.Writer) {
	w.WriteString("<ul>\n")
	defer w.WriteString("</ul>\n")
	for _, it := range b.Items {
		fmt.Fprintf(w, "  <li>%s</li>\n", span(it))
	}
}
func (c Code) Render(w *bufio.Writer) {
	fmt.Fprintf(w, "<pre lang=%q>\n", c.Lang)
	for i, l := range c.Lines {
		fmt.Fprintf(w, "%2d| %s\n", i+1, html.EscapeString(l))
	}
	w.WriteString("</pre>\n")
}

func parse(src string) (blocks []Block) {
	lines := strings.Split(src, "\n")
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		trimmed := strings.TrimLeft(line, "#")
		switch level := len(line) - len(trimmed); {
		case strings.TrimSpace(line) == "":
			continue
		case level > 0 && strings.HasPrefix(trimmed, " "):
			blocks = append(blocks, Heading{level, strings.TrimSpace(trimmed)})
		case strings.HasPrefix(line, "~~~"):
			c := Code{Lang: line[3:]}
			for i++; i < len(lines) && lines[i] != "~~~"; i++ {
				c.Lines = append(c.Lines, lines[i])
			}
			blocks = append(blocks, c)
		case strings.HasPrefix(line, "- "):
			b := &Bullets{}
			for ; i < len(lines) && strings.HasPrefix(lines[i], "- "); i++ {
				b.Items = append(b.Items, lines[i][2:])
			}
			i--
			blocks = append(blocks, b)
		default:
			if n := len(blocks); n > 0 && i > 0 && lines[i-1] != "" {
				if p, ok := blocks[n-1].(Paragraph); ok {
					blocks[n-1] = append(p, line)
					continue
				}
			}
			blocks = append(blocks, Paragraph{line})
		}
	}
	return
}

func main() {
	w := bufio.NewWriter(os.Stdout)
	defer w.Flush()
	src := "# Title & more\nSome *text* with **bold\nwords** and `code`.\n\nNext [link](http://x.y?a=1&b).\n- one\n- two *three*\n- <four>\n## Sub\n~~~go\nif a < b {\n\treturn \"x\"\n}\n~~~\n#nospace\n~~~\nunclosed"
	blocks := parse(src)
	counts := map[string]int{}
	for _, b := range blocks {
		b.Render(w)
		counts[fmt.Sprintf("%T", b)]++
	}
	fmt.Fprintln(w, counts)
	for _, b := range blocks {
		switch v := b.(type) {
		case Heading:
			fmt.Fprintf(w, "%#v\n", v)
		case Paragraph:
			fmt.Fprintf(w, "%d %q\n", len(v), v)
		case *Bullets, Code:
			fmt.Fprintf(w, "%+v\n", v)
		}
	}
}
