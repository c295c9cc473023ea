package nbformat

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// ReplaceSources gives cells of a notebook, counted from 0, other sources, and
// leaves every other byte of its JSON form as it is: the differences from the file
// before are then those of the sources alone, whoever wrote it. The form must be one
// that Parse reads.
func ReplaceSources(raw []byte, sources map[int]string) ([]byte, error) {
	places, err := sourcePlaces(raw)
	if err != nil {
		return nil, fmt.Errorf("notebook: %w", err)
	}
	var b bytes.Buffer
	at, replaced := 0, 0
	for i, p := range places {
		source, ok := sources[i]
		if !ok {
			continue
		}
		text, err := encodeSource(source, raw[p.start:p.end])
		if err != nil {
			return nil, fmt.Errorf("notebook: cell %d of %d: %w", i+1, len(places), err)
		}
		b.Write(raw[at:p.start])
		b.Write(text)
		at = p.end
		replaced++
	}
	if replaced < len(sources) {
		return nil, fmt.Errorf("notebook: there are sources for other cells than its %d", len(places))
	}
	b.Write(raw[at:])
	return b.Bytes(), nil
}

// place is where a value stands in the JSON form; it is empty where there is none.
type place struct{ start, end int }

// sourcePlaces finds the sources of all cells.
func sourcePlaces(raw []byte) ([]place, error) {
	skipped := len(raw) - len(bytes.TrimPrefix(raw, []byte("\ufeff")))
	dec := json.NewDecoder(bytes.NewReader(raw[skipped:]))
	var cells []place
	err := inside(dec, func(field string) error {
		if field != "cells" {
			_, err := value(dec)
			return err
		}
		cells = nil
		return inside(dec, func(string) error {
			var source place
			err := inside(dec, func(field string) error {
				p, err := value(dec)
				if field == "source" {
					source = place{skipped + p.start, skipped + p.end}
				}
				return err
			})
			cells = append(cells, source)
			return err
		})
	})
	return cells, err
}

// inside reads a list or an object; each reads a value, of an object that of the
// given field.
func inside(dec *json.Decoder, each func(field string) error) error {
	begin, err := dec.Token()
	if err != nil {
		return err
	}
	for dec.More() {
		field := ""
		if begin == json.Delim('{') {
			name, err := dec.Token()
			if err != nil {
				return err
			}
			field = name.(string) // the decoder takes no other keys
		}
		if err := each(field); err != nil {
			return err
		}
	}
	_, err = dec.Token()
	return err
}

// value reads the next value and tells where it is.
func value(dec *json.Decoder) (place, error) {
	var v json.RawMessage
	err := dec.Decode(&v)
	end := int(dec.InputOffset())
	return place{end - len(v), end}, err
}

// encodeSource is the JSON form of a source, in the style of the one that it
// replaces: a string, or a list of lines with its white space.
func encodeSource(source string, old []byte) ([]byte, error) {
	if len(old) == 0 {
		return nil, errors.New("it has no source to replace")
	}
	if old[0] != '[' {
		return encodeText(source)
	}
	inner := string(old[1 : len(old)-1])
	before := inner[:len(inner)-len(strings.TrimLeft(inner, " \t\r\n"))]
	after := inner[len(strings.TrimRight(inner, " \t\r\n")):]
	between := "," + before
	if before == "" {
		between = ", "
	}
	var lines []string
	for _, line := range splitLines(source) {
		text, err := encodeText(line)
		if err != nil {
			return nil, err
		}
		lines = append(lines, string(text))
	}
	return []byte("[" + before + strings.Join(lines, between) + after + "]"), nil
}

// encodeText is the JSON form of a text.
func encodeText(text string) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(text)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}
