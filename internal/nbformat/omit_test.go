package nbformat

import "testing"

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
