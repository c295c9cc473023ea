package molecule

import (
	"fmt"
	"strings"
)

// elements are the symbols of the elements.
var elements = setOf(`H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As Se Br Kr
Rb Sr Y Zr Nb Mo Tc Ru Rh Pd Ag Cd In Sn Sb Te I Xe Cs Ba La Ce Pr Nd Pm Sm Eu Gd Tb Dy Ho Er Tm Yb Lu Hf Ta W Re Os
Ir Pt Au Hg Tl Pb Bi Po At Rn Fr Ra Ac Th Pa U Np Pu Am Cm Bk Cf Es Fm Md No Lr Rf Db Sg Bh Hs Mt Ds Rg Cn Nh Fl Mc
Lv Ts Og`)

// aromatics are the symbols of aromatic atoms in brackets.
var aromatics = setOf("b c n o p s se as te")

func setOf(words string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}

// readBracket reads [isotope symbol chirality hydrogens charge class].
func (r *reader) readBracket() error {
	length := strings.IndexByte(r.text[r.at:], ']')
	if length < 0 {
		return fmt.Errorf("the bracket is not closed")
	}
	b := &bracket{rest: r.text[r.at+1 : r.at+length]}
	if err := b.read(); err != nil {
		return fmt.Errorf("in [%s]: %w", r.text[r.at+1:r.at+length], err)
	}
	if err := r.addAtom(b.atom, true); err != nil {
		return err
	}
	r.at += length + 1
	return nil
}

// bracket reads the text between brackets.
type bracket struct {
	rest string
	atom Atom
}

func (b *bracket) read() error {
	isotope, _ := b.number()
	if err := b.symbol(); err != nil {
		return err
	}
	b.atom.Isotope = isotope
	if err := b.chirality(); err != nil {
		return err
	}
	if b.skip("H") {
		b.atom.Hydrogens = 1
		if n, ok := b.number(); ok {
			b.atom.Hydrogens = n
		}
	}
	if err := b.charge(); err != nil {
		return err
	}
	if b.skip(":") {
		if _, ok := b.number(); !ok {
			return fmt.Errorf("a class is a number")
		}
	}
	if b.rest != "" {
		return fmt.Errorf("%q is not understood", b.rest)
	}
	return nil
}

// number reads the digits that follow.
func (b *bracket) number() (n int, ok bool) {
	end := 0
	for end < len(b.rest) && b.rest[end] >= '0' && b.rest[end] <= '9' {
		end++
	}
	n, ok = natural(b.rest[:end])
	if ok {
		b.rest = b.rest[end:]
	}
	return n, ok
}

// skip reads text if it is next.
func (b *bracket) skip(text string) bool {
	rest, found := strings.CutPrefix(b.rest, text)
	b.rest = rest
	return found
}

func (b *bracket) symbol() error {
	for _, length := range []int{2, 1} {
		if len(b.rest) < length {
			continue
		}
		if symbol := b.rest[:length]; elements[symbol] || aromatics[symbol] {
			b.atom, b.rest = atomOf(symbol), b.rest[length:]
			return nil
		}
	}
	return fmt.Errorf("%q begins with no element", b.rest)
}

// chirality reads @ or @@ and drops it.
func (b *bracket) chirality() error {
	if !b.skip("@") {
		return nil
	}
	b.skip("@")
	for _, class := range []string{"TH", "AL", "SP", "TB", "OH"} {
		if strings.HasPrefix(b.rest, class) {
			return fmt.Errorf("chirality of the class %s is not supported", class)
		}
	}
	return nil
}

// charge reads +, -, a repeated sign, or a sign with a number.
func (b *bracket) charge() error {
	for sign, unit := range map[string]int{"+": 1, "-": -1} {
		if !b.skip(sign) {
			continue
		}
		size := 1
		if n, ok := b.number(); ok {
			size = n
		} else {
			for b.skip(sign) {
				size++
			}
		}
		if size > 15 {
			return fmt.Errorf("the charge %d is out of range", unit*size)
		}
		b.atom.Charge = unit * size
		return nil
	}
	return nil
}
