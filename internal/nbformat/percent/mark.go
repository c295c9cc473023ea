package percent

import (
	"encoding/json"
	"maps"
	"regexp"
	"strconv"
	"strings"

	"krigo/internal/nbformat"
)

// A mark is the line that begins a cell: "// %%", then a title, a type in brackets
// and metadata, each optional.

var (
	// mark is jupytext's. What follows its signs begins the second group.
	mark = regexp.MustCompile(`^\s*//\s*%%(?:\s*$|(%*\s.*)$)`)
	// scriptMark matches marks of scripts without a header, as editors have them.
	scriptMark = regexp.MustCompile(`^//[ \t]*%%(.*)$`)
)

// cellKinds are the types in brackets; without one a cell is code.
var cellKinds = []struct {
	name string
	kind nbformat.CellType
}{{"[markdown]", nbformat.Markdown}, {"[raw]", nbformat.Raw}, {"[md]", nbformat.Markdown}}

// Metadata that jupytext has for parts of a mark.
const (
	titleKey  = "title"       // the title
	depthKey  = "cell_depth"  // how many signs follow %%
	regionKey = "region_name" // "md" for a type that is written so
)

// readMark reads what follows the signs of a mark: the cell's type, "" where none
// is there, and its metadata.
func readMark(text string) (kind nbformat.CellType, metadata map[string]any, asJSON bool) {
	title, metadata, asJSON := readTitle(strings.TrimSpace(text))
	for _, k := range cellKinds {
		if !strings.Contains(title, k.name) {
			continue
		}
		kind, title = k.kind, strings.TrimSpace(strings.Replace(title, k.name, "", 1))
		if k.name == "[md]" {
			metadata[regionKey] = "md"
		}
		break
	}
	signs := len(title) - len(strings.TrimLeft(title, "%"))
	if signs > 0 {
		metadata[depthKey] = json.Number(strconv.Itoa(signs))
		title = strings.TrimSpace(title[signs:])
	}
	if title != "" {
		metadata[titleKey] = title
	}
	return kind, metadata, asJSON
}

// readTitle parts the words before the metadata from these.
func readTitle(text string) (title string, metadata map[string]any, asJSON bool) {
	brace, equals := strings.IndexByte(text, '{'), strings.IndexByte(text, '=')
	if brace >= 0 && (equals < 0 || brace < equals) {
		title = strings.TrimSpace(text[:brace])
		if v, err := readValue(text[brace:]); err == nil {
			if m, ok := v.(map[string]any); ok {
				return title, m, true
			}
		}
		return title, map[string]any{misread: text[brace:]}, false
	}
	end := len(text)
	if equals >= 0 { // the last word before it is the key
		head := strings.TrimRight(text[:equals], " ")
		end = strings.LastIndexByte(head, ' ') + 1
	}
	words := strings.Split(text[:end], " ")
	for len(words) > 0 && (words[len(words)-1] == "" || words[len(words)-1][0] == '.') {
		words = words[:len(words)-1]
	}
	title = strings.Join(words, " ")
	return title, readOptions(text[len(title):]), false
}

// option is a key of metadata with its value.
type option struct {
	key   string
	value any
}

// writeMark writes a mark, and the keys of metadata that it cannot hold. last are
// metadata that stand after all others.
func writeMark(kind nbformat.CellType, metadata map[string]any, last []option, asJSON bool) (line string, left []string) {
	rest := maps.Clone(metadata)
	var words []string
	if title, ok := rest[titleKey].(string); ok && standsAlone(title) {
		words = append(words, title)
		delete(rest, titleKey)
	}
	signs := "%%"
	if depth, ok := wholeNumber(rest[depthKey]); ok && depth > 0 && depth < 10 && len(words) > 0 {
		signs += strings.Repeat("%", depth)
		delete(rest, depthKey)
	}
	for _, k := range cellKinds {
		if k.kind == kind && (kind != nbformat.Markdown || (k.name == "[md]") == (rest[regionKey] == "md")) {
			words = append(words, k.name)
		}
	}
	if kind == nbformat.Markdown && rest[regionKey] == "md" {
		delete(rest, regionKey)
	}
	if asJSON {
		for _, o := range last {
			rest[o.key] = o.value
		}
		last = nil
	}
	pairs, left := writeOptions(rest, asJSON)
	words = append(words, pairs...)
	for _, o := range last {
		words = append(words, o.key+"="+spacedJSON(o.value))
	}
	return strings.TrimRight("// "+signs+" "+strings.Join(words, " "), " "), left
}

// standsAlone reports whether a title is read from a mark as it is written there.
func standsAlone(title string) bool {
	if strings.ContainsAny(title, "\r\n") {
		return false
	}
	kind, metadata, _ := readMark(title)
	return kind == "" && len(metadata) == 1 && metadata[titleKey] == any(title)
}

// wholeNumber returns the value of metadata that is one.
func wholeNumber(v any) (n int, ok bool) {
	number, ok := v.(json.Number)
	whole, err := number.Int64()
	return int(whole), ok && err == nil
}
