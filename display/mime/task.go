package mime

import (
	"sync"

	"github.com/google/uuid"

	"krigo/cell"
)

// Task is work that handlers of comms defer, such as a redraw: it runs as a handler
// does, behind the waiting messages, once for any number of requests meanwhile. Only a
// program that runs cells has a queue of handlers; elsewhere a task never runs.
type Task struct {
	id, name string
	run      func()
}

// tasks holds the process's tasks by id.
var tasks = struct {
	sync.Mutex
	byID map[string]*Task
}{byID: map[string]*Task{}}

// NewTask returns a task, called name in messages, of the cell that calls NewTask: its
// output goes there.
func NewTask(name string, run func()) *Task {
	t := &Task{id: uuid.NewString(), name: name, run: run}
	tasks.Lock()
	tasks.byID[t.id] = t
	tasks.Unlock()
	output().Comm(cell.CommMessage{Kind: "task", ID: t.id})
	return t
}

// Request has the task run soon.
func (t *Task) Request() { output().Comm(cell.CommMessage{Kind: "wake", ID: t.id}) }

func taskOf(id string) *Task {
	tasks.Lock()
	defer tasks.Unlock()
	return tasks.byID[id]
}

func runTask(id string) error {
	if t := taskOf(id); t != nil {
		t.run()
	}
	return nil
}
