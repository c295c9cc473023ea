package notebook

import (
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"krigo/internal/nbformat"
	"krigo/kernel"
)

type messageOf struct {
	kind    string
	content map[string]any
}

func (d *desk) hear(q request, p messageOf) {
	of, _ := json.Marshal(parent{q.id, q.kind})
	raw, _ := json.Marshal(p.content)
	d.apply(0, message{kernel.Packet{Type: p.kind, Parent: of, Content: raw}})
}

func stdout(text string) messageOf {
	return messageOf{"stream", map[string]any{"name": "stdout", "text": text}}
}

func display(id string, data map[string]any) messageOf {
	return messageOf{"display_data", map[string]any{"data": data, "transient": map[string]any{"display_id": id}}}
}

func (d *desk) texts(id string) string {
	var all []string
	for _, o := range d.state.doc.notebook().Cells[d.state.doc.index(id)].Outputs {
		text, _ := o.Data["text/plain"].(string)
		all = append(all, string(o.Type)+":"+o.Text+text+o.ErrorValue)
	}
	return strings.Join(all, " ")
}

func TestOutputsAreJoinedClearedAndUpdated(t *testing.T) {
	plain := func(text string) map[string]any { return map[string]any{"text/plain": text} }
	for name, c := range map[string]struct {
		sends []messageOf
		want  string
	}{
		"streams":       {[]messageOf{stdout("a"), stdout("b\n"), {"stream", map[string]any{"name": "stderr", "text": "e"}}, stdout("c")}, "stream:ab\n stream:e stream:c"},
		"returns":       {[]messageOf{stdout("10%\r"), stdout("20%\r"), stdout("30%\ndone")}, "stream:30%\ndone"},
		"backspaces":    {[]messageOf{stdout("ab"), stdout("\b\bc")}, "stream:c"},
		"cleared":       {[]messageOf{stdout("a"), {"clear_output", map[string]any{"wait": false}}, stdout("b")}, "stream:b"},
		"cleared later": {[]messageOf{stdout("a"), {"clear_output", map[string]any{"wait": true}}}, "stream:a"},
		"cleared then":  {[]messageOf{stdout("a"), {"clear_output", map[string]any{"wait": true}}, stdout("b"), stdout("c")}, "stream:bc"},
		"updated": {[]messageOf{display("x", plain("1")), stdout("s"), display("x", plain("2")), {"update_display_data", display("x", plain("3")).content}},
			"display_data:3 stream:s display_data:3"},
		"an error": {[]messageOf{stdout("a"), {"error", map[string]any{"ename": "E", "evalue": "v", "traceback": []string{"t"}}}}, "stream:a error:v"},
		"a page":   {[]messageOf{{"execute_reply", map[string]any{"status": "ok", "payload": []any{map[string]any{"source": "page", "data": plain("p")}}}}}, "display_data:p"},
	} {
		d := newDesk(t, "1")
		runOne(d, "a", c.sends...)
		if got := d.texts("a"); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestUpdatesReachOutputsOfOtherCells, and no outputs that are gone.
func TestUpdatesReachOutputsOfOtherCells(t *testing.T) {
	d := newDesk(t, "1", "2")
	runOne(d, "a", display("x", map[string]any{"text/plain": "1"}))
	runOne(d, "b", messageOf{"update_display_data", display("x", map[string]any{"text/plain": "2"}).content})
	if got := d.texts("a") + "," + d.texts("b"); got != "display_data:2," {
		t.Errorf("%q", got)
	}
	d.apply(1, command{Op: "clear", IDs: []string{"a"}})
	if len(d.state.outputs.displays) != 0 {
		t.Errorf("displays that are gone are known: %v", d.state.outputs.displays)
	}
}

// TestMuchTextIsNotToldTwice: 100,000 prints cost pages what they print and not more
// than that again.
func TestMuchTextIsNotToldTwice(t *testing.T) {
	d := newDesk(t, "1")
	p := newPage()
	p.apply(t, encode(d.state.documentEvent()))
	d.events = nil
	e := d.apply(1, command{Op: "run", IDs: []string{"a"}})
	printed, told, events := 0, 0, 0
	for i := range 100_000 {
		line := fmt.Sprintf("line %d\n", i)
		printed += len(line)
		d.now = d.now.Add(50 * time.Microsecond)
		d.hear(e.requests[0], stdout(line))
		for _, ev := range d.events {
			raw := encode(ev.event)
			told += len(raw)
			events++
			if ev.only == 0 || ev.only == 1 {
				p.apply(t, raw)
			}
		}
		d.events = nil
	}
	if told > 2*printed || events > 5*1000/30+20 {
		t.Errorf("%d bytes were printed in 5 s, %d told in %d events", printed, told, events)
	}
	d.apply(3, entered{})
	fresh := newPage()
	fresh.apply(t, encode(d.events[len(d.events)-1].event))
	for _, ev := range d.events[:len(d.events)-1] {
		p.apply(t, encode(ev.event))
	}
	if diff := p.differs(fresh); diff != "" {
		t.Errorf("the page has otherwise: %s", diff)
	}
}

// TestACellThatPrintsForHoursKeepsHeadAndTailUnraced: 200 MB of lines.
func TestACellThatPrintsForHoursKeepsHeadAndTailUnraced(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes seconds")
	}
	d := newDesk(t, "1")
	d.apply(1, left{})
	d.apply(2, left{})
	chunk := strings.Repeat(strings.Repeat("x", 99)+"\n", 640)
	sends := []messageOf{stdout("first\n")}
	for range 200 << 20 / len(chunk) {
		sends = append(sends, stdout(chunk))
	}
	sends = append(sends, stdout("last\n"))
	runOne(d, "a", sends...)
	text := d.state.doc.notebook().Cells[0].Outputs[0].Text
	if len(text) > maxText+200 || !strings.HasPrefix(text, "first\n") || !strings.HasSuffix(text, "last\n") || !strings.Contains(text, "lines left out") {
		t.Errorf("%d bytes are kept, from %.20q", len(text), text)
	}
	var m runtime.MemStats
	sends = nil
	runtime.GC()
	runtime.ReadMemStats(&m)
	if m.HeapAlloc > 64<<20 {
		t.Errorf("the heap has %d bytes", m.HeapAlloc)
	}
}

func TestACellKeepsSoManyOutputsAndCountsTheRest(t *testing.T) {
	d := newDesk(t, "1")
	var sends []messageOf
	for range maxOutputs + 5 {
		sends = append(sends, display("", map[string]any{"text/plain": "x"}))
	}
	runOne(d, "a", sends...)
	outputs := d.state.doc.cells[0].outputs
	if got := outputs[len(outputs)-1].file.Data["text/plain"]; len(outputs) != maxOutputs+1 || got != "… 5 more outputs left out: a notebook keeps 1000 of a cell" {
		t.Errorf("%d outputs, the last %v", len(outputs), got)
	}
}

// outOf returns an output as pages get it.
func outOf(data map[string]any, trusted bool) (Out, *state) {
	s := newState("n.ipynb", "room", nbformat.New(), newViewer(NewBlobs(spareBytes), 0, nil))
	c := newCell(&nbformat.Cell{ID: "a", Type: nbformat.Code})
	return s.pages.out(&output{cell: c, trusted: trusted, file: nbformat.Output{
		Type: nbformat.DisplayData, Data: data, Metadata: map[string]any{"image/png": map[string]any{"alt": "a fit", "width": 640}},
	}}).get(), s
}

// TestOutputsAreShownAsTheyMayBe: made here, or read from a file.
func TestOutputsAreShownAsTheyMayBe(t *testing.T) {
	const svg, hostile = `<svg><path d="M0 0"></path></svg>`, `<b>x</b><script>alert(1)</script>`
	for _, c := range []struct {
		name    string
		data    map[string]any
		trusted bool
		want    string // the fields that are there
		html    string
		blob    string // what is fetched apart
	}{
		{"our HTML", map[string]any{"text/html": "<b style='position:fixed'>x</b>"}, true, "html", "<b style='position:fixed'>x</b>", ""},
		{"our HTML with a script", map[string]any{"text/html": hostile}, true, "frame", "", hostile},
		{"safe HTML of others", map[string]any{"text/html": "<b>x</b>"}, false, "html", "<b>x</b>", ""},
		{"HTML of others with a script", map[string]any{"text/html": hostile}, false, "html frame note", "<b>x</b>", hostile},
		{"our drawing", map[string]any{"image/svg+xml": svg}, true, "html", `<div class="card">` + svg + "</div>", ""},
		{"our drawing with a script", map[string]any{"image/svg+xml": "<svg onload='x'></svg>"}, true, "image alt", "", "<svg onload='x'></svg>"},
		{"a drawing of others", map[string]any{"image/svg+xml": svg}, false, "image alt", "", svg},
		{"a picture", map[string]any{"image/png": "AAEC\n"}, false, "image alt width", "", "\x00\x01\x02"},
		{"a picture that is none", map[string]any{"image/png": "!"}, false, "html error", "", ""},
		{"our script", map[string]any{"application/javascript": "alert(1)"}, true, "frame", "", `<div id="output"></div><script>alert(1)</script>`},
		{"a script of others", map[string]any{"application/javascript": "alert(1)", "text/plain": "<x>"}, false, "html frame note", `<pre class="plain">&lt;x&gt;</pre>`, `<div id="output"></div><script>alert(1)</script>`},
		{"Markdown", map[string]any{"text/markdown": "*a*<script>x</script>"}, true, "html", "<p><em>a</em></p>\n", ""},
		{"a widget of another life", map[string]any{"text/plain": "slider", nbformat.WidgetView: map[string]any{"model_id": "m"}}, true, "html note", `<pre class="plain">slider</pre>`, ""},
	} {
		out, s := outOf(c.data, c.trusted)
		var fields map[string]any
		raw, err := json.Marshal(out)
		if err == nil {
			err = json.Unmarshal(raw, &fields)
		}
		if err != nil {
			t.Fatal(err)
		}
		for field := range strings.FieldsSeq(c.want) {
			if fields[field] == nil {
				t.Errorf("%s: no %s in %s", c.name, field, raw)
			}
		}
		if len(fields) != len(strings.Fields(c.want)) {
			t.Errorf("%s: %s, want %s", c.name, raw, c.want)
		}
		if c.html != "" && out.HTML != c.html {
			t.Errorf("%s: %q, want %q", c.name, out.HTML, c.html)
		}
		_, hash, _ := strings.Cut(strings.TrimPrefix(out.Frame+out.Image, "/"), "/")
		if blob, ok := s.viewer.blobs.Get(hash); ok != (c.blob != "") || string(blob.Content) != c.blob {
			t.Errorf("%s: apart is %q (%v), want %q", c.name, blob.Content, ok, c.blob)
		}
	}
}

// TestBlobsThatNobodyShowsGoInTime, the oldest first.
func TestBlobsThatNobodyShowsGoInTime(t *testing.T) {
	b := NewBlobs(spareBytes)
	third := func(fill byte) Blob { return Blob{"image/png", []byte(strings.Repeat(string(fill), spareBytes/3))} }
	var hashes []string
	for i := range 4 {
		hashes = append(hashes, b.hold(third(byte('a'+i))))
	}
	if again := b.hold(third('a')); again != hashes[0] {
		t.Error("the same content has two hashes")
	}
	b.release(hashes)
	for i, hash := range hashes {
		if _, ok := b.Get(hash); !ok {
			t.Errorf("blob %d is gone, though it is shown or fits", i)
		}
	}
	b.release(hashes[:1])
	if _, ok := b.Get(hashes[1]); ok {
		t.Error("the oldest that nobody shows is still there")
	}
	if _, ok := b.Get(hashes[0]); !ok {
		t.Error("the newest that nobody shows is gone")
	}
}
