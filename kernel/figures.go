package kernel

import (
	"encoding/json"
	"errors"
)

type moduleReply struct {
	Status string          `json:"status"`
	Module json.RawMessage `json:"module"`
}

// moduleRequest returns the WebAssembly module of figures, by which a front end computes them without
// asking the kernel each time.
func (k *core) moduleRequest(*request) (any, error) {
	if k.module == nil {
		return nil, errors.New("this kernel has no WebAssembly module of figures")
	}
	module, err := k.module()
	if err != nil {
		return nil, err
	}
	return moduleReply{"ok", module}, nil
}
