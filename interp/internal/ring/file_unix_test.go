//go:build unix

package ring

import (
	"os"
	"testing"
)

func TestATemporaryFileServesToo(t *testing.T) {
	f, err := temporaryFile(headSize + Size)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := os.Stat(f.Name()); !os.IsNotExist(err) {
		t.Errorf("%s stays: %v", f.Name(), err)
	}
	r, err := Open(f)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	r.Write([]byte("text"))
	if got := string(r.Read(nil, 0, Size)); got != "text" {
		t.Errorf("%q came back", got)
	}
}
