package main

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// recipes are the templates of what builds krigo elsewhere from the source distribution, and their
// names in a release.
var recipes = map[string]string{
	"install/conda/recipe.yaml": "recipe.yaml",
	"install/homebrew/krigo.rb": "krigo.rb",
}

// writeRecipes writes the recipes for a source distribution that is to be at url.
func writeRecipes(out string, root fs.FS, url, version string) error {
	source, err := os.ReadFile(filepath.Join(out, sourceName(version)))
	if err != nil {
		return err
	}
	values := map[string]string{"URL": url, "Version": pythonVersion(version), "Sum": fmt.Sprintf("%x", sha256.Sum256(source))}
	for from, to := range recipes {
		text, err := fill(root, from, values)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(out, to), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}
