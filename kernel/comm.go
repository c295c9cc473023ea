package kernel

import (
	"encoding/json"
	"sync"
	"time"

	"krigo/cell"
)

// comms are the comms that are open, by id, with their targets.
type comms struct {
	mu      sync.Mutex
	targets map[string]string
}

func newComms() *comms { return &comms{targets: map[string]string{}} }

func (c *comms) open(id, target string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.targets[id] = target
}

func (c *comms) close(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.targets, id)
}

// target returns the target of an open comm.
func (c *comms) target(id string) (target string, open bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	target, open = c.targets[id]
	return target, open
}

type commTarget struct {
	Target string `json:"target_name"`
}

// of lists the comms of a target, or all for an empty one.
func (c *comms) of(target string) map[string]commTarget {
	c.mu.Lock()
	defer c.mu.Unlock()
	list := map[string]commTarget{}
	for id, t := range c.targets {
		if target == "" || t == target {
			list[id] = commTarget{t}
		}
	}
	return list
}

// commContent is the content of comm_open, comm_msg and comm_close.
type commContent struct {
	ID     string         `json:"comm_id"`
	Target string         `json:"target_name,omitempty"`
	Data   map[string]any `json:"data"`

	metadata map[string]any // of the message
	buffers  [][]byte
}

// commInfo lists the open comms.
func (k *core) commInfo(r *request) (any, error) {
	var content struct {
		Target string `json:"target_name"`
	}
	if err := r.parse(&content); err != nil {
		return nil, err
	}
	return map[string]any{"status": "ok", "comms": k.comms.of(content.Target)}, nil
}

// commOpen offers a front end's comm to user code, and closes it if its target has no handler.
func (k *core) commOpen(r *request) (any, error) {
	c, err := r.commContent()
	if err != nil {
		return nil, nil
	}
	k.comms.open(c.ID, c.Target)
	if err := r.forward("open", c); err != nil {
		k.log.Info("refused a comm", "target", c.Target, "err", err)
		k.comms.close(c.ID)
		r.publish("comm_close", commContent{ID: c.ID, Data: map[string]any{}})
	}
	return nil, nil
}

// commMsg passes data to user code.
func (k *core) commMsg(r *request) (any, error) {
	c, err := r.commContent()
	if err != nil {
		return nil, nil
	}
	target, open := k.comms.target(c.ID)
	if !open {
		k.log.Info("message for a comm that is not open", "comm", c.ID)
		return nil, nil
	}
	if cell.HoldsModel(target) {
		r.echo(c)
	}
	if err := r.forward("msg", c); err != nil {
		k.log.Info("nothing handles a comm's message", "comm", c.ID, "err", err)
	}
	return nil, nil
}

// commClose reports to user code that the front end closed a comm.
func (k *core) commClose(r *request) (any, error) {
	c, err := r.commContent()
	if err != nil {
		return nil, nil
	}
	if _, open := k.comms.target(c.ID); !open {
		return nil, nil
	}
	k.comms.close(c.ID)
	if err := r.forward("close", c); err != nil {
		k.log.Info("nothing handles a comm's close", "comm", c.ID, "err", err)
	}
	return nil, nil
}

// commContent reads a comm message. These have no reply, so the log has the
// error.
func (r *request) commContent() (commContent, error) {
	var c commContent
	err := r.parse(&c)
	if err != nil {
		r.core.log.Warn("malformed comm message", "err", err)
	}
	c.Data = object(c.Data)
	if len(r.msg.metadata) > len("{}") {
		if err := json.Unmarshal(r.msg.metadata, &c.metadata); err != nil {
			r.core.log.Warn("malformed metadata of a comm message", "comm", c.ID, "err", err)
		}
	}
	if len(r.msg.buffers) > 0 {
		c.buffers = r.msg.buffers
	}
	return c, err
}

// echo sends all front ends a model's change in one of them, so that they
// agree: message echo_update of the widgets' protocol 2.1. It bears the change's
// own header as the parent, by which the front end that made it knows it.
func (r *request) echo(c commContent) {
	if c.Data["method"] != "update" {
		return
	}
	data := map[string]any{"method": "echo_update", "state": c.Data["state"], "buffer_paths": c.Data["buffer_paths"]}
	if data["buffer_paths"] == nil {
		data["buffer_paths"] = []any{}
	}
	r.publishComm(cell.CommMessage{Kind: "msg", ID: c.ID, Data: data, Buffers: c.buffers})
}

// publishComm sends user code's message over a comm.
func (r *request) publishComm(m cell.CommMessage) {
	kind := m.Kind
	if kind == "last" {
		kind = "msg"
	}
	msg, err := r.compose("comm_"+kind, commContent{ID: m.ID, Target: m.Target, Data: object(m.Data)})
	if err == nil && len(m.Metadata) > 0 {
		msg.metadata, err = marshal(m.Metadata)
	}
	if err != nil {
		r.core.log.Error("a comm's message cannot be sent", "kind", m.Kind, "comm", m.ID, "err", err)
		return
	}
	msg.buffers = m.Buffers
	r.core.broadcast(msg)
}

// handlerLimit bounds how long a comm's message is busy. Widgets send the next change of a slider
// when the last one is idle, so that handlers keep up; the kernel does not wait for a handler that
// takes longer or waits for a cell.
const handlerLimit = time.Second

// forward passes a front end's message to user code. The request is busy until
// the handlers there have ended.
func (r *request) forward(kind string, c commContent) error {
	k := r.core
	engine, err := k.engine.get(k.ctx)
	if err != nil {
		return err
	}
	handled := make(chan struct{})
	m := cell.CommMessage{Kind: kind, ID: c.ID, Target: c.Target, Data: c.Data, Metadata: c.metadata, Buffers: c.buffers}
	err = engine.Comm(m, &cellOutput{request: r, comms: k.comms}, func() { close(handled) })
	if err == nil {
		r.until = handled
	}
	return err
}

// object makes a nil map an empty one, which JSON writes as {}.
func object(m map[string]any) map[string]any {
	if m == nil {
		return map[string]any{}
	}
	return m
}
