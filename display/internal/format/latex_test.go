package format

import "testing"

func TestLaTeXEscapesCommandsAndWritesWhatItsFontsLack(t *testing.T) {
	for s, want := range map[string]string{
		`50 % of a_b & {c} \ #1 ~ ^`: `50 \% of a\_b \& \{c\} \textbackslash{} \#1 $\sim$ \textasciicircum{}`,
		"σ² in ppm², CO₂":            `$\sigma$\textsuperscript{2} in ppm\textsuperscript{2}, CO\textsubscript{2}`,
		"[−∞, 2·10⁻³] ≤ 5 µs":        `[$-$$\infty$, 2$\cdot$10\textsuperscript{-}\textsuperscript{3}] $\le$ 5 $\mu$s`,
		"‖x‖ ✗ x″":                   `$\|$x$\|$ $\times$ x$\prime\prime$`,
		"naïve — “é”":                "naïve — “é”",
	} {
		if got := LaTeX(s); got != want {
			t.Errorf("%q: got %s, want %s", s, got, want)
		}
	}
}
