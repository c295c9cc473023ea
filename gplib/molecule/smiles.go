package molecule

import (
	"fmt"
	"strings"
)

// Parse reads a molecule from SMILES, in the subset that the package
// documents. The error has the position, in bytes from 0.
func Parse(smiles string) (*Molecule, error) {
	r := &reader{
		text: smiles, last: -1, rings: map[int]opened{}, joined: map[[2]int]bool{},
		molecule: &Molecule{SMILES: smiles},
	}
	if err := r.read(); err != nil {
		return nil, fmt.Errorf("molecule: %q at %d: %w", smiles, r.at, err)
	}
	m := r.molecule
	m.index()
	m.markRings()
	m.settleAromaticBonds(r.implicit)
	m.addHydrogens(r.bracketed)
	return m, nil
}

// reader reads one SMILES from left to right.
type reader struct {
	text     string
	at       int
	molecule *Molecule
	last     int   // the atom that the next one is bonded to, or -1
	branches []int // the atoms that open branches began at
	// bond is the symbol before the next atom or ring number, 0 for none.
	bond  byte
	rings map[int]opened
	// bracketed are the atoms in brackets, whose hydrogens are written;
	// implicit the bonds without a symbol.
	bracketed []bool
	implicit  []bool
	joined    map[[2]int]bool
}

// opened is a ring number that occurred once.
type opened struct {
	atom, at int
	bond     byte
}

func (r *reader) read() error {
	if r.text == "" {
		return fmt.Errorf("there is no atom")
	}
	for r.at < len(r.text) {
		if err := r.next(); err != nil {
			return err
		}
	}
	return r.finish()
}

// next reads one symbol.
func (r *reader) next() error {
	switch c := r.text[r.at]; {
	case strings.IndexByte(`-=#$:/\`, c) >= 0:
		return r.readBond(c)
	case c == '(':
		return r.openBranch()
	case c == ')':
		return r.closeBranch()
	case c == '.':
		return r.readDot()
	case c >= '0' && c <= '9' || c == '%':
		return r.readRing()
	case c == '[':
		return r.readBracket()
	default:
		return r.readOrganic()
	}
}

func (r *reader) finish() error {
	switch {
	case r.bond != 0:
		return fmt.Errorf("the bond %q leads nowhere", r.bond)
	case len(r.branches) > 0:
		return fmt.Errorf("a branch is not closed")
	case r.last < 0:
		return fmt.Errorf("no atom follows the dot")
	}
	for number, o := range r.rings {
		r.at = o.at
		return fmt.Errorf("the ring %d is not closed", number)
	}
	return nil
}

func (r *reader) readBond(c byte) error {
	switch {
	case r.last < 0:
		return fmt.Errorf("the bond %q follows no atom", c)
	case r.bond != 0:
		return fmt.Errorf("the bond %q follows the bond %q", c, r.bond)
	}
	r.bond = c
	r.at++
	return nil
}

func (r *reader) openBranch() error {
	if r.last < 0 || r.bond != 0 {
		return fmt.Errorf("a branch follows no atom")
	}
	r.branches = append(r.branches, r.last)
	r.at++
	if strings.HasPrefix(r.text[r.at:], ")") {
		return fmt.Errorf("the branch is empty")
	}
	return nil
}

func (r *reader) closeBranch() error {
	switch n := len(r.branches); {
	case n == 0:
		return fmt.Errorf("no branch is open")
	case r.bond != 0:
		return fmt.Errorf("the bond %q leads nowhere", r.bond)
	case r.last < 0:
		return fmt.Errorf("no atom follows the dot")
	default:
		r.last, r.branches = r.branches[n-1], r.branches[:n-1]
	}
	r.at++
	return nil
}

func (r *reader) readDot() error {
	if r.last < 0 || r.bond != 0 {
		return fmt.Errorf("the dot follows no atom")
	}
	r.last = -1
	r.at++
	return nil
}

// organic are the symbols that need no brackets, longer ones first.
var organic = []string{"Cl", "Br", "B", "C", "N", "O", "P", "S", "F", "I", "b", "c", "n", "o", "p", "s"}

func (r *reader) readOrganic() error {
	for _, symbol := range organic {
		if strings.HasPrefix(r.text[r.at:], symbol) {
			if err := r.addAtom(atomOf(symbol), false); err != nil {
				return err
			}
			r.at += len(symbol)
			return nil
		}
	}
	switch c := r.text[r.at]; c {
	case '*':
		return fmt.Errorf("the wildcard * stands for no atom")
	case '>':
		return fmt.Errorf("reactions are not read")
	default:
		return fmt.Errorf("%q is no symbol here", r.text[r.at:r.at+1])
	}
}

// atomOf returns an atom for a symbol, which is in lower case for aromatic atoms.
func atomOf(symbol string) Atom {
	element := strings.ToUpper(symbol[:1]) + symbol[1:]
	return Atom{Element: element, Aromatic: element != symbol}
}

func (r *reader) addAtom(a Atom, bracketed bool) error {
	m := r.molecule
	m.Atoms = append(m.Atoms, a)
	r.bracketed = append(r.bracketed, bracketed)
	i := len(m.Atoms) - 1
	if r.last >= 0 {
		if err := r.join(r.last, i, r.bond); err != nil {
			return err
		}
	}
	r.last, r.bond = i, 0
	return nil
}

// orders are the orders of bond symbols. Directions are dropped.
var orders = map[byte]Order{0: Single, '-': Single, '/': Single, '\\': Single, '=': Double, '#': Triple, '$': Quadruple, ':': Aromatic}

func (r *reader) join(i, j int, symbol byte) error {
	pair := [2]int{min(i, j), max(i, j)}
	switch {
	case i == j:
		return fmt.Errorf("a bond joins an atom with itself")
	case r.joined[pair]:
		return fmt.Errorf("a bond joins two atoms again")
	}
	r.joined[pair] = true
	r.molecule.Bonds = append(r.molecule.Bonds, Bond{From: i, To: j, Order: orders[symbol]})
	r.implicit = append(r.implicit, symbol == 0)
	return nil
}

// readRing reads a ring number, d or %dd, and opens or closes its ring.
func (r *reader) readRing() error {
	digits := r.text[r.at : r.at+1]
	width := 1
	if digits == "%" {
		if r.at+3 > len(r.text) {
			return fmt.Errorf("%% wants two digits")
		}
		digits, width = r.text[r.at+1:r.at+3], 3
	}
	number, ok := natural(digits)
	switch {
	case !ok:
		return fmt.Errorf("%% wants two digits")
	case r.last < 0:
		return fmt.Errorf("the ring %d follows no atom", number)
	}
	o, isOpen := r.rings[number]
	if !isOpen {
		r.rings[number] = opened{r.last, r.at, r.bond}
	} else if err := r.closeRing(o); err != nil {
		return fmt.Errorf("the ring %d: %w", number, err)
	} else {
		delete(r.rings, number)
	}
	r.bond = 0
	r.at += width
	return nil
}

func (r *reader) closeRing(o opened) error {
	symbol := r.bond
	switch {
	case symbol == 0:
		symbol = o.bond
	case o.bond != 0 && orders[o.bond] != orders[symbol]:
		return fmt.Errorf("its ends say %q and %q", o.bond, symbol)
	}
	return r.join(o.atom, r.last, symbol)
}

// natural reads decimal digits.
func natural(digits string) (n int, ok bool) {
	for i := range len(digits) {
		if digits[i] < '0' || digits[i] > '9' || n > 1e6 {
			return 0, false
		}
		n = 10*n + int(digits[i]-'0')
	}
	return n, digits != ""
}
