package graphics

import "strings"

// FromEnvironment finds in the variables of an environment the protocol that the
// terminal knows; Auto is one that has to be asked. Terminals within tmux and
// screen have none: these pass no pictures on, or not to every terminal.
func FromEnvironment(getenv func(string) string) Protocol {
	term, program := getenv("TERM"), getenv("TERM_PROGRAM")
	switch {
	case getenv("TMUX") != "" || getenv("STY") != "" || hasAnyPrefix(term, "tmux", "screen"):
		return None
	case hasAnyPrefix(term, "dumb", "linux") || term == "" || program == "Apple_Terminal":
		return None
	case getenv("KITTY_WINDOW_ID") != "" || hasAnyPrefix(term, "xterm-kitty", "xterm-ghostty") || program == "ghostty":
		return Kitty
	case program == "iTerm.app" || getenv("LC_TERMINAL") == "iTerm2":
		return ITerm2
	case program == "WezTerm" || program == "mintty":
		return ITerm2
	}
	return Auto
}

func hasAnyPrefix(s string, prefixes ...string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return false
}
