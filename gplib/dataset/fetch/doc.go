// Package fetch brings public data sets to this machine, each from its public
// address and known by its SHA-256 sums, so that a name means the same bytes
// everywhere.
//
//	set, err := fetch.Public().Find("autompg")
//	err = fetch.Getter{Log: os.Stderr}.Get(ctx, set)
//
// Sets lie in one folder for all ([Folder]): uci/NAME/data.csv.gz and
// uci/NAME/test_mask.csv.gz, co2/co2-mm-mlo.csv, molecules/chembl204_ki.csv.
// Package dataset reads them.
//
// A file comes into a .part beside its place and is moved there when its sum is
// right, so that what bears a file's name is whole. A .part that the end of a
// connection or of a process has left is continued. Processes that download into
// one folder take turns.
package fetch
