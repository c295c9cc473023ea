package notebook

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"krigo/internal/class/report"
	"krigo/internal/nbformat"
	"krigo/internal/nbformat/execute"
	"krigo/kernel"
)

// reported returns a message that opens a comm.
func reported(target, data string) message {
	return message{kernel.Packet{Type: "comm_open", Content: fmt.Appendf(nil, `{"comm_id":"r","target_name":%q,"data":%s}`, target, data)}}
}

// TestOnlyReportsOfPackageCourseAreProgress, and not what is longer than any of them.
func TestOnlyReportsOfPackageCourseAreProgress(t *testing.T) {
	f := &follower{doc: &document{}}
	f.hear(reported(report.Target, `{"answer":{"exercise":"01-1"}}`))
	f.hear(reported("jupyter.widget", `{"state":{}}`))
	f.hear(reported(report.Target, `{"guess":"`+strings.Repeat("x", 3*report.MaxBytes)+`"}`))
	f.hear(message{kernel.Packet{Type: "comm_close", Content: []byte(`{"comm_id":"r","target_name":"krigo.course"}`)}})
	f.hear(message{kernel.Packet{Type: "comm_open", Content: []byte(`[1`)}})
	got := f.take()
	if len(got) != 1 || string(got[0].Report) != `{"answer":{"exercise":"01-1"}}` {
		t.Errorf("the progress is %+v", got)
	}
	if left := f.take(); len(left) != 0 {
		t.Errorf("it is taken twice: %+v", left)
	}
}

// TestProgressSaysWhereACellIs: among the code cells, and below which heading.
func TestProgressSaysWhereACellIs(t *testing.T) {
	newOf := func(id string, kind nbformat.CellType, source string) *cell {
		return newCell(&nbformat.Cell{ID: id, Type: kind, Source: source})
	}
	gone := newOf("gone", nbformat.Code, "x")
	tagged := newOf("d", nbformat.Code, "x")
	tagged.file.Metadata = map[string]any{"tags": []any{execute.TagRaises}}
	d := &document{cells: []*cell{
		newOf("a", nbformat.Code, "x"), newOf("t", nbformat.Markdown, "# Title\n\n#no heading\n## 1 · The `first` **part**  \ntext"), newOf("b", nbformat.Code, "x"),
		newOf("u", nbformat.Markdown, "text"), newOf("c", nbformat.Code, "x"), tagged,
	}}
	f := &follower{doc: d}
	for _, c := range []struct {
		cell   *cell
		status string
		again  bool
		want   string
	}{
		{d.cells[0], statusOK, false, `[{"Report":null,"Cell":1,"Cells":4,"Section":"","Failed":false}]`},
		{d.cells[4], statusError, false, `[{"Report":null,"Cell":3,"Cells":4,"Section":"1 · The first part","Failed":true}]`},
		{tagged, statusError, false, `[{"Report":null,"Cell":4,"Cells":4,"Section":"1 · The first part","Failed":false}]`},
		{gone, statusOK, false, `[{"Report":null,"Cell":0,"Cells":4,"Section":"","Failed":false}]`},
		{d.cells[0], statusOK, true, `null`},
		{d.cells[0], statusAborted, false, `null`},
	} {
		f.ran(entry{cell: c.cell, again: c.again}, c.status)
		if got, err := json.Marshal(f.take()); err != nil || string(got) != c.want {
			t.Errorf("%s %s, again %v: %s, want %s (%v)", c.cell.file.ID, c.status, c.again, got, c.want, err)
		}
	}
}
