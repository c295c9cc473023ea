package worker

import (
	"slices"
	"sync"

	"krigo/cell"
	"krigo/display/mime"
)

// letter is a message of a comm that waits for its handlers.
type letter struct {
	message *cell.CommMessage
	// ids are the requests that end when the handlers do, and the handlers of other
	// letters with the same requests.
	ids []int
}

// requests counts the letters of each request, which ends with the last of them.
type requests struct {
	mu      sync.Mutex
	letters map[int]int
}

func newRequests() *requests { return &requests{letters: map[int]int{}} }

// add assigns requests to a letter.
func (r *requests) add(l *letter, ids []int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, id := range ids {
		if !slices.Contains(l.ids, id) {
			l.ids = append(l.ids, id)
			r.letters[id]++
		}
	}
}

// take removes all requests from a letter, and returns those that end by that.
func (r *requests) take(l *letter) (ended []int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, id := range l.ids {
		if r.letters[id]--; r.letters[id] == 0 {
			delete(r.letters, id)
			ended = append(ended, id)
		}
	}
	l.ids = nil
	return ended
}

// of returns the requests of a letter.
func (r *requests) of(l *letter) []int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(l.ids)
}

// maxLetters bounds the waiting messages other than updates: more clicks than that while
// a cell runs are not intended.
const maxLetters = 1000

// mailbox holds messages of comms until their handlers are free, so that put never
// blocks. An update of a widget's state is merged into one of the same comm that waits,
// but never overtakes a message of another kind: a click finds the values that it was
// made with. So a slider that moves while a cell runs leaves one message.
type mailbox struct {
	mu      sync.Mutex
	filled  *sync.Cond
	waiting []*letter

	requests *requests
}

func newMailbox(r *requests) *mailbox {
	b := &mailbox{requests: r}
	b.filled = sync.NewCond(&b.mu)
	return b
}

// put adds a message. It returns the requests that end with it: those of messages that it
// has replaced. Full reports that it was not taken.
func (b *mailbox) put(m *cell.CommMessage, ids ...int) (superseded []int, full bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if l := b.sameUpdate(m); l != nil {
		superseded = b.requests.take(l)
		b.requests.add(l, ids)
		return superseded, false
	}
	if len(b.waiting) >= maxLetters {
		return ids, true
	}
	b.add(m, ids)
	return nil, false
}

// add adds a letter at the end.
func (b *mailbox) add(m *cell.CommMessage, ids []int) {
	l := &letter{message: m}
	b.requests.add(l, ids)
	b.waiting = append(b.waiting, l)
	b.filled.Signal()
}

// putTask adds a task to run, unless it waits already. The requests end when it has run.
func (b *mailbox) putTask(m *cell.CommMessage, ids []int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, l := range b.waiting {
		if l.message.Kind == "wake" && l.message.ID == m.ID {
			b.requests.add(l, ids)
			return
		}
	}
	b.add(m, ids)
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

// next takes the first message. A goroutine that alone takes messages finds one after
// await.
func (b *mailbox) next() *letter {
	b.mu.Lock()
	defer b.mu.Unlock()
	l := b.waiting[0]
	b.waiting[0] = nil
	b.waiting = b.waiting[1:]
	return l
}
