package molecule

// valences are the normal ones of elements that need no brackets.
var valences = map[string][]int{
	"B": {3}, "C": {4}, "N": {3, 5}, "O": {2}, "P": {3, 5}, "S": {2, 4, 6},
	"F": {1}, "Cl": {1}, "Br": {1}, "I": {1},
}

// addHydrogens gives atoms without brackets as many hydrogens as fill the
// lowest normal valence that their bonds do not exceed. Aromatic atoms have
// one bond more than are written, and the lowest valence only (OpenSMILES,
// section 3.1.5).
func (m *Molecule) addHydrogens(bracketed []bool) {
	for i := range m.Atoms {
		if bracketed[i] {
			continue
		}
		a := &m.Atoms[i]
		sum := 0
		for _, b := range m.around[i] {
			if order := m.Bonds[b].Order; order == Aromatic {
				sum++
			} else {
				sum += int(order)
			}
		}
		normal := valences[a.Element]
		if a.Aromatic {
			sum++
			normal = normal[:1]
		}
		for _, v := range normal {
			if v >= sum {
				a.Hydrogens = v - sum
				break
			}
		}
	}
}
