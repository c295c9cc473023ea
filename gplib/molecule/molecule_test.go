package molecule_test

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
	"krigo/gplib/cov/covtest"
	"krigo/gplib/dataset"
	"krigo/gplib/molecule"
)

func parse(t *testing.T, smiles ...string) []*molecule.Molecule {
	t.Helper()
	ms, err := molecule.ParseAll(smiles)
	if err != nil {
		t.Fatal(err)
	}
	return ms
}

// TestFormulas checks atoms and hydrogens against published formulas.
func TestFormulas(t *testing.T) {
	for smiles, want := range map[string]string{
		"C":                          "CH4",
		"CCO":                        "C2H6O",
		"O":                          "H2O",
		"[H]O[H]":                    "H2O",
		"C#N":                        "CHN",
		"CC(=O)Oc1ccccc1C(=O)O":      "C9H8O4",    // aspirin
		"Cn1cnc2c1c(=O)n(C)c(=O)n2C": "C8H10N4O2", // caffeine
		"CC(C)Cc1ccc(cc1)C(C)C(=O)O": "C13H18O2",  // ibuprofen
		"CN1CCC[C@H]1c1cccnc1":       "C10H14N2",  // nicotine
		"c1ccc2[nH]ccc2c1":           "C8H7N",     // indole
		"Nc1ccc(S(N)(=O)=O)cc1":      "C6H8N2O2S", // sulfanilamide
		"[O-][N+](=O)c1ccccc1":       "C6H5NO2",   // nitrobenzene
		"C12C3C4C1C5C2C3C45":         "C8H8",      // cubane
		"c1ccsc1":                    "C4H4S",
		"c1ccoc1":                    "C4H4O",
		"C1=CC=CC=C1":                "C6H6",
		"OP(=O)(O)O":                 "H3O4P",
		"FC(F)(F)C(Cl)Br":            "C2HBrClF3", // halothane
		"[Na+].[Cl-]":                "ClNa",
		"C%10CCCCC%10":               "C6H12",
		"F/C=C/F":                    "C2H2F2",
		"[13CH4]":                    "CH4",
		"[NH4+]":                     "H4N",
		"C[Si](C)(C)C":               "C4H12Si",
		"c1ccc2c(c1)Cc1ccccc12":      "C13H10", // fluorene
		"O=C1c2ccccc2C(=O)c2ccccc12": "C14H8O2",
		"CC1(C)SC2C(NC(=O)Cc3ccccc3)C(=O)N2C1C(=O)O": "C16H18N2O4S", // penicillin G
	} {
		m, err := molecule.Parse(smiles)
		if err != nil {
			t.Error(err)
			continue
		}
		if got := m.Formula(); got != want {
			t.Errorf("%s has the formula %s, want %s", smiles, got, want)
		}
	}
}

func TestAtomsAndBonds(t *testing.T) {
	m := parse(t, "[13CH3-]/C=C(/[O-])c1cc[nH+]c[se]1")[0]
	a := m.Atoms[0]
	if a.Element != "C" || a.Isotope != 13 || a.Hydrogens != 3 || a.Charge != -1 || a.Aromatic || a.Ring {
		t.Errorf("first atom %+v", a)
	}
	last := m.Atoms[len(m.Atoms)-1]
	if last.Element != "Se" || !last.Aromatic || !last.Ring {
		t.Errorf("last atom %+v", last)
	}
	orders := map[molecule.Order]int{}
	for _, b := range m.Bonds {
		orders[b.Order]++
	}
	if orders[molecule.Single] != 3 || orders[molecule.Double] != 1 || orders[molecule.Aromatic] != 6 {
		t.Errorf("bonds %v", orders)
	}
}

func TestBondsBetweenAromaticRingsAreSingle(t *testing.T) {
	for smiles, want := range map[string]int{
		"c1ccccc1c1ccccc1":         12, // biphenyl
		"c1ccccc1-c1ccccc1":        12,
		"c1ccc2c(c1)Cc1ccccc12":    12, // fluorene
		"c1ccc2ccccc2c1":           11, // naphthalene
		"c1ccc2c(c1)[nH]c1ccccc12": 15,
	} {
		aromatic := 0
		for _, b := range parse(t, smiles)[0].Bonds {
			if b.Order == molecule.Aromatic {
				aromatic++
			}
		}
		if aromatic != want {
			t.Errorf("%s has %d aromatic bonds, want %d", smiles, aromatic, want)
		}
	}
}

