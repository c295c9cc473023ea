package kernel

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
)

// Connection says where a kernel listens and how it signs: the content of a
// connection file.
type Connection struct {
	// Transport is "tcp" or "ipc".
	Transport string `json:"transport"`
	// IP is the address to bind; for ipc, the prefix of the sockets' paths.
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

// ReadConnectionFile reads and checks the connection file that a Jupyter
// client wrote.
func ReadConnectionFile(path string) (Connection, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return Connection{}, fmt.Errorf("connection file: %w", err)
	}
	var c Connection
	if err := json.Unmarshal(data, &c); err != nil {
		return Connection{}, fmt.Errorf("connection file %s: %w", path, err)
	}
	if err := c.check(); err != nil {
		return Connection{}, fmt.Errorf("connection file %s: %w", path, err)
	}
	return c, nil
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

// address is where the socket of a port listens.
func (c Connection) address(port int) string {
	if c.Transport == "tcp" {
		return net.JoinHostPort(c.IP, strconv.Itoa(port))
	}
	return c.IP + "-" + strconv.Itoa(port)
}

// network is the transport as package net names it.
func (c Connection) network() string {
	if c.Transport == "ipc" {
		return "unix"
	}
	return c.Transport
}
