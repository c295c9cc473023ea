package history

import (
	"fmt"
	"slices"
)

// Tail returns the last n entries, this session's at the end.
func (l *Log) Tail(n int) ([]Entry, error) {
	found := lastOf(l.own(), n)
	earlier, err := l.others()
	if err != nil {
		return nil, err
	}
	for _, f := range slices.Backward(earlier) {
		if len(found) >= n {
			break
		}
		entries, err := f.entries()
		if err != nil {
			return nil, err
		}
		found = append(lastOf(entries, n-len(found)), found...)
	}
	return found, nil
}

// Range returns the entries of a session with start <= line < stop; a stop of 0 means no bound.
// Session 0 is this one, -1 the one before it, and so on. An unknown session has no entries.
func (l *Log) Range(session, start, stop int) ([]Entry, error) {
	if session <= 0 {
		session += l.session
	}
	entries, err := l.of(session)
	if err != nil {
		return nil, err
	}
	var found []Entry
	for _, e := range entries {
		if e.Line >= start && (stop == 0 || e.Line < stop) {
			found = append(found, e)
		}
	}
	return found, nil
}

// of returns the entries of a session.
func (l *Log) of(session int) ([]Entry, error) {
	if session == l.session {
		return l.own(), nil
	}
	others, err := l.others()
	if err != nil {
		return nil, err
	}
	for _, f := range others {
		if f.number == session {
			return f.entries()
		}
	}
	return nil, nil
}

// Search returns the last n entries whose input matches a glob pattern, all of
// them for n = 0; with unique, only the last of each input.
func (l *Log) Search(pattern string, n int, unique bool) ([]Entry, error) {
	matcher, err := glob(pattern)
	if err != nil {
		return nil, fmt.Errorf("pattern %q: %w", pattern, err)
	}
	all, err := l.all()
	if err != nil {
		return nil, err
	}
	found := slices.DeleteFunc(all, func(e Entry) bool { return !matcher.MatchString(e.Input) })
	if unique {
		found = lastOfEach(found)
	}
	if n == 0 {
		return found, nil
	}
	return lastOf(found, n), nil
}

// own copies this session's entries.
func (l *Log) own() []Entry {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.entries)
}

// others lists the sessions on disk but this one.
func (l *Log) others() ([]sessionFile, error) {
	if l.store == nil {
		return nil, nil
	}
	sessions, err := sessionsIn(l.store.dir)
	return slices.DeleteFunc(sessions, func(f sessionFile) bool { return f.number == l.session }), err
}

// all returns the entries of all sessions, this one's at the end.
func (l *Log) all() ([]Entry, error) {
	others, err := l.others()
	if err != nil {
		return nil, err
	}
	var all []Entry
	for _, f := range others {
		entries, err := f.entries()
		if err != nil {
			return nil, err
		}
		all = append(all, entries...)
	}
	return append(all, l.own()...), nil
}

// lastOf returns the last n of entries.
func lastOf(entries []Entry, n int) []Entry {
	return entries[max(len(entries)-max(n, 0), 0):]
}

// lastOfEach keeps the last entry of each input.
func lastOfEach(entries []Entry) []Entry {
	last := map[string]int{}
	for i, e := range entries {
		last[e.Input] = i
	}
	var kept []Entry
	for i, e := range entries {
		if last[e.Input] == i {
			kept = append(kept, e)
		}
	}
	return kept
}

// Inputs returns the sources of all cells, each where it was last.
func (l *Log) Inputs() ([]string, error) {
	all, err := l.all()
	if err != nil {
		return nil, err
	}
	var inputs []string
	for _, e := range lastOfEach(all) {
		inputs = append(inputs, e.Input)
	}
	return inputs, nil
}
