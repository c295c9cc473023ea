package wire

import (
	"bytes"
	"encoding/binary"
	"testing"
)

// FuzzRead: any bytes from a worker are messages or an error, each way.
func FuzzRead(f *testing.F) {
	for _, e := range []Event{
		{Kind: KindStream, Name: "stdout", Text: "t"}, {Kind: KindResult, ID: 3, Fault: &Fault{Message: "m"}}, {Kind: KindReady},
	} {
		var b bytes.Buffer
		if err := NewWriter(&b).Write(e); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes())
	}
	f.Add(binary.BigEndian.AppendUint32(nil, 0xffffffff))
	f.Add(append(binary.BigEndian.AppendUint32(nil, MaxMessage), "short"...))
	f.Fuzz(func(t *testing.T, raw []byte) {
		for r := NewReader(bytes.NewReader(raw)); ; {
			var e Event
			if r.Read(&e) != nil {
				break
			}
			if err := NewWriter(&bytes.Buffer{}).Write(e); err != nil {
				t.Errorf("%+v was read and cannot be written: %v", e, err)
			}
		}
		for r := NewReader(bytes.NewReader(raw)); ; {
			var q Request
			if r.Read(&q) != nil {
				break
			}
		}
	})
}
