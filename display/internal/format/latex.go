package format

import "strings"

// latexCommands escapes what LaTeX reads as commands.
var latexCommands = []string{
	`\`, `\textbackslash{}`, `&`, `\&`, `%`, `\%`, `$`, `\$`, `#`, `\#`, `_`, `\_`,
	`{`, `\{`, `}`, `\}`, `~`, `$\sim$`, `^`, `\textasciicircum{}`,
}

// latexSymbols are signs that LaTeX's standard text font lacks and drops silently, and
// their names in formulas.
var latexSymbols = []string{
	"α", "alpha", "β", "beta", "γ", "gamma", "δ", "delta", "ε", "varepsilon", "ζ", "zeta", "η", "eta", "θ", "theta",
	"ι", "iota", "κ", "kappa", "λ", "lambda", "μ", "mu", "µ", "mu", "ν", "nu", "ξ", "xi", "π", "pi", "ρ", "rho",
	"σ", "sigma", "ς", "varsigma", "τ", "tau", "υ", "upsilon", "φ", "varphi", "χ", "chi", "ψ", "psi", "ω", "omega",
	"ϵ", "epsilon", "ϑ", "vartheta", "ϕ", "phi", "ϱ", "varrho",
	"Γ", "Gamma", "Δ", "Delta", "Θ", "Theta", "Λ", "Lambda", "Ξ", "Xi", "Π", "Pi", "Σ", "Sigma", "Φ", "Phi", "Ψ", "Psi", "Ω", "Omega",
	"−", "-", "±", "pm", "×", "times", "·", "cdot", "∘", "circ", "⊗", "otimes", "√", "surd", "∞", "infty",
	"≤", "le", "≥", "ge", "≪", "ll", "≫", "gg", "≠", "neq", "≈", "approx", "∼", "sim", "∝", "propto", "∈", "in",
	"→", "to", "←", "leftarrow", "⇒", "Rightarrow", "∂", "partial", "∇", "nabla", "∑", "sum", "∏", "prod", "∫", "int",
	"‖", "|", "ℓ", "ell", "ℝ", "mathbf{R}", "′", "prime", "″", "prime\\prime", "★", "star", "✓", "checkmark", "✗", "times",
}

// latexLevels are characters above and below the line, and those on it.
var latexLevels = []struct{ command, raised, plain string }{
	{"textsuperscript", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ", "0123456789+-n"},
	{"textsubscript", "₀₁₂₃₄₅₆₇₈₉₊₋ₙₘᵢⱼ", "0123456789+-nmij"},
}

var latex = strings.NewReplacer(latexPairs()...)

func latexPairs() []string {
	pairs := append([]string(nil), latexCommands...)
	for i := 0; i < len(latexSymbols); i += 2 {
		name := latexSymbols[i+1]
		if name != "-" {
			name = `\` + name
		}
		pairs = append(pairs, latexSymbols[i], "$"+name+"$")
	}
	for _, level := range latexLevels {
		plain := []rune(level.plain)
		for i, r := range []rune(level.raised) {
			pairs = append(pairs, string(r), `\`+level.command+"{"+string(plain[i])+"}")
		}
	}
	return pairs
}

// LaTeX returns s with all that LaTeX would read as commands escaped, and signs
// that its fonts of text lack as formulas. ✓ takes the package amssymb.
func LaTeX(s string) string { return latex.Replace(s) }
