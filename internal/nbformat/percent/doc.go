// Package percent reads and writes notebooks as Go files in jupytext's percent
// format, and cuts Go files into the cells that krigo runs.
//
//	// %% [markdown]
//	// # A first fit
//
//	// %% The data tags=["parameters"]
//	folds := 5
//
//	// %%
//	// %time fit(folds)
//
// A line "// %%" begins a cell. A title, [markdown] or [raw], and metadata may
// follow it. Cells that hold no Go are in comments, and so are commands. A header,
// YAML in comments, holds the notebook's metadata.
//
// A notebook that is written and read again is the same but for its outputs; what a
// file cannot hold is named. A file that is read and written again is the same byte
// for byte where it has the form that is written: marks before all cells, metadata
// in order, a header that names kernel and form. IDs of cells are in their marks
// (id="...") unless Read makes the same ones from the content of the cell; jupytext
// reads them as metadata.
//
// A file without a header is a script as people write it: there commands are no
// comments, and a mark needs no space after its signs.
//
// jupytext has rules that are not for Go, and some that lose text; here
//   - lines of a cell that would be marks are escaped, all of them, as jupytext does
//     with some ("//gonb:%%");
//   - quotes do not matter: """ is not a quote in Go;
//   - "// In[3]:" is a comment.
//
// References: https://jupytext.readthedocs.io/en/latest/formats-scripts.html; where
// that is silent, what jupytext 1.19 does, with which the tests compare.
package percent
