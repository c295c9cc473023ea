package kernel

// shutdown ends the kernel once the reply is on its way. A restart is the
// client's: it starts a new process.
func (k *core) shutdown(r *request) (any, error) {
	var content struct {
		Restart bool `json:"restart"`
	}
	if err := r.parse(&content); err != nil {
		return nil, err
	}
	reply := map[string]any{"status": "ok", "restart": content.Restart}
	r.publish("shutdown_reply", reply)
	r.after = func() { k.stopOnce.Do(func() { close(k.stopped) }) }
	return reply, nil
}
