package mime

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"strings"

	"krigo/cell"
)

// The MIME types that displays are written in.
const (
	TypePlain    = "text/plain"
	TypeHTML     = "text/html"
	TypeMarkdown = "text/markdown"
	TypeLaTeX    = "text/latex"
	TypeJSON     = "application/json"
	TypeSVG      = "image/svg+xml"
	TypePNG      = "image/png"
	TypePDF      = "application/pdf"
)

// MIME returns data, which is of the given MIME type, as a value to show. It
// takes a string or bytes for text types, bytes for binary ones (a string
// counts as base64 already) and any value for JSON types.
//
//	h := display.NewHandle(display.MIME("text/html", "<b>ready</b>"))
func MIME(mimetype string, data any) cell.Bundle {
	b, err := Check(cell.Bundle{Data: map[string]any{mimetype: data}})
	if err != nil {
		b.Data[TypePlain] = err
	}
	return b
}

// Failed returns the bundle that replaces a value that cannot be shown: its text is
// err, and it fails a notebook's cell.
func Failed(err error) cell.Bundle { return cell.Bundle{Data: map[string]any{TypePlain: err}} }

// failure returns the error that the text of b is, or nil.
func failure(b cell.Bundle) error {
	err, _ := b.Data[TypePlain].(error)
	return err
}

// normal returns a copy of b in which every representation has its promised form, and
// the faults of those that could not be converted.
func normal(b cell.Bundle) (cell.Bundle, []error) {
	var faults []error
	data := make(map[string]any, len(b.Data)+1)
	for mimetype, value := range b.Data {
		v, err := normalData(mimetype, value)
		if err != nil {
			faults = append(faults, err)
			continue
		}
		data[mimetype] = v
	}
	return cell.Bundle{Data: data, Metadata: maps.Clone(b.Metadata)}, faults
}

func normalData(mimetype string, value any) (any, error) {
	if isJSON(mimetype) {
		if _, err := json.Marshal(value); err != nil {
			return nil, fmt.Errorf("display: %s: %w", mimetype, err)
		}
		return value, nil
	}
	if err := wellFormed(mimetype, value); err != nil {
		return nil, fmt.Errorf("display: %s: %w", mimetype, err)
	}
	switch v := value.(type) {
	case string:
		return v, nil
	case []byte:
		if isText(mimetype) {
			return string(v), nil
		}
		return base64.StdEncoding.EncodeToString(v), nil
	case error:
		if mimetype == TypePlain {
			return v.Error(), nil
		}
	}
	return nil, fmt.Errorf("display: %s: want a string or bytes, got %T", mimetype, value)
}

func isText(mimetype string) bool {
	return strings.HasPrefix(mimetype, "text/") || strings.HasSuffix(mimetype, "+xml") ||
		mimetype == "application/javascript"
}

func isJSON(mimetype string) bool {
	return mimetype == TypeJSON || strings.HasSuffix(mimetype, "+json")
}

// Limits of the text that stands for other representations, in bytes.
const (
	fallbackText = 10_000 // of what people can read
	fallbackHTML = 1_000
)

// fallback replaces representations that have no textual form, shortened where they are long.
func fallback(b cell.Bundle) string {
	for _, mimetype := range []string{TypeMarkdown, TypeLaTeX} {
		if s, ok := b.Data[mimetype].(string); ok {
			return shortened(s, fallbackText)
		}
	}
	if s, ok := b.Data[TypeHTML].(string); ok {
		return shortened(s, fallbackHTML)
	}
	if v, ok := b.Data[TypeJSON]; ok {
		if text, err := json.MarshalIndent(v, "", "  "); err == nil {
			return shortened(string(text), fallbackText)
		}
	}
	for _, mimetype := range []string{TypePNG, TypeSVG, TypePDF} {
		if _, ok := b.Data[mimetype]; ok {
			return "<" + mimetype + ">"
		}
	}
	return "<value>"
}
