package kernel

import (
	"fmt"
	"testing"
)

// debugs checks the reply to a command of the debug adapter protocol.
func debugs(c *client, command, arguments, success, body string) {
	c.t.Helper()
	request := fmt.Sprintf(`{"type":"request","seq":4,"command":%q,"arguments":%s}`, command, arguments)
	reply := fmt.Sprintf(`{"type":"response","seq":4,"request_seq":4,"command":%q,"success":%s%s}`, command, success, body)
	c.says(c.request(control, "debug_request", request), reply)
}

// What JupyterLab asks when its panel of variables is opened, shows some and is
// closed, in its order.
func TestDebugServesThePanelOfVariables(t *testing.T) {
	each(t, func(t *testing.T, c *client) {
		c.execute("print started", "ok", "started\n", "")
		info := func(started bool) {
			debugs(c, "debugInfo", "{}", "true", fmt.Sprintf(`,"body":{"breakpoints":[],"copyToGlobals":false,"exceptionPaths":[],"hashMethod":"Murmur2","hashSeed":0,`+
				`"isStarted":%v,"richRendering":true,"stoppedThreads":[],"tmpFilePrefix":"","tmpFileSuffix":".go"}`, started))
		}
		info(false)
		debugs(c, "initialize", `{"clientID":"jupyterlab"}`, "true", `,"body":{"exceptionBreakpointFilters":[]}`)
		debugs(c, "attach", "{}", "true", "")
		info(true)
		debugs(c, "inspectVariables", "{}", "true", `,"body":{"variables":[{"name":"n","value":"7","type":"int","variablesReference":0},`+
			`{"name":"sin","value":"0.5","type":"float64","variablesReference":0},{"name":"far","value":"int (not read while a cell runs)","variablesReference":0}]}`)
		debugs(c, "richInspectVariables", `{"variableName":"sin"}`, "true", `,"body":{"data":{"text/plain":"sine"},"metadata":{}}`)
		debugs(c, "richInspectVariables", `{"variableName":"n"}`, "true", `,"body":{"data":{"text/plain":"7"},"metadata":{}}`)
		debugs(c, "richInspectVariables", `{"variableName":"far"}`, "true", `,"body":{"data":{"text/plain":"int (not read while a cell runs)"},"metadata":{}}`)
		debugs(c, "richInspectVariables", `{"variableName":"gone"}`, "false", `,"message":"no variable is called \"gone\"","body":{"data":{},"metadata":{}}`)
		debugs(c, "disconnect", `{"restart":false}`, "true", "")
		info(false)
	})
}

// A click beside a line is answered where front ends show it: below the latest cell, once.
func TestDebugSaysThatThereAreNoBreakpoints(t *testing.T) {
	each(t, func(t *testing.T, c *client) {
		c.execute("print started", "ok", "started\n", "")
		refused := fmt.Sprintf(`,"message":"setBreakpoints: %s","body":{"breakpoints":[]}`, noSteps)
		for range 2 {
			debugs(c, "initialize", "{}", "true", `,"body":{"exceptionBreakpointFilters":[]}`)
			debugs(c, "setBreakpoints", `{"breakpoints":[]}`, "false", refused)
			debugs(c, "setBreakpoints", `{"breakpoints":[{"line":2}]}`, "false", refused)
			note := c.await("the note", func(a arrival) bool {
				return a.channel == iopub && a.header.Type == "stream" && a.parentID() == "request-1"
			})
			if got := string(note.message.content); got != fmt.Sprintf(`{"name":"stderr","text":"%s.\n"}`, noSteps) {
				t.Errorf("the note is %s", got)
			}
			debugs(c, "setBreakpoints", `{"breakpoints":[{"line":2},{"line":3}]}`, "false", refused)
		}
		for _, a := range c.backlog {
			if a.header.Type == "stream" {
				t.Errorf("the note came again: %s", a.content)
			}
		}
	})
}

// JupyterLab reads a body without a look at success.
func TestDebugRefusesSteps(t *testing.T) {
	each(t, func(t *testing.T, c *client) {
		for command, body := range map[string]string{
			"dumpCell": `,"body":{"sourcePath":""}`, "setBreakpoints": `,"body":{"breakpoints":[]}`, "next": "", "evaluate": "",
		} {
			debugs(c, command, "{}", "false", fmt.Sprintf(`,"message":"%s: %s"%s`, command, noSteps, body))
		}
	})
}
