package child

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"
)

// Group is a command with all processes that it starts: a job object.
type Group struct {
	cmd *exec.Cmd
	mu  sync.Mutex // so that a command is in its job before it is killed
	job windows.Handle
}

// NewGroup prepares a command that was not started yet. A console's interrupt
// will reach its caller only. It may be used for cmd.Cancel.
func NewGroup(cmd *exec.Cmd) *Group {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	cmd.SysProcAttr.CreationFlags |= windows.CREATE_NEW_PROCESS_GROUP | windows.CREATE_NO_WINDOW | windows.CREATE_SUSPENDED
	return &Group{cmd: cmd}
}

// Start starts the command. It runs nothing before the job holds it, so that
// the job holds whatever it starts.
func (g *Group) Start() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	job, err := newJob()
	if err != nil {
		return err
	}
	g.job = job
	if err := g.cmd.Start(); err != nil {
		g.closeLocked()
		return err
	}
	pid := uint32(g.cmd.Process.Pid)
	if err := errors.Join(assign(job, pid), resume(pid)); err != nil {
		err = errors.Join(err, g.cmd.Process.Kill())
		_ = g.cmd.Wait() // it was killed
		g.closeLocked()
		return err
	}
	return nil
}

// Kill ends the command and all that it has started. It fails if none of them
// runs any more.
func (g *Group) Kill() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.job == 0 {
		return os.ErrProcessDone
	}
	return windows.TerminateJobObject(g.job, killedStatus)
}

// killedStatus is the status of what [Group.Kill] has ended.
const killedStatus = 1

// Close releases the group's resources, after the command's end, and ends the
// processes that the command has left running.
func (g *Group) Close() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.closeLocked()
}

func (g *Group) closeLocked() {
	_ = windows.CloseHandle(g.job)
	g.job = 0
}

// newJob makes a job whose processes end when its last handle is closed, thus
// with this process at the latest.
func newJob() (windows.Handle, error) {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return 0, fmt.Errorf("make a job: %w", err)
	}
	var limits windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION
	limits.BasicLimitInformation.LimitFlags = windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
	_, err = windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&limits)), uint32(unsafe.Sizeof(limits)))
	if err != nil {
		_ = windows.CloseHandle(job)
		return 0, fmt.Errorf("limit a job: %w", err)
	}
	return job, nil
}

func assign(job windows.Handle, pid uint32) error {
	process, err := windows.OpenProcess(windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE, false, pid)
	if err != nil {
		return fmt.Errorf("open process %d: %w", pid, err)
	}
	defer windows.CloseHandle(process)
	if err := windows.AssignProcessToJobObject(job, process); err != nil {
		return fmt.Errorf("put process %d into a job: %w", pid, err)
	}
	return nil
}

// resume lets a process run that was started suspended. It has one thread.
func resume(pid uint32) error {
	id, err := threadOf(pid)
	if err != nil {
		return err
	}
	thread, err := windows.OpenThread(windows.THREAD_SUSPEND_RESUME, false, id)
	if err != nil {
		return fmt.Errorf("open the thread of process %d: %w", pid, err)
	}
	defer windows.CloseHandle(thread)
	if _, err := windows.ResumeThread(thread); err != nil {
		return fmt.Errorf("resume process %d: %w", pid, err)
	}
	return nil
}

// threadOf returns a thread of a process.
func threadOf(pid uint32) (uint32, error) {
	list, err := windows.CreateToolhelp32Snapshot(windows.TH32CS_SNAPTHREAD, 0)
	if err != nil {
		return 0, fmt.Errorf("list the threads: %w", err)
	}
	defer windows.CloseHandle(list)
	entry := windows.ThreadEntry32{Size: uint32(unsafe.Sizeof(windows.ThreadEntry32{}))}
	for err = windows.Thread32First(list, &entry); err == nil; err = windows.Thread32Next(list, &entry) {
		if entry.OwnerProcessID == pid {
			return entry.ThreadID, nil
		}
	}
	return 0, fmt.Errorf("list the threads of process %d: %w", pid, err)
}
