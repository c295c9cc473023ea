package percent

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"go.yaml.in/yaml/v3"
)

// yamlPlace matches the start of the library's errors. Its line is the line of the fault or of what
// surrounds it.
var yamlPlace = regexp.MustCompile(`^yaml: (line \d+: )?`)

// readYAML reads a mapping with the values that JSON has. first is the number of
// the first line in the file.
func readYAML(lines []string, first int) (map[string]any, error) {
	var document yaml.Node
	text := strings.Repeat("\n", first-1) + strings.Join(lines, "\n")
	if err := yaml.Unmarshal([]byte(text), &document); err != nil {
		return nil, fmt.Errorf("line %d begins a header that is not YAML: %s", first, yamlPlace.ReplaceAllString(err.Error(), ""))
	}
	v, err := yamlValue(document.Content[0], yamlNumber)
	if err != nil {
		return nil, err
	}
	m, ok := v.(map[string]any)
	if !ok {
		return nil, yamlFault(&document, "want keys and values")
	}
	return m, nil
}

func yamlFault(n *yaml.Node, format string, args ...any) error {
	return fmt.Errorf("line %d, in the header: %s", n.Line, fmt.Sprintf(format, args...))
}

// yamlValue returns the value of a node, in which numbers have the given form.
func yamlValue(n *yaml.Node, number *regexp.Regexp) (any, error) {
	if n.Style&yaml.FlowStyle != 0 {
		number = jsonNumber
	}
	switch {
	case n.Kind == yaml.AliasNode || n.Style&yaml.TaggedStyle != 0:
		return nil, yamlFault(n, "references and types are not read; write the value itself")
	case n.Kind == yaml.MappingNode:
		return yamlMapping(n, number)
	case n.Kind == yaml.SequenceNode:
		return yamlList(n, number)
	}
	return yamlScalar(n, number)
}

func yamlMapping(n *yaml.Node, number *regexp.Regexp) (map[string]any, error) {
	m := map[string]any{}
	for i := 0; i < len(n.Content); i += 2 {
		key := n.Content[i]
		if key.Kind != yaml.ScalarNode {
			return nil, yamlFault(key, "want a text as key")
		}
		if _, twice := m[key.Value]; twice {
			return nil, yamlFault(key, "%s stands there twice", key.Value)
		}
		v, err := yamlValue(n.Content[i+1], number)
		if err != nil {
			return nil, err
		}
		m[key.Value] = v
	}
	return m, nil
}

func yamlList(n *yaml.Node, number *regexp.Regexp) ([]any, error) {
	items := []any{}
	for _, item := range n.Content {
		v, err := yamlValue(item, number)
		if err != nil {
			return nil, err
		}
		items = append(items, v)
	}
	return items, nil
}

var (
	// yamlNumber has the numbers that all versions of YAML read as such, jsonNumber
	// those of JSON, which flow collections hold.
	yamlNumber = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+([eE][-+][0-9]+)?)?$`)
	jsonNumber = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?$`)
	// yamlUnclear are texts that are numbers and dates in some versions of YAML.
	yamlUnclear = regexp.MustCompile(`^[-+]?\.?[0-9][0-9_,:.]*([eE][-+]?[0-9]+)?$|^[-+]?0[xob]|^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}|^[-+]?\.(inf|nan)$|^=$`)
	// yamlVersion is the exception: the version of a program.
	yamlVersion = regexp.MustCompile(`^[0-9]+\.[0-9]+\.[0-9.]*[0-9]$`)
)

// yamlScalar returns a value that is not a collection. Texts without quotes that are booleans in
// YAML 1.1, which jupytext writes, are booleans.
func yamlScalar(n *yaml.Node, number *regexp.Regexp) (any, error) {
	text := strings.ToLower(n.Value)
	switch {
	case n.Style != 0:
		return n.Value, nil
	case n.ShortTag() == "!!null":
		return nil, nil
	case slices.Contains([]string{"true", "yes", "on"}, text):
		return true, nil
	case slices.Contains([]string{"false", "no", "off"}, text):
		return false, nil
	case number.MatchString(n.Value):
		return json.Number(n.Value), nil
	case n.ShortTag() != "!!str" || yamlUnclear.MatchString(text) && !yamlVersion.MatchString(text):
		return nil, yamlFault(n, "%s can be a number, a time or a text; write it in quotes", n.Value)
	}
	return n.Value, nil
}

// longestKey bounds the bytes of a key that stands before its colon: YAML allows
// 1024 characters there, with quotes and escapes.
const longestKey = 128

// writeYAML writes a mapping, keys in order, as the lines of a header.
func writeYAML(m map[string]any, indent string) []string {
	var lines []string
	for _, key := range slices.Sorted(maps.Keys(m)) {
		head := indent + yamlText(key) + ":"
		if len(key) > longestKey {
			lines = append(lines, indent+"? "+yamlText(key))
			head = indent + ":"
		}
		lines = append(lines, writeYAMLEntry(head, m[key], indent)...)
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
			lines = append(lines, indent+"- "+jsonInYAML(item))
		}
		return lines
	}
	text, _ := yamlScalarText(v)
	return []string{head + " " + text}
}

// yamlScalarText writes a value that is not a collection.
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
	return jsonInYAML(v), true
}

// yamlText writes a text, in quotes where it would mean something else without.
func yamlText(s string) string {
	switch {
	case strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }):
		return jsonInYAML(s)
	case !isPlain(s):
		return "'" + strings.ReplaceAll(s, "'", "''") + "'"
	}
	return s
}

// isPlain reports whether a text of one line is itself without quotes, as a key
// and as a value.
func isPlain(s string) bool {
	m, err := readYAML([]string{"? " + s, ": " + s}, 1)
	return err == nil && len(m) == 1 && m[s] == any(s)
}

// noYAML are characters of JSON texts that YAML does not allow or takes for the end
// of a line.
var noYAML = regexp.MustCompile(`[\x7f-\x{9f}\x{feff}\x{fffe}\x{ffff}]`)

// jsonInYAML writes a value as JSON that is YAML, too.
func jsonInYAML(v any) string {
	return noYAML.ReplaceAllStringFunc(compactJSON(v), func(c string) string {
		return fmt.Sprintf(`\u%04x`, []rune(c)[0])
	})
}
