package worker

import (
	"sync"

	"krigo/cell"
	"krigo/display/mime"
)

// letter is a message of a comm that waits for its handlers.
type letter struct {
	message *cell.CommMessage
	// ids are the requests that end when the handlers do.
	ids []int
}

// maxLetters is how many messages wait that are no updates: who clicks more often
// while a cell runs does not mean it.
const maxLetters = 1000

// mailbox holds messages of comms until their handlers are free, so that who
// fills it never waits. An update of a widget's state is merged into one of the
// same comm that waits, but never passes a message that is no update: a click
// finds the values that it was made with. So a slider that moves while a cell
// runs leaves one message.
type mailbox struct {
	mu      sync.Mutex
	filled  *sync.Cond
	waiting []*letter
}

func newMailbox() *mailbox {
	b := &mailbox{}
	b.filled = sync.NewCond(&b.mu)
	return b
}

// put adds a message. It returns the requests that end with it: those of
// messages that it has taken the place of. Full tells that it was not taken.
func (b *mailbox) put(m *cell.CommMessage, ids ...int) (superseded []int, full bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if l := b.sameUpdate(m); l != nil {
		superseded, l.ids = l.ids, ids
		return superseded, false
	}
	if len(b.waiting) >= maxLetters {
		return ids, true
	}
	b.waiting = append(b.waiting, &letter{m, ids})
	b.filled.Signal()
	return nil, false
}

// putTask adds a task that is to run, unless it waits already. The requests end
// when it has run.
func (b *mailbox) putTask(m *cell.CommMessage, ids []int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, l := range b.waiting {
		if l.message.Kind == "wake" && l.message.ID == m.ID {
			l.ids = append(l.ids, ids...)
			return
		}
	}
	b.waiting = append(b.waiting, &letter{m, ids})
	b.filled.Signal()
}

// sameUpdate returns the letter that an update was merged into, if any.
func (b *mailbox) sameUpdate(m *cell.CommMessage) *letter {
	if !mime.IsUpdate(m) {
		return nil
	}
	for i := len(b.waiting) - 1; i >= 0; i-- {
		l := b.waiting[i]
		if mime.MergeComm(l.message, m) {
			return l
		}
		if !mime.IsUpdate(l.message) && l.message.Kind != "wake" {
			return nil
		}
	}
	return nil
}

// await waits until there is a message.
func (b *mailbox) await() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for len(b.waiting) == 0 {
		b.filled.Wait()
	}
}

// next takes the first message. There is one after await, for who alone takes.
func (b *mailbox) next() *letter {
	b.mu.Lock()
	defer b.mu.Unlock()
	l := b.waiting[0]
	b.waiting[0] = nil
	b.waiting = b.waiting[1:]
	return l
}

// takeIDs takes the requests that end when the handlers of l do.
func (b *mailbox) takeIDs(l *letter) []int {
	b.mu.Lock()
	defer b.mu.Unlock()
	ids := l.ids
	l.ids = nil
	return ids
}
