package molecule

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"slices"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
)

// Fingerprints returns the circular fingerprints of molecules, one a row: how often each environment of an atom
// up to radius bonds away occurs, folded into bits counts, like extended-connectivity fingerprints of diameter
// 2·radius (Rogers and Hahn 2010). Atoms begin as their element, bonds, hydrogens, charge, isotope, and whether
// they are on a ring; environments with the same bonds count once. Rows have the counts, for [cov.MinMax], or 0
// and 1, for [cov.Tanimoto]. radius >= 0, bits >= 1. The error names a molecule that is nil.
func Fingerprints(ms []*Molecule, radius, bits int, counts bool) (*cov.Matrix, error) {
	if len(ms) == 0 || radius < 0 || bits < 1 {
		return nil, fmt.Errorf("molecule: Fingerprints of %d molecules, radius %d and %d bits", len(ms), radius, bits)
	}
	rows := mat.NewDense(len(ms), bits, nil)
	for i, m := range ms {
		if m == nil {
			return nil, fmt.Errorf("molecule: Fingerprints: ms[%d] is nil", i)
		}
		row := rows.RawRowView(i)
		for _, id := range m.environments(radius) {
			if b := id % uint64(bits); counts {
				row[b]++
			} else {
				row[b] = 1
			}
		}
	}
	return cov.Points(rows), nil
}

// environments returns the identifiers of all environments.
func (m *Molecule) environments(radius int) []uint64 {
	at := make([]environment, len(m.Atoms))
	var ids []uint64
	for i := range at {
		at[i] = environment{m.atomID(i), make([]uint64, (len(m.Bonds)+63)/64)}
		ids = append(ids, at[i].id)
	}
	seen := map[string]bool{}
	for r := 1; r <= radius; r++ {
		at = m.grown(at, uint64(r))
		// Of two with the same bonds the one of the smaller identifier
		// counts, whatever the order of atoms.
		order := slices.Clone(at)
		slices.SortFunc(order, func(a, b environment) int { return slices.Compare([]uint64{a.id}, []uint64{b.id}) })
		for _, e := range order {
			if key := e.key(); !e.empty() && !seen[key] {
				seen[key] = true
				ids = append(ids, e.id)
			}
		}
	}
	return ids
}

// environment is the identifier of an atom's surroundings, and the set of bonds
// that they cover.
type environment struct {
	id    uint64
	bonds []uint64
}

func (e environment) empty() bool {
	return !slices.ContainsFunc(e.bonds, func(w uint64) bool { return w != 0 })
}

func (e environment) key() string {
	var key []byte
	for _, w := range e.bonds {
		key = binary.LittleEndian.AppendUint64(key, w)
	}
	return string(key)
}

// atomID returns the identifier of an atom without its neighbours.
func (m *Molecule) atomID(i int) uint64 {
	a := m.Atoms[i]
	ring := uint64(0)
	if a.Ring {
		ring = 1
	}
	h := fnv.New64a()
	h.Write([]byte(a.Element))
	element := h.Sum64()
	return identifier(element, uint64(m.degree(i)), uint64(m.valence(i)), uint64(a.Hydrogens), uint64(int64(a.Charge)), uint64(a.Isotope), ring)
}

// valence returns the sum of the orders of atom i's bonds, those of aromatic
// bonds counted as such.
func (m *Molecule) valence(i int) int {
	sum := 0
	for _, b := range m.around[i] {
		if order := m.Bonds[b].Order; order == Aromatic {
			sum += 100
		} else {
			sum += int(order)
		}
	}
	return sum
}

// grown returns the environments one bond larger.
func (m *Molecule) grown(at []environment, radius uint64) []environment {
	next := make([]environment, len(at))
	for i, e := range at {
		covered := slices.Clone(e.bonds)
		var around [][2]uint64
		for _, b := range m.around[i] {
			j := m.Bonds[b].other(i)
			around = append(around, [2]uint64{uint64(m.Bonds[b].Order), at[j].id})
			covered[b/64] |= 1 << (b % 64)
			for w, set := range at[j].bonds {
				covered[w] |= set
			}
		}
		slices.SortFunc(around, func(a, b [2]uint64) int { return slices.Compare(a[:], b[:]) })
		parts := []uint64{radius, e.id}
		for _, a := range around {
			parts = append(parts, a[:]...)
		}
		next[i] = environment{identifier(parts...), covered}
	}
	return next
}

// identifier returns a hash of a sequence of numbers.
func identifier(parts ...uint64) uint64 {
	h := fnv.New64a()
	var buffer [8]byte
	for _, p := range parts {
		binary.LittleEndian.PutUint64(buffer[:], p)
		h.Write(buffer[:])
	}
	return h.Sum64()
}
