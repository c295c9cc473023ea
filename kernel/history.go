package kernel

import (
	"fmt"
	"sync"
)

// entry is a cell that ran.
type entry struct {
	line   int
	input  string
	output *string // text/plain of its value, or nil
}

// session is this session's number in the history. Sessions before it are not
// kept.
const session = 1

// history is this session's, in the order of execution.
type history struct {
	mu      sync.Mutex
	entries []entry
}

func (h *history) add(line int, input string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.entries = append(h.entries, entry{line: line, input: input})
}

// output notes the value of the last cell, where line is its number.
func (h *history) output(line int, value any) {
	text, ok := value.(string)
	h.mu.Lock()
	defer h.mu.Unlock()
	if last := len(h.entries) - 1; ok && last >= 0 && h.entries[last].line == line {
		h.entries[last].output = &text
	}
}

// tail returns the last n.
func (h *history) tail(n int) []entry {
	h.mu.Lock()
	defer h.mu.Unlock()
	return lastOf(h.entries, n)
}

// lines returns those with start <= line < stop; a stop of 0 is no bound.
func (h *history) lines(start, stop int) []entry {
	h.mu.Lock()
	defer h.mu.Unlock()
	var found []entry
	for _, e := range h.entries {
		if e.line >= start && (stop == 0 || e.line < stop) {
			found = append(found, e)
		}
	}
	return found
}

// search returns the last n of those whose input matches a glob pattern, all
// for n = 0; with unique, only the last of each input.
func (h *history) search(pattern string, n int, unique bool) ([]entry, error) {
	matcher, err := glob(pattern)
	if err != nil {
		return nil, fmt.Errorf("pattern %q: %w", pattern, err)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	last := map[string]int{}
	for _, e := range h.entries {
		last[e.input] = e.line
	}
	var found []entry
	for _, e := range h.entries {
		if matcher.MatchString(e.input) && (!unique || last[e.input] == e.line) {
			found = append(found, e)
		}
	}
	if n == 0 {
		return found, nil
	}
	return lastOf(found, n), nil
}

// lastOf copies the last n of entries.
func lastOf(entries []entry, n int) []entry {
	first := max(len(entries)-max(n, 0), 0)
	return append([]entry(nil), entries[first:]...)
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
	var found []entry
	var err error
	switch content.Access {
	case "tail":
		found = k.history.tail(content.N)
	case "range":
		if content.Session == 0 || content.Session == session {
			found = k.history.lines(content.Start, content.Stop)
		}
	case "search":
		found, err = k.history.search(content.Pattern, content.N, content.Unique)
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
func rows(entries []entry, output bool) [][3]any {
	rows := make([][3]any, len(entries))
	for i, e := range entries {
		rows[i] = [3]any{session, e.line, e.input}
		if output {
			rows[i][2] = [2]any{e.input, e.output}
		}
	}
	return rows
}
