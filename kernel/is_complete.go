package kernel

// isComplete reports whether code could be run or wants another line.
func (k *core) isComplete(r *request) (any, error) {
	var content struct {
		Code string `json:"code"`
	}
	if err := r.parse(&content); err != nil {
		return nil, err
	}
	engine, err := k.engine.get(k.ctx)
	if err != nil {
		return nil, err
	}
	answer := engine.IsComplete(content.Code)
	reply := map[string]string{"status": answer.Status}
	if answer.Status == "incomplete" {
		reply["indent"] = answer.Indent
	}
	return reply, nil
}
