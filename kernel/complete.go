package kernel

type completeReply struct {
	Status   string           `json:"status"`
	Matches  []string         `json:"matches"`
	Start    int              `json:"cursor_start"`
	End      int              `json:"cursor_end"`
	Metadata completeMetadata `json:"metadata"`
}

// completeMetadata is the metadata that IPython and JupyterLab agreed on in addition to the
// protocol, so that the list of completions shows types.
type completeMetadata struct {
	Types []completeType `json:"_jupyter_types_experimental"`
}

type completeType struct {
	Text      string `json:"text"`
	Type      string `json:"type"`
	Signature string `json:"signature,omitempty"`
	Start     int    `json:"start"`
	End       int    `json:"end"`
}

// complete proposes completions at the cursor.
func (k *core) complete(r *request) (any, error) {
	var content struct {
		Code   string `json:"code"`
		Cursor *int   `json:"cursor_pos"`
	}
	if err := r.parse(&content); err != nil {
		return nil, err
	}
	engine, err := k.engine.get(k.ctx)
	if err != nil {
		return nil, err
	}
	completion := engine.Complete(content.Code, cursorOf(content.Code, content.Cursor))
	reply := completeReply{
		Status:   "ok",
		Matches:  []string{},
		Start:    codePoints(content.Code, completion.Start),
		End:      codePoints(content.Code, completion.End),
		Metadata: completeMetadata{Types: []completeType{}},
	}
	for _, m := range completion.Matches {
		reply.Matches = append(reply.Matches, m.Text)
		reply.Metadata.Types = append(reply.Metadata.Types, completeType{
			Text: m.Text, Type: m.Type, Signature: m.Signature, Start: reply.Start, End: reply.End,
		})
	}
	return reply, nil
}
