package history

import (
	"errors"
	"sync"
)

// maxOutput is the longest output, in bytes, that is kept.
const maxOutput = 16 << 10

// Entry is a cell that ran.
type Entry struct {
	// Session is the number of its session, 1 or more.
	Session int
	// Line is its execution count.
	Line int
	// Input is its source.
	Input string
	// Output is its value's plain text; nil where it had none, or too long a
	// one.
	Output *string
}

// Log is the history as one session sees it. Its methods may be called
// concurrently.
type Log struct {
	mu      sync.Mutex
	session int
	entries []Entry // this session's
	store   *store  // or nil
	failed  error   // of the first record that could not be written
	notice  string
}

// New makes a log of this session only, whose number is 1.
func New() *Log { return &Log{session: 1} }

// Open makes a log that goes on from the sessions in dir, and makes dir if it is missing. If the
// path is a file, as earlier terminals kept their history, its cells are taken over and the file is
// set aside; [Log.Notice] reports that.
func Open(dir string) (*Log, error) {
	notice, err := takeOver(dir)
	if err != nil {
		return nil, err
	}
	s, session, err := openStore(dir)
	if err != nil {
		return nil, err
	}
	return &Log{session: session, store: s, notice: notice}, nil
}

// Notice returns a message for the user about the opening of the log, or "".
func (l *Log) Notice() string { return l.notice }

// Session is this session's number.
func (l *Log) Session() int { return l.session }

// Add notes that a cell runs. The first error of the disk is returned, once;
// from then on the log is kept in memory only.
func (l *Log) Add(line int, input string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.entries = append(l.entries, Entry{Session: l.session, Line: line, Input: input})
	return l.write(record{Line: line, Input: &input})
}

// Output notes the value of the last cell; line is its number. Errors are as for [Log.Add].
func (l *Log) Output(line int, text string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	last := len(l.entries) - 1
	if last < 0 || l.entries[last].Line != line || len(text) > maxOutput {
		return nil
	}
	l.entries[last].Output = &text
	return l.write(record{Line: line, Output: &text})
}

func (l *Log) write(r record) error {
	if l.store == nil || l.failed != nil {
		return nil
	}
	l.failed = l.store.append(r)
	return l.failed
}

// Close ends the session's file.
func (l *Log) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.store == nil {
		return nil
	}
	l.failed = errors.New("the log is closed")
	return l.store.close(len(l.entries) == 0)
}
