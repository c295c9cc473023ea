package interp_test

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"krigo/cell"
	"krigo/interp"
)

// deeds are those that a cell of a stranger tries; each is an expression that is true if it was done. DIR is a
// folder of the host, PORT a port of a server on it, and PID a process.
var deeds = []struct {
	name, source string
	may          bool
}{
	{"write next to its notebook", `os.WriteFile("new.txt", []byte("x"), 0o600) == nil`, true},
	{"write a temporary file", `func() bool { f, err := os.CreateTemp("", "t"); return err == nil && f.Close() == nil }()`, true},
	{"run a program", `exec.Command("sh", "-c", "exit 0").Run() == nil`, true},
	{"read a program's settings", `func() bool { _, err := os.ReadFile("/etc/passwd"); return err == nil }()`, true},
	{"read a file of others", `func() bool { _, err := os.ReadFile("DIR/secret.txt"); return err == nil }()`, false},
	{"list a folder of others", `func() bool { _, err := os.ReadDir("DIR"); return err == nil }()`, false},
	{"delete a file of others", `func() bool { err := os.Remove("DIR/secret.txt"); return err == nil }()`, false},
	{"write in a folder of others", `os.WriteFile("DIR/forged.txt", []byte("x"), 0o600) == nil`, false},
	{"write a program", `os.WriteFile("/usr/bin/forged", []byte("x"), 0o700) == nil`, false},
	{"dial TCP", `func() bool { c, err := net.Dial("tcp", "127.0.0.1:PORT"); return err == nil && c.Close() == nil }()`, false},
	{"dial a socket of a file", `func() bool { c, err := net.Dial("unix", "DIR/socket"); return err == nil && c.Close() == nil }()`, false},
	{"dial a socket of a name", `func() bool { c, err := net.Dial("unix", "@krigo-PORT"); return err == nil && c.Close() == nil }()`, false},
	{"read the environment of another process", `func() bool { text, err := os.ReadFile("/proc/PID/environ"); return err == nil && strings.Contains(string(text), "PATH=") }()`, false},
	{"list processes", `func() bool { all, err := os.ReadDir("/proc"); return err == nil && len(all) > 0 && strings.Contains(fmt.Sprint(all), "d PID/") }()`, false},
	{"end another process", `exec.Command("sh", "-c", "kill -0 PID").Run() == nil`, false},
	{"become root", `exec.Command("sh", "-c", "mount -t tmpfs none /tmp || chroot / true").Run() == nil`, false},
}

// TestAConfinedWorkerDoesItsOwnWorkOnly.
func TestAConfinedWorkerDoesItsOwnWorkOnly(t *testing.T) {
	t.Parallel()
	for _, means := range []interp.Confinement{{Means: interp.ByNamespaces}, {Means: interp.ByLandlock}} {
		t.Run(string(means.Means), func(t *testing.T) {
			t.Parallel()
			dir, s := others(t), confined(t, means)
			defer s.Close()
			words := strings.NewReplacer("DIR", dir.path, "PORT", dir.port, "PID", fmt.Sprint(os.Getpid()))
			prelude := "import (\n\"fmt\"\n\"net\"\n\"os\"\n\"os/exec\"\n\"strings\"\n)\n_, _, _, _, _ = fmt.Sprint, net.Dial, os.Getpid, exec.Command, strings.Cut"
			if _, err := s.Eval(t.Context(), cell.Cell{Label: "cell 1", Source: prelude}, newRecord()); err != nil {
				t.Fatal(err)
			}
			for _, d := range deeds {
				got, err := s.Eval(t.Context(), cell.Cell{Label: "cell 2", Source: words.Replace(d.source)}, newRecord())
				if err != nil {
					t.Errorf("%s: %v", d.name, err)
					continue
				}
				if done := plainText(got) == "true"; done != d.may {
					t.Errorf("%s: done is %v", d.name, done)
				}
			}
			if text, err := os.ReadFile(filepath.Join(dir.path, "secret.txt")); string(text) != "secret" {
				t.Errorf("the file of others holds %q (%v)", text, err)
			}
		})
	}
}

// host holds the parts of the machine that a confined worker must not reach.
type host struct{ path, port string }

func others(t *testing.T) host {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "secret.txt"), []byte("secret"), 0o666); err != nil {
		t.Fatal(err)
	}
	listen := func(network, address string) net.Listener {
		l, err := net.Listen(network, address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { l.Close() })
		go func() {
			for {
				c, err := l.Accept()
				if err != nil {
					return
				}
				c.Close()
			}
		}()
		return l
	}
	listen("unix", filepath.Join(dir, "socket"))
	_, port, err := net.SplitHostPort(listen("tcp", "127.0.0.1:0").Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	listen("unix", "@krigo-"+port)
	return host{dir, port}
}

// confined starts a session whose worker is confined, in a folder of its own.
func confined(t *testing.T, c interp.Confinement) *interp.Session {
	t.Helper()
	o := options(t)
	o.Dir = t.TempDir()
	c.Writable, c.Processes, c.Disk = o.Dir, 64, 16<<20
	o.Confined = c
	o.Env = append(o.Env, "TMPDIR="+o.Dir, "HOME="+o.Dir)
	s, err := interp.Start(t.Context(), o)
	if err != nil {
		t.Skipf("the system does not grant it: %v", err)
	}
	return s
}
