package kernel

import (
	"bytes"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const goodConnection = `{"transport":"tcp","ip":"127.0.0.1","shell_port":1,"control_port":2,"iopub_port":3,"stdin_port":4,"hb_port":5,` +
	`"key":"k3y","signature_scheme":"hmac-sha256","kernel_name":"krigo"}`

func readConnection(path string) (Connection, error) {
	return ReadConnectionFile(path, slog.New(slog.DiscardHandler))
}

func TestConnectionFile(t *testing.T) {
	c, err := readConnection(writeFile(t, goodConnection))
	if err != nil || c.HBPort != 5 || c.Key != "k3y" {
		t.Errorf("read %+v, %v", c, err)
	}
	for _, bad := range []struct{ from, to, want string }{
		{`"tcp"`, `"udp"`, `transport is "udp"`}, {`"tcp","ip":"127.0.0.1"`, `"ipc","ip":""`, "ip is empty"}, {`"hb_port":5`, `"hb_port":0`, "hb_port is 0"},
		{`"hb_port":5`, `"hb_port":70000`, "hb_port is 70000"}, {`"hb_port":5`, `"hb_port":4`, "stdin_port and hb_port are both 4"},
		{`"hb_port":5`, `"hb_port":"5"`, "hb_port"}, {"hmac-sha256", "hmac-md5", `signature_scheme is "hmac-md5"`}, {"{", "", "invalid"},
	} {
		path := writeFile(t, strings.Replace(goodConnection, bad.from, bad.to, 1))
		_, err := readConnection(path)
		if err == nil || !strings.Contains(err.Error(), bad.want) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s for %s: error is %v", bad.to, bad.from, err)
		}
	}
	if _, err := readConnection(filepath.Join(t.TempDir(), "none.json")); err == nil {
		t.Error("a missing file was read")
	}
}

func TestConnectionFilePermissions(t *testing.T) {
	path := writeFile(t, goodConnection)
	for _, c := range []struct {
		mode           os.FileMode
		refused, warns bool
	}{
		{0o600, false, false}, {0o400, false, false}, {0o700, false, false}, {0o644, false, true}, {0o640, false, true},
		{0o660, false, true}, {0o602, true, false}, {0o666, true, false}, {0o777, true, false},
	} {
		if err := os.Chmod(path, c.mode); err != nil {
			t.Fatal(err)
		}
		var log bytes.Buffer
		_, err := ReadConnectionFile(path, slog.New(slog.NewTextHandler(&log, nil)))
		if refused := err != nil && strings.Contains(err.Error(), "all users may write to it"); refused != c.refused || (log.Len() > 0) != c.warns {
			t.Errorf("mode %v: error %v, log %q", c.mode, err, log.String())
		}
	}
}

func TestAKernelListensOnLoopbackUnlessToldOtherwise(t *testing.T) {
	for _, c := range []struct {
		ip, key, address string
		fails            bool
	}{
		{"", "k3y", "127.0.0.1:1", false}, {"", "", "127.0.0.1:1", false}, {"::1", "", "[::1]:1", false}, {"localhost", "", "localhost:1", false},
		{"*", "k3y", ":1", false}, {"0.0.0.0", "k3y", "0.0.0.0:1", false}, {"*", "", "", true}, {"0.0.0.0", "", "", true}, {"10.0.0.1", "", "", true},
	} {
		text := strings.Replace(strings.Replace(goodConnection, "127.0.0.1", c.ip, 1), "k3y", c.key, 1)
		read, err := readConnection(writeFile(t, text))
		if (err != nil) != c.fails || err == nil && read.address(read.ShellPort) != c.address {
			t.Errorf("ip %q, key %q: %v, %v", c.ip, c.key, read, err)
		}
	}
}

func TestTheKeyIsNeverPrinted(t *testing.T) {
	c, err := readConnection(writeFile(t, goodConnection))
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	slog.New(slog.NewJSONHandler(&log, nil)).Info("serving", "connection", c)
	printed := log.String() + fmt.Sprintf("%v %+v %#v %s %v", c, c, c, c, &c)
	if strings.Contains(printed, "k3y") || strings.Contains(printed, fmt.Sprint([]byte("k3y"))) || !strings.Contains(printed, "127.0.0.1") {
		t.Errorf("printed %s", printed)
	}
}

func writeFile(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "connection.json")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
