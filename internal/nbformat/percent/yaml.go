package percent

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// A header is YAML. What is read and written of that is what tools write there:
// mappings and lists by indentation, texts plain or in quotes, numbers, true, false
// and null, and collections in JSON. All else is refused by its line.

// yamlLine is a line that holds something.
type yamlLine struct {
	number int // in the file, from 1
	indent int
	text   string // without the indentation
}

type yamlReader struct {
	lines []yamlLine
	at    int
}

// readYAML reads a mapping. first is the number of the first line in the file.
func readYAML(lines []string, first int) (map[string]any, error) {
	r := &yamlReader{}
	for i, line := range lines {
		text := strings.TrimLeft(line, " ")
		if strings.HasPrefix(text, "\t") {
			return nil, yamlFault(first+i, "a tab begins the line; YAML is indented by spaces")
		}
		if text = strings.TrimRight(text, " \t"); text != "" && !strings.HasPrefix(text, "#") {
			r.lines = append(r.lines, yamlLine{first + i, len(line) - len(strings.TrimLeft(line, " ")), text})
		}
	}
	if len(r.lines) == 0 {
		return map[string]any{}, nil
	}
	v, err := r.node(r.lines[0].indent)
	if err != nil {
		return nil, err
	}
	if r.at < len(r.lines) {
		return nil, yamlFault(r.lines[r.at].number, "its indentation fits no line above")
	}
	m, ok := v.(map[string]any)
	if !ok {
		return nil, yamlFault(first, "want keys and values")
	}
	return m, nil
}

func yamlFault(line int, format string, args ...any) error {
	return fmt.Errorf("line %d, in the header: %s", line, fmt.Sprintf(format, args...))
}

// line is the line to read, whose indent is -1 at the end.
func (r *yamlReader) line() yamlLine {
	if r.at == len(r.lines) {
		return yamlLine{indent: -1}
	}
	return r.lines[r.at]
}

// node reads the mapping or list at an indentation.
func (r *yamlReader) node(indent int) (any, error) {
	if isItem(r.line().text) {
		return r.list(indent)
	}
	m := map[string]any{}
	for r.line().indent == indent && !isItem(r.line().text) {
		line := r.line()
		key, rest, err := yamlKey(line)
		if err != nil {
			return nil, err
		}
		if _, twice := m[key]; twice {
			return nil, yamlFault(line.number, "%s stands there twice", key)
		}
		r.at++
		if m[key], err = r.value(line, rest, indent); err != nil {
			return nil, err
		}
	}
	return m, nil
}

func isItem(text string) bool { return text == "-" || strings.HasPrefix(text, "- ") }

func (r *yamlReader) list(indent int) ([]any, error) {
	items := []any{}
	for r.line().indent == indent && isItem(r.line().text) {
		line := r.line()
		rest := strings.TrimLeft(line.text[1:], " ")
		_, _, err := yamlKey(yamlLine{text: rest})
		if rest != "" && (isItem(rest) || err == nil) {
			inner := indent + len(line.text) - len(rest)
			r.lines[r.at] = yamlLine{line.number, inner, rest}
			v, err := r.node(inner)
			if err != nil {
				return nil, err
			}
			items = append(items, v)
			continue
		}
		r.at++
		v, err := r.value(line, rest, indent+1)
		if err != nil {
			return nil, err
		}
		items = append(items, v)
	}
	return items, nil
}

// yamlKey parts a line into a key and what follows its colon.
func yamlKey(line yamlLine) (key, rest string, err error) {
	text := line.text
	if text != "" && strings.ContainsRune(`'"`, rune(text[0])) {
		quoted, after, ok := cutQuoted(text)
		if after, colon := strings.CutPrefix(after, ":"); ok && colon && (after == "" || after[0] == ' ') {
			key, err := unquoteYAML(quoted)
			return key, strings.TrimLeft(after, " "), err
		}
		return "", "", yamlFault(line.number, "want a key and a colon, got %.60q", text)
	}
	key, rest, ok := strings.Cut(text+" ", ": ")
	if !ok || key == "" || strings.ContainsAny(key[:1], "[]{}?&*!|>%@`,#") {
		return "", "", yamlFault(line.number, "want a key and a colon, got %.60q", text)
	}
	return strings.TrimRight(key, " "), strings.TrimSpace(rest), nil
}

// value reads what follows a key or the mark of an item, on its line or below.
func (r *yamlReader) value(line yamlLine, rest string, indent int) (any, error) {
	next := r.line()
	switch {
	case rest == "" && next.indent > indent, rest == "" && next.indent == indent && isItem(next.text):
		return r.node(next.indent)
	case rest == "":
		return nil, nil
	}
	for r.line().indent > indent { // a text that goes on below
		rest += " " + r.line().text
		r.at++
	}
	v, err := yamlScalar(rest)
	if err != nil {
		return nil, yamlFault(line.number, "%v", err)
	}
	return v, nil
}

// yamlScalar reads a value on one line.
func yamlScalar(text string) (any, error) {
	switch text[0] {
	case '\'', '"':
		quoted, after, ok := cutQuoted(text)
		if !ok || after != "" && !strings.HasPrefix(strings.TrimLeft(after, " "), "#") {
			return nil, fmt.Errorf("the quotes of %.60s do not end it", text)
		}
		return unquoteYAML(quoted)
	case '[', '{':
		v, err := decodeJSON(text)
		if err != nil {
			return nil, fmt.Errorf("want JSON, or one value a line, got %.60s", text)
		}
		return v, nil
	case '|', '>', '&', '*', '!', '%', '@', '`':
		return nil, fmt.Errorf("%.60s: texts, references and types of this form are not read; write it in quotes", text)
	}
	if i := strings.Index(text, " #"); i >= 0 {
		text = strings.TrimRight(text[:i], " ")
	}
	return plainYAML(text)
}

