package interp_test

import (
	"net"
	"testing"

	"krigo/cell"
	"krigo/interp"
)

// An isolated worker reaches no server, not even on the machine itself.
func TestIsolatedWorkerHasNoNetwork(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	source := `import "net"
c, err := net.Dial("tcp", "` + l.Addr().String() + `")
if err == nil {
	c.Close()
}
err != nil`
	for isolated, want := range map[bool]string{false: "false", true: "true"} {
		o := options(t)
		o.Isolated = isolated
		s, err := interp.Start(t.Context(), o)
		if isolated && err != nil {
			t.Skipf("the system grants no namespaces: %v", err)
		}
		if err != nil {
			t.Fatal(err)
		}
		got, err := s.Eval(t.Context(), cell.Cell{Label: "cell 1", Source: source}, newRecord())
		if err != nil || plainText(got) != want {
			t.Errorf("isolated %v: that a connection fails is %s (%v), want %s", isolated, plainText(got), err, want)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}
