// Module github.com/gomarkdown/markdown@v0.0.0-20261107153045-a51d70be185e

package main

import (
	"fmt"
	"io"

	"github.com/gomarkdown/markdown"
	"github.com/gomarkdown/markdown/ast"
	"github.com/gomarkdown/markdown/html"
	"github.com/gomarkdown/markdown/parser"
)

const text = `# Title {#top}

Some *emphasis*, **strong**, ~~gone~~ and ` + "`code <x>`" + ` with "quotes" -- and http://example.com/a?b=c.

1. one
2. two
   - nested
   - list

> quote with [link](/url "title") and ![image](a.png)

| a | b |
|---|:-:|
| 1 | 2 |

` + "```go\nfunc main() {}\n```" + `

Term
: definition[^1]

[^1]: A note.

* * *
`

func main() {
	extensions := parser.CommonExtensions | parser.AutoHeadingIDs | parser.Footnotes | parser.NoEmptyLineBeforeBlock
	fmt.Println(string(markdown.ToHTML([]byte(text), parser.NewWithExtensions(extensions), nil)))
	doc := parser.NewWithExtensions(extensions).Parse([]byte(text))
	ast.WalkFunc(doc, func(n ast.Node, entering bool) ast.WalkStatus {
		if entering {
			fmt.Printf("%T ", n)
		}
		return ast.GoToNext
	})
	fmt.Println()
	hook := func(w io.Writer, n ast.Node, entering bool) (ast.WalkStatus, bool) {
		if _, ok := n.(*ast.HorizontalRule); ok {
			io.WriteString(w, "<!-- rule -->")
			return ast.GoToNext, true
		}
		return ast.GoToNext, false
	}
	r := html.NewRenderer(html.RendererOptions{Flags: html.CommonFlags | html.HrefTargetBlank | html.TOC, RenderNodeHook: hook})
	fmt.Println(string(markdown.Render(doc, r)))
}
