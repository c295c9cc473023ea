package mathml

import (
	"encoding/xml"
	"slices"
	"strings"
	"testing"
)

// shown returns the text of MathML without the annotation.
func shown(t *testing.T, m string) string {
	t.Helper()
	before, after, annotated := strings.Cut(m, "<annotation")
	if annotated {
		_, after, _ = strings.Cut(after, "</annotation>")
	}
	d := xml.NewDecoder(strings.NewReader(before + after))
	var b strings.Builder
	for {
		token, err := d.Token()
		if err != nil {
			return b.String()
		}
		if text, ok := token.(xml.CharData); ok {
			b.Write(text)
		}
	}
}

func pieces(t *testing.T, tex string, line float64) []string {
	t.Helper()
	f, err := Parse(tex)
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, p := range f.Pieces(true, line) {
		wellFormed(t, tex, p.MathML)
		texts = append(texts, shown(t, p.MathML))
	}
	if got, want := strings.Join(texts, ""), shown(t, f.MathML(true)); got != want {
		t.Errorf("%s: the pieces are %q, the formula is %q", tex, got, want)
	}
	return texts
}

func TestPiecesBeginAtRelationsAndOperators(t *testing.T) {
	for tex, want := range map[string][]string{
		`x`:                                    {"x"},
		`a = b + c - d`:                        {"a", "=b", "+c", "−d"},
		`a = -b`:                               {"a", "=−b"},
		`a, b,\; c`:                            {"a,", "b,c"},
		`a \quad b`:                            {"a", "b"},
		`k(x + y, z) + w`:                      {"k(x+y,z)", "+w"},
		`\left( a + b \right) + c`:             {"(a+b)", "+c"},
		`\frac{a + b}{c} \cdot d`:              {"a+bc", "⋅d"},
		`x \in [0, 1]`:                         {"x", "∈[0,1]"},
		`\begin{equation} a = b\end{equation}`: {"a", "=b"},
	} {
		if got := pieces(t, tex, 1000); !slices.Equal(got, want) {
			t.Errorf("%s: pieces %q, want %q", tex, got, want)
		}
	}
}

// Only what is wider than a line is split within its parentheses.
func TestPiecesKeepParenthesesThatFit(t *testing.T) {
	tex := `f(a + b) + g(c + d + h(e + f + g + h + i + j + k))`
	for line, want := range map[float64][]string{
		100: {"f(a+b)", "+g(c+d+h(e+f+g+h+i+j+k))"},
		17:  {"f(a+b)", "+g(c", "+d", "+h(e+f+g+h+i+j+k))"},
		9:   {"f(a+b)", "+g(c", "+d", "+h(e", "+f", "+g", "+h", "+i", "+j", "+k))"},
	} {
		if got := pieces(t, tex, line); !slices.Equal(got, want) {
			t.Errorf("lines of %g em: pieces %q, want %q", line, got, want)
		}
	}
}

// What cannot be split takes short neighbours along, and leaves long ones apart.
func TestWidePiecesTakeShortNeighboursAlong(t *testing.T) {
	wide := `\sqrt{` + strings.Repeat("x", 40) + `}`
	if got := pieces(t, "K = "+wide, 20); len(got) != 1 {
		t.Errorf("a wide root and K = are %d pieces, want 1", len(got))
	}
	if got := pieces(t, "a + b + c + d + e + f = "+wide, 20); len(got) != 7 {
		t.Errorf("a wide root and six terms are %d pieces, want 7", len(got))
	}
}

func TestWidthIsThatOfTheWiderPart(t *testing.T) {
	width := func(tex string) float64 {
		t.Helper()
		f, err := Parse(tex)
		if err != nil {
			t.Fatal(err)
		}
		return f.Width()
	}
	for _, same := range [][2]string{
		{`\frac{a b c}{d}`, `a b c`}, {`\frac{d}{a b c}`, `a b c`}, {`\overline{a b c}`, `a b c`}, {`x_{i j}^k`, `x_{i j}`},
		{`\begin{matrix} a a & b \\ a & b b \end{matrix}`, `\begin{matrix} a a & b b \end{matrix}`}, {`\alpha`, `x`},
	} {
		if a, b := width(same[0]), width(same[1]); a != b || a == 0 {
			t.Errorf("%s is %g em wide, %s %g em", same[0], a, same[1], b)
		}
	}
	for _, more := range [][2]string{{`a + b`, `a b`}, {`\sqrt a`, `a`}, {`a \quad b`, `a b`}, {`x_i`, `x`}, {`x i`, `x_i`}} {
		if a, b := width(more[0]), width(more[1]); a <= b {
			t.Errorf("%s is %g em wide, %s %g em", more[0], a, more[1], b)
		}
	}
}
