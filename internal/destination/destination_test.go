package destination

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// inFolder makes a folder with the files a.ipynb and text, and changes to it.
func inFolder(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	t.Chdir(dir)
	for _, name := range []string{"a.ipynb", "text"} {
		if err := os.WriteFile(name, []byte("before"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir("folder", 0o700); err != nil {
		t.Fatal(err)
	}
}

func TestForNamesAFileOrOneInAFolder(t *testing.T) {
	inFolder(t)
	for _, c := range []struct {
		name    string
		several bool
		want    string
		wantErr string
	}{
		{"", true, "", ""},
		{"-", false, "-", ""},
		{"-", true, "", "--html -: the results of several notebooks need a folder"},
		{"out.html", false, "out.html", ""},
		{"folder", false, "folder/a.html", ""},
		{"new/", false, "new/a.html", ""},
		{"made", true, "made/a.html", ""},
		{"text", true, "", "--html: text is a file"},
	} {
		got, err := For("html", c.name, "sub/a.ipynb", ".html", c.several)
		if filepath.ToSlash(got) != c.want || (err == nil) != (c.wantErr == "") || err != nil && !strings.Contains(err.Error(), c.wantErr) {
			t.Errorf("For(%q, several %v) is %q, %v; want %q, %q", c.name, c.several, got, err, c.want, c.wantErr)
		}
	}
}

func TestCheckRefusesWhatCannotBeWritten(t *testing.T) {
	inFolder(t)
	for _, c := range []struct {
		files []File
		want  string
	}{
		{[]File{{"output", "a.ipynb"}, {"html", "b.html"}}, ""},
		{[]File{{"output", "-"}, {"html", "-"}}, "--output and --html are both -"},
		{[]File{{"output", "x"}, {"html", "./folder/../x"}}, "are both"},
		{[]File{{"output", os.DevNull}, {"html", os.DevNull}}, ""},
		{[]File{{"output", "x"}, {"output", "x"}}, "two notebooks would be written to x"},
		{[]File{{"html", "a.ipynb"}}, "--html: a.ipynb is one of the notebooks to run"},
		{[]File{{"junit", "missing/x"}}, "--junit: "},
		{[]File{{"junit", "folder"}}, "--junit: "},
	} {
		err := Check(c.files, []string{"a.ipynb"})
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("Check(%v) is %v, want %q", c.files, err, c.want)
		}
	}
	if raw, _ := os.ReadFile("a.ipynb"); string(raw) != "before" {
		t.Errorf("Check has changed a file to %q", raw)
	}
	if _, err := os.Stat("x"); err == nil {
		t.Error("Check has left a file")
	}
}
