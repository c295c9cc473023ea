package main

import (
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// Each front end of the table has a pinned version and a test of that name.
func TestFrontEndsHaveTestsAndVersions(t *testing.T) {
	t.Chdir("../..")
	files, err := filepath.Glob("e2e/*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	var sources strings.Builder
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		sources.Write(text)
	}
	for _, f := range frontEnds {
		if _, err := f.versions(); err != nil {
			t.Errorf("%s: %v", f.tool, err)
		}
		if !strings.Contains(sources.String(), "\nfunc "+path.Base(f.test)+"(t *testing.T") {
			t.Errorf("%s: package e2e has no %s", f.tool, f.test)
		}
	}
}

func TestVersionsAreNamedWhereThereAreTwo(t *testing.T) {
	t.Chdir("../..")
	one, err := frontEnd{packages: []string{"notebook"}}.versions()
	if err != nil || len(one) != 1 || !strings.HasPrefix(one[0], "7.") {
		t.Errorf("the version of notebook is %q (%v)", one, err)
	}
	two, err := frontEnd{packages: []string{"nbclient", "python-classic notebook"}}.versions()
	if err != nil || len(two) != 2 || !strings.HasPrefix(two[0], "nbclient 0.") || !strings.HasPrefix(two[1], "notebook 6.") {
		t.Errorf("the versions are %q (%v)", two, err)
	}
	if _, err := (frontEnd{packages: []string{"nothing"}}).versions(); err == nil {
		t.Error("a package that is not pinned has a version")
	}
}
