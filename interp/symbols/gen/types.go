package main

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"encoding/json"
	"fmt"
	"go/token"
	"go/types"
	"io"
	"os"

	"golang.org/x/tools/go/gcexportdata"
	"golang.org/x/tools/go/packages"
)

// exportedTypes are the types of a package, and these as export data in the
// indexed format.
type exportedTypes struct {
	path string
	pkg  *types.Package
	data []byte
}

// exportData returns the types of a package, from the compiler's export data.
// Positions are dropped: they name files of the machine that ran this.
func exportData(p *packages.Package) (exportedTypes, error) {
	f, err := os.Open(p.ExportFile)
	if err != nil {
		return exportedTypes{}, err
	}
	defer f.Close()
	//lint:ignore SA1019 Read takes the go command's archives directly only from Go 1.29 on
	r, err := gcexportdata.NewReader(f)
	if err != nil {
		return exportedTypes{}, err
	}
	pkg, err := gcexportdata.Read(r, token.NewFileSet(), map[string]*types.Package{}, p.PkgPath)
	if err != nil {
		return exportedTypes{}, err
	}
	var out bytes.Buffer
	err = gcexportdata.Write(&out, token.NewFileSet(), pkg)
	return exportedTypes{p.PkgPath, pkg, out.Bytes()}, err
}

// typesFile returns the file of one of the project's packages.
func typesFile(path string) string { return "types/" + path + ".types" }

// writeTypes writes the export data of packages as a zip, with names.json,
// which maps paths to names.
func writeTypes(file string, all []*packages.Package) error {
	z := newArchive()
	names := map[string]string{}
	for _, p := range all {
		names[p.PkgPath] = p.Name
		e, err := exportData(p)
		if err != nil {
			return fmt.Errorf("%s: %w", p.PkgPath, err)
		}
		if err := z.add(p.PkgPath, e.data); err != nil {
			return err
		}
	}
	if err := z.addJSON("names.json", names); err != nil {
		return err
	}
	return z.write(file)
}

// archive is a zip on its way into a file.
type archive struct {
	*zip.Writer
	data *bytes.Buffer
}

func newArchive() archive {
	data := new(bytes.Buffer)
	z := zip.NewWriter(data)
	z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) {
		return flate.NewWriter(w, flate.BestCompression)
	})
	return archive{z, data}
}

func (z archive) add(name string, data []byte) error {
	w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate})
	if err != nil {
		return err
	}
	_, err = w.Write(data)
	return err
}

func (z archive) addJSON(name string, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return z.add(name, data)
}

func (z archive) write(file string) error {
	if err := z.Close(); err != nil {
		return err
	}
	return writeFile(file, z.data.Bytes())
}
