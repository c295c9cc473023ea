package kernel

import (
	"encoding/json"
	"fmt"
	"slices"

	"krigo/cell"
)

// noSteps is the refusal of what a debugger that steps would do.
const noSteps = "krigo shows variables, but does not step through cells: there are no breakpoints and no call stacks"

// debugRequest is the content of debug_request: a request of the Debug Adapter
// Protocol, which Jupyter passes through.
type debugRequest struct {
	Seq       int    `json:"seq"`
	Command   string `json:"command"`
	Arguments struct {
		VariableName string            `json:"variableName"`
		Breakpoints  []json.RawMessage `json:"breakpoints"`
	} `json:"arguments"`
}

// debugReply is the content of debug_reply. Body is there where the request
// fails, too: JupyterLab reads what it expects there without a look at Success.
type debugReply struct {
	Type       string `json:"type"`
	Seq        int    `json:"seq"`
	RequestSeq int    `json:"request_seq"`
	Command    string `json:"command"`
	Success    bool   `json:"success"`
	Message    string `json:"message,omitempty"`
	Body       fields `json:"body,omitempty"`
}

// fields is a body of a debug_reply.
type fields map[string]any

// debug answers what JupyterLab's panel of variables asks for, and what it says
// when it is opened and closed. It never waits for a cell.
func (k *core) debug(r *request) (any, error) {
	var content debugRequest
	if err := r.parse(&content); err != nil {
		return nil, err
	}
	body, err := k.debugBody(content)
	if len(content.Arguments.Breakpoints) > 0 {
		k.tellNoSteps()
	}
	reply := debugReply{
		Type: "response", Seq: content.Seq, RequestSeq: content.Seq, Command: content.Command,
		Success: err == nil, Body: body,
	}
	if err != nil {
		reply.Message = err.Error()
	}
	return reply, nil
}

// tellNoSteps writes noSteps below the latest cell, once after each opening of the panel. JupyterLab shows no
// message of a reply to setBreakpoints, and takes a breakpoint in it for one that is set, verified or not.
func (k *core) tellNoSteps() {
	if r := k.latest.Load(); r != nil && !k.refusedSteps.Swap(true) {
		r.publish("stream", map[string]string{"name": "stderr", "text": noSteps + ".\n"})
	}
}

func (k *core) debugBody(content debugRequest) (fields, error) {
	switch content.Command {
	case "debugInfo":
		return k.debugInfo(), nil
	case "initialize": // no capability, and nothing to stop at
		k.panel.Store(true)
		k.refusedSteps.Store(false)
		return fields{"exceptionBreakpointFilters": []string{}}, nil
	case "disconnect":
		k.panel.Store(false)
		return nil, nil
	case "attach", "configurationDone":
		return nil, nil
	case "inspectVariables":
		variables, running := k.variables()
		return fields{"variables": debugVariables(variables, running)}, nil
	case "richInspectVariables":
		return k.richVariable(content.Arguments.VariableName)
	}
	return refusals[content.Command], fmt.Errorf("%s: %s", content.Command, noSteps)
}

// refusals are bodies of refused requests: nothing, as JupyterLab reads it.
var refusals = map[string]fields{
	"dumpCell":       {"sourcePath": ""},
	"setBreakpoints": {"breakpoints": []string{}},
}

// debugInfo returns the state of the debugger: whether the panel is open.
// Files and hashes of cells are for breakpoints.
func (k *core) debugInfo() fields {
	return fields{
		"isStarted": k.panel.Load(), "hashMethod": "Murmur2", "hashSeed": 0, "tmpFilePrefix": "", "tmpFileSuffix": ".go",
		"breakpoints": []string{}, "stoppedThreads": []int{}, "richRendering": true, "exceptionPaths": []string{}, "copyToGlobals": false,
	}
}

// variables returns the variables of the engine, once that is running.
func (k *core) variables() (all []cell.Variable, running bool) {
	if !k.engine.isReady() || k.engine.err != nil {
		return nil, false
	}
	return k.engine.engine.Variables()
}

// debugVariable is a variable of inspectVariables.
type debugVariable struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	// Type is empty where the value is not known: JupyterLab reads a number out
	// of the value of an int.
	Type string `json:"type,omitempty"`
	// Reference would be for asking what is within; 0 is nothing.
	Reference int `json:"variablesReference"`
}

func debugVariables(all []cell.Variable, running bool) []debugVariable {
	list := []debugVariable{}
	for _, v := range all {
		d := debugVariable{Name: v.Name, Value: v.Value, Type: v.Type}
		if !v.Known {
			d.Value, d.Type = unknown(v, running), ""
		}
		list = append(list, d)
	}
	return list
}

// unknown returns the text shown for a value that could not be read.
func unknown(v cell.Variable, running bool) string {
	if running {
		return v.Type + " (not read while a cell runs)"
	}
	return v.Type + " (could not be read)"
}

// richVariable returns a variable with its type and documentation.
func (k *core) richVariable(name string) (fields, error) {
	all, running := k.variables()
	i := slices.IndexFunc(all, func(v cell.Variable) bool { return v.Name == name })
	if i < 0 {
		return richBody(nil), fmt.Errorf("no variable is called %q", name)
	}
	if !all[i].Known {
		return richBody(&cell.Bundle{Data: map[string]any{"text/plain": unknown(all[i], running)}}), nil
	}
	if bundle, found := k.engine.engine.Inspect(name, len(name), 0); found {
		return richBody(&bundle), nil
	}
	return richBody(&cell.Bundle{Data: map[string]any{"text/plain": all[i].Value}}), nil
}

func richBody(b *cell.Bundle) fields {
	if b == nil {
		b = &cell.Bundle{}
	}
	return fields{"data": object(b.Data), "metadata": object(b.Metadata)}
}
