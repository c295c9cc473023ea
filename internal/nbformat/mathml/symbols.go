package mathml

import "strings"

// class is TeX's class of an atom, which decides the space around it.
type class int

const (
	ord class = iota
	op
	bin
	rel
	opening
	closing
	punct
)

// table makes a map of "name symbol name symbol ...".
func table(pairs string) map[string]string {
	f := strings.Fields(pairs)
	m := make(map[string]string, len(f)/2)
	for i := 0; i+1 < len(f); i += 2 {
		m[f[i]] = f[i+1]
	}
	return m
}

// letters are identifiers: slanted where they are one lower-case letter.
var letters = table(`
	alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ
	lambda λ mu μ nu ν xi ξ omicron ο pi π varpi ϖ rho ρ varrho ϱ sigma σ varsigma ς tau τ upsilon υ phi ϕ
	varphi φ chi χ psi ψ omega ω ell ℓ hbar ℏ imath ı jmath ȷ partial ∂ Im ℑ Re ℜ wp ℘`)

// upright are upright identifiers, and other ordinary symbols.
var upright = table(`
	Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω
	infty ∞ nabla ∇ emptyset ∅ varnothing ∅ aleph ℵ top ⊤ bot ⊥ angle ∠ forall ∀ exists ∃ nexists ∄ neg ¬ lnot ¬
	prime ′ dagger † ddagger ‡ ldots … dots … dotsc … dotso … cdots ⋯ dotsb ⋯ vdots ⋮ ddots ⋱ intercal ⊺ square □
	triangle △ checkmark ✓ degree ° backslash \ S § _ _ % % # # & & $ $ { { } }`)

// relations are mo elements with relations' space.
var relations = table(`
	leq ≤ le ≤ geq ≥ ge ≥ neq ≠ ne ≠ equiv ≡ approx ≈ sim ∼ simeq ≃ cong ≅ propto ∝ in ∈ notin ∉ ni ∋ subset ⊂
	supset ⊃ subseteq ⊆ supseteq ⊇ subsetneq ⊊ to → rightarrow → leftarrow ← gets ← leftrightarrow ↔ mapsto ↦
	Rightarrow ⇒ Leftarrow ⇐ Leftrightarrow ⇔ iff ⟺ implies ⟹ impliedby ⟸ longrightarrow ⟶ longmapsto ⟼
	uparrow ↑ downarrow ↓ hookrightarrow ↪ rightsquigarrow ⇝ ll ≪ gg ≫ prec ≺ succ ≻ preceq ⪯ succeq ⪰ perp ⊥
	parallel ∥ mid ∣ nmid ∤ vdash ⊢ models ⊨ doteq ≐ triangleq ≜ coloneqq ≔ lesssim ≲ gtrsim ≳ asymp ≍ leqslant ⩽
	geqslant ⩾ colon : nearrow ↗ searrow ↘ rightarrowtail ↣ rightleftharpoons ⇌ lt < gt > nleq ≰ ngeq ≱`)

// binaries are mo elements with binary operators' space.
var binaries = table(`
	pm ± mp ∓ times × div ÷ cdot ⋅ ast ∗ star ⋆ circ ∘ bullet ∙ oplus ⊕ ominus ⊖ otimes ⊗ odot ⊙ oslash ⊘ cap ∩
	cup ∪ setminus ∖ smallsetminus ∖ wedge ∧ land ∧ vee ∨ lor ∨ sqcap ⊓ sqcup ⊔ uplus ⊎ amalg ⨿ diamond ⋄ wr ≀
	boxtimes ⊠ boxplus ⊞ ltimes ⋉ rtimes ⋊`)

// bigOperators have limits; integrals have scripts.
var (
	bigOperators = table(`
	sum ∑ prod ∏ coprod ∐ bigcup ⋃ bigcap ⋂ bigoplus ⨁ bigotimes ⨂ bigodot ⨀ bigvee ⋁ bigwedge ⋀ biguplus ⨄ bigsqcup ⨆`)
	integrals = table(`int ∫ iint ∬ iiint ∭ oint ∮`)
)

// functions are named operators; those in limitFunctions have limits.
var (
	functions = words(`
	arccos arcsin arctan arg cos cosh cot coth csc deg dim exp hom ker lg ln log sec sin sinh tan tanh`)
	limitFunctions = words(`det gcd inf lim liminf limsup max min sup Pr argmin argmax`)
)

func words(list string) map[string]bool {
	m := make(map[string]bool)
	for _, w := range strings.Fields(list) {
		m[w] = true
	}
	return m
}

// delimiters by token. An empty one is the "." of \left. and \right.
var delimiters = map[token]string{
	"(": "(", ")": ")", "[": "[", "]": "]", "|": "|", "/": "/", ".": "", "<": "⟨", ">": "⟩",
	`\{`: "{", `\}`: "}", `\lbrace`: "{", `\rbrace`: "}", `\lbrack`: "[", `\rbrack`: "]",
	`\|`: "‖", `\Vert`: "‖", `\lVert`: "‖", `\rVert`: "‖", `\vert`: "|", `\lvert`: "|", `\rvert`: "|",
	`\langle`: "⟨", `\rangle`: "⟩", `\lfloor`: "⌊", `\rfloor`: "⌋", `\lceil`: "⌈", `\rceil`: "⌉",
	`\backslash`: `\`, `\uparrow`: "↑", `\downarrow`: "↓",
}

// sides has the classes of delimiters outside \left and \right.
var sides = map[token]class{
	"(": opening, "[": opening, `\{`: opening, `\lbrace`: opening, `\lbrack`: opening, `\lVert`: opening,
	`\lvert`: opening, `\langle`: opening, `\lfloor`: opening, `\lceil`: opening,
	")": closing, "]": closing, `\}`: closing, `\rbrace`: closing, `\rbrack`: closing, `\rVert`: closing,
	`\rvert`: closing, `\rangle`: closing, `\rfloor`: closing, `\rceil`: closing,
}

// sizes of \big and its like, in em.
var sizes = map[string]string{"big": "1.2", "Big": "1.8", "bigg": "2.4", "Bigg": "3"}

// spaces in em.
var spaces = map[token]string{
	`\,`: "0.1667", `\thinspace`: "0.1667", `\:`: "0.2222", `\>`: "0.2222", `\medspace`: "0.2222", `\;`: "0.2778",
	`\thickspace`: "0.2778", `\!`: "-0.1667", `\negthinspace`: "-0.1667", `\quad`: "1", `\qquad`: "2", `\ `: "0.3333",
	`\enspace`: "0.5", "~": "0.3333", `\enskip`: "0.5",
}

// accents go above; those in wide stretch.
var (
	accents = table(`hat ^ check ˇ tilde ˜ acute ´ grave ` + "`" + ` dot ˙ ddot ¨ breve ˘ bar ‾ vec → mathring ˚`)
	wide    = table(`widehat ^ widetilde ˜ overline ‾ overrightarrow → overleftarrow ← overbrace ⏞`)
	below   = table(`underline _ underbrace ⏟`)
)
