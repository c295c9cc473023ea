package install

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"path"
	"path/filepath"

	"krigo/install/internal/logo"
)

// LiteName is the name of the extension of JupyterLite by which krigo is a kernel there.
const LiteName = "krigo-lite"

// LiteSpec returns the kernelspec as that extension registers it: it has no command, and the logo is in it.
func LiteSpec(version, protocol string) map[string]any {
	file := kernelFile(nil, DefaultDisplayName, version, protocol)
	return map[string]any{
		"name": DefaultName, "display_name": file.DisplayName, "language": file.Language, "argv": []string{},
		"interrupt_mode": file.InterruptMode, "metadata": file.Metadata,
		"resources": map[string]string{"logo-svg": "data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(logo.SVG())},
	}
}

// WriteLite writes the extension of JupyterLite: static are its files by their names, script that of them which
// JupyterLite loads. The folder dir has nothing else then, and its name should be LiteName.
func WriteLite(dir, version, script string, static map[string][]byte) error {
	files := map[string][]byte{}
	for name, content := range static {
		files[path.Join("static", name)] = content
	}
	raw, err := json.MarshalIndent(map[string]any{
		"name": LiteName, "version": version, "license": "Apache-2.0",
		"description": "The kernel Go (krigo) for JupyterLite",
		"jupyterlab": map[string]any{
			"extension": true,
			"_build":    map[string]string{"load": path.Join("static", script), "extension": "./extension"},
		},
	}, "", "  ")
	if err == nil {
		files["package.json"] = append(raw, '\n')
		dir, err = filepath.Abs(dir)
	}
	if err == nil {
		err = writeDir(dir, files)
	}
	if err != nil {
		return fmt.Errorf("write the extension of JupyterLite: %w", err)
	}
	return nil
}
