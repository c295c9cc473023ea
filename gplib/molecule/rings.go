package molecule

// index fills in the bonds of each atom.
func (m *Molecule) index() {
	m.around = make([][]int, len(m.Atoms))
	for b, bond := range m.Bonds {
		m.around[bond.From] = append(m.around[bond.From], b)
		m.around[bond.To] = append(m.around[bond.To], b)
	}
}

// markRings marks the bonds on a ring, which are the bonds that are not
// bridges, and their atoms.
func (m *Molecule) markRings() {
	for b, on := range m.cyclic(func(int) bool { return true }) {
		if on {
			bond := &m.Bonds[b]
			bond.Ring = true
			m.Atoms[bond.From].Ring, m.Atoms[bond.To].Ring = true, true
		}
	}
}

// settleAromaticBonds makes bonds without a symbol aromatic where they are on a
// ring of aromatic atoms: the bond between the rings of biphenyl is single.
func (m *Molecule) settleAromaticBonds(implicit []bool) {
	candidate := func(b int) bool {
		bond := m.Bonds[b]
		return m.Atoms[bond.From].Aromatic && m.Atoms[bond.To].Aromatic && (implicit[b] || bond.Order == Aromatic)
	}
	for b, on := range m.cyclic(candidate) {
		if on && candidate(b) && implicit[b] {
			m.Bonds[b].Order = Aromatic
		}
	}
}

// cyclic reports which of the bonds that count are on a ring of such bonds, by
// Tarjan's search for bridges (1974).
func (m *Molecule) cyclic(counts func(b int) bool) []bool {
	s := &bridges{
		Molecule: m, counts: counts, on: make([]bool, len(m.Bonds)),
		entered: make([]int, len(m.Atoms)), low: make([]int, len(m.Atoms)),
	}
	for i := range m.Atoms {
		if s.entered[i] == 0 {
			s.visit(i, -1)
		}
	}
	return s.on
}

// bridges is a depth-first search. low is the earliest atom that the atoms
// below an atom reach.
type bridges struct {
	*Molecule
	counts       func(b int) bool
	on           []bool
	entered, low []int
	clock        int
}

func (s *bridges) visit(i, from int) {
	s.clock++
	s.entered[i], s.low[i] = s.clock, s.clock
	for _, b := range s.around[i] {
		if b == from || !s.counts(b) {
			continue
		}
		j := s.Bonds[b].other(i)
		if s.entered[j] == 0 {
			s.visit(j, b)
		}
		s.low[i] = min(s.low[i], s.low[j])
		s.on[b] = s.on[b] || s.low[j] <= s.entered[i]
	}
}
