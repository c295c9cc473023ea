package kernel

import (
	"fmt"
	"log/slog"

	"krigo/internal/history"
)

// openHistory opens the history in dir. Where that fails, or dir is empty,
// this session's is kept in memory.
func openHistory(dir string, log *slog.Logger) *history.Log {
	if dir == "" {
		return history.New()
	}
	h, err := history.Open(dir)
	if err != nil {
		log.Warn("only this session's history is kept", "err", err)
		return history.New()
	}
	if told := h.Notice(); told != "" {
		log.Info(told)
	}
	return h
}

// remember notes that a cell runs.
func (k *core) remember(input string) {
	if err := k.history.Add(k.count, input); err != nil {
		k.log.Warn("the history is no longer written", "err", err)
	}
}

// rememberOutput notes the plain text of the value of the cell that ran.
func (k *core) rememberOutput(value any) {
	text, ok := value.(string)
	if !ok {
		return
	}
	if err := k.history.Output(k.count, text); err != nil {
		k.log.Warn("the history is no longer written", "err", err)
	}
}

// historyRequest answers the three kinds of question about the history.
func (k *core) historyRequest(r *request) (any, error) {
	var content struct {
		Output  bool   `json:"output"`
		Access  string `json:"hist_access_type"`
		Session int    `json:"session"`
		Start   int    `json:"start"`
		Stop    int    `json:"stop"`
		N       int    `json:"n"`
		Pattern string `json:"pattern"`
		Unique  bool   `json:"unique"`
	}
	if err := r.parse(&content); err != nil {
		return nil, err
	}
	var found []history.Entry
	var err error
	switch content.Access {
	case "tail":
		found, err = k.history.Tail(content.N)
	case "range":
		found, err = k.history.Range(content.Session, content.Start, content.Stop)
	case "search":
		found, err = k.history.Search(content.Pattern, content.N, content.Unique)
	default:
		err = fmt.Errorf("hist_access_type is %q, wanted tail, range or search", content.Access)
	}
	if err != nil {
		return nil, err
	}
	return map[string]any{"status": "ok", "history": rows(found, content.Output)}, nil
}

// rows are entries as the protocol writes them: session, line and input, or
// with output session, line and the pair of input and output.
func rows(entries []history.Entry, output bool) [][3]any {
	rows := make([][3]any, len(entries))
	for i, e := range entries {
		rows[i] = [3]any{e.Session, e.Line, e.Input}
		if output {
			rows[i][2] = [2]any{e.Input, e.Output}
		}
	}
	return rows
}
