package percent

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode/utf16"
)

// Cells' metadata are in their marks as key=value, with JSON values. Values in Python's notation
// (single quotes, True, None) are read as well.

// misread is the key under which jupytext keeps what it cannot read as metadata.
const misread = "incorrectly_encoded_metadata"

var (
	optionKey = regexp.MustCompile(`^[a-zA-Z0-9_.@/-]+$`)
	bareKey   = regexp.MustCompile(`^[a-zA-Z_.][a-zA-Z0-9_.]*$`)
)

// readOptions reads key=value pairs from the end of a text to its beginning, since values may
// contain what looks like a pair. A key alone has no value. Text that is not a pair becomes the
// value of misread.
func readOptions(text string) map[string]any {
	options := map[string]any{}
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		last := text[strings.LastIndexByte(text, ' ')+1:]
		if bareKey.MatchString(last) {
			options[last], text = nil, strings.TrimSuffix(text, last)
			continue
		}
		key, value, before, ok := lastOption(text)
		if !ok {
			options[misread] = text
			break
		}
		options[key], text = value, before
	}
	return options
}

// lastOption parts a text before its last key=value.
func lastOption(text string) (key string, value any, before string, ok bool) {
	for at := strings.LastIndexByte(text, '='); at >= 0; at = strings.LastIndexByte(text[:at], '=') {
		head := strings.TrimRight(text[:at], " ")
		start := strings.LastIndexByte(head, ' ') + 1
		if !optionKey.MatchString(head[start:]) {
			continue
		}
		if v, err := readValue(text[at+1:]); err == nil {
			return head[start:], v, text[:start], true
		}
	}
	return "", nil, "", false
}

func readValue(text string) (any, error) {
	v, err := decodeJSON(text)
	if err != nil {
		return decodeJSON(pythonAsJSON(text))
	}
	return v, nil
}

var pythonToken = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[A-Za-z]+`)

// pythonAsJSON writes Python's constants and single quotes as JSON has them.
func pythonAsJSON(text string) string {
	return pythonToken.ReplaceAllStringFunc(text, func(token string) string {
		switch token {
		case "True", "False":
			return strings.ToLower(token)
		case "None":
			return "null"
		}
		if token[0] == '\'' {
			inner := strings.ReplaceAll(token[1:len(token)-1], `\'`, `'`)
			return `"` + strings.ReplaceAll(inner, `"`, `\"`) + `"`
		}
		return token
	})
}

// writeOptions writes metadata, keys in order. Keys that cannot be written are
// returned too.
func writeOptions(metadata map[string]any, asJSON bool) (pairs []string, left []string) {
	if asJSON && len(metadata) > 0 {
		return []string{spacedJSON(metadata)}, nil
	}
	if text, ok := metadata[misread].(string); ok && readsAsMisread(text) {
		pairs = append(pairs, text)
		metadata = maps.Clone(metadata)
		delete(metadata, misread)
	}
	for _, key := range slices.Sorted(maps.Keys(metadata)) {
		v := metadata[key]
		switch {
		case !optionKey.MatchString(key):
			left = append(left, key)
		case v == nil && bareKey.MatchString(key) && (key[0] == '.' || strings.Contains(strings.Join(pairs, ""), "=")):
			pairs = append(pairs, key)
		default:
			pairs = append(pairs, key+"="+spacedJSON(v))
		}
	}
	return pairs, left
}

// readsAsMisread reports whether a text is read from the beginning of metadata as one
// that cannot be read.
func readsAsMisread(text string) bool {
	if strings.ContainsAny(text, "{\r\n") {
		return false
	}
	title, options, _ := readTitle(text)
	return title == "" && len(options) == 1 && options[misread] == any(text)
}

// decodeJSON reads a JSON value and keeps numbers as they are written.
func decodeJSON(text string) (any, error) {
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return nil, err
	}
	if strings.TrimSpace(text[dec.InputOffset():]) != "" {
		return nil, errors.New("text follows the value")
	}
	return v, nil
}

// compactJSON writes a value without spaces.
func compactJSON(v any) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return fmt.Sprintf("%q", fmt.Sprint(v)) // what came from JSON always encodes
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// spacedJSON writes a value as Python's json.dumps does, and so jupytext: a space
// after commas and colons, and ASCII only.
func spacedJSON(v any) string {
	var b strings.Builder
	quoted, escaped := false, false
	for _, r := range compactJSON(v) {
		switch {
		case r > '~':
			for _, unit := range utf16.Encode([]rune{r}) {
				fmt.Fprintf(&b, `\u%04x`, unit)
			}
		default:
			b.WriteRune(r)
		}
		switch {
		case quoted && escaped:
			escaped = false
		case quoted && r == '\\':
			escaped = true
		case r == '"':
			quoted = !quoted
		case !quoted && (r == ',' || r == ':'):
			b.WriteByte(' ')
		}
	}
	return b.String()
}
