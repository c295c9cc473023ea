//go:build !js

package interp

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"

	"krigo/interp/internal/child"
	"krigo/interp/internal/confine"
	"krigo/interp/internal/ring"
)

// host is the process of a worker, with its ends of the pipes.
type host struct {
	cmd    *exec.Cmd
	group  *child.Group // of cmd
	input  *os.File     // requests
	output *os.File     // events
	stdout *os.File     // output that the worker wrote and did not send before it died
	stderr *os.File
	text   *ring.Ring // the worker's printed text
}

// spawn starts the process with the files that it inherits: pipes for requests, events
// and both ends of its standard output and error, and the ring for its text.
func (h *host) spawn(o Options) (requests io.Writer, events io.Reader, err error) {
	shared, err := ring.Create()
	if err != nil {
		return nil, nil, err
	}
	defer shared.Close()
	text, err := ring.Open(shared)
	if err != nil {
		return nil, nil, err
	}
	defer func() {
		if h.text == nil {
			text.Close()
		}
	}()
	pipes, err := openPipes()
	if err != nil {
		return nil, nil, err
	}
	defer func() { closePipes(pipes[:], &h.input, &h.output, &h.stdout, &h.stderr) }()
	in, out, stdout, stderr := pipes[0], pipes[1], pipes[2], pipes[3]
	cmd := exec.Command(o.Command[0], o.Command[1:]...)
	cmd.Dir = o.Dir
	cmd.Env = environment(o.Env)
	if o.Stdin != nil {
		cmd.Stdin = o.Stdin
	}
	cmd.Stdout, cmd.Stderr = stdout.w, stderr.w
	group := child.NewGroup(cmd)
	if o.Confined.Means != confine.None {
		if err := confine.Command(cmd, o.Confined); err != nil {
			return nil, nil, err
		}
	}
	release, err := child.Give(cmd, in.r, out.w, stdout.r, stderr.r, shared) // wire.RequestsFile and on
	if err != nil {
		return nil, nil, err
	}
	defer release()
	if err := group.Start(); err != nil {
		return nil, nil, err
	}
	h.cmd, h.group, h.text = cmd, group, text
	h.input, h.output, h.stdout, h.stderr = in.w, out.r, stdout.r, stderr.r
	return h.input, h.output, nil
}

type pipe struct{ r, w *os.File }

// openPipes opens the pipes for requests, events, standard output and error.
func openPipes() (pipes [4]pipe, err error) {
	for i := range pipes {
		open := child.LargePipe
		if i == 0 { // no death may leave requests behind
			open = os.Pipe
		}
		if pipes[i].r, pipes[i].w, err = open(); err != nil {
			closePipes(pipes[:i])
			return pipes, err
		}
	}
	return pipes, nil
}

// closePipes closes the ends that are not in kept.
func closePipes(pipes []pipe, kept ...**os.File) {
	keep := map[*os.File]bool{nil: true}
	for _, f := range kept {
		keep[*f] = true
	}
	for _, p := range pipes {
		for _, end := range []*os.File{p.r, p.w} {
			if !keep[end] {
				end.Close()
			}
		}
	}
}

// environment adds the variables that shorten the report of a crash, and that let the
// worker distinguish the goroutines of cells.
func environment(env []string) []string {
	if env == nil {
		env = os.Environ()
	}
	debug := "GODEBUG=tracebacklabels=1"
	for _, v := range env {
		if settings, ok := strings.CutPrefix(v, "GODEBUG="); ok && settings != "" {
			debug = "GODEBUG=" + settings + ",tracebacklabels=1"
		}
	}
	return append(env[:len(env):len(env)], "GOTRACEBACK=single", debug)
}

// kill ends the process and all that it has started.
func (h *host) kill() error { return h.group.Kill() }

// closeRequests lets the worker end on its own.
func (h *host) closeRequests() { h.input.Close() }

// memory returns the bytes that the process and what it has started have, or 0 where that is not known.
func (h *host) memory() int64 { return confine.Memory(h.cmd.Process.Pid) }

// directory returns the directory that the process is in, if the system reports it.
func (h *host) directory() (string, error) { return workingDirectory(h.cmd.Process.Pid) }

// await waits for the end of the process, and returns what it left behind: of its printed text what is
// after a position.
func (h *host) await(printed uint64) (ending, error) {
	err := h.cmd.Wait()
	h.group.Close()
	e := ending{
		code: h.cmd.ProcessState.ExitCode(), signal: killer(h.cmd.ProcessState),
		stdout: string(h.text.Read(nil, printed, ring.Size)) + readRest(h.stdout), stderr: readRest(h.stderr),
	}
	for _, f := range []*os.File{h.input, h.output, h.stdout, h.stderr} {
		f.Close()
	}
	return e, errors.Join(err, h.text.Close())
}

// killer returns the signal that ended a process, or 0.
func killer(state *os.ProcessState) syscall.Signal {
	if s, ok := state.Sys().(syscall.WaitStatus); ok && s.Signaled() {
		return s.Signal()
	}
	return 0
}

// readRest returns a pipe's contents, without waiting for more.
func readRest(f *os.File) string {
	conn, err := f.SyscallConn()
	if err != nil {
		return ""
	}
	var text strings.Builder
	_ = conn.Control(func(fd uintptr) {
		if child.NeverBlock(fd) != nil {
			return
		}
		buffer := make([]byte, maxTail)
		for {
			n := child.ReadNow(fd, buffer)
			if n == 0 {
				return
			}
			text.Write(buffer[:n])
		}
	})
	return text.String()
}
