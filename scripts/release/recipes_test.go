package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"krigo"
)

func TestRecipesNameTheSource(t *testing.T) {
	dir := t.TempDir()
	name := sourceName(krigo.Version)
	if err := os.WriteFile(filepath.Join(dir, name), []byte("abc"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := writeRecipes(dir, os.DirFS("../.."), "https://example.org/files", krigo.Version); err != nil {
		t.Fatal(err)
	}
	const sum = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" // FIPS 180-2, B.1
	for recipe, url := range map[string]string{
		"recipe.yaml": "url: https://example.org/files/krigo-${{ version }}.tar.gz",
		"krigo.rb":    `url "https://example.org/files/` + name + `"`,
	} {
		text, err := os.ReadFile(filepath.Join(dir, recipe))
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{url, sum, krigo.Version} {
			if !strings.Contains(string(text), want) {
				t.Errorf("%s has no %s:\n%s", recipe, want, text)
			}
		}
	}
}
