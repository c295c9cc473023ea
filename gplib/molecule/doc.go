// Package molecule reads molecules from SMILES and turns them into inputs of
// Gaussian processes: labelled graphs, and circular fingerprints.
//
//	ms, err := molecule.ParseAll([]string{"CCO", "c1ccccc1O"})
//	graphs, err := molecule.Graphs(ms)               // for cov.WeisfeilerLehman
//	prints, err := molecule.Fingerprints(ms, 2, 1024, false) // for cov.Tanimoto
//
// # The subset of SMILES
//
// [Parse] takes SMILES by the OpenSMILES specification (2016) with these
// exceptions: the wildcard *, reactions (>), and chirality other than @ and @@
// are errors. Stereochemistry (@, @@, / and \) is read and dropped, isotopes
// and classes of atoms are read, and classes dropped. Aromaticity is as
// written, by lower-case atoms. It is not perceived, so that benzene as
// C1=CC=CC=C1 and as c1ccccc1 are two graphs; write all molecules of a set in
// the same way. Valences are not checked.
package molecule
