package fetch

import (
	"slices"
	"strings"
)

// Public lists the sets that krigo knows: regression sets of the UCI collection
// by Trefor Evans, with its ten folds each, "co2", the monthly record of Mauna
// Loa, "thrombin", inhibitors as SMILES with their affinities, and two sets with
// labels, "penguins" and "pima". Each is pinned to a commit of its publisher's
// repository.
func Public() Catalogue {
	sets := Catalogue{co2, penguins, pima, thrombin}
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

var penguins = Set{
	Name: "penguins", About: "species and sizes of penguins on Palmer Archipelago, with gaps", Rows: 344, Columns: 8,
	Source: "https://github.com/allisonhorst/palmerpenguins", Licence: "CC0-1.0",
	Files: []File{{
		Path:   "labels/penguins.csv",
		URL:    raw + "/allisonhorst/palmerpenguins/8957207b78d6ccd1b4654a9dd9c9041b657478ab/inst/extdata/penguins.csv",
		Size:   15241,
		SHA256: "f204db2c753b0937caac3cb35258562c14f073e4bbc76be24b4c51ce22767a93",
	}},
}

var pima = Set{
	Name: "pima", About: "diabetes of Pima women, 0 or 1; zeros of sizes are gaps", Rows: 768, Columns: 9,
	Source: "https://github.com/plotly/datasets", Licence: "MIT",
	Files: []File{{
		Path:   "labels/pima.csv",
		URL:    raw + "/plotly/datasets/0c447c47b757ad74edecab31f0d72f849d2e67c2/diabetes.csv",
		Size:   23873,
		SHA256: "698c203a14aa31941d2251175330c9199f3ccdb31597abbba2a3e35416257a72",
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
