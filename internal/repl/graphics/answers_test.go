package graphics

import "testing"

func TestAnswersOfTerminals(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       Answers
		protocol   Protocol
		rest       string
	}{
		{"kitty", "\x1b_Gi=1;OK\x1b\\\x1b[6;18;9t\x1b[?62;c", Answers{Kitty: true, CellWidth: 9, CellHeight: 18, Complete: true}, Kitty, ""},
		{"xterm as vt340, with sixels", "\x1b[6;13;6t\x1b[?63;1;2;4;6;9;15;16;22;28c", Answers{CellWidth: 6, CellHeight: 13, Complete: true}, None, ""},
		{"foot, with sixels", "\x1b[6;20;10t\x1b[?62;4;22;28;52c", Answers{CellWidth: 10, CellHeight: 20, Complete: true}, None, ""},
		{"no graphics", "\x1b[?1;2c", Answers{Complete: true}, None, ""},
		{"refuses the picture", "\x1b_Gi=1;ENOTSUPPORTED:no\x1b\\\x1b[?64;4c", Answers{Complete: true}, None, ""},
		{"no answer", "", Answers{}, None, ""},
		{"keys before and within", "x := 1\r\x1b[6;18;9ty\x1b[?62;4cz", Answers{CellWidth: 9, CellHeight: 18, Complete: true}, None, "x := 1\ryz"},
		{"arrow keys", "\x1b[A\x1b[?62;4c\x1bOP", Answers{Complete: true}, None, "\x1b[A\x1bOP"},
		{"cut off", "ab\x1b[?62;4", Answers{}, None, "ab"},
		{"cut off in kitty's", "ab\x1b_Gi=1;O", Answers{}, None, "ab"},
	} {
		got, rest := parseAnswers(c.text)
		if got != c.want || rest != c.rest || got.Protocol() != c.protocol {
			t.Errorf("%s: got %+v (%s), rest %q, want %+v (%s), rest %q", c.name, got, got.Protocol(), rest, c.want, c.protocol, c.rest)
		}
	}
}

func TestEnvironmentsOfTerminals(t *testing.T) {
	for _, c := range []struct {
		env  map[string]string
		want Protocol
	}{
		{map[string]string{"TERM": "xterm-kitty"}, Kitty},
		{map[string]string{"TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"}, Kitty},
		{map[string]string{"TERM": "xterm-ghostty", "TERM_PROGRAM": "ghostty"}, Kitty},
		{map[string]string{"TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"}, ITerm2},
		{map[string]string{"TERM": "xterm-256color", "LC_TERMINAL": "iTerm2"}, ITerm2}, // by ssh
		{map[string]string{"TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"}, ITerm2},
		{map[string]string{"TERM": "xterm", "TERM_PROGRAM": "mintty"}, ITerm2},
		{map[string]string{"TERM": "xterm-256color"}, Auto},
		{map[string]string{"TERM": "xterm-256color", "TERM_PROGRAM": "vscode"}, Auto}, // pictures can be switched off there
		{map[string]string{"TERM": "foot, with sixels"}, Auto},
		{map[string]string{"TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"}, None},
		{map[string]string{"TERM": "tmux-256color", "TMUX": "/tmp/tmux-0/default,1,0", "KITTY_WINDOW_ID": "1"}, None},
		{map[string]string{"TERM": "screen", "STY": "1.tty"}, None},
		{map[string]string{"TERM": "screen-256color", "LC_TERMINAL": "iTerm2"}, None},
		{map[string]string{"TERM": "dumb"}, None},
		{map[string]string{"TERM": "linux"}, None},
		{nil, None},
	} {
		if got := FromEnvironment(func(name string) string { return c.env[name] }); got != c.want {
			t.Errorf("%v: got %s, want %s", c.env, got, c.want)
		}
	}
}

func TestProtocolsByName(t *testing.T) {
	for _, p := range protocols {
		if got, err := ParseProtocol(string(p)); err != nil || got != p {
			t.Errorf("%s: got %s, %v", p, got, err)
		}
	}
	if _, err := ParseProtocol("png"); err == nil || err.Error() != `graphics "png": want auto, kitty, iterm2 or none` {
		t.Errorf("png: %v", err)
	}
}
