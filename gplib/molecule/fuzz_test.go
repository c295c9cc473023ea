package molecule_test

import (
	"testing"

	"krigo/gplib/molecule"
)

// FuzzParse: any text is a molecule or an error; a molecule has a formula.
func FuzzParse(f *testing.F) {
	for _, smiles := range []string{"CCO", "c1ccccc1", "[13CH4]", "C1CC1.[Na+]", "F/C=C\\F", "N[C@@H](C)C(=O)O", "C%12CC%12", "C(", "[", "C1", "((((C", "[Xx]"} {
		f.Add(smiles)
	}
	f.Fuzz(func(t *testing.T, smiles string) {
		m, err := molecule.Parse(smiles)
		if err != nil {
			return
		}
		if m.SMILES != smiles || m.Formula() == "" {
			t.Errorf("%q: %q with the formula %q", smiles, m.SMILES, m.Formula())
		}
	})
}
