package main

import (
	"fmt"
	"os"
	"path/filepath"

	"krigo/interp/symbols/doctext"
)

// writeDocs writes the documentation of the standard library and of the
// dependencies, taken from their sources.
func writeDocs() error {
	all, err := load(0, append([]string{"std", "builtin"}, dependencies...)...)
	if err != nil {
		return err
	}
	z := newArchive()
	for _, p := range all {
		if withheld(p.PkgPath) {
			continue
		}
		texts, err := doctext.Read(os.DirFS(filepath.Dir(p.GoFiles[0])), ".", p.PkgPath)
		if err != nil {
			return fmt.Errorf("%s: %w", p.PkgPath, err)
		}
		if err := z.addJSON(p.PkgPath+".json", texts); err != nil {
			return err
		}
	}
	return z.write("docs/docs.zip")
}
