package install

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	explore "krigo/internal/explore/page"
	"krigo/internal/nbformat/export"
)

// labFolder has the extension of JupyterLab, but for its version and install.json.
const labFolder = "labextension"

//go:embed labextension
var labFiles embed.FS

// unversioned is the version of scripts in addresses by which the extension's scripts load others. A
// hash of all takes its place, so that no browser mixes those of two versions.
const unversioned = "?v=0.0.0"

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
	if err := addFigures(all); err != nil {
		return nil, err
	}
	const script = "static/krigo.js"
	all[script] = bytes.Replace(all[script], []byte(unversioned), fmt.Appendf(nil, "?v=%s", hashOf(all)), 1)
	all["package.json"] = bytes.Replace(all["package.json"], []byte(`"version": "0.0.0"`), fmt.Appendf(nil, `"version": %q`, version), 1)
	content, err := json.MarshalIndent(by, "", "  ")
	all["install.json"] = append(content, '\n')
	return all, err
}

// addFigures adds the script and the style of figures, which krigo's own pages have too.
func addFigures(files map[string][]byte) error {
	library, err := explore.Library()
	if err != nil {
		return err
	}
	style, err := explore.Style()
	if err != nil {
		return err
	}
	// Colours are those of the figure, and not of the page.
	colours := strings.Replace(export.FigureColours(), ":root", ".krigo-explore", 1)
	files["static/drawing.js"] = export.Slim([]byte(library))
	files["static/figures.css"] = export.Slim(slices.Concat([]byte(colours), []byte(style), files["static/figures.css"]))
	return nil
}

// hashOf returns a hash of the contents of files.
func hashOf(files map[string][]byte) string {
	h := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(h, "%s %d\n%s", name, len(files[name]), files[name])
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
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
