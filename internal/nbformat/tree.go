package nbformat

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// node is a value of a JSON text and where it stands there. Objects have fields,
// lists items. A nil node is one that is absent: it has neither.
type node struct {
	start, end int
	fields     []field
	items      []*node
}

// field is a name and its value in an object; the name starts at start.
type field struct {
	name  string
	start int
	value *node
}

// parseTree reads a JSON text, which may begin with a byte order mark.
func parseTree(raw []byte) (*node, error) {
	body := bytes.TrimPrefix(raw, []byte("\ufeff"))
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.UseNumber()
	p := treeParser{dec, body, len(raw) - len(body)}
	return p.value()
}

type treeParser struct {
	dec   *json.Decoder
	body  []byte
	shift int // of body in the file
}

// next reads a token and returns where it starts.
func (p treeParser) next() (token json.Token, start int, err error) {
	start = int(p.dec.InputOffset())
	for start < len(p.body) && strings.IndexByte(" \t\r\n,:", p.body[start]) >= 0 {
		start++
	}
	token, err = p.dec.Token()
	return token, start + p.shift, err
}

func (p treeParser) value() (*node, error) {
	token, start, err := p.next()
	if err != nil {
		return nil, err
	}
	n := &node{start: start}
	switch token {
	case json.Delim('{'):
		err = p.object(n)
	case json.Delim('['):
		err = p.list(n)
	}
	n.end = int(p.dec.InputOffset()) + p.shift
	return n, err
}

// object reads the fields of an object and its closing brace.
func (p treeParser) object(n *node) error {
	for p.dec.More() {
		name, start, err := p.next()
		if err != nil {
			return err
		}
		value, err := p.value()
		if err != nil {
			return err
		}
		n.fields = append(n.fields, field{name.(string), start, value})
	}
	_, err := p.dec.Token()
	return err
}

// list reads the items of a list and its closing bracket.
func (p treeParser) list(n *node) error {
	for p.dec.More() {
		item, err := p.value()
		if err != nil {
			return err
		}
		n.items = append(n.items, item)
	}
	_, err := p.dec.Token()
	return err
}

// field returns the value of a name, the last where it stands twice, as readers of
// JSON take it; nil where it is absent.
func (n *node) field(name string) *node {
	if n == nil {
		return nil
	}
	for _, f := range slices.Backward(n.fields) {
		if f.name == name {
			return f.value
		}
	}
	return nil
}

// elements returns the items of a list.
func (n *node) elements() []*node {
	if n == nil {
		return nil
	}
	return n.items
}

func (f field) isOne(names []string) bool { return slices.Contains(names, f.name) }

// hasAny reports whether the object has one of the fields.
func (n *node) hasAny(names []string) bool {
	return slices.ContainsFunc(n.fields, func(f field) bool { return f.isOne(names) })
}

// hasOnly reports whether the object has some of the fields and no others.
func (n *node) hasOnly(names []string) bool {
	if n == nil || len(n.fields) == 0 {
		return false
	}
	return !slices.ContainsFunc(n.fields, func(f field) bool { return !f.isOne(names) })
}

// edit replaces the bytes from start to end of a text.
type edit struct {
	start, end int
	text       string
}

// edits are changes of a text, which do not overlap.
type edits []edit

// set replaces a value, if any, by text.
func (e *edits) set(v *node, text string) {
	if v != nil {
		*e = append(*e, edit{v.start, v.end, text})
	}
}

// apply makes the changes and returns the text, raw itself where nothing changes.
func (e edits) apply(raw []byte) []byte {
	changes := slices.DeleteFunc(e, func(e edit) bool { return string(raw[e.start:e.end]) == e.text })
	if len(changes) == 0 {
		return raw
	}
	slices.SortFunc(changes, func(a, b edit) int { return a.start - b.start })
	out := make([]byte, 0, len(raw))
	at := 0
	for _, e := range changes {
		out = append(out, raw[at:e.start]...)
		out = append(out, e.text...)
		at = e.end
	}
	return append(out, raw[at:]...)
}
