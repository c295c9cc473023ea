package nbformat

import (
	"fmt"
	"strings"
	"testing"
)

// nested returns a notebook whose cell has metadata of so many levels, in one line.
func nested(levels int) []byte {
	deep := strings.Repeat(`{"a":`, levels) + "1" + strings.Repeat("}", levels)
	return fmt.Appendf(nil, "{\"nbformat\": 4, \"nbformat_minor\": 5, \"metadata\": {},\n\"cells\": [{\"cell_type\": \"raw\", \"id\": \"k\", \"source\": \"[{\\\"\", \"metadata\": %s}]}", deep)
}

// TestDeepMetadataAreRefused: 9000 levels, 54 kB, would become 81 MB by indentation.
func TestDeepMetadataAreRefused(t *testing.T) {
	nb, err := Parse(nested(100))
	if err != nil {
		t.Fatalf("100 levels: %v", err)
	}
	raw, err := nb.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Parse(raw); err != nil {
		t.Errorf("100 levels, written and read: %v", err)
	}
	for _, levels := range []int{101, 9000, 1_000_000} {
		_, err := Parse(nested(levels))
		if err == nil || !strings.Contains(err.Error(), "line 2, column 573: objects and lists nest deeper") {
			t.Errorf("%d levels: %v", levels, err)
		}
		if _, err := Strip(nested(levels)); err == nil {
			t.Errorf("%d levels are stripped", levels)
		}
	}
}

// TestDeepOutputsAreLeftOut: what a cell shows can always be written, and read again.
func TestDeepOutputsAreLeftOut(t *testing.T) {
	var deep any = 1
	for range 200 {
		deep = []any{deep}
	}
	nb := New()
	c := nb.Add(Code, "show()")
	c.Outputs = []*Output{{Type: DisplayData, Data: map[string]any{"text/plain": "tree", "application/json": deep}, Metadata: map[string]any{"deep": deep}}}
	raw, err := nb.Encode()
	if err != nil {
		t.Fatal(err)
	}
	back, err := Parse(raw)
	if err != nil {
		t.Fatal(err)
	}
	data := back.Cells[0].Outputs[0].Data
	if data["text/plain"] != "tree" || !strings.Contains(fmt.Sprint(data["application/json"]), "left out") {
		t.Errorf("the file has %v", data)
	}
}
