package mathml

import (
	"encoding/xml"
	"io"
	"regexp"
	"strings"
	"testing"
)

var attributes = regexp.MustCompile(` [a-z]+="[^"]*"`)

// body returns a formula's MathML without attributes, annotation and outer elements.
func body(t *testing.T, tex string) string {
	t.Helper()
	m, err := Convert(tex, true)
	if err != nil {
		t.Fatal(err)
	}
	wellFormed(t, tex, m)
	m, _, _ = strings.Cut(m, "<annotation")
	_, m, _ = strings.Cut(m, "<semantics>")
	return attributes.ReplaceAllString(m, "")
}

func wellFormed(t *testing.T, tex, m string) {
	t.Helper()
	dec := xml.NewDecoder(strings.NewReader(m))
	for {
		if _, err := dec.Token(); err == io.EOF {
			return
		} else if err != nil {
			t.Fatalf("%s: %v in %s", tex, err, m)
		}
	}
}

func TestConvertStructure(t *testing.T) {
	for tex, want := range map[string]string{
		`x`:                   `<mi>x</mi>`,
		`x_i^2`:               `<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>`,
		`x^2_i`:               `<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>`,
		`x^12`:                `<mrow><msup><mi>x</mi><mn>1</mn></msup><mn>2</mn></mrow>`,
		`x'_i`:                `<msubsup><mi>x</mi><mi>i</mi><mo>′</mo></msubsup>`,
		`\tfrac12 y`:          `<mrow><mstyle><mfrac><mn>1</mn><mn>2</mn></mfrac></mstyle><mi>y</mi></mrow>`,
		`1.5x`:                `<mrow><mn>1.5</mn><mi>x</mi></mrow>`,
		`\sum_{i=1}^n`:        `<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover>`,
		`\int_0^1`:            `<msubsup><mo>∫</mo><mn>0</mn><mn>1</mn></msubsup>`,
		`\sum\nolimits_i`:     `<msub><mo>∑</mo><mi>i</mi></msub>`,
		`\sqrt[3]{x}`:         `<mroot><mi>x</mi><mn>3</mn></mroot>`,
		`\mathbf{y}`:          `<mi>𝐲</mi>`,
		`\boldsymbol\Sigma`:   `<mi>𝜮</mi>`,
		`\bm\alpha`:           `<mi>𝜶</mi>`,
		`\mathcal{L}`:         `<mi>ℒ</mi>`,
		`\mathbb R`:           `<mi>ℝ</mi>`,
		`\mathrm{SMSE}`:       `<mi>SMSE</mi>`,
		`\lVert x\rVert`:      `<mrow><mo>‖</mo><mi>x</mi><mo>‖</mo></mrow>`,
		`\left. x \right|_0`:  `<msub><mrow><mi>x</mi><mo>|</mo></mrow><mn>0</mn></msub>`,
		`\bigl(x\bigr)^2`:     `<mrow><mo>(</mo><mi>x</mi><msup><mrow><mo>)</mo></mrow><mn>2</mn></msup></mrow>`,
		`\hat\theta`:          `<mover><mi>θ</mi><mo>^</mo></mover>`,
		`\operatorname{tr}K`:  `<mrow><mo>tr</mo><mi>K</mi></mrow>`,
		`\underset{x}{\min}`:  `<munder><mo>min</mo><mi>x</mi></munder>`,
		`\text{if $x$ is}`:    "<mrow><mtext>if\u00a0</mtext><mi>x</mi><mtext>\u00a0is</mtext></mrow>",
		`a \not= b`:           "<mrow><mi>a</mi><mo>=\u0338</mo><mi>b</mi></mrow>",
		`{\bf K} K`:           `<mrow><mi>𝐊</mi><mi>K</mi></mrow>`,
		`K^\top`:              `<msup><mi>K</mi><mi>⊤</mi></msup>`,
		`a % a comment`:       `<mi>a</mi>`,
		`\color{red} x`:       `<mrow><mi>x</mi></mrow>`,
		`{\displaystyle x} y`: `<mrow><mstyle><mi>x</mi></mstyle><mi>y</mi></mrow>`,
		`\begin{matrix}a&b\\c&d\end{matrix}`: `<mrow><mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr>` +
			`<mtr><mtd><mi>c</mi></mtd><mtd><mi>d</mi></mtd></mtr></mtable></mrow>`,
		`\begin{cases}a\\[1ex]b\\\end{cases}`: `<mrow><mo>{</mo><mtable><mtr><mtd><mi>a</mi></mtd></mtr>` +
			`<mtr><mtd><mi>b</mi></mtd></mtr></mtable></mrow>`,
	} {
		if got := body(t, tex); got != want {
			t.Errorf("%s:\n got %s\nwant %s", tex, got, want)
		}
	}
}

// A minus is a sign without space or an operator with it, as in TeX.
func TestConvertTellsSignsFromOperators(t *testing.T) {
	for tex, sign := range map[string]bool{`-x`: true, `a = -x`: true, `(-x)`: true, `a, -x`: true, `a - x`: false, `k^\top - x`: false} {
		m, err := Convert(tex, false)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(m, `form="prefix" lspace="0" rspace="0">−`); got != sign {
			t.Errorf("%s: sign %v, want %v", tex, got, sign)
		}
	}
}

func TestConvertRefusesWhatItDoesNotKnow(t *testing.T) {
	for tex, want := range map[string]string{
		`\unheardof x`:                     `\unheardof is not known`,
		`\frac{a}{`:                        `want "}"`,
		`a & b`:                            `got "&"`,
		`x_a_b`:                            `two "_"`,
		`\frac a`:                          "an argument is missing",
		`\not`:                             "an argument is missing",
		`\left( x`:                         `\left without \right`,
		`\begin{foo}\end{foo}`:             `environment "foo" is not known`,
		`\begin{pmatrix}a\end{bmatrix}`:    `ended by \end{bmatrix}`,
		`\begin{pmatrix}a`:                 `without \end`,
		`\big x`:                           "is no delimiter",
		`\textcolor{red"onclick="}{x}`:     "is no color",
		strings.Repeat("{", 1000):          "nested groups",
		strings.Repeat(`\sqrt[\sqrt`, 300): "",
	} {
		if _, err := Convert(tex, true); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40s: error %v, want one with %q", tex, err, want)
		}
	}
}

func FuzzConvertGivesWellFormedXML(f *testing.F) {
	for _, tex := range []string{`\frac{a}{b}`, `x_i^2`, `\left( \begin{cases} a & b \\ c \end{cases} \right.`, `\text{a $b$}`, "a<b>&\"'"} {
		f.Add(tex)
	}
	f.Fuzz(func(t *testing.T, tex string) {
		m, err := Convert(tex, true)
		if err != nil || strings.ContainsFunc(tex, func(r rune) bool { return r < ' ' || r > '~' }) {
			return
		}
		wellFormed(t, tex, m)
	})
}
