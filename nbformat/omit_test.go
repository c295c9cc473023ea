package nbformat

import (
	"path/filepath"
	"testing"
)

func TestOmit(t *testing.T) {
	figure := &Output{
		Type:     DisplayData,
		Data:     map[string]any{"text/plain": "<figure>", "image/png": "iVBO", "application/pdf": "JVBE"},
		Metadata: map[string]any{"image/png": map[string]any{"width": 640}, "application/pdf": map[string]any{}},
	}
	nb := &Notebook{Cells: []*Cell{{Type: Markdown}, {Type: Code, Outputs: []*Output{{Type: Stream, Text: "x"}, figure}}}}
	nb.Omit("application/pdf", "text/plain")
	for key, want := range map[string]bool{"text/plain": true, "image/png": true, "application/pdf": false} {
		if _, ok := figure.Data[key]; ok != want {
			t.Errorf("%s is there: %t, want %t", key, ok, want)
		}
	}
	if len(figure.Metadata) != 1 {
		t.Errorf("metadata %v", figure.Metadata)
	}
}

// The notebooks of the course hold no PDF, which would be more than half of them.
func TestTheCourseHasNoPDF(t *testing.T) {
	course, _ := filepath.Glob("../notebooks/*.ipynb")
	methods, _ := filepath.Glob("../notebooks/*/*.ipynb")
	if len(course) == 0 || len(methods) == 0 {
		t.Fatal("no notebooks found")
	}
	for _, file := range append(course, methods...) {
		nb, err := ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range nb.Cells {
			for _, o := range c.Outputs {
				if _, ok := o.Data["application/pdf"]; ok {
					t.Errorf("%s, cell %s, has application/pdf: krigo run %[1]s -o %[1]s --omit application/pdf", file, c.ID)
				}
			}
		}
	}
}
