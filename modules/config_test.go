package modules_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"krigo/modules"
	"krigo/modules/modulestest"
)

// The settings of an installed go command apply, also those that "go env -w" wrote.
func TestReadConfigAsksTheGoCommand(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go command")
	}
	env := filepath.Join(t.TempDir(), "env")
	modulestest.Put(t, env, []byte("GOPRIVATE=private.example.com\nGONOSUMDB=other.example.com\n"))
	t.Setenv("GOENV", env)
	t.Setenv("GOPROXY", "https://proxy.example.com")
	for _, name := range []string{"GOPRIVATE", "GONOPROXY", "GONOSUMDB", "GOSUMDB"} {
		t.Setenv(name, "")
	}
	c, err := modules.ReadConfig(ctx(t))
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("go", "env", "-json").Output()
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	if err := json.Unmarshal(out, &want); err != nil {
		t.Fatal(err)
	}
	for name, got := range map[string]string{"GOPROXY": c.Proxy, "GOSUMDB": c.SumDB, "GONOPROXY": c.NoProxy, "GONOSUMDB": c.NoSumDB, "GOMODCACHE": c.Cache} {
		if got != want[name] {
			t.Errorf("%s is %q, want %q", name, got, want[name])
		}
	}
	if _, err := modules.NewClient(c); err != nil {
		t.Errorf("the key of %s: %v", c.SumDB, err)
	}
}

// Without a go command, the variables of the environment apply.
func TestReadConfigWithoutAGoCommand(t *testing.T) {
	home := t.TempDir()
	for name, value := range map[string]string{"PATH": home, "GOPROXY": "https://proxy.example.com", "GOSUMDB": "off", "GOPRIVATE": "a.example.com",
		"GONOPROXY": "", "GONOSUMDB": "", "GOMODCACHE": "", "GOPATH": filepath.Join(home, "one") + string(os.PathListSeparator) + "two"} {
		t.Setenv(name, value)
	}
	c, err := modules.ReadConfig(ctx(t))
	if err != nil {
		t.Fatal(err)
	}
	cache, trees := filepath.Join(home, "one", "pkg", "mod"), filepath.Join(home, "one", "pkg", "sumdb")
	if c.Proxy != "https://proxy.example.com" || c.NoProxy != "a.example.com" || c.NoSumDB != "a.example.com" || c.Cache != cache || c.Trees != trees {
		t.Errorf("settings %+v", c)
	}
}
