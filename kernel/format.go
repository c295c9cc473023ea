package kernel

import (
	"errors"

	"krigo/cell"
)

type formatReply struct {
	Status string            `json:"status"`
	Code   map[string]string `json:"code"`
	Faults map[string]string `json:"faults"`
}

// format returns sources as gofmt writes them, by the names that the client gives them. Those with
// a syntax error are left out, and the error is among the faults.
func (k *core) format(r *request) (any, error) {
	var content struct {
		Code map[string]string `json:"code"`
	}
	if err := r.parse(&content); err != nil {
		return nil, err
	}
	engine, err := k.engine.get(k.ctx)
	if err != nil {
		return nil, err
	}
	reply := formatReply{"ok", map[string]string{}, map[string]string{}}
	for name, source := range content.Code {
		text, err := engine.Format(cell.Cell{Label: "cell", Source: source})
		if err != nil {
			reply.Faults[name] = firstFault(err)
			continue
		}
		reply.Code[name] = text
	}
	return reply, nil
}

// firstFault returns the first fault of an error, with its place if that is known.
func firstFault(err error) string {
	if failure := (*cell.Error)(nil); errors.As(err, &failure) && len(failure.Diagnostics) > 0 {
		return failure.Diagnostics[0].Error()
	}
	return err.Error()
}
