package nbformat

import (
	"bytes"
	"testing"
)

// seeds are notebooks, whole and damaged.
func seeds(f *testing.F) {
	for _, raw := range []string{
		`{"nbformat":4,"nbformat_minor":5,"metadata":{},"cells":[{"cell_type":"code","id":"a","metadata":{"tags":["x"]},"source":["1\n","2"],"execution_count":1,"outputs":[{"output_type":"stream","name":"stdout","text":"t"},{"output_type":"display_data","metadata":{},"data":{"text/plain":["x"],"application/json":{"a":[1]}}},{"output_type":"error","ename":"E","evalue":"v","traceback":["t"]}]}]}`,
		`{"nbformat":4,"nbformat_minor":2,"metadata":{"widgets":{}},"cells":[{"cell_type":"markdown","metadata":{},"source":"# t","attachments":{"a.png":{"image/png":"x"}}}]}`,
		`{"nbformat":3}`, `{`, "\ufeff{}", string(nested(102)),
	} {
		f.Add([]byte(raw))
	}
}

// FuzzParse: any bytes are a notebook or an error. A notebook that is valid is written in a size that its
// own bounds, and reads back as it was written.
func FuzzParse(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, raw []byte) {
		nb, err := Parse(raw)
		if err != nil {
			return
		}
		written, err := nb.Encode()
		if err != nil {
			return
		}
		if limit := 1000 + 2*maxNesting*len(raw); len(written) > limit {
			t.Errorf("%d bytes are written as %d", len(raw), len(written))
		}
		back, err := Parse(written)
		if err != nil {
			t.Fatalf("%q cannot be read: %v", written, err)
		}
		if again, err := back.Encode(); err != nil || !bytes.Equal(again, written) {
			t.Errorf("%q\nis written as %q (%v)", written, again, err)
		}
	})
}
