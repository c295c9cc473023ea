//go:build !js

package kernel

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"strconv"
)

// Connection says where a kernel listens and how it signs: the content of a
// connection file.
type Connection struct {
	// Transport is "tcp" or "ipc".
	Transport string `json:"transport"`
	// IP is the address to bind: loopback where it is empty, all interfaces
	// where it is "*". For ipc it is the prefix of the sockets' paths.
	IP string `json:"ip"`
	// The ports, 1 to 65535; for ipc, the suffixes of the sockets' paths.
	ShellPort   int `json:"shell_port"`
	ControlPort int `json:"control_port"`
	IOPubPort   int `json:"iopub_port"`
	StdinPort   int `json:"stdin_port"`
	HBPort      int `json:"hb_port"`
	// Key signs messages; an empty one turns signing off.
	Key string `json:"key"`
	// SignatureScheme is "hmac-sha256", also when empty.
	SignatureScheme string `json:"signature_scheme"`
}

// localhost is the host that a kernel listens on by default.
const localhost = "127.0.0.1"

// ReadConnectionFile reads and checks the connection file that a Jupyter client wrote. It refuses a
// file that all users may write to, since its writer chooses the key, and warns log about one that
// others may read.
func ReadConnectionFile(path string, log *slog.Logger) (Connection, error) {
	data, mode, err := readFile(path)
	if err != nil {
		return Connection{}, fmt.Errorf("connection file: %w", err)
	}
	if err := checkMode(mode); err != nil {
		return Connection{}, fmt.Errorf("connection file %s: %w", path, err)
	}
	if mode&0o066 != 0 {
		log.Warn("others may read the key in the connection file", "file", path, "mode", mode.String(), "wanted", "-rw-------")
	}
	var c Connection
	if err := json.Unmarshal(data, &c); err != nil {
		return Connection{}, fmt.Errorf("connection file %s: %w", path, err)
	}
	if c.IP == "" && c.Transport == "tcp" {
		c.IP = localhost
	}
	if err := c.check(); err != nil {
		return Connection{}, fmt.Errorf("connection file %s: %w", path, err)
	}
	return c, nil
}

// readFile reads a file and the permissions of what it read.
func readFile(path string) ([]byte, fs.FileMode, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, 0, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, 0, err
	}
	data, err := io.ReadAll(io.LimitReader(f, maxConnectionFile))
	return data, permissions(info), err
}

// maxConnectionFile is far more than any client writes, in bytes.
const maxConnectionFile = 1 << 20

// checkMode refuses a file that all users may write to. One that its group may
// write to is common where each user has a group alone.
func checkMode(mode fs.FileMode) error {
	if mode&0o002 != 0 {
		return fmt.Errorf("all users may write to it (mode %s): make it private, chmod 600", mode)
	}
	return nil
}

func (c Connection) check() error {
	if c.Transport != "tcp" && c.Transport != "ipc" {
		return fmt.Errorf("transport is %q, wanted tcp or ipc", c.Transport)
	}
	if c.SignatureScheme != "hmac-sha256" && c.SignatureScheme != "" {
		return fmt.Errorf("signature_scheme is %q, wanted hmac-sha256", c.SignatureScheme)
	}
	if c.IP == "" {
		return errors.New("ip is empty")
	}
	if c.Key == "" && !c.isLocal() {
		return fmt.Errorf("ip is %q and key is empty: anyone who reaches it could run code here", c.IP)
	}
	return c.checkPorts()
}

func (c Connection) checkPorts() error {
	ports := map[int]string{}
	for _, p := range c.ports() {
		if p.number < 1 || p.number > 65535 {
			return fmt.Errorf("%s is %d, wanted 1 to 65535", p.name, p.number)
		}
		if other, taken := ports[p.number]; taken {
			return fmt.Errorf("%s and %s are both %d", other, p.name, p.number)
		}
		ports[p.number] = p.name
	}
	return nil
}

// isLocal reports whether only this machine reaches the connection.
func (c Connection) isLocal() bool {
	ip := net.ParseIP(c.IP)
	return c.Transport == "ipc" || c.IP == "localhost" || ip != nil && ip.IsLoopback()
}

// LogValue implements [slog.LogValuer]: all but the key.
func (c Connection) LogValue() slog.Value {
	return slog.GroupValue(slog.String("transport", c.Transport), slog.String("ip", c.IP), slog.Int("shell_port", c.ShellPort),
		slog.Int("control_port", c.ControlPort), slog.Int("iopub_port", c.IOPubPort), slog.Int("stdin_port", c.StdinPort),
		slog.Int("hb_port", c.HBPort), slog.Bool("signed", c.Key != ""))
}

// String returns the connection without its key, for any printing of it.
func (c Connection) String() string { return c.LogValue().String() }

// GoString is String, for %#v.
func (c Connection) GoString() string { return c.String() }

type port struct {
	name   string
	number int
}

func (c Connection) ports() []port {
	return []port{
		{"shell_port", c.ShellPort}, {"control_port", c.ControlPort}, {"iopub_port", c.IOPubPort},
		{"stdin_port", c.StdinPort}, {"hb_port", c.HBPort},
	}
}

// address returns the address at which the socket of a port listens.
func (c Connection) address(port int) string {
	switch {
	case c.Transport == "ipc":
		return c.IP + "-" + strconv.Itoa(port)
	case c.IP == "*":
		return net.JoinHostPort("", strconv.Itoa(port))
	}
	return net.JoinHostPort(c.IP, strconv.Itoa(port))
}

// network returns the transport as package net names it.
func (c Connection) network() string {
	if c.Transport == "ipc" {
		return "unix"
	}
	return c.Transport
}
