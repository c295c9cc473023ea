package kernel

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"
)

// Signed with Python:
//
//	hmac.new(b"a0436f6c-...", header + parent + metadata + content, hashlib.sha256).hexdigest()
const (
	vectorKey     = "a0436f6c-1916-498b-8eb9-e81ab9368e84"
	vectorHeader  = `{"msg_id":"7e1f","session":"s1","username":"u","date":"2026-01-02T03:04:05.000000Z","msg_type":"execute_request","version":"5.3"}`
	vectorMeta    = `{"x": "é"}`
	vectorContent = `{"code":"1 < 2"}`
	vectorHMAC    = "48997bd9e4ad53e3a229204e4dab2d9b91cee915f99f671a33ed0e46f436caeb"
)

// vector returns a message as a client sends it.
func vector() [][]byte {
	var frames [][]byte
	for _, f := range []string{"id", "<IDS|MSG>", vectorHMAC, vectorHeader, "{}", vectorMeta, vectorContent, "buffer"} {
		frames = append(frames, []byte(f))
	}
	return frames
}

func TestDecodeReadsWhatPythonSigned(t *testing.T) {
	m, err := signer{[]byte(vectorKey)}.decode(vector())
	if err != nil {
		t.Fatal(err)
	}
	if m.header.Type != "execute_request" || m.header.ID != "7e1f" || m.header.Session != "s1" {
		t.Errorf("header is %+v", m.header)
	}
	if string(m.content) != vectorContent || string(m.metadata) != vectorMeta || string(m.rawHeader) != vectorHeader {
		t.Errorf("parts are %q, %q, %q", m.rawHeader, m.metadata, m.content)
	}
	if len(m.identities) != 1 || string(m.identities[0]) != "id" || len(m.buffers) != 1 || string(m.buffers[0]) != "buffer" {
		t.Errorf("identities %q, buffers %q", m.identities, m.buffers)
	}
}

func TestEncodeWritesWhatPythonSigns(t *testing.T) {
	s := signer{[]byte(vectorKey)}
	m, err := s.decode(vector())
	if err != nil {
		t.Fatal(err)
	}
	if got := s.encode(m); !slices.EqualFunc(got, vector(), bytes.Equal) {
		t.Errorf("encoded\n%q\nwanted\n%q", got, vector())
	}
}

func TestEmptyKeyNeitherSignsNorChecks(t *testing.T) {
	frames := vector()
	frames[2] = nil
	m, err := signer{}.decode(frames)
	if err != nil {
		t.Fatal(err)
	}
	if got := (signer{}).encode(m); len(got[2]) != 0 {
		t.Errorf("signature is %q", got[2])
	}
}

func TestDecodeRefuses(t *testing.T) {
	change := func(at int, to string) [][]byte {
		frames := vector()
		frames[at] = []byte(to)
		return frames
	}
	for name, c := range map[string]struct {
		frames [][]byte
		want   string
	}{
		"nothing":              {nil, "delimiter"},
		"no delimiter":         {change(1, "<IDS|MSH>"), "delimiter"},
		"too few frames":       {vector()[:6], "4 frames"},
		"another signature":    {change(2, strings.Repeat("0", 64)), "signature"},
		"no signature":         {change(2, ""), "signature"},
		"an upper-case one":    {change(2, strings.ToUpper(vectorHMAC)), "signature"},
		"a changed header":     {change(3, strings.Replace(vectorHeader, "s1", "s2", 1)), "signature"},
		"a changed parent":     {change(4, "{ }"), "signature"},
		"a changed metadata":   {change(5, "{}"), "signature"},
		"a changed content":    {change(6, "{}"), "signature"},
		"buffers not unsigned": {vector()[:5], "3 frames"},
	} {
		_, err := signer{[]byte(vectorKey)}.decode(c.frames)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error is %v, wanted one with %q", name, err, c.want)
		}
	}
}

func TestDecodeRefusesSignedNonsense(t *testing.T) {
	s := signer{[]byte("k")}
	good := []string{vectorHeader, "{}", "{}", "{}"}
	for _, c := range []struct {
		part int
		json string
		want string
	}{
		{0, "{", "header is not"}, {0, "[]", "header is not"}, {0, `{"msg_id":3}`, "header"}, {0, "{}", "no msg_type"},
		{1, "null", "parent_header is not"}, {2, "", "metadata is not"}, {3, "17", "content is not"},
		{3, strings.Repeat("[", 100_000), "content is not"},
	} {
		parts := slices.Clone(good)
		parts[c.part] = c.json
		var signed [][]byte
		for _, p := range parts {
			signed = append(signed, []byte(p))
		}
		frames := append([][]byte{delimiter, s.sign(signed)}, signed...)
		if _, err := s.decode(frames); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("part %d = %.20q: error is %v, wanted one with %q", c.part, c.json, err, c.want)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(bytes.Join(vector(), []byte{0}))
	f.Add(bytes.Join([][]byte{delimiter, nil, []byte(vectorHeader), []byte("{}"), []byte("{}"), []byte("[]")}, []byte{0}))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, s := range []signer{{[]byte(vectorKey)}, {}} { // without a key all is parsed
			m, err := s.decode(bytes.Split(data, []byte{0}))
			if err == nil && m.header.Type == "" {
				t.Error("a message without a type")
			}
			if errors.Is(err, errSignature) && m != nil {
				t.Error("a message with a wrong signature was returned")
			}
		}
	})
}
