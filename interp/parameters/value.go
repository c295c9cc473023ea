package parameters

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/scanner"
	"go/token"
	"go/types"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Text is a value as a user types it: 0.5, 1e-3, true, 90s, abc, 1,2,3 or, as JSON,
// ["a", "b"].
type Text string

// expression returns a value as Go, for a variable of a type that typeText writes.
func expression(t types.Type, typeText string, value any) (string, error) {
	if typeText == "time.Duration" {
		return duration(value)
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return basic(t, u, value)
	case *types.Slice:
		return list(u.Elem(), typeText, elementText(typeText), value)
	}
	return "", errors.New("a parameter that is set is a number, a text, a bool, a time.Duration, or a slice of these")
}

// elementText returns the element type of an unnamed slice type, as it is written.
func elementText(slice string) string { return strings.TrimPrefix(slice, "[]") }

func basic(t types.Type, b *types.Basic, value any) (string, error) {
	switch info := b.Info(); {
	case info&types.IsBoolean != 0:
		return boolean(value)
	case info&types.IsString != 0:
		return text(value)
	case info&(types.IsInteger|types.IsFloat) != 0:
		return number(b, value)
	}
	return "", fmt.Errorf("%s cannot be set from outside", t)
}

func boolean(value any) (string, error) {
	switch v := value.(type) {
	case bool:
		return strconv.FormatBool(v), nil
	case Text:
		if v == "true" || v == "false" {
			return string(v), nil
		}
	}
	return "", fmt.Errorf("%s is neither true nor false", shown(value))
}

func text(value any) (string, error) {
	switch v := value.(type) {
	case Text:
		return strconv.Quote(string(v)), nil
	case string:
		return strconv.Quote(v), nil
	}
	return "", fmt.Errorf("%s is no text", shown(value))
}

// duration returns a time.Duration in nanoseconds, which needs no import, with a comment
// that people read.
func duration(value any) (string, error) {
	var typed string
	switch v := value.(type) {
	case Text:
		typed = string(v)
	case string:
		typed = v
	}
	d, err := time.ParseDuration(typed)
	if err != nil {
		return "", fmt.Errorf("%s is not a duration such as 90s or 1h30m", shown(value))
	}
	return fmt.Sprintf("%d /* %v */", d.Nanoseconds(), d), nil
}

// number returns a numeric literal that is a constant of the type.
func number(b *types.Basic, value any) (string, error) {
	var typed string
	switch v := value.(type) {
	case Text:
		typed = decimal(strings.TrimSpace(string(v)))
	case json.Number:
		typed = v.String()
	}
	typ := b
	if b.Info()&types.IsUntyped != 0 {
		typ = types.Default(b).(*types.Basic)
	}
	if !isNumber(typed) {
		return "", fmt.Errorf("%s is not", shown(value))
	}
	if _, err := types.Eval(token.NewFileSet(), nil, token.NoPos, typ.Name()+"("+typed+")"); err != nil {
		return "", fmt.Errorf("%s is not", shown(value))
	}
	return typed, nil
}

// leadingZeros matches the zeros that make a number octal in Go, but not to people.
var leadingZeros = regexp.MustCompile(`^([+-]?)0+([0-9_]*[0-9])$`)

// decimal returns a number without the zeros before it.
func decimal(typed string) string { return leadingZeros.ReplaceAllString(typed, "$1$2") }

// isNumber reports whether a text is one literal of a number with a sign or without.
func isNumber(text string) bool {
	var s scanner.Scanner
	digits := []byte(strings.TrimLeft(text, "+-"))
	if len(text)-len(digits) > 1 {
		return false
	}
	file := token.NewFileSet().AddFile("", -1, len(digits))
	s.Init(file, digits, func(token.Position, string) {}, 0)
	_, tok, lit := s.Scan()
	return s.ErrorCount == 0 && (tok == token.INT || tok == token.FLOAT) && lit == string(digits)
}

// list returns a composite literal of values that are separated by commas, or those of a
// JSON array.
func list(elem types.Type, typeText, elemText string, value any) (string, error) {
	items, ok := value.([]any)
	if typed, isText := value.(Text); isText {
		items, ok = split(string(typed))
	}
	if !ok {
		return "", fmt.Errorf("%s is not a list such as 1,2,3 or [1, 2, 3]", shown(value))
	}
	exprs := make([]string, len(items))
	for i, item := range items {
		expr, err := expression(elem, elemText, item)
		if err != nil {
			return "", fmt.Errorf("value %d: %w", i+1, err)
		}
		exprs[i] = expr
	}
	return typeText + "{" + strings.Join(exprs, ", ") + "}", nil
}

// split returns the items of a typed list, which is JSON if it begins as JSON does.
func split(typed string) (items []any, ok bool) {
	typed = strings.TrimSpace(typed)
	if strings.HasPrefix(typed, "[") {
		value, err := ParseJSON([]byte(typed))
		items, ok = value.([]any)
		return items, ok && err == nil
	}
	if typed == "" {
		return nil, true
	}
	for item := range strings.SplitSeq(typed, ",") {
		items = append(items, Text(strings.TrimSpace(item)))
	}
	return items, true
}

// shown returns a value as an error shows it.
func shown(value any) string {
	switch v := value.(type) {
	case Text:
		return strconv.Quote(string(v))
	case nil:
		return "null"
	}
	raw, err := json.Marshal(value)
	if err != nil {
		return fmt.Sprint(value)
	}
	return string(raw)
}
