package confine

import (
	"os"
	"os/exec"
	"syscall"
)

// nobody is the user that confined processes of root become: limits do not hold for root.
const nobody = 65534

// insider is the number of nobody among the users of a namespace.
const insider = 1000

// Command prepares a command that was not started yet, whose process calls [Enter], to be confined. If
// the system refuses, the command does not start, or ends at once with an error that says why.
func Command(cmd *exec.Cmd, l Limits) error {
	l.Nobody = l.Means == Namespaces && os.Getuid() == 0
	env, err := l.env()
	if err != nil {
		return err
	}
	if cmd.Env == nil {
		cmd.Env = os.Environ()
	}
	cmd.Env = append(cmd.Env, env)
	if l.Means != Namespaces {
		return nil
	}
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	a := cmd.SysProcAttr
	a.Cloneflags |= syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS | syscall.CLONE_NEWNET | syscall.CLONE_NEWPID | syscall.CLONE_NEWIPC | syscall.CLONE_NEWUTS
	a.UidMappings = mapping(os.Getuid(), l.Nobody)
	a.GidMappings = mapping(os.Getgid(), l.Nobody)
	a.GidMappingsEnableSetgroups = l.Nobody
	return nil
}

// mapping returns the users of the namespace: its root is the caller, and nobody may be there, too.
func mapping(id int, withNobody bool) []syscall.SysProcIDMap {
	m := []syscall.SysProcIDMap{{ContainerID: 0, HostID: id, Size: 1}}
	if withNobody {
		m = append(m, syscall.SysProcIDMap{ContainerID: insider, HostID: nobody, Size: 1})
	}
	return m
}