var (
	yamlNumber = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+([eE][-+][0-9]+)?)?$`)
	// yamlUnclear are texts that readers of YAML take for numbers and dates.
	yamlUnclear = regexp.MustCompile(`^[-+]?\.?[0-9][0-9_,:.]*([eE][-+]?[0-9]+)?$|^[-+]?0[xob]|^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}|^[-+]?\.(inf|nan)$|^=$`)
	// yamlVersion is the exception: the version of a program.
	yamlVersion = regexp.MustCompile(`^[0-9]+\.[0-9]+\.[0-9.]*[0-9]$`)
)

// plainYAML is what a text without quotes means.
func plainYAML(text string) (any, error) {
	switch strings.ToLower(text) {
	case "true", "yes", "on":
		return true, nil
	case "false", "no", "off":
		return false, nil
	case "null", "~":
		return nil, nil
	}
	switch {
	case yamlNumber.MatchString(text):
		return json.Number(text), nil
	case yamlUnclear.MatchString(strings.ToLower(text)) && !yamlVersion.MatchString(text):
		return nil, fmt.Errorf("%s can be a number, a time or a text; write it in quotes", text)
	case strings.Contains(text, ": ") || strings.HasSuffix(text, ":"):
		return nil, fmt.Errorf("%.60s has a colon; write it in quotes", text)
	}
	return text, nil
}

// cutQuoted parts a text after the quotes with which it begins.
func cutQuoted(text string) (quoted, after string, ok bool) {
	quote := text[0]
	for i := 1; i < len(text); i++ {
		switch {
		case text[i] == '\\' && quote == '"':
			i++
		case text[i] == quote && quote == '\'' && strings.HasPrefix(text[i+1:], "'"):
			i++
		case text[i] == quote:
			return text[:i+1], text[i+1:], true
		}
	}
	return "", "", false
}

var yamlHex = regexp.MustCompile(`^\\x([0-9a-fA-F]{2})`)

// unquoteYAML reads a text in quotes. In double ones the escapes are JSON's and \x.
func unquoteYAML(quoted string) (string, error) {
	if quoted[0] == '\'' {
		return strings.ReplaceAll(quoted[1:len(quoted)-1], "''", "'"), nil
	}
	var b strings.Builder
	for i := 0; i < len(quoted); i++ {
		if m := yamlHex.FindStringSubmatch(quoted[i:]); m != nil {
			b.WriteString(`\u00` + m[1])
			i += len(m[0]) - 1
			continue
		}
		b.WriteByte(quoted[i])
		if quoted[i] == '\\' && i+1 < len(quoted) {
			i++
			b.WriteByte(quoted[i])
		}
	}
	var s string
	if err := json.Unmarshal([]byte(b.String()), &s); err != nil {
		return "", fmt.Errorf("%.60s: its escapes are not those of JSON", quoted)
	}
	return s, nil
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

// writeYAML writes a mapping, keys in order, as the lines of a header.
func writeYAML(m map[string]any, indent string) []string {
	var lines []string
	for _, key := range slices.Sorted(maps.Keys(m)) {
		lines = append(lines, writeYAMLEntry(indent+yamlText(key)+":", m[key], indent)...)
	}
	return lines
}

// writeYAMLEntry writes what follows a key or the mark of an item.
func writeYAMLEntry(head string, v any, indent string) []string {
	switch v := v.(type) {
	case map[string]any:
		if len(v) > 0 {
			return append([]string{head}, writeYAML(v, indent+"  ")...)
		}
		return []string{head + " {}"}
	case []any:
		if len(v) == 0 {
			return []string{head + " []"}
		}
		lines := []string{head}
		for _, item := range v {
			if _, scalar := yamlScalarText(item); scalar {
				lines = append(lines, writeYAMLEntry(indent+"-", item, indent)...)
				continue
			}
			lines = append(lines, indent+"- "+compactJSON(item))
		}
		return lines
	}
	text, _ := yamlScalarText(v)
	return []string{head + " " + text}
}

// yamlScalarText writes a value that is no collection.
func yamlScalarText(v any) (text string, ok bool) {
	switch v := v.(type) {
	case string:
		return yamlText(v), true
	case map[string]any, []any:
		return "", false
	case json.Number:
		if !yamlNumber.MatchString(v.String()) {
			f, err := v.Float64()
			if err != nil {
				return yamlText(v.String()), true
			}
			return strconv.FormatFloat(f, 'f', -1, 64), true
		}
	}
	return compactJSON(v), true
}

// yamlText writes a text, in quotes where it would mean something else without.
func yamlText(s string) string {
	plain, err := any(nil), error(nil)
	if s != "" {
		plain, err = yamlScalar(s)
	}
	switch {
	case strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }):
		return compactJSON(s)
	case s == "" || err != nil || plain != any(s) || isItem(s) || strings.TrimSpace(s) != s ||
		strings.ContainsAny(s[:1], "?:,]}#") || strings.Contains(s, " #"):
		return "'" + strings.ReplaceAll(s, "'", "''") + "'"
	}
	return s
}