func TestRings(t *testing.T) {
	m := parse(t, "CC1CC1C2(O)CCC2.C")[0]
	var ring []int
	for i, a := range m.Atoms {
		if a.Ring {
			ring = append(ring, i)
		}
	}
	if !slices.Equal(ring, []int{1, 2, 3, 4, 6, 7, 8}) {
		t.Errorf("the ring atoms are %v", ring)
	}
}

func TestErrorsTellWhere(t *testing.T) {
	for smiles, want := range map[string]string{
		"":            "there is no atom",
		"C1CC":        "at 1: the ring 1 is not closed",
		"C(C":         "a branch is not closed",
		"CC)":         "at 2: no branch is open",
		"C=":          "leads nowhere",
		"C==C":        "at 2: the bond '=' follows",
		"=C":          "at 0: the bond '=' follows no atom",
		"C()C":        "the branch is empty",
		"(C)":         "follows no atom",
		"C*":          "at 1: the wildcard",
		"C>>C":        "reactions",
		"CXC":         `at 1: "X"`,
		"[Zz]":        "begins with no element",
		"[C":          "the bracket is not closed",
		"[C@TH1H]":    "class TH",
		"[CH4?]":      `"?" is not understood`,
		"[C+99]":      "out of range",
		"[CH3:]":      "a class is a number",
		"C11":         "with itself",
		"C12CC12":     "two atoms again",
		"C=1CC-1":     "its ends say '=' and '-'",
		"C%1":         "two digits",
		"C%a1":        "two digits",
		"C.":          "no atom follows the dot",
		".C":          "the dot follows no atom",
		"1CC":         "the ring 1 follows no atom",
		"C(.)C":       "no atom follows the dot",
		"C(=)C":       "leads nowhere",
		"C=(C)":       "a branch follows no atom",
		"Cé":          "is no symbol",
		"[99999999C]": "begins with no element",
	} {
		if _, err := molecule.Parse(smiles); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", smiles, err, want)
		}
	}
	ms, err := molecule.ParseAll([]string{"C", "C(", "O", "]"})
	if err == nil || !strings.Contains(err.Error(), "smiles[1]") || !strings.Contains(err.Error(), "smiles[3]") || ms[0] == nil || ms[1] != nil || ms[2] == nil {
		t.Errorf("%v, %v", ms, err)
	}
}

// spellings are different SMILES of one molecule each.
var spellings = [][]string{
	{"CCO", "OCC", "C(O)C"},
	{"Cc1ccccc1N", "c1cc(C)c(N)cc1", "Nc2ccccc2C", "c1(C)c(N)cccc1"},
	{"CC(=O)Oc1ccccc1C(=O)O", "O=C(C)Oc1c(C(O)=O)cccc1", "OC(=O)c1ccccc1OC(C)=O"},
	{"CN1CCCC1c1cccnc1", "c1ncccc1C2N(C)CCC2"},
	{"[O-][N+](=O)c1ccccc1", "c1ccccc1[N+]([O-])=O"},
}

func TestSpellingsOfOneMoleculeAreOneMolecule(t *testing.T) {
	for _, smiles := range spellings {
		ms := parse(t, smiles...)
		g, err := molecule.Graphs(ms)
		if err != nil {
			t.Fatal(err)
		}
		k := mat.NewDense(g.Len(), g.Len(), nil)
		molecule.Compound(1).Gram(k, g, g)
		prints, err := molecule.Fingerprints(ms, 3, 4096, true)
		if err != nil {
			t.Fatal(err)
		}
		for i := range ms {
			if !slices.Equal(prints.Row(0), prints.Row(i)) {
				t.Errorf("%s and %s have different fingerprints", smiles[0], smiles[i])
			}
			if math.Abs(k.At(0, i)-k.At(0, 0)) > 1e-12 {
				t.Errorf("%s and %s have k = %v, %s with itself %v", smiles[0], smiles[i], k.At(0, i), smiles[0], k.At(0, 0))
			}
		}
	}
}

