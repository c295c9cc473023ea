// Package molecule reads molecules from SMILES and makes inputs of Gaussian
// processes of them: labelled graphs, and circular fingerprints.
//
//	ms, err := molecule.ParseAll([]string{"CCO", "c1ccccc1O"})
//	graphs, err := molecule.Graphs(ms)               // for cov.WeisfeilerLehman
//	prints, err := molecule.Fingerprints(ms, 2, 1024, false) // for cov.Tanimoto
//
// # The subset of SMILES
//
// [Parse] takes SMILES by the OpenSMILES specification (2016) but for these:
// the wildcard *, reactions (>), and chirality other than @ and @@ are errors.
// Stereochemistry (@, @@, / and \) is read and dropped, isotopes and classes
// of atoms are read, and classes dropped. Aromaticity is what the text says:
// lower-case atoms. Nothing perceives it, so that benzene as C1=CC=CC=C1 and
// as c1ccccc1 are two graphs; write all molecules of one set in one way.
// Valences are not checked.
package molecule
