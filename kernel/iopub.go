package kernel

import "fmt"

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
