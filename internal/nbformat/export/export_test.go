package export

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"krigo/internal/nbformat"
)

func TestHTMLStandsByItself(t *testing.T) {
	nb, err := nbformat.ReadFile(filepath.Join("..", "..", "..", "testdata", "notebooks", "kinds.ipynb"))
	if err != nil {
		t.Fatal(err)
	}
	raw, err := HTML(nb, Options{})
	if err != nil {
		t.Fatal(err)
	}
	page := string(raw)
	for _, want := range []string{
		"<title>Gaußsche Prozesse</title>",
		`src="data:image/png;base64,`, // the attachment
		`<math display="block">`,
		`<span class="count">1</span>`,
		`<pre class="stream stdout">1`,
		`<span style="color:var(--ansi-1)">panic</span>`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %s", want)
		}
	}
	for _, bad := range []string{"http://cdn", "https://", "attachment:", `src="//`} {
		if strings.Contains(page, bad) {
			t.Errorf("the page refers to %s", bad)
		}
	}
}

func TestMarkdownFormulas(t *testing.T) {
	for source, want := range map[string]string{
		"a $x$ b":                            "<p>a <math>",
		"$$\na\n- b\n+ c\n= d\n$$\nend":      `</math></span>` + "\n<p>end</p>",
		"text\n$$x$$\nmore":                  "<p>text</p>\n" + `<span class="formula"><math display="block">`,
		"see $$x$$ there":                    `see <span class="formula"><math display="block">`,
		"\\begin{align}\na&=b\n\\end{align}": "<mtable",
		"a $x\n= y$ b":                       "<mo",
		"costs $5 and $6":                    "<p>costs $5 and $6</p>",
		"`$x$`":                              "<p><code>$x$</code></p>",
		"$5 and `$x$`":                       "<p>$5 and <code>$x$</code></p>",
		`\$x\$`:                              "<p>$x$</p>",
		`$\nope$`:                            `<code class="tex" title="formula`,
		"| a |\n|---|\n| $x$ |":              "<td><math>",
		"$a_1$ and $b_1$":                    "</math> and <math>",
		"<b onclick=\"f()\">kept</b>":        `<b onclick="f()">kept</b>`,
		"```go\nfunc f() {}\n```":            `<span class="keyword">func</span>`,
	} {
		got, err := newMarkdown(nil).render(source, nil)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(got), want) {
			t.Errorf("%q: got %s, want it to hold %s", source, got, want)
		}
		if strings.Contains(want, "<p>costs") && strings.Contains(string(got), "<math") {
			t.Errorf("%q: prices became a formula", source)
		}
	}
}

func TestMarkdownTakesImagesBesideTheNotebookIntoThePage(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a b.png"), []byte("png"), 0o644); err != nil {
		t.Fatal(err)
	}
	for source, want := range map[string]string{
		"![x](a%20b.png)":               `src="data:image/png;base64,cG5n"`,
		"![x](missing.png)":             `src="missing.png"`,
		"![x](../secret.png)":           `src="../secret.png"`,
		"![x](https://a.example/b.png)": `src="https://a.example/b.png"`,
	} {
		got, err := newMarkdown(os.DirFS(dir)).render(source, nil)
		if err != nil || !strings.Contains(string(got), want) {
			t.Errorf("%s: %s, %v, want %s", source, got, err, want)
		}
	}
}

func TestOutputsShowTheRichestRepresentation(t *testing.T) {
	data := map[string]any{
		"text/plain": "plain", "text/latex": "$x$", "text/html": "<i>html</i>", "image/png": "aW1n\n",
		"application/json": map[string]any{"a": 1},
	}
	metadata := map[string]any{"image/png": map[string]any{"width": 320, "height": 200}}
	for _, c := range []struct{ without, want string }{
		{"", "<i>html</i>"},
		{"text/html", "<math>"},
		{"text/latex", `<img alt="figure" src="data:image/png;base64,aW1n" width="320" height="200">`},
		{"image/png", "&#34;a&#34;: 1"},
		{"application/json", `<pre class="plain">plain</pre>`},
		{"text/plain", `<pre class="plain">&lt;&gt;</pre>`},
	} {
		delete(data, c.without)
		got, err := renderOutput(&nbformat.Output{Type: nbformat.DisplayData, Data: data, Metadata: metadata}, &figures{}, newMarkdown(nil))
		if err != nil || !strings.Contains(string(got), c.want) {
			t.Errorf("without %s: %s, %v, want %s", c.without, got, err, c.want)
		}
	}
}

func TestAnImageHasTheTextOfItsMetadata(t *testing.T) {
	got := image("image/png", "aW1n", map[string]any{"alt": `a "mean" of 3 < 4`})
	if want := `<img alt="a &#34;mean&#34; of 3 &lt; 4" src=`; !strings.HasPrefix(string(got), want) {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestANSI(t *testing.T) {
	for text, want := range map[string]string{
		"a<b":                          "a&lt;b",
		"\x1b[31mred\x1b[0m plain":     `<span style="color:var(--ansi-1)">red</span> plain`,
		"\x1b[1;4mx\x1b[22my":          `<span style="font-weight:bold;text-decoration:underline">x</span><span style="text-decoration:underline">y</span>`,
		"\x1b[38;5;196mx":              `<span style="color:light-dark(#df0000,#ff4f4f)">x</span>`,
		"\x1b[38;5;244mx":              `<span style="color:light-dark(#707070,#8f8f8f)">x</span>`,
		"\x1b[48;2;1;2;3mx":            `<span style="color:#ffffff;background:#010203">x</span>`,
		"\x1b[38:2:1:2:3mx":            `<span style="color:light-dark(#010203,#8f9090)">x</span>`,
		"\x1b[7mx":                     `<span style="color:var(--paper);background:var(--ink)">x</span>`,
		"\x1b[31;7mx":                  `<span style="color:var(--paper);background:var(--ansi-1)">x</span>`,
		"\x1b[41mx":                    `<span style="color:var(--paper);background:var(--ansi-1)">x</span>`,
		"\x1b[2mx":                     `<span style="color:var(--soft)">x</span>`,
		"\x1b[2K\x1b[1Ax\x1b]0;t\x07y": "xy",
		"\x1b[31;mx":                   "x",
		"\x1b[m\x1b[999mx":             "x",
	} {
		if got := ansiToHTML(text); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}
