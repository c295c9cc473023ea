// Package mathml converts the mathematics of LaTeX, as notebooks write it, to
// MathML Core, which browsers show natively.
//
//	m, err := mathml.Convert(`k(x,x') = \sigma_f^2 \exp\left(-\frac{r^2}{2\ell^2}\right)`, true)
//
// It knows what papers on Gaussian processes use: scripts, fractions, roots,
// accents, fonts, delimiters, operators with limits, matrices, cases and
// aligned equations. What it does not know is an error, never a formula that
// differs in meaning.
//
// Reference: https://www.w3.org/TR/mathml-core/; TeX's atoms and their spacing:
// Knuth, The TeXbook, chapters 17 and 18.
package mathml
