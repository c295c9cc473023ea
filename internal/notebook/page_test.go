package notebook

import (
	"encoding/json"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
)

// tester has the methods that tests and properties share.
type tester interface {
	Helper()
	Fatalf(format string, a ...any)
}

var tags = regexp.MustCompile(`<[^>]*>\n?`)

// page is the state of a page that applies events.
type page struct {
	order  []string
	cells  map[string]*pageCell
	kernel map[string]any
	models map[string]any
	stale  map[string]any
	notes  map[string]any
	// ranOrder has the notes on the order of cells.
	ranOrder []any
	reactive bool
	ask      any
	dirty    bool
	saved    string
	last     map[string]any // event
	told     []string
}

type pageCell struct {
	fields  map[string]any // but outputs
	outputs []map[string]any
}

func newPage() *page { return &page{cells: map[string]*pageCell{}} }

// apply changes the page by an event, which it returns.
func (p *page) apply(t tester, raw []byte) map[string]any {
	t.Helper()
	var ev map[string]any
	if err := json.Unmarshal(raw, &ev); err != nil {
		t.Fatalf("an event is not JSON: %v", err)
	}
	p.last = ev
	id, _ := ev["id"].(string)
	c := p.cells[id]
	if c == nil && slices.Contains([]any{"status", "out", "text", "clear"}, ev["ev"]) {
		t.Fatalf("an event for a cell that is not there: %s", raw)
	}
	switch ev["ev"] {
	case "doc":
		*p = page{
			cells: map[string]*pageCell{}, kernel: ev["kernel"].(map[string]any), models: ev["models"].(map[string]any), last: ev, told: p.told,
			stale: ev["stale"].(map[string]any), notes: ev["notes"].(map[string]any), ask: ev["ask"], dirty: ev["dirty"].(bool), saved: ev["saved"].(string),
			reactive: ev["reactive"].(bool),
		}
		p.ranOrder, _ = ev["order"].([]any)
		for _, v := range ev["cells"].([]any) {
			p.order = append(p.order, p.set(v))
		}
	case "cell":
		p.set(ev["cell"])
	case "insert":
		p.insert(t, ev["after"].(string), p.set(ev["cell"]))
	case "delete":
		for _, v := range ev["ids"].([]any) {
			p.remove(t, v.(string))
			delete(p.cells, v.(string))
		}
	case "move":
		var ids []string
		for _, v := range ev["ids"].([]any) {
			ids = append(ids, v.(string))
			p.remove(t, v.(string))
		}
		p.insert(t, ev["after"].(string), ids...)
	case "edited":
		if c != nil {
			c.fields["rev"] = ev["rev"]
		}
	case "status":
		for _, key := range []string{"status", "count", "ms", "ran"} {
			c.fields[key] = ev[key]
		}
	case "out":
		i, out := int(ev["i"].(float64)), ev["out"].(map[string]any)
		switch {
		case i < len(c.outputs):
			c.outputs[i] = out
		case i == len(c.outputs):
			c.outputs = append(c.outputs, out)
		default:
			t.Fatalf("output %d of a cell with %d", i, len(c.outputs))
		}
	case "text":
		i := int(ev["i"].(float64))
		const mark = `<span class="open">`
		before, _, ok := strings.Cut(c.outputs[i]["html"].(string), mark)
		if !ok {
			t.Fatalf("text for what is no stream: %v", c.outputs[i])
		}
		c.outputs[i]["html"] = before + ev["text"].(string) + mark + ev["line"].(string) + "</span></pre>"
	case "clear":
		c.outputs = nil
	case "stale":
		p.stale, p.notes = ev["cells"].(map[string]any), ev["notes"].(map[string]any)
		p.ranOrder, _ = ev["order"].([]any)
	case "reactive":
		p.reactive = ev["on"].(bool)
	case "kernel":
		p.kernel = map[string]any{"state": ev["state"], "note": ev["note"]}
	case "comm":
		p.comm(ev["kind"].(string), id, ev["data"])
	case "ask":
		p.ask = nil
		if ev["prompt"] != nil {
			p.ask = map[string]any{"id": id, "prompt": ev["prompt"], "password": ev["password"]}
		}
	case "dirty":
		p.dirty = true
	case "saved":
		p.saved = ev["saved"].(string)
		p.dirty = p.dirty && ev["error"] != ""
	case "told":
		p.told = append(p.told, ev["text"].(string))
	case "answer", "conflict", "outside":
	default:
		t.Fatalf("an unknown event: %s", raw)
	}
	return ev
}

func (p *page) set(v any) string {
	fields := v.(map[string]any)
	c := &pageCell{fields: fields}
	for _, o := range fields["outputs"].([]any) {
		c.outputs = append(c.outputs, o.(map[string]any))
	}
	delete(fields, "outputs")
	p.cells[fields["id"].(string)] = c
	return fields["id"].(string)
}

func (p *page) insert(t tester, after string, ids ...string) {
	at := slices.Index(p.order, after) + 1
	if at == 0 && after != "" {
		t.Fatalf("insert after %q, which is not there", after)
	}
	p.order = slices.Insert(p.order, at, ids...)
}

func (p *page) remove(t tester, id string) {
	i := slices.Index(p.order, id)
	if i < 0 {
		t.Fatalf("%q goes, which is not there", id)
	}
	p.order = slices.Delete(p.order, i, i+1)
}

func (p *page) comm(kind, id string, data any) {
	state, _ := data.(map[string]any)["state"].(map[string]any)
	switch kind {
	case "open":
		if state == nil {
			state = map[string]any{}
		}
		p.models[id] = state
	case "close":
		delete(p.models, id)
	case "msg":
		if data.(map[string]any)["method"] != "update" {
			return
		}
		maps.Copy(p.models[id].(map[string]any), state)
	}
}

// differs returns a difference of a page from one that has just come, or "".
func (p *page) differs(fresh *page) string {
	switch {
	case !slices.Equal(p.order, fresh.order):
		return "the order of cells"
	case !reflect.DeepEqual(p.kernel, fresh.kernel):
		return "the kernel"
	case !reflect.DeepEqual(p.models, fresh.models):
		return "the models"
	case !reflect.DeepEqual(p.stale, fresh.stale) || !reflect.DeepEqual(p.notes, fresh.notes) || !slices.Equal(p.ranOrder, fresh.ranOrder):
		return "what is stale"
	case p.reactive != fresh.reactive:
		return "whether cells run by themselves"
	case !reflect.DeepEqual(p.ask, fresh.ask):
		return "the question"
	case p.dirty != fresh.dirty || p.saved != fresh.saved:
		return "what is saved"
	}
	for _, id := range p.order {
		a, b := p.cells[id], fresh.cells[id]
		for key, v := range b.fields {
			if !reflect.DeepEqual(a.fields[key], v) && key != "ms" {
				return "cell " + id + ": " + key
			}
		}
		if len(a.outputs) != len(b.outputs) {
			return "cell " + id + ": the number of outputs"
		}
		for i := range b.outputs {
			if !reflect.DeepEqual(a.outputs[i], b.outputs[i]) {
				return "cell " + id + ": an output"
			}
		}
	}
	return ""
}
