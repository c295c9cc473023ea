package nbformat

import (
	"encoding/json"
	"fmt"
	"iter"
)

// maxNesting bounds how deeply objects and lists of a file nest: an indented line is as long as it is
// deep, so that a small file of deep brackets would be saved as a large one. The metadata of a cell,
// itself the fourth level, may have a hundred levels.
const maxNesting = 103

// checkNesting returns an error with the position where a JSON text nests deeper than maxNesting.
func checkNesting(raw []byte) error {
	for at, depth := range brackets(raw) {
		if depth > maxNesting {
			line, column := position(raw, int64(at))
			return fmt.Errorf("line %d, column %d: objects and lists nest deeper than %d levels; remove the inner ones", line, column, maxNesting)
		}
	}
	return nil
}

// nesting returns how deeply objects and lists of a JSON text nest.
func nesting(raw []byte) int {
	deepest := 0
	for _, depth := range brackets(raw) {
		deepest = max(deepest, depth)
	}
	return deepest
}

// brackets yields the offset of each opening bracket of a JSON text, and the depth within it.
func brackets(raw []byte) iter.Seq2[int, int] {
	return func(yield func(at, depth int) bool) {
		depth, quoted := 0, false
		for i := 0; i < len(raw); i++ {
			switch c := raw[i]; {
			case quoted && c == '\\':
				i++
			case c == '"':
				quoted = !quoted
			case quoted:
			case c == '{' || c == '[':
				depth++
				if !yield(i, depth) {
					return
				}
			case c == '}' || c == ']':
				depth--
			}
		}
	}
}

// aroundData is the number of levels around a value of an output's data or metadata.
const aroundData = 6

// shallow returns v, or a text instead of one that nests too deeply for a file with some levels around
// it. What cells show must not keep a notebook from being saved.
func shallow(v any, around int) any {
	if _, text := v.(string); text {
		return v
	}
	raw, err := json.Marshal(v)
	if err != nil || nesting(raw) <= maxNesting-around {
		return v
	}
	return fmt.Sprintf("left out: it nests deeper than %d levels", maxNesting-around)
}

// shallowFields returns an object with shallow values.
func shallowFields(m map[string]any) map[string]any {
	out := make(map[string]any, len(m))
	for name, v := range m {
		out[name] = shallow(v, aroundData)
	}
	return out
}
