package diff

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strconv"

	"krigo/internal/nbformat"
)

// fields compares objects of JSON, field by field within fields; the names have
// the objects' before them.
func fields(prefix string, old, new map[string]any) []Field {
	var list []Field
	for _, name := range names(old, new) {
		x, was := old[name]
		y, is := new[name]
		inX, objectX := x.(map[string]any)
		inY, objectY := y.(map[string]any)
		switch {
		case objectX && objectY:
			list = append(list, fields(prefix+name+".", inX, inY)...)
		case was != is || !reflect.DeepEqual(x, y):
			list = append(list, Field{prefix + name, jsonOf(x, was), jsonOf(y, is)})
		}
	}
	return list
}

// jsonOf writes a value as JSON, or "" for none.
func jsonOf(v any, given bool) string {
	if !given {
		return ""
	}
	raw, err := json.Marshal(v)
	if err != nil {
		return "a value" // which a notebook that was read does not have
	}
	return string(raw)
}

// attachments compares the files within cells, by name.
func attachments(old, new *nbformat.Cell) []Field {
	var list []Field
	for _, name := range names(old.Attachments, new.Attachments) {
		x, was := old.Attachments[name]
		y, is := new.Attachments[name]
		if !reflect.DeepEqual(x, y) {
			list = append(list, Field{"attachment " + name, fileOf(x, was), fileOf(y, is)})
		}
	}
	return list
}

// fileOf describes an attachment.
func fileOf(bundle map[string]any, given bool) string {
	if !given {
		return ""
	}
	for _, mimetype := range slices.Sorted(maps.Keys(bundle)) {
		text, _ := bundle[mimetype].(string)
		return mimetype + ", " + strconv.Itoa(len(text)) + " characters"
	}
	return "empty"
}

// marks compares what a cell is numbered and called by.
func marks(old, new *nbformat.Cell) []Field {
	var list []Field
	if old.ID != new.ID {
		list = append(list, Field{"id", old.ID, new.ID})
	}
	if old.ExecutionCount != new.ExecutionCount {
		list = append(list, Field{"execution count", countOf(old), countOf(new)})
	}
	return list
}

func countOf(c *nbformat.Cell) string {
	if c.ExecutionCount == 0 {
		return ""
	}
	return strconv.Itoa(c.ExecutionCount)
}
