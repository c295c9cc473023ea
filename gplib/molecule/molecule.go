package molecule

import (
	"errors"
	"fmt"
)

// Molecule is a molecule, or several that a dot of SMILES separates.
type Molecule struct {
	// SMILES is the text that the molecule was read from.
	SMILES string
	Atoms  []Atom
	Bonds  []Bond
	// around[i] are the bonds of atom i.
	around [][]int
}

// Atom is an atom with its implicit hydrogens.
type Atom struct {
	// Element is the symbol, such as "Cl", also of aromatic atoms.
	Element  string
	Aromatic bool
	// Charge is the formal charge, Isotope the mass number or 0.
	Charge, Isotope int
	// Hydrogens is the number of hydrogens that are not atoms in the list.
	Hydrogens int
	// Ring reports whether the atom is on a ring.
	Ring bool
}

// Order is the kind of a bond.
type Order int

const (
	Single    Order = 1
	Double    Order = 2
	Triple    Order = 3
	Quadruple Order = 4
	Aromatic  Order = 5
)

// String returns the symbol of SMILES.
func (o Order) String() string {
	if o < Single || o > Aromatic {
		return fmt.Sprintf("Order(%d)", int(o))
	}
	return "-=#$:"[o-1 : o]
}

// Bond joins the atoms From and To.
type Bond struct {
	From, To int
	Order    Order
	// Ring reports whether the bond is on a ring.
	Ring bool
}

// other returns the atom of a bond that is not i.
func (b Bond) other(i int) int {
	if b.From == i {
		return b.To
	}
	return b.From
}

// String returns the SMILES that was read.
func (m *Molecule) String() string { return m.SMILES }

// degree returns the number of bonds of atom i.
func (m *Molecule) degree(i int) int { return len(m.around[i]) }

// ParseAll reads many molecules. The error joins the errors of all unreadable
// ones, each with its position; the result has nil in their place and the
// others.
func ParseAll(smiles []string) ([]*Molecule, error) {
	ms := make([]*Molecule, len(smiles))
	var failures []error
	for i, text := range smiles {
		m, err := Parse(text)
		if err != nil {
			failures = append(failures, fmt.Errorf("smiles[%d]: %w", i, err))
			continue
		}
		ms[i] = m
	}
	return ms, errors.Join(failures...)
}
