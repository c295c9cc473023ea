package kernel

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"krigo/cell"
)

// executeRequest is the content of execute_request.
type executeRequest struct {
	Code            string            `json:"code"`
	Silent          bool              `json:"silent"`
	StoreHistory    bool              `json:"store_history"`
	UserExpressions map[string]string `json:"user_expressions"`
	AllowStdin      bool              `json:"allow_stdin"`
	StopOnError     bool              `json:"stop_on_error"`
}

type executeReply struct {
	Status          string         `json:"status"`
	ExecutionCount  int            `json:"execution_count"`
	Payload         []page         `json:"payload"`
	UserExpressions map[string]any `json:"user_expressions"`
}

type executeFailure struct {
	failure
	ExecutionCount  int            `json:"execution_count"`
	Payload         []page         `json:"payload"`
	UserExpressions map[string]any `json:"user_expressions"`
}

// execute runs a cell. Only runQueue calls it.
func (k *core) execute(r *request) (any, error) {
	content := executeRequest{StoreHistory: true, AllowStdin: true, StopOnError: true}
	if err := r.parse(&content); err != nil {
		return nil, err
	}
	content.StoreHistory = content.StoreHistory && !content.Silent
	if !content.Silent {
		k.latest.Store(r)
	}
	if content.StoreHistory {
		k.count++
		k.remember(content.Code)
	}
	out := &cellOutput{
		request: r, comms: k.comms, silent: content.Silent, mayAsk: content.AllowStdin,
		limited: k.outputLimit > 0, room: k.outputLimit,
	}
	out.publish("execute_input", map[string]any{"code": content.Code, "execution_count": k.count})

	ctx := k.running.ctx
	if err := k.evaluate(ctx, content, out); err != nil {
		return k.executeFailed(r, content, out, err), nil
	}
	values := k.userExpressions(ctx, content.UserExpressions)
	return executeReply{"ok", k.count, out.finish(), values}, nil
}

// evaluate runs the code and publishes its value.
func (k *core) evaluate(ctx context.Context, content executeRequest, out *cellOutput) error {
	engine, err := k.engine.get(ctx)
	if err != nil {
		return err
	}
	code := cell.Cell{Label: fmt.Sprintf("cell %d", k.count), Source: content.Code}
	value, err := engine.Eval(ctx, code, out)
	if err != nil || value == nil {
		return err
	}
	if content.StoreHistory {
		k.rememberOutput(value.Data["text/plain"])
	}
	out.publish("execute_result", map[string]any{
		"execution_count": k.count, "data": object(value.Data), "metadata": object(value.Metadata),
	})
	return nil
}

// executeFailed publishes a cell's error and aborts what was queued behind it.
func (k *core) executeFailed(r *request, content executeRequest, out *cellOutput, err error) executeFailure {
	f := failureOf(err)
	out.publish("error", failure{Name: f.Name, Value: f.Value, Traceback: f.Traceback})
	if content.StopOnError {
		aborted := k.queue.takeAll()
		r.after = func() {
			for _, a := range aborted {
				a.serve(k.abort)
			}
		}
	}
	return executeFailure{f, k.count, out.finish(), map[string]any{}}
}

// abort answers a request that a failure before it cancelled. The reply has no count: front ends would
// show one for a cell that did not run.
func (*core) abort(*request) (any, error) {
	return map[string]any{"status": "aborted"}, nil
}

// userExpressions evaluates expressions for the front end, in the order of
// their names. One that fails does not fail the cell.
func (k *core) userExpressions(ctx context.Context, expressions map[string]string) map[string]any {
	values := map[string]any{}
	for _, name := range slices.Sorted(maps.Keys(expressions)) {
		values[name] = k.userExpression(ctx, expressions[name])
	}
	return values
}

func (k *core) userExpression(ctx context.Context, expression string) any {
	engine, err := k.engine.get(ctx)
	if err != nil {
		return failureOf(err)
	}
	value, err := engine.Evaluate(ctx, expression)
	if err != nil {
		return failureOf(err)
	}
	if value == nil {
		value = &cell.Bundle{Data: map[string]any{"text/plain": ""}}
	}
	return map[string]any{"status": "ok", "data": object(value.Data), "metadata": object(value.Metadata)}
}
