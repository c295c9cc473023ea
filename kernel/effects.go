package kernel

import (
	"errors"

	"krigo/cell"
)

// PageEngine is an Engine for front ends that own their page: it knows what cells read and write.
// It reports what has run to its outputs ([cell.Follower]); the kernel publishes that as krigo_ran.
type PageEngine interface {
	Engine
	// Effects returns what a cell would read and write if it ran now. It fails with the error of a
	// cell that cannot run.
	Effects(c cell.Cell) (cell.Effects, error)
	// SetReactive sets the state that %reactive reports.
	SetReactive(on bool)
}

var _ cell.Follower = (*cellOutput)(nil)

// Ran implements [cell.Follower]. Silent cells change what others read, too.
func (o *cellOutput) Ran(r cell.Run) {
	o.flush()
	o.request.publish("krigo_ran", r)
}

// pageEngine returns the engine, where it is one for pages.
func (k *core) pageEngine() (PageEngine, error) {
	engine, err := k.engine.get(k.ctx)
	if err != nil {
		return nil, err
	}
	if page, ok := engine.(PageEngine); ok {
		return page, nil
	}
	return nil, errors.New("the engine does not know what cells read and write")
}

type effectsReply struct {
	Status  string                  `json:"status"`
	Effects map[string]cell.Effects `json:"effects"`
}

// effects returns what sources would read and write, by the names that the client gives
// them; those that cannot run are left out.
func (k *core) effects(r *request) (any, error) {
	var content struct {
		Code map[string]string `json:"code"`
	}
	if err := r.parse(&content); err != nil {
		return nil, err
	}
	engine, err := k.pageEngine()
	if err != nil {
		return nil, err
	}
	reply := effectsReply{"ok", map[string]cell.Effects{}}
	for name, source := range content.Code {
		if e, err := engine.Effects(cell.Cell{Label: "cell", Source: source}); err == nil {
			reply.Effects[name] = e
		}
	}
	return reply, nil
}

// reactive sets what %reactive is to say.
func (k *core) reactive(r *request) (any, error) {
	var content struct {
		On bool `json:"on"`
	}
	if err := r.parse(&content); err != nil {
		return nil, err
	}
	engine, err := k.pageEngine()
	if err != nil {
		return nil, err
	}
	engine.SetReactive(content.On)
	return map[string]string{"status": "ok"}, nil
}
