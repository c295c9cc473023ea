package kernel

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// delimiter parts the identities from the signed message.
var delimiter = []byte("<IDS|MSG>")

// signedFrames are header, parent header, metadata and content.
const signedFrames = 4

var (
	errDelimiter = errors.New("no <IDS|MSG> delimiter")
	errSignature = errors.New("wrong signature")
)

// signer signs and checks messages with a key; an empty key does neither.
type signer struct{ key []byte }

// sign returns the HMAC-SHA256 of frames in hexadecimal.
func (s signer) sign(frames [][]byte) []byte {
	if len(s.key) == 0 {
		return nil
	}
	mac := hmac.New(sha256.New, s.key)
	for _, f := range frames {
		mac.Write(f)
	}
	return hex.AppendEncode(nil, mac.Sum(nil))
}

// decode checks the frames of a message and parses all but its content.
func (s signer) decode(frames [][]byte) (*message, error) {
	at := slices.IndexFunc(frames, func(f []byte) bool { return bytes.Equal(f, delimiter) })
	if at < 0 {
		return nil, errDelimiter
	}
	rest := frames[at+1:]
	if len(rest) < 1+signedFrames {
		return nil, fmt.Errorf("%d frames after the delimiter, wanted at least %d", len(rest), 1+signedFrames)
	}
	signature, signed := rest[0], rest[1:1+signedFrames]
	if len(s.key) > 0 && !hmac.Equal(signature, s.sign(signed)) {
		return nil, errSignature
	}
	m := &message{
		identities: frames[:at], signature: signature,
		rawHeader: signed[0], parent: signed[1], metadata: signed[2], content: signed[3],
		buffers: rest[1+signedFrames:],
	}
	return m, m.parse()
}

// parse checks that the four parts are JSON objects and reads the header.
func (m *message) parse() error {
	for i, part := range []json.RawMessage{m.rawHeader, m.parent, m.metadata, m.content} {
		if !json.Valid(part) || bytes.TrimLeft(part, " \t\r\n")[0] != '{' {
			return fmt.Errorf("%s is not a JSON object", [...]string{"header", "parent_header", "metadata", "content"}[i])
		}
	}
	if err := json.Unmarshal(m.rawHeader, &m.header); err != nil {
		return fmt.Errorf("header: %w", err)
	}
	if m.header.Type == "" || m.header.ID == "" {
		return errors.New("header has no msg_type or no msg_id")
	}
	return nil
}

// encode returns the frames of a message, signed.
func (s signer) encode(m *message) [][]byte {
	signed := [][]byte{m.rawHeader, orEmpty(m.parent), orEmpty(m.metadata), orEmpty(m.content)}
	frames := make([][]byte, 0, len(m.identities)+2+signedFrames+len(m.buffers))
	frames = append(frames, m.identities...)
	frames = append(frames, delimiter, s.sign(signed))
	frames = append(frames, signed...)
	return append(frames, m.buffers...)
}

func orEmpty(part json.RawMessage) []byte {
	if len(part) == 0 {
		return []byte("{}")
	}
	return part
}

// marshal is json.Marshal without the escaping of HTML.
func marshal(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}
