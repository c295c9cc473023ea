package kernel

import (
	"os"
	"runtime"
)

// usageReply is the content of usage_reply, as ipykernel gives it to those that
// show what kernels cost, such as jupyter-resource-usage. What the system does
// not tell is left out.
type usageReply struct {
	Status   string `json:"status"`
	Hostname string `json:"hostname,omitempty"`
	PID      int    `json:"pid"`
	CPUCount int    `json:"cpu_count"`
	// CPU is the processor time that the kernel's processes took since the previous request, in
	// percent of one processor; 0 at the first.
	CPU *float64 `json:"kernel_cpu,omitempty"`
	// Memory is the memory that they hold, in bytes. Shared memory counts once.
	Memory *int64 `json:"kernel_memory,omitempty"`
	// HostCPU is the load of the machine since the previous request, in percent.
	HostCPU *float64 `json:"host_cpu_percent,omitempty"`
	// HostMemory is in bytes, but its "percent".
	HostMemory map[string]float64 `json:"host_virtual_memory,omitempty"`
}

// usageRequest reports the kernel's costs, with its worker and all that cells
// have started.
func (k *core) usageRequest(*request) (any, error) {
	reply := usageReply{Status: "ok", PID: os.Getpid(), CPUCount: runtime.NumCPU()}
	if name, err := os.Hostname(); err == nil {
		reply.Hostname = name
	}
	k.usage.measure(&reply)
	return reply, nil
}
