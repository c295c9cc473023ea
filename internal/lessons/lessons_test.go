package lessons

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const root = "../.."

func TestEachNotebookIsALessonInItsPlace(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join(root, "notebooks", "[0-9]*.ipynb"))
	if err != nil {
		t.Fatal(err)
	}
	var got, want []string
	for _, p := range paths {
		l, ok := Of(p)
		if !ok {
			t.Errorf("%s is not in the list of lessons", p)
		}
		got = append(got, l.Name)
	}
	for _, l := range All() {
		want = append(want, l.Name)
	}
	if !slices.Equal(got, want) {
		t.Errorf("the notebooks are %v, want %v", got, want)
	}
}

func TestLessonsNeedEarlierOnes(t *testing.T) {
	for i, l := range all {
		if l.Number() != fmt.Sprintf("%02d", i) {
			t.Errorf("lesson %d has the name %s", i, l.Name)
		}
		for _, n := range l.Needs {
			j := slices.IndexFunc(all, func(o Lesson) bool { return o.Number() == n })
			if j < 0 || j >= i || all[j].Elective {
				t.Errorf("lesson %s needs %s, want an earlier one that is not elective", l.Name, n)
			}
		}
	}
}

func TestTheTableOfTheDocumentsHasAllLessons(t *testing.T) {
	raw, err := os.ReadFile(filepath.Join(root, "docs", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	var got, want []string
	for line := range strings.Lines(string(raw)) {
		if strings.Contains(line, "](../notebooks/") && strings.HasPrefix(line, "| [") {
			got = append(got, strings.TrimSpace(line))
		}
	}
	for _, l := range all {
		want = append(want, fmt.Sprintf("| [%s %s](../notebooks/%s.ipynb) | %s | %s |", l.Number(), l.Title, l.Name, l.Question, l.Terms()))
	}
	if !slices.Equal(got, want) {
		t.Errorf("docs/README.md has\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
