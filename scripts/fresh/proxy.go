//go:build linux

package main

import (
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// proxyAddress is where the proxy listens in the machine, whose network has nothing else.
const proxyAddress = "127.0.0.1:3128"

// serveIn serves the proxy in the network of a process. It connects from this machine's.
func serveIn(pid int, hosts []string) (stop func() error, err error) {
	type opened struct {
		l   net.Listener
		err error
	}
	result := make(chan opened)
	go func() {
		runtime.LockOSThread() // never unlocked: the thread ends with its network
		l, err := listenIn(pid)
		result <- opened{l, err}
	}()
	r := <-result
	if r.err != nil {
		return nil, fmt.Errorf("the proxy: %w", r.err)
	}
	server := &http.Server{Handler: proxy{hosts}, ReadHeaderTimeout: time.Minute}
	go func() {
		if err := server.Serve(r.l); !errors.Is(err, http.ErrServerClosed) {
			log.Print(err)
		}
	}()
	return server.Close, nil
}

// listenIn moves this thread to the network of a process, and listens there.
func listenIn(pid int) (net.Listener, error) {
	var own unix.Stat_t
	if err := unix.Stat("/proc/thread-self/ns/net", &own); err != nil {
		return nil, err
	}
	namespace := fmt.Sprintf("/proc/%d/ns/net", pid)
	for end := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		var its unix.Stat_t
		if err := unix.Stat(namespace, &its); err != nil {
			return nil, err
		}
		if its.Ino != own.Ino {
			break
		}
		if time.Now().After(end) {
			return nil, errors.New("the machine has no network of its own after a minute")
		}
	}
	fd, err := unix.Open(namespace, unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	defer unix.Close(fd)
	if err := unix.Setns(fd, unix.CLONE_NEWNET); err != nil {
		return nil, err
	}
	if err := startLoopback(); err != nil {
		return nil, err
	}
	return net.Listen("tcp", proxyAddress)
}

func startLoopback() error {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	request, err := unix.NewIfreq("lo")
	if err != nil {
		return err
	}
	request.SetUint16(unix.IFF_UP | unix.IFF_RUNNING)
	if err := unix.IoctlIfreq(fd, unix.SIOCSIFFLAGS, request); err != nil {
		return err
	}
	// A second address, one for documentation (RFC 5737): if 127.0.0.1 is the only one,
	// getaddrinfo with AI_ADDRCONFIG assumes that the machine has no IPv4, and Slurm does not
	// start.
	alias, err := unix.NewIfreq("lo:1")
	if err != nil {
		return err
	}
	if err := alias.SetInet4Addr([]byte{192, 0, 2, 1}); err != nil {
		return err
	}
	return unix.IoctlIfreq(fd, unix.SIOCSIFADDR, alias)
}

// proxy forwards requests to the hosts that it knows and refuses all others.
type proxy struct{ hosts []string }

func (p proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if host := r.URL.Hostname(); !slices.Contains(p.hosts, host) {
		log.Printf("refused: %s %s is not a package registry", r.Method, host)
		http.Error(w, host+" is not a package registry", http.StatusForbidden)
		return
	}
	if r.Method == http.MethodConnect {
		tunnel(w, r.URL.Host)
		return
	}
	forward(w, r)
}

// tunnel joins the client with a host.
func tunnel(w http.ResponseWriter, address string) {
	peer, err := net.DialTimeout("tcp", address, time.Minute)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	defer peer.Close()
	client, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		log.Print(err)
		return
	}
	defer client.Close()
	if _, err := io.WriteString(client, "HTTP/1.1 200 Connection established\r\n\r\n"); err != nil {
		return
	}
	go func() {
		_, _ = io.Copy(peer, buffered)
		_ = peer.(*net.TCPConn).CloseWrite()
	}()
	_, _ = io.Copy(client, peer)
}

// forward passes on a request without TLS, as used for Debian's packages.
func forward(w http.ResponseWriter, r *http.Request) {
	out := r.Clone(r.Context())
	out.RequestURI = ""
	for name := range out.Header {
		if strings.HasPrefix(name, "Proxy-") {
			out.Header.Del(name)
		}
	}
	answer, err := http.DefaultTransport.RoundTrip(out)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	defer answer.Body.Close()
	for name, values := range answer.Header {
		w.Header()[name] = values
	}
	w.WriteHeader(answer.StatusCode)
	_, _ = io.Copy(w, answer.Body)
}
