package export

import (
	"strings"
	"testing"

	"krigo/internal/nbformat"
)

// A page that is one of many has what its frame says, in its places, and links and ids
// of headings of its own.
func TestAPageInAFrame(t *testing.T) {
	nb := nbformat.New()
	nb.Add(nbformat.Markdown, "# Two words\n\n[a](b.md) ![c](d.png)\n\n## Two words")
	page := render(t, nb, Options{
		Frame:     Frame{Head: "<link rel=x>", Above: "<nav>above</nav>", Below: "<nav>below</nav>"},
		Link:      func(address string) string { return "to/" + address },
		HeadingID: func(text string) string { return strings.ToUpper(text) },
	})
	at := 0
	for _, want := range []string{
		"</style>\n<link rel=x>\n</head>", "<header class=\"bar\">\n<nav>above</nav>", `<h1 id="TWO WORDS">`, `<a href="to/b.md">`, `src="to/d.png"`,
		`<h2 id="TWO WORDS-2">`, "<nav>below</nav>\n</main>",
	} {
		next := strings.Index(page[at:], want)
		if next < 0 {
			t.Fatalf("there is no %s after the one before in\n%s", want, page)
		}
		at += next
	}
}

// A fence of GitHub's language math is a formula, within lists too.
func TestFencesOfMathAreFormulas(t *testing.T) {
	for _, source := range []string{"```math\nx^2\n```", "1. a\n\n   ```math\n   x^2\n   ```"} {
		got, err := newMarkdown(nil).render(source, nil)
		if err != nil || !strings.Contains(string(got), `<math display="block"><semantics><msup>`) || strings.Contains(string(got), "<pre>") {
			t.Errorf("%q: %s, %v", source, got, err)
		}
	}
}
