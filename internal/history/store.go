package history

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

const (
	// maxSessions and maxTotal, in bytes, bound what earlier sessions leave.
	maxSessions = 1000
	maxTotal    = 16 << 20
	// maxSession bounds a session's file, in bytes.
	maxSession = 4 << 20

	suffix = ".jsonl"
)

var errFull = fmt.Errorf("the session's file has reached %d bytes", maxSession)

// record is a line of a session's file: a cell's input, later its output.
type record struct {
	Line   int     `json:"line"`
	Input  *string `json:"input,omitempty"`
	Output *string `json:"output,omitempty"`
}

// store is a folder of sessions, and this session's file in it.
type store struct {
	dir  string
	file *os.File
	size int
}

// openStore starts a session with the first number after those in dir.
func openStore(dir string) (*store, int, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, 0, fmt.Errorf("history folder: %w", err)
	}
	sessions, err := sessionsIn(dir)
	if err != nil {
		return nil, 0, err
	}
	number := 1
	if len(sessions) > 0 {
		number = sessions[len(sessions)-1].number + 1
	}
	// Another kernel may take a number at the same time.
	for ; ; number++ {
		file, err := os.OpenFile(sessionPath(dir, number), os.O_CREATE|os.O_EXCL|os.O_WRONLY|os.O_APPEND, 0o600)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return nil, 0, fmt.Errorf("history of this session: %w", err)
		}
		prune(sessions)
		return &store{dir: dir, file: file}, number, nil
	}
}

func sessionPath(dir string, number int) string {
	return filepath.Join(dir, fmt.Sprintf("%06d%s", number, suffix))
}

// sessionFile is a session of a folder.
type sessionFile struct {
	number int
	path   string
	size   int64
}

// sessionsIn lists the sessions of a folder in their order.
func sessionsIn(dir string) ([]sessionFile, error) {
	list, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("history folder: %w", err)
	}
	var sessions []sessionFile
	for _, item := range list {
		name, is := strings.CutSuffix(item.Name(), suffix)
		number, err := strconv.Atoi(name)
		if !is || err != nil || number < 1 {
			continue
		}
		if info, err := item.Info(); err == nil && info.Mode().IsRegular() {
			sessions = append(sessions, sessionFile{number, filepath.Join(dir, item.Name()), info.Size()})
		}
	}
	slices.SortFunc(sessions, func(a, b sessionFile) int { return a.number - b.number })
	return sessions, nil
}

// prune removes the oldest sessions until the rest is within bounds. A kernel
// whose session goes while it runs keeps what it has in memory.
func prune(sessions []sessionFile) {
	var total int64
	for i, s := range slices.Backward(sessions) {
		total += s.size
		if len(sessions)-i > maxSessions || total > maxTotal {
			_ = os.Remove(s.path) // another kernel may have been quicker
		}
	}
}

// append writes a record in one piece, so that readers find whole lines.
func (s *store) append(r record) error {
	line, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("history: %w", err)
	}
	if s.size+len(line)+1 > maxSession {
		return fmt.Errorf("history: %w", errFull)
	}
	n, err := s.file.Write(append(line, '\n'))
	s.size += n
	if err != nil {
		return fmt.Errorf("history: %w", err)
	}
	return nil
}

// close closes the session's file and removes it where nothing is in it.
func (s *store) close(empty bool) error {
	err := s.file.Close()
	if empty {
		err = errors.Join(err, os.Remove(s.file.Name()))
	}
	return err
}

// entries reads a session. A line that is not whole, as a crash leaves it, is
// passed over.
func (f sessionFile) entries() ([]Entry, error) {
	file, err := os.Open(f.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil // pruned by another kernel
	}
	if err != nil {
		return nil, fmt.Errorf("history of session %d: %w", f.number, err)
	}
	defer file.Close()
	var found []Entry
	in := bufio.NewReader(io.LimitReader(file, maxSession))
	for {
		line, err := in.ReadBytes('\n')
		found = apply(found, f.number, line)
		if errors.Is(err, io.EOF) {
			return found, nil
		}
		if err != nil {
			return nil, fmt.Errorf("history of session %d: %w", f.number, err)
		}
	}
}

// apply adds what a line of a session's file says.
func apply(entries []Entry, session int, line []byte) []Entry {
	var r record
	if json.Unmarshal(bytes.TrimSpace(line), &r) != nil {
		return entries
	}
	if r.Input != nil {
		return append(entries, Entry{Session: session, Line: r.Line, Input: *r.Input, Output: r.Output})
	}
	if last := len(entries) - 1; last >= 0 && entries[last].Line == r.Line {
		entries[last].Output = r.Output
	}
	return entries
}
