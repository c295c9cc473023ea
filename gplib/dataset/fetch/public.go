package fetch

import (
	"slices"
	"strings"
)

// Public lists the sets that krigo knows: regression sets of the UCI collection
// by Trefor Evans, with its ten folds each, "co2", the monthly record of Mauna
// Loa, and "thrombin", inhibitors as SMILES with their affinities. Each is
// pinned to a commit of its publisher's repository.
func Public() Catalogue {
	sets := Catalogue{co2, thrombin}
	for _, u := range uciSets {
		sets = append(sets, u.set())
	}
	slices.SortFunc(sets, func(a, b Set) int { return strings.Compare(a.Name, b.Name) })
	return sets
}

// raw is the address of repositories' files, at /OWNER/REPOSITORY/COMMIT/PATH.
const raw = "https://raw.githubusercontent.com"

var co2 = Set{
	Name: "co2", About: "monthly mean CO2 at Mauna Loa, 1958 to June 2026", Rows: 820, Columns: 7,
	Header: "Date,Decimal Date,Average,Deseasonalised,Days,SD,Uncertainty",
	Source: "https://github.com/datasets/co2-ppm", Licence: "PDDL-1.0",
	Files: []File{{
		Path:   "co2/co2-mm-mlo.csv",
		URL:    raw + "/datasets/co2-ppm/146bdc608e1078d3e28e7a5d4755fdc316ffed2d/data/co2-mm-mlo.csv",
		Size:   37543,
		SHA256: "46c07e9423aa6ca0723bf6e892ba0ade1488ca6f7d3f14aa0cddd10272fbe59b",
	}},
}

var thrombin = Set{
	Name: "thrombin", About: "inhibitors of thrombin (CHEMBL204), Ki", Rows: 2754, Columns: 6,
	Source: "https://github.com/molML/MoleculeACE", Licence: "MIT",
	Files: []File{{
		Path:   "molecules/chembl204_ki.csv",
		URL:    raw + "/molML/MoleculeACE/7e6de0bd2968c56589c580f2a397f01c531ede26/MoleculeACE/Data/benchmark_data/CHEMBL204_Ki.csv",
		Size:   321335,
		SHA256: "54da2410087fb6a7d39e327e06af9b63044121bffbae9e3a8b61589217544e05",
	}},
}

// uciSet is a set of the UCI collection.
type uciSet struct {
	name, about   string
	rows, columns int
	data, mask    content
}

// content identifies a file's content: its size in bytes and its SHA-256 sum.
type content struct {
	size int64
	sum  string
}

func (u uciSet) set() Set {
	return Set{
		Name: u.name, About: u.about, Rows: u.rows, Columns: u.columns,
		Source: "https://github.com/treforevans/uci_datasets", Licence: "MIT",
		Files: []File{u.file("data.csv.gz", u.data), u.file("test_mask.csv.gz", u.mask)},
	}
}

func (u uciSet) file(name string, c content) File {
	const folder = raw + "/treforevans/uci_datasets/f0737523712fe66a1640e4b980b927e8490b58eb/uci_datasets/"
	return File{Path: "uci/" + u.name + "/" + name, URL: folder + u.name + "/" + name, Size: c.size, SHA256: c.sum}
}
