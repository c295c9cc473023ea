package gplib_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"hash/crc64"
	"runtime"
	"testing"

	"krigo/gplib"
)

// FuzzLoad: any bytes are a posterior, which predicts or says why not, or an error, also where the
// checksum is right; and what they announce is not allocated before it is there.
func FuzzLoad(f *testing.F) {
	for _, e := range savedPosteriors(f) {
		b, err := e.MarshalBinary()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
		if text, err := json.Marshal(e); err == nil {
			f.Add(text)
		}
	}
	sums := crc64.MakeTable(crc64.ECMA)
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) > 8 && b[0] != '{' {
			body := bytes.Clone(b[:len(b)-8])
			b = binary.LittleEndian.AppendUint64(body, crc64.Checksum(body, sums))
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		p, err := gplib.Load(bytes.NewReader(b))
		runtime.ReadMemStats(&after)
		if n := after.TotalAlloc - before.TotalAlloc; n > 1<<26+10*uint64(len(b)*len(b)) {
			t.Errorf("%d bytes take %d", len(b), n)
		}
		if err != nil {
			return
		}
		if e, ok := p.(*gplib.Exact); ok {
			_, _ = p.Predict(e.Data().X)
		}
	})
}
