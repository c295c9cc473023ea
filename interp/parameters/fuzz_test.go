package parameters

import (
	"encoding/json"
	"testing"
)

// FuzzParseJSON: any bytes are one JSON value, which can be written, or an error.
func FuzzParseJSON(f *testing.F) {
	for _, text := range []string{`1`, `1e400`, `{"a":[1,null,"x"]}`, `"\ud800"`, `1 2`, ``, `[[[[`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		v, err := ParseJSON(raw)
		if err != nil {
			return
		}
		if _, err := json.Marshal(v); err != nil {
			t.Errorf("%q was read and cannot be written: %v", raw, err)
		}
	})
}
