//go:build !js

package symbols

import "testing"

// Without docs.zip the sources of the toolchain and of the modules are read.
func TestInstalledDocs(t *testing.T) {
	for path, symbol := range map[string]string{"strings": "Contains", "builtin": "append", "gonum.org/v1/gonum/mat": "Dense.Mul"} {
		texts, err := installedDocs(path)
		if err != nil || texts[symbol] == "" {
			t.Errorf("%s.%s has no documentation where sources are installed: %v", path, symbol, err)
		}
	}
}
