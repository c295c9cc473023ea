package userdir

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestOwnIsInThePlatformsFolderForData(t *testing.T) {
	for _, c := range []struct {
		goos string
		env  map[string]string
		want string
	}{
		{"linux", nil, "/home/u/.local/share/krigo"},
		{"linux", map[string]string{"XDG_DATA_HOME": "/x"}, "/x/krigo"},
		{"darwin", nil, "/home/u/Library/Application Support/krigo"},
		{"windows", map[string]string{"APPDATA": "/app"}, "/app/krigo"},
	} {
		got, err := Place{c.goos, func(name string) string { return c.env[name] }, "/home/u"}.Own()
		if err != nil || filepath.ToSlash(got) != c.want {
			t.Errorf("%s %v: %q, %v, want %q", c.goos, c.env, got, err, c.want)
		}
	}
}

func TestOwnSaysWhatIsNotSet(t *testing.T) {
	for goos, want := range map[string]string{"linux": "HOME", "darwin": "HOME", "windows": "APPDATA"} {
		_, err := Place{GOOS: goos, Getenv: func(string) string { return "" }}.Own()
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", goos, err, want)
		}
	}
}
