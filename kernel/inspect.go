package kernel

type inspectReply struct {
	Status   string         `json:"status"`
	Found    bool           `json:"found"`
	Data     map[string]any `json:"data"`
	Metadata map[string]any `json:"metadata"`
}

// inspect documents the name at the cursor.
func (k *core) inspect(r *request) (any, error) {
	var content struct {
		Code   string `json:"code"`
		Cursor *int   `json:"cursor_pos"`
		Detail int    `json:"detail_level"`
	}
	if err := r.parse(&content); err != nil {
		return nil, err
	}
	engine, err := k.engine.get(k.ctx)
	if err != nil {
		return nil, err
	}
	bundle, found := engine.Inspect(content.Code, cursorOf(content.Code, content.Cursor), content.Detail)
	if !found {
		return inspectReply{Status: "ok", Data: map[string]any{}, Metadata: map[string]any{}}, nil
	}
	return inspectReply{Status: "ok", Found: true, Data: object(bundle.Data), Metadata: object(bundle.Metadata)}, nil
}
