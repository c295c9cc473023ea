package kernel

import "fmt"

// status reports to all clients that the request is worked on ("busy") or done with
// ("idle").
func (r *request) status(state string) {
	r.publish("status", map[string]string{"execution_state": state})
}

// publish sends a message to everybody on iopub.
func (r *request) publish(kind string, content any) {
	m, err := r.compose(kind, content)
	if err != nil {
		r.core.log.Error("an output cannot be sent", "type", kind, "err", err)
		return
	}
	r.core.broadcast(m)
}

// broadcast sends m on iopub under the topic of its type.
func (k *core) broadcast(m *message) {
	m.identities = [][]byte{fmt.Appendf(nil, "kernel.%s.%s", k.session, m.header.Type)}
	k.out.send(iopub, m)
}

// starting reports to present subscribers that the kernel is there.
func (k *core) starting() {
	m, err := compose(k.session, "status", map[string]string{"execution_state": "starting"})
	if err == nil {
		k.broadcast(m)
	}
}
