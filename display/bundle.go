package display

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"strings"

	"krigo/cell"
)

// The MIME types that this package writes.
const (
	mimePlain    = "text/plain"
	mimeHTML     = "text/html"
	mimeMarkdown = "text/markdown"
	mimeLaTeX    = "text/latex"
	mimeJSON     = "application/json"
	mimeSVG      = "image/svg+xml"
	mimePNG      = "image/png"
	mimePDF      = "application/pdf"
)

// Bundle is a value in several representations, keyed by MIME type.
type Bundle = cell.Bundle

// MIME returns data, which is of the given MIME type, as a value to show. It
// takes a string or bytes for text types, bytes for binary ones (a string
// counts as base64 already) and any value for JSON types.
//
//	h := display.NewHandle(display.MIME("text/html", "<b>ready</b>"))
func MIME(mimetype string, data any) Bundle {
	b, err := Check(Bundle{Data: map[string]any{mimetype: data}})
	if err != nil {
		b.Data[mimePlain] = err
	}
	return b
}

// failed is what stands in the place of what cannot be shown.
func failed(err error) Bundle { return Bundle{Data: map[string]any{mimePlain: err}} }

// failure is the error that the text of b is, or nil.
func failure(b Bundle) error {
	err, _ := b.Data[mimePlain].(error)
	return err
}

// normal returns a copy of b in which every representation is what Bundle
// promises, and the faults of those that could not be made so.
func normal(b Bundle) (Bundle, []error) {
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
	return Bundle{Data: data, Metadata: maps.Clone(b.Metadata)}, faults
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
		if mimetype == mimePlain {
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
	return mimetype == mimeJSON || strings.HasSuffix(mimetype, "+json")
}

// fallback is what stands for representations that have no textual form.
func fallback(b Bundle) string {
	for _, mimetype := range []string{mimeMarkdown, mimeLaTeX, mimeHTML} {
		if s, ok := b.Data[mimetype].(string); ok {
			return s
		}
	}
	if v, ok := b.Data[mimeJSON]; ok {
		if text, err := json.MarshalIndent(v, "", "  "); err == nil {
			return string(text)
		}
	}
	for _, mimetype := range []string{mimePNG, mimeSVG, mimePDF} {
		if _, ok := b.Data[mimetype]; ok {
			return "<" + mimetype + ">"
		}
	}
	return "<value>"
}
