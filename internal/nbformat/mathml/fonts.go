package mathml

// font is a style of letters.
type font int

const (
	italic font = iota // single letters slanted, as mathematics has it
	roman
	bold
	boldItalic
	script
	doubleStruck
	fraktur
	sans
	mono
)

// fonts by the command that takes an argument.
var fonts = map[string]font{
	"mathrm": roman, "mathnormal": italic, "mathit": italic, "mathbf": bold, "bm": boldItalic, "boldsymbol": boldItalic,
	"pmb": boldItalic, "mathcal": script, "mathscr": script, "mathbb": doubleStruck, "mathfrak": fraktur,
	"mathsf": sans, "mathtt": mono, "mathbfit": boldItalic, "bold": bold, "Bbb": doubleStruck,
}

// switches are the fonts by the command that holds to the group's end.
var switches = map[string]font{"rm": roman, "bf": bold, "it": italic, "cal": script, "sf": sans, "tt": mono}

// alphabet has Unicode's letters and digits of a font: its first capital, small letter and digit; 0
// for none.
type alphabet struct{ capital, small, digit rune }

var alphabets = map[font]alphabet{
	bold:         {0x1d400, 0x1d41a, 0x1d7ce},
	boldItalic:   {0x1d468, 0x1d482, 0x1d7ce},
	script:       {0x1d49c, 0x1d4b6, 0},
	doubleStruck: {0x1d538, 0x1d552, 0x1d7d8},
	fraktur:      {0x1d504, 0x1d51e, 0},
	sans:         {0x1d5a0, 0x1d5ba, 0x1d7e2},
	mono:         {0x1d670, 0x1d68a, 0x1d7f6},
}

// older are the letters that Unicode had before those alphabets.
var older = map[font]map[rune]rune{
	script:       {'B': 'ℬ', 'E': 'ℰ', 'F': 'ℱ', 'H': 'ℋ', 'I': 'ℐ', 'L': 'ℒ', 'M': 'ℳ', 'R': 'ℛ', 'e': 'ℯ', 'g': 'ℊ', 'o': 'ℴ'},
	doubleStruck: {'C': 'ℂ', 'H': 'ℍ', 'N': 'ℕ', 'P': 'ℙ', 'Q': 'ℚ', 'R': 'ℝ', 'Z': 'ℤ'},
	fraktur:      {'C': 'ℭ', 'H': 'ℌ', 'I': 'ℑ', 'R': 'ℜ', 'Z': 'ℨ'},
}

// greek has Unicode's bold Greek: its capital and small alpha.
var greek = map[font][2]rune{bold: {0x1d6a8, 0x1d6c2}, boldItalic: {0x1d71c, 0x1d736}}

// greekVariants follow a bold alphabet's omega in this order.
var greekVariants = []rune("∂ϵϑϰϕϱϖ")

// in returns a letter or digit in the font; others are returned as they are.
func (f font) in(r rune) rune {
	if o, ok := older[f][r]; ok {
		return o
	}
	a, known := alphabets[f]
	switch {
	case !known:
		return r
	case r >= 'A' && r <= 'Z':
		return a.capital + r - 'A'
	case r >= 'a' && r <= 'z':
		return a.small + r - 'a'
	case r >= '0' && r <= '9' && a.digit != 0:
		return a.digit + r - '0'
	}
	return f.greek(r)
}

func (f font) greek(r rune) rune {
	start, ok := greek[f]
	switch {
	case !ok:
		return r
	case r == '∇':
		return start[0] + 25
	case r >= 'Α' && r <= 'Ω':
		return start[0] + r - 'Α'
	case r >= 'α' && r <= 'ω':
		return start[1] + r - 'α'
	}
	for i, v := range greekVariants {
		if v == r {
			return start[1] + 25 + rune(i)
		}
	}
	return r
}
