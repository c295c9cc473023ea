//go:build linux

// Command fresh runs commands on an unprepared machine: a pristine Debian 12 in a temporary
// folder, with Go, git and make, an empty HOME, and a clone of the repository. It reaches
// the registries of packages and nothing else.
//
//	go run ./scripts/fresh [-out FOLDER] [-mirror URL] COMMAND...
//	go run ./scripts/fresh -check
//
// It needs Linux, root and debootstrap. The machine is a folder that is the root of its own
// mount, process and network namespaces; its processes end with the command.
package main

import (
	"context"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// inside prepares the namespaces and runs the commands there.
//
//go:embed inside.sh
var inside string

const (
	release = "bookworm"
	clone   = "/home/new/krigo" // of the repository, in the machine
	home    = "/home/new"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("fresh: ")
	out := flag.String("out", "out/fresh", "the folder that gets the machine's out/tests")
	mirror := flag.String("mirror", "", "the mirror of Debian; the default is debootstrap's own")
	check := flag.Bool("check", false, "only report whether a machine can be made here")
	flag.Parse()
	err := possible()
	if err == nil && !*check {
		if flag.NArg() == 0 {
			log.Fatal("no command; try: go run ./scripts/fresh 'make demo' 'make test'")
		}
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, unix.SIGTERM)
		err = run(ctx, *out, *mirror, flag.Args())
		stop()
	}
	if err != nil {
		log.Fatal(err)
	}
}

// possible returns the reason why no machine can be made here, if any.
func possible() error {
	if os.Getuid() != 0 {
		return errors.New("a fresh machine needs root: sudo make fresh")
	}
	for _, command := range []string{"debootstrap", "unshare", "pivot_root", "git", "go"} {
		if _, err := exec.LookPath(command); err != nil {
			return fmt.Errorf("%s is missing; on Debian, run scripts/debian-deps %s", command, command)
		}
	}
	if said, err := exec.Command("unshare", "--fork", "--pid", "--mount", "--net", "true").CombinedOutput(); err != nil {
		return fmt.Errorf("this system does not allow namespaces: %w: %s", err, said)
	}
	return nil
}

func run(ctx context.Context, out, mirror string, commands []string) (err error) {
	dir, err := os.MkdirTemp("/var/tmp", "krigo-fresh-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	root := filepath.Join(dir, "root")
	start := time.Now()
	if err := install(ctx, root, mirror); err != nil {
		return err
	}
	fmt.Printf("== fresh machine: %v\n", time.Since(start).Round(time.Second))

	hosts, err := registries(root)
	if err != nil {
		return err
	}
	failed := enter(ctx, root, hosts, commands)
	fmt.Printf("== fresh machine and its commands: %v\n", time.Since(start).Round(time.Second))
	return errors.Join(failed, keep(filepath.Join(root, clone, "out", "tests"), out))
}

// install makes the machine: Debian, Go, the clone and the certificates that this machine trusts.
func install(ctx context.Context, root, mirror string) error {
	args := []string{"--variant=minbase", "--include=ca-certificates,git,make", release, root}
	if mirror != "" {
		args = append(args, mirror)
	}
	said, err := exec.CommandContext(ctx, "debootstrap", args...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("debootstrap: %w\n%s", err, said)
	}
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return fmt.Errorf("go env: %w", err)
	}
	for _, command := range [][]string{
		{"mkdir", "-p", filepath.Join(root, home)},
		{"cp", "-a", strings.TrimSpace(string(goroot)), filepath.Join(root, "usr/local/go")},
		{"git", "clone", "--quiet", "--no-local", ".", filepath.Join(root, clone)},
		{"cp", trusted(), filepath.Join(root, "etc/ssl/certs/ca-certificates.crt")},
	} {
		if said, err := exec.Command(command[0], command[1:]...).CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w\n%s", strings.Join(command, " "), err, said)
		}
	}
	return nil
}

// trusted returns the file of certificates that this machine trusts, which may include a
// proxy's.
func trusted() string {
	if path := os.Getenv("SSL_CERT_FILE"); path != "" {
		return path
	}
	return "/etc/ssl/certs/ca-certificates.crt"
}

// enter runs the commands in the machine, one after the other, all of them.
func enter(ctx context.Context, root string, hosts []string, commands []string) error {
	cmd := exec.CommandContext(ctx, "unshare", "--fork", "--pid", "--mount", "--net", "--uts", "--ipc", "--kill-child",
		"bash", "-c", inside, "fresh", root, clone)
	cmd.Args = append(cmd.Args, commands...)
	cmd.Env = []string{
		"HOME=" + home, "PATH=/usr/local/go/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
		"LANG=C.UTF-8", "TERM=dumb", "CI=" + os.Getenv("CI"),
		"http_proxy=http://" + proxyAddress, "https_proxy=http://" + proxyAddress, "no_proxy=localhost,127.0.0.1,::1",
	}
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	ready, err := cmd.StdinPipe() // inside.sh waits for a line
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	stop, err := serveIn(cmd.Process.Pid, hosts)
	if err != nil {
		_ = cmd.Process.Kill()
		return errors.Join(err, cmd.Wait())
	}
	defer stop()
	if _, err := fmt.Fprintln(ready, "ready"); err != nil {
		return err
	}
	return cmd.Wait()
}

// keep copies the results of tests from the machine.
func keep(from, to string) error {
	if _, err := os.Stat(from); err != nil {
		return nil // it ran no tests
	}
	if err := os.RemoveAll(to); err != nil {
		return err
	}
	return os.CopyFS(to, os.DirFS(from))
}