func TestDifferentMoleculesDiffer(t *testing.T) {
	var first []string
	for _, s := range spellings {
		first = append(first, s[0])
	}
	first = append(first, "CCCO", "CC=O", "CCN", "C1CC1", "CC[O-]", "Cc1ccccc1O", "Cc1cccc(N)c1")
	prints, err := molecule.Fingerprints(parse(t, first...), 2, 2048, true)
	if err != nil {
		t.Fatal(err)
	}
	for i := range first {
		for j := range i {
			if slices.Equal(prints.Row(i), prints.Row(j)) {
				t.Errorf("%s and %s have one fingerprint", first[i], first[j])
			}
		}
	}
}

// TestFingerprintCountsEnvironments counts by hand: propane has two kinds of
// atoms; within one bond the two ends cover one bond each, the centre both;
// within two bonds all cover both again, which was seen.
func TestFingerprintCountsEnvironments(t *testing.T) {
	m := parse(t, "CCC")
	for radius, want := range []float64{3, 6, 6} {
		prints, err := molecule.Fingerprints(m, radius, 1<<20, true)
		if err != nil {
			t.Fatal(err)
		}
		total, different := 0.0, 0
		for _, c := range prints.Row(0) {
			if total += c; c > 0 {
				different++
			}
		}
		if wantDifferent := []int{2, 4, 4}[radius]; total != want || different != wantDifferent {
			t.Errorf("radius %d: %v environments of %d kinds, want %v of %d", radius, total, different, want, wantDifferent)
		}
	}
}

func TestBadArgumentsAreNamed(t *testing.T) {
	m := parse(t, "CC")
	if _, err := molecule.Fingerprints(m, -1, 8, false); err == nil {
		t.Error("no error for a negative radius")
	}
	if _, err := molecule.Fingerprints(m, 1, 0, false); err == nil {
		t.Error("no error for 0 bits")
	}
	if _, err := molecule.Fingerprints([]*molecule.Molecule{nil}, 1, 8, false); err == nil || !strings.Contains(err.Error(), "ms[0] is nil") {
		t.Errorf("nil molecule: %v", err)
	}
	if _, err := molecule.Graphs([]*molecule.Molecule{m[0], nil}); err == nil || !strings.Contains(err.Error(), "ms[1] is nil") {
		t.Errorf("nil molecule: %v", err)
	}
}

func TestFunctionsOfMoleculesKeepTheContract(t *testing.T) {
	var all []string
	for _, s := range spellings {
		all = append(all, s...)
	}
	all = append(all, "C", "CCCC", "c1ccsc1", "C1CC1C2CC2")
	ms := parse(t, all...)
	g, err := molecule.Graphs(ms)
	if err != nil {
		t.Fatal(err)
	}
	covtest.Check(t, molecule.Compound(2), g)
	for _, counts := range []bool{false, true} {
		x, err := molecule.Fingerprints(ms, 2, 256, counts)
		if err != nil {
			t.Fatal(err)
		}
		covtest.Check(t, cov.Scale(1, cov.Tanimoto()), x)
		covtest.Check(t, cov.Scale(1, cov.MinMax()), x)
	}
}

// TestAllMoleculesOfTheThrombinSetAreRead reads what KRIGO_DATA holds.
func TestAllMoleculesOfTheThrombinSetAreRead(t *testing.T) {
	folder := os.Getenv("KRIGO_DATA")
	if folder == "" {
		t.Skip("KRIGO_DATA is not set")
	}
	table, err := dataset.ReadCSV(filepath.Join(folder, "molecules", "chembl204_ki.csv"))
	if err != nil {
		t.Fatal(err)
	}
	smiles, err := table.Text("smiles")
	if err != nil {
		t.Fatal(err)
	}
	ms := parse(t, smiles...)
	if len(ms) != 2754 {
		t.Errorf("%d molecules, want 2754", len(ms))
	}
	if _, err := molecule.Graphs(ms); err != nil {
		t.Error(err)
	}
}

func TestMinMaxOfCounts(t *testing.T) {
	x := cov.Points(mat.NewDense(3, 3, []float64{1, 2, 0, 2, 1, 3, 0, 0, 0}))
	k := mat.NewDense(3, 3, nil)
	cov.MinMax().Gram(k, x, x)
	want := mat.NewDense(3, 3, []float64{1, 2.0 / 7, 0, 2.0 / 7, 1, 0, 0, 0, 1})
	if !mat.EqualApprox(k, want, 1e-15) {
		t.Errorf("%v", mat.Formatted(k))
	}
}
