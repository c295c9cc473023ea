package install

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// labFolder has the extension of JupyterLab, but for its version and install.json.
const labFolder = "labextension"

//go:embed labextension
var labFiles embed.FS

// provenance is the content of install.json, which says who installed an extension of JupyterLab.
type provenance struct {
	PackageManager        string `json:"packageManager"`
	PackageName           string `json:"packageName"`
	UninstallInstructions string `json:"uninstallInstructions"`
}

// The ways by which the extension is installed.
var (
	byKrigo  = provenance{"krigo", "krigo", "Run krigo uninstall."}
	byPip    = provenance{"python", "krigo", "Uninstall the Python package krigo."}
	bySystem = provenance{"system", "krigo", "Uninstall the package krigo."}
)

// labExtension returns the files of the extension of JupyterLab, by name.
func labExtension(version string, by provenance) (map[string][]byte, error) {
	all := map[string][]byte{}
	err := fs.WalkDir(labFiles, labFolder, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		all[strings.TrimPrefix(name, labFolder+"/")], err = labFiles.ReadFile(name)
		return err
	})
	if err != nil {
		return nil, err
	}
	all["package.json"] = bytes.Replace(all["package.json"], []byte(`"version": "0.0.0"`), fmt.Appendf(nil, `"version": %q`, version), 1)
	content, err := json.MarshalIndent(by, "", "  ")
	all["install.json"] = append(content, '\n')
	return all, err
}

// labDir returns the folder of the extension in a Jupyter data folder.
func labDir(dataDir string) string { return filepath.Join(dataDir, "labextensions", "krigo") }

// LabExtension returns the folder of the extension of JupyterLab that Install wrote into a Jupyter
// data folder, and whether there is one.
func LabExtension(dataDir string) (dir string, ok bool) {
	dir = labDir(dataDir)
	raw, err := os.ReadFile(filepath.Join(dir, "install.json"))
	if err != nil {
		return dir, false
	}
	var by provenance
	return dir, json.Unmarshal(raw, &by) == nil && by == byKrigo
}

// installLab writes the extension of JupyterLab, unless one is there that a package manager or
// somebody else installed.
func installLab(dataDir, version string) error {
	dir, own := LabExtension(dataDir)
	if _, err := os.Lstat(dir); err == nil && !own {
		return nil
	}
	files, err := labExtension(version, byKrigo)
	if err != nil {
		return err
	}
	return writeDir(dir, files)
}
