package kernel

import (
	"encoding/json"
	"time"

	"github.com/google/uuid"
)

// ProtocolVersion is the version of the messaging protocol that kernels keep.
const ProtocolVersion = "5.5"

// header is a message's header.
type header struct {
	ID       string `json:"msg_id"`
	Session  string `json:"session"`
	Username string `json:"username"`
	Date     string `json:"date"`
	Type     string `json:"msg_type"`
	Version  string `json:"version"`
}

// message is a Jupyter message. What we received keeps its raw header, which
// returns whole as the parent of what answers it.
type message struct {
	identities [][]byte
	signature  []byte // of one that we received
	header     header
	rawHeader  json.RawMessage
	parent     json.RawMessage
	metadata   json.RawMessage
	content    json.RawMessage
	buffers    [][]byte
}

// compose makes a message without a parent. Content that is JSON already is taken
// as it is.
func compose(session, kind string, content any) (*message, error) {
	body, ok := content.(json.RawMessage)
	if !ok {
		var err error
		if body, err = marshal(content); err != nil {
			return nil, err
		}
	}
	h := newHeader(session, kind)
	raw, err := marshal(h)
	if err != nil {
		return nil, err
	}
	return &message{header: h, rawHeader: raw, content: body}, nil
}

// channel names a socket of a kernel.
type channel string

const (
	shell   channel = "shell"
	control channel = "control"
	iopub   channel = "iopub"
	stdin   channel = "stdin"
)

// newHeader returns the header of a message that we send.
func newHeader(session, kind string) header {
	return header{
		ID:       uuid.NewString(),
		Session:  session,
		Username: "kernel",
		Date:     time.Now().UTC().Format("2006-01-02T15:04:05.000000Z"),
		Type:     kind,
		Version:  ProtocolVersion,
	}
}
