// Package fetch downloads public data sets, each from its public address and
// identified by its SHA-256 sums, so that a name means the same bytes
// everywhere.
//
//	set, err := fetch.Public().Find("autompg")
//	err = fetch.Getter{Log: os.Stderr}.Get(ctx, set)
//
// All sets are in one folder ([Folder]): uci/NAME/data.csv.gz and
// uci/NAME/test_mask.csv.gz, co2/co2-mm-mlo.csv, labels/NAME.csv, molecules/chembl204_ki.csv.
// Package dataset reads them.
//
// A file is downloaded into a .part next to its place and moved there when its
// sum is right, so that a file with its final name is complete. The next
// download continues a .part that an ended connection or process has left.
// Processes that download into one folder take turns.
package fetch
