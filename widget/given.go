package widget

import (
	"encoding/json"
	"fmt"
	"maps"
	"strconv"
	"strings"
	"sync"

	"krigo/display/mime"
	"krigo/internal/preset"
)

// takeGiven makes a value that the caller of the program supplies for a control of this
// name its first value. A value that the control cannot have fails the cell.
func (c *core) takeGiven() {
	note := mime.Remembered(preset.Values)
	if note == nil {
		return
	}
	noteControl(c.name)
	v, ok := preset.FromNote(note, c.name)
	if !ok {
		return
	}
	value, want := c.kind.given(v)
	if want != "" {
		c.refused = fmt.Errorf("widget: %s: %s=%s was given: want %s", c.call, c.name, shownGiven(v), want)
		mime.Show(mime.Failed(c.refused))
		return
	}
	c.value = value
}

// making is held while it is noted that a control was made.
var making sync.Mutex

// noteControl records in the session that a control of this name was made.
func noteControl(name string) {
	making.Lock()
	defer making.Unlock()
	made := maps.Clone(mime.Remembered(preset.Controls))
	if made == nil {
		made = map[string]any{}
	}
	made[name] = true
	mime.Remember(preset.Controls, made)
}

// shownGiven returns a value as it was given.
func shownGiven(v any) string {
	if text, ok := v.(preset.Typed); ok {
		return string(text)
	}
	raw, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(raw)
}

// givenNumber reads a number that was typed, or one of JSON.
func givenNumber(v any) (float64, bool) {
	if text, ok := v.(preset.Typed); ok {
		x, err := strconv.ParseFloat(strings.TrimSpace(string(text)), 64)
		return x, err == nil
	}
	return asFloat(v)
}

// givenText reads a text.
func givenText(v any) (string, bool) {
	if text, ok := v.(preset.Typed); ok {
		return string(text), true
	}
	text, ok := v.(string)
	return text, ok
}

// given returns the value that a supplied value means, or what is wanted.
func (c *FloatControl) given(v any) (value any, want string) {
	if x, ok := givenNumber(v); ok && c.lo <= x && x <= c.hi {
		return x, ""
	}
	ends := numbers(c.lo, c.hi)
	return nil, fmt.Sprintf("a number between %s and %s", ends[0], ends[1])
}

func (s *steps) given(v any) (value any, want string) {
	if x, ok := givenNumber(v); ok {
		if n, whole := asInt(x); whole && s.lo <= n && n <= s.hi {
			return n, ""
		}
	}
	return nil, fmt.Sprintf("a whole number between %d and %d", s.lo, s.hi)
}

func (c *BoolControl) given(v any) (value any, want string) {
	switch v {
	case preset.Typed("true"), true:
		return true, ""
	case preset.Typed("false"), false:
		return false, ""
	}
	return nil, "true or false"
}

func (c *ChoiceControl) given(v any) (value any, want string) {
	if option, ok := givenText(v); ok && c.checkOption("", option) == nil {
		return option, ""
	}
	return nil, "one of " + strings.Join(c.options, ", ")
}

func (c *TextControl) given(v any) (value any, want string) {
	if text, ok := givenText(v); ok {
		return text, ""
	}
	return nil, "a text"
}

func (c *RangeControl) given(v any) (value any, want string) {
	ends := numbers(c.lo, c.hi)
	want = fmt.Sprintf("two numbers between %[1]s and %[2]s, such as %[1]s,%[2]s", ends[0], ends[1])
	var pair []any
	switch v := v.(type) {
	case preset.Typed:
		for part := range strings.SplitSeq(strings.Trim(string(v), "[] "), ",") {
			pair = append(pair, preset.Typed(part))
		}
	case []any:
		pair = v
	}
	if len(pair) != 2 {
		return nil, want
	}
	from, ok := givenNumber(pair[0])
	to, both := givenNumber(pair[1])
	if !ok || !both || c.checkEnds("", from, to) != nil {
		return nil, want
	}
	return [2]float64{from, to}, ""
}

func (c *ButtonControl) given(any) (value any, want string) {
	return nil, "no value: a button has none"
}
