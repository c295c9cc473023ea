package gplib_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

const methodPages = "../docs/methods"

var (
	cited    = regexp.MustCompile(`docs/methods/([a-z]+\.md), checks? (\d+)(?: and (\d+))?`)
	numbered = regexp.MustCompile(`(?m)^(\d+)\. `)
	named    = regexp.MustCompile("`(Test[A-Za-z0-9]+)`")
)

// sources reads the tests of all methods as one text.
func sources(t *testing.T) string {
	t.Helper()
	var all strings.Builder
	err := filepath.WalkDir(".", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		all.Write(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all.String()
}

// checksOf returns what stands under the heading Checks of a page.
func checksOf(t *testing.T, page string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(methodPages, page))
	if err != nil {
		t.Fatal(err)
	}
	_, checks, found := strings.Cut(string(text), "\n## Checks\n")
	if !found {
		t.Fatalf("docs/methods/%s has no checks", page)
	}
	return "\n" + checks
}

func TestCitedChecksAreInTheirPages(t *testing.T) {
	for _, citation := range cited.FindAllStringSubmatch(sources(t), -1) {
		checks := checksOf(t, citation[1])
		for _, number := range citation[2:] {
			if number != "" && !strings.Contains(checks, "\n"+number+". ") {
				t.Errorf("a test cites %q: there is no check %s", citation[0], number)
			}
		}
	}
}

func TestChecksOfPagesAreNumberedAndNameTests(t *testing.T) {
	tests := sources(t)
	for _, page := range []string{"admm.md", "grief.md", "cholqr.md", "rkhs.md"} {
		checks := checksOf(t, page)
		for i, match := range numbered.FindAllStringSubmatch(checks, -1) {
			if match[1] != strconv.Itoa(i+1) {
				t.Errorf("docs/methods/%s: check %s stands where %d belongs", page, match[1], i+1)
			}
		}
		for _, name := range named.FindAllStringSubmatch(checks, -1) {
			if !strings.Contains(tests, "func "+name[1]+"(t *testing.T)") {
				t.Errorf("docs/methods/%s names %s, which is no test", page, name[1])
			}
		}
	}
}
