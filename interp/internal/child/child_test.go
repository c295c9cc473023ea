//go:build !js

package child

import (
	"bufio"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"krigo/internal/testwait"
)

// role is the environment variable that makes the test binary a child.
const role = "KRIGO_TEST_CHILD"

func TestMain(m *testing.M) {
	switch os.Getenv(role) {
	case "":
		os.Exit(m.Run())
	case "echo":
		echo()
	case "parent":
		parent()
	case "sleeper":
		time.Sleep(time.Hour)
	}
}

// again returns a command that runs this test binary in a role.
func again(as string) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), role+"="+as)
	return cmd
}

// echo copies the first file that was handed over to the second.
func echo() {
	r, rErr := Taken(0)
	w, wErr := Taken(1)
	if err := errors.Join(rErr, wErr); err != nil {
		panic(err)
	}
	if _, err := io.Copy(os.NewFile(w, "w"), os.NewFile(r, "r")); err != nil {
		panic(err)
	}
}

// parent starts a child that holds its standard output, says so and waits.
func parent() {
	cmd := again("sleeper")
	cmd.Stdout = os.Stdout
	if err := cmd.Start(); err != nil {
		panic(err)
	}
	os.Stdout.WriteString("started\n")
	time.Sleep(time.Hour)
}

func pipePair(t *testing.T, open func() (r, w *os.File, err error)) (r, w *os.File) {
	t.Helper()
	r, w, err := open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close(); w.Close() })
	return r, w
}

func TestGivenFilesArriveInOrder(t *testing.T) {
	inR, inW := pipePair(t, os.Pipe)
	outR, outW := pipePair(t, LargePipe)
	cmd := again("echo")
	cmd.Stderr = os.Stderr
	group := NewGroup(cmd)
	defer group.Close()
	release, err := Give(cmd, inR, outW)
	if err != nil {
		t.Fatal(err)
	}
	err = group.Start()
	release()
	if err != nil {
		t.Fatal(err)
	}
	inR.Close()
	outW.Close()
	if _, err := inW.WriteString("there and back"); err != nil {
		t.Fatal(err)
	}
	inW.Close()
	_ = outR.SetReadDeadline(time.Now().Add(testwait.Limit)) // where the system can
	got, err := io.ReadAll(outR)                             // ends when the child has ended
	if err != nil || string(got) != "there and back" {
		t.Errorf("%q came back, %v", got, err)
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
}

// The pipe ends when no process holds its other end, thus when both are dead.
func TestKillEndsWhatACommandHasStarted(t *testing.T) {
	r, w := pipePair(t, os.Pipe)
	cmd := again("parent")
	cmd.Stdout, cmd.Stderr = w, os.Stderr
	group := NewGroup(cmd)
	defer group.Close()
	if err := group.Start(); err != nil {
		t.Fatal(err)
	}
	w.Close()
	_ = r.SetReadDeadline(time.Now().Add(testwait.Limit)) // where the system can
	lines := bufio.NewReader(r)
	if line, err := lines.ReadString('\n'); err != nil || strings.TrimSpace(line) != "started" {
		t.Fatalf("%q, %v", line, err)
	}
	if err := group.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err == nil {
		t.Error("the command ended well")
	}
	if rest, err := io.ReadAll(lines); err != nil || len(rest) > 0 {
		t.Errorf("%q, %v", rest, err)
	}
}

func TestACommandThatCannotBeStarted(t *testing.T) {
	group := NewGroup(exec.Command("/nonexistent/command"))
	defer group.Close()
	if err := group.Start(); err == nil {
		t.Error("it was started")
	}
}

func TestReadNowTakesWhatIsThere(t *testing.T) {
	r, w := pipePair(t, LargePipe)
	fd := r.Fd()
	if err := NeverBlock(fd); err != nil {
		t.Fatal(err)
	}
	other, _ := pipePair(t, LargePipe)
	watch, err := NewWatch(other.Fd(), fd)
	if err != nil {
		t.Fatal(err)
	}
	buffer := make([]byte, 4)
	if n := ReadNow(fd, buffer); n != 0 || watch.Holds() {
		t.Errorf("an empty pipe gave %d bytes, holds some: %t", n, watch.Holds())
	}
	if _, err := w.WriteString("abcdef"); err != nil {
		t.Fatal(err)
	}
	got := ""
	for watch.Holds() {
		if !Await(fd) {
			t.Fatal("Await does not see what Holds sees")
		}
		got += string(buffer[:ReadNow(fd, buffer)])
	}
	if got != "abcdef" {
		t.Errorf("%q came back", got)
	}
	w.Close()
	if Await(fd) {
		t.Error("a pipe that nobody writes to has something to read")
	}
}
