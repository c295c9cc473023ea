package kernel

// noDebugger is the refusal that a front end shows.
const noDebugger = "this kernel has no debugger"

// debug answers the Debug Adapter Protocol's requests, which Jupyter passes
// through: there is no debugger. Front ends that read kernel_info do not ask.
func (k *core) debug(r *request) (any, error) {
	var content struct {
		Seq     int    `json:"seq"`
		Command string `json:"command"`
	}
	if err := r.parse(&content); err != nil {
		return nil, err
	}
	return map[string]any{
		"status": "error", "ename": "NotSupported", "evalue": noDebugger, "traceback": []string{},
		"type": "response", "request_seq": content.Seq, "success": false, "command": content.Command, "message": noDebugger,
	}, nil
}
