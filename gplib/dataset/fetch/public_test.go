package fetch

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestPublicSetsArePinned(t *testing.T) {
	address := regexp.MustCompile(`^https://raw\.githubusercontent\.com/[\w-]+/[\w-]+/[0-9a-f]{40}/[\w./-]+$`)
	sum := regexp.MustCompile(`^[0-9a-f]{64}$`)
	seen := map[string]bool{}
	sets := Public()
	if !slices.IsSorted(sets.Names()) {
		t.Errorf("%q is not in order", sets.Names())
	}
	for _, s := range sets {
		if s.Rows < 1 || s.Columns < 2 || s.Licence == "" || s.About == "" || !strings.HasPrefix(s.Source, "https://") || seen[s.Name] {
			t.Errorf("%+v", s)
		}
		seen[s.Name] = true
		for _, f := range s.Files {
			if !address.MatchString(f.URL) || !sum.MatchString(f.SHA256) || f.Size < 1 || !filepath.IsLocal(f.Path) || seen[f.Path] || seen[f.SHA256] {
				t.Errorf("%s: %+v", s.Name, f)
			}
			seen[f.Path], seen[f.SHA256] = true, true
		}
	}
}

// TestPublicSetsAreThoseThatAreHere reads what KRIGO_DATA holds.
func TestPublicSetsAreThoseThatAreHere(t *testing.T) {
	if os.Getenv(FolderVariable) == "" {
		t.Skip("KRIGO_DATA is not set")
	}
	dir, err := Folder()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range Public() {
		state, err := s.State(dir)
		if err != nil || state == Different {
			t.Errorf("%s: %q, %v", s.Name, state, err)
		}
		t.Log(s.Name, state)
	}
}

func TestFindNamesOneThatIsLikeIt(t *testing.T) {
	sets := Catalogue{{Name: "autompg"}, {Name: "yacht"}}
	if s, err := sets.Find("yacht"); err != nil || s.Name != "yacht" {
		t.Errorf("%v, %v", s, err)
	}
	for name, want := range map[string]string{
		"auto-mpg": `there is no data set "auto-mpg"; did you mean "autompg"?`,
		"elbows":   `there is no data set "elbows"; available: ["autompg" "yacht"]`,
	} {
		if _, err := sets.Find(name); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func TestFolderIsTheVariablesElseTheUsers(t *testing.T) {
	t.Setenv(FolderVariable, "/d")
	if dir, err := Folder(); err != nil || dir != "/d" {
		t.Errorf("%q, %v", dir, err)
	}
	t.Setenv(FolderVariable, "")
	for _, name := range []string{"XDG_DATA_HOME", "APPDATA"} {
		t.Setenv(name, "")
	}
	t.Setenv("HOME", "")
	if dir, err := Folder(); err == nil || !strings.Contains(err.Error(), FolderVariable) {
		t.Errorf("no home: %q, %v", dir, err)
	}
}
