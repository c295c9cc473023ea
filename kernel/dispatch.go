package kernel

// route describes how one type of request is served.
type route struct {
	// serve returns the content of the reply, or nil for none.
	serve func(*request) (any, error)
	// Requests in the same lane run one after the other; those of the zero lane are answered at
	// once, also while others run.
	lane lane
}

// lane says which requests run one after the other.
type lane int

const (
	atOnce lane = iota
	cells
	commLane // comms wait for the engine and its worker to start
)

// routes returns the dispatch table, of shell and of control alike.
func (k *core) routes() map[string]route {
	return map[string]route{
		"execute_request":     {serve: k.execute, lane: cells},
		"complete_request":    {serve: k.complete},
		"inspect_request":     {serve: k.inspect},
		"is_complete_request": {serve: k.isComplete},
		"history_request":     {serve: k.historyRequest},
		"comm_info_request":   {serve: k.commInfo, lane: commLane},
		"comm_open":           {serve: k.commOpen, lane: commLane},
		"comm_msg":            {serve: k.commMsg, lane: commLane},
		"comm_close":          {serve: k.commClose, lane: commLane},
		"kernel_info_request": {serve: k.kernelInfo},
		"interrupt_request":   {serve: k.interrupt},
		"shutdown_request":    {serve: k.shutdown},
		"debug_request":       {serve: k.debug},
		"usage_request":       {serve: k.usageRequest},

		"krigo_format_request":   {serve: k.format},
		"krigo_effects_request":  {serve: k.effects},
		"krigo_reactive_request": {serve: k.reactive},
		"krigo_module_request":   {serve: k.moduleRequest},
	}
}

// receive serves a message of shell, control or stdin.
func (k *core) receive(ch channel, m *message) {
	r := &request{core: k, channel: ch, msg: m}
	if ch == stdin {
		k.inputs.receive(r)
		return
	}
	route, known := k.table[m.header.Type]
	switch {
	case !known:
		k.log.Warn("no such request", "type", m.header.Type, "channel", ch)
		r.serve(func(*request) (any, error) { return nil, nil })
	case route.lane == cells:
		k.queue.push(r)
	case route.lane == commLane:
		k.commQueue.push(r)
	default:
		r.serve(route.serve)
	}
}
