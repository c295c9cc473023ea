// Package nbformat reads, checks and writes Jupyter notebooks as files:
// nbformat 4.0 to 4.5, written as 4.5 in the form in which Jupyter writes them,
// so that differences between versions of a notebook stay small.
//
//	nb, err := nbformat.ReadFile("first-fit.ipynb")
//	if err != nil {
//		return err
//	}
//	for _, cell := range nb.Cells {
//		fmt.Println(cell.Type, cell.Source)
//	}
//	return nbformat.WriteFile("copy.ipynb", nb)
//
// What a notebook holds beyond what this package knows (metadata of any kind,
// fields of later minor versions) is kept and written back.
//
// Reference: https://nbformat.readthedocs.io/en/latest/format_description.html.
package nbformat
